//! What the wire promises: its form, its caps, and that nothing is lost on the way.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that meets the unexpected ends there"
)]

mod probe;

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use errtax_core::wire::{
    Call, Envelope, MAX_BYTES, MAX_DETAILS_BYTES, MAX_TEXT_CHARS, Open, Upstream, VERIFY_FALLBACK, WireError,
};
use errtax_core::{
    Action, Class, CodeSpec, Date, DateTime, Detail, DetailSpec, DetailType, Details, Effect, Executed, Next, Piece,
    RawJson, ToolError, ToolSpec, kind, render,
};
use proptest::prelude::*;

use probe::json;

static TWIN: CodeSpec = CodeSpec {
    code: "OUTCOME_UNKNOWN",
    class: Class::UnknownOutcome,
    action: Action::Verify,
    executed: Executed::Unknown,
    message: "Nobody knows whether it landed.",
    hint: "Check with {verify} first.",
    ..CodeSpec::DEFAULT
};

static LOST: CodeSpec = CodeSpec {
    code: "CONNECTION_LOST",
    class: Class::Transient,
    action: Action::Retry,
    retryable: true,
    executed: Executed::Unknown,
    in_doubt: Some(&TWIN),
    message: "The connection broke after {note}.",
    hint: "Send the same call again.",
    details: &[DetailSpec {
        name: "note",
        ..DetailSpec::DEFAULT
    }],
    ..CodeSpec::DEFAULT
};

static LOCKED: CodeSpec = CodeSpec {
    code: "PERIOD_LOCKED",
    class: Class::Precondition,
    action: Action::FixState,
    executed: Executed::No,
    message: "Period {note} is locked; {{braces}} stay.",
    hint: "Unlock {note} first.",
    next: Some(Next {
        pieces: &[
            Piece::Json("{\"tool\":\"unlock_period\",\"args\":{\"count\":"),
            Piece::Value("count"),
            Piece::Json(",\"note\":\"id "),
            Piece::Text("note"),
            Piece::Json("\"}}"),
        ],
    }),
    docs: "https://docs.example.com/errors/PERIOD_LOCKED",
    details: &[
        DetailSpec {
            name: "count",
            kind: DetailType::Integer,
            ..DetailSpec::DEFAULT
        },
        DetailSpec {
            name: "memo",
            optional: true,
            sensitive: true,
            ..DetailSpec::DEFAULT
        },
        DetailSpec {
            name: "note",
            ..DetailSpec::DEFAULT
        },
        DetailSpec {
            name: "rate",
            kind: DetailType::Number,
            ..DetailSpec::DEFAULT
        },
        DetailSpec {
            name: "tags",
            kind: DetailType::StringList,
            ..DetailSpec::DEFAULT
        },
    ],
    ..CodeSpec::DEFAULT
};

#[derive(Clone, Debug)]
struct Failed {
    spec: &'static CodeSpec,
    count: i64,
    memo: String,
    note: String,
    rate: f64,
    tags: Vec<String>,
    wait: Option<Duration>,
}

impl Failed {
    fn new(spec: &'static CodeSpec, note: &str) -> Self {
        Self {
            spec,
            count: 7,
            memo: "secret".into(),
            note: note.into(),
            rate: 0.5,
            tags: Vec::new(),
            wait: None,
        }
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        render(self, f)
    }
}

impl std::error::Error for Failed {}

impl ToolError for Failed {
    fn spec(&self) -> &'static CodeSpec {
        self.spec
    }

    fn details(&self, out: &mut Details<'_>) {
        Detail::<kind::Integer>::write(&self.count, out.field("count"));
        Detail::<kind::String>::write(&self.memo, out.field("memo"));
        Detail::<kind::String>::write(&self.note, out.field("note"));
        Detail::<kind::Number>::write(&self.rate, out.field("rate"));
        Detail::<kind::StringList>::write(&self.tags, out.field("tags"));
        Detail::<kind::Integer>::write(&1, out.field("undeclared"));
    }

    fn retry_after(&self) -> Option<Duration> {
        self.wait
    }
}

fn encode(error: &Failed) -> String {
    Envelope::of(error).encode(&Call::default())
}

#[test]
fn the_object_has_its_keys_in_the_documented_order_and_only_declared_details() {
    let failed = Failed {
        tags: vec!["a\"b".into(), "c".into()],
        ..Failed::new(&LOCKED, "2025")
    };
    let call = Call {
        correlation_id: Some("4bf92f3577b34da6a3ce929d0e0e4736"),
        ..Call::default()
    };
    assert_eq!(
        Envelope::of(&failed).encode(&call),
        concat!(
            r#"{"error":{"code":"PERIOD_LOCKED","class":"precondition","action":"fix_state","retryable":false,"#,
            r#""executed":"no","message":"Period 2025 is locked; {braces} stay.","hint":"Unlock 2025 first.","#,
            r#""next":{"tool":"unlock_period","args":{"count":7,"note":"id 2025"}},"#,
            r#""details":{"count":7,"note":"2025","rate":0.5,"tags":["a\"b","c"]},"#,
            r#""docs":"https://docs.example.com/errors/PERIOD_LOCKED","#,
            r#""correlation_id":"4bf92f3577b34da6a3ce929d0e0e4736"}}"#,
        )
    );
}

