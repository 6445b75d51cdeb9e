//! The one point that every call of a tool goes through.

use std::future::Future;
use std::sync::Arc;
use std::time::Instant;

use errtax_core::Registry;
use errtax_core::wire::WireError;
use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{CallToolResponse, JsonObject, RequestMetaObject};
use rmcp::{ErrorData, ServerHandler};

use super::arguments::Fault;
use super::guard::Guard;
use super::route::Route;
use super::settle::{Failed, Settled};
use super::{context, panics, settle};
use crate::audit::{self, Audit, Hearing, Record, Sink};
use crate::context::Context;

/// Puts the dispatch point around every tool of a router, with the standard codes.
///
/// The same as [`harden_with`] and `&errtax::standard::REGISTRY`.
///
/// The server has to use the router that comes back: `#[tool_handler]` asks `Self::tool_router()` for one, unless it is told
/// `#[tool_handler(router = self.tools)]`. Where that does not suit, take [`guard`].
#[must_use]
pub fn harden<S: Send + Sync + 'static>(router: ToolRouter<S>) -> ToolRouter<S> {
    harden_with(router, &crate::standard::REGISTRY)
}

/// Puts the dispatch point around every tool of a router, with the codes, roles and tools of a registry.
///
/// The same as [`Dispatch::new`] and [`Dispatch::harden`], which say what it does and what can be set.
#[must_use]
pub fn harden_with<S: Send + Sync + 'static>(router: ToolRouter<S>, registry: &'static Registry) -> ToolRouter<S> {
    Dispatch::new(registry).harden(router)
}

/// Puts the dispatch point around a whole server, with the standard codes: the line that needs no other one to change,
/// however the server is made.
///
/// ```
/// # #[derive(Clone)] struct Server;
/// # #[rmcp::tool_router(server_handler)]
/// # impl Server { #[rmcp::tool] fn ping(&self) -> String { String::new() } }
/// let server = errtax::mcp::guard(Server);
/// // server.serve(rmcp::transport::stdio())
/// # let _ = server;
/// ```
///
/// The same as [`guard_with`] and `&errtax::standard::REGISTRY`.
#[must_use]
pub fn guard<S: ServerHandler>(server: S) -> Guard<S> {
    guard_with(server, &crate::standard::REGISTRY)
}

/// Puts the dispatch point around a whole server, with the codes, roles and tools of a registry.
///
/// The same as [`Dispatch::new`] and [`Dispatch::guard`].
#[must_use]
pub fn guard_with<S: ServerHandler>(server: S, registry: &'static Registry) -> Guard<S> {
    Dispatch::new(registry).guard(server)
}

/// When a failed result has `structuredContent` beside its text.
///
/// MCP lets a client hold `structuredContent` against the tool's `outputSchema`, and says nothing of errors. Version 1 of
/// the TypeScript SDK does so and throws an error away that does not fit; some clients show a model nothing but
/// `structuredContent`. Where it is there, it is the same object as the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Structured {
    /// Where the tool has no `outputSchema`, or one that admits the wire object.
    #[default]
    Auto,
    /// Always: the `outputSchema` that is advertised admits the wire object as well. This costs tokens in `tools/list`.
    Union,
    /// Never.
    Never,
}

/// What the agent gets to see of an error that has no code: the text of a tool that does not use errtax yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prose {
    /// Nothing. What the text says is known to nobody but the server, and may be a path or a connection string.
    #[default]
    Withhold,
    /// The text, beside the code, as words that are not the registry's: `upstream.body` of the wire object.
    Attach,
    /// The tool's result as it was. The wire object goes into `structuredContent`, where [`Structured`] allows, and into
    /// `_meta` under `dev.errtax/error`, for harnesses.
    Keep,
}

/// The dispatch point: what every call of a tool goes through on its way to the tool and back.
///
/// - The call has a [`Context`](crate::Context): its effect is that of the registry's `[tools]`, else of the tool's
///   annotations, else a plain write; so a failure in doubt surfaces as its `in_doubt` twin where it must. It holds
///   around the call of the tool and every poll, so for synchronous tools as well.
/// - Arguments that do not fit are answered with the role `invalid_arguments`: which argument, as a path
///   (`lines[2].debit`), what was expected, what came, and the values to choose from. An argument that the tool's
///   input schema does not know, where it says `additionalProperties: false`, is refused before the tool is called.
/// - A panic is answered with the role `panic`, and the server lives on.
/// - An `ErrorData` whose `data` is a wire object becomes that result; any other, and a result with `isError` and prose,
///   becomes the role `unknown`. What MCP wants as a protocol error stays one: a tool that does not exist, a capability
///   or a version that is missing.
/// - A failure of class `cancelled` (a person said no) is no `isError`, because some clients give up on a server
///   after a few of those.
/// - What is no failure passes as it is.
/// - The annotations `readOnlyHint`, `idempotentHint` and `destructiveHint` that an author left out are those of `[tools]`.
///
/// ```
/// use errtax::mcp::{Dispatch, Prose, Structured};
///
/// let dispatch = Dispatch::new(&errtax::standard::REGISTRY)
///     .structured(Structured::Union)
///     .prose(Prose::Attach);
/// # let _ = dispatch;
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Dispatch {
    pub(super) registry: &'static Registry,
    pub(super) structured: Structured,
    pub(super) prose: Prose,
    audit: Audit,
}

