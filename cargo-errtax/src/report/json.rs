//! For a program: one document, always the same keys.

use std::io::{self, Write};

use errtax_build::finding::Finding;
use serde::Serialize;

use crate::trouble::Trouble;

use super::{Report, counts, level_word};

#[derive(Serialize)]
struct Document {
    /// What was compared with.
    base: Option<String>,
    /// How many codes were.
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
    /// Why nothing could be said; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<Obstacle>,
}

#[derive(Serialize)]
struct Entry {
    rule: &'static str,
    level: &'static str,
    code: Option<String>,
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
}

pub(super) fn print(report: &Report<'_>, out: &mut impl Write) -> io::Result<()> {
    let base = report.base();
    let files = |dry_run: bool| {
        let written = report.written.as_ref().filter(|written| written.dry_run == dry_run);
        written.map(|written| written.files.clone())
    };
    let document = Document {
        compared: if base.is_some() { counts(report.analysis).0 } else { 0 },
        base,
        findings: report.findings.iter().map(|finding| entry(report, finding)).collect(),
        written: files(false),
        would_write: files(true),
        recorded: report.written.as_ref().map(|written| written.recorded.clone()),
        trouble: None,
    };
    write(&document, out)
}

pub(super) fn trouble(trouble: &Trouble, out: &mut impl Write) -> io::Result<()> {
    let obstacle = Obstacle {
        file: trouble.file.clone(),
        line: trouble.line,
        column: trouble.column,
        message: trouble.message.clone(),
        help: trouble.help.clone(),
    };
    write(
        &Document {
            base: None,
            compared: 0,
            findings: Vec::new(),
            written: None,
            would_write: None,
            recorded: None,
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
        level: level_word(finding.rule.level),
        code: finding.code.clone(),
        field: finding.field.clone(),
        file: report.package.show(&sources.file(finding.place.file).path),
        line: place.line,
        column: place.column,
        old: finding.old.clone(),
        new: finding.new.clone(),
        old_file: shipped.map(|place| report.package.show(&sources.file(place.file).path)),
        old_line: shipped.map(|place| sources.line_column(place).line),
        message: finding.message.clone(),
        help: finding.help.clone(),
    }
}
