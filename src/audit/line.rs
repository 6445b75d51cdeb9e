//! A record as one line of JSON, and back.
//!
//! The order of the members is fixed, and what is empty is left out, so that equal records are equal bytes.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::str::FromStr;
use std::time::Duration;

use errtax_core::__json as json;
use errtax_core::RawJson;

use super::causes::Cause;
use super::record::{Record, Said};

/// The line of a record, without its end.
pub(super) fn encode(record: &Record) -> String {
    let mut out = String::from("{");
    text(&mut out, "at", &record.at.to_string());
    text(&mut out, "tool", &record.tool);
    text(&mut out, "name", &record.name);
    text(&mut out, "code", &record.code);
    if let Some(raised) = &record.raised {
        text(&mut out, "raised", raised);
    }
    text(&mut out, "class", &record.class.to_string());
    text(&mut out, "executed", &record.executed.to_string());
    text(&mut out, "effect", record.effect.as_str());
    if let Some(id) = &record.correlation_id {
        text(&mut out, "correlation_id", id);
    }
    json::member(&mut out, "duration_ns");
    let _ = write!(out, "{}", record.duration.as_nanos());
    if let Some(place) = &record.panicked_at {
        text(&mut out, "panicked_at", place);
    }
    if !record.causes.is_empty() {
        json::member(&mut out, "causes");
        out.push('[');
        for (at, cause) in record.causes.iter().enumerate() {
            out.push_str(if at > 0 { ",{" } else { "{" });
            text(&mut out, "name", &cause.name);
            text(&mut out, "text", &cause.text);
            if !cause.debug.is_empty() {
                text(&mut out, "debug", &cause.debug);
            }
            out.push('}');
        }
        out.push(']');
    }
    if let Some(because) = &record.because {
        text(&mut out, "because", because);
    }
    if let Some(said) = &record.said {
        json::member(&mut out, "said");
        out.push('{');
        text(&mut out, "text", &said.text);
        if let Some(data) = &said.data {
            json::member(&mut out, "data");
            // A line break between tokens would end the line.
            out.extend(
                data.as_str()
                    .chars()
                    .map(|c| if c == '\n' || c == '\r' { ' ' } else { c }),
            );
        }
        out.push('}');
    }
    if record.cut {
        json::member(&mut out, "cut");
        out.push_str("true");
    }
    out.push('}');
    out
}

fn text(out: &mut String, name: &str, value: &str) {
    json::member(out, name);
    json::string(out, value, usize::MAX);
}

/// The record of a line; else what is wrong with it. Members that a newer version added are passed over.
pub(super) fn decode(line: &str) -> Result<Record, String> {
    let mut record = Members::of(line)?;
    let causes = match record.take("causes") {
        Some(raw) => json::items(raw)
            .map_err(|error| format!("`causes`: {error}"))?
            .into_iter()
            .map(cause)
            .collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    Ok(Record {
        at: record.word("at")?,
        tool: record.text("tool")?,
        name: record.text("name")?,
        code: record.text("code")?,
        raised: record.optional("raised")?,
        class: record.text("class")?.into(),
        executed: record.text("executed")?.into(),
        effect: record.word("effect")?,
        correlation_id: record.optional("correlation_id")?,
        duration: duration(record.take("duration_ns"))?,
        causes,
        because: record.optional("because")?,
        said: record.take("said").map(said).transpose()?,
        panicked_at: record.optional("panicked_at")?,
        cut: record.take("cut") == Some("true"),
    })
}

fn cause(raw: &str) -> Result<Cause, String> {
    let mut cause = Members::of(raw)?;
    Ok(Cause {
        name: cause.text("name")?,
        text: cause.text("text")?,
        debug: cause.optional("debug")?.unwrap_or_default(),
    })
}

fn said(raw: &str) -> Result<Said, String> {
    let mut said = Members::of(raw)?;
    let data = said.take("data").map(RawJson::from_str).transpose();
    Ok(Said {
        text: said.text("text")?,
        data: data.map_err(|error| format!("`data`: {error}"))?,
    })
}

fn duration(raw: Option<&str>) -> Result<Duration, String> {
    let nanoseconds: Option<u128> = raw.and_then(|raw| raw.parse().ok());
    let parts = nanoseconds.and_then(|all| {
        let seconds = u64::try_from(all / 1_000_000_000).ok()?;
        Some((seconds, u32::try_from(all % 1_000_000_000).ok()?))
    });
    match parts {
        Some((seconds, nanoseconds)) => Ok(Duration::new(seconds, nanoseconds)),
        None => Err("`duration_ns` is missing, or no whole number".to_owned()),
    }
}

/// The members of an object, taken out one by one.
struct Members<'l>(Vec<(Cow<'l, str>, &'l str)>);

impl<'l> Members<'l> {
    fn of(raw: &'l str) -> Result<Self, String> {
        json::members(raw).map(Self).map_err(|error| error.to_string())
    }

    fn take(&mut self, name: &str) -> Option<&'l str> {
        let at = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.swap_remove(at).1)
    }

    fn optional(&mut self, name: &str) -> Result<Option<String>, String> {
        match self.take(name) {
            None => Ok(None),
            Some(raw) => match json::text(raw) {
                Some(text) => Ok(Some(text)),
                None => Err(format!("`{name}` is no text")),
            },
        }
    }

    fn text(&mut self, name: &str) -> Result<String, String> {
        self.optional(name)?.ok_or_else(|| format!("`{name}` is missing"))
    }

    fn word<T: FromStr<Err: std::fmt::Display>>(&mut self, name: &str) -> Result<T, String> {
        self.text(name)?.parse().map_err(|error| format!("`{name}`: {error}"))
    }
}
