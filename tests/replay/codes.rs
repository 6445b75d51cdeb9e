//! What an agent is told when a call is not carried out.

use std::time::Duration;

use errtax::replay::{
    Call, Codes, MemoryStore, Reason, Refused, Replay, Slot, SqliteFile, SqliteStore, State, Store, Version,
};
use errtax::standard::details;
use errtax::wire::{Envelope, WireError};
use errtax::{Class, CodeSpec, Context, Executed, Failure, ToolError as _};
use fixture_codes::codes;
use serde_json::{Value, json};

fn arguments(key: &str, amount: u32) -> Value {
    json!({"amount": amount, "idempotency_key": key})
}

fn call(key: &str, amount: u32) -> Call {
    Call::new("", "post_voucher", "idempotency_key", &arguments(key, amount)).unwrap()
}

/// What an agent receives, in the context of a `post_voucher` with a key.
fn told(refused: &Refused) -> WireError {
    let context = Context::of_call(&codes::REGISTRY, "post_voucher", |_| true);
    let wire = context.run(|| Envelope::of(refused).encode(&Context::current().call()));
    WireError::decode(&wire).unwrap()
}

#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T, Failure>) -> Refused {
    result.unwrap_err().downcast::<Refused>().unwrap()
}

fn fails(replay: &Replay, store: &MemoryStore, key: &str, failure: Failure) {
    let failed = replay.run(store, &call(key, 5), || Err::<(), _>(failure));
    assert!(failed.is_err());
}

#[test]
fn the_call_that_is_served_has_the_key_that_the_registry_names() {
    let current = |tool: &str| {
        Context::of_call(&codes::REGISTRY, tool, |_| true).run(|| Call::current("", &arguments("k", 5)).unwrap())
    };
    let (replay, store) = (Replay::new(), MemoryStore::new());
    let run = |call: &Call| replay.run(&store, call, || Ok::<_, Failure>(1)).unwrap().is_duplicate();
    assert!(!run(&current("post_voucher")));
    assert!(run(&call("k", 5)), "it is the same call, however it was made");
    assert!(!current("set_rate").has_key(), "a tool without a dedupe key");
    let elsewhere = std::thread::spawn(|| Call::current("", &arguments("k", 5)).unwrap_err().reason());
    assert_eq!(
        elsewhere.join().unwrap(),
        Reason::NoTool,
        "a key must not be lost without a word"
    );
}

#[test]
fn tenants_and_tools_do_not_share_keys() {
    let (replay, store) = (Replay::new(), MemoryStore::new());
    for (scope, tool) in [("a", "pay"), ("b", "pay"), ("a", "refund")] {
        let call = Call::with_key(scope, tool, "k", &json!({}));
        assert!(
            !replay
                .run(&store, &call, || Ok::<_, Failure>(1))
                .unwrap()
                .is_duplicate()
        );
    }
}

#[test]
fn a_key_with_other_arguments_is_refused_by_the_standard_code() {
    let (replay, store) = (Replay::new(), MemoryStore::new());
    replay.run(&store, &call("k", 5), || Ok::<_, Failure>(1)).unwrap();
    let refused = refused(replay.run(&store, &call("k", 6), || Ok(1)));
    assert_eq!(refused.reason(), Reason::KeyReused);
    let told = told(&refused);
    assert_eq!((told.code.as_str(), told.retryable), ("IDEMPOTENCY_KEY_REUSED", false));
    assert_eq!(told.executed.known(), Some(Executed::No));
}

#[test]
fn a_registry_may_have_codes_of_its_own_for_it() {
    static OWN: CodeSpec = CodeSpec {
        code: "KEY_TAKEN",
        class: Class::BadInput,
        ..CodeSpec::DEFAULT
    };
    let own = Codes {
        key_reused: Some(&OWN),
        ..Codes::default()
    };
    let (replay, store) = (Replay::new().codes(own), MemoryStore::new());
    replay.run(&store, &call("k", 5), || Ok::<_, Failure>(1)).unwrap();
    assert_eq!(
        refused(replay.run(&store, &call("k", 6), || Ok(1))).spec().code,
        "KEY_TAKEN"
    );
}

#[test]
fn a_call_that_comes_too_early_is_told_when_to_ask_again() {
    let (replay, store) = (
        Replay::new().retry_after(Duration::from_millis(300)),
        MemoryStore::new(),
    );
    let _first = replay.begin(&store, &call("k", 5)).unwrap();
    let told = told(&replay.begin(&store, &call("k", 5)).unwrap_err());
    assert_eq!((told.code.as_str(), told.retryable), ("DUPLICATE_IN_PROGRESS", true));
    assert_eq!(told.executed.known(), Some(Executed::No));
    assert_eq!(told.retry_after_ms, Some(300));
    let other = replay.begin(&store, &call("k", 6)).unwrap_err();
    assert_eq!(other.reason(), Reason::KeyReused, "waiting would not help it");
}

#[test]
fn a_call_in_doubt_is_told_to_read_the_state_and_which_tool_does() {
    let in_doubt = |codes: Codes| {
        let (replay, store) = (Replay::new().codes(codes), MemoryStore::new());
        fails(&replay, &store, "k", details::ConnectionLost {}.into_failure());
        told(&refused(replay.run(&store, &call("k", 5), || Ok(1))))
    };
    let role = in_doubt(Codes::default());
    assert_eq!(
        role.code,
        codes::REGISTRY.roles.in_doubt.code,
        "the code that the registry names for it"
    );
    let standard = in_doubt(Codes {
        in_doubt: Some(errtax::standard::Code::OutcomeUnknown.spec()),
        ..Codes::default()
    });
    for told in [&role, &standard] {
        assert_eq!((told.action.to_string().as_str(), told.retryable), ("verify", false));
        assert_eq!(told.executed.known(), Some(Executed::Unknown));
    }
    assert!(standard.hint.as_ref().unwrap().contains("get_voucher"), "{standard:?}");
}

