//! The report: five lines that are always there and claim nothing that was not verified.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::op::{Op, Outcome};
use super::rule::Rule;
use super::task::Task;
use super::text::{harmless, is_harmless};

/// What came of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Everything was verified.
    Done,
    /// Some was verified, some failed.
    Partial,
    /// Nothing landed.
    Failed,
    /// At least one write could not be verified.
    Unknown,
}

impl Status {
    const WORDS: [(Self, &'static str); 4] = [
        (Self::Done, "done"),
        (Self::Partial, "partial"),
        (Self::Failed, "failed"),
        (Self::Unknown, "unknown"),
    ];

    /// By whether anything is done, failed, unknown.
    pub(super) const fn of(done: bool, failed: bool, unknown: bool) -> Self {
        match (done, failed, unknown) {
            (_, _, true) => Self::Unknown,
            (_, false, false) => Self::Done,
            (true, true, false) => Self::Partial,
            (false, true, false) => Self::Failed,
        }
    }

    /// Its word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Partial => "partial",
            Self::Failed => "failed",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The report of a task. Its text has exactly five lines, whatever tools said, and reads back as the same report.
///
/// ```
/// use std::time::Duration;
///
/// use errtax::recovery::{Call, Report, Reply, Task, Tool};
///
/// static GET: Tool = Tool::read("get_voucher");
/// let mut task = Task::new("look");
/// let call = task.begin(Call::new(&GET).repeatable().ok_or("a write")?, Duration::ZERO)?;
/// let _ = task.on_reply(call, &Reply::OK, Duration::from_millis(20), Default::default());
///
/// let text = task.report().to_string();
/// assert_eq!(text, "\
/// RECOVERY v1 task look status done calls 1 elapsed 0s
/// RECOVERY v1 done: get_voucher (ack)
/// RECOVERY v1 failed: none
/// RECOVERY v1 unknown: none
/// RECOVERY v1 next: none");
/// assert_eq!(text.parse(), Ok(task.report()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    task: String,
    status: Status,
    calls: u32,
    elapsed: u64,
    done: Vec<String>,
    failed: Vec<String>,
    unknown: Vec<String>,
    next: Vec<String>,
}

impl Report {
    /// Reads a report.
    ///
    /// # Errors
    ///
    /// When the text is not exactly a report, or claims a status that does not follow from its other lines.
    pub fn parse(text: &str) -> Result<Self, NoReport> {
        text.parse()
    }

    /// The name of the task, as it stands in the report.
    #[must_use]
    pub fn task(&self) -> &str {
        &self.task
    }

    /// What came of it.
    #[must_use]
    pub const fn status(&self) -> Status {
        self.status
    }

    /// How many calls were sent, reads included.
    #[must_use]
    pub const fn calls(&self) -> u32 {
        self.calls
    }

    /// From the first call to the last thing that happened, rounded to the second.
    #[must_use]
    pub const fn elapsed(&self) -> Duration {
        Duration::from_secs(self.elapsed)
    }

    /// What is verified, and by what: `(ack)` for an answer that came after it was done, `(read)` for a fresh read.
    #[must_use]
    pub fn done(&self) -> &[String] {
        &self.done
    }

    /// What did not happen, and the rule that ended it.
    #[must_use]
    pub fn failed(&self) -> &[String] {
        &self.failed
    }

    /// Writes of which nobody knows whether they happened.
    #[must_use]
    pub fn unknown(&self) -> &[String] {
        &self.unknown
    }

    /// What is left to do for whoever reads this.
    #[must_use]
    pub fn next(&self) -> &[String] {
        &self.next
    }
}

impl Task {
    /// The report as things stand: a write that is still under way is unknown, everything else that is open failed.
    #[must_use]
    pub fn report(&self) -> Report {
        let (mut done, mut failed, mut unknown, mut next) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (place, op) in self.ops.iter().enumerate().filter(|(_, op)| op.first_item.is_none()) {
            let name = self.name_of(op);
            match op.told() {
                Outcome::Done(rule) => done.push(format!("{name} ({})", verified_by(rule))),
                Outcome::Failed(rule) => {
                    let more = if op.sent.sends == 0 { ", not started" } else { "" };
                    failed.push(format!("{name} ({rule}{}{more})", self.shown_code(op)));
                    if !self.is_done_later(place, op) {
                        next.extend(advice(rule).map(|advice| format!("{advice} {name}")));
                    }
                }
                Outcome::Unknown(rule) => {
                    unknown.push(format!("{name} ({rule})"));
                    next.push(format!("read whether it is there before any resend of {name}"));
                }
                Outcome::Open => {}
            }
        }
        let status = Status::of(!done.is_empty(), !failed.is_empty(), !unknown.is_empty());
        let mut told = HashSet::new();
        next.retain(|advice: &String| told.insert(advice.clone()));
        Report {
            task: named(&self.name),
            status,
            calls: self.calls(),
            elapsed: u64::try_from((self.elapsed().as_millis() + 500) / 1_000).unwrap_or(u64::MAX),
            done,
            failed,
            unknown,
            next,
        }
    }

    /// Whether the same call was planned again and came to what it should: whoever made it once more would do it twice.
    fn is_done_later(&self, place: usize, op: &Op) -> bool {
        let is_done = |other: &Op| matches!(other.outcome, Outcome::Done(_)) && other.sent.key == op.sent.key;
        self.ops.iter().skip(place + 1).any(is_done)
    }

