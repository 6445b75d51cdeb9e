//! What one value may be.

use errtax_core::{Action, Class, DetailType, MAX_TEXT_CHARS};

use crate::finding::{Rule, Stage};
use crate::json::Json;
use crate::keys::{self, EDITIONS, Key, Need, Section, Shape, Word};
use crate::model::PolicyLevel;
use crate::read::names::{CODE_LIMIT, RESERVED_DETAILS};
use crate::{rules, standard};

use super::{conditions, is_required, named, table};

/// A code, but for its length.
pub(super) const CODE_NAME: &str = "^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$";

/// A path of which something is left, and that leads nowhere else: no `\`, no `/` or drive first, no `..` that
/// leaves the package at once. (A later one may leave it too; that takes counting.)
const PATH: &str = r"(?!\s*$|/|[A-Za-z]:|(\./)*\.\.(/|$)|(\./)*\.?$)[^\\]+";

/// A number of a version. The reader's end with `u32`.
const NUMBER: &str = "(0|[1-9][0-9]{0,9})";

/// A part of a host name.
const LABEL: &str = "[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?";

/// What stands around a word that says nothing. Other characters than these may be letters.
const AROUND: &str = r"[\x00-/:-@\[-`{-\x7f…–—]*";

/// The schema of one key.
pub(super) fn key(section: &Section, key: &Key) -> Json {
    let mut schema = Json::object([("description", Json::text(description(section, key)))]);
    let Json::Object(members) = shape(&key.shape) else {
        return schema;
    };
    for (name, value) in members {
        if name != "description" {
            schema.push(name, value);
        }
    }
    if let Need::Default(value) = key.need {
        schema.push("default", toml(value));
    }
    let words = key.shape.words();
    if !words.is_empty() {
        schema.push("x-taplo", documented(words.iter().map(|word| meaning(key.name, word))));
    }
    schema
}

/// What an editor shows beside a key: the meaning that the reference has, as sentences.
fn description(section: &Section, key: &Key) -> String {
    let mut text = sentence(key.meaning);
    let may_default = section.heading == keys::CODE.heading && keys::DEFAULTS.key(key.name).is_some();
    match key.need {
        Need::Required(_) if may_default => text.push_str(" Required, here or in `[defaults]`."),
        Need::Required(_) => text.push_str(" Required."),
        Need::RequiredWithout(other) => text.push_str(&format!(" Required without `{other}`.")),
        Need::RequiredFor(kind) => text.push_str(&format!(" Required for `{kind}`.")),
        Need::Default(_) | Need::Else(_) => text.push_str(&format!(" Default: {}.", key.need)),
        Need::Optional => {}
    }
    text
}

fn sentence(meaning: &str) -> String {
    let mut letters = meaning.chars();
    match letters.next() {
        // Not `gRPC`.
        Some(first) if !letters.as_str().starts_with(char::is_uppercase) => {
            format!("{}{}.", first.to_uppercase(), letters.as_str())
        }
        _ => format!("{meaning}."),
    }
}

/// What an editor shows beside a word. A class says what else it asks for.
fn meaning(key: &str, word: &Word) -> String {
    let list = |words: Vec<&str>| {
        let ticked: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
        ticked.join(" or ")
    };
    match (key, word.word.parse::<Class>(), word.word.parse::<Action>()) {
        ("class", Ok(class), _) => format!(
            "{} Action: {}; executed: {}.",
            word.meaning,
            list(class.actions().iter().map(|action| action.as_str()).collect()),
            list(class.executed().iter().map(|executed| executed.as_str()).collect())
        ),
        ("action", _, Ok(action)) => format!("{} Retryable: `{}`.", word.meaning, action.retryable()),
        _ => word.meaning.to_owned(),
    }
}

/// A plain TOML value as JSON.
fn toml(value: &str) -> Json {
    match (value.parse::<bool>(), value.parse::<i64>()) {
        (Ok(boolean), _) => Json::Bool(boolean),
        (_, Ok(number)) => Json::Integer(number),
        _ => Json::text(value.trim_matches('"')),
    }
}

