//! Messages and longer texts.

use super::Around;
use super::words::words;
use crate::finding::Finding;
use crate::model::Code;
use crate::rules;

/// A message is a sentence, with its stop.
pub(super) fn message_without_stop(_: &Around<'_>, code: &Code, findings: &mut Vec<Finding>) {
    let message = code.message.trim_end();
    let stopped =
        message.ends_with(['.', '!', '?', '…', '。', ':']) || message.ends_with(['"', '\'', ')', '`', '»', '”']);
    if message.is_empty() || stopped {
        return;
    }
    findings.push(
        Finding::new(
            &rules::MESSAGE_WITHOUT_STOP,
            code.places.get("message"),
            format!(
                "the message of `{}` ends without a stop, so that it runs into the hint",
                code.name
            ),
            "end it with a full stop",
        )
        .label("no stop")
        .field("message"),
    );
}

/// The longer text says more than the message does.
pub(super) fn doc_repeats_message(_: &Around<'_>, code: &Code, findings: &mut Vec<Finding>) {
    let doc = words(&code.doc);
    if doc.is_empty() || doc != words(&code.message) && doc != words(&code.hint) {
        return;
    }
    findings.push(
        Finding::new(
            &rules::DOC_REPEATS_MESSAGE,
            code.places.get("doc"),
            format!(
                "the doc of `{}` repeats its message or hint: one more text to keep true",
                code.name
            ),
            "say when the code is raised and what it is not, or remove `doc`",
        )
        .label("nothing new")
        .field("doc"),
    );
}
