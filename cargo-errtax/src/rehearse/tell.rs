//! What came of each task: for people step by step, for machines a line.

use std::io::{self, Write};

use errtax::recovery::testkit::{NoScript, OffScript, Script, Trace};
use serde_json::{Value, json};

use crate::arguments::Format;
use crate::exit::Exit;
use crate::report::{count, github};
use crate::style::{ERROR, GOOD, STRONG};

/// Where a task stands.
#[derive(Debug)]
pub(super) struct Place<'p> {
    /// The file, as shown.
    pub(super) file: &'p str,
    /// The line, from 1.
    pub(super) line: usize,
}

/// Tells what came of tasks, one by one, and counts them.
#[derive(Debug)]
pub(super) struct Teller<W> {
    format: Format,
    out: W,
    all: usize,
    /// How many did not come out as expected.
    failed: usize,
    /// How many lines are no task.
    malformed: usize,
}

impl<W: Write> Teller<W> {
    pub(super) fn new(format: Format, out: W) -> Self {
        Self {
            format,
            out,
            all: 0,
            failed: 0,
            malformed: 0,
        }
    }

    /// It went to its end.
    pub(super) fn ended(&mut self, place: &Place<'_>, task: &Script, trace: &Trace) -> io::Result<()> {
        let faults = task.faults(trace);
        self.all += 1;
        self.failed += usize::from(!faults.is_empty());
        for member in task.unknown() {
            self.note(
                place,
                task,
                &format!("nothing is known of `{member}`, so it says nothing"),
            )?;
        }
        if self.format == Format::Json {
            for fault in &faults {
                self.note(place, task, &format!("not as expected: {fault}"))?;
            }
            return writeln!(self.out, "{}", trace.to_json());
        }
        self.head(task)?;
        self.body(&trace.to_string())?;
        for fault in &faults {
            self.fault(place, task, fault)?;
        }
        writeln!(self.out)
    }

    /// The engine sent what it has no answer for.
    pub(super) fn left_script(&mut self, place: &Place<'_>, task: &Script, left: &OffScript) -> io::Result<()> {
        let Place { file, line } = place;
        let why = format!("{file}:{line}: {}: {left}", shown(task.id()));
        self.all += 1;
        self.failed += 1;
        if self.format == Format::Json {
            let error = object(&[
                ("message", json!(why)),
                ("sent", json!(left.sent)),
                ("script", json!(left.script)),
            ]);
            // What came of it so far, so that whoever reads lines finds the same members in each.
            let so_far = left.trace.to_json();
            let so_far = so_far.strip_suffix('}').unwrap_or(&so_far);
            return writeln!(self.out, "{so_far},\"line\":{line},\"error\":{error}}}");
        }
        self.head(task)?;
        let steps: Vec<String> = left.trace.steps.iter().map(ToString::to_string).collect();
        self.body(&steps.join("\n"))?;
        self.not_as_expected(&why)?;
        self.annotate("error", place, &format!("{}: {left}", shown(task.id())))?;
        writeln!(self.out)
    }

    /// The line is none.
    pub(super) fn no_script(&mut self, place: &Place<'_>, wrong: &NoScript) -> io::Result<()> {
        let Place { file, line } = place;
        self.malformed += 1;
        let id = wrong.id().map(|id| format!("{}: ", shown(id))).unwrap_or_default();
        let why = format!("{file}:{line}: {id}it is no task: {wrong}");
        if self.format != Format::Json {
            self.annotate("error", place, &format!("{id}it is no task: {wrong}"))?;
            self.out.flush()?;
            return writeln!(anstream::stderr().lock(), "{ERROR}error{ERROR:#}: {why}");
        }
        let error = object(&[("message", json!(why)), ("member", json!(wrong.member()))]);
        let (id, line) = (json!(wrong.id()).to_string(), line.to_string());
        writeln!(self.out, "{}", raw(&[("id", &id), ("line", &line), ("error", &error)]))
    }

    /// Sums it up.
    pub(super) fn end(mut self) -> io::Result<Exit> {
        if self.format != Format::Json {
            let tasks = count(self.all, "task");
            let how = match self.failed {
                0 => format!("{GOOD}all as expected{GOOD:#}"),
                failed => format!("{ERROR}{failed} not as expected{ERROR:#}"),
            };
            match (self.all, self.malformed) {
                (_, 0) => writeln!(self.out, "rehearsed {tasks}: {how}")?,
                (0, malformed) => writeln!(self.out, "rehearsed nothing: {}", none_of(malformed))?,
                (_, malformed) => writeln!(self.out, "rehearsed {tasks}: {how}; {}", none_of(malformed))?,
            }
        }
        self.out.flush()?;
        Ok(match (self.malformed, self.failed) {
            (0, 0) => Exit::Clean,
            (0, _) => Exit::Findings,
            _ => Exit::CouldNotJudge,
        })
    }

    fn head(&mut self, task: &Script) -> io::Result<()> {
        writeln!(self.out, "{STRONG}{}{STRONG:#}", shown(task.id()))?;
        if !task.why().is_empty() {
            writeln!(self.out, "  {}", shown(task.why()))?;
        }
        Ok(())
    }

    fn body(&mut self, text: &str) -> io::Result<()> {
        text.lines().try_for_each(|line| writeln!(self.out, "  {line}"))
    }

    fn fault(&mut self, place: &Place<'_>, task: &Script, fault: &str) -> io::Result<()> {
        self.not_as_expected(fault)?;
        self.annotate("error", place, &format!("{}: {fault}", shown(task.id())))
    }

    fn not_as_expected(&mut self, what: &str) -> io::Result<()> {
        writeln!(self.out, "  {ERROR}not as expected{ERROR:#}: {what}")
    }

    /// The same for a code host, where it is to read it.
    fn annotate(&mut self, kind: &str, place: &Place<'_>, text: &str) -> io::Result<()> {
        if self.format != Format::Github {
            return Ok(());
        }
        let annotation = github::command(kind, place.file, place.line, 1, "rehearse", text);
        writeln!(self.out, "{annotation}")
    }

    /// Says something beside what is printed.
    fn note(&mut self, place: &Place<'_>, task: &Script, what: &str) -> io::Result<()> {
        let Place { file, line } = place;
        let id = shown(task.id());
        self.annotate("notice", place, &format!("{id}: {what}"))?;
        writeln!(
            anstream::stderr().lock(),
            "{STRONG}note{STRONG:#}: {file}:{line}: {id}: {what}"
        )
    }
}

fn none_of(malformed: usize) -> String {
    match malformed {
        1 => "1 line is no task".to_owned(),
        malformed => format!("{malformed} lines are no tasks"),
    }
}

/// A text of others on one line.
fn shown(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}

fn object(members: &[(&str, Value)]) -> String {
    let texts: Vec<(&str, String)> = members.iter().map(|(name, value)| (*name, value.to_string())).collect();
    raw(&texts.iter().map(|(name, text)| (*name, &**text)).collect::<Vec<_>>())
}

/// An object whose members are in this order.
fn raw(members: &[(&str, &str)]) -> String {
    let members: Vec<String> = members
        .iter()
        .map(|(name, text)| format!("\"{name}\":{text}"))
        .collect();
    format!("{{{}}}", members.join(","))
}
