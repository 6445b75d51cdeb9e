//! Whatever a failure holds, its wire object fits the schema that is generated from the same registry, and reads back as
//! what was written. What says something else about a known code does not fit, and what a newer peer may send does.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod failure;
mod mutations;

use errtax::Registry;
use errtax::wire::{Call, Envelope, MAX_BYTES, MAX_TEXT_CHARS, Upstream, WireError};
use errtax::{CodeSpec, Effect};
use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::Value as Json;

use failure::{Failed, Filled};

/// The registries whose codes are raised here.
pub(crate) fn registries() -> [&'static Registry; 2] {
    [&errtax::standard::REGISTRY, &fixture_codes::codes::REGISTRY]
}

fn validator(registry: &Registry) -> Validator {
    let schema = serde_json::from_str(registry.schema).unwrap();
    jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("the schema of {}: {error}", registry.name));
    jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .unwrap()
}

thread_local! {
    static VALIDATORS: [Validator; 2] = registries().map(validator);
}

/// Why an object does not fit the schema of a registry.
pub(crate) fn complaints(registry: usize, object: &Json) -> Vec<String> {
    VALIDATORS.with(|validators| {
        validators[registry]
            .iter_errors(object)
            .map(|error| format!("{error} at {}", error.instance_path()))
            .collect()
    })
}

/// A call of any effect, any tool, with any correlation id, and what the vendor said.
#[derive(Clone, Debug)]
struct Around {
    effect: Effect,
    tool: Option<&'static errtax::ToolSpec>,
    id: Option<String>,
    upstream: Option<Upstream>,
}

fn around() -> impl Strategy<Value = Around> {
    let tools = registries()
        .into_iter()
        .flat_map(|registry| registry.tools)
        .map(Some)
        .chain([None]);
    let upstream = (
        failure::text(),
        proptest::option::of(100..600_u16),
        failure::text(),
        0..4_usize,
    )
        .prop_map(|(host, status, body, repeated)| Upstream {
            host,
            status,
            body: body.repeat(repeated),
        });
    (
        proptest::sample::select(Effect::ALL),
        proptest::sample::select(tools.collect::<Vec<_>>()),
        proptest::option::of(failure::text()),
        proptest::option::of(upstream),
    )
        .prop_map(|(effect, tool, id, upstream)| Around {
            effect,
            tool,
            id,
            upstream,
        })
}

/// The names of an object's members, as they stand in the text.
fn keys(text: &str) -> Vec<String> {
    struct Keys(Vec<String>);
    impl<'de> serde::Deserialize<'de> for Keys {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Visitor;
            impl<'de> serde::de::Visitor<'de> for Visitor {
                type Value = Keys;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("an object")
                }
                fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
                    let mut keys = Vec::new();
                    while let Some((key, _)) = map.next_entry::<String, serde::de::IgnoredAny>()? {
                        keys.push(key);
                    }
                    Ok(Keys(keys))
                }
            }
            deserializer.deserialize_map(Visitor)
        }
    }
    serde_json::from_str::<Keys>(text).unwrap().0
}

const ORDER: [&str; 13] = [
    "code",
    "class",
    "action",
    "retryable",
    "executed",
    "message",
    "hint",
    "next",
    "retry_after_ms",
    "details",
    "upstream",
    "docs",
    "correlation_id",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_any_failure_sends_fits_the_schema_and_reads_back_as_what_it_was(
        (registry, failed) in failure::failed(),
        around in around(),
    ) {
        let call = Call { effect: around.effect, tool: around.tool, correlation_id: around.id.as_deref() };
        let envelope = Envelope { upstream: around.upstream.as_ref(), ..Envelope::of(&failed) };
        let text = envelope.encode(&call);
        let object: Json = serde_json::from_str(&text).unwrap();
        prop_assert!(text.len() <= MAX_BYTES);
        prop_assert_eq!(complaints(registry, &object), Vec::<String>::new(), "{}", text);

        let wire = WireError::decode(&text).unwrap();
        prop_assert_eq!(&wire.encode(), &text);
        let spec = envelope.surfaced(&call);
        prop_assert_eq!(&wire.code, spec.code);
        prop_assert_eq!(wire.class.known(), Some(spec.class));
        prop_assert_eq!(wire.action.known(), Some(spec.action));
        prop_assert_eq!(wire.retryable, spec.retryable);
        prop_assert_eq!(wire.executed.known(), Some(spec.executed));
        prop_assert!(wire.message.chars().count() <= MAX_TEXT_CHARS && !wire.message.is_empty());
        prop_assert!(wire.hint.as_ref().is_some_and(|hint| hint.chars().count() <= MAX_TEXT_CHARS));
        let wait = failed.wait.filter(|_| spec.retryable);
        prop_assert_eq!(wire.retry_after_ms, wait.map(|wait| u64::try_from(wait.as_millis()).unwrap_or(u64::MAX)));
        prop_assert_eq!(wire.correlation_id.is_some(), around.id.is_some_and(|id| !id.is_empty()));
        prop_assert!(wire.extra.is_empty() && wire.beside.is_empty());
        prop_assert!(!text.contains(failure::SECRET), "what is sensitive stays here: {}", text);

        let error = text.strip_prefix("{\"error\":").and_then(|text| text.strip_suffix('}')).unwrap();
        let keys = keys(error);
        let order: Vec<&str> = ORDER.into_iter().filter(|key| keys.iter().any(|found| found == key)).collect();
        prop_assert_eq!(keys, order);

        details_read_back(spec, &failed, &wire)?;
    }
}

