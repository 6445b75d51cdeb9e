//! For a person.

use std::io::{self, Write};

use crate::arguments::ClassifyCommand;
use crate::classify::contract::Contract;
use crate::report::count;
use crate::style::{ERROR, HELP, STRONG};

use super::sums::{Count, Sums};
use super::top;

pub(super) fn print(
    sums: &Sums,
    contract: &Contract,
    command: &ClassifyCommand,
    out: &mut impl Write,
) -> io::Result<()> {
    let classes = sums.classes.iter().map(|(class, count)| (class.as_str(), *count));
    table(out, "class", classes)?;
    let codes = sums.codes.iter().map(|(code, count)| (*code, *count));
    table(out, "code", codes)?;
    decided(sums, command, out)?;
    rules(sums, contract, out)?;
    unknown(sums, command, out)?;
    unread(sums, out)?;
    let of = match &contract.file {
        Some(file) => format!("`{}` ({file})", contract.registry.name),
        None => "the standard registry".to_owned(),
    };
    writeln!(
        out,
        "{STRONG}classified{STRONG:#} {} with the codes of {of}: {} retryable, {} that no rule knew",
        failures(sums.all),
        sums.retryable,
        sums.unknown
    )
}

fn table<'a>(out: &mut impl Write, head: &str, rows: impl Iterator<Item = (&'a str, Count)>) -> io::Result<()> {
    let rows: Vec<(&str, Count)> = rows.collect();
    if rows.is_empty() {
        return Ok(());
    }
    let name = rows
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or_default()
        .max(head.len());
    writeln!(
        out,
        "{STRONG}{head:name$}  {:>9}  {:>9}{STRONG:#}",
        "failures", "retryable"
    )?;
    for (word, Count { all, retryable }) in rows {
        writeln!(out, "{HELP}{word:name$}{HELP:#}  {all:>9}  {retryable:>9}")?;
    }
    writeln!(out)
}

fn decided(sums: &Sums, command: &ClassifyCommand, out: &mut impl Write) -> io::Result<()> {
    let evidence = sums.evidence();
    if evidence.is_empty() {
        return Ok(());
    }
    let (listed, more) = top(&evidence, command.top);
    writeln!(out, "{STRONG}what decided{STRONG:#}")?;
    for (because, Count { all, .. }) in listed {
        writeln!(out, "{all:>9}  {because}")?;
    }
    let further = more.iter().map(|(_, count)| count.all).sum::<u64>() + sums.unlisted;
    and_more(out, more.len(), further)?;
    writeln!(out)
}

/// All of them, since one that never fits may be misspelt.
fn rules(sums: &Sums, contract: &Contract, out: &mut impl Write) -> io::Result<()> {
    if contract.registry.upstream.is_empty() {
        return Ok(());
    }
    writeln!(out, "{STRONG}how often each upstream rule fitted{STRONG:#}")?;
    for (at, rule) in contract.registry.upstream.iter().enumerate() {
        let times = sums.rules.get(&at).copied().unwrap_or_default();
        writeln!(
            out,
            "{times:>9}  {}  {HELP}{}{HELP:#}",
            contract.place(at),
            rule.code.code
        )?;
    }
    writeln!(out)
}

fn unknown(sums: &Sums, command: &ClassifyCommand, out: &mut impl Write) -> io::Result<()> {
    if sums.unknown == 0 {
        return Ok(());
    }
    let shapes = sums.shapes();
    let (listed, more) = top(&shapes, command.top);
    writeln!(out, "{STRONG}what no rule knew{STRONG:#}")?;
    for (shape, times) in listed {
        let shape = if shape.is_empty() { "(nothing)" } else { shape };
        writeln!(out, "{times:>9}  {shape}")?;
    }
    let further = more.iter().map(|(_, count)| count).sum::<u64>() + sums.unshaped;
    and_more(out, more.len(), further)?;
    writeln!(out)
}

fn and_more(out: &mut impl Write, entries: usize, of: u64) -> io::Result<()> {
    match (entries, of) {
        (_, 0) => Ok(()),
        (0, of) => writeln!(out, "{:>9}  and {} of further ones", "…", failures(of)),
        (entries, of) => writeln!(out, "{:>9}  and {entries} more, {}", "…", failures(of)),
    }
}

fn unread(sums: &Sums, out: &mut impl Write) -> io::Result<()> {
    if sums.unread == 0 {
        return Ok(());
    }
    writeln!(
        out,
        "{ERROR}could not be read{ERROR:#}: {}",
        count(usize::try_from(sums.unread).unwrap_or(usize::MAX), "line")
    )?;
    for told in &sums.faults {
        writeln!(out, "          {}:{}: {}", told.line, told.column, told.message)?;
        writeln!(out, "          {HELP}help{HELP:#}: {}", told.help)?;
    }
    let listed = u64::try_from(sums.faults.len()).unwrap_or(u64::MAX);
    if sums.unread > listed {
        writeln!(out, "{:>9}  and {} more", "…", sums.unread - listed)?;
    }
    writeln!(out)
}

fn failures(number: u64) -> String {
    count(usize::try_from(number).unwrap_or(usize::MAX), "failure")
}