/// The schema of a value, whatever key it is for.
pub(super) fn shape(shape: &Shape) -> Json {
    match shape {
        Shape::Text => typed("string"),
        Shape::Filled => pattern(r"\S"),
        Shape::Sentence => {
            let mut sentence = pattern(r"^(?!\s*$)[^\n\r\t]*$");
            sentence.push("maxLength", integer(MAX_TEXT_CHARS));
            sentence
        }
        Shape::Reason => pattern(&format!(
            "^(?!{AROUND}([Tt][Oo][Dd][Oo]|[Tt][Bb][Dd]|[Ff][Ii][Xx][Mm][Ee]|[Xx][Xx][Xx])?{AROUND}$)"
        )),
        Shape::Word(words) => Json::object([("enum", Json::texts(words.iter().map(|word| word.word)))]),
        Shape::Version => pattern(&format!(r"^{NUMBER}\.{NUMBER}\.{NUMBER}$")),
        Shape::Edition => Json::object([("enum", Json::texts(EDITIONS.iter().map(u16::to_string)))]),
        // Leap years are left to the reader.
        Shape::Date => pattern(
            "^[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))$",
        ),
        Shape::Path => pattern(&format!("^{PATH}$")),
        Shape::Extended => pattern(&format!(
            r"^({NAME}@{NUMBER}\.{NUMBER}|(?=[^@]*\.toml$){PATH})$",
            NAME = standard::NAME
        )),
        Shape::RegistryName => pattern("^[a-z][a-z0-9_-]*$"),
        Shape::Code => code_name(),
        Shape::CodePage => pattern(r"^[^{}]*\{code\}[^{}]*$"),
        Shape::EnumValue => pattern("^[A-Za-z0-9][A-Za-z0-9_.:-]*$"),
        Shape::Host => pattern(&format!(
            r"^(\*\.{LABEL}(\.{LABEL})+|{LABEL}(\.{LABEL})*|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$"
        )),
        Shape::Pointer => pattern("^/([^~]|~[01])*$"),
        Shape::AmendedCode => pattern(r"^(?!\s*([Aa][Ll][Ll]|[Aa][Nn][Yy])?\s*$)[^*?\[%,]*$"),
        Shape::AmendedField => pattern(r"^(?!\s*([Aa][Ll][Ll]|[Aa][Nn][Yy])?\s*$)[^*?%,]*$"),
        Shape::AmendedValue => pattern(r"^(?!\s*\*\s*$)"),
        Shape::Boolean => typed("boolean"),
        Shape::Integer { least, most } => {
            let mut number = typed("integer");
            number.push("minimum", Json::Integer(*least));
            number.push("maximum", Json::Integer(*most));
            number
        }
        Shape::List(item) => {
            let mut list = typed("array");
            list.push("items", self::shape(item));
            if matches!(item, Shape::EnumValue) {
                list.push("minItems", Json::Integer(1));
                list.push("uniqueItems", Json::Bool(true));
            }
            list
        }
        Shape::Some(item) => {
            let mut list = typed("array");
            list.push("items", self::shape(item));
            list.push("minItems", Json::Integer(1));
            list
        }
        Shape::Named(section) => named(section.about, "^[a-z][a-z0-9_-]*$", table(section, is_required)),
        Shape::Keys(section) => {
            let mut inner = table(section, is_required);
            conditions::put(&mut inner, conditions::of_inner(section));
            inner
        }
        Shape::Details => details(),
        Shape::Waivers(stage) => by_rule(Some(*stage), |_| pattern(r"\S")),
        Shape::Levels => by_rule(None, |rule| {
            let levels = PolicyLevel::ALL.iter().copied();
            let allowed = levels.filter(|level| !rule.level.fails() || *level == PolicyLevel::Error);
            Json::object([("enum", Json::texts(allowed.map(PolicyLevel::as_str)))])
        }),
        Shape::Anything => typed("object"),
    }
}

/// A table of rules, each with why it exists.
fn by_rule(stage: Option<Stage>, value: impl Fn(&Rule) -> Json) -> Json {
    let mut properties = Json::object([]);
    for rule in rules::RULES {
        if stage.is_none_or(|stage| rule.stage == stage) {
            let mut value = value(rule);
            value.push("description", Json::text(rule.why));
            properties.push(rule.id, value);
        }
    }
    let mut table = typed("object");
    table.push("properties", properties);
    table.push("additionalProperties", Json::Bool(false));
    table
}

const SHORT: &str = "detail_type";
const LONG: &str = "detail";

/// What several places of a schema refer to.
pub(super) fn definitions() -> Json {
    let plain = keys::TYPES.iter().filter(|word| word.word != DetailType::Enum.as_str());
    let short = Json::object([
        ("enum", Json::texts(plain.clone().map(|word| word.word))),
        ("x-taplo", documented(plain.map(|word| word.meaning))),
    ]);
    let mut long = table(&keys::DETAIL, is_required);
    conditions::put(&mut long, conditions::of_inner(&keys::DETAIL));
    Json::object([(SHORT, short), (LONG, long)])
}

fn reference(name: &str) -> Json {
    Json::object([("$ref", Json::text(format!("#/definitions/{name}")))])
}

/// The words of an `enum`, one by one, for the language servers that show them.
fn documented<T: Into<String>>(meanings: impl IntoIterator<Item = T>) -> Json {
    Json::object([("docs", Json::object([("enumValues", Json::texts(meanings))]))])
}

/// Details in their short and their long form.
fn details() -> Json {
    let (short, long) = (reference(SHORT), reference(LONG));
    // The first two are what editors complete by, and the third lets everything pass: what fails, fails below, where the
    // message is about the form that was written.
    let forms = Json::Array(vec![short.clone(), long.clone(), Json::object([])]);
    let detail = Json::object([
        ("anyOf", forms),
        ("if", typed("object")),
        ("then", long),
        ("else", short),
    ]);
    let reserved = Json::texts(RESERVED_DETAILS.iter().map(|(name, _)| *name));
    let mut details = named(keys::DETAIL.about, "^[a-z][a-z0-9_]*$", detail);
    details.push(
        "propertyNames",
        Json::object([("not", Json::object([("enum", reserved)]))]),
    );
    details
}

fn code_name() -> Json {
    let mut name = pattern(CODE_NAME);
    name.push("maxLength", integer(CODE_LIMIT));
    name
}

fn pattern(pattern: &str) -> Json {
    let mut text = typed("string");
    text.push("pattern", Json::text(pattern));
    text
}

fn typed(name: &str) -> Json {
    Json::object([("type", Json::text(name))])
}

pub(super) fn integer(number: usize) -> Json {
    Json::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}
