//! Writes a resolved registry as `registry.toml` again: one canonical text, from which the same registry is read.
//!
//! Defaults and includes are resolved by then, so everything stands on the code itself and in one file; what an
//! extended registry brings comes with `extends` and is not repeated.

use crate::map::Map;
use std::fmt::Write as _;

use errtax_core::{DetailType, Status};

use crate::model::{
    Amendment, Artifacts, Bound, Code, Contract, Deprecated, Detail, Next, Origin, Policy, Promises, Registry, Retired,
    RoleCode, Tool, Upstream, Value,
};

/// The registry as text.
#[must_use]
pub fn registry(registry: &Registry) -> String {
    let Registry {
        name,
        version,
        edition,
        docs,
        extends,
        codes,
        retired,
        roles,
        tools,
        upstream,
        amendments,
        artifacts,
        policy,
        promises,
        place: _,
        places: _,
        role_places: _,
    } = registry;
    let mut out = String::from("[registry]\n");
    line(&mut out, "name", &text(name));
    line(&mut out, "version", &text(&version.to_string()));
    line(&mut out, "edition", &text(&edition.to_string()));
    if !extends.is_empty() {
        line(&mut out, "extends", &texts(extends));
    }
    optional(&mut out, "docs", docs.as_deref());

    let here: Vec<_> = roles
        .iter()
        .filter_map(|(role, code)| match code {
            RoleCode::Here(code) => Some((role, code)),
            RoleCode::Standard(_) => None,
        })
        .collect();
    if !here.is_empty() {
        out.push_str("\n[roles]\n");
        for (role, code) in here {
            line(&mut out, role.as_str(), &text(code));
        }
    }
    let Artifacts { schema, docs } = artifacts;
    if schema.is_some() || docs.is_some() {
        out.push_str("\n[artifacts]\n");
        for (name, path) in [("schema", schema), ("docs", docs)] {
            optional(&mut out, name, path.as_ref().map(|path| path.value.as_str()));
        }
    }
    write_policy(&mut out, policy);
    write_promises(&mut out, promises);
    for code in codes.values().filter(|code| code.origin == Origin::Own) {
        write_code(&mut out, code);
    }
    for (
        name,
        Retired {
            since,
            reason,
            record,
            origin,
            place: _,
        },
    ) in retired
    {
        if *origin == Origin::Own {
            let _ = write!(out, "\n[retired.{}]\n", key(name));
            line(&mut out, "since", &text(&since.to_string()));
            line(&mut out, "reason", &text(reason));
            optional(&mut out, "record", record.as_deref());
        }
    }
    for (name, tool) in tools {
        write_tool(&mut out, name, tool);
    }
    for rule in upstream {
        write_upstream(&mut out, rule);
    }
    for amendment in amendments {
        write_amendment(&mut out, amendment);
    }
    out
}

fn write_policy(out: &mut String, policy: &Policy) {
    let Policy {
        records,
        alternatives_since,
        levels,
        place: _,
    } = policy;
    if records.is_some() || alternatives_since.is_some() {
        out.push_str("\n[policy]\n");
        optional(out, "records", records.as_deref());
        optional(out, "alternatives_since", alternatives_since.as_deref());
    }
    if !levels.is_empty() {
        out.push_str("\n[policy.levels]\n");
        for (rule, level) in levels {
            line(out, &key(rule), &text(level.value.as_str()));
        }
    }
}

fn write_promises(out: &mut String, promises: &Promises) {
    let Promises {
        write_output,
        completion,
        scopes,
        tests,
        bound,
        places: _,
    } = promises;
    let tests: Vec<&str> = tests.iter().map(|test| test.value.as_str()).collect();
    if !(write_output.is_empty() && completion.is_none() && scopes.is_empty() && tests.is_empty()) {
        out.push_str("\n[contract]\n");
        some(out, "write_output", write_output);
        optional(out, "completion", completion.as_deref());
        some(out, "scopes", scopes);
        some(out, "tests", &tests);
    }
    for (name, binding) in bound {
        let Bound {
            argument,
            field,
            members,
            places: _,
        } = binding;
        let _ = write!(out, "\n[contract.bound.{}]\n", key(name));
        optional(out, "argument", argument.as_deref());
        line(out, "field", &text(field));
        some(out, "members", members);
    }
}

