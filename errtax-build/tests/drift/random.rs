//! Random registries, random changes of the page's rows: the gate's verdict is the page's.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use errtax_build::Analysis;
use errtax_build::drift;
use errtax_build::ident;
use errtax_build::lock::Lock;
use errtax_build::map::Map;
use errtax_build::merge::{Sides, judge};
use errtax_build::model::{
    Artifacts, Code, Contract, Deprecated, Detail, Next, Origin, Places, Policy, Promises, Registry, Retired, RoleCode,
    Version,
};
use errtax_build::source::{Place, Sources};
use errtax_core::{Action, Class, DetailType, Executed, Role, Status};
use proptest::prelude::*;
use proptest::sample::select;

use crate::documented::{Row, rows, shouted};

/// A change of one code: the row of the page, the rule, and what is done to the registry.
struct Mutation {
    row: &'static str,
    rule: &'static str,
    /// Whether it can be done to this code; if so, it is done.
    apply: fn(&mut Registry, &str) -> bool,
}

fn code<'a>(registry: &'a mut Registry, name: &str) -> &'a mut Code {
    registry.codes.get_mut(name).expect("the code is there")
}

fn contract(registry: &mut Registry, name: &str, change: impl FnOnce(&mut Contract) -> bool) -> bool {
    change(&mut code(registry, name).contract)
}

fn detail(registry: &mut Registry, name: &str, which: &str, change: impl FnOnce(&mut Detail) -> bool) -> bool {
    let details = &mut code(registry, name).contract.details;
    details.get_mut(which).is_some_and(change)
}

fn announced(registry: &mut Registry, name: &str, change: impl FnOnce(&mut Deprecated) -> bool) -> bool {
    code(registry, name).deprecated.as_mut().is_some_and(change)
}

fn retire(registry: &mut Registry, name: &str) {
    registry.codes.remove(name);
    let tombstone = Retired {
        since: version(3),
        reason: "Unused.".into(),
        record: None,
        origin: Origin::Own,
        // Each of its own, as in a file: what two codes share is a default.
        place: place(900 + name.bytes().map(usize::from).sum::<usize>()),
    };
    registry.retired.insert(name.into(), tombstone);
}

/// Sets a value, unless it is the same.
fn set<T: PartialEq>(place: &mut T, value: T) -> bool {
    let differs = *place != value;
    *place = value;
    differs
}

