//! Reading what came over the wire: errtax's object first, then a code that a registry declares, then the status, then the
//! transport. The text of a message never decides.

use std::borrow::Cow;
use std::time::Duration;

use errtax_core::wire::__Borrowed as Wire;
use errtax_core::{Action, Class, CodeSpec, Executed, Registry};

use super::foreign::{self, Said};
use super::seen::{Seen, Success};
use super::tool::Tool;
use super::waits::{Waits, millis};
use crate::causes::{Http, parse_date};

/// Reads failures with the registries whose codes the harness knows. A registry may declare codes of servers that have none: what
/// `RATE_LIMITED` or `MATCH_OVER` means is then known by name.
///
/// ```
/// use errtax::recovery::Reader;
/// use errtax::{Class, standard};
///
/// let known = [&standard::REGISTRY];
/// let reader = Reader::new(&known);
/// let seen = reader.result(r#"{"error":"RATE_LIMITED","code":429,"retry_after_seconds":2}"#);
/// assert_eq!((seen.class, seen.code.as_ref()), (Class::RateLimit, "RATE_LIMITED"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reader<'r> {
    registries: &'r [&'r Registry],
}

impl<'r> Reader<'r> {
    /// A reader that knows the codes of these registries, the first that has a code being the one that counts.
    #[must_use]
    pub const fn new(registries: &'r [&'r Registry]) -> Self {
        Self { registries }
    }

    /// A result that says `isError`, by its text: errtax's object, a foreign one, or prose, which says nothing.
    #[must_use]
    pub fn result(&self, text: &str) -> Seen<'static> {
        self.object(text, || Seen::UNLISTED, Waits::default())
            .unwrap_or(Seen::UNLISTED)
    }

    /// An error of JSON-RPC, with its `data` as JSON where it has some.
    #[must_use]
    pub fn rpc(&self, code: i64, data: Option<&str>) -> Seen<'static> {
        let by_code = || {
            let (class, executed) = match code {
                // JSON-RPC 2.0, 5.1: what cannot be read or is not there was not carried out.
                -32_700 | -32_600 | -32_601 | -32_602 => (Class::BadInput, Executed::No),
                -32_603 => (Class::Transient, Executed::Unknown),
                // LSP and MCP: the request was cancelled.
                -32_800 => (Class::Cancelled, Executed::Unknown),
                _ => (Class::UnknownOutcome, Executed::Unknown),
            };
            Seen::new(class, executed, Cow::Owned(format!("rpc_{code}")))
        };
        match data {
            Some(data) => self.object(data, by_code, Waits::default()).unwrap_or_else(by_code),
            None => by_code(),
        }
    }

    /// An answer over HTTP. [`Http::now`] is what a date in `Retry-After` is read against where the answer has no `Date`.
    #[must_use]
    pub fn http(&self, http: &Http<'_>) -> Seen<'static> {
        let header = |wanted: &'static str| {
            let named = http
                .headers
                .iter()
                .filter(move |(name, _)| name.eq_ignore_ascii_case(wanted));
            named.map(|(_, value)| *value)
        };
        let now = header("date").find_map(parse_date).or(http.now);
        let mut waits = Waits::default();
        header("retry-after").for_each(|value| waits.add_retry_after(value, now));
        for name in ["retry-after-ms", "x-ms-retry-after-ms", "x-amz-retry-after"] {
            header(name).for_each(|value| waits.add(millis(value.trim())));
        }
        let (class, executed) = status(http.status);
        let by_status = || Seen::new(class, executed, Cow::Owned(format!("http_{}", http.status)));
        self.object(http.body, by_status, waits)
            .unwrap_or_else(|| by_status().after(waits.longest()))
    }

    /// What an object says, or `otherwise` with what the object adds; none where the text is no object.
    fn object(&self, text: &str, otherwise: impl FnOnce() -> Seen<'static>, mut waits: Waits) -> Option<Seen<'static>> {
        if let Ok(error) = Wire::read(text) {
            waits.add(error.retry_after_ms.map(Duration::from_millis));
            return Some(self.wire(error).after(waits.longest()));
        }
        let said = foreign::read(text)?;
        let mut seen = match said.codes.iter().find_map(|code| self.declared(code)) {
            Some(spec) => declared(spec),
            None => unlisted(&said, otherwise()),
        };
        // A word that makes it stricter counts, wherever it comes from; one that makes it looser never does.
        if let Some(doubt) = said.doubt {
            seen.executed = doubt;
        }
        waits.add(said.waits.longest());
        seen.wait = None;
        Some(seen.after(waits.longest()))
    }

    fn declared(&self, code: &str) -> Option<&'r CodeSpec> {
        self.registries.iter().find_map(|registry| registry.code(code))
    }

    /// errtax's own object: by the registry where it has the code, else by what the object says of itself.
    fn wire(&self, error: Wire<'_>) -> Seen<'static> {
        let says = error.executed.parse().unwrap_or(Executed::Unknown);
        if let Some(spec) = self.declared(&error.code) {
            let mut seen = declared(spec);
            if says != Executed::No {
                // A newer contract that is stricter: what it doubts was not proven.
                seen.executed = says;
            }
            return seen;
        }
        let action = error.action.parse().ok();
        let class = match error.class.parse().ok().or(action.map(class_of)) {
            // It contradicts itself, and the stricter word counts.
            Some(Class::Transient | Class::RateLimit) if !error.retryable => Class::Internal,
            Some(class) => class,
            None => Class::UnknownOutcome,
        };
        Seen {
            action,
            ..Seen::new(class, says, Cow::Owned(error.code.into_owned()))
        }
    }
}

