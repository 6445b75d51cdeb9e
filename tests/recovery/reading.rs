//! What came over the wire is read as what it says, and as nothing that it does not.

use std::time::{Duration, SystemTime};

use errtax::causes::{Evidence, Http, prove};
use errtax::recovery::testkit::known;
use errtax::recovery::{Reader, Seen, Success, Tool, Transport};
use errtax::{Class, Executed};
use proptest::prelude::*;

use Class::{Auth, BadInput, Cancelled, Conflict, Internal, NotFound, RateLimit, Transient, UnknownOutcome};
use Executed::{No, Unknown};

fn reader() -> Reader<'static> {
    Reader::new(known())
}

#[track_caller]
fn is(seen: &Seen<'_>, class: Class, executed: Executed, code: &str, wait_ms: Option<u64>) {
    let wait = wait_ms.map(Duration::from_millis);
    assert_eq!(
        (seen.class, seen.executed, &*seen.code, seen.wait),
        (class, executed, code, wait)
    );
}

#[test]
fn the_object_of_errtax_counts_first() {
    let object = |code: &str, class: &str, action: &str, retryable: bool, executed: &str| {
        format!(
            r#"{{"error":{{"code":"{code}","class":"{class}","action":"{action}","retryable":{retryable},"executed":"{executed}","message":"m","retry_after_ms":70}}}}"#
        )
    };
    let read = |text: &str| reader().result(text);
    // The registry's word for a code that it has, the object's own for others.
    is(
        &read(&object("MATCH_OVER", "transient", "retry", true, "no")),
        NotFound,
        No,
        "MATCH_OVER",
        Some(70),
    );
    is(
        &read(&object("NEW", "transient", "retry", true, "no")),
        Transient,
        No,
        "NEW",
        Some(70),
    );
    is(
        &read(&object("NEW", "transient", "retry", true, "unknown")),
        Transient,
        Unknown,
        "NEW",
        Some(70),
    );
    // What a newer peer added goes by the action, and what contradicts itself by the stricter word.
    is(
        &read(&object("NEW", "congestion", "wait", true, "no")),
        RateLimit,
        No,
        "NEW",
        Some(70),
    );
    is(
        &read(&object("NEW", "congestion", "dance", true, "no")),
        UnknownOutcome,
        No,
        "NEW",
        Some(70),
    );
    is(
        &read(&object("NEW", "transient", "retry", false, "no")),
        Internal,
        No,
        "NEW",
        Some(70),
    );
    is(
        &read(&object("RATE_LIMITED", "rate_limit", "wait", true, "unknown")),
        RateLimit,
        Unknown,
        "RATE_LIMITED",
        Some(70),
    );
    // The same object counts whatever carried it.
    let data = object("KEY_EXPIRED", "auth", "reauthenticate", false, "no");
    is(&reader().rpc(-32_603, Some(&data)), Auth, No, "KEY_EXPIRED", Some(70));
}

