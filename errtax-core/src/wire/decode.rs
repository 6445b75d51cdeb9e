//! Reading the wire object, from peers of any version.

use alloc::borrow::{Cow, ToOwned as _};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::str::FromStr;

use crate::json::{self, JsonError, Name, Reader, member};
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
    Json(JsonError),
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

impl From<JsonError> for DecodeError {
    fn from(error: JsonError) -> Self {
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

/// The members of `error` as they stand in the text.
#[derive(Default)]
struct Members<'a> {
    code: Option<&'a str>,
    class: Option<&'a str>,
    action: Option<&'a str>,
    retryable: Option<&'a str>,
    executed: Option<&'a str>,
    message: Option<&'a str>,
    hint: Option<&'a str>,
    next: Option<&'a str>,
    retry_after_ms: Option<&'a str>,
    details: Option<&'a str>,
    upstream: Option<&'a str>,
    docs: Option<&'a str>,
    correlation_id: Option<&'a str>,
    extra: Vec<(Cow<'a, str>, &'a str)>,
}

impl<'a> Members<'a> {
    fn add(&mut self, reader: &mut Reader<'a>, name: Name<'a>) -> Result<(), JsonError> {
        let place = match &*name.text {
            "code" => &mut self.code,
            "class" => &mut self.class,
            "action" => &mut self.action,
            "retryable" => &mut self.retryable,
            "executed" => &mut self.executed,
            "message" => &mut self.message,
            "hint" => &mut self.hint,
            "next" => &mut self.next,
            "retry_after_ms" => &mut self.retry_after_ms,
            "details" => &mut self.details,
            "upstream" => &mut self.upstream,
            "docs" => &mut self.docs,
            "correlation_id" => &mut self.correlation_id,
            _ => return name.keep(reader, &mut self.extra),
        };
        if place.is_some() {
            return Err(name.repeated());
        }
        *place = Some(reader.raw_value()?);
        Ok(())
    }
}

fn parsed<'a, T>(
    name: &str,
    raw: Option<&'a str>,
    expected: &'static str,
    parse: impl FnOnce(&'a str) -> Option<T>,
) -> Result<Option<T>, DecodeError> {
    let Some(raw) = raw else { return Ok(None) };
    let wrong = || DecodeError {
        kind: DecodeErrorKind::Type {
            member: name.to_owned(),
            expected,
        },
    };
    parse(raw).map(Some).ok_or_else(wrong)
}

fn text<'a>(name: &str, raw: Option<&'a str>) -> Result<Option<Cow<'a, str>>, DecodeError> {
    parsed(name, raw, "a string", json::borrowed_text)
}

fn required<'a>(name: &'static str, raw: Option<&'a str>) -> Result<Cow<'a, str>, DecodeError> {
    text(name, raw)?.ok_or_else(|| missing(name))
}

/// A wire object that was read in one pass and borrows from its text: what [`WireError::decode`] copies, and all that
/// whoever only decides by it needs.
#[derive(Debug)]
pub struct Borrowed<'a> {
    /// As in [`WireError`], like all that follow.
    pub code: Cow<'a, str>,
    /// The class, which this version may not know.
    pub class: Cow<'a, str>,
    /// The action, likewise.
    pub action: Cow<'a, str>,
    /// Whether the same call may be sent again.
    pub retryable: bool,
    /// Whether the call took effect, in a word that this version may not know.
    pub executed: Cow<'a, str>,
    /// How long to wait before the next attempt, in milliseconds.
    pub retry_after_ms: Option<u64>,
    message: Cow<'a, str>,
    hint: Option<Cow<'a, str>>,
    next: Option<&'a str>,
    details: Option<&'a str>,
    upstream: Option<&'a str>,
    docs: Option<Cow<'a, str>>,
    correlation_id: Option<Cow<'a, str>>,
    extra: Vec<(Cow<'a, str>, &'a str)>,
    beside: Vec<(Cow<'a, str>, &'a str)>,
}

impl<'a> Borrowed<'a> {
    /// Reads a wire object.
    ///
    /// # Errors
    ///
    /// As [`WireError::decode`].
    pub fn read(object: &'a str) -> Result<Self, DecodeError> {
        let mut error: Option<Members<'a>> = None;
        let mut beside = Vec::new();
        Reader::new(object).whole_object(|reader, name| {
            if name.text != "error" {
                return name.keep(reader, &mut beside);
            }
            if error.is_some() {
                return Err(name.repeated());
            }
            let members = error.insert(Members::default());
            reader.inner_object(|reader, name| members.add(reader, name))
        })?;
        let members = error.ok_or_else(|| missing("error"))?;
        let retryable = parsed("retryable", members.retryable, "true or false", |raw| raw.parse().ok());
        let millis = "a whole number of milliseconds";
        Ok(Self {
            code: required("code", members.code)?,
            class: required("class", members.class)?,
            action: required("action", members.action)?,
            retryable: retryable?.ok_or_else(|| missing("retryable"))?,
            executed: required("executed", members.executed)?,
            message: required("message", members.message)?,
            hint: text("hint", members.hint)?,
            next: members.next,
            retry_after_ms: parsed("retry_after_ms", members.retry_after_ms, millis, |raw| raw.parse().ok())?,
            details: members.details,
            upstream: members.upstream,
            docs: text("docs", members.docs)?,
            correlation_id: text("correlation_id", members.correlation_id)?,
            extra: members.extra,
            beside,
        })
    }

    fn into_owned(self) -> WireError {
        let raw = |raw: &str| RawJson::trusted(raw.to_owned());
        let rest = |members: Vec<(Cow<'a, str>, &'a str)>| {
            members
                .into_iter()
                .map(|(name, value)| (name.into_owned(), raw(value)))
                .collect()
        };
        WireError {
            code: self.code.into_owned(),
            class: self.class.into_owned().into(),
            action: self.action.into_owned().into(),
            retryable: self.retryable,
            executed: self.executed.into_owned().into(),
            message: self.message.into_owned(),
            hint: self.hint.map(Cow::into_owned),
            next: self.next.map(raw),
            retry_after_ms: self.retry_after_ms,
            details: self.details.map(raw),
            upstream: self.upstream.map(raw),
            docs: self.docs.map(Cow::into_owned),
            correlation_id: self.correlation_id.map(Cow::into_owned),
            extra: rest(self.extra),
            beside: rest(self.beside),
        }
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
        Borrowed::read(text).map(Borrowed::into_owned)
    }

    /// The raw JSON value of one detail.
    #[must_use]
    pub fn detail(&self, name: &str) -> Option<RawJson> {
        let members = json::members(self.details.as_ref()?.as_str()).ok()?;
        let (_, raw) = members.into_iter().find(|(known, _)| known == name)?;
        Some(RawJson::trusted(raw.to_owned()))
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
