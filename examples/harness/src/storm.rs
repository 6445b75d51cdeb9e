//! Schedules by the thousand: each is drawn by a seed, played, and held against the books.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use errtax::recovery::Report;
use fastrand::Rng;

use crate::draw;
use crate::limits::Used;
use crate::schedule::{self, NotPlayed, Outcome};

/// How long one schedule may take. It takes some thirtieth of a second.
const LONG: Duration = Duration::from_secs(60);

/// What came of many schedules.
#[derive(Debug, Default)]
pub struct Weathered {
    /// How many were to be played.
    pub asked: u64,
    /// How many were.
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
    /// How much of each limit the task used that used most of it.
    pub used: Used,
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

/// What a worker says.
enum Word {
    /// It begins this one.
    Begins(usize, u64),
    /// It has ended one, and found this.
    Ends(usize, Box<Weathered>),
}

/// Plays the schedules of these seeds on all processors, until they are all played or the time is up. One that was begun is
/// ended; one that does not come to an end is a finding, and is waited for no longer.
#[must_use]
pub fn weather(seeds: Range<u64>, time: Duration) -> Weathered {
    let began = Instant::now();
    let mut all = Weathered {
        asked: seeds.end.saturating_sub(seeds.start),
        ..Weathered::default()
    };
    let next = Arc::new(AtomicU64::new(seeds.start));
    let (say, words) = mpsc::channel();
    // By themselves, because one that hangs would never be joined.
    for number in 0..thread::available_parallelism().map_or(1, usize::from) {
        let (next, say) = (Arc::clone(&next), say.clone());
        thread::spawn(move || work(number, &next, seeds.end, &say));
    }
    drop(say);
    let mut under_way: BTreeMap<usize, (u64, Instant)> = BTreeMap::new();
    loop {
        match words.recv_timeout(Duration::from_millis(200)) {
            Ok(Word::Begins(worker, seed)) => drop(under_way.insert(worker, (seed, Instant::now()))),
            Ok(Word::Ends(worker, weathered)) => {
                under_way.remove(&worker);
                all.merge(*weathered);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if began.elapsed() > time {
            next.store(seeds.end, Ordering::Relaxed);
        }
        let is_stuck = |(_, (_, since)): &(&usize, &(u64, Instant))| since.elapsed() > LONG;
        let stuck: Vec<u64> = under_way.iter().filter(is_stuck).map(|(_, (seed, _))| *seed).collect();
        if !stuck.is_empty() {
            for seed in stuck {
                all.found(seed, vec![format!("it did not come to an end in {LONG:?}")]);
            }
            next.store(seeds.end, Ordering::Relaxed);
            break;
        }
    }
    all.took = began.elapsed();
    all
}

fn work(number: usize, next: &AtomicU64, end: u64, say: &Sender<Word>) {
    loop {
        // The counter may be set to the end at any time, and is never set back.
        let taken = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |seed| {
            (seed < end).then(|| seed + 1)
        });
        let Ok(seed) = taken else { break };
        // Where nobody listens any more, there is nothing more to do.
        if say.send(Word::Begins(number, seed)).is_err() {
            break;
        }
        let mut weathered = Weathered::default();
        weathered.add(seed);
        if say.send(Word::Ends(number, Box::new(weathered))).is_err() {
            break;
        }
    }
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
            self.used = self.used.max(played.used);
            for rule in ended.task.rules() {
                *self.rules.entry(rule.as_str().to_owned()).or_default() += 1;
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
        self.used = self.used.max(other.used);
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
        if self.schedules < self.asked {
            writeln!(f, "of {} that were to be played: then the time was up", self.asked)?;
        }
        writeln!(f, "reports: {}", counts(&self.statuses))?;
        writeln!(f, "calls: {}, which met: {}", self.calls, counts(&faults))?;
        writeln!(f, "rules: {}", counts(&self.rules))?;
        writeln!(
            f,
            "most of a task: {} attempts of a call, {} recovery calls, {:.1} s of recovery",
            self.used.attempts,
            self.used.recovery_calls,
            self.used.recovery_time.as_secs_f64()
        )?;
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
