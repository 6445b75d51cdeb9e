//! The books beside what the reports claim of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use errtax::recovery::Report;

use crate::agent::{Ended, STEPS};
use crate::plan::{Effect, Plan, Work};

/// What a report says of a call, or of a row of a file. Of two calls for the same thing the greater one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    /// It did not happen.
    Failed,
    /// Nobody knows.
    Unknown,
    /// It happened.
    Done,
}

/// A claim, and what the books say.
#[derive(Clone, Debug)]
pub struct Line {
    /// The call or row.
    pub name: String,
    /// What the report says of it: `done (ack)`.
    pub words: String,
    /// What the books hold.
    pub books: String,
    /// What comes of putting one beside the other.
    pub verdict: Verdict,
}

/// A claim beside the books.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They say the same.
    Agrees,
    /// The report says that nobody knows, so the books may say either.
    Open,
    /// It was only read, which leaves nothing in the books.
    NoTrace,
    /// This is wrong.
    Wrong(&'static str),
}

/// How the books stood at a time.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// How many vouchers there are of each description.
    pub vouchers: BTreeMap<String, u32>,
    /// The state of each period.
    pub periods: BTreeMap<String, String>,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Unknown => "unknown",
        })
    }
}

/// Holds a report against the books, which stood so before the task, when the report was written, and after all that was still
/// under way. A line for each thing that the report speaks of, and one for each of which it does not.
#[must_use]
pub fn compare(plan: &Plan, ended: &Ended, before: &State, after: &State) -> Vec<Line> {
    let Ok(report) = Report::parse(&ended.report) else {
        return vec![Line::refuted(&plan.name, "it has no report")];
    };
    let told = told(&report);
    let made = plan
        .steps
        .iter()
        .zip(&ended.steps)
        .filter(|(_, span)| !span.is_left_out);
    let made: Vec<Vec<(String, Effect)>> = made.map(|(step, _)| step.effects()).collect();
    let effects: BTreeMap<&str, &Effect> = made.iter().flatten().map(|(name, effect)| (&**name, effect)).collect();
    let claims = Claims::of(&told, made.iter().flatten());

    let mut lines: Vec<Line> = Vec::new();
    for (name, claim, words) in &told {
        let mut line = match effects.get(&**name) {
            Some(effect) => hold(name, effect, *claim, &claims, [before, &ended.books, after]),
            None if STEPS.contains(&&**name) => step_taken(name, *claim, ended),
            None => Line::refuted(name, "no such call was made"),
        };
        let is_twice = told.iter().filter(|(other, ..)| other == name).count() > 1;
        if is_twice && effects.contains_key(&**name) {
            line.verdict = Verdict::Wrong("it is told twice");
        }
        line.words.clone_from(words);
        lines.push(line);
    }
    let is_told = |name: &str| told.iter().any(|(told, ..)| told == name);
    for step in &made {
        // The call as a whole, or each of its rows.
        let [(whole, _), rows @ ..] = &step[..] else { continue };
        let all_rows = !rows.is_empty() && rows.iter().all(|(row, _)| is_told(row));
        let no_row = !rows.iter().any(|(row, _)| is_told(row));
        if (is_told(whole), all_rows, no_row) != (true, false, true) && (is_told(whole), all_rows) != (false, true) {
            lines.push(Line::refuted(whole, "not all of it is told once"));
        }
    }
    lines
}

/// What of the books no plan explains, which began and ended so.
#[must_use]
pub fn unexplained<'p>(plans: impl IntoIterator<Item = &'p Plan>, first: &State, last: &State) -> Vec<Line> {
    let (mut posted, mut turned) = (BTreeSet::new(), BTreeSet::new());
    for plan in plans {
        for step in &plan.steps {
            match step.work.effect() {
                Effect::Posts(descriptions) => posted.extend(descriptions),
                Effect::Turns(period, _) => drop(turned.insert(period)),
                Effect::Reads => {}
            }
            // An error may name the period of a voucher as the one to unlock. A period is called by its year.
            if let (Work::Post(voucher), true) = (&step.work, step.follows_next && plan.person_agrees) {
                turned.extend(voucher.date.get(..4).map(str::to_owned));
            }
        }
    }
    let strangers = last.vouchers.iter().filter(|(name, _)| !posted.contains(*name));
    let strangers = strangers.map(|(name, count)| Line {
        books: vouchers(*count),
        ..Line::refuted(name, "no plan posts it")
    });
    let is_turned = |period: &str, state: &String| first.periods.get(period) != Some(state) && !turned.contains(period);
    let periods = last.periods.iter().filter(|(period, state)| is_turned(period, state));
    let periods = periods.map(|(period, state)| Line {
        books: format!("{period} {state}"),
        ..Line::refuted(period, "no plan turns it")
    });
    strangers.chain(periods).collect()
}

impl Line {
    fn refuted(name: &str, wrong: &'static str) -> Self {
        Self {
            name: name.to_owned(),
            words: String::new(),
            books: String::new(),
            verdict: Verdict::Wrong(wrong),
        }
    }

    /// What is wrong, if anything is.
    #[must_use]
    pub const fn wrong(&self) -> Option<&'static str> {
        match self.verdict {
            Verdict::Wrong(wrong) => Some(wrong),
            _ => None,
        }
    }
}

