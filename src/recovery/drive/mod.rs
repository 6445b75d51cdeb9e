//! Drivers: they make the calls that the engine hands out, wait as it says, and tell it what came back.
//!
//! A [`SharedTask`] is the task under a lock, with a clock. [`SharedTask::call`] and [`SharedTask::call_blocking`] take a call and
//! the closure that sends it and make a [`Driven`], which is given what else it can do (verify, fix, step) and then run. One
//! loop drives both: the futures of the blocking one are always ready.

mod answer;
mod attempt;
mod cancelled;
mod clock;
mod driven;
mod event;
mod hooks;
mod outcome;
mod pace;
mod run;
mod shared;
mod sync;

pub use answer::{Answer, Found, IntoAnswer, IntoFound};
pub use attempt::{Attempt, Fixed};
pub use cancelled::Cancelled;
#[cfg(feature = "tokio")]
pub use clock::TokioClock;
pub use clock::{Clock, Sleep, SystemClock, Timer};
pub use driven::Driven;
pub use event::Event;
#[cfg(feature = "recovery-rmcp")]
pub(super) use hooks::{Fixes, Observes, Read, Sends, Steps, Verifies};
pub use outcome::Outcome;
#[cfg(feature = "recovery-rmcp")]
pub(super) use pace::{Awaiting, unless_over};
#[cfg(feature = "recovery-rmcp")]
pub(super) use run::{Hooks, drive};
pub use shared::SharedTask;
