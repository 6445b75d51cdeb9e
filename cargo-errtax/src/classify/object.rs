//! JSON with the place of each value, so that what is wrong can be pointed at.

use std::borrow::Cow;
use std::fmt;

use errtax_core::__json as json;
use serde::Deserializer as _;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

use super::fault::{Fault, ticked};

/// An object of which members are taken out one by one.
#[derive(Debug)]
pub(super) struct Object<'l> {
    /// Where it begins in the line.
    at: usize,
    members: Vec<Member<'l>>,
}

#[derive(Debug)]
struct Member<'l> {
    name: String,
    /// Where the name begins in the line.
    at: usize,
    value: Value<'l>,
}

/// A value as it stands in the line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<'l> {
    /// Where it begins in the line.
    pub(super) at: usize,
    /// Its JSON.
    pub(super) raw: &'l str,
}

impl<'l> Object<'l> {
    /// The one that a line is.
    pub(super) fn of_line(line: &'l str) -> Result<Self, Fault> {
        let start = line.len() - line.trim_start().len();
        let value = Value {
            at: start,
            raw: line.trim(),
        };
        value.object("a line of JSON", WHOLE)
    }

    /// Where it begins in the line.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Takes a member out. `null` is as good as none.
    pub(super) fn take(&mut self, name: &str) -> Option<Value<'l>> {
        let found = self.members.iter().position(|member| member.name == name)?;
        let value = self.members.remove(found).value;
        (value.raw != "null").then_some(value)
    }

    /// Whether there is a member of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.members.iter().any(|member| member.name == name)
    }

    /// The names of those that were not taken out, with their places.
    pub(super) fn left(&self) -> impl Iterator<Item = (&str, usize)> {
        self.members.iter().map(|member| (member.name.as_str(), member.at))
    }

    /// Names and values of those that were not taken out.
    pub(super) fn into_members(self) -> impl Iterator<Item = (String, Value<'l>)> {
        self.members.into_iter().map(|member| (member.name, member.value))
    }
}

/// What a line is to be.
const WHOLE: &str = r#"write `{"kind": "message", "input": {"text": "…"}, "context": "write"}`"#;

impl<'l> Value<'l> {
    /// The object that it is.
    pub(super) fn object(self, what: &str, help: &str) -> Result<Object<'l>, Fault> {
        let mut reader = serde_json::Deserializer::from_str(self.raw);
        let members = reader.deserialize_map(Members).and_then(|members| {
            reader.end()?;
            Ok(members)
        });
        let members = match members {
            Ok(members) => members,
            Err(error) if error.is_data() => {
                return Err(Fault::new(
                    self.at,
                    format!("{what} must be an object, found {}", self.kind()),
                    help,
                ));
            }
            // A line has one line; its columns are counted in bytes.
            Err(error) => {
                let offset = self.at + error.column().saturating_sub(1).min(self.raw.len());
                return Err(Fault::new(offset, format!("this is not JSON: {}", said(&error)), help));
            }
        };
        let mut object = Object {
            at: self.at,
            members: Vec::with_capacity(members.len()),
        };
        for (name, raw) in members {
            let value = self.inner(raw.get());
            let at = self.name_before(value, &name);
            if object.has(&name) {
                let message = format!("{} stands there twice", ticked(&name));
                return Err(Fault::new(at, message, "leave one of the two out"));
            }
            object.members.push(Member { name, at, value });
        }
        Ok(object)
    }

    /// A part of it.
    fn inner(self, raw: &'l str) -> Value<'l> {
        let offset = (raw.as_ptr() as usize).saturating_sub(self.raw.as_ptr() as usize);
        Value {
            at: self.at + offset,
            raw,
        }
    }

    /// Where the name of a member begins; where its value does if the name is written with escapes.
    fn name_before(self, value: Value<'_>, name: &str) -> usize {
        let quoted = format!("\"{name}\"");
        let before = self.raw.get(..value.at - self.at).unwrap_or_default().trim_end();
        let before = before.strip_suffix(':').unwrap_or(before).trim_end();
        match before.strip_suffix(quoted.as_str()) {
            Some(before) => self.at + before.len(),
            None => value.at,
        }
    }

    /// The text that it is.
    pub(super) fn text(self) -> Option<Cow<'l, str>> {
        match serde_json::from_str::<Text<'_>>(self.raw) {
            Ok(text) => Some(text.0),
            // Half of a pair of surrogates: what JavaScript leaves of a text that was cut.
            Err(_) => json::text(self.raw).map(Cow::Owned),
        }
    }

    /// The whole number that it is, as a number or as digits in a text.
    pub(super) fn integer(self) -> Option<i64> {
        match self.text() {
            Some(text) => text.trim().parse().ok(),
            None => self.raw.parse().ok(),
        }
    }

    /// The number that it is, likewise.
    pub(super) fn number(self) -> Option<f64> {
        match self.text() {
            Some(text) => text.trim().parse().ok(),
            None => self.raw.parse().ok(),
        }
    }

    /// The items of the list that it is.
    pub(super) fn items(self) -> Option<Vec<Value<'l>>> {
        let items: Vec<&'l RawValue> = serde_json::from_str(self.raw).ok()?;
        Some(items.into_iter().map(|item| self.inner(item.get())).collect())
    }

    /// What it is, with its article.
    pub(super) fn kind(self) -> &'static str {
        match self.raw.as_bytes().first() {
            Some(b'"') => "a text",
            Some(b'{') => "an object",
            Some(b'[') => "a list",
            Some(b't' | b'f') => "a boolean",
            Some(b'n') => "null",
            _ => "a number",
        }
    }
}

/// What serde_json says, without the place that it names: the line is known, and its columns are bytes.
fn said(error: &serde_json::Error) -> String {
    let said = error.to_string();
    match said.rfind(" at line ") {
        Some(end) => said.get(..end).unwrap_or(&said).to_owned(),
        None => said,
    }
}

/// A text that is borrowed where it has no escapes.
#[derive(serde::Deserialize)]
struct Text<'l>(#[serde(borrow)] Cow<'l, str>);

/// The members in their order, each name as often as it stands there.
struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Vec<(String, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(members)
    }
}