#[test]
fn a_write_in_doubt_surfaces_as_the_twin_and_a_repeatable_call_as_the_code_itself() {
    let failed = Failed::new(&LOST, "sending");
    let tool = ToolSpec {
        name: "post_voucher",
        verify: "get_voucher",
        ..ToolSpec::DEFAULT
    };
    let code = |effect| {
        let call = Call {
            effect,
            tool: Some(&tool),
            correlation_id: None,
        };
        WireError::decode(&Envelope::of(&failed).encode(&call)).unwrap()
    };
    let twin = code(Effect::Write);
    assert_eq!(
        (twin.code.as_str(), twin.retryable, twin.details),
        ("OUTCOME_UNKNOWN", false, None)
    );
    assert_eq!(twin.hint.unwrap(), "Check with get_voucher first.");
    for effect in [Effect::Read, Effect::IdempotentWrite, Effect::KeyedWrite] {
        let same = code(effect);
        assert_eq!((same.code.as_str(), same.retryable), ("CONNECTION_LOST", true));
        assert_eq!(same.message, "The connection broke after sending.");
    }
    let nothing_known = WireError::decode(&encode(&failed)).unwrap();
    assert_eq!(
        nothing_known.hint.unwrap(),
        format!("Check with {VERIFY_FALLBACK} first.")
    );
}

#[test]
fn a_wait_is_sent_for_retryable_codes_only() {
    let wait = |spec, effect| {
        let failed = Failed {
            wait: Some(Duration::from_millis(1500)),
            ..Failed::new(spec, "x")
        };
        let call = Call {
            effect,
            ..Call::default()
        };
        WireError::decode(&Envelope::of(&failed).encode(&call))
            .unwrap()
            .retry_after_ms
    };
    assert_eq!(wait(&LOST, Effect::Read), Some(1500));
    assert_eq!(wait(&LOST, Effect::Write), None);
    assert_eq!(wait(&LOCKED, Effect::Read), None);
}

#[test]
fn numbers_that_json_has_not_become_null() {
    for rate in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let wire = encode(&Failed {
            rate,
            ..Failed::new(&LOCKED, "x")
        });
        assert_eq!(
            WireError::decode(&wire).unwrap().detail("rate").unwrap().as_str(),
            "null"
        );
    }
}

#[test]
fn long_details_lose_the_end_of_their_texts_first_and_everything_last() {
    let failed = Failed {
        note: "n".repeat(5_000),
        ..Failed::new(&LOCKED, "")
    };
    let decoded = WireError::decode(&encode(&failed)).unwrap();
    let note = decoded.detail("note").unwrap();
    assert!(note.as_str().ends_with("…\""), "{note}");
    assert_eq!(decoded.detail("count").unwrap().as_str(), "7");

    let failed = Failed {
        tags: vec!["tag".into(); 5_000],
        ..Failed::new(&LOCKED, "")
    };
    let decoded = WireError::decode(&encode(&failed)).unwrap();
    assert_eq!(decoded.details.unwrap().as_str(), "{\"truncated\":true}");
}

#[test]
fn a_vendors_answer_goes_along_unmodified_or_marked_as_cut() {
    let failed = Failed::new(&LOCKED, "x");
    let send = |body: &str| {
        let upstream = Upstream {
            host: "api.example.com".into(),
            status: Some(503),
            body: body.into(),
        };
        let envelope = Envelope {
            upstream: Some(&upstream),
            ..Envelope::of(&failed)
        };
        let wire = envelope.encode(&Call::default());
        let value: serde_json::Value = serde_json::from_str(&wire).unwrap();
        value["error"]["upstream"].clone()
    };
    let whole = send("no such field: ü\n");
    assert_eq!(whole["body"], "no such field: ü\n");
    assert_eq!((&whole["status"], whole.get("truncated")), (&503.into(), None));
    let cut = send(&"ü".repeat(4_000));
    assert_eq!(cut["truncated"], true);
    assert_eq!(cut["body"].as_str().unwrap(), "ü".repeat(2_048));
}