fn write_code(out: &mut String, code: &Code) {
    let Code {
        name,
        ident: _,
        origin: _,
        contract,
        status,
        since,
        message,
        hint,
        doc,
        deprecated,
        replaces,
        allow,
        places: _,
    } = code;
    let Contract {
        class,
        action,
        retryable,
        executed,
        in_doubt,
        next,
        http,
        grpc,
        details,
    } = contract;
    let _ = write!(out, "\n[codes.{}]\n", key(name));
    line(out, "class", &text(class.as_str()));
    line(out, "action", &text(action.as_str()));
    line(out, "retryable", &retryable.to_string());
    line(out, "executed", &text(executed.as_str()));
    optional(out, "in_doubt", in_doubt.as_deref());
    if *status != Status::Draft {
        line(out, "status", &text(status.as_str()));
    }
    optional(out, "since", since.map(|since| since.to_string()).as_deref());
    if let Some(http) = http {
        line(out, "http", &http.to_string());
    }
    if let Some(grpc) = grpc {
        line(out, "grpc", &grpc.to_string());
    }
    if let Some(next) = next {
        line(out, "next", &self::next(next));
    }
    if let Some(Deprecated {
        since,
        replaced_by,
        reason,
        sunset,
        record,
    }) = deprecated
    {
        let mut fields = vec![("since", text(&since.to_string()))];
        fields.extend(replaced_by.as_ref().map(|code| ("replaced_by", text(code))));
        fields.extend(reason.as_ref().map(|reason| ("reason", text(reason))));
        fields.extend(sunset.as_ref().map(|day| ("sunset", text(day))));
        fields.extend(record.as_ref().map(|path| ("record", text(path))));
        line(out, "deprecated", &inline(fields));
    }
    optional(out, "replaces", replaces.as_deref());
    waivers(out, allow);
    line(out, "message", &text(message));
    line(out, "hint", &text(hint));
    optional(out, "doc", Some(doc.as_str()).filter(|doc| !doc.is_empty()));
    if !details.is_empty() {
        let _ = write!(out, "\n[codes.{}.details]\n", key(name));
        for (name, detail) in details {
            line(out, &key(name), &detail_value(detail));
        }
    }
}

fn detail_value(detail: &Detail) -> String {
    let Detail {
        kind,
        optional,
        sensitive,
        values,
        closed,
        doc,
    } = detail;
    let mut fields = vec![("type", text(kind.as_str()))];
    if *kind == DetailType::Enum {
        fields.push(("values", texts(values)));
    }
    for (name, set) in [("closed", *closed), ("optional", *optional), ("sensitive", *sensitive)] {
        fields.extend(set.then(|| (name, "true".to_owned())));
    }
    fields.extend((!doc.is_empty()).then(|| ("doc", text(doc))));
    match fields.as_slice() {
        [(_, kind)] => kind.clone(),
        _ => inline(fields),
    }
}

fn waivers(out: &mut String, allow: &Map<String, String>) {
    if !allow.is_empty() {
        line(
            out,
            "allow",
            &inline(allow.iter().map(|(rule, reason)| (rule.as_str(), text(reason)))),
        );
    }
}

fn write_tool(out: &mut String, name: &str, tool: &Tool) {
    let Tool {
        writes,
        idempotent,
        destructive,
        dedupe_key,
        verify,
        not_found_means_not_landed,
        undoes,
        match_on,
        poll,
        loop_ignore,
        state_ignore,
        settle_ms,
        recheck,
        min_time_ms,
        weak_ack,
        scope,
        bound,
        allow,
        places: _,
    } = tool;
    let _ = write!(out, "\n[tools.{}]\n", key(name));
    line(out, "effect", if *writes { "\"write\"" } else { "\"read\"" });
    let flag = |out: &mut String, name: &str, set: bool, value: &str| {
        if set {
            line(out, name, value);
        }
    };
    flag(out, "idempotent", *idempotent, "true");
    flag(out, "destructive", !*destructive, "false");
    optional(out, "dedupe_key", dedupe_key.as_deref());
    optional(out, "verify", verify.as_deref());
    flag(out, "not_found", *not_found_means_not_landed, "\"not_landed\"");
    optional(out, "undoes", undoes.as_deref());
    for (name, list) in [
        ("match_on", match_on),
        ("loop_ignore", loop_ignore),
        ("state_ignore", state_ignore),
    ] {
        flag(out, name, !list.is_empty(), &texts(list));
    }
    flag(out, "poll", *poll, "true");
    for (name, number) in [
        ("settle_ms", *settle_ms),
        ("recheck", u64::from(*recheck)),
        ("min_time_ms", *min_time_ms),
    ] {
        flag(out, name, number != 0, &number.to_string());
    }
    flag(out, "ack", *weak_ack, "\"weak\"");
    optional(out, "scope", scope.as_deref());
    some(out, "bound", bound);
    waivers(out, allow);
}