/// What the report speaks of: name, claim, and both claim and reason in its words.
fn told(report: &Report) -> Vec<(String, Claim, String)> {
    let lists = [
        (report.done(), Claim::Done),
        (report.failed(), Claim::Failed),
        (report.unknown(), Claim::Unknown),
    ];
    let of = |(items, claim): (&[String], Claim)| -> Vec<(String, Claim, String)> {
        let told = |item: &String| {
            let (name, why) = item.rsplit_once(" (").unwrap_or((item, ")"));
            (name.to_owned(), claim, format!("{claim} ({why}"))
        };
        items.iter().map(told).collect()
    };
    lists.into_iter().flat_map(of).collect()
}

/// What the report claims as a whole: an agent that was told "failed" may ask for the same by another call, and what it has locked
/// it may unlock.
#[derive(Debug, Default)]
struct Claims<'e> {
    vouchers: BTreeMap<&'e str, Claim>,
    periods: BTreeMap<&'e str, Expected>,
}

/// The state in which a period is, as far as a report says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// That which it had before.
    AsBefore,
    In(&'static str),
    Any,
}

impl<'e> Claims<'e> {
    /// The calls are in the order in which they were made.
    fn of(told: &[(String, Claim, String)], made: impl Iterator<Item = &'e (String, Effect)>) -> Self {
        let mut claims = Self::default();
        for (name, effect) in made {
            for claim in told
                .iter()
                .filter(|(told, ..)| told == name)
                .map(|(_, claim, _)| *claim)
            {
                claims.add(effect, claim);
            }
        }
        claims
    }

    fn add(&mut self, effect: &'e Effect, claim: Claim) {
        match effect {
            Effect::Posts(descriptions) => {
                for description in descriptions {
                    let known = self.vouchers.entry(description).or_insert(claim);
                    *known = (*known).max(claim);
                }
            }
            Effect::Turns(period, state) => {
                let known = self.periods.entry(period).or_insert(Expected::AsBefore);
                *known = match claim {
                    Claim::Failed => *known,
                    Claim::Unknown => Expected::Any,
                    Claim::Done => Expected::In(state),
                };
            }
            Effect::Reads => {}
        }
    }

    fn has_failed(&self, description: &str) -> bool {
        self.vouchers.get(description) == Some(&Claim::Failed)
    }

    fn period(&self, period: &str) -> Expected {
        self.periods.get(period).copied().unwrap_or(Expected::AsBefore)
    }
}

fn hold(name: &str, effect: &Effect, claim: Claim, claims: &Claims<'_>, [before, told, after]: [&State; 3]) -> Line {
    let (books, wrong) = match effect {
        Effect::Posts(descriptions) => {
            let count_in = |books: &State, description: &String| books.vouchers.get(description).copied().unwrap_or(0);
            let count = |description: &String| count_in(after, description);
            let is_refuted = |description: &String| claims.has_failed(description) && count(description) > 0;
            let lacks = |books: &State| descriptions.iter().any(|description| count_in(books, description) == 0);
            let wrong = if descriptions.iter().any(|description| count(description) > 1) {
                Some("posted twice")
            } else if claim == Claim::Done && lacks(after) {
                Some("not in the books")
            } else if claim == Claim::Done && lacks(told) {
                Some("not in the books yet")
            } else if descriptions.iter().any(is_refuted) {
                Some("it is in the books")
            } else {
                None
            };
            (vouchers(descriptions.iter().map(count).sum()), wrong)
        }
        Effect::Turns(period, wanted) => {
            let state = |of: &State| of.periods.get(period).cloned().unwrap_or_default();
            let (was, then, is) = (state(before), state(told), state(after));
            let wrong = match claims.period(period) {
                Expected::In(state) if is != state || then != state => Some("it is not in that state"),
                // A step that an error named may have turned it the other way.
                Expected::AsBefore if was != *wanted && is == *wanted => Some("it is in that state"),
                _ => None,
            };
            (format!("{period} {is}"), wrong)
        }
        Effect::Reads => ("only read".to_owned(), None),
    };
    Line {
        name: name.to_owned(),
        words: String::new(),
        books,
        verdict: match (wrong, effect, claim) {
            (Some(wrong), ..) => Verdict::Wrong(wrong),
            (None, Effect::Reads, _) => Verdict::NoTrace,
            (None, _, Claim::Unknown) => Verdict::Open,
            (None, ..) => Verdict::Agrees,
        },
    }
}

/// A step that an error named and that the client made as a call of the task. What it did may have been turned back since, by the task
/// itself, so it is held against what arrived.
fn step_taken(name: &str, claim: Claim, ended: &Ended) -> Line {
    let arrived = ended
        .sent
        .iter()
        .filter(|sent| sent.tool == name && sent.arrived)
        .count();
    let verdict = match claim {
        Claim::Done if arrived == 0 => Verdict::Wrong("it never arrived"),
        Claim::Unknown => Verdict::Open,
        _ => Verdict::Agrees,
    };
    Line {
        name: name.to_owned(),
        words: String::new(),
        books: match arrived {
            1 => "arrived once".to_owned(),
            arrived => format!("arrived {arrived} times"),
        },
        verdict,
    }
}

fn vouchers(count: u32) -> String {
    match count {
        0 => "no voucher".to_owned(),
        1 => "1 voucher".to_owned(),
        count => format!("{count} vouchers"),
    }
}