#[test]
fn what_a_newer_peer_added_survives() {
    let text = concat!(
        r#"{"error":{"code":"BRAND_NEW","class":"quantum","action":"entangle","retryable":true,"executed":"both","#,
        r#""message":"m","next":{"tool":"t","args":{"n":1.10}},"details":{"big":123456789012345678901234567890,"#,
        r#""exact":0.10},"mood":"blue"},"trace":[1,2.50]}"#
    );
    let error = WireError::decode(text).unwrap();
    assert_eq!(error.class, Open::Other("quantum".into()));
    assert_eq!(error.action.known(), None);
    assert_eq!(error.detail("big").unwrap().as_str(), "123456789012345678901234567890");
    assert_eq!(error.encode(), text);
}

#[test]
fn what_is_no_wire_object_is_refused_with_the_reason() {
    for (text, reason) in [
        ("", "the text ends too early at byte 0"),
        ("[]", "expected an object at byte 0"),
        ("{}", "`error` is missing"),
        (r#"{"error":{"code":"A"}}"#, "`class` is missing"),
        (r#"{"error":{"code":1}}"#, "`code` is not a string"),
        (
            r#"{"error":{"code":"A","code":"B"}}"#,
            "a member with the name of an earlier one",
        ),
        (r#"{"error":{}} x"#, "something follows the value at byte 13"),
        (r#"{"error":"\ud800"}"#, "half of a surrogate pair"),
    ] {
        let error = WireError::decode(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let deep = format!("{{\"error\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(
        WireError::decode(&deep)
            .unwrap_err()
            .to_string()
            .contains("nested too deeply")
    );
    // The object itself is the first of 128.
    let details = |depth: usize| {
        let nested = "[".repeat(depth) + &"]".repeat(depth);
        let known = r#""code":"A","class":"internal","action":"stop","retryable":false,"executed":"no","message":"m""#;
        WireError::decode(&format!(r#"{{"error":{{{known},"details":{nested}}}}}"#))
    };
    assert!(details(127).is_ok() && details(128).is_err());
}

#[test]
fn times_and_texts_keep_to_their_standards() {
    #[cfg(feature = "std")]
    {
        let before_1970 = std::time::SystemTime::UNIX_EPOCH - Duration::from_millis(1_500);
        assert_eq!(json::<kind::Datetime>(&before_1970), "\"1969-12-31T23:59:58.5Z\"");
    }
    assert_eq!(
        json::<kind::Datetime>(&DateTime::from_unix(951_782_400, 0, -90).unwrap()),
        "\"2000-02-28T22:30:00-01:30\""
    );
    assert_eq!(json::<kind::Date>(&Date::new(2024, 2, 29).unwrap()), "\"2024-02-29\"");
    assert_eq!(json::<kind::DurationMs>(&Duration::MAX), "18446744073709551615");
    assert_eq!(json::<kind::Number>(&0.1_f32), "0.1");
    assert_eq!(json::<kind::Number>(&1e300_f64), "1e300");
    assert_eq!(
        json::<kind::Integer>(&i128::MIN),
        "-170141183460469231731687303715884105728"
    );
    assert_eq!(
        json::<kind::Object>(&"{ \"a\" : 1.0 }".parse::<RawJson>().unwrap()),
        "{ \"a\" : 1.0 }"
    );
    assert_eq!(json::<kind::IntegerList>(&[1_u8, 2]), "[1,2]");
    assert_eq!(json::<kind::Optional<kind::String>>(&None::<&str>), "absent");
    assert_eq!(json::<kind::Optional<kind::String>>(&Some(Cow::Borrowed("x"))), "\"x\"");
}

#[test]
fn every_day_from_1600_to_2400_is_the_one_after_the_day_before() {
    let day = |days: i64| DateTime::from_unix(days * 86_400, 0, 0).unwrap().to_string();
    let mut expected = Date::new(1600, 1, 1).unwrap();
    for days in -135_140..157_420 {
        assert_eq!(day(days), format!("{expected}T00:00:00Z"));
        let (year, month) = (i32::from(expected.year()), expected.month());
        expected = Date::new(year, month, expected.day() + 1)
            .or_else(|| Date::new(year, month + 1, 1))
            .or_else(|| Date::new(year + 1, 1, 1))
            .unwrap();
    }
}

/// Texts of every kind: plain, long, escaped, multi-byte.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,40}",
        any::<String>(),
        proptest::collection::vec(any::<char>(), 0..3_000).prop_map(String::from_iter),
        "[\u{0}-\u{1f}\"\\\\]{400,1200}",
    ]
}

fn failed() -> impl Strategy<Value = Failed> {
    let spec = prop_oneof![Just(&LOCKED), Just(&LOST), Just(&TWIN)];
    let wait = proptest::option::of(any::<Duration>());
    (
        spec,
        any::<i64>(),
        text(),
        text(),
        any::<f64>(),
        proptest::collection::vec(text(), 0..4),
        wait,
    )
        .prop_map(|(spec, count, memo, note, rate, tags, wait)| Failed {
            spec,
            count,
            memo,
            note,
            rate,
            tags,
            wait,
        })
}

proptest! {
    #[test]
    fn any_failure_fits_the_caps_parses_and_decodes_to_what_was_encoded(
        failed in failed(),
        body in proptest::option::of(text()),
        host in text(),
        id in proptest::option::of(text()),
        effect in proptest::sample::select(Effect::ALL),
    ) {
        let upstream = body.map(|body| Upstream { host, status: None, body });
        let envelope = Envelope { upstream: upstream.as_ref(), ..Envelope::of(&failed) };
        let call = Call { effect, tool: None, correlation_id: id.as_deref() };
        let wire = envelope.encode(&call);
        prop_assert!(wire.len() <= MAX_BYTES);
        let value: serde_json::Value = serde_json::from_str(&wire).unwrap();
        let decoded = WireError::decode(&wire).unwrap();
        prop_assert_eq!(decoded.encode(), wire.clone());
        let spec = envelope.surfaced(&call);
        prop_assert_eq!(&decoded.code, spec.code);
        prop_assert_eq!(decoded.class.known(), Some(spec.class));
        prop_assert_eq!(decoded.action.known(), Some(spec.action));
        prop_assert_eq!(decoded.executed.known(), Some(spec.executed));
        prop_assert_eq!(decoded.retryable, spec.retryable);
        prop_assert_eq!(value["error"]["message"].as_str(), Some(decoded.message.as_str()));
        for text in [&decoded.message, decoded.hint.as_ref().unwrap()] {
            prop_assert!(text.chars().count() <= MAX_TEXT_CHARS);
        }
        if let Some(details) = &decoded.details {
            prop_assert!(details.as_str().len() <= MAX_DETAILS_BYTES);
        }
        if failed.memo.len() > 8 {
            prop_assert!(!wire.contains("\"memo\""));
        }
        prop_assert_eq!(envelope.encode(&call), wire);
    }

    #[test]
    fn a_short_failure_loses_nothing(note in "[^\u{0}-\u{1f}]{0,100}", count: i64) {
        let failed = Failed { count, ..Failed::new(&LOCKED, &note) };
        let decoded = WireError::decode(&encode(&failed)).unwrap();
        prop_assert_eq!(&decoded.message, &failed.to_string());
        let sent = decoded.detail("note").unwrap();
        prop_assert_eq!(serde_json::from_str::<String>(sent.as_str()).unwrap(), note);
    }

    #[test]
    fn a_message_on_the_wire_is_the_displayed_one_cut(
        template in "([ -~]{0,30}(\\{(note|count|other)\\})?){0,3}|[ -~é\n]{480,520}",
        note in text(),
    ) {
        let spec = CodeSpec { message: template.leak(), details: LOCKED.details, hint: "Stop.", ..CodeSpec::DEFAULT };
        let failed = Failed::new(Box::leak(Box::new(spec)), &note);
        let whole = failed.to_string();
        let message = WireError::decode(&encode(&failed)).unwrap().message;
        if whole.chars().count() <= MAX_TEXT_CHARS {
            prop_assert_eq!(message, whole);
        } else {
            let cut = whole.chars().take(MAX_TEXT_CHARS - 1).chain(['…']);
            prop_assert_eq!(message, cut.collect::<String>());
        }
    }

    #[test]
    fn a_message_is_cut_at_a_character_and_marked(note in proptest::collection::vec(any::<char>(), 500..900)) {
        let note = String::from_iter(note);
        let failed = Failed::new(&LOCKED, &note);
        let message = WireError::decode(&encode(&failed)).unwrap().message;
        let shown = message.strip_suffix('…').unwrap();
        prop_assert!(shown.chars().count() < MAX_TEXT_CHARS);
        prop_assert!(failed.to_string().starts_with(shown));
    }

    #[test]
    fn any_text_is_read_or_refused_and_never_more(text in prop_oneof![any::<String>(), r#"[{}\[\]",:0-9a-fntrue\\ .e+-]{0,40}"#]) {
        let _ = WireError::decode(&text);
        let mine = text.parse::<RawJson>().is_ok();
        let theirs = serde_json::from_str::<Box<serde_json::value::RawValue>>(&text).is_ok();
        prop_assert_eq!(mine, theirs, "{}", text);
    }

    #[test]
    fn times_read_back_as_written(seconds in -62_167_219_200_i64..253_402_300_800, nanos in 0..1_000_000_000_u32, offset in -1439..1440_i16) {
        if let Some(instant) = DateTime::from_unix(seconds, nanos, offset) {
            prop_assert_eq!(instant.to_string().parse(), Ok(instant));
        }
    }
}
