//! The failure without a type: any error with a code, or any error at all.

use std::any::Any;
use std::error::Error;
use std::fmt;
use std::time::Duration;

use errtax_core::wire::{Envelope, Upstream};
use errtax_core::{CodeSpec, Erased, IntoFailure, Role, ToolError, render};

use crate::causes::{Evidence, Proof, prove};
use crate::context::Context;
use crate::infer::role_of_foreign;
use crate::said::drop_quietly;

/// Any failure, on its way to the agent.
///
/// `?` makes one from every [`ToolError`], from a boxed error, and with the feature `anyhow` from an `anyhow::Error`.
/// What has no code gets that of the role which its [cause proves](crate::causes), else that of the role `unknown` (a panic
/// that of `panic`); the original stays its [source](Error::source), for the audit record, and none of its text reaches the
/// agent. The cause is that of the last step and says nothing of the steps before: for a plain write it never proves that
/// nothing was carried out.
///
/// ```
/// use errtax::{Failure, standard::details};
///
/// let failure = details::Cancelled {}.into_failure();
/// assert_eq!(failure.code(), "CANCELLED");
///
/// let failure = Failure::from(Box::<dyn std::error::Error + Send + Sync>::from("connection pool is gone"));
/// assert_eq!(failure.code(), "UNKNOWN_ERROR");
/// assert!(!failure.to_wire().contains("pool"));
/// ```
pub struct Failure(Box<Inner>);

struct Inner {
    cause: Cause,
    retry_after: Option<Duration>,
    upstream: Option<Upstream>,
}

enum Cause {
    Coded {
        error: Box<dyn errtax_core::Coded>,
        name: &'static str,
    },
    Foreign {
        error: Box<dyn Error + Send + Sync>,
        kind: Foreign,
    },
}

/// Where an error without a code comes from.
enum Foreign {
    /// It is the text of a panic.
    Panic,
    /// It was returned, and proves this.
    Returned(Proof),
}

impl Failure {
    fn new(cause: Cause) -> Self {
        Self(Box::new(Inner {
            cause,
            retry_after: None,
            upstream: None,
        }))
    }

    /// The failure of a panic, from the payload that `catch_unwind` or a join handle gives.
    #[must_use]
    pub fn from_panic(payload: Box<dyn Any + Send>) -> Self {
        let text = match payload.downcast::<String>() {
            Ok(text) => *text,
            Err(payload) => {
                let text = payload.downcast_ref::<&'static str>();
                let text = text.map_or_else(
                    || "a panic whose payload is no text".to_owned(),
                    |text| (*text).to_owned(),
                );
                drop_quietly(payload);
                text
            }
        };
        Self::new(Cause::Foreign {
            error: text.into(),
            kind: Foreign::Panic,
        })
    }

    /// Says how long to wait before the call may be sent again. Sent for retryable codes only.
    #[must_use]
    pub fn with_retry_after(mut self, wait: Duration) -> Self {
        self.0.retry_after = Some(wait);
        self
    }

    /// Passes on what a vendor said, as the vendor's words.
    #[must_use]
    pub fn with_upstream(mut self, upstream: Upstream) -> Self {
        self.0.upstream = Some(upstream);
        self
    }

