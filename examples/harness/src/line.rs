//! A task's line to the server: what went over it, and what is to go wrong on it. It outlives its connections.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::model::{CallToolRequest, JsonObject};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::fault::{Fault, Faults, Kind};
use crate::wire::{Heard, KEY, Sent};

/// More calls than any task has that keeps to its limits. What goes over a line after so many is lost, so that whoever sends
/// without end has to wait, and its time comes to an end.
const MOST: usize = 500;

/// A line. Its clones are the same line.
#[derive(Clone, Debug)]
pub struct Line(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    began: Instant,
    state: Mutex<State>,
    /// How many calls are on their way to the server or being carried out.
    under_way: watch::Sender<usize>,
}

#[derive(Debug)]
struct State {
    faults: Faults,
    step: usize,
    is_lateness_harmless: bool,
    sent: Vec<Sent>,
    unconnected: Vec<Duration>,
}

impl Line {
    /// A line on which these faults lie in wait.
    #[must_use]
    pub fn new(faults: Faults) -> Self {
        Self(Arc::new(Shared {
            began: Instant::now(),
            state: Mutex::new(State {
                faults,
                step: 0,
                is_lateness_harmless: false,
                sent: Vec::new(),
                unconnected: Vec::new(),
            }),
            under_way: watch::Sender::new(0),
        }))
    }

    /// Since the line was laid.
    #[must_use]
    pub fn now(&self) -> Duration {
        self.0.began.elapsed()
    }

    /// From here on, what is sent belongs to this step of a plan. `is_lateness_harmless` says whether its call may be carried out
    /// when nobody waits for it any more.
    pub fn begin_step(&self, step: usize, is_lateness_harmless: bool) {
        let mut state = self.state();
        state.step = step;
        state.is_lateness_harmless = is_lateness_harmless;
    }

    /// What was sent so far.
    #[must_use]
    pub fn sent(&self) -> Vec<Sent> {
        self.state().sent.clone()
    }

    /// When no new connection came about, so that there is nothing that was sent.
    #[must_use]
    pub fn unconnected(&self) -> Vec<Duration> {
        self.state().unconnected.clone()
    }

    /// Whether a new connection comes about.
    #[must_use]
    pub fn connects(&self) -> bool {
        let at = self.now();
        let mut state = self.state();
        let connects = state.faults.connects();
        if !connects {
            state.unconnected.push(at);
        }
        connects
    }

    /// Waits until everything that is still under way has been carried out.
    pub async fn settle(&self) {
        // It ends with an error only when the line is gone, and this is one end of it.
        let _ = self.0.under_way.subscribe().wait_for(|calls| *calls == 0).await;
    }

    /// A call is sent: its number, and what it meets.
    pub(crate) fn sends(&self, call: &CallToolRequest) -> (usize, Fault) {
        let at = self.now();
        let arguments = call.params.arguments.clone().unwrap_or_default();
        let tool = call.params.name.to_string();
        let mut state = self.state();
        let kind = Kind {
            rows: rows(&arguments),
            // Also of a call that may be late only the calls that are: not a step that its error names.
            may_be_late: state.is_lateness_harmless && (tool.starts_with("list_") || arguments.contains_key(KEY)),
        };
        let fault = match state.sent.len() {
            ..MOST => state.faults.next(kind),
            _ => Fault::SilenceBefore,
        };
        let step = state.step;
        state.sent.push(Sent {
            step,
            at,
            tool,
            arguments,
            fault,
            arrived: false,
            heard: None,
        });
        (state.sent.len() - 1, fault)
    }

    pub(crate) fn arrives(&self, number: usize) {
        if let Some(sent) = self.state().sent.get_mut(number) {
            sent.arrived = true;
        }
    }

    pub(crate) fn hears(&self, number: usize, heard: Heard) {
        let at = self.now();
        if let Some(sent) = self.state().sent.get_mut(number) {
            sent.heard = Some((at, heard));
        }
    }

    pub(crate) fn under_way(&self) -> UnderWay {
        self.0.under_way.send_modify(|calls| *calls += 1);
        UnderWay(self.clone())
    }

    /// What a panicking holder leaves behind is a list of what was sent, which is as good as before.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call that is on its way to the server or being carried out.
#[derive(Debug)]
pub(crate) struct UnderWay(Line);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.0.under_way.send_modify(|calls| *calls -= 1);
    }
}

/// How many rows a file has: its heading is none.
fn rows(arguments: &JsonObject) -> usize {
    content(arguments).map_or(0, |content| content.lines().count().saturating_sub(1))
}

/// The call with so many rows of its file.
pub(crate) fn cut_short(mut call: CallToolRequest, rows: usize) -> CallToolRequest {
    if let Some(arguments) = &mut call.params.arguments {
        let kept = content(arguments).map(|content| content.lines().take(rows + 1).collect::<Vec<_>>().join("\n"));
        if let Some(kept) = kept {
            arguments.insert("content".to_owned(), kept.into());
        }
    }
    call
}

fn content(arguments: &JsonObject) -> Option<&str> {
    arguments.get("content")?.as_str()
}
