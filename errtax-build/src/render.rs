//! A finding as plain text, for build scripts: the place first, as compilers and editors expect it, then the line with
//! a caret, the other places, and what to do.
//!
//! ```text
//! registry.toml:17:13: `retryable` must be a boolean, found a string
//!    |
//! 17 | retryable = "yes"
//!    |             ^^^^^ found a string
//!    = help: write `retryable = true` or `retryable = false`
//! ```

use crate::finding::Finding;
use crate::source::{Place, Sources};

/// The widest part of a source line that is shown, in characters.
const WIDTH: usize = 120;

/// Renders one finding; the last line has no line break.
#[must_use]
pub fn plain(finding: &Finding, sources: &Sources) -> String {
    let mut lines = vec![format!(
        "{}: {} [{}]",
        sources.show(finding.place),
        finding.message,
        finding.rule.id
    )];
    let numbers = finding.related.iter().map(|(place, _)| place).chain([&finding.place]);
    let margin = numbers
        .map(|place| sources.line_column(*place).line.to_string().len())
        .max()
        .unwrap_or(1);
    let mut label = finding.label.clone();
    if let (Some(old), Some(new)) = (&finding.old, &finding.new) {
        if label.is_empty() {
            label = format!("shipped as {old}, now {new}");
        }
    }
    snippet(&mut lines, finding.place, &label, margin, sources);
    for (place, text) in &finding.related {
        lines.push(format!("{:margin$}::: {}", "", sources.show(*place)));
        snippet(&mut lines, *place, text, margin, sources);
    }
    if !finding.help.is_empty() {
        lines.push(format!("{:margin$} = help: {}", "", finding.help));
    }
    lines.join("\n")
}

/// The line at `place` with a caret below what is meant. A place in an empty file has no line to show.
fn snippet(lines: &mut Vec<String>, place: Place, label: &str, margin: usize, sources: &Sources) {
    let text = &sources.file(place.file).text;
    if text.is_empty() {
        return;
    }
    let start = text
        .get(..place.start)
        .map_or(0, |before| before.rfind('\n').map_or(0, |at| at + 1));
    let end = text
        .get(place.start..)
        .and_then(|after| after.find('\n'))
        .map_or(text.len(), |at| place.start + at);
    let line = text.get(start..end).unwrap_or_default().trim_end_matches('\r');
    let number = sources.line_column(place).line;
    let before = text.get(start..place.start).unwrap_or_default();
    let marked = text
        .get(place.start..place.end.min(end))
        .unwrap_or_default()
        .trim_end_matches('\r');
    let (line, before) = cut(line, before, marked);
    let indent = width(&shown(&before));
    let carets = width(&shown(marked)).clamp(1, WIDTH.max(1));
    lines.push(format!("{:margin$} |", ""));
    lines.push(format!("{number:>margin$} | {}", shown(&line)).trim_end().to_owned());
    lines.push(
        format!("{:margin$} | {:indent$}{} {label}", "", "", "^".repeat(carets))
            .trim_end()
            .to_owned(),
    );
}

/// Takes a window out of a long line so that what is marked stays in sight.
fn cut(line: &str, before: &str, marked: &str) -> (String, String) {
    let length = line.chars().count();
    let column = before.chars().count();
    if length <= WIDTH {
        return (line.to_owned(), before.to_owned());
    }
    let room = WIDTH.saturating_sub(marked.chars().count().min(WIDTH)) / 2;
    let first = if column + marked.chars().count().min(WIDTH / 2) <= WIDTH {
        0
    } else {
        column.saturating_sub(room)
    };
    let lead = if first > 0 { "…" } else { "" };
    let window: String = line.chars().skip(first).take(WIDTH).collect();
    let trail = if first + WIDTH < length { "…" } else { "" };
    let before: String = before.chars().skip(first).collect();
    (format!("{lead}{window}{trail}"), format!("{lead}{before}"))
}

/// Text as it is shown: a tab as four spaces, what nobody sees as its code point.
fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => shown.push_str("    "),
            c if crate::read::is_invisible(c) => shown.push_str(&format!("<U+{:04X}>", u32::from(c))),
            c => shown.push(c),
        }
    }
    shown
}

/// Columns on a terminal: East Asian wide characters and emoji take two, combining marks none.
fn width(text: &str) -> usize {
    text.chars()
        .map(|c| match u32::from(c) {
            0x300..=0x36F | 0x483..=0x489 | 0x591..=0x5BD | 0x1AB0..=0x1AFF | 0x20D0..=0x20FF => 0,
            0x1100..=0x115F
            | 0x2E80..=0x303E
            | 0x3041..=0xA4CF
            | 0xA960..=0xA97F
            | 0xAC00..=0xD7A3
            | 0xF900..=0xFAFF
            | 0xFE30..=0xFE6F
            | 0xFF00..=0xFF60
            | 0xFFE0..=0xFFE6
            | 0x1F300..=0x1F64F
            | 0x1F680..=0x1F6FF
            | 0x1F900..=0x1F9FF
            | 0x20000..=0x3FFFD => 2,
            _ => 1,
        })
        .sum()
}