impl Success {
    /// Reads an answer over HTTP that is a success: 202 took the call on and has not carried it out, and a body with nothing in it
    /// shows nothing.
    #[must_use]
    pub fn http(tool: &Tool, status: u16, body: &str) -> Self {
        let success = Self::json(tool, body);
        Self {
            weak: success.weak || status == 202 || body.trim().is_empty(),
            ..success
        }
    }
}

fn declared(spec: &CodeSpec) -> Seen<'static> {
    Seen {
        action: Some(spec.action),
        ..Seen::new(spec.class, spec.executed, Cow::Borrowed(spec.code))
    }
}

/// A code that no registry has. That it calls itself retryable makes no write repeatable; that it says it is not stops a read.
fn unlisted(said: &Said<'_>, mut seen: Seen<'static>) -> Seen<'static> {
    if let Some(code) = said.codes.first() {
        seen.code = Cow::Owned(code.clone().into_owned());
    }
    match (said.retryable, seen.class) {
        (Some(false), Class::UnknownOutcome | Class::Transient) => seen.class = Class::Internal,
        (Some(true), Class::UnknownOutcome) => seen.class = Class::Transient,
        _ => {}
    }
    seen
}

/// The class of a peer that is newer than this, by the action that it asks for.
const fn class_of(action: Action) -> Class {
    match action {
        Action::Retry => Class::Transient,
        Action::Wait => Class::RateLimit,
        Action::Verify => Class::UnknownOutcome,
        Action::FixInput => Class::BadInput,
        Action::FixState | Action::AskUser => Class::Precondition,
        Action::Reauthenticate => Class::Auth,
        Action::ReadState => Class::Conflict,
        Action::RedoMissing => Class::Partial,
        Action::Stop => Class::Internal,
    }
}

/// What a status alone says. A write that comes back with 408 or 5xx may have been carried out behind a gateway.
const fn status(status: u16) -> (Class, Executed) {
    match status {
        429 => (Class::RateLimit, Executed::No),
        // RFC 9110, 15.5.20, and RFC 8470, 5.2: it was not processed.
        421 | 425 => (Class::Transient, Executed::No),
        401..=403 | 407 | 511 => (Class::Auth, Executed::No),
        404 | 410 => (Class::NotFound, Executed::No),
        409 | 412 | 423 | 424 => (Class::Conflict, Executed::No),
        408 => (Class::Transient, Executed::Unknown),
        400 | 405 | 422 | 501 | 300..=399 => (Class::BadInput, Executed::No),
        500..=599 => (Class::Transient, Executed::Unknown),
        // Also of the 4xx: that one side is to blame does not say what the other had done before it noticed.
        _ => (Class::UnknownOutcome, Executed::Unknown),
    }
}
