//! `[[upstream]]` and `[[amendments]]`.

use super::code::{item_places, record};
use super::fields::{Fields, Report};
use super::raw::Field;
use super::tree::Table;
use crate::finding::Finding;
use crate::keys::{AMENDMENT, UPSTREAM};
use crate::model::{Amendment, Upstream};
use crate::rules;
use crate::source::{Place, Spanned};
use crate::suggest;

/// Reads one upstream rule; one without a code leads nowhere and is left out.
pub(super) fn rule(table: &Table, place: Place, report: &Report) -> Option<Upstream> {
    let fields = Fields::new(table, place, "[upstream]", UPSTREAM.keys, report);
    let host = fields.filled("host");
    let message = fields.filled("message");
    let pointer = fields.filled("pointer");
    let equals = fields.text("equals");
    let code = fields.filled("code");
    let status = fields.integers("status");
    let redact = fields.texts("redact");
    let hint = fields.filled("hint");
    fields.require("code", &code);
    if let Field::Is(host) = &host {
        check_host(host, &fields);
    }
    if let Field::Is(pointer) = &pointer {
        check_pointer("pointer", pointer, &fields);
        fields.require_as("equals", &equals, "\"the value it must point to\"");
    } else if let Field::Is(equals) = &equals {
        if pointer.is_absent() {
            let help = "add `pointer = \"/error/code\"`, or remove `equals`";
            fields.add(
                Finding::new(&rules::MISSING_KEY, equals.place, "`equals` without a `pointer`", help)
                    .label("equal to what?"),
            );
        }
    }
    for pointer in redact.value().into_iter().flatten() {
        check_pointer("redact", pointer, &fields);
    }
    if host.is_absent() && message.is_absent() && pointer.is_absent() {
        let help = "add `host = \"api.example.com\"` or `message = \"a phrase of the failure\"`";
        let message = "this rule has neither a host nor a message: every failure of every service would get this code";
        fields.add(Finding::new(&rules::UPSTREAM_MATCHES_ALL, place, message, help).label("matches everything"));
    }
    let text = |field: Field<String>| field.value().cloned().unwrap_or_default();
    Some(Upstream {
        code: code.value()?.clone(),
        host: text(host),
        status: status
            .value()
            .into_iter()
            .flatten()
            .filter_map(|status| u16::try_from(status.value).ok())
            .collect(),
        message: text(message),
        pointer: text(pointer),
        equals: text(equals),
        redact: redact
            .value()
            .into_iter()
            .flatten()
            .map(|pointer| pointer.value.clone())
            .collect(),
        hint: text(hint),
        places: item_places(&fields, place),
    })
}

/// A host name, or `*.` and one; nothing of a URL around it.
fn check_host(host: &Spanned<String>, fields: &Fields<'_>) {
    let name = host.value.strip_prefix("*.").unwrap_or(&host.value);
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let is_wildcard = host.value.starts_with("*.");
    let sound = name.split('.').all(is_label) && (!is_wildcard || name.contains('.'));
    let address = name.parse::<std::net::IpAddr>().is_ok() && !is_wildcard;
    if sound && name.len() <= 253 || address {
        return;
    }
    let message = format!("`{}` is no host, so that the rule matches nothing", host.value);
    let bare = name.rsplit("://").next().unwrap_or_default();
    let bare = bare.split(['/', ':', '?']).next().unwrap_or_default();
    let help = match !bare.is_empty() && bare != name && bare.split('.').all(is_label) {
        true => format!("write the name alone: `host = \"{bare}\"`"),
        false => "write a host such as `api.example.com`, or `*.example.com` for its subdomains".to_owned(),
    };
    fields.add(
        Finding::new(&rules::BAD_HOST, host.place, message, help)
            .label("not a host")
            .field("host"),
    );
}

/// RFC 6901: empty, or `/` and parts in which `~` stands before `0` or `1`.
fn check_pointer(key: &str, pointer: &Spanned<String>, fields: &Fields<'_>) {
    let text = &pointer.value;
    let escapes = text.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
    if text.starts_with('/') && escapes {
        return;
    }
    let help = match text.starts_with(['$', '.']) || !text.starts_with('/') {
        true => format!("write `{}`", suggested_pointer(text)),
        false => "write `~` as `~0` and `/` as `~1`".to_owned(),
    };
    let message = format!("`{text}` is no JSON pointer, so that it points at nothing");
    fields.add(
        Finding::new(&rules::BAD_POINTER, pointer.place, message, help)
            .label("see RFC 6901")
            .field(key),
    );
}

