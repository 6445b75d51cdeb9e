//! The audit record has what the wire must not: who is told, of what, and how it is kept.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod contained;
mod events;
mod lines;
mod records;
mod secrets;
mod support;
mod vendors;
