//! The audit record: what the server knows of a failure and the agent must not.
//!
//! The agent gets the registry's words and no others. What really happened (the chain of causes with its types, the
//! words of a tool without codes, the place of a panic) goes into a [`Record`], one a failure. Both have the same
//! correlation id.
//!
//! An rmcp server gives its dispatch point a [`Sink`] ([`Dispatch::audit`](crate::mcp::Dispatch::audit), feature `rmcp`);
//! any other calls [`tell`] where it answers. [`Lines`] is a sink that appends to a file, and [`read`] gives the records
//! of such a file back. With the feature `tracing`, which `rmcp` switches on, each failure is an event as well.
//!
//! ```
//! use std::time::Instant;
//!
//! use errtax::audit::{self, Flush, Lines};
//! use errtax::{Context, Failure};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("audit.jsonl");
//! let lines = Lines::open(&path, Flush::System)?;
//!
//! let started = Instant::now();
//! let failure = Failure::from(Box::<dyn std::error::Error + Send + Sync>::from("postgres://app:pw@db refused"));
//! let call = Context::of_call(&errtax::standard::REGISTRY, "get_voucher", |_| false).with_random_correlation_id();
//! let wire = call.run(|| {
//!     audit::tell(&failure, "get_voucher", started.elapsed(), &lines);
//!     failure.to_wire()
//! });
//!
//! assert!(!wire.contains("postgres"));
//! let [record] = &audit::read(&path)?.records[..] else { unreachable!() };
//! assert_eq!((record.tool.as_str(), record.code.as_str()), ("get_voucher", "UNKNOWN_ERROR"));
//! assert_eq!(record.causes[0].text, "postgres://app:pw@db refused");
//! # Ok::<(), std::io::Error>(())
//! ```

mod causes;
mod event;
#[cfg(feature = "rmcp")]
mod heard;
mod line;
mod lines;
mod read;
mod record;
mod sink;

pub use causes::Cause;
pub use lines::{Flush, Lines, Torn};
pub use read::{Replay, Unread, read};
pub use record::{Record, Said};
pub use sink::{Sink, tell};

#[cfg(feature = "rmcp")]
pub(crate) use heard::{Hearing, hear, hear_told};
#[cfg(feature = "rmcp")]
pub(crate) use record::Evidence;
#[cfg(feature = "rmcp")]
pub(crate) use sink::Audit;
