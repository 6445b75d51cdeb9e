//! Schedules without end: each is drawn by a seed, played, and held against the books.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use errtax::recovery::Report;
use fastrand::Rng;

use crate::draw;
use crate::schedule::{self, NotPlayed, Outcome};

/// What came of many schedules.
#[derive(Debug, Default)]
pub struct Weathered {
    /// How many were played.
    pub schedules: u64,
    /// How long that took.
    pub took: Duration,
    /// How many calls were sent.
    pub calls: u64,
    /// How many of them met a fault of each kind.
    pub faults: BTreeMap<&'static str, u64>,
    /// How many tasks ended with each status.
    pub statuses: BTreeMap<String, u64>,
    /// How many entries of ledgers were made by each rule.
    pub rules: BTreeMap<String, u64>,
    /// What was found, by seed.
    pub findings: BTreeMap<u64, Vec<String>>,
}

/// Plays one schedule.
///
/// # Errors
///
/// When it cannot be played.
pub fn play(seed: u64) -> Result<Outcome, NotPlayed> {
    let mut random = Rng::with_seed(seed);
    let tasks = draw::schedule(&mut random);
    schedule::play(tasks, &mut random)
}

/// Plays the schedules of these seeds on all processors, until they are all played or the time is up. One that was begun is
/// ended.
#[must_use]
pub fn weather(seeds: Range<u64>, time: Duration) -> Weathered {
    let began = Instant::now();
    let next = AtomicU64::new(seeds.start);
    let is_over = AtomicBool::new(false);
    let work = || {
        let mut weathered = Weathered::default();
        while !is_over.load(Ordering::Relaxed) {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                break;
            }
            weathered.add(seed);
            is_over.fetch_or(began.elapsed() > time, Ordering::Relaxed);
        }
        weathered
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut all = Weathered::default();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            if let Ok(weathered) = worker.join() {
                all.merge(weathered);
            }
        }
    });
    all.took = began.elapsed();
    all
}

impl Weathered {
    fn add(&mut self, seed: u64) {
        self.schedules += 1;
        // A panic anywhere is as much of a finding as a wrong report.
        let outcome = match catch_unwind(AssertUnwindSafe(|| play(seed))) {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(error)) => return self.found(seed, vec![format!("it could not be played: {error}")]),
            Err(_) => return self.found(seed, vec!["it panicked".to_owned()]),
        };
        for played in &outcome.played {
            let ended = &played.ended;
            for sent in &ended.sent {
                self.calls += 1;
                *self.faults.entry(sent.fault.as_str()).or_default() += 1;
            }
            let status = Report::parse(&ended.report).map_or_else(|_| "none".to_owned(), |it| it.status().to_string());
            *self.statuses.entry(status).or_default() += 1;
            for rule in ended.rules() {
                *self.rules.entry(rule).or_default() += 1;
            }
        }
        self.found(seed, outcome.findings());
    }

    fn found(&mut self, seed: u64, findings: Vec<String>) {
        if !findings.is_empty() {
            self.findings.insert(seed, findings);
        }
    }

    fn merge(&mut self, other: Self) {
        fn sum<K: Ord>(into: &mut BTreeMap<K, u64>, from: BTreeMap<K, u64>) {
            for (name, count) in from {
                *into.entry(name).or_default() += count;
            }
        }
        self.schedules += other.schedules;
        self.calls += other.calls;
        sum(&mut self.faults, other.faults);
        sum(&mut self.statuses, other.statuses);
        sum(&mut self.rules, other.rules);
        self.findings.extend(other.findings);
    }
}

/// What was played and what was found. It says of each finding how to see it again.
impl fmt::Display for Weathered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = |counts: &BTreeMap<String, u64>| {
            let each = counts.iter().map(|(name, count)| format!("{name} {count}"));
            each.collect::<Vec<_>>().join(", ")
        };
        let faults: BTreeMap<String, u64> = self
            .faults
            .iter()
            .map(|(name, count)| ((*name).to_owned(), *count))
            .collect();
        let seconds = self.took.as_secs_f64();
        let pace = self.schedules as f64 / seconds.max(0.001) * 60.0;
        writeln!(f, "{} schedules in {seconds:.1} s, {pace:.0} a minute", self.schedules)?;
        writeln!(f, "reports: {}", counts(&self.statuses))?;
        writeln!(f, "calls: {}, which met: {}", self.calls, counts(&faults))?;
        writeln!(f, "rules: {}", counts(&self.rules))?;
        for (seed, findings) in &self.findings {
            writeln!(f, "seed {seed}; see it again: cargo run -p harness -- replay {seed}")?;
            for finding in findings {
                writeln!(f, "  {finding}")?;
            }
        }
        let wrong = self.findings.len();
        write!(
            f,
            "found: {}",
            if wrong == 0 {
                "nothing".to_owned()
            } else {
                format!("{wrong} of them are wrong")
            }
        )
    }
}
