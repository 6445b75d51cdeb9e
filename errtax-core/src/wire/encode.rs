//! Writing the wire object, within its caps.

use alloc::string::String;
use core::fmt::{self, Write as _};
use core::time::Duration;

use super::{Caps, MAX_BYTES, STEPS, VERIFY_FALLBACK};
use crate::detail::Details;
use crate::error::{ToolError, template};
use crate::json::{self, Capped, member};
use crate::spec::{CodeSpec, Piece, ToolSpec};
use crate::vocabulary::Effect;

/// A correlation id is an identifier, not a text.
const MAX_CORRELATION_CHARS: usize = 128;
/// The longest host name that DNS allows (RFC 1035).
const MAX_HOST_CHARS: usize = 255;

/// What is known about the call that failed.
///
/// The default is what holds where nothing is known: a plain write.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// What the call does. A write in doubt surfaces as its `in_doubt` twin.
    pub effect: Effect,
    /// The tool, where the registry declares it; fills `{verify}`.
    pub tool: Option<&'a ToolSpec>,
    /// Ties the answer to the audit record.
    pub correlation_id: Option<&'a str>,
}

impl Default for Call<'_> {
    fn default() -> Self {
        Self {
            effect: Effect::Write,
            tool: None,
            correlation_id: None,
        }
    }
}

/// A vendor's own answer, passed on as the vendor's words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Upstream {
    /// Who answered; empty when not known.
    pub host: String,
    /// The HTTP status, where there was one.
    pub status: Option<u16>,
    /// The answer, unmodified.
    pub body: String,
}

/// One failure on its way out: a code, and what the error adds to it.
#[derive(Clone, Copy)]
pub struct Envelope<'a> {
    /// The code.
    pub spec: &'static CodeSpec,
    /// The error whose details go along.
    pub error: Option<&'a dyn ToolError>,
    /// How long to wait; sent for retryable codes only.
    pub retry_after: Option<Duration>,
    /// What the vendor said.
    pub upstream: Option<&'a Upstream>,
}

impl fmt::Debug for Envelope<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Envelope")
            .field("code", &self.spec.code)
            .finish_non_exhaustive()
    }
}

impl<'a> Envelope<'a> {
    /// Everything that an error brings along.
    #[must_use]
    pub fn of(error: &'a dyn ToolError) -> Self {
        Self {
            spec: error.spec(),
            error: Some(error),
            retry_after: error.retry_after(),
            upstream: None,
        }
    }

    /// A code alone.
    #[must_use]
    pub const fn bare(spec: &'static CodeSpec) -> Self {
        Self {
            spec,
            error: None,
            retry_after: None,
            upstream: None,
        }
    }

