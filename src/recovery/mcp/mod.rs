//! Recovery over MCP: what a `Peer` of rmcp is asked becomes a recovered call (feature `recovery-rmcp`).
//!
//! A [`Client`] is the peer with what the harness knows of its server: registries, and whether its annotations are believed.
//! [`Client::call`] makes a [`ToolCall`] of a [`SharedTask`](super::SharedTask), which is told what it can do (verify, fix, step, batch)
//! and then run:
//!
//! - The key is made for each call and put into the argument that the tool declares. The model never sees it.
//! - A lost answer is sent again under that key, or read first: by a callback, or by the tool that the registry names.
//! - What cannot be protected is not sent by [`run`](ToolCall::run): it comes back as [`Unprotected`], which has only
//!   [`run_once`](Unprotected::run_once). Facts about tools are known at run time only, so this is what types can do here.
//! - Whatever the server speaks is understood as far as it can be: errtax, JSON-RPC, objects of others. Prose says nothing.
//!
//! ```
//! use errtax::recovery::SharedTask;
//! use errtax::recovery::mcp::Client;
//! use rmcp::model::JsonObject;
//! use rmcp::service::{Peer, RoleClient};
//!
//! async fn post(peer: Peer<RoleClient>, voucher: JsonObject) -> bool {
//!     let client = Client::new(peer).registry(&errtax::standard::REGISTRY);
//!     let task = SharedTask::tokio("close march");
//!     let call = client
//!         .call(&task, "post_voucher", voucher)
//!         .verify(async |written| {
//!             let number = written.arguments.get("number").cloned().unwrap_or_default();
//!             let read = client.read("get_voucher", JsonObject::from_iter([("number".into(), number)])).await;
//!             read.map(|found| found.structured_content.is_some())
//!         });
//!     let outcome = call.run().await;
//!     println!("{}", task.report());
//!     outcome.is_ok_and(|outcome| outcome.is_done())
//! }
//! ```

mod answer;
mod call;
mod callee;
mod client;
mod key;
mod listed;
mod next;
mod reading;
mod run;
mod said;
mod sent;

pub use answer::Answered;
pub use call::{ToolCall, Written};
pub use callee::Callee;
pub use client::Client;
pub use run::Unprotected;
pub use said::{NextCall, Said};
