//! One declared code, with its defaults, beside the one of the same name that an extended registry may have.

use crate::map::Map;

use errtax_core::{Action, Class, DetailType, Executed, Status};

use super::Doubts;
use super::extends::Bases;
use crate::finding::Finding;
use crate::ident;
use crate::model::{Code, Contract, Deprecated, Detail, Origin};
use crate::read::advice::{sentence, without};
use crate::read::names;
use crate::read::raw::{Facts, Field, RawCode, RawDeprecated};
use crate::rules;
use crate::suggest;

/// Applies one default: the entry's own field, else that of `[defaults]`, whose place it then has.
fn settle<T: Clone>(own: &Field<T>, default: &Field<T>) -> Field<T> {
    if own.is_absent() { default.clone() } else { own.clone() }
}

/// Builds one code of this registry. What is missing is reported and stood in for.
pub(super) fn own(
    raw: RawCode,
    defaults: &Facts,
    bases: &Bases,
    doubts: &mut Doubts,
    findings: &mut Vec<Finding>,
) -> Code {
    let name = raw.name.value.clone();
    let mut places = raw.places.clone();
    let mut missing = Vec::new();
    macro_rules! fact {
        ($field:ident, $required:literal) => {{
            let field = settle(&raw.facts.$field, &defaults.$field);
            if let (true, Some(place)) = (raw.facts.$field.is_absent(), field.place()) {
                places.insert(stringify!($field), place);
            }
            if field.value().is_none() && (field.is_wrong() || $required) {
                doubts.add(&name, stringify!($field));
            }
            if field.is_absent() && $required {
                missing.push(stringify!($field));
            }
            field.value().copied()
        }};
    }
    let class = fact!(class, true);
    let action = fact!(action, true);
    let retryable = fact!(retryable, true);
    let executed = fact!(executed, true);
    let status: Option<Status> = fact!(status, false);
    let http = fact!(http, false);
    let grpc = fact!(grpc, false);
    let since = fact!(since, false);
    for (key, field) in [("message", &raw.message), ("hint", &raw.hint)] {
        if field.value().is_none() {
            doubts.add(&name, key);
        }
        if field.is_absent() {
            missing.push(key);
        }
    }
    for key in missing {
        let message = format!("`[codes.{name}]` has no `{key}`{}", unsaid(key));
        let finding = Finding::new(&rules::MISSING_KEY, raw.name.place, message, add(key, class, action));
        findings.push(finding.label(format!("`{key}` is missing")).code(&name).field(key));
    }
    for (key, wrong) in [
        ("in_doubt", raw.in_doubt.is_wrong()),
        ("next", raw.next.is_wrong()),
        ("details", raw.details_wrong),
    ] {
        if wrong {
            doubts.add(&name, key);
        }
    }
    let class = class.or_else(|| action.and_then(class_of)).unwrap_or(Class::Internal);
    let action = action.unwrap_or_else(|| class.actions().first().copied().unwrap_or(Action::Stop));
    let mut details = Map::new();
    for detail in raw.details {
        let name_sound = names::is_detail(&detail.name.value);
        if detail.wrong {
            doubts.add(&name, format!("details.{}", detail.name.value));
        }
        if !name_sound || RESERVED.contains(&detail.name.value.as_str()) {
            continue;
        }
        let mut kind = detail.kind.value().copied().unwrap_or(DetailType::String);
        if kind == DetailType::Enum && detail.values.is_empty() {
            kind = DetailType::String;
        }
        let is_enum = kind == DetailType::Enum;
        details.insert(
            detail.name.value,
            Detail {
                kind,
                optional: detail.optional,
                sensitive: detail.sensitive,
                values: if is_enum { detail.values } else { Vec::new() },
                closed: is_enum && detail.closed,
                doc: detail.doc,
            },
        );
    }
    let contract = Contract {
        class,
        action,
        retryable: retryable.unwrap_or(action.retryable()),
        executed: executed.unwrap_or_else(|| class.executed().first().copied().unwrap_or(Executed::No)),
        in_doubt: raw.in_doubt.value().cloned(),
        next: raw.next.value().cloned(),
        http,
        grpc,
        details,
    };
    let code = Code {
        ident: ident::variant(&name),
        origin: Origin::Own,
        contract,
        status: status.unwrap_or(Status::Draft),
        since,
        message: raw.message.value().cloned().unwrap_or_default(),
        hint: raw.hint.value().cloned().unwrap_or_default(),
        doc: raw.doc.value().cloned().unwrap_or_default(),
        deprecated: deprecated(&raw.deprecated, &name, doubts),
        replaces: raw.replaces.value().cloned(),
        allow: raw
            .allow
            .into_iter()
            .map(|(rule, reason)| (rule.value, reason.value))
            .collect(),
        places,
        name,
    };
    in_both(&code, &raw.replaces, bases, doubts, findings);
    code
}

/// What agents lack where a required key of a code is missing.
fn unsaid(key: &str) -> &'static str {
    match key {
        "class" => ": agents that do not know the code could not tell what kind of failure it is",
        "action" => ": agents would not be told what to do",
        "retryable" => ": agents would guess whether the same call may be sent again",
        "executed" => ": agents would guess whether the call took effect",
        key => without(key),
    }
}

