//! For a code host: one annotation a finding, each with its file and line, so that it shows in the change itself.
//!
//! The form is that of GitHub's workflow commands; data and properties are escaped as its own toolkit does.

use std::fmt::Write as _;
use std::io::{self, Write};

use errtax_build::finding::{Finding, Level};

use crate::trouble::Trouble;

use super::human::LAST_WORDS;
use super::{Check, Offered, Report, base, count, counts};

pub(super) fn check(check: &Check<'_>, out: &mut impl Write) -> io::Result<()> {
    let lines = base::lines(check);
    if let (Some(report), false) = (check.packages.first(), lines.is_empty()) {
        let compared: usize = check.packages.iter().map(Report::compared).sum();
        let text = format!("compared {} with {}", count(compared, "code"), lines.join("\n"));
        let file = report.package.show_from_repository(&report.package.registry);
        writeln!(out, "{}", command("notice", &file, 1, 1, "base", &text))?;
    }
    for report in &check.packages {
        print(report, out)?;
    }
    Ok(())
}

pub(super) fn print(report: &Report<'_>, out: &mut impl Write) -> io::Result<()> {
    findings(report, out)?;
    if let Some(Offered { tools, tokens }) = report.offered {
        let (tools, tokens) = (count(tools, "tool"), count(tokens, "token"));
        return writeln!(
            out,
            "checked {tools} ({tokens}): {}",
            count(report.findings.len(), "finding")
        );
    }
    let (codes, frozen) = counts(report.analysis);
    writeln!(
        out,
        "checked {} ({frozen} frozen): {}",
        count(codes, "code"),
        count(report.findings.len(), "finding")
    )
}

pub(super) fn findings(report: &Report<'_>, out: &mut impl Write) -> io::Result<()> {
    for finding in &report.findings {
        writeln!(out, "{}", annotation(report, finding))?;
    }
    Ok(())
}

pub(super) fn trouble(trouble: &Trouble, out: &mut impl Write) -> io::Result<()> {
    let Trouble {
        message,
        help,
        file,
        line,
        column,
        said,
    } = trouble;
    let mut text = message.clone();
    if !said.is_empty() {
        let _ = write!(text, "\n{LAST_WORDS}:\n{}", said.join("\n"));
    }
    writeln!(
        out,
        "{}",
        command(
            "error",
            file,
            *line,
            *column,
            "could not judge",
            &format!("{text}\nhelp: {help}")
        )
    )
}

fn annotation(report: &Report<'_>, finding: &Finding) -> String {
    let sources = &report.analysis.sources;
    let registry = || report.package.show_from_repository(&report.package.registry);
    let shown = |place| {
        let file = sources.file(place);
        match (&file.revision, file.path.is_empty()) {
            (Some(_), _) => report.show(place),
            (None, true) => registry(),
            (None, false) => report.package.show_from_repository(&file.path),
        }
    };
    let kind = match finding.level {
        Level::Note => "notice",
        Level::Warning => "warning",
        _ => "error",
    };
    let mut text = finding.message.clone();
    if !finding.label.is_empty() {
        let _ = write!(text, " ({})", finding.label);
    }
    for (place, label) in &finding.related {
        let _ = write!(
            text,
            "\n{}:{}: {label}",
            shown(place.file),
            sources.line_column(*place).line
        );
    }
    if !finding.help.is_empty() {
        let _ = write!(text, "\nhelp: {}", finding.help);
    }
    let at = sources.line_column(finding.place);
    if sources.file(finding.place.file).revision.is_none() {
        return command(
            kind,
            &shown(finding.place.file),
            at.line,
            at.column,
            finding.rule.id,
            &text,
        );
    }
    // A file of the base is in no change, and would be shown nowhere.
    let text = format!("{}:{}: {text}", shown(finding.place.file), at.line);
    command(kind, &registry(), 1, 1, finding.rule.id, &text)
}

/// An annotation of a line.
pub(crate) fn command(kind: &str, file: &str, line: usize, column: usize, title: &str, text: &str) -> String {
    let file = property(file);
    let title = property(&format!("errtax: {title}"));
    format!(
        "::{kind} file={file},line={line},col={column},title={title}::{}",
        data(text)
    )
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_ends_the_annotation_or_starts_another() {
        let line = command("error", "a,b:c.toml", 3, 7, "x::y", "one\r\n::error::two 100%");
        assert_eq!(
            line,
            "::error file=a%2Cb%3Ac.toml,line=3,col=7,title=errtax%3A x%3A%3Ay::one%0D%0A::error::two 100%25"
        );
    }
}