const MUTATIONS: &[Mutation] = &[
    Mutation {
        row: "29",
        rule: "action-changed",
        apply: |r, c| contract(r, c, |c| set(&mut c.action, Action::ReadState)),
    },
    Mutation {
        row: "41",
        rule: "class-changed",
        apply: |r, c| contract(r, c, |c| set(&mut c.class, Class::Conflict)),
    },
    Mutation {
        row: "35",
        rule: "retryable-changed",
        apply: |r, c| contract(r, c, |c| set(&mut c.retryable, false)),
    },
    Mutation {
        row: "36",
        rule: "retryable-changed",
        apply: |r, c| contract(r, c, |c| set(&mut c.retryable, true)),
    },
    Mutation {
        row: "33",
        rule: "next-changed",
        apply: |r, c| contract(r, c, |c| set(&mut c.next, Some(Next::Resource("app://now".into())))),
    },
    Mutation {
        row: "33",
        rule: "next-changed",
        apply: |r, c| contract(r, c, |c| set(&mut c.next, None)),
    },
    Mutation {
        row: "47",
        rule: "http-changed",
        apply: |r, c| contract(r, c, |c| set(&mut c.http, Some(418))),
    },
    Mutation {
        row: "47",
        rule: "grpc-changed",
        apply: |r, c| contract(r, c, |c| set(&mut c.grpc, None)),
    },
    Mutation {
        row: "49",
        rule: "executed-changed",
        apply: |r, c| {
            contract(r, c, |c| {
                c.executed == Executed::No && set(&mut c.executed, Executed::Unknown)
            })
        },
    },
    Mutation {
        row: "50",
        rule: "executed-strengthened",
        apply: |r, c| {
            contract(r, c, |c| {
                c.executed == Executed::Unknown && set(&mut c.executed, Executed::No)
            })
        },
    },
    Mutation {
        row: "N1",
        rule: "in-doubt-changed",
        apply: |r, c| contract(r, c, |c| set(&mut c.in_doubt, Some("OTHER_TWIN".into()))),
    },
    Mutation {
        row: "54",
        rule: "doc-reworded",
        apply: |r, c| set(&mut code(r, c).doc, "Something else.".into()),
    },
    Mutation {
        row: "58",
        rule: "message-reworded",
        apply: |r, c| set(&mut code(r, c).message, "Something else.".into()),
    },
    Mutation {
        row: "59",
        rule: "message-reworded",
        apply: |r, c| {
            code(r, c).message.push_str(" ({required})");
            true
        },
    },
    Mutation {
        row: "62",
        rule: "hint-reworded",
        apply: |r, c| set(&mut code(r, c).hint, "Do something else.".into()),
    },
    Mutation {
        row: "67",
        rule: "",
        apply: |r, c| add(r, c, true),
    },
    Mutation {
        row: "68",
        rule: "detail-required-added",
        apply: |r, c| add(r, c, false),
    },
    Mutation {
        row: "69",
        rule: "detail-removed",
        apply: |r, c| code(r, c).contract.details.remove("required").is_some(),
    },
    Mutation {
        row: "70",
        rule: "detail-renamed",
        apply: |r, c| {
            let details = &mut code(r, c).contract.details;
            let detail = details.remove("required");
            detail.is_some_and(|detail| details.insert("renamed".into(), detail).is_none())
        },
    },
    Mutation {
        row: "71",
        rule: "detail-retyped",
        apply: |r, c| detail(r, c, "required", |d| set(&mut d.kind, DetailType::Number)),
    },
    Mutation {
        row: "72",
        rule: "detail-now-optional",
        apply: |r, c| detail(r, c, "required", |d| set(&mut d.optional, true)),
    },
    Mutation {
        row: "73",
        rule: "detail-now-required",
        apply: |r, c| detail(r, c, "memo", |d| set(&mut d.optional, false)),
    },
    Mutation {
        row: "76",
        rule: "enum-value-added",
        apply: |r, c| detail(r, c, "closed", |d| push(&mut d.values, "more")),
    },
    Mutation {
        row: "76.open",
        rule: "",
        apply: |r, c| detail(r, c, "open", |d| push(&mut d.values, "more")),
    },
    Mutation {
        row: "77",
        rule: "enum-value-removed",
        apply: |r, c| detail(r, c, "open", |d| d.values.pop().is_some()),
    },
    Mutation {
        row: "82",
        rule: "",
        apply: |r, c| {
            detail(r, c, "open", |d| {
                d.values.reverse();
                true
            })
        },
    },
    Mutation {
        row: "84",
        rule: "detail-sensitivity-changed",
        apply: |r, c| detail(r, c, "memo", |d| set(&mut d.sensitive, false)),
    },
    Mutation {
        row: "84",
        rule: "detail-sensitivity-changed",
        apply: |r, c| detail(r, c, "open", |d| set(&mut d.sensitive, true)),
    },
    Mutation {
        row: "N4",
        rule: "detail-doc-reworded",
        apply: |r, c| detail(r, c, "required", |d| set(&mut d.doc, "In milliseconds.".into())),
    },
    Mutation {
        row: "N5",
        rule: "enum-opened",
        apply: |r, c| detail(r, c, "closed", |d| set(&mut d.closed, false)),
    },
    Mutation {
        row: "N5.closed",
        rule: "",
        apply: |r, c| detail(r, c, "open", |d| set(&mut d.closed, true)),
    },
    Mutation {
        row: "3",
        rule: "code-deleted",
        apply: |r, c| r.codes.remove(c).is_some(),
    },
    Mutation {
        row: "5",
        rule: "code-renamed",
        apply: |r, c| {
            let mut code = r.codes.remove(c).expect("the code is there");
            code.name = "ENTIRELY_OTHER".into();
            r.codes.insert(code.name.clone(), code);
            true
        },
    },
    Mutation {
        row: "8",
        rule: "code-respelled",
        apply: |r, c| {
            let mut code = r.codes.remove(c).expect("the code is there");
            code.name = c.replace('_', "");
            r.codes.insert(code.name.clone(), code);
            true
        },
    },
    Mutation {
        row: "88",
        rule: "code-thawed",
        apply: |r, c| set(&mut code(r, c).status, Status::Draft),
    },
    Mutation {
        row: "91",
        rule: "deprecation-withdrawn",
        apply: |r, c| code(r, c).deprecated.take().is_some(),
    },
    Mutation {
        row: "92",
        rule: "code-retired-early",
        apply: |r, c| {
            let code = code(r, c);
            let frozen = code.status == Status::Frozen && code.deprecated.is_none();
            if frozen {
                retire(r, c);
            }
            frozen
        },
    },
    Mutation {
        row: "96",
        rule: "code-retired-early",
        apply: |r, c| {
            let draft = code(r, c).status == Status::Draft;
            if draft {
                retire(r, c);
            }
            draft
        },
    },
    Mutation {
        row: "93",
        rule: "retired-before-sunset",
        apply: |r, c| {
            let announced = announced(r, c, |d| d.sunset.as_deref().is_some_and(|day| day >= DAY));
            if announced {
                retire(r, c);
            }
            announced
        },
    },
    Mutation {
        row: "94",
        rule: "",
        apply: |r, c| {
            let announced = announced(r, c, |d| d.sunset.as_deref().is_none_or(|day| day < DAY));
            if announced {
                retire(r, c);
            }
            announced
        },
    },
    Mutation {
        row: "97",
        rule: "sunset-advanced",
        apply: |r, c| {
            announced(r, c, |d| {
                d.sunset.is_some() && set(&mut d.sunset, Some("2020-01-01".into()))
            })
        },
    },
    Mutation {
        row: "97.later",
        rule: "",
        apply: |r, c| {
            announced(r, c, |d| {
                d.sunset.is_some() && set(&mut d.sunset, Some("2099-01-01".into()))
            })
        },
    },
    Mutation {
        row: "101",
        rule: "replacement-changed",
        apply: |r, c| {
            announced(r, c, |d| {
                d.replaced_by.is_some() && set(&mut d.replaced_by, Some("OTHER".into()))
            })
        },
    },
    Mutation {
        row: "105",
        rule: "since-changed",
        apply: |r, c| set(&mut code(r, c).since, Some(version(1))),
    },
    Mutation {
        row: "N28",
        rule: "",
        apply: |r, c| announced(r, c, |d| set(&mut d.reason, Some("Another reason.".into()))),
    },
];

