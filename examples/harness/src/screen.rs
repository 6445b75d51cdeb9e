//! What is shown.

use std::io::{self, Write};

use clap::builder::styling::{AnsiColor, Style};
use errtax::recovery::Limits;
use serde_json::Value;

use crate::compare::{Line, Verdict};
use crate::fault::Fault;
use crate::limits::Used;
use crate::schedule::{Outcome, Played};
use crate::wire::{Heard, Sent};

const WIDTH: usize = 100;

/// What the words mean, for whoever sees them for the first time.
const LEGEND: &str = "\
A harness carries out ten tasks against the accounting server, over a line on which things go wrong.
Below each: when it sent what, and what came of it; then its report. There (ack) means: the server
answered; (state): it showed what it had done before; (read): a read showed it.";

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// Prints. What the stream cannot show, colours above all, is its own affair.
#[derive(Debug)]
pub struct Screen<W> {
    out: W,
}

impl<W: Write> Screen<W> {
    /// A screen.
    pub const fn new(out: W) -> Self {
        Self { out }
    }

    /// The tasks in short: what went over the line, and the report.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn tasks(&mut self, outcome: &Outcome) -> io::Result<()> {
        writeln!(self.out, "{LEGEND}")?;
        for (played, number) in outcome.played.iter().zip(1..) {
            writeln!(
                self.out,
                "{BOLD}{number}. {}{BOLD:#}: {}",
                played.plan.name, played.plan.shows
            )?;
            let sent: Vec<String> = played.ended.sent.iter().map(short).collect();
            for line in wrap(&sent, WIDTH - 3) {
                writeln!(self.out, "   {DIM}{line}{DIM:#}")?;
            }
            for line in played.ended.report.lines() {
                let style = if line.ends_with(": none") { DIM } else { Style::new() };
                writeln!(self.out, "   {style}{line}{style:#}")?;
            }
        }
        Ok(())
    }

    /// The tasks with all that is known of them.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn trace(&mut self, outcome: &Outcome) -> io::Result<()> {
        for (played, number) in outcome.played.iter().zip(1..) {
            let Played { plan, ended, .. } = played;
            writeln!(
                self.out,
                "{BOLD}{}{BOLD:#}: knows {:?}, the person says {}",
                plan.name,
                plan.knowledge,
                if plan.person_agrees { "yes" } else { "no" }
            )?;
            for step in &plan.steps {
                writeln!(self.out, "   planned: {step:?}")?;
            }
            for sent in &ended.sent {
                writeln!(self.out, "   {}", long(sent))?;
            }
            for at in &ended.unconnected {
                writeln!(self.out, "   {:.3} s no new connection came about", at.as_secs_f64())?;
            }
            let json: Value = serde_json::from_str(&ended.task.to_json()).unwrap_or_default();
            for entry in json.get("ledger").and_then(Value::as_array).into_iter().flatten() {
                writeln!(self.out, "   {DIM}{}{DIM:#}", decision(entry))?;
            }
            for line in ended.report.lines() {
                writeln!(self.out, "   {line}")?;
            }
            for line in &played.lines {
                self.line(Some(number), line)?;
            }
            for broken in &played.broken {
                writeln!(self.out, "   {BAD}{broken}{BAD:#}")?;
            }
        }
        Ok(())
    }

    /// The books beside the claims, a line each, and whether they agree.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn comparison(&mut self, outcome: &Outcome) -> io::Result<()> {
        writeln!(
            self.out,
            "{BOLD}What the reports claim, and what the books hold{BOLD:#}"
        )?;
        for (played, number) in outcome.played.iter().zip(1..) {
            for line in &played.lines {
                self.line(Some(number), line)?;
            }
        }
        for line in &outcome.unexplained {
            self.line(None, line)?;
        }
        let lines = || {
            let told = outcome.played.iter().flat_map(|played| &played.lines);
            told.chain(&outcome.unexplained).map(|line| line.verdict)
        };
        let count = |verdict: Verdict| lines().filter(|other| *other == verdict).count();
        let wrong = lines().filter(|verdict| matches!(verdict, Verdict::Wrong(_))).count();
        if wrong == 0 {
            writeln!(
                self.out,
                "{GOOD}{} claims, none of them false: {} agree with the books, {} say that nobody knows, {} only read{GOOD:#}",
                lines().count(),
                count(Verdict::Agrees),
                count(Verdict::Open),
                count(Verdict::NoTrace),
            )?;
        } else {
            writeln!(
                self.out,
                "{BAD}{wrong} of {} differ from the books{BAD:#}",
                lines().count()
            )?;
        }
        self.limits(outcome)
    }

    /// How much of the limits was used, and the rules that were broken.
    fn limits(&mut self, outcome: &Outcome) -> io::Result<()> {
        let used = outcome.played.iter().map(|played| played.used);
        let used = used.fold(Used::default(), Used::max);
        let limits = Limits::DEFAULT;
        writeln!(
            self.out,
            "most of a task, as the line saw it: {} of {} attempts, {} of {} recovery calls, {:.1} of {} s",
            used.attempts,
            limits.attempts_per_call,
            used.recovery_calls,
            limits.recovery_calls,
            used.recovery_time.as_secs_f64(),
            limits.recovery_time.as_secs()
        )?;
        let mut count = 0;
        for (played, number) in outcome.played.iter().zip(1..) {
            for broken in &played.broken {
                writeln!(self.out, "  {number:>3} {BAD}{broken}{BAD:#}")?;
                count += 1;
            }
        }
        if count == 0 {
            writeln!(self.out, "{GOOD}no rule was broken{GOOD:#}")
        } else {
            writeln!(self.out, "{BAD}{count} times a rule was broken{BAD:#}")
        }
    }

    fn line(&mut self, task: Option<u32>, line: &Line) -> io::Result<()> {
        let (style, verdict) = match line.verdict {
            Verdict::Agrees => (GOOD, "agrees"),
            Verdict::Open => (GOOD, "may be either"),
            Verdict::NoTrace => (GOOD, "leaves no trace"),
            Verdict::Wrong(wrong) => (BAD, wrong),
        };
        let task = task.map_or_else(String::new, |task| task.to_string());
        writeln!(
            self.out,
            "  {task:>3} {:16} {:37} {:11} {style}{verdict}{style:#}",
            line.name, line.words, line.books
        )
    }
}