/// `error.code` and `$.error.code` as `/error/code`.
fn suggested_pointer(text: &str) -> String {
    let parts = text.trim_start_matches(['$', '.', '/']).replace('~', "~0");
    format!("/{}", parts.replace('.', "/"))
}

/// Reads one amendment; one that does not say everything is reported once and left out.
pub(super) fn amendment(table: &Table, place: Place, report: &Report) -> Option<Amendment> {
    let fields = Fields::new(table, place, "[amendments]", AMENDMENT.keys, report);
    let code = fields.filled("code");
    let field = fields.filled("field");
    let from = fields.text("from");
    let to = fields.text("to");
    let reason = fields.filled("reason");
    let issue = fields.filled("issue");
    let version = fields.version("version");
    let record = record(&fields);
    let absent = |key: &str| match key {
        "code" => code.is_absent(),
        "field" => field.is_absent(),
        "from" => from.is_absent(),
        "to" => to.is_absent(),
        "reason" => is_unsaid(&reason),
        "issue" => is_unsaid(&issue),
        "version" => version.is_absent(),
        // Whether a record is to be named, the policy says.
        _ => false,
    };
    let missing: Vec<&str> = AMENDMENT
        .keys
        .iter()
        .map(|key| key.name)
        .filter(|key| absent(key))
        .collect();
    if !missing.is_empty() {
        let message = format!(
            "this amendment does not say {}: nobody could tell later what was accepted, and why",
            suggest::list(missing.iter().copied())
        );
        let help = "write all seven: `code = \"PERIOD_LOCKED\"`, `field = \"action\"`, `from = \"fix_state\"`, `to = \"ask_user\"`, \
                    `reason = \"why agents must act otherwise\"`, `issue = \"#42\"`, `version = \"2.0.0\"`";
        fields.add(Finding::new(&rules::AMENDMENT_INCOMPLETE, place, message, help).label("incomplete"));
    }
    let patterns = [("code", &code), ("field", &field), ("from", &from), ("to", &to)];
    let pattern = patterns.into_iter().find(|(key, text)| is_pattern(key, text));
    if let Some((key, Field::Is(text))) = pattern {
        let message = format!(
            "`{key} = \"{}\"` is a pattern: it would accept changes that nobody has looked at",
            text.value
        );
        let help = "write one amendment for each change: `code`, `field`, `from` and `to` as they are";
        fields.add(
            Finding::new(&rules::AMENDMENT_WILDCARD, text.place, message, help)
                .label("stands for anything")
                .field(key),
        );
    }
    if !missing.is_empty() || pattern.is_some() {
        return None;
    }
    Some(Amendment {
        code: code.value()?.clone(),
        field: field.value()?.clone(),
        from: from.value()?.clone(),
        to: to.value()?.clone(),
        reason: reason.value()?.clone(),
        issue: issue.value()?.clone(),
        version: *version.value()?,
        record: record.value().cloned(),
        places: item_places(&fields, place),
    })
}

/// Whether nothing is said, or what stands where something is to be said.
fn is_unsaid(text: &Field<String>) -> bool {
    match text {
        Field::Absent => true,
        Field::Wrong(_) => false,
        Field::Is(text) => {
            let word = text.value.trim_matches(|c: char| !c.is_alphanumeric());
            word.is_empty()
                || ["todo", "tbd", "fixme", "xxx"]
                    .iter()
                    .any(|filler| word.eq_ignore_ascii_case(filler))
        }
    }
}

/// Whether a text stands for more than itself. A value may hold a star; to be one, it is a pattern.
fn is_pattern(key: &str, text: &Field<String>) -> bool {
    let Field::Is(text) = text else { return false };
    let text = text.value.trim();
    match key {
        "code" => {
            text.contains(['*', '?', '[', '%', ','])
                || ["all", "any"].iter().any(|word| text.eq_ignore_ascii_case(word))
        }
        "field" => {
            text.contains(['*', '?', '%', ',']) || ["all", "any"].iter().any(|word| text.eq_ignore_ascii_case(word))
        }
        _ => text == "*",
    }
}