#[test]
fn a_failure_that_says_more_of_the_doubt_is_told_again_with_its_details() {
    let (replay, store) = (Replay::new(), MemoryStore::new());
    let slot = Slot {
        scope: String::new(),
        tool: "post_voucher".into(),
        key: "k".into(),
    };
    // As the code of a server would have it that knows which id to look for.
    let spec = fixture_codes::codes::REGISTRY
        .codes
        .iter()
        .find(|spec| spec.class == Class::Partial && spec.details.iter().any(|detail| !detail.sensitive))
        .expect("the fixture has a code of class partial with details");
    let details: Value = spec
        .details
        .iter()
        .map(|detail| (detail.name.to_owned(), json!("as it was")))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let wire = json!({"error": {
        "code": spec.code, "class": spec.class.as_str(), "action": spec.action.as_str(), "retryable": false,
        "executed": spec.executed.as_str(), "message": "m", "details": details,
    }});
    let began = replay.begin(&store, &call("k", 5)).unwrap();
    drop(began);
    let mut record = store.load(&slot).unwrap().unwrap();
    let held = record.version;
    record.version = Version::random();
    record.state = State::Failed(wire.to_string());
    store.swap(&slot, Some(held), Some(&record)).unwrap();

    let refused = refused(replay.run(&store, &call("k", 5), || Ok(1)));
    assert_eq!(refused.reason(), Reason::Failed);
    let told = told(&refused);
    assert_eq!(told.code, spec.code);
    let shown: Value = serde_json::from_str(told.details.unwrap().as_str()).unwrap();
    for detail in spec.details.iter().filter(|detail| !detail.sensitive) {
        assert_eq!(shown[detail.name], "as it was", "{shown}");
    }
}

#[test]
fn a_store_that_fails_has_the_call_refused_before_anything_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("replay.sqlite");
    let store = SqliteFile::open(&path).unwrap();
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("DROP TABLE errtax_replay").unwrap();
    let mut ran = false;
    let refused = refused(Replay::new().run(&store, &call("k", 5), || {
        ran = true;
        Ok(1)
    }));
    assert!(!ran);
    assert_eq!(refused.reason(), Reason::Store);
    let told = told(&refused);
    // A table that is not there does not come back.
    assert_eq!(
        (told.code.as_str(), told.executed.known()),
        ("INTERNAL_ERROR", Some(Executed::No))
    );
    assert!(!told.encode().contains("errtax_replay"), "the cause is for the log");
    assert!(refused.into_store_error::<errtax::replay::SqliteError>().is_ok());
}

#[test]
fn a_store_that_another_process_holds_has_the_call_sent_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("replay.sqlite");
    drop(SqliteFile::open(&path).unwrap());
    let own = rusqlite::Connection::open(&path).unwrap();
    own.busy_timeout(Duration::ZERO).unwrap();
    let store = SqliteStore::new(&own);
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let refused = refused(Replay::new().run(&store, &call("k", 5), || Ok::<_, Failure>(1)));
    let told = told(&refused);
    assert!(told.retryable, "{told:?}");
    assert_eq!(told.executed.known(), Some(Executed::No));
}

#[test]
fn a_call_without_a_key_is_carried_out_each_time_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("replay.sqlite");
    let (replay, store) = (Replay::new(), SqliteFile::open(&path).unwrap());
    for _ in 0..2 {
        let first = replay.run(&store, &call("", 5), || Ok::<_, Failure>(1)).unwrap();
        assert!(!first.is_duplicate());
    }
    let count = "SELECT count(*) FROM errtax_replay";
    let records: i64 = rusqlite::Connection::open(&path)
        .unwrap()
        .query_row(count, [], |row| row.get(0))
        .unwrap();
    assert_eq!(records, 0);
}

#[test]
fn an_answer_from_the_record_says_so_where_it_can() {
    let (replay, store) = (Replay::new(), MemoryStore::new());
    let twice = |key: &str, answer: Value| {
        let first = replay.run(&store, &call(key, 5), || Ok::<_, Failure>(answer.clone()));
        assert_eq!(serde_json::to_value(first.unwrap()).unwrap(), answer);
        let again = replay
            .run(&store, &call(key, 5), || Ok::<_, Failure>(Value::Null))
            .unwrap();
        assert!(again.is_duplicate());
        assert_eq!(again.clone().into_answer().unwrap(), answer);
        serde_json::to_value(again).unwrap()
    };
    assert_eq!(twice("object", json!({"id": 1})), json!({"id": 1, "duplicate": true}));
    assert_eq!(twice("text", json!("done")), json!("done"));
    assert_eq!(twice("list", json!([1])), json!([1]));
    assert_eq!(twice("null", Value::Null), Value::Null);
}

#[test]
fn the_schema_of_an_answer_knows_the_mark() {
    #[derive(schemars::JsonSchema, serde::Serialize)]
    #[serde(deny_unknown_fields)]
    struct Receipt {
        id: String,
    }
    let schema = schemars::schema_for!(errtax::replay::Replayed<Receipt>);
    let validator = jsonschema::validator_for(schema.as_value()).unwrap();
    assert!(validator.is_valid(&json!({"id": "R-1"})));
    assert!(validator.is_valid(&json!({"id": "R-1", "duplicate": true})));
    assert!(!validator.is_valid(&json!({"id": "R-1", "duplicate": "yes"})));
    assert!(!validator.is_valid(&json!({"id": "R-1", "other": true})));
}
