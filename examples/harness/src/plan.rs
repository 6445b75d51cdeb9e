//! What an agent would have decided: tasks, their calls, and what the harness may do when one of them fails.

use std::time::Duration;

use accounting::bank_file::HEADING;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// How long an attempt may take, where a step says nothing else.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A task: calls one after the other, and in the end one report.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Its name.
    pub name: String,
    /// What it shows, for whoever reads the screen.
    pub shows: &'static str,
    /// What the harness knows of the server's tools.
    pub knowledge: Knowledge,
    /// Whether the person who is asked says yes.
    pub person_agrees: bool,
    /// Its calls.
    pub steps: Vec<Step>,
}

/// What a harness knows of a server's tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// Its registry.
    Registry,
    /// What its tools say of themselves in their annotations, because it trusts the server.
    Annotations,
    /// Nothing: each tool may write, and nothing dedupes it.
    Nothing,
    /// That every tool can be called again and again, which is wrong. Nothing to copy: it is there to be found out.
    Wrong,
}

/// A call, and what may be done when it fails.
#[derive(Clone, Debug)]
pub struct Step {
    /// By what name the report knows it.
    pub name: String,
    /// What is called.
    pub work: Work,
    /// Whether the harness can look for what was written.
    pub is_verified: bool,
    /// Whether a file is known as the rows that it consists of, so that those which are missing can be sent by themselves.
    pub is_batch: bool,
    /// Whether the arguments are corrected from the error.
    pub is_fixed: bool,
    /// Whether the harness calls the tool that an error names.
    pub follows_next: bool,
    /// Whether it repeats the step before, which an agent does that was not told "done".
    pub is_repeated: bool,
    /// How long an attempt may take.
    pub patience: Duration,
}

/// What a step calls.
#[derive(Clone, Debug)]
pub enum Work {
    /// `post_voucher`.
    Post(Voucher),
    /// `import_bank_file`, of these rows.
    Import(Vec<Voucher>),
    /// `lock_period`.
    Lock(String),
    /// `unlock_period`.
    Unlock(String),
    /// `list_vouchers` of a day.
    Vouchers(String),
    /// `list_periods`.
    Periods,
}

/// A voucher of two lines, bank against an account. Its description is like no other's, so that it is known in the books.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Voucher {
    /// What it is about.
    pub description: String,
    /// Its date.
    pub date: String,
    /// Its amount in whole kronor.
    pub kronor: u32,
    /// The account that is credited.
    pub account: &'static str,
    /// What the other side is short of, by a mistake of whoever typed it.
    pub short_by: u32,
}

/// What a call changes in the books if it is carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// These vouchers are posted, once each.
    Posts(Vec<String>),
    /// This period is in this state.
    Turns(String, &'static str),
    /// Nothing.
    Reads,
}

impl Step {
    /// A call of which only its tool's facts say what may be done when it fails.
    #[must_use]
    pub fn new(name: impl Into<String>, work: Work) -> Self {
        Self {
            name: name.into(),
            work,
            is_verified: false,
            is_batch: false,
            is_fixed: false,
            follows_next: false,
            is_repeated: false,
            patience: PATIENCE,
        }
    }

    /// The harness can look for what it wrote.
    #[must_use]
    pub fn verified(self) -> Self {
        Self {
            is_verified: true,
            ..self
        }
    }

    /// Its rows are known one by one.
    #[must_use]
    pub fn batch(self) -> Self {
        Self { is_batch: true, ..self }
    }

    /// Its arguments are corrected from an error.
    #[must_use]
    pub fn fixed(self) -> Self {
        Self { is_fixed: true, ..self }
    }

    /// The tool that an error names is called.
    #[must_use]
    pub fn following_next(self) -> Self {
        Self {
            follows_next: true,
            ..self
        }
    }

