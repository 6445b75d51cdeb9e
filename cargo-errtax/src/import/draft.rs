//! From enums to entries and edits.

use std::collections::BTreeSet;

use errtax_build::ident;
use errtax_build::model::{Origin, Registry};
use errtax_core::{Class, DetailType, Executed};

use super::attributes::{Insertion, Text};
use super::entries::{self, DetailEntry, Entry};
use super::message;
use super::read::{Enum, Field, Says, Variant};
use super::suggest::{self, UNKNOWN};
use super::types::{self, Carried};

/// All that comes of a file.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// The entries, as TOML.
    pub(super) entries: String,
    /// Their codes.
    pub(super) codes: Vec<String>,
    /// What goes into the source.
    pub(super) edits: Vec<Insertion>,
    /// What the author has yet to do.
    pub(super) left: Vec<String>,
}

/// The standard codes that a draft leans on, where the registry has them.
const BROKEN: &str = "INTERNAL_ERROR";
const IN_DOUBT: &str = "OUTCOME_UNKNOWN";

/// The longest name that a code may have.
const LONGEST: usize = 63;

/// What is done about one variant.
struct Work<'a> {
    registry: &'a Registry,
    /// The file, as shown.
    shown: &'a str,
    /// The enums of the file: errors that speak for themselves.
    own: BTreeSet<&'a str>,
    /// Names that are taken, without their separators.
    taken: BTreeSet<String>,
    entries: Vec<Entry>,
    edits: Vec<Insertion>,
    left: Vec<String>,
    /// The features of errtax that the types of details take.
    features: BTreeSet<&'static str>,
}

impl Draft {
    /// Of these enums, beside what the registry has. `coded` are others of the file that have their codes already.
    pub(super) fn of(enums: &[Enum<'_>], coded: &[String], registry: &Registry, shown: &str) -> Self {
        let names = registry.codes.keys().chain(registry.retired.keys());
        let mut work = Work {
            registry,
            shown,
            own: enums
                .iter()
                .map(|item| &item.name)
                .chain(coded)
                .map(String::as_str)
                .collect(),
            taken: names.map(|name| ident::folded(name)).collect(),
            entries: Vec::new(),
            edits: Vec::new(),
            left: Vec::new(),
            features: BTreeSet::new(),
        };
        for item in enums {
            work.item(item);
        }
        let features: Vec<&str> = work.features.into_iter().collect();
        if !features.is_empty() {
            work.left.push(format!(
                "let errtax know the types of {}: `cargo add errtax --features {}`",
                features.join(", "),
                features.join(",")
            ));
        }
        Self {
            entries: entries::toml(&work.entries),
            codes: work.entries.into_iter().map(|entry| entry.code).collect(),
            edits: work.edits,
            left: work.left,
        }
    }
}

impl Work<'_> {
    fn item(&mut self, item: &Enum<'_>) {
        match item.derive {
            Some((at, comma)) => {
                let lead = if comma { ", " } else { " " };
                self.inline(at, format!("{lead}errtax::ToolError"));
            }
            None => self.line(item.start, "#[derive(errtax::ToolError)]".to_owned()),
        }
        if item.has_display {
            self.line(item.start, "#[tool_error(display = false)]".to_owned());
        }
        for variant in item.variants.iter().filter(|variant| !variant.done) {
            self.variant(item, variant);
        }
    }

