//! An agent's harness against the accounting server, over a line on which things go wrong.
//!
//! [`plan`] is what an agent would have decided, and [`agent`] carries it out with `errtax::recovery::mcp`. A [`connection`] over
//! its [`mod@line`] goes through a [`gateway`], where [`fault`]s lie in wait. When a task is over, [`compare`] holds its report against the
//! [`books`], and [`limits`] and [`resends`] what went over the [`wire`] against the rules, and [`ledger`] the task's own account. [`schedule`] plays tasks so: the ten of [`tasks`], or
//! what [`draw`] makes of a seed, of which [`storm`] plays thousands.

#![forbid(unsafe_code)]

pub mod agent;
pub mod books;
pub mod compare;
pub mod connection;
pub mod draw;
pub mod fault;
pub mod gateway;
pub mod ledger;
pub mod limits;
pub mod line;
pub mod plan;
pub mod resends;
pub mod schedule;
pub mod screen;
pub mod storm;
pub mod tasks;
pub mod wire;
