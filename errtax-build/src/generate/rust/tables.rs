//! The static tables: every fact of the registry, as constants.

use std::fmt::Write as _;

use errtax_core::{DetailType, Executed, Role, Status};

use super::module::{Field, Item, Module};
use super::text::{literal, literals, number};
use crate::generate::{NextPiece, SCHEMA_FILE, index, most_specific_first, next_pieces};
use crate::model::{Contract, Deprecated, Next, Tool, Upstream};

const SOME: &str = "::core::option::Option::Some";

pub(super) fn generate(module: &Module<'_>, out: &mut String) {
    let registry = module.registry;
    // Most registries of codes alone have none.
    let (tool_table, tool_type) = if registry.tools.is_empty() {
        ("", "")
    } else {
        (", TOOLS", ", ToolSpec")
    };
    // An update that leaves nothing out is one only until the struct grows.
    // A module of its own keeps the names short: paths are a good part of what a table costs.
    let _ = writeln!(
        out,
        "use tables::{{NAMES, SPECS{tool_table}}};
mod tables {{
    #[allow(unused_imports)]
    use super::__errtax::{{Action, Class, CodeSpec, Deprecated, DetailSpec, DetailType, Executed, Next, Piece, Status{tool_type}}};
    #[allow(clippy::needless_update)]
    pub(super) static SPECS: [CodeSpec; {}] = [",
        module.codes.len()
    );
    let mut details: Vec<String> = module.codes.iter().map(detail_specs).collect();
    details.sort();
    details.dedup();
    for item in &module.codes {
        spec(module, item, &details, out);
    }
    let _ = write!(
        out,
        "    ];
    #[allow(dead_code, clippy::needless_update)]
    static DETAILS: [&[DetailSpec]; {}] = [
",
        details.len()
    );
    for details in &details {
        let _ = writeln!(out, "        {details},");
    }
    let _ = write!(
        out,
        "    ];
    pub(super) static NAMES: [&str; {}] = super::__errtax::Index::names(&SPECS);
",
        module.codes.len()
    );
    if !registry.tools.is_empty() {
        // A static of its own, for the constants of tools point into it: what has no name may be there more than once.
        let _ = writeln!(
            out,
            "    #[allow(clippy::needless_update)]\n    pub(super) static TOOLS: [ToolSpec; {}] = [",
            registry.tools.len()
        );
        for (name, declared) in &registry.tools {
            tool(name, declared, out);
        }
        out.push_str("    ];\n");
    }
    out.push_str("}\n");

    let names: Vec<&str> = module.codes.iter().map(|item| item.code.name.as_str()).collect();
    let index::Layout { seed, slots } = index::layout(&names);
    let slots: Vec<String> = slots.into_iter().map(|slot| number(slot.into())).collect();
    let _ = write!(
        out,
        "/// Everything the registry says.
#[allow(dead_code, clippy::needless_update)]
pub static REGISTRY: __errtax::Registry = __errtax::Registry {{
    name: {},
    version: {},
    codes: &SPECS,
    index: __errtax::Index {{ seed: {seed}, slots: &[{}], names: &NAMES }},
    tools: &{},
",
        literal(&registry.name),
        literal(&registry.version.to_string()),
        slots.join(", "),
        if registry.tools.is_empty() { "[]" } else { "TOOLS" },
    );
    out.push_str("    roles: __errtax::Roles {\n");
    for role in Role::ALL {
        let _ = writeln!(out, "        {}: {},", role.as_str(), module.role(*role));
    }
    out.push_str("    },\n    upstream: &[\n");
    for rule in most_specific_first(&registry.upstream) {
        upstream(module, rule, out);
    }
    let _ = write!(
        out,
        "    ],
    schema: SCHEMA,
}};
/// The JSON Schema (draft 2020-12) of the wire object.
#[allow(dead_code)]
pub const SCHEMA: &str = ::core::include_str!(\"{SCHEMA_FILE}\");
"
    );
}

fn spec(module: &Module<'_>, item: &Item<'_>, details: &[String], out: &mut String) {
    let code = item.code;
    let Contract {
        class,
        action,
        retryable,
        executed,
        in_doubt,
        next,
        http,
        grpc,
        details: _,
    } = &code.contract;
    let _ = write!(
        out,
        "    CodeSpec {{
        code: {},
        class: Class::{class:?},
        action: Action::{action:?},
",
        literal(&code.name),
    );
    let mut field = |name: &str, value: &str| {
        let _ = writeln!(out, "        {name}: {value},");
    };
    if *retryable {
        field("retryable", "true");
    }
    if *executed != Executed::Unknown {
        field("executed", &format!("Executed::{executed:?}"));
    }
    if code.status != Status::Draft {
        field("status", &format!("Status::{:?}", code.status));
    }
    if let Some(position) = in_doubt.as_ref().and_then(|twin| module.position(twin)) {
        field("in_doubt", &format!("{SOME}(&SPECS[{position}])"));
    }
    if let Some(next) = next {
        let names: Vec<&str> = item.details.iter().map(|detail| detail.name).collect();
        field(
            "next",
            &format!("{SOME}(Next {{ pieces: &[{}] }})", pieces(next, &names)),
        );
    }
    if let Some(http) = http {
        field("http", &format!("{SOME}({http})"));
    }
    if let Some(grpc) = grpc {
        field("grpc", &format!("{SOME}({grpc})"));
    }
    field("message", &literal(&code.message));
    field("hint", &literal(&code.hint));
    if !code.doc.is_empty() {
        field("doc", &literal(&code.doc));
    }
    if !item.details.is_empty() {
        let position = details.binary_search(&detail_specs(item)).unwrap_or_default();
        let lines = item.details.iter().filter_map(|field| field.line.rsplit(':').next());
        let lines: Vec<&str> = lines.collect();
        field("details", &format!("DETAILS[{position}]"));
        field("detail_lines", &format!("&[{}]", lines.join(", ")));
    }
    if let Some(docs) = &module.registry.docs {
        field("docs", &literal(&docs.replace("{code}", &code.name)));
    }
    if let Some(since) = code.since {
        field("since", &literal(&since.to_string()));
    }
    if let Some(Deprecated {
        since,
        replaced_by,
        reason,
        sunset,
        record: _,
    }) = &code.deprecated
    {
        let mut fields = vec![format!("since: {}", literal(&since.to_string()))];
        for (name, value) in [("replaced_by", replaced_by), ("reason", reason), ("sunset", sunset)] {
            fields.extend(value.as_ref().map(|value| format!("{name}: {}", literal(value))));
        }
        field(
            "deprecated",
            &format!("{SOME}(Deprecated {{ {}, ..Deprecated::DEFAULT }})", fields.join(", ")),
        );
    }
    field("place", &literal(&item.line));
    out.push_str("        ..CodeSpec::DEFAULT\n    },\n");
}

/// The details of a code, as a table that codes with equal ones share.
fn detail_specs(item: &Item<'_>) -> String {
    let details: Vec<String> = item.details.iter().map(detail_spec).collect();
    format!("&[{}]", details.join(", "))
}

fn detail_spec(field: &Field<'_>) -> String {
    let detail = field.detail;
    let mut fields = vec![format!("name: {}", literal(field.name))];
    if detail.kind != DetailType::String {
        fields.push(format!("kind: DetailType::{:?}", detail.kind));
    }
    for (name, set) in [
        ("optional", detail.optional),
        ("sensitive", detail.sensitive),
        ("closed", detail.closed),
    ] {
        fields.extend(set.then(|| format!("{name}: true")));
    }
    if !detail.values.is_empty() {
        fields.push(format!("values: {}", literals(&detail.values)));
    }
    format!("DetailSpec {{ {}, ..DetailSpec::DEFAULT }}", fields.join(", "))
}

fn tool(name: &str, tool: &Tool, out: &mut String) {
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
        // Held to by `cargo errtax tools` alone.
        scope: _,
        bound: _,
        allow: _,
        places: _,
    } = tool;
    let mut fields = vec![format!("name: {}, writes: {writes}", literal(name))];
    for (name, set) in [
        ("idempotent", *idempotent),
        ("not_found_means_not_landed", *not_found_means_not_landed),
        ("poll", *poll),
        ("weak_ack", *weak_ack),
    ] {
        fields.extend(set.then(|| format!("{name}: true")));
    }
    fields.extend((!destructive).then(|| "destructive: false".to_owned()));
    for (name, value) in [("dedupe_key", dedupe_key), ("verify", verify), ("undoes", undoes)] {
        fields.extend(value.as_ref().map(|value| format!("{name}: {}", literal(value))));
    }
    for (name, list) in [
        ("match_on", match_on),
        ("loop_ignore", loop_ignore),
        ("state_ignore", state_ignore),
    ] {
        fields.extend((!list.is_empty()).then(|| format!("{name}: {}", literals(list))));
    }
    for (name, value) in [
        ("settle_ms", *settle_ms),
        ("recheck", u64::from(*recheck)),
        ("min_time_ms", *min_time_ms),
    ] {
        fields.extend((value != 0).then(|| format!("{name}: {}", number(value))));
    }
    let _ = writeln!(
        out,
        "        ToolSpec {{ {}, ..ToolSpec::DEFAULT }},",
        fields.join(", ")
    );
}

fn upstream(module: &Module<'_>, rule: &Upstream, out: &mut String) {
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
    let Some(position) = module.position(code) else { return };
    let status: Vec<String> = status.iter().map(u16::to_string).collect();
    let _ = writeln!(
        out,
        "        __errtax::UpstreamSpec {{ host: {}, status: &[{}], message: {}, pointer: {}, equals: {}, redact: {}, code: &SPECS[{position}], hint: {} }},",
        literal(host),
        status.join(", "),
        literal(message),
        literal(pointer),
        literal(equals),
        literals(redact),
        literal(hint),
    );
}

/// The template of `next`, as Rust.
fn pieces(next: &Next, details: &[&str]) -> String {
    let pieces = next_pieces(next, details).into_iter().map(|piece| match piece {
        NextPiece::Json(text) => format!("Piece::Json({})", literal(&text)),
        NextPiece::Value(name) => format!("Piece::Value({})", literal(&name)),
        NextPiece::Text(name) => format!("Piece::Text({})", literal(&name)),
    });
    pieces.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::map::Map;
    use crate::model::Value;

    #[test]
    fn next_becomes_json_around_the_details() {
        let args = Map::from([
            ("a".to_owned(), Value::String("{id}".to_owned())),
            ("b".to_owned(), Value::String("no-{id} {{x}} {other} \"".to_owned())),
            (
                "c".to_owned(),
                Value::Array(vec![Value::Integer(1), Value::Float(0.5), Value::Boolean(true)]),
            ),
        ]);
        let next = Next::Tool {
            tool: "unlock".to_owned(),
            args,
        };
        assert_eq!(
            pieces(&next, &["id"]),
            "Piece::Json(\"{\\\"tool\\\":\\\"unlock\\\",\\\"args\\\":{\\\"a\\\":\"), \
             Piece::Value(\"id\"), Piece::Json(\",\\\"b\\\":\\\"no-\"), Piece::Text(\"id\"), \
             Piece::Json(\" {x} {other} \\\\\\\"\\\",\\\"c\\\":[1,0.5,true]}}\")"
        );
        assert_eq!(
            pieces(&Next::Resource("x://{id}".to_owned()), &["id"]),
            "Piece::Json(\"{\\\"resource\\\":\\\"x://\"), Piece::Text(\"id\"), \
             Piece::Json(\"\\\"}\")"
        );
    }
}