impl Dispatch {
    /// A dispatch point that speaks with the codes of this registry.
    pub fn new(registry: &'static Registry) -> Self {
        Self {
            registry,
            structured: Structured::default(),
            prose: Prose::default(),
            audit: Audit::default(),
        }
    }

    /// Sets when a failed result has `structuredContent`.
    pub fn structured(mut self, structured: Structured) -> Self {
        self.structured = structured;
        self
    }

    /// Sets what the agent sees of an error without a code.
    pub fn prose(mut self, prose: Prose) -> Self {
        self.prose = prose;
        self
    }

    /// Has a [`Record`] of each failure given to a sink. Those that stay JSON-RPC errors have no code, and no record.
    ///
    /// ```
    /// use errtax::audit::{Flush, Lines};
    /// use errtax::mcp::Dispatch;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("audit.jsonl");
    /// let dispatch = Dispatch::new(&errtax::standard::REGISTRY).audit(Lines::open(path, Flush::System)?);
    /// # let _ = dispatch;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn audit(mut self, sink: impl Sink + 'static) -> Self {
        self.audit = Audit::to(sink);
        self
    }

    /// Puts it around every tool of a router. Tools that are added later are not behind it.
    #[must_use]
    pub fn harden<S: Send + Sync + 'static>(&self, mut router: ToolRouter<S>) -> ToolRouter<S> {
        panics::watch();
        for route in router.map.values_mut() {
            let (tool, facts) = Route::of(self, &route.attr);
            let point = Arc::new((self.clone(), facts, Arc::clone(&route.call)));
            *route = ToolRoute::new_dyn(tool, move |call: ToolCallContext<'_, S>| {
                let point = Arc::clone(&point);
                Box::pin(async move {
                    let (dispatch, route, tool) = &*point;
                    let prepared = dispatch.prepare(route, call.arguments.as_ref(), &call.request_context.meta);
                    dispatch.run(route, prepared, || tool(call)).await
                })
            });
        }
        router
    }

    /// Puts it around a whole server: one whose [`ServerHandler`] is written by hand, or one whose router is out of reach.
    ///
    /// ```
    /// # #[derive(Clone)] struct Server;
    /// # impl rmcp::ServerHandler for Server {}
    /// use errtax::mcp::Dispatch;
    ///
    /// let server = Dispatch::new(&errtax::standard::REGISTRY).guard(Server);
    /// // server.serve(rmcp::transport::stdio())
    /// # let _ = server;
    /// ```
    pub fn guard<S: ServerHandler>(&self, server: S) -> Guard<S> {
        panics::watch();
        Guard::new(self.clone(), server)
    }

    /// What is known of a call before it is made. For one that succeeds this allocates nothing.
    pub(super) fn prepare(&self, route: &Route, arguments: Option<&JsonObject>, meta: &RequestMetaObject) -> Prepared {
        let context = context::of_call(self.registry, &route.name, arguments, meta);
        Prepared {
            context: match context.tool() {
                Some(_) => context,
                None => context.with_effect(route.effect),
            },
            faults: route.shape.check(arguments),
        }
    }

    /// Makes the call in its context, and settles what came of it.
    pub(super) async fn run<F>(
        &self,
        route: &Route,
        Prepared { context, mut faults }: Prepared,
        call: impl FnOnce() -> F,
    ) -> Result<CallToolResponse, ErrorData>
    where
        F: Future<Output = Result<CallToolResponse, ErrorData>> + Unpin,
    {
        let started = Instant::now();
        let is_heard = self.audit.is_heard();
        let mut hearing = Hearing::default();
        let settled = if let Some(refused) = faults.iter().position(Fault::refuses) {
            let fault = faults.swap_remove(refused);
            Settled::Failed(Box::new(context.run(|| settle::bad_arguments(self, route, fault))))
        } else {
            let call = context.clone().scope(panics::caught(call));
            let outcome = if is_heard {
                hearing.during(call).await
            } else {
                call.await
            };
            context.run(|| settle::settle(self, route, faults, outcome, &mut hearing))
        };
        let Failed { result, wire, evidence } = match settled {
            Settled::Untouched(untouched) => return untouched,
            Settled::Failed(failed) => *failed,
        };
        if !is_heard {
            // For a dispatch point around this one.
            if let Some(evidence) = evidence.filter(|evidence| !evidence.is_nothing()) {
                audit::hear(&wire, || evidence);
            }
            return Ok(result.into());
        }
        if let (Some(evidence), Ok(answer)) = (evidence, WireError::decode(&wire)) {
            let record = Record::answered(&route.name, &context, started.elapsed(), answer, evidence);
            context.run(|| self.audit.tell(record));
        }
        audit::hear_told(&wire);
        Ok(result.into())
    }
}

/// A call that is about to be made.
#[derive(Debug)]
pub(super) struct Prepared {
    context: Context,
    /// What is wrong with the arguments, as the input schema has it.
    faults: Vec<Fault>,
}
