//! Where records go.

#[cfg(feature = "rmcp")]
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
#[cfg(feature = "rmcp")]
use std::sync::Arc;
use std::time::Duration;

use super::event;
#[cfg(feature = "rmcp")]
use super::heard::is_listening;
use super::record::Record;
use crate::failure::Failure;
use crate::said::drop_quietly;

/// Where the server wants its records.
///
/// [`Lines`](super::Lines) is one, and so is any function that takes a [`Record`].
///
/// A sink is called on the thread of the call that failed, before the call is answered. So it must not block for long:
/// what has to wait for a network gets its records by way of a channel. It cannot fail the call; should it panic, the
/// record is lost and the call is answered all the same.
///
/// ```
/// use std::sync::mpsc;
///
/// use errtax::audit::{Record, Sink};
///
/// let (sender, receiver) = mpsc::channel();
/// let sink = move |record: Record| drop(sender.send(record));
/// # fn takes(_: impl Sink) {}
/// # takes(sink);
/// # let _ = receiver;
/// ```
pub trait Sink: Send + Sync {
    /// Takes one record.
    fn record(&self, record: Record);
}

impl<F: Fn(Record) + Send + Sync> Sink for F {
    fn record(&self, record: Record) {
        self(record);
    }
}

/// Tells of a failure: to the sink, and with the feature `tracing` as an event.
///
/// For servers without rmcp, where they answer: inside the [`Context`](crate::Context) of the call, with the tool's name
/// as the caller gave it and the time that the call took. Once a failure; behind a dispatch point, that tells by itself.
pub fn tell(failure: &Failure, tool: &str, duration: Duration, sink: &dyn Sink) {
    publish(Record::of(failure, tool, duration), Some(sink), "");
}

/// Tells of a failure that was a call of this method.
fn publish(record: Record, sink: Option<&dyn Sink>, method: &'static str) {
    contained(|| event::emit(&record, method));
    if let Some(sink) = sink {
        contained(|| sink.record(record));
    }
}

/// Whoever is told of a failure must not become the next one.
fn contained(work: impl FnOnce()) {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(work)) {
        drop_quietly(payload);
    }
}

/// To whom a dispatch point tells of failures.
#[cfg(feature = "rmcp")]
#[derive(Clone, Default)]
pub(crate) struct Audit {
    sink: Option<Arc<dyn Sink>>,
}

#[cfg(feature = "rmcp")]
impl Audit {
    pub(crate) fn to(sink: impl Sink + 'static) -> Self {
        Self {
            sink: Some(Arc::new(sink)),
        }
    }

    /// Whether anybody is told. Where nobody is, nothing has to be kept; and within another dispatch point, one without a
    /// sink leaves it to that one.
    pub(crate) fn is_heard(&self) -> bool {
        self.sink.is_some() || (event::is_heard() && !is_listening())
    }

    pub(crate) fn tell(&self, record: Record) {
        publish(record, self.sink.as_deref(), "tools/call");
    }
}

#[cfg(feature = "rmcp")]
impl fmt::Debug for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.sink.is_some() { "a sink" } else { "none" })
    }
}
