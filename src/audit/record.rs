//! One failure, as the server knows it.

use std::time::{Duration, SystemTime};

use errtax_core::wire::Open;
use errtax_core::{Class, DateTime, Effect, Executed, RawJson};
#[cfg(feature = "rmcp")]
use errtax_core::{CodeSpec, wire::WireError};

#[cfg(feature = "rmcp")]
use super::causes::because;
use super::causes::{Cause, Causes, PANIC, because_of};
use crate::context::Context;
use crate::failure::Failure;
#[cfg(feature = "rmcp")]
use crate::said::{MAX_TEXT_BYTES, said};

/// One failure, as the server knows it. It has what the wire must not: keep it where only the server's people read.
///
/// The registry's hint is not in it. That is for the agent, and in a log it would be repeated with every failure.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// When the call had failed, in UTC, to the millisecond.
    pub at: DateTime,
    /// The tool that was called, as the caller named it.
    pub tool: String,
    /// What failed: the type of the error, as of the first of [`causes`](Self::causes). `panic` for a panic,
    /// `errtax::BadArguments` for arguments that do not fit, `rmcp::ErrorData` and `rmcp::CallToolResult` for what a
    /// tool without codes said. Empty where it is not known.
    pub name: String,
    /// The code that the agent received.
    pub code: String,
    /// The code that was raised, where the agent received its `in_doubt` twin.
    pub raised: Option<String>,
    /// The class of the code that the agent received.
    pub class: Open<Class>,
    /// Whether the call took effect, as the agent was told.
    pub executed: Open<Executed>,
    /// What the call does.
    pub effect: Effect,
    /// What ties this record to the answer that the agent has.
    pub correlation_id: Option<String>,
    /// How long the call took.
    pub duration: Duration,
    /// The error and its causes, outermost first. Empty where no error was seen: a tool answered in words, or an answer
    /// was made in a task or thread that is not the call's.
    pub causes: Vec<Cause>,
    /// What these prove, or the words of a tool without codes, in a few words: `SQLSTATE 40001`. It decided the code where
    /// that was inferred; where the server's author named a code, that stands whatever this says.
    pub because: Option<String>,
    /// What a tool without codes said.
    pub said: Option<Said>,
    /// Where a panic began: `src/tools.rs:7:13`.
    pub panicked_at: Option<String>,
    /// Whether causes or texts were too many or too long to keep whole.
    pub cut: bool,
}

/// The words of a tool without codes, which the agent need not have seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Said {
    /// Its text.
    pub text: String,
    /// What it gave along: the data of an `ErrorData`; the `structuredContent` of a result, or the whole of it where
    /// there is more than that.
    pub data: Option<RawJson>,
}

/// What a record has beyond the answer and the call.
#[derive(Debug, Default)]
pub(crate) struct Evidence {
    name: String,
    raised: Option<&'static str>,
    causes: Causes,
    said: Option<Said>,
    panicked_at: Option<String>,
}

/// What the agent was told.
struct Told {
    code: String,
    class: Open<Class>,
    executed: Open<Executed>,
    correlation_id: Option<String>,
}

impl Record {
    /// The record of a failure of the call of the current [`Context`].
    #[must_use]
    pub fn of(failure: &Failure, tool: &str, duration: Duration) -> Self {
        let context = Context::current();
        let spec = failure.spec().for_effect(context.effect());
        let told = Told {
            code: spec.code.to_owned(),
            class: Open::Known(spec.class),
            executed: Open::Known(spec.executed),
            correlation_id: None,
        };
        Self::new(tool, &context, duration, told, Evidence::of_failure(failure))
    }

    /// The record of a failure that was answered with this wire object.
    #[cfg(feature = "rmcp")]
    pub(crate) fn answered(
        tool: &str,
        context: &Context,
        duration: Duration,
        wire: WireError,
        evidence: Evidence,
    ) -> Self {
        let told = Told {
            code: wire.code,
            class: wire.class,
            executed: wire.executed,
            correlation_id: wire.correlation_id,
        };
        Self::new(tool, context, duration, told, evidence)
    }

