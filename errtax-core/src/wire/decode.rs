//! Reading the wire object, from peers of any version.

use alloc::borrow::{Cow, ToOwned as _};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::str::FromStr;

use crate::json::{self, member};
use crate::values::RawJson;
use crate::vocabulary::{Action, Class, Executed};

/// A word of a vocabulary, or one that a newer peer added to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Open<T> {
    /// A word that this version knows.
    Known(T),
    /// Any other.
    Other(String),
}

impl<T: Copy> Open<T> {
    /// The value, where this version knows it.
    #[must_use]
    pub fn known(&self) -> Option<T> {
        match self {
            Self::Known(value) => Some(*value),
            Self::Other(_) => None,
        }
    }
}

impl<T: FromStr> From<String> for Open<T> {
    fn from(word: String) -> Self {
        word.parse().map_or_else(|_| Self::Other(word), Self::Known)
    }
}

impl<T: fmt::Display> fmt::Display for Open<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(value) => value.fmt(f),
            Self::Other(word) => f.write_str(word),
        }
    }
}

/// A wire object as it was received.
///
/// What a newer peer added (codes, classes, actions, whole members) is kept and written again by
/// [`encode`](Self::encode).
///
/// ```
/// use errtax_core::{Class, wire::WireError};
///
/// let text = r#"{"error":{"code":"NOT_FOUND","class":"not_found","action":"read_state","retryable":false,"executed":"no","message":"No such voucher."}}"#;
/// let error = WireError::decode(text)?;
/// assert_eq!(error.class.known(), Some(Class::NotFound));
/// assert_eq!(error.encode(), text);
/// # Ok::<(), errtax_core::wire::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireError {
    /// The code. Look it up with [`Registry::code`](crate::Registry::code).
    pub code: String,
    /// What kind of failure it is.
    pub class: Open<Class>,
    /// What to do.
    pub action: Open<Action>,
    /// Whether the same call may be sent again.
    pub retryable: bool,
    /// Whether the call took effect.
    pub executed: Open<Executed>,
    /// What happened.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// The call or read that the action means.
    pub next: Option<RawJson>,
    /// How long to wait before the next attempt, in milliseconds.
    pub retry_after_ms: Option<u64>,
    /// The details, numbers untouched.
    pub details: Option<RawJson>,
    /// What the vendor said.
    pub upstream: Option<RawJson>,
    /// The page that documents the code.
    pub docs: Option<String>,
    /// Ties the answer to the server's audit record.
    pub correlation_id: Option<String>,
    /// Members of `error` that this version does not know, in order.
    pub extra: Vec<(String, RawJson)>,
    /// Members beside `error`, in order.
    pub beside: Vec<(String, RawJson)>,
}

/// Why a text is not a wire object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    kind: DecodeErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum DecodeErrorKind {
    Json(json::JsonError),
    Missing(&'static str),
    Type { member: String, expected: &'static str },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            DecodeErrorKind::Json(error) => write!(f, "not a wire object: {error}"),
            DecodeErrorKind::Missing(member) => write!(f, "not a wire object: `{member}` is missing"),
            DecodeErrorKind::Type { member, expected } => {
                write!(f, "not a wire object: `{member}` is not {expected}")
            }
        }
    }
}

impl core::error::Error for DecodeError {}

impl From<json::JsonError> for DecodeError {
    fn from(error: json::JsonError) -> Self {
        Self {
            kind: DecodeErrorKind::Json(error),
        }
    }
}

fn missing(member: &'static str) -> DecodeError {
    DecodeError {
        kind: DecodeErrorKind::Missing(member),
    }
}

/// The members of an object, taken out one by one.
struct Members<'a>(Vec<(Cow<'a, str>, &'a str)>);

impl<'a> Members<'a> {
    fn take(&mut self, name: &str) -> Option<&'a str> {
        let position = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(position).1)
    }

    fn parse<T>(
        &mut self,
        name: &str,
        expected: &'static str,
        parse: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<Option<T>, DecodeError> {
        let Some(raw) = self.take(name) else { return Ok(None) };
        let wrong = || DecodeError {
            kind: DecodeErrorKind::Type {
                member: name.to_owned(),
                expected,
            },
        };
        parse(raw).map(Some).ok_or_else(wrong)
    }

    fn text(&mut self, name: &str) -> Result<Option<String>, DecodeError> {
        self.parse(name, "a string", json::text)
    }

    fn raw(&mut self, name: &str) -> Option<RawJson> {
        self.take(name).map(|raw| RawJson::trusted(raw.to_owned()))
    }

    fn rest(self) -> Vec<(String, RawJson)> {
        self.0
            .into_iter()
            .map(|(name, raw)| (name.into_owned(), RawJson::trusted(raw.to_owned())))
            .collect()
    }
}