/// Rows of which one run has one at most: what is gone and what is new could be taken for each other.
const ALONE: [&str; 3] = ["3", "5", "8"];

const DAY: &str = "2027-06-30";

/// Told about the version and about what comes with a change, whatever it is.
const BESIDE: [&str; 4] = [
    "minor-not-raised",
    "patch-not-raised",
    "frozen-at-once",
    "version-raised-alone",
];

fn push(values: &mut Vec<String>, value: &str) -> bool {
    values.push(value.into());
    true
}

fn add(registry: &mut Registry, name: &str, optional: bool) -> bool {
    let added = Detail {
        kind: DetailType::Uri,
        optional,
        ..plain()
    };
    code(registry, name)
        .contract
        .details
        .insert("added".into(), added)
        .is_none()
}

fn version(minor: u32) -> Version {
    Version {
        major: 1,
        minor,
        patch: 0,
    }
}

fn place(start: usize) -> Place {
    let file = Sources::default().add("", "");
    Place {
        file,
        start,
        end: start,
    }
}

fn plain() -> Detail {
    Detail {
        kind: DetailType::String,
        optional: false,
        sensitive: false,
        values: Vec::new(),
        closed: false,
        doc: String::new(),
    }
}

fn details() -> Map<String, Detail> {
    let values = |closed| Detail {
        kind: DetailType::Enum,
        values: vec!["a".into(), "b".into(), "c".into()],
        closed,
        ..plain()
    };
    Map::from([
        ("closed".into(), values(true)),
        (
            "memo".into(),
            Detail {
                kind: DetailType::Integer,
                optional: true,
                sensitive: true,
                ..plain()
            },
        ),
        ("open".into(), values(false)),
        (
            "required".into(),
            Detail {
                doc: "In seconds.".into(),
                ..plain()
            },
        ),
    ])
}

fn codes() -> impl Strategy<Value = Vec<Code>> {
    let words = (
        select(Class::ALL),
        select(Action::ALL),
        any::<bool>(),
        select(Executed::ALL),
    );
    let rest = (
        proptest::option::of(Just("TWIN".to_owned())),
        proptest::option::of(100_u16..400),
        proptest::option::of(0_u8..17),
        any::<bool>(),
        0_u8..4,
        proptest::option::of(select(&["2027-01-01", "2027-06-30", "2028-01-01"][..])),
    );
    proptest::collection::vec((words, rest), 1..7).prop_map(|list| {
        let codes = list.into_iter().enumerate();
        codes
            .map(|(at, (words, rest))| {
                let (class, action, retryable, executed) = words;
                let (in_doubt, http, grpc, next, status, sunset) = rest;
                let name = format!("CODE_N{at}");
                let deprecated = (status == 2).then(|| Deprecated {
                    since: version(1),
                    replaced_by: (http.is_some()).then(|| "TWIN".to_owned()),
                    reason: Some("Too vague.".into()),
                    sunset: sunset.map(str::to_owned),
                    record: None,
                });
                Code {
                    ident: ident::variant(&name),
                    origin: Origin::Own,
                    contract: Contract {
                        class,
                        action,
                        retryable,
                        executed,
                        in_doubt,
                        next: next.then(|| Next::Resource("app://then".into())),
                        http,
                        grpc,
                        details: details(),
                    },
                    status: if status == 3 { Status::Draft } else { Status::Frozen },
                    since: Some(version(0)),
                    message: format!("Message {at}."),
                    hint: format!("Hint {at}."),
                    doc: format!("Text {at}."),
                    deprecated,
                    replaces: None,
                    allow: Map::new(),
                    places: Places::new(place(at)),
                    name,
                }
            })
            .collect()
    })
}

