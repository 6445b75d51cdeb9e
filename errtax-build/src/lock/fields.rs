//! Takes the fields of a lock's tables, each checked for its type, and reports the keys that a lock does not have.

use crate::map::Map;
use std::cell::RefCell;
use std::str::FromStr;

use super::FORMAT;
use super::parse::MEND;
use crate::drift::rules;
use crate::finding::{Finding, Rule};
use crate::model::{self, Next, Version};
use crate::read::fields::parse_version;
use crate::read::tree::{Entry, Node, Table, Value};
use crate::source::Place;

/// What to do about a lock that says nothing.
const EMPTY: &str = "restore the lock from version control (`git checkout -- registry.lock`); where there is \
                     nothing to restore, delete it and run `cargo errtax freeze`";

/// What to do about a lock from the future.
const NEWER: &str = "use a newer errtax: a newer `cargo errtax` wrote this lock (`cargo install cargo-errtax`, and a newer \
                     errtax-build in Cargo.toml)";

pub(super) const HASH: &str = "a hash of 16 hexadecimal digits";

pub(super) fn string(node: &Node) -> Option<String> {
    match &node.value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    }
}

pub(super) fn boolean(node: &Node) -> Option<bool> {
    match node.value {
        Value::Boolean(boolean) => Some(boolean),
        _ => None,
    }
}

pub(super) fn integer(node: &Node) -> Option<i64> {
    match node.value {
        Value::Integer(number) => number,
        _ => None,
    }
}

pub(super) fn next(node: &Node) -> Option<Next> {
    let Value::Table(table) = &node.value else { return None };
    let [first, rest @ ..] = table.entries.as_slice() else {
        return None;
    };
    match (first.key.as_str(), rest) {
        ("resource", []) => Some(Next::Resource(string(&first.node)?)),
        ("tool", []) => Some(Next::Tool {
            tool: string(&first.node)?,
            args: Map::new(),
        }),
        ("tool", [args]) if args.key == "args" => Some(Next::Tool {
            tool: string(&first.node)?,
            args: match plain(&args.node)? {
                model::Value::Table(args) => args,
                _ => return None,
            },
        }),
        _ => None,
    }
}

/// A value that JSON can say.
fn plain(node: &Node) -> Option<model::Value> {
    Some(match &node.value {
        Value::Text(text) => model::Value::String(text.clone()),
        Value::Integer(number) => model::Value::Integer((*number)?),
        Value::Float(number) if number.is_finite() => model::Value::Float(*number),
        Value::Boolean(boolean) => model::Value::Boolean(*boolean),
        Value::Array(items) => model::Value::Array(items.iter().map(plain).collect::<Option<_>>()?),
        Value::Table(table) => {
            let members = table.entries.iter();
            let members = members.map(|entry| Some((entry.key.clone(), plain(&entry.node)?)));
            model::Value::Table(members.collect::<Option<_>>()?)
        }
        Value::Float(_) | Value::Datetime(_) | Value::Broken => return None,
    })
}

pub(super) fn version(node: &Node) -> Option<Version> {
    parse_version(&string(node)?)
}

pub(super) fn hex(node: &Node) -> Option<u64> {
    let text = string(node)?;
    let digits = text.len() == 16
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    if digits {
        u64::from_str_radix(&text, 16).ok()
    } else {
        None
    }
}

#[derive(Default)]
pub(super) struct Report {
    pub(super) findings: RefCell<Vec<Finding>>,
}

impl Report {
    pub(super) fn add(&self, rule: &'static Rule, place: Place, message: String, help: &str) {
        self.findings
            .borrow_mut()
            .push(Finding::new(rule, place, message, help));
    }
}

/// Takes the fields of one table.
pub(super) struct Reader<'a> {
    report: &'a Report,
    table: &'a Table,
    place: Place,
    path: String,
}

impl<'a> Reader<'a> {
    /// Reports the keys that a lock does not have: they would be lost when it is written again.
    pub(super) fn new(report: &'a Report, table: &'a Table, place: Place, path: &str, known: &[&str]) -> Self {
        for entry in table
            .entries
            .iter()
            .filter(|entry| !known.contains(&entry.key.as_str()))
        {
            let message = format!("`{}` in {path} is nothing that a lock records", entry.key);
            report.add(&rules::LOCK_UNREADABLE, entry.key_place, message, MEND);
        }
        Self {
            report,
            table,
            place,
            path: path.to_owned(),
        }
    }

    /// Whether the file is of the format that is read here.
    pub(super) fn format(&self) -> bool {
        let Some(entry) = self.table.get("version") else {
            let what = if self.table.entries.is_empty() {
                "the lock is empty: it does not even say its format (`version`)"
            } else {
                "the lock does not say its format (`version`)"
            };
            self.report
                .add(&rules::LOCK_VERSION, self.place, what.to_owned(), EMPTY);
            return false;
        };
        let newer = match entry.node.value {
            Value::Integer(Some(FORMAT)) => return true,
            Value::Integer(Some(number)) => number > FORMAT,
            _ => false,
        };
        let message = format!("the lock has a format that this errtax does not know; it knows `version = {FORMAT}`");
        let help = if newer { NEWER } else { MEND };
        self.report.add(&rules::LOCK_VERSION, entry.node.place, message, help);
        false
    }

    pub(super) fn get<T>(&self, key: &str, expected: &str, convert: impl FnOnce(&Node) -> Option<T>) -> Option<T> {
        let entry = self.table.get(key)?;
        let value = convert(&entry.node);
        if value.is_none() {
            let message = format!("`{key}` in {} must be {expected}", self.path);
            self.report
                .add(&rules::LOCK_UNREADABLE, entry.node.place, message, MEND);
        }
        value
    }

    pub(super) fn need<T>(&self, key: &str, expected: &str, convert: impl FnOnce(&Node) -> Option<T>) -> Option<T> {
        if self.table.get(key).is_none() {
            self.report.add(
                &rules::LOCK_UNREADABLE,
                self.place,
                format!("{} has no `{key}`", self.path),
                MEND,
            );
        }
        self.get(key, expected, convert)
    }

    pub(super) fn word<T: FromStr>(&self, key: &str) -> Option<T> {
        self.need(key, &format!("a word for `{key}` that this errtax knows"), |node| {
            string(node)?.parse().ok()
        })
    }

    pub(super) fn table(&self, key: &str) -> Option<(Place, &'a Table)> {
        table(self.report, &self.path, self.table.get(key)?)
    }

    /// The tables below `key`, each with its name and where that stands.
    pub(super) fn tables(&self, key: &str) -> Vec<(String, Place, &'a Table)> {
        let Some((_, table)) = self.table(key) else {
            return Vec::new();
        };
        let path = format!("`{key}`");
        let named = |entry: &'a Entry| {
            self::table(self.report, &path, entry).map(|(place, table)| (entry.key.clone(), place, table))
        };
        table.entries.iter().filter_map(named).collect()
    }
}

/// The table that an entry of `path` is, and where its name stands.
fn table<'a>(report: &Report, path: &str, entry: &'a Entry) -> Option<(Place, &'a Table)> {
    match &entry.node.value {
        Value::Table(table) => Some((entry.key_place, table)),
        _ => {
            let message = format!("`{}` in {path} must be a table", entry.key);
            report.add(&rules::LOCK_UNREADABLE, entry.node.place, message, MEND);
            None
        }
    }
}
