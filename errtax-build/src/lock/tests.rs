//! What holds for every lock.

use crate::map::Map;

use errtax_core::{Action, Class, DetailType, Executed};
use proptest::collection::{btree_map, btree_set};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::{Lock, render};
use crate::drift::{judge, sample};
use crate::finding::Level;
use crate::model::{Contract, Detail, Next, Registry, Value};
use crate::source::Sources;

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        "\\PC{0,8}".prop_map(Value::String),
        any::<i64>().prop_map(Value::Integer),
        (-1e9..1e9).prop_map(Value::Float),
        any::<bool>().prop_map(Value::Boolean),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::Array),
            btree_map("\\PC{0,4}", inner, 0..3).prop_map(|members| Value::Table(members.into_iter().collect())),
        ]
    })
}

fn next() -> impl Strategy<Value = Next> {
    prop_oneof![
        ("[a-z'\"]{1,4}", btree_map("[a-z]{1,3}", value(), 0..3)).prop_map(|(tool, args)| Next::Tool {
            tool,
            args: args.into_iter().collect(),
        }),
        "\\PC{1,8}".prop_map(Next::Resource),
    ]
}

fn detail() -> impl Strategy<Value = Detail> {
    let values = btree_set("[a-z]{1,2}", 1..4);
    (
        select(DetailType::ALL),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        values,
    )
        .prop_map(|(kind, optional, sensitive, closed, values)| {
            let is_enum = kind == DetailType::Enum;
            let values = if is_enum {
                values.into_iter().collect()
            } else {
                Vec::new()
            };
            Detail {
                kind,
                optional,
                sensitive,
                values,
                closed: is_enum && closed,
                doc: String::new(),
            }
        })
}

fn contract() -> impl Strategy<Value = Contract> {
    let words = (
        select(Class::ALL),
        select(Action::ALL),
        any::<bool>(),
        select(Executed::ALL),
    );
    let rest = (
        option::of("[A-Z]{1,3}"),
        option::of(next()),
        option::of(100_u16..600),
        option::of(0_u8..17),
        btree_map("[a-z]{1,3}", detail(), 0..4),
    );
    (words, rest).prop_map(
        |((class, action, retryable, executed), (in_doubt, next, http, grpc, details))| Contract {
            class,
            action,
            retryable,
            executed,
            in_doubt,
            next,
            http,
            grpc,
            details: details.into_iter().collect(),
        },
    )
}

fn with(contract: Contract) -> Registry {
    let (mut registry, _) = sample::registry();
    registry.codes.get_mut("PERIOD_LOCKED").expect("sample has it").contract = contract;
    registry
}

/// The contract with one field taken from another one; the position says which.
fn one_field(of: &Contract, from: &Contract, position: usize) -> Contract {
    let mut changed = of.clone();
    let Contract {
        class,
        action,
        retryable,
        executed,
        in_doubt,
        next,
        http,
        grpc,
        details,
    } = from.clone();
    match position {
        0 => changed.class = class,
        1 => changed.action = action,
        2 => changed.retryable = retryable,
        3 => changed.executed = executed,
        4 => changed.in_doubt = in_doubt,
        5 => changed.next = next,
        6 => changed.http = http,
        7 => changed.grpc = grpc,
        _ => changed.details = details,
    }
    changed
}

proptest! {
    #[test]
    fn contracts_that_differ_in_one_field_have_different_locks(a in contract(), b in contract(), position in 0_usize..9) {
        let changed = one_field(&a, &b, position);
        let (before, after) = (render(&with(a.clone())), render(&with(changed.clone())));
        prop_assert_eq!(a == changed, before == after);
    }

    #[test]
    fn a_lock_reads_back_as_what_it_was_made_of(contract in contract()) {
        let registry = with(contract);
        let text = render(&registry);
        let mut sources = Sources::default();
        let file = sources.add("registry.lock", text.as_str());
        let lock = Lock::parse(&text, file).map_err(|findings| TestCaseError::fail(format!("{findings:?}")))?;
        let rows = |lock: &Lock| lock.codes.iter().map(|(name, entry)| (name.clone(), entry.row.clone())).collect::<Map<_, _>>();
        prop_assert_eq!(rows(&lock), rows(&Lock::of(&registry)));
        prop_assert_eq!(lock.edited().len(), 0);
        prop_assert_eq!(lock.render(), text);
        prop_assert_eq!(judge(&lock, &registry), Vec::new());
    }

    #[test]
    fn whatever_changes_in_a_contract_stops_the_build(a in contract(), b in contract(), position in 0_usize..9) {
        let changed = one_field(&a, &b, position);
        let stops = judge(&Lock::of(&with(a.clone())), &with(changed.clone()))
            .iter()
            .any(|finding| finding.level >= Level::Break);
        prop_assert_eq!(stops, a != changed);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "(\\PC|\n|version = 1\n|\\[codes\\.A\\]\n|details\\.x = |class = \"internal\"\n|hash = ){0,40}") {
        let file = Sources::default().add("registry.lock", text.as_str());
        let _ = Lock::parse(&text, file);
    }
}
