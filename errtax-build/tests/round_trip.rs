//! A registry that is written as text reads back as the same registry.
#![allow(clippy::expect_used)]

use std::path::Path;

use errtax_build::ident;
use errtax_build::lock::Lock;
use errtax_build::map::Map;
use errtax_build::model::{
    Amendment, Artifacts, Bound, Code, Contract, Deprecated, Detail, Next, Origin, Places, Policy, PolicyLevel,
    Promises, Registry, Retired, RoleCode, Tool, Upstream, Value, Version,
};
use errtax_build::source::{Place, Sources, Spanned};
use errtax_build::{Analysis, analyse, generate, write};
use errtax_core::{Class, DetailType, Executed, Role, Status};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Text as people write it: several scripts, quotes, backslashes; no braces, which are placeholders.
const TEXT: &str = "[A-Za-zåäöÅß日本語][A-Za-z0-9 åäö日本'\"\\\\#=\\[\\].,:;!?€/-]{0,40}[a-z.]";

fn version() -> impl Strategy<Value = Version> {
    (0_u32..2, 0_u32..9, 0_u32..9).prop_map(|(major, minor, patch)| Version { major, minor, patch })
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        TEXT.prop_map(Value::String),
        any::<i64>().prop_map(Value::Integer),
        any::<f64>()
            .prop_filter("finite", |number| number.is_finite())
            .prop_map(Value::Float),
        any::<bool>().prop_map(Value::Boolean),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::Array),
            btree_map("[a-z]{1,4}", inner, 0..3).prop_map(|members| Value::Table(members.into_iter().collect())),
        ]
    })
}

fn detail() -> impl Strategy<Value = Detail> {
    let values = btree_set("[a-z][a-z0-9]{1,3}", 1..4);
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    (select(DetailType::ALL), flags, values, option::of(TEXT)).prop_map(
        |(kind, (optional, sensitive, closed), values, doc)| {
            let is_enum = kind == DetailType::Enum;
            Detail {
                kind,
                optional,
                sensitive,
                values: if is_enum {
                    values.into_iter().collect()
                } else {
                    Vec::new()
                },
                closed: is_enum && closed,
                doc: doc.unwrap_or_default(),
            }
        },
    )
}

fn code() -> impl Strategy<Value = Code> {
    let words = (select(Class::ALL), any::<Index>(), any::<Index>(), any::<bool>());
    let numbers = (option::of(100_u16..600), option::of(0_u8..17), option::of(version()));
    let next = option::of(prop_oneof![
        btree_map("[a-z]{1,4}", value(), 0..3).prop_map(|args| Next::Tool {
            tool: "read_it".into(),
            args: args.into_iter().collect(),
        }),
        TEXT.prop_map(Next::Resource),
    ]);
    let texts = (TEXT, TEXT, option::of(TEXT), any::<bool>());
    let details = btree_map("[a-z]{3,6}", detail(), 0..4);
    (words, numbers, next, texts, details).prop_map(
        |((class, action, executed, frozen), (http, grpc, since), next, (message, hint, doc, deprecated), details)| {
            let action = *action.get(class.actions());
            let executed = *executed.get(class.executed());
            let in_doubt = (action.retryable() && executed == Executed::Unknown).then(|| "THE_TWIN".to_owned());
            let reserved = ["self", "super", "crate"];
            let details = details
                .into_iter()
                .filter(|(name, _)| !reserved.contains(&name.as_str()))
                .collect();
            Code {
                name: String::new(),
                ident: String::new(),
                origin: Origin::Own,
                contract: Contract {
                    class,
                    action,
                    retryable: action.retryable(),
                    executed,
                    in_doubt,
                    next,
                    http,
                    grpc,
                    details,
                },
                status: if frozen { Status::Frozen } else { Status::Draft },
                since,
                message,
                hint,
                doc: doc.unwrap_or_default(),
                deprecated: deprecated.then(|| Deprecated {
                    since: Version {
                        major: 8,
                        minor: 1,
                        patch: 0,
                    },
                    replaced_by: None,
                    reason: Some("Too vague.".into()),
                    sunset: frozen.then(|| "2027-06-30".into()),
                    record: frozen.then(|| "docs/decisions/0007-old.md".into()),
                }),
                replaces: None,
                allow: Map::new(),
                places: places(),
            }
        },
    )
}

