//! Recovery keeps its promises: the published cases, whatever happens in any order, the report, the ledger, the cost.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod again;
mod cases;
mod contradictions;
mod cost;
mod drive;
mod facts;
mod guide;
mod promises;
mod reading;
mod report;
mod same;
mod scripts;
mod testkit;
mod waits;
mod world;
