//! For a person: the source line, a caret, the other places, and what to type.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Level as Word, Origin, Renderer, Snippet};
use errtax_build::finding::{Finding, Level};
use errtax_build::source::{FileId, Place};

use crate::style::{ERROR, GOOD, HELP, STRONG};
use crate::trouble::Trouble;

use super::{Check, Offered, Report, base, count, counts};

/// What comes before the last lines of a server.
pub(super) const LAST_WORDS: &str = "last on the server's standard error";

pub(super) fn check(check: &Check<'_>, out: &mut impl Write) -> io::Result<()> {
    for report in &check.packages {
        findings(report, out)?;
    }
    for file in check.fixed.iter().flatten() {
        paragraph(out, "wrote", file)?;
    }
    for line in base::lines(check) {
        writeln!(out, "{STRONG}base{STRONG:#}: {line}")?;
    }
    for report in &check.packages {
        writeln!(out, "{}", summary(report))?;
    }
    Ok(())
}

pub(super) fn print(report: &Report<'_>, out: &mut impl Write) -> io::Result<()> {
    findings(report, out)?;
    writeln!(out, "{}", summary(report))
}

pub(super) fn findings(report: &Report<'_>, out: &mut impl Write) -> io::Result<()> {
    let renderer = Renderer::styled();
    for finding in &report.findings {
        writeln!(out, "{}\n", renderer.render(&[group(finding, report)]))?;
    }
    Ok(())
}

pub(super) fn trouble(trouble: &Trouble, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{ERROR}error{ERROR:#}{STRONG}: {}{STRONG:#}", trouble.message)?;
    if (trouble.line, trouble.column) != (1, 1) {
        writeln!(out, " --> {}:{}:{}", trouble.file, trouble.line, trouble.column)?;
    }
    if !trouble.said.is_empty() {
        writeln!(out, "{LAST_WORDS}:")?;
        for line in &trouble.said {
            writeln!(out, "  {line}")?;
        }
    }
    writeln!(out, "{HELP}help{HELP:#}: {}", trouble.help)
}

/// A line of its own between reports, for the other commands.
pub(crate) fn paragraph(out: &mut impl Write, word: &str, text: &str) -> io::Result<()> {
    writeln!(out, "{GOOD}{word}{GOOD:#} {text}")
}

/// `` checked 76 codes of `accounting` (42 frozen) against registry.lock: clean ``.
fn summary(report: &Report<'_>) -> String {
    let Some(registry) = &report.analysis.registry else {
        let shown = report.package.show(&report.package.registry);
        if report.is_gone() {
            let codes = count(report.compared(), "code");
            return format!("{shown} is gone, with {codes} of the base: {}", verdict(report));
        }
        return format!("{ERROR}could not judge{ERROR:#} {shown}: {}", verdict(report));
    };
    if let Some(Offered { tools, tokens }) = report.offered {
        return format!(
            "checked {} of the server ({}) against `{}`: {}",
            count(tools, "tool"),
            count(tokens, "token"),
            registry.name,
            verdict(report)
        );
    }
    let (codes, frozen) = counts(report.analysis);
    let lock = report.lock();
    let against: Vec<String> = lock.into_iter().chain(base::compared(report)).collect();
    let against = match against.as_slice() {
        [] => "without a lock".to_owned(),
        all => format!("against {}", all.join(" and ")),
    };
    format!(
        "checked {} of `{}` ({frozen} frozen) {against}: {}",
        count(codes, "code"),
        registry.name,
        verdict(report)
    )
}

fn verdict(report: &Report<'_>) -> String {
    let mut errors = 0;
    let mut warnings = 0;
    let mut notes = 0;
    for finding in &report.findings {
        match finding.level {
            Level::Note => notes += 1,
            Level::Warning => warnings += 1,
            _ => errors += 1,
        }
    }
    let parts: Vec<String> = [(errors, "error"), (warnings, "warning"), (notes, "note")]
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, word)| count(number, word))
        .collect();
    if parts.is_empty() {
        return format!("{GOOD}clean{GOOD:#}");
    }
    let style = if errors > 0 || (report.deny_warnings && warnings > 0) {
        ERROR
    } else {
        STRONG
    };
    let denied = if errors == 0 && report.deny_warnings && warnings > 0 {
        " (warnings are denied)"
    } else {
        ""
    };
    format!("{style}{}{style:#}{denied}", parts.join(", "))
}

fn group<'a>(finding: &'a Finding, report: &'a Report<'_>) -> Group<'a> {
    let word = match finding.level {
        Level::Note => Word::NOTE,
        Level::Warning => Word::WARNING,
        _ => Word::ERROR,
    };
    let mut group = word
        .primary_title(finding.message.as_str())
        .id(finding.rule.id)
        .elements(places(finding, report));
    if !finding.help.is_empty() {
        group = group.element(Word::HELP.message(finding.help.as_str()));
    }
    group
}

/// One view for each file, the finding's own first, then the others in the order in which they are named.
fn places<'a>(finding: &'a Finding, report: &'a Report<'_>) -> Vec<Element<'a>> {
    let mut files: Vec<FileId> = vec![finding.place.file];
    let mut marks: BTreeMap<FileId, Vec<(Place, AnnotationKind, &str)>> = BTreeMap::new();
    marks
        .entry(finding.place.file)
        .or_default()
        .push((finding.place, AnnotationKind::Primary, &finding.label));
    for (place, text) in &finding.related {
        if !files.contains(&place.file) {
            files.push(place.file);
        }
        marks
            .entry(place.file)
            .or_default()
            .push((*place, AnnotationKind::Context, text));
    }
    files
        .into_iter()
        .map(|file| view(file, marks.get(&file).map_or(&[], Vec::as_slice), report))
        .collect()
}

