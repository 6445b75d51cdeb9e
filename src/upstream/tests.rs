//! Hosts, phrases, bodies and waits, one by one.

use std::time::{Duration, UNIX_EPOCH};

use errtax_core::{CodeSpec, Registry, UpstreamSpec};
use proptest::prelude::*;

use super::Answer;
use crate::standard::REGISTRY;

fn code(code: &str) -> &'static CodeSpec {
    REGISTRY.code(code).unwrap()
}

/// A registry with these rules, and all else of the standard one.
fn registry(upstream: Vec<UpstreamSpec>) -> &'static Registry {
    Box::leak(Box::new(Registry {
        name: "test",
        version: "1.0.0",
        codes: REGISTRY.codes,
        index: errtax_core::Index { ..REGISTRY.index },
        tools: &[],
        roles: errtax_core::Roles { ..REGISTRY.roles },
        upstream: Box::leak(upstream.into_boxed_slice()),
        schema: "",
    }))
}

fn rule(host: &'static str, message: &'static str) -> UpstreamSpec {
    UpstreamSpec {
        host,
        status: &[],
        message,
        pointer: "",
        equals: "",
        redact: &[],
        code: code("MISCONFIGURED"),
        hint: "Do as the rule says.",
    }
}

fn fits(rule: UpstreamSpec, answer: &Answer) -> bool {
    answer.rule(registry(vec![rule])).is_some()
}

#[test]
fn a_host_is_the_one_that_is_meant_and_no_other() {
    for (pattern, host, expected) in [
        ("api.example.com", "api.example.com", true),
        ("api.example.com", "API.Example.COM", true),
        ("api.example.com", "api.example.com.", true),
        ("api.example.com", "xapi.example.com", false),
        ("api.example.com", "api.example.com.evil.org", false),
        ("*.example.com", "api.example.com", true),
        ("*.example.com", "a.b.example.com", true),
        ("*.example.com", "example.com", false),
        ("*.example.com", ".example.com", false),
        ("*.example.com", "badexample.com", false),
        ("*.example.com", "example.com.evil.org", false),
        ("*.example.com", "", false),
        ("*.example.com", "é.example.com", true),
    ] {
        let answer = Answer::new(host).with_body("x");
        assert_eq!(fits(rule(pattern, ""), &answer), expected, "{pattern} {host}");
    }
}

