//! The side of whoever calls tools: what of a failure is sent again, when, and what is reported in the end (feature `recovery`).
//!
//! A [`Task`] is told what happened and says what to do next. It never sends a write again unless the server dedupes it or a
//! fresh read proves that it did not happen; every retry fits its [`Limits`]; and its [`Report`] says done of nothing that was
//! not verified. It has no clock, no randomness and no runtime: times and [`Jitter`] are arguments, and a wait is an answer.
//!
//! - [`Tool`] is what is known of a tool, [`Call`] what is planned. Its types keep a write that nothing protects from
//!   [`Task::begin`].
//! - [`Reader`] makes a [`Seen`] of what came over the wire: errtax's object, JSON-RPC, HTTP, and what others write.
//! - [`Task::on_reply`], [`Task::on_probe`] and [`Task::resume`] answer with a [`Next`].
//! - [`SharedTask`] makes the calls that it hands out: closures send, read and fix, many calls at once, on tokio or on threads that
//!   block.
//! - [`Task::report`] is the report, [`Task::to_json`] the same with the whole ledger, and [`Task::replay`] reads that back.
//!
//! ```
//! use std::time::Duration;
//!
//! use errtax::recovery::{Call, Jitter, Next, Probe, Reply, Seen, Task, Tool, Transport};
//!
//! static POST: Tool = Tool::write("post_voucher");
//!
//! let mut task = Task::new("close march");
//! let mut now = Duration::ZERO;
//! let call = Call::new(&POST).json(r#"{"amount": 12}"#).verified();
//! let id = task.begin(call, now)?;
//!
//! // The answer is lost. Nothing dedupes this write, so the first thing to do is to look.
//! now += Duration::from_secs(30);
//! let lost = Reply::from(Seen::transport(Transport::Timeout));
//! assert_eq!(task.on_reply(id, &lost, now, Jitter::NONE), Next::Read(id));
//!
//! // It is not there: once more, after the backoff.
//! let next = task.on_probe(id, Probe::NotLanded, now, Jitter::millis(120));
//! assert_eq!(next, Next::Wait(id, Duration::from_millis(1_120)));
//! now += Duration::from_millis(1_120);
//! assert_eq!(task.resume(id, now), Next::Send(id));
//! assert_eq!(task.on_reply(id, &Reply::OK, now, Jitter::NONE), Next::Done);
//!
//! assert_eq!(task.report().to_string(), "\
//! RECOVERY v1 task close march status done calls 3 elapsed 31s
//! RECOVERY v1 done: post_voucher (ack)
//! RECOVERY v1 failed: none
//! RECOVERY v1 unknown: none
//! RECOVERY v1 next: none");
//! # Ok::<(), errtax::recovery::Rule>(())
//! ```

mod arguments;
mod begin;
mod call;
mod checks;
mod drive;
mod foreign;
mod items;
mod json;
mod key;
mod ledger;
mod limits;
#[cfg(feature = "recovery-rmcp")]
pub mod mcp;
mod names;
mod op;
mod probe;
mod reader;
mod replay;
mod reply;
mod report;
mod rule;
mod scan;
mod seen;
mod task;
#[cfg(feature = "testkit")]
pub mod testkit;
mod text;
mod tool;
mod value;
mod waits;

pub use arguments::Arguments;
pub use call::{Bare, Call, Once, Recoverable, Recovers};
#[cfg(feature = "tokio")]
pub use drive::TokioClock;
pub use drive::{
    Answer, Attempt, Cancelled, Clock, Driven, Event, Fixed, Found, IntoAnswer, IntoFound, Outcome, SharedTask, Sleep,
    SystemClock, Timer,
};
pub use items::Stepped;
pub use key::Key;
pub use limits::{Jitter, Limits, wait};
pub use names::Names;
pub use reader::Reader;
pub use replay::NoLedger;
pub use report::{NoReport, Report, Status};
pub use rule::{Rule, UnknownRule};
pub use seen::{Probe, Reply, Seen, State, Success, Transport};
pub use task::{CallId, Next, Task};
pub use tool::{Hints, Name, Tool, ToolRef, Trust};
pub use value::Value;
