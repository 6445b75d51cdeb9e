//! A JSON Schema of `registry.toml` itself, and one of the files that it includes: what an editor completes, explains and
//! underlines by while somebody types.
//!
//! Draft 7, for that is what the TOML language servers validate by. All of it is made of [`crate::keys`], the vocabulary and
//! the table of rules. It refuses nothing that the reader takes. What it cannot say (other files, names that must be
//! declared somewhere) is left to the reader.
//!
//! `shapes` is what one value may be, `conditions` what one key asks of another.

mod conditions;
mod shapes;

use crate::json::Json;
use crate::keys::{self, Key, Need, Section};
use crate::read::names::CODE_LIMIT;

use shapes::{CODE_NAME, definitions, integer, key, shape};

/// The page that describes every key.
const REFERENCE: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/registry.md");

/// The schema of a registry's own file.
#[must_use]
pub fn registry() -> String {
    let mut properties = Json::object([
        ("registry", table(&keys::HEAD, is_required)),
        ("roles", roles()),
        ("defaults", table(&keys::DEFAULTS, is_required)),
        ("artifacts", table(&keys::ARTIFACTS, is_required)),
        ("policy", table(&keys::POLICY, is_required)),
        ("contract", contract()),
    ]);
    entries(&mut properties);
    properties.push(
        "amendments",
        list(&keys::AMENDMENT, table(&keys::AMENDMENT, is_required)),
    );
    let mut schema = document(
        "registry",
        "A registry: what the errors of a server mean, and what an agent should do about them.",
        properties,
    );
    schema.push("required", Json::texts(["registry"]));
    conditions::put(&mut schema, conditions::of_registry());
    schema.pretty()
}

/// The schema of a file that a registry includes.
#[must_use]
pub fn included() -> String {
    let mut properties = Json::object([]);
    entries(&mut properties);
    let about = "A file of a registry: codes, tombstones, tools and upstream rules. What holds for the whole stands in the \
                 registry that includes it.";
    document("include", about, properties).pretty()
}

fn document(name: &str, about: &str, properties: Json) -> Json {
    Json::object([
        ("$schema", Json::text("http://json-schema.org/draft-07/schema#")),
        (
            "$comment",
            Json::text(format!(
                "Written by `cargo errtax schema {name}`, for editors alone: no build and no check reads it. \
                 Run that again after an update of errtax."
            )),
        ),
        ("title", Json::text(format!("errtax {name}"))),
        ("description", Json::text(about)),
        ("type", Json::text("object")),
        ("properties", properties),
        ("additionalProperties", Json::Bool(false)),
        ("definitions", definitions()),
    ])
}

/// The tables that both kinds of file may hold.
fn entries(properties: &mut Json) {
    let code = table(&keys::CODE, |key| {
        is_required(key) && keys::DEFAULTS.key(key.name).is_none()
    });
    let (mut code, mut tool, mut upstream) = (
        code,
        table(&keys::TOOL, is_required),
        table(&keys::UPSTREAM, is_required),
    );
    conditions::put(&mut code, conditions::of_code());
    conditions::put(&mut tool, conditions::of_tool());
    conditions::put(&mut upstream, conditions::of_upstream());
    properties.push("codes", codes("The codes, by their names.", code));
    let retired = table(&keys::RETIRED, is_required);
    properties.push(
        "retired",
        codes("The tombstones, by the names of their codes.", retired),
    );
    properties.push(
        "tools",
        named("The tools, by their names.", "^[A-Za-z0-9_./-]{1,128}$", tool),
    );
    properties.push("upstream", list(&keys::UPSTREAM, upstream));
}

fn is_required(key: &Key) -> bool {
    matches!(key.need, Need::Required(_))
}

/// One table of known keys.
fn table(section: &Section, required: impl Fn(&Key) -> bool) -> Json {
    let names = |wanted: &dyn Fn(&Key) -> bool| {
        let keys = section.keys.iter().filter(|key| wanted(key));
        keys.map(|key| key.name).collect::<Vec<_>>()
    };
    let mut properties = Json::object([]);
    for known in section.keys {
        properties.push(known.name, key(section, known));
    }
    let mut table = Json::object([]);
    if !section.about.is_empty() {
        table.push("description", Json::text(section.about));
    }
    table.push("type", Json::text("object"));
    table.push("properties", properties);
    let must: Vec<&str> = names(&required);
    if !must.is_empty() {
        table.push("required", Json::texts(must));
    }
    table.push("additionalProperties", Json::Bool(false));
    let mut taplo = Json::object([("links", Json::object([("key", Json::text(link(section)))]))]);
    let usual = names(&is_required);
    if !usual.is_empty() {
        taplo.push("initKeys", Json::texts(usual));
    }
    table.push("x-taplo", taplo);
    table
}

/// Tables below codes. The limit of their length stands beside the pattern, for some language servers know patterns without
/// looking ahead alone.
fn codes(about: &str, table: Json) -> Json {
    let mut codes = named(about, CODE_NAME, table);
    codes.push("propertyNames", Json::object([("maxLength", integer(CODE_LIMIT))]));
    codes
}

fn contract() -> Json {
    let mut contract = table(&keys::CONTRACT, is_required);
    conditions::put(&mut contract, conditions::of_contract());
    contract
}

/// Tables below names of the author's choice. Another name is an additional property and not a wrong one, because that is
/// underlined where it stands, and a wrong name from the first table to the last.
fn named(about: &str, names: &str, table: Json) -> Json {
    Json::object([
        ("description", Json::text(about)),
        ("type", Json::text("object")),
        ("patternProperties", Json::object([(names, table)])),
        ("additionalProperties", Json::Bool(false)),
    ])
}

fn list(section: &Section, table: Json) -> Json {
    Json::object([
        ("description", Json::text(section.about)),
        ("type", Json::text("array")),
        ("items", table),
    ])
}

fn roles() -> Json {
    let mut properties = Json::object([]);
    for role in keys::ROLES {
        let mut value = shape(&keys::Shape::Code);
        value.push("description", Json::text(format!("The code for: {}", role.meaning)));
        properties.push(role.word, value);
    }
    Json::object([
        ("description", Json::text(keys::ABOUT_ROLES)),
        ("type", Json::text("object")),
        ("properties", properties),
        ("additionalProperties", Json::Bool(false)),
    ])
}

/// The section of the reference, by the anchor that GitHub makes of a heading.
fn link(section: &Section) -> String {
    let anchor: String = section
        .heading
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect();
    format!("{REFERENCE}#{anchor}")
}