    /// The name of a call, as the report has it; of an item with that of its batch.
    pub(super) fn name_of(&self, op: &Op) -> String {
        if let Some((batch, place)) = op.item_of {
            if let Some(batch) = self.op(batch) {
                let item = batch.items.as_deref().and_then(|items| items.get(usize::from(place)));
                return format!(
                    "{}[{}]",
                    self.name_of(batch),
                    item.map_or_else(String::new, |item| named(item))
                );
            }
        }
        named(op.name.as_deref().unwrap_or(&op.tool.name))
    }

    fn shown_code(&self, op: &Op) -> String {
        let code = op.sent.refused.and_then(|(_, code)| self.codes.get(usize::from(code)));
        code.map_or_else(String::new, |code| format!(": {}", harmless(code)))
    }
}

fn named(name: &str) -> String {
    let name = harmless(name);
    if name.is_empty() { "unnamed".to_owned() } else { name }
}

const fn verified_by(rule: Rule) -> &'static str {
    match rule {
        Rule::ReadShows | Rule::Changed => "read",
        Rule::DuplicateShown => "state",
        _ => "ack",
    }
}

/// What a person or an agent can do about what failed.
const fn advice(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::Auth => "renew the credential, then call",
        Rule::BadInput => "correct the arguments, then call",
        Rule::Precondition => "take the step that the error names, then call",
        Rule::Conflict | Rule::LoopNoChange => "read the state before anything else is done about",
        Rule::LoopUndo => "ask a person whether to undo by",
        Rule::AttemptsExhausted
        | Rule::RecoveryCallsExhausted
        | Rule::Deadline
        | Rule::ServerWaitPastDeadline
        | Rule::ResendUsed
        | Rule::Cancelled
        | Rule::Unfinished
        | Rule::Partial => "later, in a new task, call",
        _ => return None,
    })
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "RECOVERY v1 task {} status {} calls {} elapsed {}s",
            self.task, self.status, self.calls, self.elapsed
        )?;
        let lines = [
            ("done", &self.done),
            ("failed", &self.failed),
            ("unknown", &self.unknown),
            ("next", &self.next),
        ];
        for (position, (label, items)) in lines.into_iter().enumerate() {
            let text = if items.is_empty() {
                "none".to_owned()
            } else {
                items.join("; ")
            };
            let end = if position < 3 { "\n" } else { "" };
            write!(f, "RECOVERY v1 {label}: {text}{end}")?;
        }
        Ok(())
    }
}

/// A text that is no report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoReport {
    line: u8,
    /// What the status would have to be.
    follows: Option<Status>,
}

impl NoReport {
    const fn at(line: u8) -> Self {
        Self { line, follows: None }
    }
}

impl fmt::Display for NoReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.follows {
            Some(follows) => write!(f, "not a report: by its other lines the status is `{follows}`"),
            None => write!(f, "not a report: line {} is not what it should be", self.line),
        }
    }
}

impl std::error::Error for NoReport {}

impl FromStr for Report {
    type Err = NoReport;

    fn from_str(text: &str) -> Result<Self, NoReport> {
        let text = text.strip_suffix('\n').unwrap_or(text);
        let mut lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
        let (task, status, calls, elapsed) = lines.next().and_then(first_line).ok_or(NoReport::at(1))?;
        let mut items = |line: u8, label: &str| {
            let prefix = format!("RECOVERY v1 {label}: ");
            let rest = lines.next().and_then(|line| line.strip_prefix(&prefix));
            let items: Vec<String> = match rest.ok_or(NoReport::at(line))? {
                "none" => Vec::new(),
                items => items.split("; ").map(str::to_owned).collect(),
            };
            // What errtax writes is harmless already. What is not is forged, or of somebody who does not defuse.
            let is_sound = |item: &String| !item.trim().is_empty() && is_harmless(item);
            items.iter().all(is_sound).then_some(items).ok_or(NoReport::at(line))
        };
        let report = Self {
            task,
            status,
            calls,
            elapsed,
            done: items(2, "done")?,
            failed: items(3, "failed")?,
            unknown: items(4, "unknown")?,
            next: items(5, "next")?,
        };
        if lines.next().is_some() {
            return Err(NoReport::at(6));
        }
        let follows = Status::of(
            !report.done.is_empty(),
            !report.failed.is_empty(),
            !report.unknown.is_empty(),
        );
        match follows == report.status {
            true => Ok(report),
            false => Err(NoReport {
                line: 1,
                follows: Some(follows),
            }),
        }
    }
}

/// From its end, because a task may be called anything.
fn first_line(line: &str) -> Option<(String, Status, u32, u64)> {
    let rest = line.strip_prefix("RECOVERY v1 task ")?;
    let (rest, elapsed) = rest.strip_suffix('s')?.rsplit_once(" elapsed ")?;
    let (rest, calls) = rest.rsplit_once(" calls ")?;
    let (task, status) = rest.rsplit_once(" status ")?;
    let (status, _) = Status::WORDS.into_iter().find(|(_, word)| *word == status)?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(calls) || !is_number(elapsed) {
        return None;
    }
    Some((task.to_owned(), status, calls.parse().ok()?, elapsed.parse().ok()?))
}
