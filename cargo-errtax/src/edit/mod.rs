//! What every command that writes has in common.
//!
//! find the package → analyse → plan (the command's own part) → prove the result → write → tell. Nothing is written before
//! everything is known to hold, and then all files or none.
//!
//! | what | file |
//! |---|---|
//! | one TOML file, edited by putting text in at the parser's places | `toml`, with `set`, `tables`, `sections`, `style`, `lines` |
//! | the files of a package | `files` |
//! | what a command finds, plans and refuses | `ground`, `plan` |
//! | which contract version and which decision record a change carries | `raise`, `record` |
//! | what comes of it, and whether that holds | `prove`, `judge` |
//! | the steps in their order, and what is told | `run`, `outcome` |

mod files;
mod ground;
mod judge;
mod lines;
mod outcome;
mod plan;
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
pub(crate) use ground::{Ground, Refusal};
pub(crate) use judge::MENDED;
pub(crate) use outcome::{Done, Outcome, diff, print};
pub(crate) use plan::{Plan, read_back};
pub(crate) use prove::analyse as prove;
pub(crate) use raise::{Raise, Shipped};
pub(crate) use record::{record, typed_record};
pub(crate) use run::{Settings, generated, refused, run};
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
