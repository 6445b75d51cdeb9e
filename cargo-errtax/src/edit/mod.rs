//! What every command that writes has in common.
//!
//! find the package → analyse → plan (the command's own part) → prove the result → write → tell. Nothing is written before
//! everything is known to hold, and then all files or none.
//!
//! `toml` with `set`, `tables`, `sections`, `style` and `lines` edits one file; `files` holds those of a package; `prove`
//! and `run` judge what comes of it; `raise` says which contract version a change carries, `record` which decision record; `outcome`
//! tells.

mod files;
mod lines;
mod outcome;
mod prove;
mod raise;
mod record;
mod run;
mod sections;
mod set;
mod style;
mod tables;
#[cfg(test)]
mod tests;
mod toml;

pub(crate) use files::Files;
pub(crate) use outcome::{Done, Outcome, print};
pub(crate) use prove::analyse as prove;
pub(crate) use raise::{Raise, Shipped};
pub(crate) use record::record;
pub(crate) use run::{Ground, MENDED, Plan, Refusal, Settings, read_back, refused, run};
pub(crate) use tables::Block;
pub(crate) use toml::{Toml, inline, string};

/// The keys of a code in the order in which an author writes them.
const ORDER: [&str; 16] = [
    "class",
    "action",
    "retryable",
    "executed",
    "in_doubt",
    "status",
    "since",
    "http",
    "grpc",
    "next",
    "deprecated",
    "replaces",
    "allow",
    "message",
    "hint",
    "doc",
];

/// The keys that an author writes before this one.
pub(crate) fn before(key: &str) -> &'static [&'static str] {
    let at = ORDER.iter().position(|other| *other == key).unwrap_or(ORDER.len());
    ORDER.get(..at).unwrap_or(&ORDER)
}