    fn variant(&mut self, item: &Enum<'_>, variant: &Variant<'_>) {
        let passes_on =
            matches!(variant.says, Says::Transparent) || matches!(&variant.says, Says::Nothing if is_wrapper(variant));
        let inner = variant
            .fields
            .first()
            .filter(|_| variant.fields.len() == 1 && passes_on);
        if let Some(field) = inner {
            let last = types::last_of(field.ty).map(|(last, _)| last).unwrap_or_default();
            if self.own.contains(last.as_str()) {
                return self.line(variant.start, "#[tool_error(transparent)]".to_owned());
            }
            if self.has(BROKEN) {
                let infer = if types::is_io_error(field.ty) { "infer, " } else { "" };
                let broken = ident::variant(BROKEN);
                self.line(variant.start, format!("#[tool_error({infer}{broken})]"));
                let full = format!("{}::{}", item.name, variant.name);
                match (infer, types::text(field.ty)) {
                    ("infer, ", _) => {}
                    (_, Some(inner)) => self.left.push(format!(
                        "{full} is {BROKEN} until `{inner}` has codes too: then write `#[tool_error(transparent)]`"
                    )),
                    (_, None) => self.left.push(format!(
                        "{full} is {BROKEN}: what it wraps has no type that could say more"
                    )),
                }
                return self.wrapped(field);
            }
        }
        let source = variant.fields.iter().find(|field| field.is_source);
        let infers = source.is_some_and(|source| types::is_io_error(source.ty));
        self.code(item, variant, infers);
    }

    /// What is wrapped is the cause, which has to be said where nothing else does.
    fn wrapped(&mut self, field: &Field<'_>) {
        if !field.is_source && !field.done {
            self.inline(field.start, "#[source] ".to_owned());
        }
    }

    fn code(&mut self, item: &Enum<'_>, variant: &Variant<'_>, infers: bool) {
        let full = format!("{}::{}", item.name, variant.name);
        let Some((code, is_new)) = self.name(item, variant) else {
            self.left.push(format!(
                "{full} finds no free name for its code: declare one, and name it with `#[tool_error(…)]`"
            ));
            return;
        };
        let same = ident::variant(&code) == variant.name;
        match (infers, same) {
            (true, _) => self.line(
                variant.start,
                format!("#[tool_error(infer, {})]", ident::variant(&code)),
            ),
            (false, true) => {}
            (false, false) => self.line(variant.start, format!("#[tool_error({})]", ident::variant(&code))),
        }
        let guess = match infers {
            // What the cause proves nothing about must not be retried.
            true => UNKNOWN,
            false => suggest::guess(&code, self.has(IN_DOUBT)),
        };
        let mut decide = Vec::new();
        let details = self.details(variant, &mut decide);
        if !is_new {
            self.left.push(format!(
                "{full} is {code}, which the registry declares already: compare its details"
            ));
            return;
        }
        let shown = |name: &str| {
            let named = details.iter().find(|(field, _)| field == name);
            named
                .filter(|(_, detail)| !detail.optional && !detail.sensitive)
                .map(|(_, detail)| detail.name.clone())
        };
        let (text, about_message) = self::text(variant, shown);
        let is_unknown = guess.executed == Executed::Unknown && guess.class == Class::Transient;
        let doc = match &variant.says {
            Says::Text(_) if !same_text(&variant.doc, &text) => variant.doc.clone(),
            _ => String::new(),
        };
        self.taken.insert(ident::folded(&code));
        let mut details: Vec<DetailEntry> = details.into_iter().map(|(_, detail)| detail).collect();
        details.sort_by(|a, b| a.name.cmp(&b.name));
        self.entries.push(Entry {
            code,
            from: format!("{full}, {}", self.shown),
            guess,
            in_doubt: is_unknown.then(|| IN_DOUBT.to_owned()),
            message: text,
            about_message,
            doc,
            details,
            decide,
        });
    }

