//! What is known about the call that is being served, for conversions that only see the error.

use std::cell::RefCell;
use std::fmt;
use std::future::{Future, poll_fn};
use std::hash::{BuildHasher as _, RandomState};
use std::marker::PhantomData;
use std::pin::pin;
use std::sync::Arc;

use errtax_core::wire::Call;
use errtax_core::{Effect, Registry, ToolSpec};

thread_local! {
    static CURRENT: RefCell<Context> = const { RefCell::new(Context::UNKNOWN) };
}

/// The call that is being served: tool, effect, correlation id, and the registry that speaks for the server.
///
/// Where a call is dispatched, put the context around it, and every error that becomes a wire object inside knows its
/// call. Outside of one, nothing is known: a plain write, no tool, no correlation id, the standard registry.
///
/// ```
/// use errtax::{Context, Effect};
///
/// assert_eq!(Context::current().effect(), Effect::Write);
/// let context = Context::default().with_effect(Effect::Read);
/// context.run(|| assert_eq!(Context::current().effect(), Effect::Read));
/// ```
#[derive(Clone)]
pub struct Context {
    registry: Option<&'static Registry>,
    tool: Option<&'static ToolSpec>,
    effect: Effect,
    correlation_id: Option<Id>,
}

/// A correlation id. One that the library makes needs no allocation: most calls end without having used it.
#[derive(Clone)]
enum Id {
    Text(Arc<str>),
    Hexadecimal([u8; 32]),
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("registry", &self.registry.map(|registry| registry.name))
            .field("tool", &self.tool.map(|tool| tool.name))
            .field("effect", &self.effect)
            .field("correlation_id", &self.correlation_id())
            .finish()
    }
}

impl Default for Context {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

impl Context {
    const UNKNOWN: Self = Self {
        registry: None,
        tool: None,
        effect: Effect::Write,
        correlation_id: None,
    };

    /// The context of one call of `tool`.
    ///
    /// `has_key` is asked whether the call carries a non-empty value for the argument by which the tool dedupes, if the
    /// registry declares one. A tool that the registry does not declare counts as a plain write.
    #[must_use]
    pub fn of_call(registry: &'static Registry, tool: &str, has_key: impl FnOnce(&str) -> bool) -> Self {
        let tool = registry.tool(tool);
        let effect = tool.map_or(Effect::Write, |tool| {
            tool.effect(!tool.dedupe_key.is_empty() && has_key(tool.dedupe_key))
        });
        Self {
            registry: Some(registry),
            tool,
            effect,
            correlation_id: None,
        }
    }

    /// The same with another effect.
    #[must_use]
    pub fn with_effect(mut self, effect: Effect) -> Self {
        self.effect = effect;
        self
    }

    /// The same with a correlation id. Up to 128 characters of it are sent.
    #[must_use]
    pub fn with_correlation_id(mut self, id: impl Into<Arc<str>>) -> Self {
        self.correlation_id = Some(Id::Text(id.into()));
        self
    }

    /// The same with a trace id, 32 lowercase hexadecimal digits, as correlation id.
    #[cfg(feature = "rmcp")]
    pub(crate) fn with_trace_id(mut self, id: [u8; 32]) -> Self {
        self.correlation_id = Some(Id::Hexadecimal(id));
        self
    }

    /// The same with a fresh random correlation id: 32 lowercase hexadecimal digits, the form of a W3C trace id.
    #[must_use]
    pub fn with_random_correlation_id(mut self) -> Self {
        // Each `RandomState` has keys of its own, so what it makes of nothing is a random number.
        let [high, low] = [0_u8, 1].map(|half| RandomState::new().hash_one(half));
        let number = u128::from(high) << 64 | u128::from(low);
        let digit = |at: usize| {
            let value = (number >> (4 * (31 - at))) as u8 & 15;
            value + if value < 10 { b'0' } else { b'a' - 10 }
        };
        self.correlation_id = Some(Id::Hexadecimal(std::array::from_fn(digit)));
        self
    }

    /// What is known about the call that this thread is serving.
    #[must_use]
    pub fn current() -> Self {
        CURRENT.with_borrow(Self::clone)
    }

    /// What the call does.
    #[must_use]
    pub fn effect(&self) -> Effect {
        self.effect
    }

    /// The tool, where the registry declares it.
    #[must_use]
    pub fn tool(&self) -> Option<&'static ToolSpec> {
        self.tool
    }

    /// The registry that speaks for the server.
    #[must_use]
    pub fn registry(&self) -> &'static Registry {
        self.registry.unwrap_or(&crate::standard::REGISTRY)
    }

    /// What ties the answer to the audit record.
    #[must_use]
    pub fn correlation_id(&self) -> Option<&str> {
        match self.correlation_id.as_ref()? {
            Id::Text(id) => Some(id),
            Id::Hexadecimal(digits) => std::str::from_utf8(digits).ok(),
        }
    }

    /// The same as the encoder takes it.
    #[must_use]
    pub fn call(&self) -> Call<'_> {
        Call {
            effect: self.effect,
            tool: self.tool,
            correlation_id: self.correlation_id(),
        }
    }

    /// Makes this the current context of the thread until the guard is dropped.
    #[must_use = "the context ends when the guard is dropped"]
    pub fn enter(&self) -> Entered {
        let outer = CURRENT.replace(self.clone());
        Entered {
            outer,
            not_send: PhantomData,
        }
    }

    /// Runs `work` in this context.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        let _entered = self.enter();
        work()
    }

    /// Runs `future` in this context: every poll of it, on whatever thread, and nothing between the polls.
    ///
    /// Write the dispatch itself inside the future, because synchronous tools run while it is being made:
    /// `context.scope(async { router.call(request).await }).await`.
    pub async fn scope<F: Future>(self, future: F) -> F::Output {
        let mut future = pin!(future);
        poll_fn(|task| {
            let _entered = self.enter();
            future.as_mut().poll(task)
        })
        .await
    }
}

/// Ends the context that [`Context::enter`] began, when dropped.
#[derive(Debug)]
pub struct Entered {
    outer: Context,
    /// The context belongs to the thread, so the guard stays on it.
    not_send: PhantomData<*const ()>,
}

impl Drop for Entered {
    fn drop(&mut self) {
        let outer = std::mem::take(&mut self.outer);
        // While the thread is being torn down there is nothing to restore.
        let _ = CURRENT.try_with(|current| current.replace(outer));
    }
}