fn places() -> Places {
    Places::new(place())
}

fn place() -> Place {
    Place {
        file: Sources::default().add("", ""),
        start: 0,
        end: 0,
    }
}

fn spanned(path: &str) -> Spanned<String> {
    Spanned {
        value: path.to_owned(),
        place: place(),
    }
}

fn tool() -> Tool {
    Tool {
        writes: false,
        idempotent: false,
        destructive: true,
        dedupe_key: None,
        verify: None,
        not_found_means_not_landed: false,
        undoes: None,
        match_on: Vec::new(),
        poll: false,
        loop_ignore: Vec::new(),
        state_ignore: Vec::new(),
        settle_ms: 0,
        recheck: 0,
        min_time_ms: 0,
        weak_ack: false,
        scope: None,
        bound: Vec::new(),
        allow: Map::new(),
        places: places(),
    }
}

fn promises(flag: bool) -> Promises {
    let bound = Bound {
        argument: flag.then(|| "period_id".into()),
        field: "period_status".into(),
        members: if flag { vec!["status".into()] } else { Vec::new() },
        places: places(),
    };
    Promises {
        write_output: if flag {
            vec!["done".into(), "what \"so\"".into()]
        } else {
            Vec::new()
        },
        completion: flag.then(|| "done".into()),
        scopes: if flag { vec!["books:write".into()] } else { Vec::new() },
        tests: if flag {
            vec![spanned("tests/writes.rs")]
        } else {
            Vec::new()
        },
        bound: Map::from([("fiscal-period".into(), bound)]),
        places: None,
    }
}

fn policy_levels(number: u32) -> Map<String, Spanned<PolicyLevel>> {
    let levels = ["hint-reworded", "message-reworded", "docs-moved"]
        .into_iter()
        .zip(PolicyLevel::ALL.iter());
    levels
        .take(usize::try_from(number % 4).expect("small"))
        .map(|(rule, level)| {
            let value = Spanned {
                value: *level,
                place: place(),
            };
            (rule.to_owned(), value)
        })
        .collect()
}

