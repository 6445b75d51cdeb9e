//! The entries of the registry, as an author would write them, with what is to be decided marked in its place.

use std::fmt::Write as _;

use errtax_core::DetailType;

use crate::edit::string;

use super::suggest::{Guess, hint};

/// One code to be declared.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) code: String,
    /// `VoucherError::NotFound, src/voucher.rs`.
    pub(super) from: String,
    pub(super) guess: Guess,
    /// The twin, where the guess needs one.
    pub(super) in_doubt: Option<String>,
    pub(super) message: String,
    /// What to look at in the message.
    pub(super) about_message: Option<String>,
    pub(super) doc: String,
    pub(super) details: Vec<DetailEntry>,
    /// What to decide besides.
    pub(super) decide: Vec<String>,
}

/// One detail of it.
#[derive(Debug)]
pub(super) struct DetailEntry {
    pub(super) name: String,
    pub(super) kind: DetailType,
    pub(super) optional: bool,
    pub(super) sensitive: bool,
    pub(super) doc: String,
    /// What to decide about it.
    pub(super) decide: Option<String>,
}

/// As TOML.
pub(super) fn toml(entries: &[Entry]) -> String {
    let mut out = String::new();
    for (at, entry) in entries.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        one(entry, &mut out);
    }
    out
}

fn one(entry: &Entry, out: &mut String) {
    let Entry {
        code,
        from,
        guess,
        in_doubt,
        message,
        about_message,
        doc,
        details,
        decide,
    } = entry;
    let Guess {
        class,
        action,
        executed,
        from: words,
    } = guess;
    let _ = writeln!(out, "# From {from}.");
    for step in decide {
        let _ = writeln!(out, "# decide: {step}");
    }
    let guessed = match words {
        Some(words) => format!(" # decide: class, action and executed are guessed from `{words}` in the name"),
        None => " # decide: class, action and executed; nothing in the name says what they are".to_owned(),
    };
    let _ = writeln!(out, "[codes.{code}]\nclass = {}{guessed}", string(class.as_str()));
    let mut line = |key: &str, value: &str, comment: &str| {
        let _ = writeln!(out, "{key} = {value}{comment}");
    };
    line("action", &string(action.as_str()), "");
    line("retryable", if action.retryable() { "true" } else { "false" }, "");
    line("executed", &string(executed.as_str()), "");
    if let Some(twin) = in_doubt {
        line("in_doubt", &string(twin), "");
    }
    line("status", "\"draft\"", "");
    let comment = about_message
        .as_ref()
        .map(|about| format!(" # decide: {about}"))
        .unwrap_or_default();
    line("message", &string(message), &comment);
    line(
        "hint",
        &string(hint(*action)),
        " # decide: say what to do about this very failure",
    );
    if !doc.is_empty() {
        line("doc", &string(doc), "");
    }
    if details.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n[codes.{code}.details]");
    for detail in details {
        one_detail(detail, out);
    }
}

fn one_detail(detail: &DetailEntry, out: &mut String) {
    let DetailEntry {
        name,
        kind,
        optional,
        sensitive,
        doc,
        decide,
    } = detail;
    let mut fields = vec![format!("type = {}", string(kind.as_str()))];
    fields.extend(optional.then(|| "optional = true".to_owned()));
    fields.extend(sensitive.then(|| "sensitive = true".to_owned()));
    fields.extend((!doc.is_empty()).then(|| format!("doc = {}", string(doc))));
    let value = match fields.as_slice() {
        [_] => string(kind.as_str()),
        fields => format!("{{ {} }}", fields.join(", ")),
    };
    let comment = decide
        .as_ref()
        .map(|decide| format!(" # decide: {decide}"))
        .unwrap_or_default();
    let _ = writeln!(out, "{name} = {value}{comment}");
}
