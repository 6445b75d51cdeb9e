//! `cargo errtax classify`: lines in and out, one message explained, logs summed up, with and without a registry.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

#[path = "../common/mod.rs"]
mod common;
mod kinds;
mod malformed;
mod message;
mod page;
mod registry;
mod stats;
mod stream;
mod support;