#[test]
fn foreign_objects_are_read_by_one_table() {
    let read = |text: &str| reader().result(text);
    is(
        &read(r#"{"error":"RATE_LIMITED","code":429,"docs":"x"}"#),
        RateLimit,
        No,
        "RATE_LIMITED",
        None,
    );
    is(
        &read(r#"{"error":{"code":"ILLEGAL_MOVE","message":"no"}}"#),
        BadInput,
        No,
        "ILLEGAL_MOVE",
        None,
    );
    is(
        &read(r#"{"failure":{"category":"RATE_LIMITED","retryAfterMs":15}}"#),
        RateLimit,
        No,
        "RATE_LIMITED",
        Some(15),
    );
    is(
        &read(r#"{"code":"ODD","retry_after_seconds":"0.25"}"#),
        UnknownOutcome,
        Unknown,
        "ODD",
        Some(250),
    );
    is(
        &read(r#"{"code":"ODD","retryable":true}"#),
        Transient,
        Unknown,
        "ODD",
        None,
    );
    is(
        &read(r#"{"code":"ODD","retryable":true,"isRetryable":false}"#),
        Internal,
        Unknown,
        "ODD",
        None,
    );
    // A declared code is what it is declared to be, whatever the object calls itself.
    is(
        &read(r#"{"code":"KEY_EXPIRED","retryable":true,"retry_after_s":2}"#),
        Auth,
        No,
        "KEY_EXPIRED",
        Some(2_000),
    );
    is(
        &read(r#"{"code":"X","retry_after":0,"retryAfter":-1,"retry_after_ms":"soon"}"#),
        UnknownOutcome,
        Unknown,
        "X",
        None,
    );
}

#[test]
fn words_decide_nothing() {
    for text in [
        "RATE_LIMITED: retry later",
        "429 Too Many Requests",
        "",
        "null",
        "[1]",
        r#"{"error":"not found, retry"}"#,
    ] {
        is(&reader().result(text), UnknownOutcome, Unknown, "", None);
    }
    is(
        &reader().rpc(-32_000, Some("\"timeout, please retry\"")),
        UnknownOutcome,
        Unknown,
        "rpc_-32000",
        None,
    );
}

#[test]
fn numbers_of_json_rpc_say_what_the_protocol_says() {
    for (code, class, executed) in [
        (-32_700, BadInput, No),
        (-32_600, BadInput, No),
        (-32_601, BadInput, No),
        (-32_602, BadInput, No),
        (-32_603, Transient, Unknown),
        (-32_800, Cancelled, Unknown),
        (-32_001, UnknownOutcome, Unknown),
        (7, UnknownOutcome, Unknown),
    ] {
        is(&reader().rpc(code, None), class, executed, &format!("rpc_{code}"), None);
    }
}

#[test]
fn each_status_is_what_the_rules_say() {
    for (statuses, class, executed) in [
        (&[408_u16, 500, 502, 503, 504, 599][..], Transient, Unknown),
        (&[421, 425], Transient, No),
        (&[429], RateLimit, No),
        (&[300, 302, 399, 400, 405, 422, 501], BadInput, No),
        (&[401, 402, 403], Auth, No),
        (&[404, 410], NotFound, No),
        (&[409, 412, 423], Conflict, No),
        (
            &[0, 100, 204, 406, 413, 415, 418, 451, 499, 600],
            UnknownOutcome,
            Unknown,
        ),
    ] {
        for status in statuses {
            let http = Http {
                status: *status,
                ..Http::default()
            };
            is(&reader().http(&http), class, executed, &format!("http_{status}"), None);
        }
    }
}

#[test]
fn of_all_waits_the_longest_holds() {
    let wait = |headers: &[(&str, &str)], body: &str, now: Option<SystemTime>| {
        let http = Http {
            status: 503,
            headers,
            body,
            now,
        };
        reader().http(&http).wait.map(|wait| wait.as_millis())
    };
    assert_eq!(wait(&[("retry-after", "3")], "", None), Some(3_000));
    assert_eq!(wait(&[("Retry-After", " 1.5 ")], "", None), Some(1_500));
    assert_eq!(
        wait(
            &[("Retry-After", "3"), ("retry-after-ms", "3001")],
            r#"{"retry_after_s":2}"#,
            None
        ),
        Some(3_001)
    );
    assert_eq!(
        wait(
            &[("Retry-After", "3")],
            r#"{"code":"RATE_LIMITED","retry_after_s":4}"#,
            None
        ),
        Some(4_000)
    );
    for none in [
        "",
        "0",
        "-1",
        "soon",
        "NaN",
        "inf",
        "1 s",
        "Tue, 01 Dec 2026 10:00:05 GMT",
    ] {
        assert_eq!(wait(&[("Retry-After", none)], "", None), None, "{none}");
    }
    let date = ("Date", "Tue, 01 Dec 2026 10:00:00 GMT");
    let at = |time: &'static str| ("Retry-After", time);
    assert_eq!(
        wait(
            &[at("Tue, 01 Dec 2026 10:00:05 GMT"), date],
            "",
            Some(SystemTime::UNIX_EPOCH)
        ),
        Some(5_000)
    );
    assert_eq!(wait(&[at("Tue, 01 Dec 2026 09:00:05 GMT"), date], "", None), None);
    // Half a second into a second, the date is still that whole second away.
    let now = SystemTime::UNIX_EPOCH + Duration::from_millis(1_500);
    assert_eq!(wait(&[at("Thu, 01 Jan 1970 00:00:05 GMT")], "", Some(now)), Some(4_000));
    assert_eq!(
        wait(&[("Retry-After", "99999999999999999999999")], "", None),
        Some(u128::from(u32::MAX))
    );
    assert_eq!(wait(&[("Retry-After", "0.1")], "", None), Some(100));
    assert_eq!(wait(&[("Retry-After", "0.0001")], "", None), Some(1));
}

#[test]
fn what_a_cause_proves_is_taken_over() {
    let of = |code: &'static str| Seen::from(&prove(&Evidence::sql_state(code, "")));
    assert_eq!((of("40001").class, of("40001").executed), (Transient, No));
    assert_eq!((of("08006").class, of("08006").executed), (Transient, Unknown));
    // A full disk does not get better by waiting.
    assert_eq!(of("53100").class, Internal);
    is(
        &Seen::from(&prove(&Evidence::Text("who knows"))),
        UnknownOutcome,
        Unknown,
        "",
        None,
    );
    for transport in Transport::ALL {
        let executed = if transport.was_sent() { Unknown } else { No };
        is(
            &Seen::transport(*transport),
            Transient,
            executed,
            transport.code(),
            None,
        );
    }
}

#[test]
fn a_success_says_more_than_success() {
    static TOOL: Tool = Tool::write("t");
    let read = |text: &str| Success::json(&TOOL, text);
    assert_eq!(read("prose"), Success::PLAIN);
    assert!(read(r#"{"duplicate":true}"#).duplicate && read(r#"{"duplicate":true}"#).state.is_none());
    assert!(read(r#"{"state":{"a":1}}"#).state.is_some() && read(r#"{"state":null}"#).state.is_none());
    assert!(read(r#"{"partial":true}"#).partial && !read(r#"{"partial":"true"}"#).partial);
    assert_eq!(read(r#"{"changed":false}"#).changed, Some(false));
    assert!(read(r#"{"queued":true}"#).weak && !read(r#"{"queued":false}"#).weak);
    for (status, body, is_weak) in [
        (202, r#"{"number":7}"#, true),
        (200, "", true),
        (204, " \n", true),
        (200, r#"{"queued":true}"#, true),
        (200, r#"{"number":7}"#, false),
        (200, "posted", false),
    ] {
        assert_eq!(Success::http(&TOOL, status, body).weak, is_weak, "{status} {body:?}");
    }
    let poll = Tool {
        poll: true,
        ..Tool::read("p")
    };
    assert!(Success::json(&poll, "idle").state.is_some());
}

#[test]
fn a_word_of_doubt_counts_wherever_it_stands_and_a_word_of_comfort_nowhere() {
    let known = [&errtax::standard::REGISTRY];
    let reader = Reader::new(&known);
    for (body, executed) in [
        (r#"{"code":"RATE_LIMITED"}"#, No),
        (r#"{"code":"RATE_LIMITED","executed":"no"}"#, No),
        (r#"{"code":"RATE_LIMITED","executed":"unknown"}"#, Unknown),
        (
            r#"{"error":{"code":"RATE_LIMITED","executed":"partial"}}"#,
            Executed::Partial,
        ),
        (r#"{"code":"RATE_LIMITED","executed":"yes"}"#, Executed::Yes),
        (r#"{"code":"RATE_LIMITED","executed":"who knows"}"#, Unknown),
        (r#"{"code":"NEW","executed":"no"}"#, Unknown),
    ] {
        assert_eq!(reader.result(body).executed, executed, "{body}");
        let http = Http {
            status: 429,
            body,
            ..Http::default()
        };
        let by_status = if body.contains("NEW") { No } else { executed };
        assert_eq!(reader.http(&http).executed, by_status, "{body}");
        assert_eq!(reader.rpc(-32_000, Some(body)).executed, executed, "{body}");
    }
}

proptest! {
    #[test]
    fn any_answer_is_read_as_something(
        status in any::<u16>(),
        wait in "[ -~]{0,30}|[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT|-?[0-9]{1,25}(\\.[0-9]{1,9})?(e[0-9]{1,4})?",
        body in any::<String>(),
    ) {
        let http = Http {
            status,
            headers: &[("Retry-After", &wait)],
            body: &body,
            now: Some(SystemTime::UNIX_EPOCH),
        };
        let seen = reader().http(&http);
        prop_assert!(seen.wait.is_none_or(|wait| wait > Duration::ZERO && wait.as_millis() <= u128::from(u32::MAX)));
        let _ = (reader().result(&body), reader().rpc(status.into(), Some(&body)));
    }
}