    /// The same again by another name, if this one does not end as done.
    #[must_use]
    pub fn again(&self, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            is_repeated: true,
            ..self.clone()
        }
    }

    /// An attempt may take so long.
    #[must_use]
    pub fn patient(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// What the report may speak of, each with what it would mean for the books: the call as a whole, and the rows of a file.
    #[must_use]
    pub fn effects(&self) -> Vec<(String, Effect)> {
        let mut effects = vec![(self.name.clone(), self.work.effect())];
        if let (true, Work::Import(rows)) = (self.is_batch, &self.work) {
            let row = |row: &Voucher| {
                let effect = Effect::Posts(vec![row.description.clone()]);
                (format!("{}[{}]", self.name, row.description), effect)
            };
            effects.extend(rows.iter().map(row));
        }
        effects
    }

    /// Whether it does no harm that a request is carried out when nobody waits for it any more: see
    /// [`Kind::may_be_late`](crate::fault::Kind::may_be_late).
    #[must_use]
    pub fn is_lateness_harmless(&self, knowledge: Knowledge) -> bool {
        match self.work {
            Work::Vouchers(_) | Work::Periods => true,
            Work::Post(_) => knowledge == Knowledge::Registry && !self.is_verified && !self.is_fixed,
            Work::Import(_) | Work::Lock(_) | Work::Unlock(_) => false,
        }
    }
}

impl Work {
    /// The tool.
    #[must_use]
    pub const fn tool(&self) -> &'static str {
        match self {
            Self::Post(_) => "post_voucher",
            Self::Import(_) => "import_bank_file",
            Self::Lock(_) => "lock_period",
            Self::Unlock(_) => "unlock_period",
            Self::Vouchers(_) => "list_vouchers",
            Self::Periods => "list_periods",
        }
    }

    /// Its arguments.
    #[must_use]
    pub fn arguments(&self) -> JsonObject {
        object(match self {
            Self::Post(voucher) => voucher.arguments(),
            Self::Import(rows) => json!({"content": file(rows)}),
            Self::Lock(period) | Self::Unlock(period) => json!({"period_id": period}),
            Self::Vouchers(date) => json!({"date": date}),
            Self::Periods => json!({}),
        })
    }

    /// What it changes in the books.
    #[must_use]
    pub fn effect(&self) -> Effect {
        match self {
            Self::Post(voucher) => Effect::Posts(vec![voucher.description.clone()]),
            Self::Import(rows) => Effect::Posts(rows.iter().map(|row| row.description.clone()).collect()),
            Self::Lock(period) => Effect::Turns(period.clone(), "locked"),
            Self::Unlock(period) => Effect::Turns(period.clone(), "open"),
            Self::Vouchers(_) | Self::Periods => Effect::Reads,
        }
    }
}

impl Voucher {
    /// A voucher of this description, date and amount.
    #[must_use]
    pub fn new(description: impl Into<String>, date: impl Into<String>, kronor: u32) -> Self {
        Self {
            description: description.into(),
            date: date.into(),
            kronor,
            account: "3001",
            short_by: 0,
        }
    }

    /// Typed with so much too little on the credit side.
    #[must_use]
    pub fn short_by(self, short_by: u32) -> Self {
        Self { short_by, ..self }
    }

    /// With an account that the chart does not have.
    #[must_use]
    pub fn astray(self) -> Self {
        Self {
            account: "9999",
            ..self
        }
    }

    fn arguments(&self) -> Value {
        json!({
            "date": self.date,
            "description": self.description,
            "lines": [
                {"account": "1930", "debit": self.kronor},
                {"account": self.account, "credit": self.kronor - self.short_by},
            ],
        })
    }
}

/// The arguments of the call for one row of a file.
#[must_use]
pub fn row_of(rows: &[Voucher], place: usize) -> JsonObject {
    let row = rows.get(place).map(std::slice::from_ref).unwrap_or_default();
    object(json!({"content": file(row)}))
}

fn file(rows: &[Voucher]) -> String {
    let lines = rows
        .iter()
        .map(|row| format!("{};{};{};{}", row.date, row.description, row.account, row.kronor));
    std::iter::once(HEADING.to_owned())
        .chain(lines)
        .collect::<Vec<_>>()
        .join("\n")
}

pub(crate) fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(members) => members,
        _ => JsonObject::new(),
    }
}
