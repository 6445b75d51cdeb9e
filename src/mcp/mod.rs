//! Failures as results of rmcp tools (feature `rmcp`).
//!
//! A derived enum is the error of a `#[tool]` function as it is; so is [`Failure`](crate::Failure). [`harden`] puts one
//! dispatch point around all tools of a router, [`guard`] around a whole server, however it is made: then what
//! else can go wrong (arguments that do not fit, panics, errors without a code) reaches the agent with a code as well.
//!
//! ```
//! # use rmcp::handler::server::router::tool::ToolRouter;
//! # #[derive(Clone)]
//! # struct Server { tools: ToolRouter<Self> }
//! # #[rmcp::tool_router(router = tools)]
//! # impl Server { #[rmcp::tool] fn ping(&self) -> String { String::new() } }
//! # mod codes { pub use errtax::standard::REGISTRY; }
//! # let _ =
//! Server { tools: errtax::mcp::harden_with(Server::tools(), &codes::REGISTRY) }
//! # ;
//! ```
//!
//! A failed result has `isError: true` and exactly one text block: the whole wire object. What else it has,
//! [`Structured`] and [`Prose`] say.

mod arguments;
mod context;
mod dispatch;
mod guard;
mod output;
mod panics;
mod result;
mod route;
mod settle;
mod shape;

pub use context::context;
pub use dispatch::{Dispatch, Prose, Structured, guard, guard_with, harden, harden_with};
pub use guard::Guard;
#[cfg(feature = "recovery-rmcp")]
pub(crate) use output::META;
pub use result::{error_data, result};
pub(crate) use result::{named_error_data, named_result};

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
