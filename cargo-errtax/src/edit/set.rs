//! Sets one key of one table, however the file writes that table.

use toml_edit::{Document, InlineTable, Item, Table, Value};

use super::lines::{after_line, newline, start_of_line};
use super::style::{Style, lines_of, value_span};
use super::toml::{Found, Splice, Toml, find};

/// What an insertion is made of.
enum Edit {
    /// Text in the place of other text.
    Splices(Vec<Splice>),
    /// Whole lines before the one that starts here.
    Lines(usize, Vec<String>),
}

impl Toml {
    /// Gives the table at `path` the value, which is TOML: in place where it has the key, else on a line of its own after
    /// the last of the keys `after`, laid out like that one.
    pub(crate) fn set(&mut self, path: &[&str], key: &str, value: &str, after: &[&str]) -> Result<(), String> {
        let edit = self.setting(&self.parsed()?, path, key, value, after)?;
        match edit {
            Edit::Splices(splices) => self.splice(splices),
            Edit::Lines(at, lines) => self.insert_lines(at, &lines),
        }
        Ok(())
    }

    /// The same for many tables at once: a file of thousands of codes is parsed once, and not once a code.
    pub(crate) fn set_each(&mut self, key: &str, after: &[&str], values: &[([&str; 2], String)]) -> Result<(), String> {
        let mut splices = self.splices(key, after, values)?;
        splices.sort_by_key(|(range, _)| range.start);
        let apart = |pair: &[Splice]| match pair {
            [(first, _), (second, _)] => first.start < second.start && first.end <= second.start,
            _ => true,
        };
        if splices.windows(2).all(apart) {
            self.splice(splices);
            return Ok(());
        }
        // Two that meet at one place depend on their order, and the second on what the first has written.
        values
            .iter()
            .try_for_each(|(path, value)| self.set(path, key, value, after))
    }

    /// The pieces for all of them, each as if it were the only one.
    fn splices(&self, key: &str, after: &[&str], values: &[([&str; 2], String)]) -> Result<Vec<Splice>, String> {
        let document = self.parsed()?;
        let end = newline(&self.text);
        let mut splices = Vec::new();
        for (path, value) in values {
            match self.setting(&document, path, key, value, after)? {
                Edit::Splices(found) => splices.extend(found),
                Edit::Lines(at, lines) => splices.push(self.lines_in(at, &lines, end)),
            }
        }
        Ok(splices)
    }

    fn setting(
        &self,
        document: &Document<&str>,
        path: &[&str],
        key: &str,
        value: &str,
        after: &[&str],
    ) -> Result<Edit, String> {
        let found = find(document, path)?;
        let not_a_table = || format!("[{}] is not a table", path.join("."));
        let table = found.item.as_table_like().ok_or_else(not_a_table)?;
        if let Some(there) = table.get(key) {
            let span = value_span(there).ok_or_else(|| format!("`{key}` is not a plain value"))?;
            return Ok(Edit::Splices(vec![(span, value.to_owned())]));
        }
        match found.item {
            Item::Table(table) => self.line(&found, table, path, key, value, after),
            Item::Value(Value::InlineTable(table)) if !table.is_dotted() => {
                let splices = inline(&self.text, table, key, value).ok_or_else(not_a_table)?;
                Ok(Edit::Splices(splices))
            }
            _ => Err(not_a_table()),
        }
    }

    /// A new line in a table.
    fn line(
        &self,
        found: &Found<'_>,
        table: &Table,
        path: &[&str],
        key: &str,
        value: &str,
        after: &[&str],
    ) -> Result<Edit, String> {
        let text = &self.text;
        let lines = lines_of(text, table);
        let named = lines.iter().rev().find(|line| after.contains(&line.name));
        if let Some(anchor) = named.or(lines.last()) {
            let line = Style::like(anchor, &lines).line(key, value);
            return Ok(Edit::Lines(anchor.after, vec![line]));
        }
        let place = found.key.span().ok_or("its place is not known")?;
        let line = Style::plain().line(key, value);
        if table.is_dotted() {
            let start = start_of_line(text, place.start);
            let lead = text.get(start..place.end).unwrap_or_default();
            return Ok(Edit::Lines(start, vec![format!("{lead}.{line}")]));
        }
        match table.span() {
            Some(header) if !table.is_implicit() => Ok(Edit::Lines(after_line(text, header.end), vec![line])),
            // It is there by its sub-tables alone.
            _ => {
                let start = start_of_line(text, place.start);
                Ok(Edit::Lines(
                    start,
                    vec![format!("[{}]", path.join(".")), line, String::new()],
                ))
            }
        }
    }
}

/// A new entry at the end of a table on one line, or on a line of its own where the last one is.
fn inline(text: &str, table: &InlineTable, key: &str, value: &str) -> Option<Vec<Splice>> {
    let whole = table.span()?;
    let close = whole.end.checked_sub(1)?;
    let Some((first_of_last, end)) = last_entry(table) else {
        return Some(vec![(whole.start + 1..close, format!(" {key} = {value} "))]);
    };
    let comma = comma_after(text, end, close);
    let own_line = text.get(whole.start..first_of_last)?.contains('\n')
        && text
            .get(start_of_line(text, first_of_last)..first_of_last)?
            .trim()
            .is_empty();
    if !own_line {
        let new = match comma {
            Some(_) => format!(" {key} = {value},"),
            None => format!(", {key} = {value}"),
        };
        let at = comma.map_or(end, |comma| comma + 1);
        return Some(vec![(at..at, new)]);
    }
    let indent = text.get(start_of_line(text, first_of_last)..first_of_last)?;
    let at = after_line(text, comma.unwrap_or(end)).min(start_of_line(text, close));
    let newline = super::lines::newline(text);
    let comma_here = if comma.is_some() { "," } else { "" };
    let mut splices = vec![(at..at, format!("{indent}{key} = {value}{comma_here}{newline}"))];
    if comma.is_none() {
        splices.push((end..end, ",".to_owned()));
    }
    Some(splices)
}

/// Where the last entry of an inline table begins and ends.
pub(super) fn last_entry(table: &InlineTable) -> Option<(usize, usize)> {
    table
        .get_values()
        .into_iter()
        .filter_map(|(keys, value)| Some((keys.first()?.span()?.start, value.span()?.end)))
        .max()
}

/// Where the comma stands that follows a value in a table on one line, if one does.
pub(super) fn comma_after(text: &str, from: usize, to: usize) -> Option<usize> {
    let mut comment = false;
    for (at, byte) in text.get(from..to)?.bytes().enumerate() {
        match byte {
            b'#' => comment = true,
            b'\n' => comment = false,
            b',' if !comment => return Some(from + at),
            _ => {}
        }
    }
    None
}