impl WireError {
    /// Reads a wire object.
    ///
    /// # Errors
    ///
    /// When `text` is not JSON (RFC 8259), nests deeper than 128, repeats a member, or lacks one of `code`, `class`,
    /// `action`, `retryable`, `executed` and `message`, or has one of the wrong type.
    pub fn decode(text: &str) -> Result<Self, DecodeError> {
        let mut beside = Members(json::members(text)?);
        let error = beside.take("error").ok_or_else(|| missing("error"))?;
        let mut members = Members(json::members(error)?);
        Ok(Self {
            code: members.text("code")?.ok_or_else(|| missing("code"))?,
            class: members.text("class")?.ok_or_else(|| missing("class"))?.into(),
            action: members.text("action")?.ok_or_else(|| missing("action"))?.into(),
            retryable: members
                .parse("retryable", "true or false", |raw| raw.parse().ok())?
                .ok_or_else(|| missing("retryable"))?,
            executed: members.text("executed")?.ok_or_else(|| missing("executed"))?.into(),
            message: members.text("message")?.ok_or_else(|| missing("message"))?,
            hint: members.text("hint")?,
            next: members.raw("next"),
            retry_after_ms: members.parse("retry_after_ms", "a whole number of milliseconds", |raw| {
                raw.parse().ok()
            })?,
            details: members.raw("details"),
            upstream: members.raw("upstream"),
            docs: members.text("docs")?,
            correlation_id: members.text("correlation_id")?,
            extra: members.rest(),
            beside: beside.rest(),
        })
    }

    /// The raw JSON value of one detail.
    #[must_use]
    pub fn detail(&self, name: &str) -> Option<RawJson> {
        let mut members = Members(json::members(self.details.as_ref()?.as_str()).ok()?);
        members.raw(name)
    }

    /// Writes the object again: known members in their fixed order, then the unknown ones as they came.
    ///
    /// What [`Envelope::encode`](super::Envelope::encode) wrote comes out byte for byte.
    #[must_use]
    pub fn encode(&self) -> String {
        let mut out = String::new();
        let text = |out: &mut String, name: &str, value: &dyn fmt::Display| {
            member(out, name);
            json::display(out, value, usize::MAX);
        };
        text(&mut out, "code", &self.code);
        text(&mut out, "class", &self.class);
        text(&mut out, "action", &self.action);
        member(&mut out, "retryable");
        let _ = write!(out, "{}", self.retryable);
        text(&mut out, "executed", &self.executed);
        text(&mut out, "message", &self.message);
        if let Some(hint) = &self.hint {
            text(&mut out, "hint", hint);
        }
        raw_member(&mut out, "next", self.next.as_ref());
        if let Some(wait) = self.retry_after_ms {
            member(&mut out, "retry_after_ms");
            let _ = write!(out, "{wait}");
        }
        raw_member(&mut out, "details", self.details.as_ref());
        raw_member(&mut out, "upstream", self.upstream.as_ref());
        if let Some(docs) = &self.docs {
            text(&mut out, "docs", docs);
        }
        if let Some(id) = &self.correlation_id {
            text(&mut out, "correlation_id", id);
        }
        extra_members(&mut out, &self.extra);
        let mut whole = String::from("\"error\":{");
        whole.push_str(&out);
        whole.push('}');
        extra_members(&mut whole, &self.beside);
        let mut object = String::from("{");
        object.push_str(&whole);
        object.push('}');
        object
    }
}

fn raw_member(out: &mut String, name: &str, value: Option<&RawJson>) {
    if let Some(value) = value {
        member(out, name);
        out.push_str(value.as_str());
    }
}

fn extra_members(out: &mut String, members: &[(String, RawJson)]) {
    for (name, value) in members {
        if !out.is_empty() {
            out.push(',');
        }
        json::string(out, name, usize::MAX);
        out.push(':');
        out.push_str(value.as_str());
    }
}
