//! Why a call was not carried out.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use errtax_core::wire::WireError;
use errtax_core::{Class, CodeSpec, Details, RawJson, ToolError, kind, render};
use serde_json::{Map, Value};

use crate::context::Context;
use crate::infer::infer;
use crate::standard::Code;

/// The codes by which [`Replay`](super::Replay) refuses a call.
///
/// What is left `None` is the code of that name in the registry of the call, else the standard one. A code of your own
/// has to say what the standard one says of class, action and `executed`: only the texts are yours to choose.
#[derive(Clone, Copy, Debug, Default)]
pub struct Codes {
    /// The key came with other arguments before. `IDEMPOTENCY_KEY_REUSED`.
    pub key_reused: Option<&'static CodeSpec>,
    /// The first call with this key is still at work. `DUPLICATE_IN_PROGRESS`.
    pub in_progress: Option<&'static CodeSpec>,
    /// Whether the first call took effect is not known. The role `in_doubt`.
    pub in_doubt: Option<&'static CodeSpec>,
    /// The store failed before anything was done. `SERVICE_UNAVAILABLE`, unless the cause shows that it will not pass.
    pub store_failed: Option<&'static CodeSpec>,
}

/// Why a call was not carried out, or not again: the error of [`Replay`](super::Replay).
///
/// It has a code, so `#[tool_error(transparent)]` takes it into an enum of yours.
#[derive(Debug)]
pub struct Refused {
    kind: Kind,
    codes: Codes,
}

#[derive(Debug)]
enum Kind {
    KeyReused,
    InProgress(Duration),
    InDoubt(Option<Boxed>),
    Earlier(Box<WireError>),
    Store(Boxed),
    Arguments(serde_json::Error),
    NoTool,
}

type Boxed = Box<dyn Error + Send + Sync>;

/// Why a call was refused, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The key came with other arguments before.
    KeyReused,
    /// The first call with this key is still at work.
    InProgress,
    /// Whether the first call took effect is not known.
    InDoubt,
    /// The first call failed, having done some or all of its work. This is its failure.
    Failed,
    /// The store failed, and nothing was done.
    Store,
    /// The arguments are nothing that JSON can say, and nothing was done.
    Arguments,
    /// No tool is known where the call was to be made out: it is outside of its [`Context`], or the registry does not
    /// declare the tool. Nothing was done.
    NoTool,
}

impl Refused {
    fn new(codes: Codes, kind: Kind) -> Self {
        Self { kind, codes }
    }

    pub(super) fn key_reused(codes: Codes) -> Self {
        Self::new(codes, Kind::KeyReused)
    }

    pub(super) fn in_progress(codes: Codes, wait: Duration) -> Self {
        Self::new(codes, Kind::InProgress(wait))
    }

    pub(super) fn in_doubt(codes: Codes) -> Self {
        Self::new(codes, Kind::InDoubt(None))
    }

    /// The effect is there and its record is not, or may not be.
    pub(super) fn unrecorded(codes: Codes, cause: impl Into<Boxed>) -> Self {
        Self::new(codes, Kind::InDoubt(Some(cause.into())))
    }

    pub(super) fn store(codes: Codes, cause: impl Into<Boxed>) -> Self {
        Self::new(codes, Kind::Store(cause.into()))
    }

    pub(super) fn arguments(cause: serde_json::Error) -> Self {
        Self::new(Codes::default(), Kind::Arguments(cause))
    }

    pub(super) fn no_tool() -> Self {
        Self::new(Codes::default(), Kind::NoTool)
    }

    /// The failure of the first call, again. One that cannot be read leaves no more than the doubt.
    pub(super) fn earlier(codes: Codes, wire: &str) -> Self {
        match WireError::decode(wire) {
            Ok(wire) => Self::new(codes, Kind::Earlier(Box::new(wire))),
            Err(error) => Self::unrecorded(codes, error),
        }
    }

    /// The doubt in which the first call left things: by its own failure, where that says more than that there is doubt.
    pub(super) fn doubt_of(codes: Codes, wire: Option<&str>) -> Self {
        match wire.and_then(|wire| WireError::decode(wire).ok()) {
            Some(wire) if wire.class.known() == Some(Class::UnknownOutcome) => {
                Self::new(codes, Kind::Earlier(Box::new(wire)))
            }
            _ => Self::in_doubt(codes),
        }
    }

