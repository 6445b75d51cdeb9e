//! How the lines of a table are laid out, so that a new line looks like its neighbours.

use std::ops::Range;

use toml_edit::{Item, Key, TableLike};

use super::lines::{after_line, start_of_line};

/// One `key = value` of a table, as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// The key, unquoted.
    pub(super) name: &'a str,
    /// What stands before the key: an indentation, and the other parts of a dotted key.
    pub(super) lead: &'a str,
    /// The key as written.
    key: &'a str,
    /// Between key and `=`.
    gap: &'a str,
    /// Between `=` and the value.
    behind: &'a str,
    /// Where the line starts.
    pub(super) start: usize,
    /// Where the next line starts.
    pub(super) after: usize,
}

impl Line<'_> {
    /// Where the `=` stands, from the start of the key.
    fn column(&self) -> usize {
        self.width() + self.gap.chars().count()
    }

    fn width(&self) -> usize {
        self.key.chars().count()
    }
}

/// The plain values of a table, in the order of the file.
pub(super) fn lines_of<'a>(text: &'a str, table: &'a dyn TableLike) -> Vec<Line<'a>> {
    let plain = table.iter().filter_map(|(name, item)| {
        let key = table.key(name)?;
        line(text, name, key, item)
    });
    let mut lines: Vec<Line<'a>> = plain.collect();
    lines.sort_by_key(|line| line.start);
    lines
}

fn line<'a>(text: &'a str, name: &'a str, key: &Key, item: &Item) -> Option<Line<'a>> {
    let (key, value) = (key.span()?, value_span(item)?);
    let start = start_of_line(text, key.start);
    let (gap, behind) = text.get(key.end..value.start)?.split_once('=')?;
    Some(Line {
        name,
        lead: text.get(start..key.start)?,
        key: text.get(key.clone())?,
        gap,
        behind,
        start,
        after: after_line(text, value.end),
    })
}

/// Where a plain value stands: not a table that the file makes of dotted keys.
pub(super) fn value_span(item: &Item) -> Option<Range<usize>> {
    let value = item.as_value()?;
    match value.as_inline_table() {
        Some(table) if table.is_dotted() => None,
        _ => value.span(),
    }
}

/// Where the `=` stand below each other: those that the model is among, or that it is only too long for.
fn column(model: &Line<'_>, lines: &[Line<'_>]) -> Option<usize> {
    let columns = lines.iter().map(Line::column);
    let candidates = columns.filter(|at| *at == model.column() || model.width() >= *at);
    let aligned = |at: &usize| {
        let mut widths = lines.iter().filter(|line| line.column() == *at).map(Line::width);
        let first = widths.next();
        widths.any(|width| Some(width) != first)
    };
    let of = |at: usize| lines.iter().filter(|line| line.column() == at).count();
    candidates
        .filter(aligned)
        .max_by_key(|at| (*at == model.column(), of(*at)))
}

/// How `key = value` is written.
#[derive(Clone, Debug)]
pub(super) struct Style {
    lead: String,
    gap: Gap,
    behind: String,
}

#[derive(Clone, Debug)]
enum Gap {
    /// The `=` stand below each other, so far from the start of the keys; the longest key leaves so much of it free.
    Column { at: usize, spare: usize },
    /// The same between every key and its `=`.
    Fixed(String),
}

impl Style {
    /// What is written where nothing is to be followed.
    pub(super) fn plain() -> Self {
        Self {
            lead: String::new(),
            gap: Gap::Fixed(" ".to_owned()),
            behind: " ".to_owned(),
        }
    }

    /// That of the line `model` among those of its table.
    pub(super) fn like(model: &Line<'_>, lines: &[Line<'_>]) -> Self {
        let gap = match column(model, lines) {
            Some(at) => {
                let below = lines.iter().filter(|line| line.column() == at);
                let longest = below.map(Line::width).max().unwrap_or(0);
                Gap::Column {
                    at,
                    spare: at.saturating_sub(longest),
                }
            }
            None => Gap::Fixed(model.gap.to_owned()),
        };
        Self {
            lead: model.lead.to_owned(),
            gap,
            behind: model.behind.to_owned(),
        }
    }

    /// That of a table as a whole; `None` where it has no line of its own.
    pub(super) fn of(text: &str, table: &dyn TableLike) -> Option<Self> {
        let lines = lines_of(text, table);
        Some(Self::like(lines.first()?, &lines))
    }

    /// The same for a table of its own: with the indentation, but without what dotted keys have before them.
    pub(super) fn apart(mut self) -> Self {
        self.lead.retain(|c| c == ' ' || c == '\t');
        self
    }

    /// The same with the `=` where these keys want them.
    pub(super) fn fitted<'a>(mut self, keys: impl Iterator<Item = &'a str>) -> Self {
        if let Gap::Column { at, spare } = &mut self.gap {
            *at = keys.map(|key| key.chars().count()).max().unwrap_or(0) + *spare;
        }
        self
    }

    /// One line, without its end.
    pub(super) fn line(&self, key: &str, value: &str) -> String {
        let gap = match &self.gap {
            Gap::Column { at, .. } => " ".repeat(at.saturating_sub(key.chars().count()).max(1)),
            Gap::Fixed(gap) => gap.clone(),
        };
        format!("{}{key}{gap}={}{value}", self.lead, self.behind)
    }
}
