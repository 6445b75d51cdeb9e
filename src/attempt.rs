//! A call of a tool over any transport: what fails in it, as a failure with a code.

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use crate::context::Context;
use crate::failure::Failure;

/// For servers without rmcp. Behind its dispatch point ([`errtax::mcp`](crate::mcp), feature `rmcp`) this is done already.
impl Context {
    /// Makes a call in this context. An error becomes a failure, and a panic does as well, with the role `panic`.
    ///
    /// ```
    /// use std::io;
    ///
    /// use errtax::{Context, Failure};
    /// # use errtax::standard as codes;
    ///
    /// fn run(tool: &str) -> Result<String, Failure> {
    ///     match tool {
    ///         "ping" => Ok("pong".to_owned()),
    ///         _ => Err(codes::details::ConnectionLost {}.into_failure()),
    ///     }
    /// }
    ///
    /// /// What goes back to the caller, whatever carries it.
    /// fn serve(tool: &str) -> Result<String, String> {
    ///     let call = Context::of_call(&codes::REGISTRY, tool, |_key| false).with_random_correlation_id();
    ///     call.attempt(|| run(tool)).map_err(|failure| call.wire(&failure))
    /// }
    ///
    /// assert_eq!(serve("ping").unwrap(), "pong");
    /// // A tool that no registry declares is a write, and what became of it nobody knows.
    /// assert!(serve("pay").unwrap_err().starts_with(r#"{"error":{"code":"OUTCOME_UNKNOWN""#));
    /// ```
    ///
    /// # Errors
    ///
    /// The failure, which [`wire`](Self::wire) makes the answer of and [`audit::tell`](crate::audit::tell) the record.
    pub fn attempt<T, E: Into<Failure>>(&self, call: impl FnOnce() -> Result<T, E>) -> Result<T, Failure> {
        self.run(|| caught(call)?.map_err(Into::into))
    }

    /// The same for an asynchronous tool: its making and each of its polls are in this context.
    ///
    /// # Errors
    ///
    /// The failure.
    pub async fn attempt_async<T, E, F>(&self, call: impl FnOnce() -> F) -> Result<T, Failure>
    where
        E: Into<Failure>,
        F: Future<Output = Result<T, E>>,
    {
        let mut future = pin!(self.run(|| caught(call))?);
        poll_fn(|task| {
            let polled = self.run(|| caught(|| future.as_mut().poll(task)));
            match polled {
                Ok(polled) => polled.map(|done| self.run(|| done.map_err(Into::into))),
                Err(panicked) => Poll::Ready(Err(panicked)),
            }
        })
        .await
    }

    /// The wire object of a failure of this call.
    #[must_use]
    pub fn wire(&self, failure: &Failure) -> String {
        self.run(|| failure.to_wire())
    }
}

/// What shares state with a call that panics is behind types that were made for that.
fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work)).map_err(Failure::from_panic)
}
