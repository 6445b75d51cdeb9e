//! A schedule: plans and faults, all drawn by one seed, so that a seed is all that it takes to see it again.

use std::error::Error;
use std::time::Duration;

use fastrand::Rng;
use tokio::runtime::Builder;
use tokio::time::timeout;

use crate::agent::{self, Ended};
use crate::books::Books;
use crate::compare::{self, Line, State};
use crate::fault::Faults;
use crate::ledger;
use crate::limits::{self, Used};
use crate::plan::Plan;

/// Longer than any task takes, of its own time, which is virtual.
const MOST: Duration = Duration::from_secs(3 * 60 * 60);

/// A task of a schedule that is over, and what is to be said of it.
#[derive(Debug)]
pub struct Played {
    /// What was planned.
    pub plan: Plan,
    /// What came of it.
    pub ended: Ended,
    /// What its report claims, beside the books.
    pub lines: Vec<Line>,
    /// The rules that it broke.
    pub broken: Vec<String>,
    /// How much of each limit it used.
    pub used: Used,
}

/// Tasks that were carried out on the same books.
#[derive(Debug)]
pub struct Outcome {
    /// The tasks, in their order.
    pub played: Vec<Played>,
    /// What of the books no plan explains.
    pub unexplained: Vec<Line>,
}

/// Why a schedule could not be played. Not that something went wrong on the line: that it is there for.
pub type NotPlayed = Box<dyn Error + Send + Sync>;

impl Outcome {
    /// All that is wrong, a sentence each.
    #[must_use]
    pub fn findings(&self) -> Vec<String> {
        let mut findings = Vec::new();
        for Played {
            plan, lines, broken, ..
        } in &self.played
        {
            findings.extend(lines.iter().filter_map(|line| told(&plan.name, line)));
            findings.extend(broken.iter().map(|broken| format!("{}: {broken}", plan.name)));
        }
        findings.extend(self.unexplained.iter().filter_map(|line| told("the books", line)));
        findings
    }
}

fn told(task: &str, line: &Line) -> Option<String> {
    let wrong = line.wrong()?;
    Some(format!(
        "{task}: {} {}: {wrong} ({})",
        line.name, line.words, line.books
    ))
}

/// Plays tasks one after the other on new books, in virtual time.
///
/// # Errors
///
/// When the books or a connection do not come about.
pub fn play(tasks: Vec<(Plan, Faults)>, random: &mut Rng) -> Result<Outcome, NotPlayed> {
    // Paused, so that a wait takes no time, and the clock stands still while the server works.
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build()?;
    runtime.block_on(async {
        let books = Books::open()?;
        let first = books.state()?;
        let mut before = first.clone();
        let mut played = Vec::new();
        for (plan, faults) in tasks {
            let ended = timeout(MOST, agent::carry_out(&plan, &books, faults, random.fork())).await;
            let ended = ended.map_err(|_| format!("{} does not come to an end", plan.name))??;
            let after = books.state()?;
            played.push(judge(plan, ended, &before, &after));
            before = after;
        }
        let unexplained = compare::unexplained(played.iter().map(|played| &played.plan), &first, &before);
        Ok(Outcome { played, unexplained })
    })
}

fn judge(plan: Plan, ended: Ended, before: &State, after: &State) -> Played {
    let mut broken = limits::broken(&plan, &ended);
    broken.extend(ledger::broken(&ended));
    Played {
        lines: compare::compare(&plan, &ended, before, after),
        broken,
        used: limits::used(&plan, &ended),
        plan,
        ended,
    }
}
