//! What a registry declares of a tool reaches calls of it, under a name that the compiler knows.

use std::time::Duration;

use allocation_counter::measure;
use errtax::ToolSpec;
use errtax::recovery::{Call, Jitter, Names, Next, Reply, Rule, Task, Tool};
use fixture_codes::codes::{REGISTRY, tools};

/// Both sides are taken apart whole, so that a fact which is added is missed here.
#[test]
fn each_fact_of_the_registry_reaches_the_constant_and_recovery() {
    let declared = &tools::LEDGER_V2_REVERSE_VOUCHER;
    let ToolSpec {
        name,
        writes,
        idempotent,
        destructive,
        dedupe_key,
        verify,
        not_found_means_not_landed,
        undoes,
        match_on,
        poll,
        loop_ignore,
        state_ignore,
        settle_ms,
        recheck,
        min_time_ms,
        weak_ack,
    } = declared.spec();
    assert_eq!(*name, "ledger.v2/reverseVoucher");
    assert!(*writes && *idempotent && !*destructive);
    assert_eq!((*dedupe_key, *verify), ("request_id", "get_voucher"));
    assert!(*not_found_means_not_landed && *poll && *weak_ack);
    assert_eq!((*undoes, *match_on), ("post_voucher", &["voucher_id", "period_id"][..]));
    assert_eq!(
        (*loop_ignore, *state_ignore),
        (&["trace_id"][..], &["read_at", "etag"][..])
    );
    assert_eq!((*settle_ms, *recheck, *min_time_ms), (1500, 2, 250));

    // Whether it only adds is for a person's eye: recovery does not ask.
    let expected = Tool {
        name: "ledger.v2/reverseVoucher".into(),
        writes: true,
        idempotent: true,
        dedupe_key: "request_id".into(),
        verify: "get_voucher".into(),
        not_found_means_not_landed: true,
        undoes: "post_voucher".into(),
        match_on: Names::of(&["voucher_id", "period_id"]),
        poll: true,
        loop_ignore: Names::of(&["trace_id"]),
        state_ignore: vec!["read_at".into(), "etag".into()].into(),
        settle: Duration::from_millis(1500),
        recheck: 2,
        min_time: Duration::from_millis(250),
        weak_ack: true,
        declared: true,
    };
    assert_eq!(*declared.tool(), expected);
    assert_eq!(Tool::of(&REGISTRY, "ledger.v2/reverseVoucher"), expected);
}

#[test]
fn a_constant_is_the_entry_of_the_table_whatever_the_name_of_the_tool() {
    for (declared, name, writes) in [
        (&tools::POST_VOUCHER, "post_voucher", true),
        (&tools::GET_VOUCHER, "get_voucher", false),
        (&tools::TOOL_2FA_CHECK, "2fa-check", false),
        (&tools::LEDGER_V2_REVERSE_VOUCHER, "ledger.v2/reverseVoucher", true),
    ] {
        assert_eq!((declared.name, declared.writes), (name, writes));
        assert!(std::ptr::eq(declared.spec(), REGISTRY.tool(name).unwrap()), "{name}");
    }
    // It stands where the entry does.
    let entry: &'static ToolSpec = &tools::POST_VOUCHER;
    assert_eq!(entry.dedupe_key, "idempotency_key");
}

#[test]
fn a_call_is_made_of_a_constant_and_costs_no_allocation() {
    let measured = measure(|| {
        let mut task = Task::new("close march");
        let call = Call::new(&tools::POST_VOUCHER).json(r#"{"amount":12,"idempotency_key":"r-1"}"#);
        let id = task.begin(call.carries_key().unwrap(), Duration::ZERO).unwrap();
        assert_eq!(task.on_reply(id, &Reply::OK, Duration::ZERO, Jitter::NONE), Next::Done);
    });
    assert_eq!(measured.count_total, 0);
    // What was looked up by its name is the same tool.
    let mut task = Task::new("close march");
    let twice = || Call::new(REGISTRY.tool("post_voucher").unwrap()).json("{}").verified();
    assert!(task.begin(twice(), Duration::ZERO).is_ok());
    let same = Call::new(&tools::POST_VOUCHER).json("{}").verified();
    assert_eq!(task.begin(same, Duration::ZERO), Err(Rule::SingleFlight));
}
