//! The schema is strict about what it knows and open to what it does not.

use errtax::wire::{Call, Envelope};
use errtax::{Action, Class, CodeSpec, DetailSpec, DetailType, Effect, Executed};
use serde_json::{Map, Value as Json, json};

use crate::failure::{Failed, Filled};
use crate::{complaints, registries};

/// A plain value for a detail.
fn plain(detail: &DetailSpec) -> Filled {
    match detail.kind {
        DetailType::String => Filled::Text("text".into()),
        DetailType::Integer => Filled::Integer(1),
        DetailType::Number => Filled::Number(0.5),
        DetailType::Boolean => Filled::Boolean(true),
        DetailType::Date => Filled::Date("2026-01-31".parse().unwrap()),
        DetailType::Datetime => Filled::Datetime("2026-01-31T12:00:00Z".parse().unwrap()),
        DetailType::DurationMs => Filled::Duration(std::time::Duration::from_secs(1)),
        DetailType::Uri => Filled::Uri("https://example.com/".parse().unwrap()),
        DetailType::Object => Filled::Json("{}".parse().unwrap()),
        DetailType::StringList => Filled::Texts(vec!["a".into()]),
        DetailType::IntegerList => Filled::Integers(vec![1]),
        DetailType::Enum => Filled::listed(detail),
    }
}

/// JSON that is no value of the detail's type.
fn wrong(detail: &DetailSpec) -> Vec<Json> {
    match detail.kind {
        DetailType::String => vec![json!(1), json!(null), json!(["text"])],
        DetailType::Integer => vec![json!("1"), json!(1.5), json!(null)],
        DetailType::Number => vec![json!("0.5"), json!(true)],
        DetailType::Boolean => vec![json!("true"), json!(1)],
        DetailType::Date => vec![json!("31 January"), json!("2026-02-30"), json!(20_260_131)],
        DetailType::Datetime => vec![json!("2026-01-31"), json!("2026-01-31 12:00:00Z"), json!(0)],
        DetailType::DurationMs => vec![json!(-1), json!(0.5), json!("1s")],
        DetailType::Uri => vec![json!("not a uri"), json!("/relative"), json!(1)],
        // Whatever the registry calls an object, its owner may send.
        DetailType::Object => vec![],
        DetailType::StringList => vec![json!("a"), json!([1])],
        DetailType::IntegerList => vec![json!(1), json!(["1"]), json!([1.5])],
        DetailType::Enum if detail.closed => vec![json!("no-such-value"), json!(1)],
        DetailType::Enum => vec![json!(1), json!(null)],
    }
}

/// Every code with every detail that it sends.
fn samples() -> Vec<(usize, &'static CodeSpec, Json)> {
    let mut samples = Vec::new();
    for (number, registry) in registries().into_iter().enumerate() {
        for spec in registry.codes {
            let details = spec.details.iter().map(|detail| (detail.name, plain(detail))).collect();
            let failed = Failed {
                spec,
                details,
                wait: Some(std::time::Duration::from_secs(1)),
            };
            let text = Envelope::of(&failed).encode(&Call {
                effect: Effect::Read,
                ..Call::default()
            });
            samples.push((number, spec, serde_json::from_str(&text).unwrap()));
        }
    }
    assert!(samples.len() > 40);
    samples
}

/// The object with its error changed.
fn with(object: &Json, change: impl FnOnce(&mut Map<String, Json>)) -> Json {
    let mut object = object.clone();
    change(object["error"].as_object_mut().unwrap());
    object
}

fn details(error: &mut Map<String, Json>) -> &mut Map<String, Json> {
    error["details"].as_object_mut().unwrap()
}

