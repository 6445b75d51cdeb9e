//! What is counted.

use std::collections::{BTreeMap, HashMap};

use errtax_core::Class;

use crate::classify::case::{Case, Input};
use crate::classify::decide::{By, Decision};
use crate::classify::fault::Told;

use super::shape::shape;

/// The most shapes that are told apart, so that a log of a thousand million different lines does not fill the memory.
const MAX_SHAPES: usize = 20_000;
/// The most lines that could not be read of which it is told why.
const MAX_FAULTS: usize = 20;

/// What a log amounts to.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// How many were classified.
    pub(super) all: u64,
    /// How many of them may be sent again.
    pub(super) retryable: u64,
    /// By class, in the order of the vocabulary.
    pub(super) classes: BTreeMap<Class, Count>,
    /// By the code that the agent gets.
    pub(super) codes: BTreeMap<&'static str, Count>,
    /// By what decided.
    evidence: HashMap<String, Count>,
    /// How many were decided by further evidence.
    pub(super) unlisted: u64,
    /// By the rule of the registry, in the order in which they are tried.
    pub(super) rules: BTreeMap<usize, u64>,
    /// How many no rule knew.
    pub(super) unknown: u64,
    /// Those that no rule knew.
    shapes: HashMap<String, u64>,
    /// How many of those are of further shapes.
    pub(super) unshaped: u64,
    /// How many lines could not be read.
    pub(super) unread: u64,
    /// Why, of the first of them.
    pub(super) faults: Vec<Told>,
}

/// How many, and how many of them may be sent again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    pub(super) all: u64,
    pub(super) retryable: u64,
}

impl Count {
    fn add(&mut self, decision: &Decision) {
        self.all += 1;
        self.retryable += u64::from(decision.retryable);
    }
}

impl Sums {
    /// Counts a case of which this was decided, because of that.
    pub(super) fn add(&mut self, case: &Case, decision: &Decision, because: String) {
        self.all += 1;
        self.retryable += u64::from(decision.retryable);
        self.classes.entry(decision.class).or_default().add(decision);
        self.codes.entry(decision.code.code).or_default().add(decision);
        if let By::Rule(at, ..) = decision.by {
            *self.rules.entry(at).or_default() += 1;
        }
        if decision.is_unknown() {
            self.unknown += 1;
            self.add_shape(said(&case.input));
        } else {
            self.add_evidence(because, decision);
        }
    }

    /// Counts a line that could not be read.
    pub(super) fn add_fault(&mut self, told: Told) {
        self.unread += 1;
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(told);
        }
    }

    fn add_evidence(&mut self, because: String, decision: &Decision) {
        if self.evidence.len() < MAX_SHAPES || self.evidence.contains_key(&because) {
            self.evidence.entry(because).or_default().add(decision);
        } else {
            self.unlisted += 1;
        }
    }

    fn add_shape(&mut self, shape: String) {
        if let Some(count) = self.shapes.get_mut(&shape) {
            *count += 1;
        } else if self.shapes.len() < MAX_SHAPES {
            self.shapes.insert(shape, 1);
        } else {
            self.unshaped += 1;
        }
    }

    /// The shapes that no rule knew, the most frequent first.
    pub(super) fn shapes(&self) -> Vec<(&str, u64)> {
        let mut shapes: Vec<(&str, u64)> = self
            .shapes
            .iter()
            .map(|(shape, count)| (shape.as_str(), *count))
            .collect();
        shapes.sort_by(|(one, many), (other, more)| more.cmp(many).then_with(|| one.cmp(other)));
        shapes
    }

    /// What decided, the most frequent first.
    pub(super) fn evidence(&self) -> Vec<(&str, Count)> {
        let mut evidence: Vec<(&str, Count)> = self
            .evidence
            .iter()
            .map(|(said, count)| (said.as_str(), *count))
            .collect();
        evidence.sort_by(|(one, many), (other, more)| more.all.cmp(&many.all).then_with(|| one.cmp(other)));
        evidence
    }
}

/// What a failure of which nothing is known says: its code, and the shape of its message.
fn said(input: &Input) -> String {
    match input {
        Input::Messages(messages) => shape(&messages.join(": ")),
        Input::SqlState { code, text } => format!("SQLSTATE {code}: {}", shape(text)),
        Input::MySql { number, text, .. } => format!("MySQL {number}: {}", shape(text)),
        Input::SqlServer { number, text } => format!("SQL Server {number}: {}", shape(text)),
        Input::Oracle { number, text } => format!("ORA-{number:05}: {}", shape(text)),
        Input::Sqlite { code, text } => format!("SQLite {code}: {}", shape(text)),
        Input::Mongo {
            code: Some(code), text, ..
        } => format!("MongoDB {code}: {}", shape(text)),
        Input::Mongo { text, .. } => format!("MongoDB: {}", shape(text)),
        Input::Redis { text } => format!("Redis: {}", shape(text)),
        Input::Kafka { name, text } => format!("{}: {}", shape(name), shape(text)),
        Input::Http { status, body, .. } => format!("HTTP {status}: {}", shape(body)),
        Input::Grpc { code, text, .. } => format!("gRPC {code}: {}", shape(text)),
        Input::Io { kind, text, .. } => format!("io {kind:?}: {}", shape(text)),
    }
}
