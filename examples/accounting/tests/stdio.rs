//! What a client that is written by hand gets from the real binary.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod support;

use serde_json::{Value, json};
use support::{Server, detail, next, voucher};

#[test]
fn the_server_has_exactly_its_eight_tools_and_each_says_what_it_takes() {
    let mut server = Server::start();
    let answer = server.request("tools/list", json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap();
    let mut names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    let all = [
        "fetch_exchange_rate",
        "get_voucher",
        "import_bank_file",
        "list_periods",
        "list_vouchers",
        "lock_period",
        "post_voucher",
        "unlock_period",
    ];
    assert_eq!(names, all);
    for tool in tools {
        assert!(
            tool["description"].as_str().is_some_and(|text| !text.is_empty()),
            "{tool}"
        );
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
    }
    for name in all {
        assert!(
            accounting::codes::REGISTRY.tool(name).is_some(),
            "the registry does not declare {name}"
        );
    }
}

#[test]
fn the_periods_2025_locked_and_2026_open_exist_from_the_start() {
    let mut server = Server::start();
    let result = server.done("list_periods", json!({}));
    let periods = result["periods"].as_array().unwrap();
    let state = |id: &str| {
        periods
            .iter()
            .find(|period| period["period_id"] == id)
            .map(|period| &period["state"])
    };
    assert_eq!(state("2025"), Some(&json!("locked")));
    assert_eq!(state("2026"), Some(&json!("open")));
}

#[test]
fn posting_into_a_locked_period_says_which_call_unlocks_it() {
    let mut server = Server::start();
    let failure = server.fails("post_voucher", voucher("2025-03-31", 100.0, 100.0));
    assert_eq!(failure.code, "PERIOD_LOCKED");
    assert_eq!(
        (failure.class.to_string(), failure.action.to_string()),
        ("precondition".into(), "fix_state".into())
    );
    assert!(!failure.retryable);
    let unlock = next(&failure);
    assert_eq!(unlock, json!({"tool": "unlock_period", "args": {"period_id": "2025"}}));
    assert_eq!(detail(&failure, "lock_date"), "2025-01-01");

    server.done(unlock["tool"].as_str().unwrap(), unlock["args"].clone());
    server.done("post_voucher", voucher("2025-03-31", 100.0, 100.0));
    server.done("lock_period", json!({"period_id": "2025"}));
    assert_eq!(
        server.fails("post_voucher", voucher("2025-03-31", 100.0, 100.0)).code,
        "PERIOD_LOCKED"
    );
}

#[test]
fn each_rule_of_the_books_has_its_code() {
    let line = |account: &str, debit: f64, credit: f64| json!({"account": account, "debit": debit, "credit": credit});
    let unknown_accounts = json!({
        "date": "2026-02-01", "description": "Sale",
        "lines": [line("9998", 5.0, 0.0), line("9999", 0.0, 5.0)],
    });
    let cases = [
        (
            "post_voucher",
            voucher("2026-02-01", 100.0, 99.5),
            "JOURNAL_ENTRY_NOT_BALANCED",
        ),
        (
            "post_voucher",
            voucher("1999-02-01", 100.0, 100.0),
            "FISCAL_PERIOD_NOT_FOUND",
        ),
        (
            "post_voucher",
            voucher("2024-02-01", 100.0, 100.0),
            "NO_OPEN_PERIOD_FOR_DATE",
        ),
        ("post_voucher", unknown_accounts, "ACCOUNTS_NOT_IN_CHART"),
        ("get_voucher", json!({"id": "V-1"}), "JOURNAL_ENTRY_NOT_FOUND"),
        ("lock_period", json!({"period_id": "2031"}), "PERIOD_NOT_FOUND"),
        (
            "lock_period",
            json!({"period_id": "2025"}),
            "PERIOD_LOCK_ALREADY_LOCKED",
        ),
        (
            "unlock_period",
            json!({"period_id": "2026"}),
            "PERIOD_UNLOCK_NOT_LOCKED",
        ),
        ("unlock_period", json!({"period_id": "2024"}), "PERIOD_UNLOCK_CLOSED"),
        ("import_bank_file", json!({"content": "  "}), "BANK_FILE_NO_FILE"),
        (
            "import_bank_file",
            json!({"content": "x".repeat(70_000)}),
            "BANK_FILE_TOO_LARGE",
        ),
        (
            "import_bank_file",
            json!({"content": "date;what"}),
            "BANK_FILE_PARSE_FAILED",
        ),
        (
            "import_bank_file",
            json!({"content": "date;description;account;amount\n"}),
            "BANK_FILE_NO_TRANSACTIONS",
        ),
        (
            "import_bank_file",
            json!({"content": "<?xml version=\"1.0\"?><Document/>"}),
            "NOT_IMPLEMENTED",
        ),
    ];
    let mut server = Server::start();
    for (tool, arguments, code) in cases {
        let failure = server.fails(tool, arguments);
        assert_eq!(failure.code, code);
        let spec = accounting::codes::REGISTRY.code(code).unwrap();
        assert_eq!(failure.class.known(), Some(spec.class), "{code}");
        assert_eq!(failure.action.known(), Some(spec.action), "{code}");
        assert_eq!(failure.retryable, spec.retryable, "{code}");
        assert_eq!(failure.executed.known(), Some(spec.executed), "{code}");
    }
    assert_eq!(server.vouchers(), 0, "none of them posted anything");
}

#[test]
fn sums_are_told_in_ore() {
    let failure = Server::start().fails("post_voucher", voucher("2026-02-01", 100.10, 99.5));
    assert_eq!(detail(&failure, "debit"), 10_010);
    assert_eq!(detail(&failure, "credit"), 9_950);
    assert!(failure.message.contains("10010 öre"), "{}", failure.message);
}

#[test]
fn an_argument_that_cannot_be_right_is_named() {
    let post = |date: &str, lines: Value| json!({"date": date, "description": "Sale", "lines": lines});
    let both = json!([{"account": "1930", "debit": 1, "credit": 1}]);
    let minus = json!([{"account": "1930", "debit": 1}, {"account": "3001", "credit": -1}]);
    let fraction = json!([{"account": "1930", "debit": 0.125}]);
    let cases = [
        ("post_voucher", voucher("2026-02-30", 1.0, 1.0), "date"),
        ("post_voucher", voucher("1 February", 1.0, 1.0), "date"),
        ("post_voucher", post("2026-02-01", json!([])), "lines"),
        ("post_voucher", post("2026-02-01", both), "lines[0]"),
        ("post_voucher", post("2026-02-01", minus), "lines[1].credit"),
        ("post_voucher", post("2026-02-01", fraction), "lines[0].debit"),
        (
            "fetch_exchange_rate",
            json!({"currency": "EUR", "date": "20260201"}),
            "date",
        ),
        (
            "fetch_exchange_rate",
            json!({"currency": "../x", "date": "2026-02-02"}),
            "currency",
        ),
    ];
    let mut server = Server::start();
    for (tool, arguments, argument) in cases {
        let failure = server.fails(tool, arguments);
        assert_eq!(failure.code, "VALIDATION_ERROR");
        assert_eq!(detail(&failure, "argument"), argument);
    }
}

#[test]
fn what_is_sensitive_stays_in_the_server() {
    let mut server = Server::start();
    let failure = server.fails("post_voucher", voucher("2025-03-31", 100.0, 100.0));
    assert!(
        !failure.encode().contains("Lind"),
        "the memo of the person who locked the period"
    );
    let content = "date;description;account;amount\n2026-01-05;Anna Svensson 8105-1234;3001";
    let failure = server.fails("import_bank_file", json!({"content": content}));
    assert_eq!(
        (failure.code.as_str(), detail(&failure, "line")),
        ("BANK_FILE_PARSE_FAILED", json!(2))
    );
    assert!(!failure.encode().contains("Svensson"), "the line itself");
}

#[test]
fn the_trace_of_the_caller_is_the_correlation_id() {
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    let mut server = Server::start();
    let answer = server.request(
        "tools/call",
        json!({
            "name": "get_voucher", "arguments": {"id": "V-1"},
            "_meta": {"traceparent": format!("00-{trace}-00f067aa0ba902b7-01")},
        }),
    );
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    let failure: Value = serde_json::from_str(text).unwrap();
    assert_eq!(failure["error"]["correlation_id"], trace);
}

#[test]
fn a_person_who_can_be_asked_has_the_last_word() {
    let unlock = json!({"period_id": "2025"});
    for no in ["decline", "cancel"] {
        let mut server = Server::start_with_person(no);
        let failure = server.fails("unlock_period", unlock.clone());
        assert_eq!(
            (failure.code.as_str(), failure.executed.to_string()),
            ("USER_CANCELLED", "no".into())
        );
        assert_eq!(detail(&failure, "step"), "unlock");
        assert_eq!(
            server.fails("post_voucher", voucher("2025-03-31", 1.0, 1.0)).code,
            "PERIOD_LOCKED"
        );
    }
    let mut server = Server::start_with_person("accept");
    assert_eq!(server.done("unlock_period", unlock)["state"], "open");
}

#[test]
fn a_key_opens_what_its_role_may_do() {
    let roles = [
        ("bookkeeper", "active", None, None),
        ("reader", "active", None, Some("FORBIDDEN")),
        ("test", "active", None, Some("TEST_KEY_WRITE_BLOCKED")),
        ("bookkeeper", "expired", Some("UNAUTHORIZED"), Some("UNAUTHORIZED")),
        ("bookkeeper", "revoked", Some("UNAUTHORIZED"), Some("UNAUTHORIZED")),
    ];
    let mut server = Server::start_with(&[], Some("k"));
    // The first call makes the books; nobody has a key to them yet.
    assert_eq!(server.fails("list_periods", json!({})).code, "UNAUTHORIZED");
    for (role, state, read, write) in roles {
        let keys = server.other_connection("DELETE FROM api_keys");
        keys.execute(
            "INSERT INTO api_keys (key, role, state) VALUES ('k', ?1, ?2)",
            [role, state],
        )
        .unwrap();
        match read {
            None => drop(server.done("list_periods", json!({}))),
            Some(code) => assert_eq!(server.fails("list_periods", json!({})).code, code),
        }
        let sale = voucher("2026-02-01", 1.0, 1.0);
        match write {
            None => drop(server.done("post_voucher", sale)),
            Some(code) => assert_eq!(server.fails("post_voucher", sale).code, code),
        }
    }
    assert_eq!(server.vouchers(), 1);
}

#[test]
fn the_chart_of_accounts_that_hints_speak_of_can_be_read() {
    let answer = Server::start().request("resources/read", json!({"uri": "app://chart-of-accounts"}));
    let chart = answer["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(chart.contains("1930\tCompany bank account"), "{answer}");
}