/// The details that reach the wire.
fn sent(spec: &'static CodeSpec) -> impl Iterator<Item = &'static DetailSpec> {
    spec.details.iter().filter(|detail| !detail.sensitive)
}

#[track_caller]
fn fits(registry: usize, object: &Json) {
    assert_eq!(complaints(registry, object), Vec::<String>::new(), "{object}");
}

#[track_caller]
fn does_not_fit(registry: usize, object: &Json) {
    assert!(!complaints(registry, object).is_empty(), "{object}");
}

#[test]
fn what_contradicts_a_known_code_does_not_fit() {
    for (registry, spec, object) in samples() {
        fits(registry, &object);
        for class in Class::ALL.iter().filter(|class| **class != spec.class) {
            does_not_fit(registry, &with(&object, |error| error["class"] = json!(class.as_str())));
        }
        for action in Action::ALL.iter().filter(|action| **action != spec.action) {
            does_not_fit(
                registry,
                &with(&object, |error| error["action"] = json!(action.as_str())),
            );
        }
        for executed in Executed::ALL.iter().filter(|executed| **executed != spec.executed) {
            does_not_fit(
                registry,
                &with(&object, |error| error["executed"] = json!(executed.as_str())),
            );
        }
        does_not_fit(
            registry,
            &with(&object, |error| error["retryable"] = json!(!spec.retryable)),
        );
    }
}

#[test]
fn what_is_always_there_is_required() {
    for (registry, spec, object) in samples() {
        for member in ["code", "class", "action", "retryable", "executed", "message"] {
            does_not_fit(registry, &with(&object, |error| drop(error.remove(member))));
        }
        for member in [
            "code",
            "message",
            "hint",
            "details",
            "next",
            "upstream",
            "correlation_id",
        ] {
            does_not_fit(
                registry,
                &with(&object, |error| drop(error.insert(member.into(), json!(1)))),
            );
        }
        let required: Vec<_> = sent(spec).filter(|detail| !detail.optional).collect();
        if !required.is_empty() {
            does_not_fit(registry, &with(&object, |error| drop(error.remove("details"))));
        }
        for detail in required {
            does_not_fit(
                registry,
                &with(&object, |error| drop(details(error).remove(detail.name))),
            );
        }
        for detail in sent(spec).filter(|detail| detail.optional) {
            fits(
                registry,
                &with(&object, |error| drop(details(error).remove(detail.name))),
            );
        }
    }
}

#[test]
fn a_detail_of_another_type_does_not_fit() {
    for (registry, spec, object) in samples() {
        for detail in sent(spec) {
            for value in wrong(detail) {
                does_not_fit(registry, &with(&object, |error| details(error)[detail.name] = value));
            }
        }
    }
}

#[test]
fn details_that_were_too_long_to_send_fit_by_their_mark_alone() {
    for (registry, spec, object) in samples() {
        if sent(spec).next().is_some() {
            fits(
                registry,
                &with(&object, |error| error["details"] = json!({ "truncated": true })),
            );
        }
        if sent(spec).any(|detail| !detail.optional) {
            does_not_fit(
                registry,
                &with(&object, |error| error["details"] = json!({ "truncated": false })),
            );
        }
    }
}

#[test]
fn what_a_newer_peer_may_send_fits() {
    for (registry, _, object) in samples() {
        fits(
            registry,
            &with(&object, |error| {
                error["code"] = json!("FROM_THE_FUTURE");
                error["class"] = json!("novel");
                error["action"] = json!("wonder");
                error["executed"] = json!("somewhat");
                error["retryable"] = json!(true);
                error.insert("details".into(), json!({ "anything": [1, null] }));
            }),
        );
        fits(
            registry,
            &with(&object, |error| {
                drop(error.insert("new_member".into(), json!({ "a": 1 })))
            }),
        );
        fits(
            registry,
            &with(&object, |error| {
                let details = error.entry("details").or_insert_with(|| json!({}));
                details["not_declared"] = json!([1, "two"]);
            }),
        );
        let mut beside = object.clone();
        beside["jsonrpc"] = json!("2.0");
        fits(registry, &beside);
        let mut missing = beside;
        missing.as_object_mut().unwrap().remove("error");
        does_not_fit(registry, &missing);
    }
}
