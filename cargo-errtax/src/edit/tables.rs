//! Adds tables, and takes them out.

use std::ops::Range;

use toml_edit::{Document, InlineTable, Item, Table, TableLike};

use super::lines::{MARK, after_line, is_blank, lines, start_of_line};
use super::sections::{Section, after_tail, before_head, leaves, sections, usual_gap};
use super::set::{comma_after, last_entry};
use super::style::{Style, value_span};
use super::toml::{Splice, Toml, find};

/// A table to be written: a header, and its lines.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// `codes`, `PERIOD_LOCKED`.
    pub(crate) path: Vec<String>,
    /// `[[…]]`.
    pub(crate) array: bool,
    /// Keys and values, which are TOML.
    pub(crate) fields: Vec<(String, String)>,
}

impl Block {
    /// `[codes.PERIOD_LOCKED]`.
    pub(crate) fn table(path: &[&str], fields: Vec<(&str, String)>) -> Self {
        Self {
            path: path.iter().map(|part| (*part).to_owned()).collect(),
            array: false,
            fields: fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
        }
    }

    /// `[[amendments]]`.
    pub(crate) fn entry(array: &str, fields: Vec<(&str, String)>) -> Self {
        Self {
            array: true,
            ..Self::table(&[array], fields)
        }
    }
}

impl Toml {
    /// Writes the blocks below each other after the last table of the first of `after` that the file has, else at its end;
    /// laid out like the tables of their kind.
    pub(crate) fn append(&mut self, after: &[&[&str]], blocks: &[Block]) -> Result<(), String> {
        let document = self.parsed()?;
        for block in blocks {
            is_open(&document, &block.path, block.array)?;
        }
        let sections = sections(&self.text, &document);
        let rendered: Vec<Vec<String>> = blocks
            .iter()
            .map(|block| render(&self.text, &document, &sections, block))
            .collect();
        drop(document);
        self.place(&sections, after, rendered);
        Ok(())
    }

    /// Writes what is rendered after the last section of the first of `after` that there is.
    fn place(&mut self, sections: &[Section], after: &[&[&str]], rendered: Vec<Vec<String>>) {
        let text = &self.text;
        let gap = usual_gap(text, sections);
        let anchor = after
            .iter()
            .find_map(|path| sections.iter().rposition(|section| section.is_under(path)));
        let at = match anchor.and_then(|at| Some((sections.get(at)?, sections.get(at + 1)))) {
            Some((section, next)) => {
                let next = next.map_or(text.len(), |next| next.range.start);
                after_tail(text, section.range.end, next)
            }
            None => text.len(),
        };
        let before = text.get(..at).unwrap_or_default();
        let following = text.get(at..).unwrap_or_default();
        let mut lines: Vec<String> = Vec::new();
        if !before.trim_start_matches(MARK).is_empty() {
            let there = before.lines().rev().take_while(|line| is_blank(line)).count();
            lines.extend(vec![String::new(); gap.saturating_sub(there)]);
        }
        for (at, block) in rendered.into_iter().enumerate() {
            if at > 0 {
                lines.extend(vec![String::new(); gap.min(1)]);
            }
            lines.extend(block);
        }
        if following.lines().next().is_some_and(|line| !is_blank(line)) {
            lines.extend(vec![String::new(); gap]);
        }
        self.insert_lines(at, &lines);
    }

    /// Takes out what stands at `path`, with everything below it.
    pub(crate) fn remove(&mut self, path: &[&str]) -> Result<(), String> {
        self.take(path, false).map(drop)
    }

    /// Takes out what stands at `path`, with everything below it, and writes the block in its place; where it had no header
    /// of its own, after the last table of the first of `after`.
    pub(crate) fn replace(&mut self, path: &[&str], after: &[&[&str]], block: &Block) -> Result<(), String> {
        let document = self.parsed()?;
        is_open(&document, &block.path, block.array)?;
        let rendered = render(&self.text, &document, &sections(&self.text, &document), block);
        drop(document);
        match self.take(path, true)? {
            Some(at) => {
                self.insert_lines(at, &rendered);
                Ok(())
            }
            None => self.append(after, std::slice::from_ref(block)),
        }
    }