fn registry() -> impl Strategy<Value = Registry> {
    let codes = btree_map("[A-Z]{2,5}_[A-Z]{2,5}", code(), 1..6);
    let numbers = (0_u64..100_000, 0_u32..9, any::<bool>());
    (codes, version(), option::of(TEXT), numbers).prop_map(|(codes, version, reason, (settle_ms, recheck, flag))| {
        let mut registry = Registry {
            name: "acme-books".into(),
            version: Version { major: 9, ..version },
            edition: 2026,
            docs: flag.then(|| "https://docs.example.com/{code}".into()),
            extends: Vec::new(),
            codes: Map::new(),
            retired: Map::new(),
            roles: Role::ALL
                .iter()
                .map(|role| (*role, RoleCode::Standard("UNKNOWN_ERROR".into())))
                .collect(),
            role_places: Map::new(),
            tools: Map::from([
                ("read_it".into(), tool()),
                (
                    "write_it".into(),
                    Tool {
                        writes: true,
                        idempotent: flag,
                        destructive: !flag,
                        dedupe_key: Some("key".into()),
                        verify: Some("read_it".into()),
                        not_found_means_not_landed: flag,
                        match_on: vec!["id".into()],
                        undoes: Some("write_it_too".into()),
                        poll: flag,
                        loop_ignore: vec!["at".into()],
                        state_ignore: vec!["seen".into()],
                        settle_ms,
                        recheck,
                        min_time_ms: settle_ms / 2,
                        weak_ack: flag,
                        scope: flag.then(|| "books:write".into()),
                        bound: vec!["fiscal-period".into()],
                        ..tool()
                    },
                ),
                (
                    "write_it_too".into(),
                    Tool {
                        writes: true,
                        allow: Map::from([("input-schema-open".into(), "passes \"all\" on".into())]),
                        ..tool()
                    },
                ),
            ]),
            upstream: vec![Upstream {
                host: "*.example.com".into(),
                status: vec![400, 422],
                message: "unknown property".into(),
                pointer: "/error/code".into(),
                equals: "E1".into(),
                redact: vec!["/token".into()],
                code: "THE_TWIN".into(),
                hint: "Read the names first.".into(),
                places: places(),
            }],
            amendments: vec![Amendment {
                code: "THE_TWIN".into(),
                field: "http".into(),
                from: "409".into(),
                to: "423".into(),
                reason: "It was never a conflict.".into(),
                issue: "#12".into(),
                version: Version {
                    major: 9,
                    ..Version::default()
                },
                record: flag.then(|| "docs/decisions/0012-http.md".into()),
                places: places(),
            }],
            artifacts: Artifacts {
                schema: flag.then(|| spanned("errors.json")),
                docs: Some(spanned("errors.md")),
            },
            policy: Policy {
                records: flag.then(|| "docs/decisions".into()),
                alternatives_since: (recheck > 4).then(|| "2026-12-01".into()),
                levels: policy_levels(recheck),
                place: None,
            },
            promises: promises(flag),
            place: place(),
            places: places(),
        };
        for (name, mut code) in codes {
            code.ident = ident::variant(&name);
            code.name.clone_from(&name);
            registry.codes.insert(name, code);
        }
        let twin = Contract {
            class: Class::UnknownOutcome,
            action: Class::UnknownOutcome.actions()[0],
            retryable: false,
            executed: Executed::Unknown,
            in_doubt: None,
            next: None,
            http: None,
            grpc: None,
            details: Map::new(),
        };
        let any = registry.codes.values().next().cloned().expect("one at least");
        let twin = Code {
            name: "THE_TWIN".into(),
            ident: "TheTwin".into(),
            contract: twin,
            deprecated: None,
            ..any
        };
        registry.codes.insert(twin.name.clone(), twin);
        if let Some(reason) = reason {
            let retired = Retired {
                since: version,
                record: Some("docs/decisions/0001-gone.md".into()),
                reason,
                origin: Origin::Own,
                place: place(),
            };
            registry.retired.insert("LONG_GONE_CODE".into(), retired);
        }
        registry
    })
}

fn read(text: &str, lock: &str) -> Analysis {
    let package = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(package.path().join("registry.toml"), text).expect("writable");
    std::fs::write(package.path().join("registry.lock"), lock).expect("writable");
    analyse(package.path(), "registry.toml")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_written_registry_reads_back_as_itself(registry in registry()) {
        let text = write::registry(&registry);
        let lock = Lock::of(&registry).render();
        let analysis = read(&text, &lock);
        let failing = analysis.findings.iter().filter(|finding| finding.level.fails());
        let failing: Vec<_> = failing.map(|finding| (finding.rule.id, &finding.message)).collect();
        // The lock among them: it was rendered from the registry before it was written.
        prop_assert!(failing.is_empty(), "{text}\n{failing:#?}");
        let back = analysis.registry.expect("nothing fails");
        // The text takes every field apart, so equal texts are equal registries.
        prop_assert_eq!(write::registry(&back), text);
        prop_assert_eq!(Lock::of(&back).render(), lock);
        prop_assert_eq!(generate::schema(&back), generate::schema(&registry));
        for (name, code) in &registry.codes {
            let same = back.codes.get(name).expect("every code is read");
            prop_assert_eq!(&same.contract, &code.contract);
        }
    }
}

#[test]
fn the_standard_registry_reads_back_as_itself() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let analysis = analyse(root, "src/standard.toml");
    let registry = analysis.registry.expect("it can be read");
    let text = write::registry(&registry);
    let back = read(&text, "").registry.expect("it can be read");
    assert_eq!(write::registry(&back), text);
    assert_eq!(generate::schema(&back), generate::schema(&registry));
}