fn write_upstream(out: &mut String, rule: &Upstream) {
    let Upstream {
        host,
        status,
        message,
        pointer,
        equals,
        redact,
        code,
        hint,
        places: _,
    } = rule;
    out.push_str("\n[[upstream]]\n");
    let filled = |out: &mut String, name: &str, value: &str| {
        optional(out, name, Some(value).filter(|value| !value.is_empty()));
    };
    filled(out, "host", host);
    if !status.is_empty() {
        let status: Vec<String> = status.iter().map(u16::to_string).collect();
        line(out, "status", &format!("[{}]", status.join(", ")));
    }
    filled(out, "message", message);
    filled(out, "pointer", pointer);
    filled(out, "equals", equals);
    if !redact.is_empty() {
        line(out, "redact", &texts(redact));
    }
    line(out, "code", &text(code));
    filled(out, "hint", hint);
}

fn write_amendment(out: &mut String, amendment: &Amendment) {
    let Amendment {
        code,
        field,
        from,
        to,
        reason,
        issue,
        version,
        record,
        places: _,
    } = amendment;
    out.push_str("\n[[amendments]]\n");
    let version = version.to_string();
    for (name, value) in [
        ("code", code),
        ("field", field),
        ("from", from),
        ("to", to),
        ("reason", reason),
        ("issue", issue),
        ("version", &version),
    ] {
        line(out, name, &text(value));
    }
    optional(out, "record", record.as_deref());
}

fn line(out: &mut String, name: &str, value: &str) {
    let _ = writeln!(out, "{name} = {value}");
}

fn optional(out: &mut String, name: &str, value: Option<&str>) {
    if let Some(value) = value {
        line(out, name, &text(value));
    }
}

/// A list, where there is something in it.
fn some<T: AsRef<str>>(out: &mut String, name: &str, list: &[T]) {
    if !list.is_empty() {
        line(out, name, &texts(list));
    }
}

/// `next` as an inline table: one canonical text.
#[must_use]
pub fn next(next: &Next) -> String {
    match next {
        Next::Tool { tool, args } => {
            let mut fields = vec![("tool", text(tool))];
            if !args.is_empty() {
                fields.push(("args", table(args)));
            }
            inline(fields)
        }
        Next::Resource(uri) => inline([("resource", text(uri))]),
    }
}

/// A TOML string on one line. Basic, so that every text has exactly one form.
pub(crate) fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(control));
            }
            plain => out.push(plain),
        }
    }
    out.push('"');
    out
}

/// A TOML key: bare where that is possible.
pub(crate) fn key(name: &str) -> String {
    let bare = !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    if bare { name.to_owned() } else { text(name) }
}

/// A list of TOML strings.
pub(crate) fn texts<T: AsRef<str>>(list: &[T]) -> String {
    let list: Vec<String> = list.iter().map(|item| text(item.as_ref())).collect();
    format!("[{}]", list.join(", "))
}

/// A TOML inline table.
pub(crate) fn inline<'a>(fields: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let fields: Vec<String> = fields
        .into_iter()
        .map(|(name, value)| format!("{} = {value}", key(name)))
        .collect();
    if fields.is_empty() {
        "{}".to_owned()
    } else {
        format!("{{ {} }}", fields.join(", "))
    }
}

fn table(members: &Map<String, Value>) -> String {
    inline(members.iter().map(|(name, member)| (name.as_str(), value(member))))
}

fn value(of: &Value) -> String {
    match of {
        Value::String(string) => text(string),
        Value::Integer(number) => number.to_string(),
        // Always with a point or an exponent, so that it reads back as a float.
        Value::Float(number) => format!("{number:?}"),
        Value::Boolean(boolean) => boolean.to_string(),
        Value::Array(items) => format!("[{}]", items.iter().map(value).collect::<Vec<_>>().join(", ")),
        Value::Table(members) => table(members),
    }
}