/// What to add for a required key of a code: what goes with the keys that are there.
fn add(key: &str, class: Option<Class>, action: Option<Action>) -> String {
    let actions = class.map_or(Action::ALL, |class| class.actions());
    match key {
        "class" => {
            let fits = |class: &&Class| action.is_none_or(|action| class.actions().contains(&action));
            let classes = Class::ALL.iter().filter(fits).map(|class| class.as_str());
            format!("add {}", suggest::either_value(key, classes))
        }
        "action" => format!(
            "add {}",
            suggest::either_value(key, actions.iter().map(|action| action.as_str()))
        ),
        "executed" => {
            let fits = |effect: &&Executed| match class {
                Some(class) => class.executed().contains(effect),
                None => Class::ALL.iter().any(|class| class.executed().contains(effect)),
            };
            let effects = Executed::ALL.iter().filter(fits).map(|effect| effect.as_str());
            format!("add {}", suggest::either_value(key, effects))
        }
        "retryable" => match action {
            Some(action) => format!("add `retryable = {}`, as the action has it", action.retryable()),
            None => "add `retryable = true` if the same call may be sent again, else `retryable = false`".to_owned(),
        },
        key => format!("add {}", sentence(key)),
    }
}

/// What [`names`] refuses for its meaning rather than its form.
const RESERVED: &[&str] = &["truncated", "self", "super", "crate"];

/// The first class that allows this action.
fn class_of(action: Action) -> Option<Class> {
    Class::ALL
        .iter()
        .copied()
        .find(|class| class.actions().contains(&action))
}

fn deprecated(raw: &Field<RawDeprecated>, name: &str, doubts: &mut Doubts) -> Option<Deprecated> {
    if raw.is_wrong() {
        doubts.add(name, "deprecated");
    }
    let raw = raw.value()?;
    for (key, wrong) in [
        ("since", raw.since.value().is_none()),
        ("replaced_by", raw.replaced_by.is_wrong()),
        ("reason", raw.reason.is_wrong()),
    ] {
        if wrong {
            doubts.add(name, format!("deprecated.{key}"));
        }
    }
    Some(Deprecated {
        since: raw.since.value().copied().unwrap_or_default(),
        replaced_by: raw.replaced_by.value().cloned(),
        reason: raw.reason.value().cloned(),
        sunset: raw.sunset.value().cloned(),
        record: raw.record.value().cloned(),
    })
}

/// A code that an extended registry has as well must be the same one, or say that it replaces it.
fn in_both(code: &Code, replaces: &Field<String>, bases: &Bases, doubts: &Doubts, findings: &mut Vec<Finding>) {
    let other = bases.codes.get(&code.name);
    if let Field::Is(replaces) = replaces {
        let whose = other.map(|other| &other.origin);
        if whose == Some(&Origin::Extended(replaces.value.clone())) || bases.incomplete {
            return;
        }
        let message = format!("there is no `{}` of `{}` to replace", code.name, replaces.value);
        let help = match bases.names.as_slice() {
            [] => "remove `replaces`; this registry extends no other".to_owned(),
            names if names.contains(&replaces.value) => {
                format!("remove `replaces`; `{}` has no code of this name", replaces.value)
            }
            names => suggest::help(
                &replaces.value,
                &names.iter().map(String::as_str).collect::<Vec<_>>(),
                "remove `replaces`",
            ),
        };
        let finding = Finding::new(&rules::REPLACES_NOTHING, replaces.place, message, help);
        findings.push(finding.label("replaces nothing").code(&code.name).field("replaces"));
        return;
    }
    let Some(other) = other else { return };
    let differences = differences(&code.contract, &other.contract);
    let sure = differences.iter().all(|field| doubts.sure(&code.name, field));
    if differences.is_empty() || !sure || replaces.is_wrong() {
        return;
    }
    let Origin::Extended(whose) = &other.origin else { return };
    let message = format!(
        "`{}` is declared here and in `{whose}`, and they differ in {}: agents would be told two things by one name",
        code.name,
        suggest::list(differences)
    );
    let help = format!("make the two agree, rename yours, or add `replaces = \"{whose}\"`");
    findings.push(
        Finding::new(&rules::CODE_IN_BOTH, code.places.name, message, help)
            .label("declared here")
            .related(other.places.name, format!("declared in `{whose}` here"))
            .code(&code.name),
    );
}

/// The fields in which two contracts differ; texts count for nothing.
pub(super) fn differences(a: &Contract, b: &Contract) -> Vec<&'static str> {
    let shape = |contract: &Contract| -> Map<String, Detail> {
        let bare = |detail: &Detail| Detail {
            doc: String::new(),
            ..detail.clone()
        };
        contract
            .details
            .iter()
            .map(|(name, detail)| (name.clone(), bare(detail)))
            .collect()
    };
    [
        ("class", a.class != b.class),
        ("action", a.action != b.action),
        ("retryable", a.retryable != b.retryable),
        ("executed", a.executed != b.executed),
        ("in_doubt", a.in_doubt != b.in_doubt),
        ("next", a.next != b.next),
        ("http", a.http != b.http),
        ("grpc", a.grpc != b.grpc),
        ("details", shape(a) != shape(b)),
    ]
    .into_iter()
    .filter_map(|(field, differs)| differs.then_some(field))
    .collect()
}
