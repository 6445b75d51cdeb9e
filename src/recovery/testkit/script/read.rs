//! Members of a line of JSON, each with its place, read generously: a number may be written as text.

use std::fmt;

use serde_json::{Map, Value};

use crate::recovery::Name;

/// Why a line is no script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoScript {
    pub(super) id: Option<String>,
    pub(super) member: String,
    pub(super) message: String,
}

impl NoScript {
    pub(super) fn new(member: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            id: None,
            member: member.into(),
            message: message.into(),
        }
    }

    /// The id of the task, where that much could be read.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The member that is wrong, such as `script[1].error.transport`; empty where the line is no JSON object.
    #[must_use]
    pub fn member(&self) -> &str {
        &self.member
    }
}

impl fmt::Display for NoScript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.member.is_empty() {
            write!(f, "`{}` ", self.member)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for NoScript {}

/// An object of the line.
#[derive(Clone, Debug)]
pub(super) struct Object<'v> {
    place: String,
    members: &'v Map<String, Value>,
}

/// A member that is there; null is as good as not there.
#[derive(Clone, Debug)]
pub(super) struct Member<'v> {
    pub(super) place: String,
    pub(super) value: &'v Value,
}

impl<'v> Object<'v> {
    /// The members at this place; the line itself stands nowhere.
    pub(super) fn new(place: impl Into<String>, members: &'v Map<String, Value>) -> Self {
        Self {
            place: place.into(),
            members,
        }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.members.contains_key(name)
    }

    pub(super) fn at(&self, name: &str) -> Option<Member<'v>> {
        let value = self.members.get(name).filter(|value| !value.is_null())?;
        Some(Member {
            place: self.place_of(name),
            value,
        })
    }

    pub(super) fn place_of(&self, name: &str) -> String {
        match self.place.as_str() {
            "" => name.to_owned(),
            place => format!("{place}.{name}"),
        }
    }

    pub(super) fn members(&self) -> &'v Map<String, Value> {
        self.members
    }

    /// The places of the members of which nothing is known.
    pub(super) fn unknown(&self, known: &[&str]) -> impl Iterator<Item = String> {
        let names = self.members.keys().filter(|name| !known.contains(&name.as_str()));
        names.map(|name| self.place_of(name))
    }

    pub(super) fn flag(&self, name: &str) -> Result<bool, NoScript> {
        self.at(name).map_or(Ok(false), |member| member.flag())
    }

    pub(super) fn millis(&self, name: &str) -> Result<Option<u64>, NoScript> {
        self.at(name).map(|member| member.number()).transpose()
    }
}

impl<'v> Member<'v> {
    pub(super) fn wrong(&self, message: impl Into<String>) -> NoScript {
        NoScript::new(&*self.place, message)
    }

    pub(super) fn object(&self) -> Result<Object<'v>, NoScript> {
        match self.value {
            Value::Object(members) => Ok(Object {
                place: self.place.clone(),
                members,
            }),
            _ => Err(self.wrong("is no object")),
        }
    }

    pub(super) fn list(&self) -> Result<Vec<Self>, NoScript> {
        let Value::Array(items) = self.value else {
            return Err(self.wrong("is no list"));
        };
        let item = |(position, value)| Member {
            place: format!("{}[{position}]", self.place),
            value,
        };
        Ok(items.iter().enumerate().map(item).collect())
    }

    pub(super) fn flag(&self) -> Result<bool, NoScript> {
        match self.value {
            Value::Bool(flag) => Ok(*flag),
            Value::String(word) if word.eq_ignore_ascii_case("true") => Ok(true),
            Value::String(word) if word.eq_ignore_ascii_case("false") => Ok(false),
            _ => Err(self.wrong("is neither true nor false")),
        }
    }

    /// A number that is not negative, rounded up to a whole one.
    pub(super) fn number(&self) -> Result<u64, NoScript> {
        let number = match self.value {
            Value::Number(number) => number.as_u64().or_else(|| number.as_f64().and_then(whole)),
            Value::String(text) => {
                let text = text.trim();
                text.parse().ok().or_else(|| text.parse().ok().and_then(whole))
            }
            _ => None,
        };
        number.ok_or_else(|| self.wrong("is no number that is zero or more"))
    }

    /// A text; a number as it is written.
    pub(super) fn text(&self) -> Result<String, NoScript> {
        match self.value {
            Value::String(text) => Ok(text.clone()),
            Value::Number(number) => Ok(number.to_string()),
            _ => Err(self.wrong("is no text")),
        }
    }

    /// A list of names; one name is a list of one.
    pub(super) fn names(&self) -> Result<Vec<Name>, NoScript> {
        match self.value {
            Value::Array(_) => self.list()?.iter().map(|item| Ok(item.text()?.into())).collect(),
            _ => Ok(vec![self.text()?.into()]),
        }
    }
}

fn whole(number: f64) -> Option<u64> {
    // What is too large becomes the largest.
    (number >= 0.0).then(|| number.ceil() as u64)
}