/// A call in a few words: when, what, and what it met or came to.
fn short(sent: &Sent) -> String {
    let met = match (&sent.heard, sent.fault) {
        (Some((_, Heard::Failure(code))), Fault::None) => code.clone(),
        (_, Fault::None) => "answered".to_owned(),
        (_, fault) => fault.to_string(),
    };
    format!("{:.1} s {} → {met}", sent.at.as_secs_f64(), sent.tool)
}

fn long(sent: &Sent) -> String {
    let arguments = Value::Object(sent.arguments.clone());
    let arrived = if sent.arrived { "arrived" } else { "did not arrive" };
    let heard = match &sent.heard {
        Some((at, heard)) => format!("{:.3} s {heard:?}", at.as_secs_f64()),
        None => "nothing was heard".to_owned(),
    };
    format!(
        "{:.3} s step {} {} {arguments}: {}, {arrived}; {heard}",
        sent.at.as_secs_f64(),
        sent.step,
        sent.tool,
        sent.fault
    )
}

fn decision(entry: &Value) -> String {
    let text = |name: &str| entry.get(name).and_then(Value::as_str).unwrap_or("-").to_owned();
    let number = |name: &str| entry.get(name).and_then(Value::as_u64).unwrap_or(0);
    format!(
        "{:.3} s {} {} {} → {}, wait {} ms",
        number("at_ms") as f64 / 1000.0,
        text("name"),
        text("event"),
        text("code"),
        text("rule"),
        number("wait")
    )
}

/// Lines of these parts, as few as fit.
fn wrap(parts: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.chars().count() + part.chars().count() + 3 <= width => {
                line.push_str(" · ");
                line.push_str(part);
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
}
