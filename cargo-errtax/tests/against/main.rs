//! `cargo errtax check --against`: real repositories, real commits.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;
mod attacks;
mod base;
mod folder;
mod merged;
mod moved;
mod repo;
mod unjudged;
mod workspace;