    /// The code that this call gets to see: the error's own, or its `in_doubt` twin.
    #[must_use]
    pub fn surfaced(&self, call: &Call<'_>) -> &'static CodeSpec {
        self.spec.for_effect(call.effect)
    }

    /// The wire object as compact JSON, at most [`MAX_BYTES`] long.
    ///
    /// Equal input gives equal bytes.
    #[must_use]
    pub fn encode(&self, call: &Call<'_>) -> String {
        let mut out = String::with_capacity(512);
        for caps in &STEPS {
            out.clear();
            self.write(call, *caps, &mut out);
            if out.len() <= MAX_BYTES {
                break;
            }
        }
        // What was cut may have been large.
        out.shrink_to(MAX_BYTES);
        out
    }

    fn write(&self, call: &Call<'_>, caps: Caps, out: &mut String) {
        let spec = self.surfaced(call);
        out.push_str("{\"error\":{\"code\":\"");
        out.push_str(spec.code);
        out.push_str("\",\"class\":\"");
        out.push_str(spec.class.as_str());
        out.push_str("\",\"action\":\"");
        out.push_str(spec.action.as_str());
        out.push_str("\",\"retryable\":");
        if spec.retryable {
            out.push_str("true");
        } else {
            out.push_str("false");
        }
        out.push_str(",\"executed\":\"");
        out.push_str(spec.executed.as_str());
        out.push_str("\",\"message\":\"");
        self.text(spec, spec.message, call, caps, out);
        // A twin has its own: what is known of the code that it stands in for is in doubt.
        let own = core::ptr::eq(spec, self.spec);
        let more = self.error.filter(|_| own).and_then(ToolError::hint);
        let hint = more.filter(|hint| !hint.is_empty()).unwrap_or(spec.hint);
        if !hint.is_empty() {
            out.push_str("\",\"hint\":\"");
            self.text(spec, hint, call, caps, out);
        }
        out.push('"');
        if let (true, Some(next)) = (caps.next, &spec.next) {
            out.push_str(",\"next\":");
            self.pieces(spec, next.pieces, out);
        }
        if let (true, Some(wait)) = (spec.retryable, self.retry_after) {
            member(out, "retry_after_ms");
            let _ = write!(out, "{}", u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
        }
        self.details(spec, caps.details_bytes, out);
        if let (true, Some(upstream)) = (caps.upstream_bytes > 0, self.upstream) {
            member(out, "upstream");
            write_upstream(upstream, caps.upstream_bytes, out);
        }
        if !spec.docs.is_empty() {
            member(out, "docs");
            json::string(out, spec.docs, usize::MAX);
        }
        if let Some(id) = call.correlation_id.filter(|id| !id.is_empty()) {
            member(out, "correlation_id");
            json::string(out, id, MAX_CORRELATION_CHARS);
        }
        out.push_str("}}");
    }

    /// The message or the hint, details filled in.
    fn text(&self, spec: &'static CodeSpec, text: &str, call: &Call<'_>, caps: Caps, out: &mut String) {
        if text.len() <= caps.text_chars && json::is_plain(text) {
            return out.push_str(text);
        }
        let start = out.len();
        // Hardly ever is a text too long. So its characters are counted only where there are more bytes than that.
        for max_chars in [usize::MAX, caps.text_chars] {
            out.truncate(start);
            let _ = template(text, &mut Capped::new(out, max_chars), |name, out| {
                if name == "verify" && spec.detail(name).is_none() {
                    let verify = call.tool.map_or("", |tool| tool.verify);
                    let _ = out.write_str(if verify.is_empty() { VERIFY_FALLBACK } else { verify });
                } else if let Some(error) = self.error {
                    error.details(&mut Details::text(spec, name, out));
                }
            });
            if out.len() - start <= caps.text_chars {
                break;
            }
        }
    }

    /// A JSON template, details filled in. A detail that the error does not have is `null`.
    fn pieces(&self, spec: &'static CodeSpec, pieces: &[Piece], out: &mut String) {
        for piece in pieces {
            match *piece {
                Piece::Json(text) => out.push_str(text),
                Piece::Value(name) => {
                    let start = out.len();
                    if let Some(error) = self.error {
                        error.details(&mut Details::value(spec, name, out));
                    }
                    if out.len() == start {
                        out.push_str("null");
                    }
                }
                Piece::Text(name) => {
                    if let Some(error) = self.error {
                        error.details(&mut Details::text(spec, name, &mut Capped::new(out, usize::MAX)));
                    }
                }
            }
        }
    }

    /// `details`, whole if it fits, else with its free texts cut ever shorter, else `{"truncated":true}`.
    fn details(&self, spec: &'static CodeSpec, max_bytes: usize, out: &mut String) {
        const TEXT_CHARS: [usize; 7] = [usize::MAX, 512, 256, 128, 64, 32, 16];
        let Some(error) = self.error.filter(|_| !spec.details.is_empty()) else {
            return;
        };
        let start = out.len();
        member(out, "details");
        let value = out.len();
        for max_chars in TEXT_CHARS {
            out.push('{');
            error.details(&mut Details::json(spec, out, max_chars));
            out.push('}');
            match out.len() - value {
                2 => return out.truncate(start),
                length if length <= max_bytes => return,
                _ => out.truncate(value),
            }
        }
        out.push_str("{\"truncated\":true}");
    }
}

fn write_upstream(upstream: &Upstream, max_bytes: usize, out: &mut String) {
    let body = &upstream.body;
    let mut end = body.len().min(max_bytes);
    while !body.is_char_boundary(end) {
        end -= 1;
    }
    out.push('{');
    if !upstream.host.is_empty() {
        member(out, "host");
        json::string(out, &upstream.host, MAX_HOST_CHARS);
    }
    if let Some(status) = upstream.status {
        member(out, "status");
        let _ = write!(out, "{status}");
    }
    member(out, "body");
    json::string(out, body.get(..end).unwrap_or_default(), usize::MAX);
    if end < body.len() {
        member(out, "truncated");
        out.push_str("true");
    }
    out.push('}');
}
