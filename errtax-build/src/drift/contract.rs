//! The fields that agents act on, details apart.

use errtax_core::Executed;

use super::{Pair, SUPERSEDE, rules};
use crate::finding::{Finding, Rule};
use crate::lock::Row;
use crate::write;

pub(super) fn judge(pair: &Pair<'_>) -> Vec<Finding> {
    let Row {
        class,
        action,
        retryable,
        executed,
        in_doubt,
        next,
        http,
        grpc,
        // Judged in `detail` and `lifecycle`.
        details: _,
        since: _,
        deprecated: _,
        hint_hash: _,
        message_hash: _,
    } = pair.head;
    let base = &pair.base.row;
    let word = |word: &str| Some(Shown::quoted(word));
    let number = |number: u32| Some(Shown::plain(number.to_string()));
    let optional = |text: &Option<String>| text.as_deref().map(Shown::quoted);
    let executed_rule = match (base.executed, executed) {
        (Executed::Unknown, Executed::No) => &rules::EXECUTED_STRENGTHENED,
        _ => &rules::EXECUTED_CHANGED,
    };
    [
        pair.field(
            &rules::CLASS_CHANGED,
            "class",
            word(base.class.as_str()),
            word(class.as_str()),
        ),
        pair.field(
            &rules::ACTION_CHANGED,
            "action",
            word(base.action.as_str()),
            word(action.as_str()),
        ),
        pair.field(
            &rules::RETRYABLE_CHANGED,
            "retryable",
            Some(Shown::plain(base.retryable.to_string())),
            Some(Shown::plain(retryable.to_string())),
        ),
        pair.field(
            executed_rule,
            "executed",
            word(base.executed.as_str()),
            word(executed.as_str()),
        ),
        pair.field(
            &rules::IN_DOUBT_CHANGED,
            "in_doubt",
            optional(&base.in_doubt),
            optional(in_doubt),
        ),
        pair.field(
            &rules::NEXT_CHANGED,
            "next",
            base.next.clone().map(Shown::plain),
            next.clone().map(Shown::plain),
        ),
        pair.field(
            &rules::HTTP_CHANGED,
            "http",
            base.http.and_then(|n| number(n.into())),
            http.and_then(|n| number(n.into())),
        ),
        pair.field(
            &rules::GRPC_CHANGED,
            "grpc",
            base.grpc.and_then(|n| number(n.into())),
            grpc.and_then(|n| number(n.into())),
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A value as it is compared and shown, and as it is typed into the registry.
#[derive(PartialEq)]
pub(super) struct Shown {
    pub(super) text: String,
    pub(super) toml: String,
}

impl Shown {
    pub(super) fn quoted(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            toml: write::text(text),
        }
    }

    pub(super) fn plain(text: String) -> Self {
        Self {
            toml: text.clone(),
            text,
        }
    }
}

impl Pair<'_> {
    /// The finding for a field of this code, where it is not what it was.
    fn field(&self, rule: &'static Rule, field: &str, old: Option<Shown>, new: Option<Shown>) -> Option<Finding> {
        self.change(rule, field, &format!("`{field}` of {}", self.name), field, old, new)
    }

    /// The finding for `subject`, the field at the path `field`, which the registry writes as `key`.
    pub(super) fn change(
        &self,
        rule: &'static Rule,
        field: &str,
        subject: &str,
        key: &str,
        old: Option<Shown>,
        new: Option<Shown>,
    ) -> Option<Finding> {
        if old == new {
            return None;
        }
        let (message, label) = match (&old, &new) {
            (Some(old), Some(new)) => (
                format!("{subject} has shipped as `{}`, and is now `{}`", old.text, new.text),
                format!("now `{}`", new.text),
            ),
            (Some(old), None) => (
                format!("{subject} has shipped as `{}`, and is gone", old.text),
                format!("no `{key}` any more"),
            ),
            (None, Some(new)) => (
                format!("{subject} is `{}`, but it has shipped without", new.text),
                format!("shipped without `{key}`"),
            ),
            (None, None) => return None,
        };
        let put_back = match &old {
            None => format!("remove `{key}`"),
            Some(Shown { toml, .. }) => format!("put it back: `{key} = {toml}`"),
        };
        let name = self.name;
        let help = if self.head.deprecated.is_some() {
            format!("{put_back}. If the failure needs another answer, keep {name} as it is and add a new code")
        } else {
            format!(
                "{put_back}. If the failure needs another answer, keep {name} as it is, and lead its users to a new code: \
                 `{SUPERSEDE} {name} NEW_CODE`"
            )
        };
        let shipped = match &old {
            Some(old) => self.shipped(&format!("shipped as `{}`", old.text)),
            None => self.shipped(&format!("shipped without `{key}`")),
        };
        let text = |shown: Option<Shown>| shown.map_or_else(String::new, |shown| shown.text);
        Some(
            Finding::new(rule, self.places.get(field), message, help)
                .code(name)
                .field(field)
                .label(label)
                .related(self.base.places.get(field), shipped)
                .change(text(old), text(new)),
        )
    }
}