#[test]
fn a_phrase_is_found_in_what_was_said_and_not_in_longer_words() {
    for (phrase, body, expected) in [
        ("unknown property", r#"{"message":"Unknown property 'vatId'"}"#, true),
        ("unknown property", "400: UNKNOWN PROPERTY", true),
        ("unknown property", r#"{"message":"unknown\u0020property"}"#, true),
        ("unknown property", r#"{"message":"unknown propertyName"}"#, false),
        ("unknown property", r#"{"message":"unknown","of":"property"}"#, false),
        ("unknown \"x\"", r#"{"message":"unknown \"x\""}"#, true),
        ("över gränsen", r#"{"fel":"ÖVER GRÄNSEN"}"#, true),
        ("limit", r#"{"limits":1}"#, false),
        ("limit", "\"\\", false),
        ("limit", "", false),
    ] {
        let answer = Answer::new("h").with_body(body);
        assert_eq!(fits(rule("", phrase), &answer), expected, "{phrase} {body}");
    }
}

#[test]
fn a_pointer_leads_to_what_the_rule_names() {
    for (pointer, equals, body, expected) in [
        (
            "/error/code",
            "plan_expired",
            r#"{"error":{"code":"plan_expired"}}"#,
            true,
        ),
        ("/error/code", "7", r#"{"error":{"code":7}}"#, true),
        ("/error/code", "7", r#"{"error":{"code":"7"}}"#, true),
        ("/error/code", "7", r#"{"error":{"code":7.0}}"#, false),
        ("/errors/0/code", "a", r#"{"errors":[{"code":"a"},{"code":"b"}]}"#, true),
        (
            "/errors/1/code",
            "a",
            r#"{"errors":[{"code":"a"},{"code":"b"}]}"#,
            false,
        ),
        (
            "/errors/01/code",
            "b",
            r#"{"errors":[{"code":"a"},{"code":"b"}]}"#,
            false,
        ),
        ("/a~1b", "x", r#"{"a/b":"x"}"#, true),
        ("/code", "a", r#"{"code":"b","code":"a"}"#, false),
        ("/code", "a", "code: a", false),
    ] {
        let answer = Answer::new("h").with_body(body);
        let rule = UpstreamSpec {
            pointer,
            equals,
            ..rule("", "")
        };
        assert_eq!(fits(rule, &answer), expected, "{pointer} {equals} {body}");
    }
}

#[test]
fn of_several_rules_the_first_that_fits_speaks_with_its_own_hint() {
    let rules = registry(vec![
        UpstreamSpec {
            status: &[400],
            ..rule("api.example.com", "unknown property")
        },
        UpstreamSpec {
            code: code("USER_ACTION_REQUIRED"),
            hint: "",
            ..rule("*.example.com", "")
        },
    ]);
    let wire = |host: &str, status: u16, body: &str| {
        let answer = Answer::new(host).with_status(status).with_body(body);
        answer.into_failure(rules).to_wire()
    };
    let told = wire("api.example.com", 400, r#"{"message":"unknown property"}"#);
    assert!(
        told.contains(r#""code":"MISCONFIGURED""#) && told.contains(r#""hint":"Do as the rule says.""#),
        "{told}"
    );
    assert!(
        told.contains(
            r#""upstream":{"host":"api.example.com","status":400,"body":"{\"message\":\"unknown property\"}"}"#
        )
    );
    let own = wire("api.example.com", 403, "");
    assert!(
        own.contains(r#""code":"USER_ACTION_REQUIRED""#) && own.contains("Put the request to the user"),
        "{own}"
    );
    // The same words from elsewhere are an ordinary failure.
    let elsewhere = wire("api.example.org", 400, r#"{"message":"unknown property"}"#);
    assert!(
        elsewhere.contains(r#""code":"UNKNOWN_ERROR""#) && !elsewhere.contains("Do as"),
        "{elsewhere}"
    );
}

#[test]
fn a_client_with_codes_of_its_own_uses_them_where_no_rule_speaks() {
    let rules = registry(vec![rule("h", "declared")]);
    let failure = |body: &str| {
        let answer = Answer::new("h")
            .with_status(503)
            .with_header("retry-after", "1")
            .with_body(body);
        let own = crate::standard::details::ServiceUnavailable { service: None };
        answer.into_declared_or(rules, own.into_failure())
    };
    assert_eq!(failure("it is declared").code(), "MISCONFIGURED");
    let own = failure("it is not");
    assert_eq!(
        (own.code(), own.retry_after()),
        ("SERVICE_UNAVAILABLE", Some(Duration::from_secs(1)))
    );
    assert!(own.to_wire().contains("it is not"));
}

#[test]
fn the_details_of_a_failure_of_the_same_code_go_along_with_the_hint_of_the_rule() {
    let rules = registry(vec![rule("h", "")]);
    let own = || {
        crate::standard::details::Misconfigured {
            setting: Some("url".into()),
        }
        .into_failure()
    };
    let wire = Answer::new("h").into_declared_or(rules, own()).to_wire();
    assert!(
        wire.contains(r#""details":{"setting":"url"}"#) && wire.contains("Do as the rule says."),
        "{wire}"
    );
    let other = registry(vec![UpstreamSpec {
        code: code("GONE"),
        ..rule("h", "")
    }]);
    let wire = Answer::new("h").into_declared_or(other, own()).to_wire();
    assert!(wire.contains("GONE") && !wire.contains("setting"), "{wire}");
}

#[test]
fn a_twin_keeps_its_own_hint() {
    let rules = registry(vec![UpstreamSpec {
        code: code("CONNECTION_LOST"),
        ..rule("h", "")
    }]);
    let wire = Answer::new("h").into_failure(rules).to_wire();
    assert!(
        wire.contains("OUTCOME_UNKNOWN") && !wire.contains("Do as the rule says."),
        "{wire}"
    );
}

#[test]
fn what_a_rule_redacts_is_taken_out_or_nothing_is_passed_on() {
    let rules = registry(vec![UpstreamSpec {
        redact: &["/request/token", "/keys/1"],
        ..rule("h", "")
    }]);
    for (body, expected) in [
        (
            r#"{"request": {"token": "hunter2", "n": 1.50}, "keys": ["a", {"k": "hunter2"}]}"#,
            r#"{"request": {"token": "[redacted]", "n": 1.50}, "keys": ["a", "[redacted]"]}"#,
        ),
        (r#"{"other": 1}"#, r#"{"other": 1}"#),
        ("", ""),
        (r#"{"request": {"token": "hunter2""#, "[withheld]"),
        ("token=hunter2", "[withheld]"),
        (r#"{"request":{"token":"a","token":"hunter2"}}"#, "[withheld]"),
    ] {
        let wire = Answer::new("h").with_body(body).into_failure(rules).to_wire();
        let wire = errtax_core::wire::WireError::decode(&wire).unwrap();
        assert_eq!(
            wire.upstream.unwrap().text("/body").as_deref(),
            Some(expected),
            "{body}"
        );
    }
}

#[test]
fn a_status_proves_what_it_proves() {
    for (status, code) in [
        (429, "RATE_LIMITED"),
        (421, "TRANSIENT_ERROR"),
        (425, "TRANSIENT_ERROR"),
        (500, "CONNECTION_LOST"),
        (502, "CONNECTION_LOST"),
        (503, "CONNECTION_LOST"),
        (504, "CONNECTION_LOST"),
        (501, "UNKNOWN_ERROR"),
        (400, "UNKNOWN_ERROR"),
        (401, "UNKNOWN_ERROR"),
        (403, "UNKNOWN_ERROR"),
        (404, "UNKNOWN_ERROR"),
        (409, "UNKNOWN_ERROR"),
    ] {
        let failure = Answer::new("h").with_status(status).into_failure(&REGISTRY);
        assert_eq!(failure.code(), code, "{status}");
    }
    let limited = Answer::new("h").with_status(403).with_header("Retry-After", "60");
    assert_eq!(limited.into_failure(&REGISTRY).code(), "RATE_LIMITED");
    assert_eq!(Answer::new("h").into_failure(&REGISTRY).code(), "UNKNOWN_ERROR");
}

#[test]
fn a_wait_is_read_in_every_form_in_which_services_give_one() {
    // 1994-11-06, 08:49:07 UTC: 30 seconds before the example of RFC 9110.
    let now = UNIX_EPOCH + Duration::from_secs(784_111_747);
    let millis = |headers: &[(&str, &str)], status| {
        let answer = headers
            .iter()
            .fold(Answer::new("h").with_status(status), |answer, (name, value)| {
                answer.with_header_at(name, value, now)
            });
        answer.retry_after().map(|wait| wait.as_millis())
    };
    for (headers, expected) in [
        (&[("retry-after", "7")][..], Some(7_000)),
        (&[("Retry-After", " 7 ")], Some(7_000)),
        (&[("retry-after", "0.25")], Some(250)),
        (&[("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT")], Some(30_000)),
        (&[("retry-after", "Sunday, 06-Nov-94 08:49:37 GMT")], Some(30_000)),
        (&[("retry-after", "Sun Nov  6 08:49:37 1994")], Some(30_000)),
        (&[("retry-after", "Sun, 06 Nov 1994 08:00:00 GMT")], Some(0)),
        (&[("retry-after", "-5")], Some(0)),
        (&[("retry-after", "NaN")], None),
        (&[("retry-after", "inf")], None),
        (&[("retry-after", "1e9")], None),
        (&[("retry-after", "99999999999999999999999999")], None),
        (&[("retry-after", "soon")], None),
        (&[("retry-after", "")], None),
        (&[("retry-after-ms", "120.4")], Some(121)),
        (&[("x-ms-retry-after-ms", "90")], Some(90)),
        (&[("retry-after", "7"), ("retry-after-ms", "120")], Some(120)),
        (&[("retry-after-ms", "120"), ("retry-after", "7")], Some(120)),
        (
            &[("x-ratelimit-reset", "784111750"), ("x-ratelimit-remaining", "0")],
            Some(4_000),
        ),
        (
            &[("x-ratelimit-reset", "784111750"), ("x-ratelimit-remaining", "3")],
            None,
        ),
        (&[("content-length", "7")], None),
    ] {
        assert_eq!(millis(headers, 503), expected, "{headers:?}");
    }
    assert_eq!(millis(&[("x-ratelimit-reset", "784111750")], 429), Some(4_000));
}

proptest! {
    #[test]
    fn nothing_that_a_service_says_is_too_much(
        host in ".{0,30}", status in any::<u16>(), body in ".{0,200}", name in "[a-z-]{0,20}", value in ".{0,40}", phrase in ".{1,8}",
    ) {
        let phrase: &'static str = Box::leak(phrase.into_boxed_str());
        let rules = registry(vec![UpstreamSpec { pointer: "/a", equals: "b", ..rule("*.x", "") }, rule("", phrase)]);
        for name in [name.as_str(), "retry-after", "retry-after-ms", "x-ratelimit-reset"] {
            let answer = Answer::new(host.clone()).with_status(status).with_body(body.clone()).with_header(name, &value);
            prop_assert!(errtax_core::wire::WireError::decode(&answer.into_failure(rules).to_wire()).is_ok());
        }
    }

    #[test]
    fn what_is_redacted_is_gone_and_the_rest_is_as_it_was(before in "[a-z ]{0,10}", secret in "[a-z0-9]{12}", after in any::<u32>()) {
        let body = format!(r#"{{"before":"{before}","secret":["x",{{"in":"{secret}"}}],"after":{after}}}"#);
        let rules = registry(vec![UpstreamSpec { redact: &["/secret/1/in"], ..rule("h", "") }]);
        let wire = Answer::new("h").with_body(body.clone()).into_failure(rules).to_wire();
        let wire = errtax_core::wire::WireError::decode(&wire).unwrap();
        let sent = wire.upstream.unwrap().text("/body").unwrap();
        prop_assert_eq!(sent, body.replace(&secret, "[redacted]"));
    }
}
