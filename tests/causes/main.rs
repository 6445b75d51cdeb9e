//! What a failure proves, from what Rust programs really hold.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod properties;
mod tables;
mod text;
mod typed;
