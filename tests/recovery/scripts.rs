//! Scripted tasks: what is wrong with a line is named, what others write otherwise is understood, and what came of it is told.

use errtax::recovery::testkit::{Random, Script, Trace, case_lines, foreign, known};
use errtax::recovery::{Jitter, Reader, Report, Task};
use errtax::{Class, Executed, Index, Registry, Roles, ToolSpec, standard};
use proptest::prelude::*;

#[test]
fn a_line_that_is_no_script_says_which_member_is_wrong() {
    for (line, says) in [
        ("", "it is no JSON: EOF while parsing a value, at column 0"),
        ("[]", "it is no JSON object"),
        (
            r#"{"id": "a", "script": ["#,
            "it is no JSON: EOF while parsing a list, at column 23",
        ),
        (r#"{"script": []}"#, "`id` is missing"),
        (r#"{"id": true, "script": []}"#, "`id` is no text"),
        (r#"{"id": "a"}"#, "`script` is missing: the answers, in their order"),
        (r#"{"id": "a", "script": {}}"#, "`script` is no list"),
        (r#"{"id": "a", "script": [7]}"#, "`script[0]` is no object"),
        (
            r#"{"id": "a", "script": [{"ok": true}]}"#,
            "`script[0].at` is missing: which call is it for?",
        ),
        (
            r#"{"id": "a", "script": [{"at": "snd"}]}"#,
            "`script[0].at` is none of send, read, fix, step and item:NAME",
        ),
        (
            r#"{"id": "a", "script": [{"at": "send", "error": {"http": 7}}]}"#,
            "`script[0].error.http` is no status of HTTP",
        ),
        (
            r#"{"id": "a", "script": [{"at": "send", "took_ms": -1}]}"#,
            "`script[0].took_ms` is no number that is zero or more",
        ),
        (r#"{"id": "a", "context": 1, "script": []}"#, "`context` is no object"),
        (
            r#"{"id": "a", "context": {"effect": "wriet"}, "script": []}"#,
            "`context.effect` is none of read, write, idempotent_write and keyed_write",
        ),
        (
            r#"{"id": "a", "context": {"ops": [{}, {"poll": "often"}]}, "script": []}"#,
            "`context.ops[1].poll` is neither true nor false",
        ),
        (
            r#"{"id": "a", "script": [], "expect": {"waits_ms": [[1, 2, 3]]}}"#,
            "`expect.waits_ms[0]` is neither a number nor the least and the most that it may be",
        ),
    ] {
        let wrong = Script::parse(line).map(|script| script.id().to_owned()).unwrap_err();
        assert_eq!(wrong.to_string(), says, "{line}");
        let has_id = line.contains(r#""id": "a""#) && !says.contains("JSON");
        assert_eq!(wrong.id(), has_id.then_some("a"), "{line}");
        let member = says.split('`').nth(1).unwrap_or_default();
        assert_eq!(wrong.member(), member);
    }
}

fn ran(line: &str) -> Trace {
    let script = Script::parse(line).unwrap_or_else(|wrong| panic!("{wrong}: {line}"));
    let trace = script.run(Reader::new(known()), || Jitter::NONE);
    let trace = trace.unwrap_or_else(|left| panic!("{left}: {line}"));
    assert_eq!(script.faults(&trace), [""; 0], "{line}");
    trace
}

#[test]
fn what_is_written_in_another_way_means_the_same() {
    for (one, other) in [
        (
            r#"{"id": "a", "context": {"effect": "read", "cancel_at_ms": "7"}, "script": [{"at": "send", "error": {"http": "503"}, "took_ms": "2"}]}"#,
            r#"{"id": "a", "context": {"effect": "read", "cancel_at_ms": 7.0}, "script": [{"at": "send", "http": 503, "took_ms": 1.5}]}"#,
        ),
        (
            r#"{"id": "a", "script": [{"at": "send", "error": {"transport": "Connection refused"}}, {"at": "send", "error": {"transport": "ECONNREFUSED"}}, {"at": "send"}]}"#,
            r#"{"id": "a", "script": [{"at": "send", "error": {"transport": "refused"}}, {"at": "send", "transport": "refused"}, {"at": "send", "ok": "true"}]}"#,
        ),
        (
            r#"{"id": "a", "context": {"effect": "keyed_write", "verify": "get"}, "script": [{"at": "send", "ok": true, "http": 202}, {"at": "read", "landed": true}]}"#,
            r#"{"id": "a", "context": {"dedupe_key": "request_id", "probe": true}, "script": [{"at": "send", "queued": true}, {"at": "read", "landed": "yes"}]}"#,
        ),
        (
            r#"{"id": "a", "context": {"effect": "read"}, "script": [{"at": "send", "error": {"code": 429, "retry_after": 2}}, {"at": "send"}]}"#,
            r#"{"id": "a", "context": {"effect": "read"}, "script": [{"at": "send", "error": {"http": 429, "headers": {"Retry-After": "2"}}}, {"at": "send"}]}"#,
        ),
        (
            r#"{"id": "a", "context": {"effect": "idempotent_write"}, "script": [{"at": "send", "error": {"code": -32602}}]}"#,
            r#"{"id": "a", "context": {"effect": "write", "idempotent": true}, "script": [{"at": "send", "error": {"rpc": "-32602"}}]}"#,
        ),
        (
            r#"{"id": 7, "context": {"probe": true, "batch": [1, 2]}, "script": [{"at": "send", "partial": true}, {"at": "read", "landed_items": [1]}, {"at": "item:2", "error": {"transport": "timeout"}}, {"at": "read", "landed_items": ["1", "2"]}]}"#,
            r#"{"id": "7", "context": {"probe": true, "batch": ["1", "2"]}, "script": [{"at": "send", "partial": true}, {"at": "read", "landed": ["1"]}, {"at": "item:2", "error": {"transport": "timeout"}}, {"at": "read", "landed": "yes"}]}"#,
        ),
        (
            r#"{"id": "a", "script": [{"at": "send", "error": {"error": {"code": "NEW", "class": "auth", "action": "stop", "retryable": false, "executed": "no", "message": ""}}}]}"#,
            r#"{"id": "a", "script": [{"at": "send", "error": {"code": "NEW", "class": "auth", "action": "stop", "retryable": false, "executed": "no", "message": ""}}]}"#,
        ),
        (
            r#"{"id": "a", "context": {"effect": "read"}, "script": [{"at": "send", "error": {"code": "RATE_LIMITED", "retry_after": "Tue, 01 Dec 2026 10:00:05 GMT", "date": "Tue, 01 Dec 2026 10:00:00 GMT"}}, {"at": "send"}]}"#,
            r#"{"id": "a", "context": {"effect": "read"}, "script": [{"at": "send", "error": {"code": "RATE_LIMITED", "retry_after_ms": 5000}}, {"at": "send"}]}"#,
        ),
        (
            r#"{"id": "a", "script": [{"at": "send", "error": {"code": 7}}]}"#,
            r#"{"id": "a", "script": [{"at": "send", "error": {"rpc": 7, "message": "x"}}]}"#,
        ),
        (
            r#"{"id": "a", "context": {"probe": {"tool": "get"}, "effect": "WRITE"}, "script": [{"at": "send", "ack": "weak"}, {"at": "read", "landed": "not_landed"}]}"#,
            r#"{"id": "a", "context": {"probe": true, "effect": "write"}, "script": [{"at": "send", "accepted": true}, {"at": "read", "landed": false}]}"#,
        ),
        (
            r#"{"id": "a", "context": {"idempotent_hint": true, "trusted_server": false, "effect": "write"}, "script": [{"at": "send", "error": {"transport": "reset"}}]}"#,
            r#"{"id": "a", "context": {"idempotent_hint": true, "untrusted": true, "effect": "write"}, "script": [{"at": "send", "error": {"transport": "disconnected"}}]}"#,
        ),
        (
            r#"{"id": "a", "context": {"effect": "read"}, "script": [{"at": "send", "error": {"transport": "refused", "code": "WAT"}}, {"at": "send", "error": {"transport": "tls_handshake"}}, {"at": "send"}]}"#,
            r#"{"id": "a", "context": {"effect": "read"}, "script": [{"at": "send", "error": {"transport": "connection-refused"}}, {"at": "send", "error": {"transport": "tls"}}, {"at": "send"}]}"#,
        ),
        (
            r#"{"id": "a", "context": {"dedupe_key": "op"}, "script": [{"at": "send", "error": {"http": 408}}, {"at": "send"}]}"#,
            r#"{"id": "a", "context": {"effect": "keyed", "key_field": "op"}, "script": [{"at": "send", "http": 408}, {"at": "send"}]}"#,
        ),
        (
            r#"{"id": "a", "context": {"probe": true, "probe_404": "not_landed"}, "script": [{"at": "send", "error": {"transport": "reset"}}, {"at": "read", "error": {"http": 404}}, {"at": "send"}]}"#,
            r#"{"id": "a", "context": {"probe": true, "not_found_means_not_landed": true}, "script": [{"at": "send", "error": {"transport": "reset"}}, {"at": "read", "http": 404}, {"at": "send"}]}"#,
        ),
    ] {
        let (one, other) = (ran(one), ran(other));
        assert_eq!(one.task.to_json(), other.task.to_json());
        assert_eq!((one.to_json(), one.keys), (other.to_json(), other.keys));
    }
}

#[test]
fn an_undo_is_named_by_its_tool_by_the_call_or_by_its_place() {
    let undone = |undoes: &str, other: u32| {
        let line = format!(
            r#"{{"id": "a", "context": {{"effect": "write", "ops": [
                {{"tool": "join", "name": "first", "args": {{"m": 1}}}},
                {{"tool": "leave", "args": {{"m": {other}}}, "undoes": {undoes}}}
            ]}}, "script": [{{"at": "send"}}, {{"at": "send"}}]}}"#
        );
        ran(&line).sequence.len() == 1
    };
    for undoes in [
        r#""join""#,
        r#""first""#,
        "0",
        r#"["join"]"#,
        r#"{"leave": "join"}"#,
        r#"{"tool": "join", "match_on": ["m"]}"#,
    ] {
        assert!(undone(undoes, 1), "{undoes}");
    }
    assert!(!undone(r#"{"tool": "join", "match_on": ["m"]}"#, 2));
    assert!(!undone(r#""other""#, 1));
    assert!(!undone(r#"{"join": "leave"}"#, 1));
}

#[test]
fn a_script_that_says_where_there_is_a_change_has_none_elsewhere() {
    let poll = |answers: &str| {
        let line = format!(
            r#"{{"id": "a", "context": {{"effect": "read", "tool": "s", "poll": true}}, "script": [{answers}]}}"#
        );
        ran(&line).sequence
    };
    let (one, other) = (r#"{"at": "read", "state": 1}"#, r#"{"at": "read", "state": 2}"#);
    assert_eq!(poll(&format!("{one}, {other}, {one}")), ["read"; 2]);
    let said = r#"{"at": "read", "state": 3, "changed": true}"#;
    assert_eq!(poll(&format!("{one}, {other}, {said}")), ["read"; 3]);
    // A poll is what is planned, and is a read.
    assert_eq!(
        poll(&format!("{one}, {}", said.replace("read", "send"))),
        ["read", "send"]
    );
}

#[test]
fn a_word_that_nobody_knows_proves_nothing_and_is_named() {
    let script = |answer: &str| {
        let line = format!(
            r#"{{"id": "a", "context": {{"effect": "write", "probe": true}}, "script": [
                {{"at": "send", "error": {{"transport": "reset"}}}}, {answer}]}}"#
        );
        Script::parse(&line).unwrap()
    };
    let maybe = script(r#"{"at": "read", "landed": "maybe"}"#);
    assert_eq!(maybe.unknown(), ["script[1].landed"]);
    let trace = maybe.run(Reader::new(known()), || Jitter::NONE).unwrap();
    assert_eq!(trace.task.report().status().as_str(), "unknown");
    assert!(script(r#"{"at": "read", "landed": "unclear"}"#).unknown().is_empty());
    for (answer, unknown) in [
        (r#"{"at": "read", "ok": true, "lnaded": "no"}"#, "lnaded"),
        (
            r#"{"at": "read", "error": {"http": 503, "trace": 7}, "tok_ms": 9}"#,
            "tok_ms",
        ),
        (r#"{"at": "read", "error": {"http": 503}, "ok": true}"#, "ok"),
    ] {
        assert_eq!(script(answer).unknown(), [format!("script[1].{unknown}")], "{answer}");
    }

    let line =
        r#"{"id": "a", "context": {"effect": "write"}, "script": [{"at": "send", "error": {"transport": "smoke"}}]}"#;
    let smoke = Script::parse(line).unwrap();
    assert_eq!(smoke.unknown(), ["script[0].error.transport"]);
    assert_eq!(ran(line).task.report().status().as_str(), "unknown");
}

#[test]
fn what_is_not_sent_any_more_at_a_cancel_is_not_counted() {
    for (answer, status) in [
        (
            r#"{"at": "send", "took_ms": 500, "error": {"transport": "reset"}}"#,
            "unknown",
        ),
        (r#"{"at": "send", "took_ms": 500, "error": {"http": 400}}"#, "failed"),
        (r#"{"at": "send", "took_ms": 500, "ok": true}"#, "done"),
    ] {
        let trace = ran(&format!(
            r#"{{"id": "a", "context": {{"effect": "write", "probe": true, "fixer": true, "cancel_at_ms": 500}}, "script": [{answer}]}}"#
        ));
        assert_eq!(trace.task.report().status().as_str(), status, "{answer}");
        assert_eq!((trace.task.calls(), trace.task.recovery_calls()), (1, 0), "{answer}");
    }
}

#[test]
fn codes_are_known_as_servers_spell_them() {
    for (codes, class) in [
        (
            &[
                "RATE_LIMITED",
                "rate_limited",
                "TOO_MANY_REQUESTS",
                "TooManyRequests",
                "rate-limited",
            ][..],
            Class::RateLimit,
        ),
        (
            &[
                "BAD_REQUEST",
                "SCHEMA_ERROR",
                "SCHEMA_INVALID",
                "validation_error",
                "illegalMove",
            ],
            Class::BadInput,
        ),
        (
            &["KEY_MISSING", "KEY_EXPIRED", "KEY_REVOKED", "unauthorized"],
            Class::Auth,
        ),
        (
            &["NOT_FOUND", "CLOSED", "GONE", "NOT_YOURS", "MATCH_OVER"],
            Class::NotFound,
        ),
        (&["CONFLICT", "ALREADY_EXISTS", "DUPLICATE"], Class::Conflict),
        (&["INTERNAL", "TIMEOUT", "unavailable"], Class::Transient),
    ] {
        for code in codes {
            let seen = Reader::new(known()).result(&format!(r#"{{"code":"{code}"}}"#));
            assert_eq!(seen.class, class, "{code}");
            // What only says that something broke proves nothing about a write.
            let executed = if class == Class::Transient {
                Executed::Unknown
            } else {
                Executed::No
            };
            assert_eq!(seen.executed, executed, "{code}");
        }
    }
    for code in foreign().codes {
        assert_eq!(foreign().code(code.code).map(|found| found.code), Some(code.code));
        // Where the standard registry has it too, that counts, and says nothing else of its class.
        if let Some(standard) = standard::REGISTRY.code(code.code) {
            assert_eq!(standard.class, code.class, "{}", code.code);
        }
    }
    assert_eq!(foreign().code("WAT").map(|code| code.code), None);
}

#[test]
fn a_script_that_the_engine_leaves_says_what_was_sent() {
    let script = |line: &str| Script::parse(line).unwrap();
    let run = |line: &str| script(line).run(Reader::new(known()), || Jitter::NONE).unwrap_err();
    let short =
        run(r#"{"id": "a", "context": {"effect": "read"}, "script": [{"at": "send", "error": {"http": 503}}]}"#);
    assert_eq!(
        short.to_string(),
        "`send` was sent, and the script has no answer left: it has 1"
    );
    assert_eq!((short.at_ms, short.script), (1_000, None));
    assert_eq!(short.trace.sequence, ["send", "send"]);
    let other = run(
        r#"{"id": "a", "context": {"probe": true}, "script": [{"at": "send", "error": {"transport": "timeout"}}, {"at": "send"}]}"#,
    );
    assert_eq!(
        other.to_string(),
        "`read` was sent, and answer 2 of the script is for `send`"
    );
    assert_eq!((other.sent.as_str(), other.trace.unused), ("read", 1));
}

#[test]
fn what_is_not_as_expected_is_told_and_what_is_not_expected_is_not() {
    let line = |expect: &str| {
        format!(
            r#"{{"id": "a", "context": {{"effect": "read"}}, "script": [{{"at": "send", "error": {{"http": 503}}}}, {{"at": "send"}}, {{"at": "send"}}]{expect}}}"#
        )
    };
    let faults = |expect: &str| {
        let script = Script::parse(&line(expect)).unwrap();
        let trace = script.run(Reader::new(known()), || Jitter::millis(200)).unwrap();
        script.faults(&trace)
    };
    for right in [
        "",
        r#", "expect": {}, "unused": 1"#,
        r#", "expect": {"calls": 2, "waits_ms": [[1000, 1500]], "status": "done", "stop_reason": null, "sequence": ["send", "send"],
            "recovery_calls": "1", "elapsed_ms": [1000, "1500"], "same_key": false, "unused": 1}"#,
        r#", "expect": {"calls": [1, 2], "waits_ms": ["1200"], "elapsed_ms": 1200}"#,
    ] {
        assert_eq!(faults(right), [""; 0], "{right}");
    }
    for (wrong, says) in [
        (r#", "unused": 0"#, "`unused` is 1, expected 0"),
        (r#", "expect": {"calls": 3}"#, "`calls` is 2, expected 3"),
        (r#", "expect": {"waits_ms": []}"#, "`waits_ms` is [1200], expected []"),
        (
            r#", "expect": {"waits_ms": [[1201, 1500]]}"#,
            "`waits_ms` is [1200], expected [[1201,1500]]",
        ),
        (
            r#", "expect": {"waits_ms": [[1000, 1199]]}"#,
            "`waits_ms` is [1200], expected [[1000,1199]]",
        ),
        (
            r#", "expect": {"status": "failed"}"#,
            "`status` is \"done\", expected \"failed\"",
        ),
        (
            r#", "expect": {"stop_reason": "auth"}"#,
            "`stop_reason` is null, expected \"auth\"",
        ),
        (
            r#", "expect": {"sequence": ["send"]}"#,
            "`sequence` is [\"send\",\"send\"], expected [\"send\"]",
        ),
        (
            r#", "expect": {"recovery_calls": 0}"#,
            "`recovery_calls` is 1, expected 0",
        ),
        (
            r#", "expect": {"elapsed_ms": 1199}"#,
            "`elapsed_ms` is 1200, expected 1199",
        ),
        (
            r#", "expect": {"same_key": true}"#,
            "`same_key` is false, expected true",
        ),
    ] {
        assert_eq!(faults(wrong), [says], "{wrong}");
    }
    let stopped = r#"{"id": "a", "script": [{"at": "send", "error": {"http": 400}}], "expect": {"stop_reason": null}}"#;
    let script = Script::parse(stopped).unwrap();
    let trace = script.run(Reader::new(known()), || Jitter::NONE).unwrap();
    assert_eq!(script.faults(&trace), ["`stop_reason` is \"bad_input\", expected null"]);
    let unknown = r#", "tries": 1, "expect": {"stauts": "done"}"#;
    assert_eq!(
        Script::parse(&line(unknown)).unwrap().unknown(),
        ["tries", "expect.stauts"]
    );
    assert_eq!(faults(unknown), [""; 0]);
}

#[test]
fn a_step_whose_answer_is_lost_may_have_been_taken() {
    for (step, status) in [
        (r#""ok": true"#, "done"),
        (r#""error": {"transport": "timeout"}"#, "done"),
        (r#""error": {"http": 503}"#, "done"),
        (r#""error": {"transport": "refused"}"#, "failed"),
        (r#""error": {"http": 400}"#, "failed"),
    ] {
        let again = if status == "done" {
            r#", {"at": "send", "ok": true}"#
        } else {
            ""
        };
        let trace = ran(&format!(
            r#"{{"id": "a", "context": {{"steps": true}}, "script": [
                {{"at": "send", "error": {{"code": "LOCKED_X", "class": "precondition", "action": "fix_state", "retryable": false,
                    "executed": "no", "message": ""}}}},
                {{"at": "step", {step}}}{again}]}}"#
        ));
        assert_eq!(trace.task.report().status().as_str(), status, "{step}");
    }
}

#[test]
fn a_step_is_one_of_the_answers_and_facts_come_from_a_registry() {
    let line = r#"{"id": "a", "context": {"steps": true}, "script": [
        {"at": "send", "error": {"code": "LOCKED_X", "class": "precondition", "action": "fix_state", "retryable": false, "executed": "no", "message": ""}},
        {"at": "step", "ok": true}, {"at": "send"}], "expect": {"status": "done", "sequence": ["send", "step", "send"]}}"#;
    ran(line);
    static KNOWN: Registry = Registry {
        name: "bank",
        version: "1.0.0",
        codes: &[],
        index: Index {
            seed: 0,
            slots: &[],
            names: &[],
        },
        tools: &[ToolSpec {
            name: "reserve",
            dedupe_key: "key",
            verify: "get",
            settle_ms: 700,
            ..ToolSpec::DEFAULT
        }],
        roles: Roles {
            ..standard::REGISTRY.roles
        },
        upstream: &[],
        schema: "",
    };
    let line = |own: &str| {
        format!(
            r#"{{"id": "a", "context": {{"tool": "reserve", "args": {{"note": 1}}{own}}}, "script": [
                {{"at": "send", "error": {{"transport": "timeout"}}}}, {{"at": "send", "error": {{"transport": "timeout"}}}},
                {{"at": "read", "landed": "yes"}}]}}"#
        )
    };
    let run = |line: &str| {
        let script = Script::parse_with(line, &[&KNOWN]).unwrap();
        script.run(Reader::new(&[&KNOWN]), || Jitter::NONE)
    };
    let trace = run(&line("")).unwrap();
    assert!(trace.has_same_keys());
    assert_eq!(trace.waits_ms, [1_000, 700]);
    // What the script says itself comes first.
    assert_eq!(run(&line(r#", "settle_ms": 5"#)).unwrap().waits_ms, [1_000, 5]);
    assert_eq!(run(&line(r#", "probe": false"#)).unwrap().sequence, ["send", "send"]);
    let left = run(&line(r#", "dedupe_key": false"#)).unwrap_err();
    assert_eq!((left.sent.as_str(), left.script.as_deref()), ("read", Some("send")));
}

#[test]
fn what_happened_is_told_step_by_step() {
    let line = case_lines().find(|line| line.contains("\"C10\"")).unwrap();
    assert_eq!(
        ran(line).to_string(),
        "   0.000 s  send                 first_try\n   \
            0.000 s    ← error {\"transport\":\"timeout\"}\n   \
            0.000 s  wait 1000 ms         resend_same_key\n   \
            1.000 s  send                 wait_over\n   \
            1.000 s    ← ok, duplicate, state {\"turn\":4}\n   \
            1.000 s  done                 duplicate_shown\n\
         RECOVERY v1 task C10 status done calls 2 elapsed 1s\n\
         RECOVERY v1 done: tool (state)\n\
         RECOVERY v1 failed: none\n\
         RECOVERY v1 unknown: none\n\
         RECOVERY v1 next: none"
    );
}

/// A line of members as they may come, right and wrong.
fn any_line(random: &mut Random) -> String {
    const ERRORS: [&str; 9] = [
        r#"{"transport":"timeout"}"#,
        r#"{"transport":"refused"}"#,
        r#"{"http":503,"retry_after":"7"}"#,
        r#"{"http":429,"retry_after_s":"119.5"}"#,
        r#"{"code":"ILLEGAL_MOVE"}"#,
        r#"{"code":"KEY_EXPIRED"}"#,
        r#"{"code":-32603}"#,
        r#""already_exists""#,
        r#"{"error":{"code":"X","class":"precondition","action":"fix_state","retryable":false,"executed":"no","message":"\n"}}"#,
    ];
    const FACTS: [&str; 16] = [
        r#""effect":"read""#,
        r#""effect":"idempotent_write""#,
        r#""dedupe_key":true"#,
        r#""probe":true"#,
        r#""fixer":{"a":1}"#,
        r#""steps":true"#,
        r#""batch":["a","b"]"#,
        r#""poll":true"#,
        r#""settle_ms":3000"#,
        r#""recheck":2"#,
        r#""ack":"weak""#,
        r#""cancel_at_ms":1200"#,
        r#""timeout_ms":500"#,
        r#""limits":{"attempts_per_call":5,"recovery_time_ms":18446744073709551615}"#,
        r#""ops":[{"tool":"a"},{"tool":"b","undoes":"a"},{"tool":"a"}]"#,
        r#""not_found":"not_landed""#,
    ];
    let facts: Vec<&str> = FACTS.into_iter().filter(|_| random.below(5) == 0).collect();
    let answer = |random: &mut Random| {
        let at = ["send", "send", "read", "fix", "step", "item:a", "item:b"][random.below(7) as usize];
        let took = [0, 900, 130_000, u64::MAX][random.below(4) as usize];
        let rest = match random.below(3) {
            0 => format!(r#""error":{}"#, ERRORS[random.below(9) as usize]),
            1 => r#""landed":"no","partial":true,"state":1"#.to_owned(),
            _ => r#""ok":true,"landed_items":["b"],"duplicate":true"#.to_owned(),
        };
        format!(r#"{{"at":"{at}","took_ms":{took},{rest}}}"#)
    };
    let count = random.below(12);
    let answers: Vec<String> = (0..count).map(|_| answer(random)).collect();
    format!(
        r#"{{"id":"any","context":{{{}}},"script":[{}]}}"#,
        facts.join(","),
        answers.join(",")
    )
}

#[test]
fn any_script_ends_in_a_trace_or_says_what_was_sent() {
    let mut random = Random::seeded(11);
    let (mut ended, mut left_it) = (0, 0);
    for _ in 0..3_000 {
        let line = any_line(&mut random);
        let script = Script::parse(&line).unwrap_or_else(|wrong| panic!("{wrong}: {line}"));
        let trace = match script.run(Reader::new(known()), || random.jitter()) {
            Ok(trace) => {
                ended += 1;
                trace
            }
            Err(left) => {
                left_it += 1;
                assert_ne!(left.script.as_deref(), Some(left.sent.as_str()), "{line}");
                *left.trace
            }
        };
        let report = trace.task.report();
        assert_eq!(Report::parse(&report.to_string()), Ok(report), "{line}");
        assert_eq!(Task::replay(&trace.task.to_json()), Ok(trace.task.clone()), "{line}");
        let json: serde_json::Value = serde_json::from_str(&trace.to_json()).unwrap();
        assert_eq!(json["calls"], trace.task.calls(), "{line}");
        assert!(trace.to_string().lines().count() >= 5);
    }
    assert!(ended > 300 && left_it > 300, "{ended} {left_it}");
}

proptest! {
    #[test]
    fn any_text_is_a_script_or_says_why_not(text in any::<String>(), member in "[a-z_]{1,12}", value in "[0-9a-z\"{}\\[\\],:.-]{0,12}") {
        let _ = Script::parse(&text);
        for line in [
            format!(r#"{{"id":"a","script":[],"{member}":{value}}}"#),
            format!(r#"{{"id":"a","context":{{"{member}":{value}}},"script":[]}}"#),
            format!(r#"{{"id":"a","script":[{{"at":"send","{member}":{value}}}]}}"#),
            format!(r#"{{"id":"a","script":[{{"at":"send","error":{{"{member}":{value}}}}}]}}"#),
        ] {
            if let Ok(script) = Script::parse(&line) {
                let _ = script.run(Reader::new(known()), || Jitter::NONE);
            }
        }
    }
}
