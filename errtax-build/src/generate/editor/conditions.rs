//! What one key asks of another.
//!
//! Language servers for TOML look for texts and words in `properties` and in all of `allOf`, `anyOf` and `oneOf`, and lose a
//! table's own texts where it has such parts. They do not look into `then`. So every condition of a table stands in the one
//! `then` of an `if` that always holds.

use errtax_core::{Action, Class, DetailType, Executed};

use crate::json::Json;
use crate::keys::{self, Need, Section};

/// Gives a table its conditions.
pub(super) fn put(table: &mut Json, conditions: Vec<Json>) {
    if !conditions.is_empty() {
        table.push("if", Json::object([]));
        table.push("then", Json::object([("allOf", Json::Array(conditions))]));
    }
}

/// What `[defaults]` does not say, every code says.
pub(super) fn of_registry() -> Vec<Json> {
    let facts = keys::CODE
        .keys
        .iter()
        .filter(|key| keys::DEFAULTS.key(key.name).is_some());
    let needed = facts.filter(|key| matches!(key.need, Need::Required(_)));
    let conditions = needed.map(|key| {
        let said = properties([("defaults", required([key.name]))]);
        let all_codes = Json::object([("additionalProperties", required([key.name]))]);
        Json::object([
            ("if", Json::object([("not", with(said, required(["defaults"])))])),
            ("then", properties([("codes", all_codes)])),
        ])
    });
    conditions.collect()
}

/// Class, action, retryable and executed say one thing in four ways; what does not agree is refused, as far as it stands in
/// the entry itself.
pub(super) fn of_code() -> Vec<Json> {
    let mut conditions = Vec::new();
    for class in Class::ALL {
        let actions = one_of(class.actions().iter().map(|action| action.as_str()));
        let executed = one_of(class.executed().iter().map(|executed| executed.as_str()));
        conditions.push(implies(
            is("class", Json::text(class.as_str())),
            properties([("action", actions), ("executed", executed)]),
        ));
    }
    for retryable in [true, false] {
        let actions = Action::ALL.iter().filter(|action| action.retryable() == retryable);
        let is_one = is_any("action", one_of(actions.map(|action| action.as_str())));
        conditions.push(implies(
            is_one,
            properties([("retryable", constant(Json::Bool(retryable)))]),
        ));
    }
    let unknown = is("executed", Json::text(Executed::Unknown.as_str()));
    let twin = with(
        is("retryable", Json::Bool(true)),
        Json::object([("allOf", Json::Array(vec![unknown]))]),
    );
    conditions.push(implies(twin, required(["in_doubt"])));
    let verifies = is("action", Json::text(Action::Verify.as_str()));
    let taken = Json::object([("not", constant(Json::text(Action::Verify.as_str())))]);
    let details = Json::object([("propertyNames", taken)]);
    conditions.push(implies(verifies, properties([("details", details)])));
    conditions
}

pub(super) fn of_tool() -> Vec<Json> {
    let some = is_any("match_on", Json::object([("minItems", Json::Integer(1))]));
    vec![needs([("not_found", "verify")]), implies(some, required(["undoes"]))]
}

pub(super) fn of_contract() -> Vec<Json> {
    vec![needs([("completion", "write_output")])]
}

pub(super) fn of_upstream() -> Vec<Json> {
    vec![
        needs([("pointer", "equals"), ("equals", "pointer")]),
        any([required(["host"]), required(["message"]), required(["pointer"])]),
    ]
}

/// Those of a table that is the value of a key.
pub(super) fn of_inner(section: &Section) -> Vec<Json> {
    let heading = section.heading;
    if heading == keys::DEPRECATED.heading {
        return vec![any([required(["replaced_by"]), required(["reason"])])];
    }
    if heading == keys::NEXT.heading {
        let never = Json::Bool(false);
        return vec![
            any([required(["tool"]), required(["resource"])]),
            implies(
                required(["resource"]),
                properties([("tool", never.clone()), ("args", never)]),
            ),
        ];
    }
    if heading == keys::DETAIL.heading {
        let is_enum = constant(Json::text(DetailType::Enum.as_str()));
        let plain = keys::TYPES.iter().map(|word| word.word);
        let plain = one_of(plain.filter(|word| *word != DetailType::Enum.as_str()));
        return vec![
            implies(is_any("type", is_enum), required(["values"])),
            implies(
                is_any("type", plain),
                properties([("values", Json::Bool(false)), ("closed", constant(Json::Bool(false)))]),
            ),
        ];
    }
    Vec::new()
}

fn implies(condition: Json, then: Json) -> Json {
    Json::object([("if", condition), ("then", then)])
}

/// The key is there, and is this.
fn is(key: &str, value: Json) -> Json {
    is_any(key, constant(value))
}

/// The key is there, and is such.
fn is_any(key: &str, such: Json) -> Json {
    with(properties([(key, such)]), required([key]))
}

fn constant(value: Json) -> Json {
    Json::object([("const", value)])
}

fn one_of<'a>(words: impl Iterator<Item = &'a str>) -> Json {
    Json::object([("enum", Json::texts(words))])
}

fn properties<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::object([("properties", Json::object(members))])
}

fn required<const N: usize>(keys: [&str; N]) -> Json {
    Json::object([("required", Json::texts(keys))])
}

fn any<const N: usize>(schemas: [Json; N]) -> Json {
    Json::object([("anyOf", Json::Array(schemas.into()))])
}

/// Where the one key is, the other is too.
fn needs<const N: usize>(pairs: [(&str, &str); N]) -> Json {
    let pairs = pairs.map(|(key, other)| (key, Json::texts([other])));
    Json::object([("dependencies", Json::object(pairs))])
}

/// Both.
fn with(mut first: Json, second: Json) -> Json {
    if let Json::Object(members) = second {
        for (name, value) in members {
            first.push(name, value);
        }
    }
    first
}
