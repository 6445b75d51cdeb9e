//! What a line of a log is.

use errtax_core::Effect;

use crate::classify::case::{Case, Input};
use crate::classify::fault::Fault;
use crate::classify::object::Object;

/// The case of a line: one of [`Case::of_line`], a record of `errtax::audit`, the message and the error of a structured log, or
/// else a message. None for an empty line.
pub(super) fn read(line: &str) -> Result<Option<Case>, Fault> {
    let text = line.trim();
    if text.is_empty() {
        return Ok(None);
    }
    if text.starts_with('{') {
        // A message may be JSON as well: what a vendor answered.
        if let Ok(object) = Object::of_line(line) {
            if object.has("kind") && object.has("input") {
                return Case::of_object(object).map(Some);
            }
            if object.has("tool") && object.has("effect") && object.has("code") {
                return Ok(Some(of_record(object)));
            }
            if LEVELS.iter().any(|level| object.has(level)) {
                return Ok(Some(of_json_log(object, text)));
            }
        }
    }
    if let Some(case) = of_logfmt(text) {
        return Ok(Some(case));
    }
    Ok(Some(Case::of_messages(vec![text.to_owned()])))
}

/// The case of an audit record: the texts of its causes, outermost first; what a tool without codes said.
fn of_record(mut record: Object<'_>) -> Case {
    let causes = record.take("causes").and_then(|causes| causes.items());
    let text = |cause: super::super::object::Value<'_>| {
        let mut cause = cause.object("a cause", "").ok()?;
        Some(cause.take("text")?.text()?.into_owned())
    };
    let mut texts: Vec<String> = causes.into_iter().flatten().filter_map(text).collect();
    if texts.is_empty() {
        texts.extend(record.take("said").and_then(text));
    }
    let effect = record
        .take("effect")
        .and_then(|effect| effect.text()?.parse::<Effect>().ok());
    Case {
        input: Input::Messages(texts),
        host: String::new(),
        effect,
    }
}

/// What a line of a structured log has, whoever wrote it.
const LEVELS: [&str; 4] = ["level", "lvl", "severity", "levelname"];

/// Where it has what happened, the outer of the two first.
const SAID: [&str; 2] = ["msg", "message"];
const BECAUSE: [&str; 4] = ["err", "error", "exception", "cause"];

/// The message and the error of a line in JSON; the line itself where it has neither.
fn of_json_log(mut log: Object<'_>, line: &str) -> Case {
    let mut texts = Vec::new();
    for key in SAID.into_iter().chain(BECAUSE) {
        let Some(value) = log.take(key) else { continue };
        let text = match value.text() {
            Some(text) => Some(text.into_owned()),
            None => value.object("an error", "").ok().and_then(|mut error| {
                Some(
                    error
                        .take("message")
                        .or_else(|| error.take("msg"))?
                        .text()?
                        .into_owned(),
                )
            }),
        };
        texts.extend(text);
    }
    if texts.is_empty() {
        texts.push(line.to_owned());
    }
    Case::of_messages(texts)
}

/// The message and the error of a line of `key=value` pairs, as Go's loggers write them.
fn of_logfmt(line: &str) -> Option<Case> {
    LEVELS.iter().find_map(|level| pair(line, level))?;
    let texts: Vec<String> = SAID.iter().chain(&BECAUSE).filter_map(|key| pair(line, key)).collect();
    (!texts.is_empty()).then(|| Case::of_messages(texts))
}

/// The value of a key, without its quotes.
fn pair(line: &str, key: &str) -> Option<String> {
    let is_key = |(at, _): &(usize, &str)| {
        let before = line.get(..*at).unwrap_or_default();
        before.is_empty() || before.ends_with(' ')
    };
    let (at, found) = line.match_indices(&format!("{key}=")).find(is_key)?;
    let value = line.get(at + found.len()..)?;
    let Some(quoted) = value.strip_prefix('"') else {
        return value.split(' ').next().map(str::to_owned);
    };
    let mut text = String::new();
    let mut signs = quoted.chars();
    loop {
        match signs.next() {
            None | Some('"') => return Some(text),
            Some('\\') => text.extend(signs.next()),
            Some(sign) => text.push(sign),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn texts(line: &str) -> Vec<String> {
        match read(line).unwrap().unwrap().input {
            Input::Messages(texts) => texts,
            other => vec![format!("{other:?}")],
        }
    }

    #[test]
    fn of_a_structured_log_the_message_and_the_error_count() {
        for (line, expected) in [
            (
                r#"level=error msg="could not save" err="connection \"a\" refused""#,
                &["could not save", "connection \"a\" refused"][..],
            ),
            (r#"time=1 level=warn msg=timeout"#, &["timeout"]),
            (
                r#"{"level":"error","msg":"could not save","err":{"message":"broken pipe"}}"#,
                &["could not save", "broken pipe"],
            ),
            (r#"{"severity":"ERROR","message":"broken pipe"}"#, &["broken pipe"]),
            (r#"{"level":30}"#, &[r#"{"level":30}"#]),
            ("at some level=1", &["at some level=1"]),
            ("a message", &["a message"]),
        ] {
            assert_eq!(texts(line), expected, "{line}");
        }
    }
}
