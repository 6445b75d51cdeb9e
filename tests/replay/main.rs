//! Calls that are carried out once.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod codes;
mod crash;
mod doubt;
mod guide;
mod stores;
mod transaction;
mod waiting;
