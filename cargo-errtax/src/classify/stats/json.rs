//! For a program: one document, always the same keys.

use std::io::{self, Write};

use serde::Serialize;

use crate::arguments::ClassifyCommand;
use crate::classify::contract::Contract;
use crate::classify::fault::Told;

use super::sums::{Count, Sums};
use super::top;

#[derive(Serialize)]
struct Document<'a> {
    registry: &'static str,
    version: &'static str,
    /// Null for the standard codes.
    file: Option<&'a str>,
    classified: u64,
    retryable: u64,
    classes: Vec<ClassEntry>,
    codes: Vec<CodeEntry>,
    evidence: Evidence<'a>,
    rules: Vec<Rule<'a>>,
    unknown: Unknown<'a>,
    unread: Unread<'a>,
}

#[derive(Serialize)]
struct ClassEntry {
    class: &'static str,
    count: u64,
    retryable: u64,
}

#[derive(Serialize)]
struct CodeEntry {
    code: &'static str,
    count: u64,
    retryable: u64,
}

#[derive(Serialize)]
struct Evidence<'a> {
    listed: Vec<Because<'a>>,
    /// How many failures something decided that is not listed.
    more: u64,
}

#[derive(Serialize)]
struct Because<'a> {
    because: &'a str,
    count: u64,
    retryable: u64,
}

#[derive(Serialize)]
struct Rule<'a> {
    place: &'a str,
    code: &'static str,
    count: u64,
}

#[derive(Serialize)]
struct Unknown<'a> {
    count: u64,
    shapes: Vec<Shape<'a>>,
    /// How many failures are of shapes that are not listed.
    more: u64,
}

#[derive(Serialize)]
struct Shape<'a> {
    shape: &'a str,
    count: u64,
}

#[derive(Serialize)]
struct Unread<'a> {
    count: u64,
    /// The first of them.
    lines: &'a [Told],
}

pub(super) fn print(
    sums: &Sums,
    contract: &Contract,
    command: &ClassifyCommand,
    out: &mut impl Write,
) -> io::Result<()> {
    let shapes = sums.shapes();
    let (listed, more) = top(&shapes, command.top);
    let evidence = sums.evidence();
    let (decided, further) = top(&evidence, command.top);
    let rules = contract.registry.upstream.iter().enumerate();
    let document = Document {
        registry: contract.registry.name,
        version: contract.registry.version,
        file: contract.file.as_deref(),
        classified: sums.all,
        retryable: sums.retryable,
        classes: sums
            .classes
            .iter()
            .map(|(class, Count { all, retryable })| ClassEntry {
                class: class.as_str(),
                count: *all,
                retryable: *retryable,
            })
            .collect(),
        codes: sums
            .codes
            .iter()
            .map(|(code, Count { all, retryable })| CodeEntry {
                code,
                count: *all,
                retryable: *retryable,
            })
            .collect(),
        evidence: Evidence {
            listed: decided
                .iter()
                .map(|(because, Count { all, retryable })| Because {
                    because,
                    count: *all,
                    retryable: *retryable,
                })
                .collect(),
            more: further.iter().map(|(_, count)| count.all).sum::<u64>() + sums.unlisted,
        },
        rules: rules
            .map(|(at, rule)| Rule {
                place: contract.place(at),
                code: rule.code.code,
                count: sums.rules.get(&at).copied().unwrap_or_default(),
            })
            .collect(),
        unknown: Unknown {
            count: sums.unknown,
            shapes: listed
                .iter()
                .map(|(shape, count)| Shape { shape, count: *count })
                .collect(),
            more: more.iter().map(|(_, count)| count).sum::<u64>() + sums.unshaped,
        },
        unread: Unread {
            count: sums.unread,
            lines: &sums.faults,
        },
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}
