//! `cargo errtax tools` against real processes: servers that are as they should be, that are wrong in one way each, and that
//! cannot be judged at all.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

#[path = "../common/mod.rs"]
mod common;
mod contract;
mod found;
mod schemas;
mod server;
mod stable;
mod told;
mod unjudged;
