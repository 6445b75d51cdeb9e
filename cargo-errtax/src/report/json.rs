//! For a program: one document, always the same keys.

use std::io::{self, Write};

use errtax_build::finding::Finding;
use serde::Serialize;

use crate::edit::Done;
use crate::trouble::Trouble;

use super::{Check, Report, base, level_word};

/// `schema/check.schema.json` describes it.
#[derive(Serialize)]
struct Document {
    /// What was compared with, beside the lock; only a check that was asked for it has one.
    base: Option<BaseEntry>,
    /// How many codes of the base were, else of the lock.
    compared: usize,
    findings: Vec<Entry>,
    /// The files that were written; only commands that write have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<Vec<String>>,
    /// The same of a dry run.
    #[serde(skip_serializing_if = "Option::is_none")]
    would_write: Option<Vec<String>>,
    /// The codes that the lock records for the first time; only commands that write have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded: Option<Vec<String>>,
    /// What was done, one entry a step; only commands that write have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<Vec<Step>>,
    /// What is worth knowing; the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<Vec<String>>,
    /// What the author has yet to do; the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<Vec<String>>,
    /// What the server offers; only `tools` has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    offered: Option<OfferedEntry>,
    /// Why nothing could be said; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<Obstacle>,
}

#[derive(Serialize)]
struct OfferedEntry {
    tools: usize,
    tokens: usize,
}

#[derive(Serialize)]
struct BaseEntry {
    r#ref: String,
    commit: Option<String>,
    merge_base: bool,
    day: Option<String>,
    registries: Vec<RegistryEntry>,
}

#[derive(Serialize)]
struct RegistryEntry {
    file: String,
    old_file: Option<String>,
    found: Option<&'static str>,
    compared: usize,
}

#[derive(Serialize)]
struct Step {
    did: &'static str,
    codes: Vec<String>,
    said: String,
}

#[derive(Serialize)]
struct Entry {
    rule: &'static str,
    level: &'static str,
    code: Option<String>,
    /// Those that it stands for, where it stands for several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    codes: Vec<String>,
    field: Option<String>,
    file: String,
    line: usize,
    column: usize,
    old: Option<String>,
    new: Option<String>,
    old_file: Option<String>,
    old_line: Option<usize>,
    message: String,
    help: String,
}

#[derive(Serialize)]
struct Obstacle {
    file: String,
    line: usize,
    column: usize,
    message: String,
    help: String,
    /// The last lines that a server wrote to standard error.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    said: Vec<String>,
}

pub(super) fn check(check: &Check<'_>, out: &mut impl Write) -> io::Result<()> {
    let base = check.base.map(|base| BaseEntry {
        r#ref: base.reference.clone(),
        commit: base.commit.clone(),
        merge_base: base.merge_base,
        day: base.day.clone(),
        registries: check.packages.iter().map(registry).collect(),
    });
    let findings = check
        .packages
        .iter()
        .flat_map(|report| report.findings.iter().map(|finding| entry(report, finding)));
    let document = Document {
        base,
        compared: check.packages.iter().map(Report::compared).sum(),
        findings: findings.collect(),
        written: check.fixed.clone(),
        would_write: None,
        recorded: None,
        done: None,
        notes: None,
        left: None,
        offered: None,
        trouble: None,
    };
    write(&document, out)
}

fn registry(report: &Report<'_>) -> RegistryEntry {
    let side = report.compared.as_ref().and_then(|compared| compared.side);
    RegistryEntry {
        file: report.package.show(&report.package.registry),
        old_file: side.map(|side| side.show(&side.registry)),
        found: base::how_word(side),
        compared: report.compared(),
    }
}

pub(super) fn print(report: &Report<'_>, out: &mut impl Write) -> io::Result<()> {
    let files = |dry_run: bool| {
        let written = report.written.as_ref().filter(|written| written.dry_run == dry_run);
        written.map(|written| written.files.clone())
    };
    let document = Document {
        base: None,
        compared: report.compared(),
        findings: report.findings.iter().map(|finding| entry(report, finding)).collect(),
        written: files(false),
        would_write: files(true),
        recorded: report.written.as_ref().map(|written| written.recorded.clone()),
        done: report
            .written
            .as_ref()
            .map(|written| written.done.iter().map(step).collect()),
        notes: report.written.as_ref().map(|written| written.notes.clone()),
        left: report.written.as_ref().map(|written| written.left.clone()),
        offered: report.offered.map(|offered| OfferedEntry {
            tools: offered.tools,
            tokens: offered.tokens,
        }),
        trouble: None,
    };
    write(&document, out)
}

fn step(done: &Done) -> Step {
    Step {
        did: done.did,
        codes: done.codes.clone(),
        said: done.said.clone(),
    }
}

pub(super) fn trouble(trouble: &Trouble, out: &mut impl Write) -> io::Result<()> {
    let obstacle = Obstacle {
        file: trouble.file.clone(),
        line: trouble.line,
        column: trouble.column,
        message: trouble.message.clone(),
        help: trouble.help.clone(),
        said: trouble.said.clone(),
    };
    write(
        &Document {
            base: None,
            compared: 0,
            findings: Vec::new(),
            written: None,
            would_write: None,
            recorded: None,
            done: None,
            notes: None,
            left: None,
            offered: None,
            trouble: Some(obstacle),
        },
        out,
    )
}

fn write(document: &Document, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, document)?;
    writeln!(out)
}

fn entry(report: &Report<'_>, finding: &Finding) -> Entry {
    let sources = &report.analysis.sources;
    let place = sources.line_column(finding.place);
    let shipped = report.shipped(finding);
    Entry {
        rule: finding.rule.id,
        level: level_word(finding.level),
        code: finding.code.clone(),
        codes: finding.codes.clone(),
        field: finding.field.clone(),
        file: report.show(finding.place.file),
        line: place.line,
        column: place.column,
        old: finding.old.clone(),
        new: finding.new.clone(),
        old_file: shipped.map(|place| report.show(place.file)),
        old_line: shipped.map(|place| sources.line_column(place).line),
        message: finding.message.clone(),
        help: finding.help.clone(),
    }
}