/// Each detail that the code declares is there, whole or cut with a mark; nothing else is.
fn details_read_back(spec: &CodeSpec, failed: &Failed, wire: &WireError) -> Result<(), TestCaseError> {
    let sent: Vec<&(&str, Filled)> = failed
        .details
        .iter()
        .filter(|(name, _)| spec.detail(name).is_some_and(|detail| !detail.sensitive))
        .collect();
    let Some(details) = &wire.details else {
        prop_assert!(sent.is_empty(), "{:?} went missing", sent);
        return Ok(());
    };
    if details.as_str() == "{\"truncated\":true}" {
        let whole: usize = sent
            .iter()
            .map(|(name, value)| name.len() + 4 + value.json().len())
            .sum();
        prop_assert!(whole > 1_000, "cut without need: {whole} bytes");
        return Ok(());
    }
    let names: Vec<&str> = sent.iter().map(|(name, _)| *name).collect();
    prop_assert_eq!(keys(details.as_str()), names);
    for (name, value) in sent {
        let raw = wire.detail(name).unwrap();
        prop_assert!(
            value.reads_back_from(raw.as_str()),
            "{} = {:?} was sent as {}",
            name,
            value,
            raw
        );
    }
    Ok(())
}

#[test]
fn the_generated_details_types_send_what_the_schema_wants() {
    use fixture_codes::codes::details::{AllOptional, AllTypes, AllTypesMode, AllTypesState};

    let all = AllTypes {
        text: "a \"text\"".into(),
        count: -1,
        ratio: f64::NAN,
        flag: true,
        day: "2026-02-28".parse().unwrap(),
        instant: "2026-02-28T23:59:59.5+01:00".parse().unwrap(),
        span: std::time::Duration::from_millis(1_500),
        link: "https://example.com/a?b#c".parse().unwrap(),
        blob: "{\"exact\": 0.10}".parse().unwrap(),
        names: vec!["x".into()],
        numbers: vec![i64::MIN],
        state: AllTypesState::InReview,
        mode: AllTypesMode::Slow,
    };
    let text = all.into_failure().to_wire();
    assert_eq!(
        complaints(1, &serde_json::from_str(&text).unwrap()),
        Vec::<String>::new()
    );
    assert!(text.contains(concat!(
        r#""details":{"blob":{"exact": 0.10},"count":-1,"day":"2026-02-28","flag":true,"#,
        r#""instant":"2026-02-28T23:59:59.5+01:00","link":"https://example.com/a?b#c","mode":"slow","names":["x"],"#,
        r#""numbers":[-9223372036854775808],"ratio":null,"span":1500,"state":"in-review","text":"a \"text\""}"#
    )), "{text}");

    let nothing = AllOptional {
        text: None,
        count: None,
        ratio: None,
        flag: None,
        day: None,
        instant: None,
        span: None,
        link: None,
        blob: None,
        names: None,
        numbers: None,
        state: None,
        mode: None,
    };
    let text = nothing.into_failure().to_wire();
    assert!(!text.contains("details"), "{text}");
    assert_eq!(
        complaints(1, &serde_json::from_str(&text).unwrap()),
        Vec::<String>::new()
    );
}