    /// The name of a variant's code, and whether it is to be declared. One word says little among the codes of a whole
    /// server, so it gets the enum's name before it.
    fn name(&self, item: &Enum<'_>, variant: &Variant<'_>) -> Option<(String, bool)> {
        let own = screaming(&variant.name);
        let stem = ["Error", "Err", "Failure"]
            .iter()
            .find_map(|end| item.name.strip_suffix(end))
            .unwrap_or(&item.name);
        let stem = screaming(stem);
        let long = match stem.is_empty() || own.starts_with(&format!("{stem}_")) {
            true => own.clone(),
            false => format!("{stem}_{own}"),
        };
        let declared = |name: &str| {
            self.registry
                .codes
                .get(name)
                .is_some_and(|code| code.origin == Origin::Own)
        };
        if declared(&own) && !self.entries.iter().any(|entry| entry.code == own) {
            return Some((own, false));
        }
        if declared(&long) && !self.entries.iter().any(|entry| entry.code == long) {
            return Some((long, false));
        }
        let candidates = if own.contains('_') { [own, long] } else { [long, own] };
        let is_free = |name: &String| {
            let begins = name.starts_with(|c: char| c.is_ascii_uppercase());
            begins && name.len() <= LONGEST && !self.taken.contains(&ident::folded(name))
        };
        candidates.into_iter().find(is_free).map(|name| (name, true))
    }

    /// The details of a variant, each with the field's name in format strings; the others are marked as none.
    fn details(&mut self, variant: &Variant<'_>, decide: &mut Vec<String>) -> Vec<(String, DetailEntry)> {
        let mut details: Vec<(String, DetailEntry)> = Vec::new();
        for (position, field) in variant.fields.iter().enumerate() {
            if field.is_source || field.done {
                continue;
            }
            let key = field.name.clone().unwrap_or_else(|| position.to_string());
            if is_wait(field) {
                self.inline(field.start, "#[tool_error(retry_after)] ".to_owned());
                continue;
            }
            let Some(carried) = types::carried(field.ty) else {
                self.inline(field.start, "#[tool_error(skip)] ".to_owned());
                let last = types::last_of(field.ty).map_or("its type".to_owned(), |(last, _)| format!("`{last}`"));
                decide.push(format!(
                    "the field `{key}` is not sent; {last} can be a detail once it implements `errtax::Detail`"
                ));
                continue;
            };
            self.features.extend(carried.feature);
            let used: Vec<&str> = details.iter().map(|(_, detail)| detail.name.as_str()).collect();
            let said = match &variant.says {
                Says::Text(format) => format.word_before(&key),
                Says::Transparent | Says::Nothing => None,
            };
            let detail = detail(field, carried, said, &used);
            if field.name.as_deref() != Some(detail.name.as_str()) {
                self.inline(field.start, format!("#[tool_error(detail = \"{}\")] ", detail.name));
            }
            details.push((key, detail));
        }
        details
    }

    fn has(&self, code: &str) -> bool {
        self.registry.codes.contains_key(code)
    }

    fn line(&mut self, at: usize, text: String) {
        self.edits.push(Insertion {
            at,
            text: Text::Line(text),
        });
    }

    fn inline(&mut self, at: usize, text: String) {
        self.edits.push(Insertion {
            at,
            text: Text::Inline(text),
        });
    }
}

/// One field that is made from an error and nothing else.
fn is_wrapper(variant: &Variant<'_>) -> bool {
    variant.fields.len() == 1
        && variant
            .fields
            .iter()
            .all(|field| field.is_source || looks_like_error(field))
}

fn looks_like_error(field: &Field<'_>) -> bool {
    field.name.is_none() && matches!(types::last_of(field.ty), Some((last, _)) if last.ends_with("Error"))
}

/// A time to wait before the next try.
fn is_wait(field: &Field<'_>) -> bool {
    let named = field
        .name
        .as_deref()
        .is_some_and(|name| name.contains("retry_after") || name == "wait");
    named
        && types::carried(field.ty)
            .is_some_and(|carried| carried.kind == DetailType::DurationMs && carried.feature.is_none())
}

