//! `cargo errtax check --against`: real repositories, real commits.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod attacks;
mod base;
#[path = "../common/mod.rs"]
mod common;
mod extended;
mod folder;
mod holes;
mod merged;
mod moved;
mod repo;
mod unjudged;
mod workspace;