    /// Why, in a word.
    #[must_use]
    pub fn reason(&self) -> Reason {
        match &self.kind {
            Kind::KeyReused => Reason::KeyReused,
            Kind::InProgress(_) => Reason::InProgress,
            Kind::InDoubt(_) => Reason::InDoubt,
            Kind::Earlier(wire) if wire.class.known() == Some(Class::UnknownOutcome) => Reason::InDoubt,
            Kind::Earlier(_) => Reason::Failed,
            Kind::Store(_) => Reason::Store,
            Kind::Arguments(_) => Reason::Arguments,
            Kind::NoTool => Reason::NoTool,
        }
    }

    /// The error of the store, where that is why and nothing was done: for an enum that has a code for it already.
    ///
    /// # Errors
    ///
    /// The refusal itself, where it has another reason.
    pub fn into_store_error<E: Error + Send + Sync + 'static>(self) -> Result<E, Self> {
        let Self { kind, codes } = self;
        match kind {
            Kind::Store(cause) => match cause.downcast::<E>() {
                Ok(error) => Ok(*error),
                Err(cause) => Err(Self::new(codes, Kind::Store(cause))),
            },
            kind => Err(Self::new(codes, kind)),
        }
    }

    fn details_of_earlier(&self) -> Option<Map<String, Value>> {
        match &self.kind {
            Kind::Earlier(wire) => serde_json::from_str(wire.details.as_ref()?.as_str()).ok(),
            _ => None,
        }
    }
}

/// The code of this name as the registry of the call has it, with that registry's texts.
fn named(standard: Code) -> &'static CodeSpec {
    let spec = standard.spec();
    let own = Context::current().registry().code(spec.code);
    // A registry need not have taken the standard codes over, and may mean something else by the name.
    own.filter(|own| (own.class, own.action, own.executed) == (spec.class, spec.action, spec.executed))
        .unwrap_or(spec)
}

// Nobody means this one: it is not to be offered where a type has no code.
#[diagnostic::do_not_recommend]
impl ToolError for Refused {
    fn spec(&self) -> &'static CodeSpec {
        let registry = Context::current().registry();
        let in_doubt = || self.codes.in_doubt.unwrap_or(registry.roles.in_doubt);
        match &self.kind {
            Kind::KeyReused => self
                .codes
                .key_reused
                .unwrap_or_else(|| named(Code::IdempotencyKeyReused)),
            Kind::InProgress(_) => self
                .codes
                .in_progress
                .unwrap_or_else(|| named(Code::DuplicateInProgress)),
            Kind::InDoubt(_) => in_doubt(),
            // A code that has been retired since: what is left of it is that this must not be repeated.
            Kind::Earlier(wire) => registry.code(&wire.code).unwrap_or_else(in_doubt),
            Kind::Store(cause) => self
                .codes
                .store_failed
                .unwrap_or_else(|| infer(&**cause, registry, named(Code::ServiceUnavailable))),
            Kind::Arguments(_) | Kind::NoTool => registry.roles.unknown,
        }
    }

    fn details(&self, out: &mut Details<'_>) {
        let Some(earlier) = self.details_of_earlier() else {
            return;
        };
        for detail in self.spec().details {
            match earlier.get(detail.name) {
                Some(Value::String(text)) => out.put::<kind::String>(detail.name, text),
                Some(value) => {
                    if let Ok(json) = value.to_string().parse::<RawJson>() {
                        out.put::<kind::Object>(detail.name, &json);
                    }
                }
                None => {}
            }
        }
    }

    fn retry_after(&self) -> Option<Duration> {
        match self.kind {
            Kind::InProgress(wait) => Some(wait),
            _ => None,
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        render(self, f)
    }
}

impl Error for Refused {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            Kind::Store(cause) | Kind::InDoubt(Some(cause)) => Some(&**cause),
            Kind::Arguments(cause) => Some(cause),
            _ => None,
        }
    }
}

/// The error of a tool, as far as [`Replay`](super::Replay) has to know it: whether the call took effect, and the wire
/// object. Every [`ToolError`] is one, and so is [`Failure`](crate::Failure).
pub trait Failed {
    /// Everything the registry says about the code.
    fn code_spec(&self) -> &'static CodeSpec;

    /// The wire object, for the call of the current [`Context`].
    fn wire(&self) -> String;
}

impl<E: ToolError> Failed for E {
    fn code_spec(&self) -> &'static CodeSpec {
        self.spec()
    }

    fn wire(&self) -> String {
        errtax_core::wire::Envelope::of(self).encode(&Context::current().call())
    }
}

impl Failed for crate::Failure {
    fn code_spec(&self) -> &'static CodeSpec {
        self.spec()
    }

    fn wire(&self) -> String {
        self.to_wire()
    }
}