    /// Takes it out, and says where its header stood. What comes in its place needs the empty lines that stood before it.
    fn take(&mut self, path: &[&str], replaced: bool) -> Result<Option<usize>, String> {
        let text = &self.text;
        let document = self.parsed()?;
        let found = find(&document, path)?;
        let mut splices: Vec<Splice> = Vec::new();
        let mut stood = None;
        if let Some(table) = found.parent.filter(|table| !table.is_dotted()) {
            splices.extend(from_inline(text, table, found.key.get()).map(|range| (range, String::new())));
        } else if let Some(value) = value_span(found.item) {
            let key = found.key.span().ok_or("its place is not known")?;
            splices.push((
                start_of_line(text, key.start)..after_line(text, value.end),
                String::new(),
            ));
        } else {
            let dotted = found.item.as_table().filter(|table| table.is_dotted());
            for leaf in dotted.map(leaves).unwrap_or_default() {
                splices.push((
                    start_of_line(text, leaf.start)..after_line(text, leaf.end),
                    String::new(),
                ));
            }
            for mut range in stretches(text, &sections(text, &document), path) {
                let in_place = replaced && stood.is_none() && dotted.is_none();
                if in_place {
                    stood = Some(range.start);
                } else if text
                    .get(range.end..)
                    .is_none_or(|after| after.lines().next().is_none_or(is_blank))
                {
                    range.start = without_gap(text, range.start);
                }
                splices.push((range, String::new()));
            }
        }
        drop(document);
        self.splice(splices);
        Ok(stood)
    }

    /// Writes what stands at `path` a second time below it, under the name `name` in the place of the last of `path`.
    pub(crate) fn copy(&mut self, path: &[&str], name: &str) -> Result<(), String> {
        let document = self.parsed()?;
        let sections = sections(&self.text, &document);
        let found = find(&document, path)?;
        let mut target: Vec<String> = path.iter().map(|part| (*part).to_owned()).collect();
        if let Some(last) = target.last_mut() {
            name.clone_into(last);
        }
        is_open(&document, &target, false)?;
        let headed = found.item.as_table().is_some_and(|table| !table.is_dotted());
        let rendered = if headed {
            vec![copied(&self.text, &sections, path, name)]
        } else {
            let table = found.item.as_table_like().ok_or("it is not a table")?;
            let fields = flat(&self.text, table, "");
            let block = Block {
                path: target,
                array: false,
                fields,
            };
            vec![render(&self.text, &document, &sections, &block)]
        };
        drop(document);
        let kind = path.get(..1).unwrap_or_default();
        self.place(&sections, &[path, kind], rendered);
        Ok(())
    }
}

/// Whether tables can be added there: one that is written as a value is closed.
fn is_open(document: &Document<&str>, path: &[String], array: bool) -> Result<(), String> {
    let Some(kind) = path.first() else { return Ok(()) };
    if !document.get(kind).is_some_and(Item::is_value) {
        return Ok(());
    }
    let tables = if array {
        format!("[[{kind}]]")
    } else {
        format!("[{kind}.…]")
    };
    Err(format!(
        "`{kind}` is one value there, which takes no more tables; write it as {tables}"
    ))
}

/// The stretches of lines that the table at `path` and those below it take up; what stands between two that follow each
/// other goes with them, and so do the comments right above one that stands apart.
fn stretches(text: &str, sections: &[Section], path: &[&str]) -> Vec<Range<usize>> {
    let mut stretches: Vec<Range<usize>> = Vec::new();
    let mut previous = 0;
    let mut together = false;
    for section in sections {
        let range = section.range.clone();
        if section.is_under(path) {
            if stretches.is_empty() {
                stretches.push(range.clone());
            } else if !together {
                stretches.push(before_head(text, range.start, previous)..range.end);
            } else if let Some(last) = stretches.last_mut() {
                last.end = range.end;
            }
            together = true;
        } else {
            together = false;
        }
        previous = range.end;
    }
    stretches
}

/// Where the empty lines before `start` begin, so that they go with what stands there.
fn without_gap(text: &str, start: usize) -> usize {
    let above: Vec<(usize, &str)> = lines(text, 0, start).collect();
    let blank = above.into_iter().rev().take_while(|(_, line)| is_blank(line));
    blank.last().map_or(start, |(at, _)| at)
}

/// The lines of the sections under `path`, with `name` for the last part of it in their headers.
fn copied(text: &str, sections: &[Section], path: &[&str], name: &str) -> Vec<String> {
    let mut copied: Vec<String> = Vec::new();
    let mut last: Option<usize> = None;
    for (at, section) in sections
        .iter()
        .enumerate()
        .filter(|(_, section)| section.is_under(path))
    {
        if let Some(before) = last {
            let end = sections
                .get(before)
                .map_or(section.range.start, |before| before.range.end);
            let together = before + 1 == at;
            let between = lines(text, end, section.range.start).map(|(_, line)| line.to_owned());
            if together {
                copied.extend(between);
            } else {
                copied.push(String::new());
            }
        }
        let mut parts = section.path.clone();
        if let Some(part) = path.len().checked_sub(1).and_then(|last| parts.get_mut(last)) {
            name.clone_into(part);
        }
        let mut first = true;
        for (start, line) in lines(text, section.range.start, section.range.end) {
            if first {
                let lead = text.get(start..section.header.start).unwrap_or_default();
                let rest = line.get(section.header.end - start..).unwrap_or_default();
                copied.push(format!("{lead}{}{rest}", header(&parts, section.array)));
                first = false;
            } else {
                copied.push(line.to_owned());
            }
        }
        last = Some(at);
    }
    copied
}