/// `said` is what the message calls it.
fn detail(field: &Field<'_>, carried: Carried, said: Option<String>, used: &[&str]) -> DetailEntry {
    let (wanted, mut decide) = match (&field.name, said) {
        (Some(name), _) => (name.clone(), None),
        (None, Some(said)) => (said, Some("the name is a word of the message".to_owned())),
        (None, None) => (
            "value".to_owned(),
            Some("give it a name that says what it is".to_owned()),
        ),
    };
    let mut name = snake(&wanted);
    if name.is_empty() || matches!(name.as_str(), "truncated" | "verify" | "self" | "super" | "crate") {
        name = format!("the_{}", if name.is_empty() { "value" } else { &name });
    }
    let mut number = 2;
    let base = name.clone();
    while used.contains(&name.as_str()) {
        name = format!("{base}_{number}");
        number += 1;
    }
    let sensitive = is_secret(&name);
    if sensitive {
        decide = Some("never sent, by its name; take `sensitive` away if agents may see it".to_owned());
    }
    DetailEntry {
        name,
        kind: carried.kind,
        optional: carried.optional,
        sensitive,
        doc: field.doc.clone(),
        decide,
    }
}

fn is_secret(name: &str) -> bool {
    [
        "password",
        "passwd",
        "secret",
        "token",
        "credential",
        "api_key",
        "cookie",
        "authorization",
    ]
    .iter()
    .any(|word| name.contains(word))
}

/// The message of a variant, and what to look at in it.
fn text(variant: &Variant<'_>, shown: impl Fn(&str) -> Option<String>) -> (String, Option<String>) {
    if let Says::Text(format) = &variant.says {
        let message = format.message(shown);
        let was = format!("it was {:?}", format.text);
        match (message.text.is_empty(), message.lossy) {
            (false, false) => return (message.text, None),
            (false, true) => return (message.text, Some(was)),
            (true, _) => return (from_name(&variant.name), Some(was)),
        }
    }
    if !variant.doc.is_empty() {
        let text = message::sentence(&variant.doc.replace('{', "{{").replace('}', "}}"));
        return (text, Some("taken from the documentation".to_owned()));
    }
    (from_name(&variant.name), Some("made from the name".to_owned()))
}

fn from_name(name: &str) -> String {
    message::sentence(&screaming(name).to_lowercase().replace('_', " "))
}

fn same_text(a: &str, b: &str) -> bool {
    let letters = |text: &str| {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .collect::<String>()
            .to_lowercase()
    };
    a.is_empty() || letters(a) == letters(b)
}

/// `PeriodLocked` and `HTTPError` as `PERIOD_LOCKED` and `HTTP_ERROR`.
fn screaming(name: &str) -> String {
    let letters: Vec<char> = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
        .collect();
    let mut out = String::with_capacity(letters.len() + 4);
    for (at, c) in letters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| letters.get(at));
        let after = letters.get(at + 1);
        let starts = c.is_ascii_uppercase()
            && before.is_some_and(|before| {
                before.is_ascii_lowercase()
                    || before.is_ascii_digit()
                    || (before.is_ascii_uppercase() && after.is_some_and(char::is_ascii_lowercase))
            });
        if starts {
            out.push('_');
        }
        out.push(c.to_ascii_uppercase());
    }
    let words: Vec<&str> = out.split('_').filter(|word| !word.is_empty()).collect();
    words.join("_")
}

/// A name that a detail may have.
fn snake(name: &str) -> String {
    let name: String = screaming(name).to_lowercase();
    name.trim_start_matches(|c: char| !c.is_ascii_lowercase()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_codes_and_details() {
        for (name, code) in [
            ("PeriodLocked", "PERIOD_LOCKED"),
            ("HTTPError", "HTTP_ERROR"),
            ("Http404", "HTTP404"),
            ("V2Missing", "V2_MISSING"),
            ("Io", "IO"),
            ("snake_case", "SNAKE_CASE"),
            ("Größe", "GRE"),
        ] {
            assert_eq!(screaming(name), code, "{name}");
        }
        for (name, detail) in [("periodId", "period_id"), ("_x", "x"), ("type", "type"), ("0", "")] {
            assert_eq!(snake(name), detail, "{name}");
        }
        assert_eq!(from_name("PeriodLocked"), "Period locked.");
    }
}