    fn new(tool: &str, context: &Context, duration: Duration, told: Told, evidence: Evidence) -> Self {
        let Evidence {
            name,
            raised,
            causes: Causes {
                causes, because, cut, ..
            },
            said,
            panicked_at,
        } = evidence;
        let raised = raised.filter(|raised| *raised != told.code).map(str::to_owned);
        Self {
            at: now(),
            tool: tool.to_owned(),
            name,
            code: told.code,
            raised,
            class: told.class,
            executed: told.executed,
            effect: context.effect(),
            correlation_id: told
                .correlation_id
                .or_else(|| context.correlation_id().map(str::to_owned)),
            duration,
            causes,
            because,
            said,
            panicked_at,
            cut,
        }
    }
}

fn now() -> DateTime {
    let since = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    let seconds = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
    // A clock that is set to no year of ours is no reason to have no record.
    DateTime::from_unix(seconds, since.subsec_millis() * 1_000_000, 0).unwrap_or(DateTime::UNIX_EPOCH)
}

impl Evidence {
    /// What a failure shows.
    pub(crate) fn of_failure(failure: &Failure) -> Self {
        let cause = failure.cause();
        let mut causes = Causes::of_static(failure.name(), cause).without_hints(failure.spec(), failure.hint());
        // The words of an error with a code are the registry's own.
        let is_coded = failure.tool_error().is_some();
        causes.because = because_of(if is_coded { cause.source() } else { Some(cause) });
        let name = if failure.is_panic() {
            PANIC.to_owned()
        } else {
            causes
                .causes
                .first()
                .map(|first| first.name.clone())
                .unwrap_or_default()
        };
        Self {
            name,
            raised: Some(failure.spec().code),
            causes,
            ..Self::default()
        }
    }
}

#[cfg(feature = "rmcp")]
impl Evidence {
    /// Whether nothing is known.
    pub(crate) fn is_nothing(&self) -> bool {
        self.name.is_empty() && self.causes.causes.is_empty() && self.said.is_none()
    }

    /// What an error with a code shows. Its type has this name; empty where that is to be found out.
    pub(crate) fn of_error(error: &dyn errtax_core::ToolError, name: &str) -> Self {
        let causes = Causes::of(name, error).without_hints(error.spec(), error.hint());
        Self {
            name: causes
                .causes
                .first()
                .map(|first| first.name.clone())
                .unwrap_or_default(),
            raised: Some(error.spec().code),
            causes,
            ..Self::default()
        }
    }

    /// What a panic shows.
    pub(crate) fn of_panic(spec: &'static CodeSpec, text: &str, place: Option<String>) -> Self {
        Self {
            name: PANIC.to_owned(),
            raised: Some(spec.code),
            causes: Causes::of_panic(text),
            panicked_at: place,
            said: None,
        }
    }

    /// Nothing but the name of the type in which a tool without codes said something.
    pub(crate) fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }

    /// The same, and what a tool without codes said.
    pub(crate) fn with_words(mut self, text: &str, data: Option<&serde_json::Value>) -> Self {
        let (text, cut) = said(format_args!("{text}"));
        self.causes.cut |= cut;
        self.causes.because = because(&crate::causes::Evidence::Text(&text));
        let data = data.map(|data| {
            let json = data.to_string();
            let fits = json.len() <= MAX_TEXT_BYTES;
            let whole = Some(&json)
                .filter(|_| fits)
                .and_then(|json| json.parse::<RawJson>().ok());
            // JSON cannot be cut, and neither what nests too deeply can be read back. So its beginning is kept as a text.
            whole.or_else(|| {
                let (text, cut) = said(format_args!("{json}"));
                self.causes.cut |= cut;
                serde_json::Value::String(text).to_string().parse().ok()
            })
        });
        self.said = Some(Said {
            text,
            data: data.flatten(),
        });
        self
    }
}