/// The values of a table that is written in one line or with dotted keys, each with its whole key.
fn flat(text: &str, table: &dyn TableLike, lead: &str) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    for (name, item) in table.iter() {
        let key = format!("{lead}{}", toml_edit::Key::new(name));
        if let Some(span) = value_span(item) {
            fields.push((key, text.get(span).unwrap_or_default().to_owned()));
        } else if let Some(inner) = item.as_table_like() {
            fields.extend(flat(text, inner, &format!("{key}.")));
        }
    }
    fields
}

fn header(path: &[String], array: bool) -> String {
    let path: Vec<String> = path.iter().map(|part| toml_edit::Key::new(part).to_string()).collect();
    let path = path.join(".");
    if array {
        format!("[[{path}]]")
    } else {
        format!("[{path}]")
    }
}

/// The lines of a block, laid out like the last table of its kind, else like any.
fn render(text: &str, document: &Document<&str>, sections: &[Section], block: &Block) -> Vec<String> {
    let alike = |section: &&Section| {
        section.path.len() == block.path.len()
            && section.path.first() == block.path.first()
            && (block.path.len() < 3 || section.path.last() == block.path.last())
    };
    let details = block.path.len() > 2;
    let of = |section: &Section| {
        let style = Style::of(text, table_at(document, section)?)?;
        let lead = text.get(section.range.start..section.header.start).unwrap_or_default();
        Some((style.apart(), lead.to_owned()))
    };
    let model = sections.iter().rev().filter(alike).find_map(of);
    // Of one line alone nobody can tell how its neighbours would stand.
    let lines = |section: &Section| table_at(document, section).map_or(0, |table| leaves(table).len());
    let model = model.or_else(|| {
        let plain = || {
            sections
                .iter()
                .rev()
                .filter(|section| section.path.len() < 3 && !details)
        };
        plain()
            .filter(|section| lines(section) > 1)
            .find_map(of)
            .or_else(|| plain().find_map(of))
    });
    let (style, lead) = model.unwrap_or((Style::plain(), String::new()));
    let style = style.fitted(block.fields.iter().map(|(key, _)| key.as_str()));
    let mut rendered = vec![format!("{lead}{}", header(&block.path, block.array))];
    rendered.extend(block.fields.iter().map(|(key, value)| style.line(key, value)));
    rendered
}

/// The table of a section.
fn table_at<'a>(document: &'a Document<&str>, section: &Section) -> Option<&'a Table> {
    fn at<'a>(table: &'a Table, path: &[String], section: &Section) -> Option<&'a Table> {
        let Some((first, rest)) = path.split_first() else {
            return (table.span().as_ref() == Some(&section.header)).then_some(table);
        };
        match table.get(first)? {
            Item::Table(inner) => at(inner, rest, section),
            Item::ArrayOfTables(array) => array.iter().find_map(|inner| at(inner, rest, section)),
            _ => None,
        }
    }
    at(document.as_table(), &section.path, section)
}

/// What to take out of a table on one line, so that the commas are right.
fn from_inline(text: &str, table: &InlineTable, name: &str) -> Option<Range<usize>> {
    let close = table.span()?.end.checked_sub(1)?;
    let mut entries: Vec<(usize, usize, bool)> = table
        .get_values()
        .into_iter()
        .filter_map(|(keys, value)| {
            let first = keys.first()?;
            Some((first.span()?.start, value.span()?.end, first.get() == name))
        })
        .collect();
    entries.sort_unstable();
    let at = entries.iter().position(|(_, _, ours)| *ours)?;
    let (start, end, _) = *entries.get(at)?;
    if let Some((next, _, _)) = entries.get(at + 1) {
        return Some(start..*next);
    }
    debug_assert_eq!(last_entry(table).map(|(_, end)| end), Some(end));
    match at.checked_sub(1).and_then(|before| entries.get(before)) {
        // The comma before it goes, one behind it stays.
        Some((_, before, _)) => Some(*before..end),
        None => Some(start..comma_after(text, end, close).map_or(end, |comma| comma + 1)),
    }
}
