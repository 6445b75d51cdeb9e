//! A bookkeeping server whose failures tell an agent what to do.
//!
//! The error contract is `registry.toml`; each module below has one enum of what can go wrong in it, and a derive ties
//! the two together. [`server`] is where they meet an agent.

#![forbid(unsafe_code)]

errtax::include_registry!();

pub mod access;
pub mod arguments;
pub mod bank_file;
pub mod chart;
pub mod database;
pub mod demo;
pub mod errors;
pub mod money;
pub mod period;
pub mod person;
pub mod rate_service;
pub mod rates;
pub mod server;
pub mod voucher;
pub mod written;