fn registry(codes: Vec<Code>) -> Registry {
    Registry {
        name: "random".into(),
        version: version(2),
        edition: 2026,
        docs: None,
        extends: Vec::new(),
        codes: codes.into_iter().map(|code| (code.name.clone(), code)).collect(),
        retired: Map::new(),
        roles: Role::ALL
            .iter()
            .map(|role| (*role, RoleCode::Standard("UNKNOWN_ERROR".into())))
            .collect(),
        role_places: Map::new(),
        tools: Map::new(),
        upstream: Vec::new(),
        amendments: Vec::new(),
        artifacts: Artifacts::default(),
        policy: Policy::default(),
        promises: Promises::default(),
        place: place(800),
        places: Places::new(place(800)),
    }
}

fn side(registry: Registry, lock: &Lock) -> Analysis {
    let mut side = Analysis::default();
    side.findings = drift::judge(lock, &registry);
    side.registry = Some(registry);
    side.lock = Some(lock.clone());
    side
}

fn page() -> &'static BTreeMap<String, Row> {
    static PAGE: OnceLock<BTreeMap<String, Row>> = OnceLock::new();
    PAGE.get_or_init(|| rows().into_iter().map(|row| (row.id().to_owned(), row)).collect())
}

fn status(code: &Code) -> &'static str {
    match (code.status, &code.deprecated) {
        (Status::Draft, _) => "draft",
        (Status::Frozen, Some(_)) => "deprecated",
        (Status::Frozen, None) => "frozen",
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_verdict_of_random_changes_is_the_one_of_the_page(
        codes in codes(),
        chosen in proptest::collection::vec(0..MUTATIONS.len(), 6),
    ) {
        // One code stays: a head without any would not be judged at all.
        let mut codes = codes;
        let anchor = Code { name: "ZZ_ANCHOR".into(), ..codes[0].clone() };
        codes.push(anchor);
        let base = registry(codes);
        let mut head = base.clone();
        let mut expected = BTreeSet::new();
        let mut alone = false;
        for (code, mutation) in base.codes.values().filter(|code| code.name != "ZZ_ANCHOR").zip(chosen) {
            let Mutation { row, rule, apply } = &MUTATIONS[mutation];
            if ALONE.contains(row) && std::mem::replace(&mut alone, true) {
                continue;
            }
            let verdict = page().get(*row).expect("the row is on the page").verdict(status(code));
            // What the page does not speak of cannot be: a draft that is thawed.
            let mut changed = head.clone();
            if verdict.is_empty() || !apply(&mut changed, &code.name) {
                continue;
            }
            head = changed;
            if verdict != "OK" {
                expected.insert((code.name.clone(), (*rule).to_owned(), verdict.to_owned()));
            }
        }
        let lock = Lock::of(&base);
        let (base, head) = (side(base, &lock), side(head, &lock));
        let verdict = judge(&Sides { base: &base, head: &head, day: Some(DAY) });
        let found: BTreeSet<(String, String, String)> = verdict
            .findings
            .iter()
            .filter(|finding| !BESIDE.contains(&finding.rule.id))
            .map(|finding| {
                let code = finding.code.clone().unwrap_or_default();
                (code, finding.rule.id.to_owned(), shouted(finding.level).to_owned())
            })
            .collect();
        prop_assert_eq!(&found, &expected);
        // Nothing differs from itself, whatever was done to it.
        let verdict = judge(&Sides { base: &head, head: &head, day: Some(DAY) });
        let told = verdict.findings.iter().filter(|finding| finding.rule.id != "lock-rewritten").count();
        prop_assert_eq!(told, 0, "{:?}", verdict.findings);
    }
}

#[test]
fn every_mutation_can_be_done_and_every_rule_of_drift_about_codes_has_one() {
    let rules: BTreeSet<&str> = MUTATIONS.iter().map(|mutation| mutation.rule).collect();
    for rule in drift::rules::DRIFT {
        let about_lock = rule.id.starts_with("lock-") || rule.id.starts_with("tombstone-");
        assert!(
            about_lock || rules.contains(rule.id),
            "{} is changed at random",
            rule.id
        );
    }
}
