//! Registries for tests, made without reading a file.

use crate::map::Map;

use errtax_core::{Action, Class, DetailType, Executed, Role, Status};

use crate::ident;
use crate::model::{
    Artifacts, Code, Contract, Deprecated, Detail, Next, Origin, Places, Policy, Promises, Registry, Retired, RoleCode,
    Value, Version,
};
use crate::source::{Place, Sources};

/// A registry with frozen codes of several shapes, a draft and a tombstone; and sources in which its places are.
pub(crate) fn registry() -> (Registry, Sources) {
    let mut sources = Sources::default();
    let file = sources.add("registry.toml", "[registry]\nname = \"acme\"\n");
    let place = Place {
        file,
        start: 0,
        end: 10,
    };
    let mut codes = Map::new();
    for code in [
        code(
            "PERIOD_LOCKED",
            place,
            Contract {
                http: Some(409),
                grpc: Some(9),
                next: Some(Next::Tool {
                    tool: "unlock_period".into(),
                    args: Map::from([("period_id".into(), Value::String("{period_id}".into()))]),
                }),
                details: Map::from([
                    ("lock_date".into(), detail(DetailType::Date)),
                    (
                        "memo".into(),
                        Detail {
                            optional: true,
                            sensitive: true,
                            ..detail(DetailType::String)
                        },
                    ),
                    ("period_id".into(), detail(DetailType::String)),
                    (
                        "reason".into(),
                        Detail {
                            values: vec!["year_end".into(), "audit".into()],
                            closed: true,
                            ..detail(DetailType::Enum)
                        },
                    ),
                    (
                        "stage".into(),
                        Detail {
                            values: vec!["soft".into(), "hard".into()],
                            ..detail(DetailType::Enum)
                        },
                    ),
                ]),
                ..contract(Class::Precondition, Action::FixState, Executed::No)
            },
        ),
        code(
            "SERVICE_TIMEOUT",
            place,
            Contract {
                in_doubt: Some("OUTCOME_UNKNOWN".into()),
                ..contract(Class::Transient, Action::Retry, Executed::Unknown)
            },
        ),
        code(
            "OUTCOME_UNKNOWN",
            place,
            contract(Class::UnknownOutcome, Action::Verify, Executed::Unknown),
        ),
        Code {
            deprecated: Some(Deprecated {
                since: version(1, 1),
                replaced_by: Some("PERIOD_LOCKED".into()),
                reason: Some("Too vague.".into()),
                sunset: Some("2027-06-30".into()),
                record: None,
            }),
            ..code(
                "OLD_CODE",
                place,
                contract(Class::Conflict, Action::ReadState, Executed::No),
            )
        },
        Code {
            status: Status::Draft,
            ..code(
                "NEW_CODE",
                place,
                contract(Class::BadInput, Action::FixInput, Executed::No),
            )
        },
    ] {
        codes.insert(code.name.clone(), code);
    }
    let retired = Retired {
        since: version(1, 1),
        reason: "Unused.".into(),
        record: None,
        origin: Origin::Own,
        place,
    };
    let registry = Registry {
        name: "acme".into(),
        version: version(1, 2),
        edition: 2026,
        docs: None,
        extends: Vec::new(),
        codes,
        retired: Map::from([("GONE_CODE".into(), retired)]),
        role_places: Map::new(),
        roles: Role::ALL
            .iter()
            .map(|role| (*role, RoleCode::Standard("PANIC".into())))
            .collect(),
        tools: Map::new(),
        upstream: Vec::new(),
        amendments: Vec::new(),
        artifacts: Artifacts::default(),
        policy: Policy::default(),
        promises: Promises::default(),
        places: Places::new(place),
        place,
    };
    (registry, sources)
}

pub(crate) fn version(major: u32, minor: u32) -> Version {
    Version { major, minor, patch: 0 }
}

pub(crate) fn detail(kind: DetailType) -> Detail {
    Detail {
        kind,
        optional: false,
        sensitive: false,
        values: Vec::new(),
        closed: false,
        doc: String::new(),
    }
}

pub(crate) fn contract(class: Class, action: Action, executed: Executed) -> Contract {
    Contract {
        class,
        action,
        retryable: action.retryable(),
        executed,
        in_doubt: None,
        next: None,
        http: None,
        grpc: None,
        details: Map::new(),
    }
}

pub(crate) fn code(name: &str, place: Place, contract: Contract) -> Code {
    Code {
        name: name.into(),
        ident: ident::variant(name),
        origin: Origin::Own,
        contract,
        status: Status::Frozen,
        since: Some(version(1, 0)),
        message: format!("Message of {name}."),
        hint: format!("Hint of {name}."),
        doc: String::new(),
        deprecated: None,
        replaces: None,
        allow: Map::new(),
        places: Places::new(place),
    }
}
