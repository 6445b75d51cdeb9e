//! The canonical text of a lock: sorted, one line a fact, no choice left to the writer.
//!
//! Every line of a block begins with its code, so that no two blocks have a line in common: what a merge may not
//! interleave stays whole, and keeping both sides of a conflict is always right.

use std::fmt::Write as _;

use super::{DeprecatedRow, DetailRow, Entry, FORMAT, Lock, Row, Tombstone, hash};
use crate::write::{inline, key, text, texts};

/// What stands above everything else.
const HEADER: &str = "\
# What has shipped of the registry beside this file. The build compares each code with its lines here.
# Only `cargo errtax freeze` writes this file. On a merge conflict keep the lines of both sides (of a code that both
# sides changed, those of one side), then run it.
";

pub(super) fn lock(lock: &Lock) -> String {
    let Lock { codes, retired } = lock;
    let mut out = String::from(HEADER);
    let _ = writeln!(out, "version = {FORMAT}");
    // Both tables always, so that no two branches add the same line.
    out.push_str("\n[codes]\n");
    for (name, Entry { row, .. }) in codes {
        block(&mut out, name, &code(name, row));
    }
    out.push_str("\n[retired]\n");
    for (name, Entry { row, .. }) in retired {
        block(&mut out, name, &tombstone(name, row));
    }
    out
}

/// A block is its body and the hash of it.
fn block(out: &mut String, name: &str, body: &str) {
    let _ = write!(
        out,
        "\n{body}{}.hash = {}\n",
        key(name),
        hex(hash::fnv1a(body.as_bytes()))
    );
}

/// The facts, each line under the name of its code.
fn under(name: &str, facts: &str) -> String {
    let name = key(name);
    facts.lines().fold(String::new(), |mut out, fact| {
        let _ = writeln!(out, "{name}.{fact}");
        out
    })
}

/// The body of a code's block.
pub(super) fn code(name: &str, row: &Row) -> String {
    let mut out = contract(row);
    if let Some(since) = &row.since {
        line(&mut out, "since", &text(&since.to_string()));
    }
    if let Some(DeprecatedRow {
        since,
        replaced_by,
        sunset,
    }) = &row.deprecated
    {
        let mut fields = vec![("since", text(&since.to_string()))];
        fields.extend(replaced_by.as_ref().map(|code| ("replaced_by", text(code))));
        fields.extend(sunset.as_ref().map(|day| ("sunset", text(day))));
        line(&mut out, "deprecated", &inline(fields));
    }
    line(&mut out, "hint_hash", &hex(row.hint_hash));
    line(&mut out, "message_hash", &hex(row.message_hash));
    under(name, &out)
}

/// The lines that agents act on.
pub(super) fn contract(row: &Row) -> String {
    let Row {
        class,
        action,
        retryable,
        executed,
        in_doubt,
        next,
        http,
        grpc,
        details,
        since: _,
        deprecated: _,
        hint_hash: _,
        message_hash: _,
    } = row;
    let mut out = String::new();
    line(&mut out, "class", &text(class.as_str()));
    line(&mut out, "action", &text(action.as_str()));
    line(&mut out, "retryable", &retryable.to_string());
    line(&mut out, "executed", &text(executed.as_str()));
    if let Some(twin) = in_doubt {
        line(&mut out, "in_doubt", &text(twin));
    }
    if let Some(next) = next {
        line(&mut out, "next", next);
    }
    if let Some(http) = http {
        line(&mut out, "http", &http.to_string());
    }
    if let Some(grpc) = grpc {
        line(&mut out, "grpc", &grpc.to_string());
    }
    for (name, detail_row) in details {
        line(&mut out, &format!("details.{}", key(name)), &detail(detail_row));
    }
    out
}

fn detail(row: &DetailRow) -> String {
    let DetailRow {
        kind,
        optional,
        sensitive,
        values,
        closed,
    } = row;
    let mut fields = vec![("type", text(kind.as_str()))];
    for (name, set) in [("optional", *optional), ("sensitive", *sensitive), ("closed", *closed)] {
        fields.extend(set.then(|| (name, "true".to_owned())));
    }
    fields.extend((!values.is_empty()).then(|| ("values", texts(values))));
    inline(fields)
}

/// The body of a tombstone's block.
pub(super) fn tombstone(name: &str, row: &Tombstone) -> String {
    let Tombstone { since, contract } = row;
    let mut out = String::new();
    line(&mut out, "since", &text(&since.to_string()));
    if let Some(contract) = contract {
        line(&mut out, "contract", &hex(*contract));
    }
    under(name, &out)
}

fn line(out: &mut String, name: &str, value: &str) {
    let _ = writeln!(out, "{name} = {value}");
}

/// In quotes, for TOML integers are signed.
fn hex(hash: u64) -> String {
    format!("\"{hash:016x}\"")
}
