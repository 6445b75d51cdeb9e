//! What a registry says about a code, for machines: the same in every command.

use errtax_build::ident;
use errtax_build::model::{Code, Contract, Deprecated, Detail, Next, Retired, Value};
use serde::Serialize;
use serde_json::Map;

use crate::opened::Opened;

/// Everything about one code.
#[derive(Debug, Serialize)]
pub(crate) struct CodeFacts<'a> {
    code: &'a str,
    /// Its variant of `Code`, and its struct in `codes::details`.
    ident: &'a str,
    /// The registry that declares it.
    registry: &'a str,
    class: &'static str,
    action: &'static str,
    retryable: bool,
    executed: &'static str,
    in_doubt: Option<&'a str>,
    next: Option<serde_json::Value>,
    http: Option<u16>,
    grpc: Option<u8>,
    status: &'static str,
    since: Option<String>,
    deprecated: Option<DeprecationFacts<'a>>,
    message: &'a str,
    hint: &'a str,
    doc: &'a str,
    details: Vec<DetailFacts<'a>>,
    docs: Option<String>,
    file: String,
    line: usize,
}

#[derive(Debug, Serialize)]
struct DetailFacts<'a> {
    name: &'a str,
    r#type: &'static str,
    optional: bool,
    sensitive: bool,
    values: &'a [String],
    closed: bool,
    doc: &'a str,
    /// Its field in Rust.
    ident: String,
}

#[derive(Debug, Serialize)]
struct DeprecationFacts<'a> {
    since: String,
    replaced_by: Option<&'a str>,
    reason: Option<&'a str>,
    sunset: Option<&'a str>,
    record: Option<&'a str>,
}

/// Everything about a code that is no more.
#[derive(Debug, Serialize)]
pub(crate) struct RetiredFacts<'a> {
    code: &'a str,
    since: String,
    reason: &'a str,
    record: Option<&'a str>,
    file: String,
    line: usize,
}

impl<'a> CodeFacts<'a> {
    /// Those of one of the registry's codes.
    pub(crate) fn of(opened: &'a Opened, code: &'a Code) -> Self {
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
        } = &code.contract;
        let (file, line) = opened.line(code.places.name);
        Self {
            code: &code.name,
            ident: &code.ident,
            registry: opened.declared_by(code),
            class: class.as_str(),
            action: action.as_str(),
            retryable: *retryable,
            executed: executed.as_str(),
            in_doubt: in_doubt.as_deref(),
            next: next.as_ref().map(json_of_next),
            http: *http,
            grpc: *grpc,
            status: code.status.as_str(),
            since: code.since.map(|since| since.to_string()),
            deprecated: code.deprecated.as_ref().map(deprecation),
            message: &code.message,
            hint: &code.hint,
            doc: &code.doc,
            details: details.iter().map(|(name, facts)| detail(name, facts)).collect(),
            docs: page(opened, code),
            file,
            line,
        }
    }
}

impl<'a> RetiredFacts<'a> {
    /// Those of one of the registry's tombstones.
    pub(crate) fn of(opened: &Opened, code: &'a str, retired: &'a Retired) -> Self {
        let (file, line) = opened.line(retired.place);
        Self {
            code,
            since: retired.since.to_string(),
            reason: &retired.reason,
            record: retired.record.as_deref(),
            file,
            line,
        }
    }
}

/// The page of a code, as it is sent.
pub(crate) fn page(opened: &Opened, code: &Code) -> Option<String> {
    let docs = opened.registry.docs.as_ref()?;
    Some(docs.replace("{code}", &code.name))
}

fn detail<'a>(name: &'a str, detail: &'a Detail) -> DetailFacts<'a> {
    let Detail {
        kind,
        optional,
        sensitive,
        values,
        closed,
        doc,
    } = detail;
    DetailFacts {
        name,
        r#type: kind.as_str(),
        optional: *optional,
        sensitive: *sensitive,
        values,
        closed: *closed,
        doc,
        ident: ident::field(name),
    }
}

fn deprecation(deprecated: &Deprecated) -> DeprecationFacts<'_> {
    let Deprecated {
        since,
        replaced_by,
        reason,
        sunset,
        record,
    } = deprecated;
    DeprecationFacts {
        since: since.to_string(),
        replaced_by: replaced_by.as_deref(),
        reason: reason.as_deref(),
        sunset: sunset.as_deref(),
        record: record.as_deref(),
    }
}

/// `next` as the registry has it, placeholders and all.
fn json_of_next(next: &Next) -> serde_json::Value {
    let mut object = Map::new();
    match next {
        Next::Tool { tool, args } => {
            object.insert("tool".to_owned(), tool.as_str().into());
            let args: Map<String, serde_json::Value> = args
                .iter()
                .map(|(name, value)| (name.clone(), json_of(value)))
                .collect();
            object.insert("args".to_owned(), args.into());
        }
        Next::Resource(uri) => drop(object.insert("resource".to_owned(), uri.as_str().into())),
    }
    object.into()
}

fn json_of(value: &Value) -> serde_json::Value {
    match value {
        Value::String(text) => text.as_str().into(),
        Value::Integer(number) => (*number).into(),
        Value::Float(number) => (*number).into(),
        Value::Boolean(boolean) => (*boolean).into(),
        Value::Array(items) => items.iter().map(json_of).collect(),
        Value::Table(members) => {
            let members: Map<String, serde_json::Value> = members
                .iter()
                .map(|(name, value)| (name.clone(), json_of(value)))
                .collect();
            members.into()
        }
    }
}
