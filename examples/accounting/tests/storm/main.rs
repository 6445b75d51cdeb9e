//! The server as a process, in bad weather: 1,000 calls at once, killed while calls are under way, and clients that hang up in
//! the middle of a word. Over stdio and over HTTP.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

#[path = "../support/mod.rs"]
mod support;

mod cut;
mod http;
mod killed;
mod level;
mod process;
mod stdio;
