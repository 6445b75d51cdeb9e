//! What a line of a log is.

use errtax_core::Effect;

use crate::classify::case::{Case, Input};
use crate::classify::fault::Fault;
use crate::classify::object::Object;

/// The case of a line: one of [`Case::of_line`], a record of `errtax::audit`, or else a message. None for an empty line.
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
        }
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
