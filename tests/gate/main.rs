//! The compile gate through real builds: what drifts does not compile, says why, and compiles again when it is put back.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod drift;
mod findings;
mod packaging;
mod places;
mod readme;
mod rebuilds;
mod support;
mod workspace;