    /// Everything the registry says about the code.
    ///
    /// For what has no code of its own this is a code of the registry of the current [`Context`].
    #[must_use]
    pub fn spec(&self) -> &'static CodeSpec {
        match &self.0.cause {
            Cause::Coded { error, .. } => error.as_tool_error().spec(),
            Cause::Foreign { kind, .. } => {
                let context = Context::current();
                let role = match kind {
                    Foreign::Panic => Role::Panic,
                    Foreign::Returned(proof) => role_of_foreign(proof, context.effect()),
                };
                context.registry().roles.get(role)
            }
        }
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.spec().code
    }

    /// The name of the error's type, for the audit record; empty where it is not known.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match &self.0.cause {
            Cause::Coded { name, .. } => name,
            Cause::Foreign { .. } => "",
        }
    }

    /// The error that this failure was made from.
    #[must_use]
    pub fn cause(&self) -> &(dyn Error + 'static) {
        match &self.0.cause {
            Cause::Coded { error, .. } => error.as_error(),
            Cause::Foreign { error, .. } => &**error,
        }
    }

    /// The error that this failure was made from, where it is an `E`.
    #[must_use]
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.cause().downcast_ref()
    }

    /// Takes the error out again, where it is an `E`.
    ///
    /// # Errors
    ///
    /// The failure itself, when it was made from something else.
    pub fn downcast<E: Error + 'static>(self) -> Result<E, Self> {
        if self.downcast_ref::<E>().is_none() {
            return Err(self);
        }
        let Inner {
            cause,
            retry_after,
            upstream,
        } = *self.0;
        let cause = match cause {
            Cause::Coded { error, name } => match error.into_any().downcast::<E>() {
                Ok(error) => return Ok(*error),
                // Not reached: the type was asked for above. Should it ever be, the payload is kept as it can be.
                Err(_) => Cause::Foreign {
                    error: name.into(),
                    kind: Foreign::Returned(Proof::NOTHING),
                },
            },
            Cause::Foreign { error, kind } => match error.downcast::<E>() {
                Ok(error) => return Ok(*error),
                Err(error) => Cause::Foreign { error, kind },
            },
        };
        Err(Self(Box::new(Inner {
            cause,
            retry_after,
            upstream,
        })))
    }

    /// How long to wait before the call may be sent again, where that is known.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        let said = match &self.0.cause {
            Cause::Coded { error, .. } => error.as_tool_error().retry_after(),
            Cause::Foreign { kind, .. } => match kind {
                Foreign::Panic => None,
                Foreign::Returned(proof) => proof.retry_after,
            },
        };
        self.0.retry_after.or(said)
    }

    pub(crate) fn tool_error(&self) -> Option<&(dyn ToolError + 'static)> {
        match &self.0.cause {
            Cause::Coded { error, .. } => Some(error.as_tool_error()),
            Cause::Foreign { .. } => None,
        }
    }

    /// Whether it is that of a panic.
    pub(crate) fn is_panic(&self) -> bool {
        matches!(
            &self.0.cause,
            Cause::Foreign {
                kind: Foreign::Panic,
                ..
            }
        )
    }

    /// A hint that says more than that of the code, where there is one.
    pub(crate) fn hint(&self) -> Option<&'static str> {
        self.tool_error()?.hint()
    }

    fn envelope(&self) -> Envelope<'_> {
        Envelope {
            spec: self.spec(),
            error: self.tool_error().map(|error| error as &dyn ToolError),
            retry_after: self.retry_after(),
            upstream: self.0.upstream.as_ref(),
        }
    }

    /// The wire object, for the call of the current [`Context`].
    #[must_use]
    pub fn to_wire(&self) -> String {
        let wire = self.envelope().encode(&Context::current().call());
        #[cfg(feature = "rmcp")]
        crate::audit::hear(&wire, || crate::audit::Evidence::of_failure(self));
        wire
    }
}

impl<E: IntoFailure> From<E> for Failure {
    fn from(error: E) -> Self {
        match error.erase() {
            Erased::Coded { error, name } => Self::new(Cause::Coded { error, name }),
            // A failure that travelled as a boxed error is still that failure.
            Erased::Foreign(error) => match error.downcast::<Self>() {
                Ok(failure) => *failure,
                Err(error) => {
                    let proof = prove(&Evidence::Error(&*error));
                    let kind = Foreign::Returned(proof);
                    Self::new(Cause::Foreign { error, kind })
                }
            },
        }
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failure")
            .field("code", &self.code())
            .field("cause", &format_args!("{:?}", self.cause()))
            .finish_non_exhaustive()
    }
}

/// The message of the registry.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tool_error() {
            Some(error) => render(error, f),
            None => f.write_str(self.spec().message),
        }
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(self.cause())
    }
}