fn view<'a>(id: FileId, marks: &[(Place, AnnotationKind, &'a str)], report: &'a Report<'_>) -> Element<'a> {
    let sources = &report.analysis.sources;
    let file = sources.file(id);
    let path = report.show(id);
    let spans: Vec<Range<usize>> = marks.iter().map(|(place, ..)| within(&file.text, *place)).collect();
    let first = spans.iter().map(|span| span.start).min().unwrap_or(0);
    let last = spans.iter().map(|span| span.end).max().unwrap_or(0);
    // Only the lines in question: a view costs as much as the text it is given, and registries are long.
    let start = file
        .text
        .get(..first)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |at| at + 1);
    let end = file
        .text
        .get(last..)
        .and_then(|after| after.find('\n'))
        .map_or(file.text.len(), |at| last + at);
    // A line end of another system would be shown as a character.
    let end = match file.text.get(last..end) {
        Some(rest) if rest.ends_with('\r') => end - 1,
        _ => end,
    };
    let text = file.text.get(start..end).unwrap_or_default();
    let at = Place {
        file: id,
        start,
        end: start,
    };
    let line = sources.line_column(at).line;
    if text.trim().is_empty() {
        return Origin::path(path).line(line).char_column(first - start + 1).into();
    }
    let annotations = marks.iter().zip(spans).map(|((_, kind, label), span)| {
        let mark: Annotation<'a> = kind.span(span.start - start..span.end - start);
        if label.is_empty() { mark } else { mark.label(*label) }
    });
    Snippet::source(text)
        .path(path)
        .line_start(line)
        .annotations(annotations)
        .into()
}

/// The bytes of a place, cut to what the text has: a place never makes the rendering fail.
fn within(text: &str, place: Place) -> Range<usize> {
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = floor(place.start);
    start..floor(place.end).max(start)
}

#[cfg(test)]
mod tests {
    use errtax_build::Analysis;
    use errtax_build::finding::{Rule, Stage};
    use errtax_build::source::Sources;

    use super::*;
    use crate::package::Package;

    static BROKEN: Rule = Rule {
        id: "action-changed",
        level: Level::Break,
        deprecated: Level::Break,
        draft: None,
        stage: Stage::Drift,
        why: "it is acted on",
    };

    fn package() -> Package {
        Package {
            directory: "/w/server".into(),
            shown: "server".into(),
            registry: "registry.toml".into(),
        }
    }

    fn rendered(finding: &Finding, sources: &Sources) -> String {
        let mut analysis = Analysis::default();
        analysis.sources = sources.clone();
        let report = Report {
            package: &package(),
            analysis: &analysis,
            findings: Vec::new(),
            deny_warnings: false,
            compared: None,
            written: None,
            offered: None,
        };
        Renderer::plain().render(&[group(finding, &report)])
    }

    #[test]
    fn a_finding_shows_both_places_and_what_to_type() {
        let mut sources = Sources::default();
        let registry = sources.add("registry.toml", "[codes.A]\naction = \"stop\"\n");
        let lock = sources.add("registry.lock", "version = 1\n\n[codes]\nA.action = \"retry\"\n");
        let finding = Finding::new(
            &BROKEN,
            Place {
                file: registry,
                start: 19,
                end: 25,
            },
            "A changed",
            "put it back",
        )
        .label("now")
        .related(
            Place {
                file: lock,
                start: 32,
                end: 39,
            },
            "has shipped",
        );
        let expected = "\
error[action-changed]: A changed
 --> server/registry.toml:2:10
  |
2 | action = \"stop\"
  |          ^^^^^^ now
  |
 ::: server/registry.lock:4:12
  |
4 | A.action = \"retry\"
  |            ------- has shipped
  |
  = help: put it back";
        assert_eq!(rendered(&finding, &sources), expected);
    }

    #[test]
    fn line_and_column_are_those_of_the_sources_whatever_the_text() {
        let text = "a = 1\n\tb = \"\u{e4}\u{1f980}\" # x\r\nc = 2";
        let mut sources = Sources::default();
        let file = sources.add("registry.toml", text);
        for (at, _) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            let place = Place {
                file,
                start: at,
                end: at + 1,
            };
            let shown = rendered(&Finding::new(&BROKEN, place, "m", ""), &sources);
            assert!(
                shown.contains(&format!("server/{}\n", sources.show(place))),
                "{at}: {shown}"
            );
        }
    }

    #[test]
    fn no_place_makes_the_rendering_fail() {
        for text in ["", "\n\n", "x", "\u{e4}\u{e4}", "a\r\nb\r\n"] {
            let mut sources = Sources::default();
            let file = sources.add("registry.toml", text);
            for start in 0..8 {
                for end in 0..8 {
                    let finding = Finding::new(&BROKEN, Place { file, start, end }, "m", "h").label("l");
                    let shown = rendered(&finding, &sources);
                    assert!(
                        shown.contains("server/registry.toml"),
                        "{text:?} {start}..{end}: {shown}"
                    );
                }
            }
        }
    }
}
