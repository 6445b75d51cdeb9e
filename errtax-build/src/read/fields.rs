//! Takes the fields of one table, each checked for type and grammar, and reports the keys that nobody asked for.

use std::cell::RefCell;
use std::str::FromStr;

use super::advice::{elsewhere, fill, shape, without};
use super::raw::Field;
use super::tree::{Entry, Node, Table, Value};
use crate::finding::{Finding, Rule, Stage};
use crate::keys::{Key, Need, Shape};
use crate::model::{Places, Version};
use crate::rules;
use crate::source::{Place, Spanned};
use crate::suggest;

/// Collects findings from several readers at once.
#[derive(Debug, Default)]
pub(crate) struct Report {
    findings: RefCell<Vec<Finding>>,
}

impl Report {
    pub(crate) fn add(&self, finding: Finding) {
        self.findings.borrow_mut().push(finding);
    }

    pub(crate) fn into_findings(self) -> Vec<Finding> {
        self.findings.into_inner()
    }
}

/// Reads one table.
pub(crate) struct Fields<'a> {
    table: &'a Table,
    /// Where the table's name stands.
    name: Place,
    /// `codes.PERIOD_LOCKED`, as a message names the table.
    path: String,
    code: Option<String>,
    /// What is known of them; nothing of the tables of a file.
    keys: &'static [Key],
    unknown: bool,
    /// What the known keys were misspelt as.
    misspelt: Vec<(&'static str, Place)>,
    report: &'a Report,
}

impl<'a> Fields<'a> {
    /// Reads `table`, which may have these keys and no others.
    pub(crate) fn new(
        table: &'a Table,
        name: Place,
        path: impl Into<String>,
        keys: &'static [Key],
        report: &'a Report,
    ) -> Self {
        let mut fields = Self::of(table, name, path.into(), keys, report);
        let is_known = |entry: &Entry| keys.iter().any(|key| key.name == entry.key);
        if !table.entries.iter().all(is_known) {
            let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
            fields.refuse_all_but(&known);
        }
        fields
    }

