//! The parts of a message that count, outermost first.

/// What follows, in the same line or the next, is data or advice, not what happened.
const DATA: [&str; 6] = ["[SQL:", "[parameters:", "DETAIL:", "HINT:", "CONTEXT:", "STATEMENT:"];

/// The parts of a message: its first line, and what is named as a cause further down. Stack frames, statements, parameters,
/// details and hints are left out.
///
/// ```text
/// could not save the voucher          ← a part
///
/// Caused by:
///     0: error connecting to server   ← a part
///     1: Connection refused           ← a part
/// ```
pub(super) fn parts(message: &str) -> impl Iterator<Item = &str> {
    let is_traceback = message.trim_start().starts_with("Traceback (most recent call last)");
    let mut causes = false;
    let mut is_first = true;
    let mut lines = message.lines();
    std::iter::from_fn(move || {
        if is_traceback {
            // Python puts what happened last.
            return lines
                .by_ref()
                .filter(|line| line.starts_with(|c: char| !c.is_whitespace()))
                .last()
                .map(without_data);
        }
        for line in lines.by_ref() {
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            if std::mem::take(&mut is_first) {
                causes = introduces(line);
                return Some(without_data(line));
            }
            if let Some(cause) = after_caused_by(line) {
                causes = true;
                if !cause.is_empty() {
                    return Some(without_data(cause));
                }
            } else if names_code(line) {
                return Some(line);
            } else if causes && !is_frame(line) {
                return Some(without_data(numbered(line)));
            } else {
                causes = false;
            }
        }
        None
    })
}

/// Whether what happened stands in the next line: `error:`, or Oracle's "error occurred at recursive SQL level".
fn introduces(line: &str) -> bool {
    line.ends_with(':') || line.contains("ORA-00604")
}

fn after_caused_by(line: &str) -> Option<&str> {
    // .NET.
    if let Some(inner) = line.strip_prefix("---> ") {
        return Some(inner);
    }
    let (head, rest) = line.split_at_checked("caused by".len())?;
    if !head.eq_ignore_ascii_case("caused by") {
        return None;
    }
    Some(rest.trim_start_matches(':').trim_start())
}

/// Whether a line says which code it was: `Error Number:40501,State:20`, `ErrorCode:OperationTimedOut`; npm marks each.
fn names_code(line: &str) -> bool {
    [
        "error number:",
        "errorcode:",
        "error code:",
        "code:",
        "sqlstate:",
        "npm err! ",
        "npm error ",
    ]
    .iter()
    .any(|start| {
        line.get(..start.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(start))
    })
}

fn is_frame(line: &str) -> bool {
    line.starts_with("at ")
        || line.starts_with("File ")
        || line.starts_with("... ")
        || line.starts_with("Stack backtrace")
}

/// Without the number that a list of causes begins with: `1: Connection refused`.
fn numbered(line: &str) -> &str {
    match line.split_once(": ") {
        Some((number, cause))
            if !number.is_empty() && number.len() <= 2 && number.bytes().all(|b| b.is_ascii_digit()) =>
        {
            cause
        }
        _ => line,
    }
}

fn without_data(line: &str) -> &str {
    let mut ends = line.match_indices(':').filter_map(|(colon, _)| {
        let before = line.get(..=colon)?;
        let data = DATA.iter().find(|data| before.ends_with(**data))?;
        Some(before.len() - data.len())
    });
    // Where nothing stands before, it is what happened after all.
    match ends.next() {
        Some(end) if end > 0 => line.get(..end).unwrap_or(line),
        _ => line,
    }
}
