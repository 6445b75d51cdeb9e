//! The documentation says what is so: its registries are sound, its tables are those of the compiler, its code compiles, and
//! the messages it explains are the ones that a user gets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod audit;
mod causes;
mod figures;
mod generated;
mod guide;
mod keys;
mod markdown;
mod names;
mod registries;
mod sharing;
#[path = "../gate/support.rs"]
#[allow(dead_code, reason = "shared with the tests of the gate")]
mod support;
mod tables;
mod texts;
mod troubleshooting;
