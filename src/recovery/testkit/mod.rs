//! For tests of your own: a server that fails as told, a clock that nobody waits for, and scripted tasks (feature `testkit`).
//!
//! - [`FakeServer`] answers, refuses, loses requests and answers, and keeps what really took effect; [`VirtualClock`] is its
//!   time. Together they drive a task the way a harness does, and the report can be held against the truth.
//! - [`Script`] is a task with all its answers, as a line of JSON: what a harness should send, wait and report. It is read in
//!   `script/`: members → what is planned, what is answered, what is expected; [`Script::run`] makes a [`Trace`] of it.
//! - [`cases`] are the conformance cases, [`foreign`] the codes of servers without a registry that they name.
//! - [`Random`] is the same row of numbers for the same seed.

mod cases;
mod clock;
mod codes;
mod fake;
mod random;
mod script;

pub use cases::{case_lines, cases};
pub use clock::VirtualClock;
pub use codes::{foreign, known};
pub use fake::{Behaviour, Effect, FakeServer, Request};
pub use random::Random;
pub use script::{NoScript, OffScript, Script, Step, Trace};