    /// Reads a file, which may have the tables `known` and no others.
    pub(crate) fn root(table: &'a Table, start: Place, known: &[&'static str], report: &'a Report) -> Self {
        let mut fields = Self::of(table, start, String::new(), &[], report);
        fields.refuse_all_but(known);
        fields
    }

    fn of(table: &'a Table, name: Place, path: String, keys: &'static [Key], report: &'a Report) -> Self {
        let code = path
            .strip_prefix("codes.")
            .map(|rest| rest.split('.').next().unwrap_or(rest).to_owned());
        Self {
            table,
            name,
            path,
            code,
            keys,
            unknown: false,
            misspelt: Vec::new(),
            report,
        }
    }

    /// Reports every key that is not one of these.
    ///
    /// One that is near to a known key that is missing is taken for that one misspelt: it is one mistake, and the missing
    /// key is not reported as well.
    fn refuse_all_but(&mut self, known: &[&'static str]) {
        let table = self.table;
        for entry in &table.entries {
            if known.contains(&entry.key.as_str()) {
                continue;
            }
            self.unknown = true;
            let absent = known.iter().copied().filter(|key| table.get(key).is_none());
            let meant = suggest::nearest(&entry.key, absent);
            if let Some(key) = known.iter().find(|key| Some(**key) == meant) {
                self.misspelt.push((key, entry.key_place));
            }
            let help = match (elsewhere(&self.path, &entry.key), meant) {
                (Some(help), _) => help,
                (None, Some(key)) => format!("did you mean `{key}`?"),
                (None, None) => suggest::help(&entry.key, known, &format!("remove `{}`", entry.key)),
            };
            let message = match self.path.as_str() {
                "" => format!("unknown table or key `{}`: nothing reads it", entry.key),
                path => format!("unknown key `{}` in `[{path}]`: nothing reads it", entry.key),
            };
            self.add(
                Finding::new(&rules::UNKNOWN_KEY, entry.key_place, message, help).label("not a key of this table"),
            );
        }
    }

    fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    fn bounds(&self, name: &str) -> (i64, i64) {
        self.key(name).map_or((i64::MIN, i64::MAX), |key| key.shape.bounds())
    }

    /// Whether there are keys that nobody asked for.
    pub(crate) fn has_unknown(&self) -> bool {
        self.unknown
    }

    pub(crate) fn name(&self) -> Place {
        self.name
    }

    /// How a message names the table `key` below this one.
    pub(crate) fn below(&self, key: &str) -> String {
        format!("{}.{key}", self.path)
    }

    pub(crate) fn add(&self, finding: Finding) {
        let finding = match &self.code {
            Some(code) if finding.code.is_none() => finding.code(code.clone()),
            _ => finding,
        };
        self.report.add(finding);
    }

    pub(crate) fn entry(&self, key: &str) -> Option<&'a Entry> {
        self.table.get(key)
    }

    /// Notes where the keys of this table stand, each under its name after `before`.
    pub(crate) fn note_places(&self, before: &str, places: &mut Places) {
        for key in self.keys {
            if let Some(entry) = self.entry(key.name) {
                places.insert(format!("{before}{}", key.name), entry.node.place);
            }
        }
    }

    /// Takes `key` and converts its value; `convert` answers with the value or with what was expected instead.
    fn take<T>(&self, key: &'static str, convert: impl FnOnce(&'a Node) -> Result<T, Finding>) -> Field<T> {
        match self.table.get(key) {
            None => match self.misspelt.iter().find(|(known, _)| *known == key) {
                Some((_, place)) => Field::Wrong(*place),
                None => Field::Absent,
            },
            Some(Entry {
                node: Node {
                    value: Value::Broken,
                    place,
                },
                ..
            }) => Field::Wrong(*place),
            Some(entry) => match convert(&entry.node) {
                Ok(value) => Field::Is(Spanned {
                    value,
                    place: entry.node.place,
                }),
                Err(finding) => {
                    self.add(finding.field(key));
                    Field::Wrong(entry.node.place)
                }
            },
        }
    }

    /// Any text.
    pub(crate) fn text(&self, key: &'static str) -> Field<String> {
        self.take(key, |node| text_of(key, node))
    }

    /// Text of which something must be left when the white space is taken away.
    pub(crate) fn filled(&self, key: &'static str) -> Field<String> {
        self.take(key, |node| {
            let text = text_of(key, node)?;
            if text.trim().is_empty() {
                let message = format!("`{key}` of `[{}]` is empty{}", self.path, without(key));
                let help = self
                    .key(key)
                    .map_or_else(|| format!("write something, or remove `{key}`"), fill);
                return Err(Finding::new(&rules::EMPTY_TEXT, node.place, message, help).label("nothing here"));
            }
            Ok(text)
        })
    }

    /// `true` or `false`.
    pub(crate) fn boolean(&self, key: &'static str) -> Field<bool> {
        self.take(key, |node| match node.value {
            Value::Boolean(boolean) => Ok(boolean),
            _ => Err(wrong_type(
                key,
                "a boolean",
                node,
                format!("write `{key} = true` or `{key} = false`"),
            )),
        })
    }

    /// A whole number within the bounds of the key.
    pub(crate) fn integer(&self, key: &'static str) -> Field<i64> {
        let (least, most) = self.bounds(key);
        self.take(key, |node| integer_of(key, node, least, most))
    }

    /// One word of the key's closed set.
    pub(crate) fn word<T: FromStr>(&self, key: &'static str, rule: &'static Rule) -> Field<T> {
        self.take(key, |node| {
            let text = text_of(key, node)?;
            text.parse().map_err(|_| {
                let words = self.key(key).map_or(&[][..], |key| key.shape.words());
                let words: Vec<&str> = words.iter().map(|word| word.word).collect();
                Finding::new(
                    rule,
                    node.place,
                    match key {
                        "executed" => format!("`{text}` does not say whether the call was executed"),
                        "class" | "action" => format!("unknown {key} `{text}`: no agent could act on it"),
                        key => format!("unknown {key} `{text}`"),
                    },
                    suggest::help(&text, &words, ""),
                )
                .label(format!("not one of the words for `{key}`"))
            })
        })
    }

    /// `1.3.0`.
    pub(crate) fn version(&self, key: &'static str) -> Field<Version> {
        self.take(key, |node| {
            let text = text_of(key, node)?;
            parse_version(&text).ok_or_else(|| {
                let help = match text.split('.').count() {
                    1 if parse_version(&format!("{text}.0.0")).is_some() => format!("write `{key} = \"{text}.0.0\"`"),
                    2 if parse_version(&format!("{text}.0")).is_some() => format!("write `{key} = \"{text}.0\"`"),
                    _ => format!("write three numbers, for instance `{key} = \"1.0.0\"`"),
                };
                Finding::new(
                    &rules::BAD_VERSION,
                    node.place,
                    format!("`{text}` is no contract version"),
                    help,
                )
                .label("not `major.minor.patch`")
            })
        })
    }

    /// `2027-06-30`.
    pub(crate) fn date(&self, key: &'static str) -> Field<String> {
        self.take(key, |node| {
            if let Value::Datetime(date) = &node.value {
                return Err(wrong_type(
                    key,
                    "a string",
                    node,
                    format!("put it in quotes: `{key} = \"{date}\"`"),
                ));
            }
            let text = text_of(key, node)?;
            if is_date(&text) {
                return Ok(text);
            }
            let help = format!("write a day that exists as year, month and day, for instance `{key} = \"2027-06-30\"`");
            Err(
                Finding::new(&rules::BAD_DATE, node.place, format!("`{text}` is no date"), help)
                    .label("not a day of the calendar"),
            )
        })
    }

    /// A list of texts.
    pub(crate) fn texts(&self, key: &'static str) -> Field<Vec<Spanned<String>>> {
        self.list(key, "an array of strings", |node| text_of(key, node))
    }

    /// A list of texts with something in each of them, and something in the list; none where it is left out or wrong.
    pub(crate) fn some_texts(&self, key: &'static str) -> Vec<String> {
        let list = self.some(key).into_iter();
        list.map(|item| item.value).collect()
    }

    /// The same, each with its place.
    pub(crate) fn some(&self, key: &'static str) -> Vec<Spanned<String>> {
        let Field::Is(list) = self.texts(key) else {
            return Vec::new();
        };
        let nothing = |place, message| {
            let help = format!("write what is promised, or remove `{key}`");
            let finding = Finding::new(&rules::EMPTY_PROMISE, place, message, help);
            self.add(finding.label("nothing here").field(key));
        };
        let is_empty = |entry: &Entry| matches!(&entry.node.value, Value::Array(items) if items.is_empty());
        if self.entry(key).is_some_and(is_empty) {
            let message = format!("`{key}` of `[{}]` is an empty list: nothing is held to it", self.path);
            nothing(list.place, message);
        }
        let (filled, blank): (Vec<_>, Vec<_>) = list.value.into_iter().partition(|item| !item.value.trim().is_empty());
        for item in blank {
            let message = format!("`{key}` of `[{}]` has an entry without a name", self.path);
            nothing(item.place, message);
        }
        filled
    }

    /// A list of whole numbers within the bounds of the key.
    pub(crate) fn integers(&self, key: &'static str) -> Field<Vec<Spanned<i64>>> {
        let (least, most) = self.bounds(key);
        self.list(key, "an array of integers", |node| integer_of(key, node, least, most))
    }

    /// A list; an item that is wrong is reported and left out.
    fn list<T>(
        &self,
        key: &'static str,
        expected: &str,
        convert: impl Fn(&'a Node) -> Result<T, Finding>,
    ) -> Field<Vec<Spanned<T>>> {
        let items = self.take(key, |node| match &node.value {
            Value::Array(items) => Ok(items),
            _ => Err(wrong_type(key, expected, node, format!("write `{key} = [ … ]`"))),
        });
        match items {
            Field::Absent => Field::Absent,
            Field::Wrong(place) => Field::Wrong(place),
            Field::Is(Spanned { value, place }) => {
                let mut list = Vec::new();
                for node in value {
                    match convert(node) {
                        Ok(item) => list.push(Spanned {
                            value: item,
                            place: node.place,
                        }),
                        Err(finding) => self.add(finding.field(key)),
                    }
                }
                Field::Is(Spanned { value: list, place })
            }
        }
    }

    /// A table below this one.
    pub(crate) fn table(&self, key: &'static str) -> Field<&'a Table> {
        self.take(key, |node| match &node.value {
            Value::Table(table) => Ok(table),
            _ => {
                let written = match self.key(key).map(|key| key.shape) {
                    Some(Shape::Waivers(Stage::Tools)) => shape("tools.allow"),
                    _ => shape(key),
                };
                Err(wrong_type(key, "a table", node, written))
            }
        })
    }

    /// Reports a required key as missing if it is neither there nor wrong.
    pub(crate) fn require<T>(&self, key: &'static str, field: &Field<T>) {
        if let Some(Key {
            need: Need::Required(example),
            ..
        }) = self.key(key)
        {
            self.require_as(key, field, example);
        }
    }

    /// The same with what is to be suggested, for a key that only something else in the table requires.
    pub(crate) fn require_as<T>(&self, key: &'static str, field: &Field<T>, example: &str) {
        if field.is_absent() {
            let message = format!("`[{}]` has no `{key}`", self.path);
            self.add(
                Finding::new(
                    &rules::MISSING_KEY,
                    self.name,
                    message,
                    format!("add `{key} = {example}`"),
                )
                .field(key)
                .label(format!("`{key}` is missing")),
            );
        }
    }
}

fn text_of(key: &str, node: &Node) -> Result<String, Finding> {
    match &node.value {
        Value::Text(text) => Ok(text.clone()),
        Value::Boolean(value) => Err(wrong_type(
            key,
            "a string",
            node,
            format!("put it in quotes: `\"{value}\"`"),
        )),
        Value::Integer(Some(value)) => Err(wrong_type(
            key,
            "a string",
            node,
            format!("put it in quotes: `\"{value}\"`"),
        )),
        Value::Datetime(value) => Err(wrong_type(
            key,
            "a string",
            node,
            format!("put it in quotes: `\"{value}\"`"),
        )),
        _ => Err(wrong_type(
            key,
            "a string",
            node,
            "write text in quotes: `\"…\"`".to_owned(),
        )),
    }
}

fn integer_of(key: &str, node: &Node, least: i64, most: i64) -> Result<i64, Finding> {
    let within = match &node.value {
        Value::Integer(Some(number)) if (least..=most).contains(number) => return Ok(*number),
        Value::Integer(_) => true,
        _ => false,
    };
    let help = format!("write a number from {least} to {most}");
    if within {
        Err(
            Finding::new(&rules::BAD_NUMBER, node.place, format!("`{key}` is out of range"), help)
                .label(format!("not within {least} and {most}")),
        )
    } else {
        Err(wrong_type(key, "an integer", node, help))
    }
}

/// `` `retryable` must be a boolean ``, with what was found under the caret.
pub(crate) fn wrong_type(key: &str, expected: &str, node: &Node, help: String) -> Finding {
    let found = node.value.kind();
    Finding::new(
        &rules::WRONG_TYPE,
        node.place,
        format!("`{key}` must be {expected}, found {found}"),
        help,
    )
    .label(format!("found {found}"))
}

/// Three numbers without leading zeros.
pub(crate) fn parse_version(text: &str) -> Option<Version> {
    let mut numbers = text.split('.').map(|part| {
        let plain = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let plain = plain && (part.len() == 1 || !part.starts_with('0'));
        plain.then(|| part.parse::<u32>().ok()).flatten()
    });
    let version = Version {
        major: numbers.next()??,
        minor: numbers.next()??,
        patch: numbers.next()??,
    };
    numbers.next().is_none().then_some(version)
}

/// A day of the Gregorian calendar as `YYYY-MM-DD`.
pub fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let shape = bytes.len() == 10
        && bytes.iter().enumerate().all(|(at, byte)| {
            if at == 4 || at == 7 {
                *byte == b'-'
            } else {
                byte.is_ascii_digit()
            }
        });
    if !shape {
        return false;
    }
    let number = |from: usize, to: usize| {
        text.get(from..to)
            .and_then(|part| part.parse::<u32>().ok())
            .unwrap_or(0)
    };
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}
