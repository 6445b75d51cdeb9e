//! Records one amended change in the lock, and nothing beside it: what is not amended stays as it has shipped.

use errtax_build::lock::{Entry, Lock, Row, Tombstone};
use errtax_build::model::{Code, Origin, Places, Registry};
use errtax_core::Status;

use super::changes::Change;

/// Makes the lock say what the registry says about the one field.
pub(super) fn apply(lock: &mut Lock, registry: &Registry, change: &Change) {
    let Change {
        code, field, from, to, ..
    } = change;
    match field.as_str() {
        "name" => name(lock, registry, code, to),
        "status" => status(lock, registry, code),
        _ => {
            let (Some(entry), Some(code)) = (lock.codes.get_mut(code), registry.codes.get(code)) else {
                return;
            };
            let head = Row::of(code);
            match field.strip_prefix("details.") {
                Some(path) => detail(&mut entry.row, &head, path, from, to),
                None => plain(&mut entry.row, &head, field),
            }
        }
    }
}

/// A code that is gone, or has another name.
fn name(lock: &mut Lock, registry: &Registry, code: &str, to: &str) {
    lock.codes.remove(code);
    if let Some(new) = registry.codes.get(to).filter(|code| ships(code)) {
        lock.codes.insert(to.to_owned(), entry(new));
    }
}

/// A code that was retired in one step, or came back.
fn status(lock: &mut Lock, registry: &Registry, code: &str) {
    if let Some(retired) = registry.retired.get(code) {
        let contract = lock.codes.remove(code).map(|entry| entry.row.contract_hash());
        let row = Tombstone {
            since: retired.since,
            contract,
        };
        let places = Places::new(retired.place);
        lock.retired.insert(
            code.to_owned(),
            Entry {
                row,
                places,
                hash: None,
            },
        );
    } else if let Some(back) = registry.codes.get(code) {
        lock.retired.remove(code);
        if ships(back) {
            lock.codes.insert(code.to_owned(), entry(back));
        }
    }
}

fn ships(code: &Code) -> bool {
    code.origin == Origin::Own && code.status == Status::Frozen
}

fn entry(code: &Code) -> Entry<Row> {
    Entry {
        row: Row::of(code),
        places: code.places.clone(),
        hash: None,
    }
}

/// A field of the code itself. One that is added to a row does not compile until it can be amended.
fn plain(row: &mut Row, head: &Row, field: &str) {
    let Row {
        class,
        action,
        retryable,
        executed,
        in_doubt,
        next,
        http,
        grpc,
        details: _,
        since,
        deprecated,
        hint_hash,
        message_hash,
    } = head.clone();
    match field {
        "class" => row.class = class,
        "action" => row.action = action,
        "retryable" => row.retryable = retryable,
        "executed" => row.executed = executed,
        "in_doubt" => row.in_doubt = in_doubt,
        "next" => row.next = next,
        "http" => row.http = http,
        "grpc" => row.grpc = grpc,
        "since" => row.since = since,
        "hint" => row.hint_hash = hint_hash,
        "message" => row.message_hash = message_hash,
        _ if field == "deprecated" || field.starts_with("deprecated.") => row.deprecated = deprecated,
        _ => {}
    }
}

/// A detail, or something about it.
fn detail(row: &mut Row, head: &Row, path: &str, from: &str, to: &str) {
    let Some((name, facet)) = path.split_once('.') else {
        // Gone, or under another name.
        row.details.remove(path);
        if let Some(renamed) = head.details.get(to) {
            row.details.insert(to.to_owned(), renamed.clone());
        }
        return;
    };
    let (Some(then), Some(now)) = (row.details.get_mut(name), head.details.get(name)) else {
        return;
    };
    match facet {
        "optional" => then.optional = now.optional,
        "sensitive" => then.sensitive = now.sensitive,
        "closed" => then.closed = now.closed,
        "values" => {
            then.values.retain(|value| value != from);
            if !to.is_empty() && !then.values.iter().any(|value| value == to) {
                then.values.push(to.to_owned());
                then.values.sort_unstable();
            }
        }
        // Of another type, what else there is to it is another thing too.
        _ => *then = now.clone(),
    }
}
