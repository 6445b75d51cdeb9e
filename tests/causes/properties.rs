//! What holds for any evidence, however hostile.

use std::time::{Duration, UNIX_EPOCH};

use errtax::causes::{Evidence, Fact, Http, Scope, Verdict, classify, prove, rows};
use errtax::{Class, Effect, Executed};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// What can be held of a failure, so that a borrowed [`Evidence`] can be made of it.
#[derive(Clone, Debug)]
enum Held {
    SqlState(String, String),
    MySql(i64, String),
    SqlServer(i64, String),
    Oracle(i64, String),
    Sqlite(i64, String),
    Mongo(Option<i64>, Vec<String>, String),
    Redis(String),
    Kafka(String, String),
    Http(u16, Vec<(String, String)>, String, Option<u64>),
    Grpc(i32, String, Option<u64>),
}

impl Held {
    fn with<T>(&self, read: impl FnOnce(&Evidence<'_>) -> T) -> T {
        match self {
            Self::SqlState(code, message) => read(&Evidence::SqlState { code, message }),
            Self::MySql(number, message) => read(&Evidence::MySql {
                number: *number,
                message,
            }),
            Self::SqlServer(number, message) => read(&Evidence::SqlServer {
                number: *number,
                message,
            }),
            Self::Oracle(number, message) => read(&Evidence::Oracle {
                number: *number,
                message,
            }),
            Self::Sqlite(code, message) => read(&Evidence::Sqlite { code: *code, message }),
            Self::Mongo(code, labels, message) => {
                let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
                read(&Evidence::Mongo {
                    code: *code,
                    labels: &labels,
                    message,
                })
            }
            Self::Redis(message) => read(&Evidence::Redis { message }),
            Self::Kafka(name, message) => read(&Evidence::Kafka { name, message }),
            Self::Http(status, headers, body, now) => {
                let headers: Vec<(&str, &str)> = headers
                    .iter()
                    .map(|(name, value)| (name.as_str(), value.as_str()))
                    .collect();
                let now = now.and_then(|now| UNIX_EPOCH.checked_add(Duration::from_secs(now)));
                read(&Evidence::Http(Http {
                    status: *status,
                    headers: &headers,
                    body,
                    now,
                }))
            }
            Self::Grpc(code, message, wait) => {
                let retry_after = wait.map(Duration::from_millis);
                read(&Evidence::Grpc {
                    code: *code,
                    message,
                    retry_after,
                })
            }
        }
    }

    fn judged(&self, effect: Effect) -> Verdict {
        self.with(|evidence| classify(evidence, effect))
    }
}

const HEADERS: &[&str] = &[
    "retry-after",
    "Retry-After",
    "retry-after-ms",
    "x-ms-retry-after-ms",
    "x-amz-retry-after",
    "x-ratelimit-reset",
    "x-ratelimit-remaining",
    "x-should-retry",
    "stripe-should-retry",
    "grpc-retry-pushback-ms",
    "x-amzn-errortype",
    "content-type",
];
const VALUES: &[&str] = &[
    "0",
    "1",
    "-1",
    "5.5",
    "1e9",
    "NaN",
    "inf",
    "+",
    ".",
    "99999999999999999999",
    "true",
    "false",
    "TRUE",
    "Sun, 06 Nov 1994 08:49:37 GMT",
    "Sunday, 06-Nov-94 08:49:37 GMT",
    "Sun Nov  6 08:49:37 1994",
    "Wed, 21 Oct 2026 07:28:00 GMT",
    "ThrottlingException:http://x/",
    "#",
    "",
];
const BODIES: &[&str] = &[
    "",
    "{",
    "[",
    "<",
    "{\"error\":{\"code\":\"insufficient_quota\"}}",
    "{\"__type\":\"x#ThrottlingException\"}",
    "<Error><Code>SlowDown</Code></Error>",
    "<Error><Code>InternalError",
    "{\"error\":{\"details\":[{\"retryDelay\":\"34s\"}",
    "{\"error\":\"slow_down\"}",
    "secondary rate limit",
    "{\"a\":\"\\",
    "{\"a\":[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]}",
    "<!-- ",
    "<a><b/></c></d></e>",
    "{\"code\":1}{\"",
    "\u{feff}{\"code\":\"THROTTLED\"}",
];

/// A message: of a table, or of nobody.
fn message() -> impl Strategy<Value = String> {
    let phrases: Vec<&'static str> = rows().flat_map(|row| row.says.iter().copied()).collect();
    prop_oneof![
        ".{0,80}",
        (".{0,10}", select(phrases), ".{0,10}").prop_map(|(before, phrase, after)| before + phrase + &after)
    ]
}

/// A code of this family, or of nobody.
fn code(family: &'static str) -> impl Strategy<Value = String> {
    let keys: Vec<String> = rows()
        .filter(|row| row.family == family)
        .flat_map(|row| row.keys)
        .collect();
    prop_oneof![select(keys), ".{0,12}"]
}

fn number(family: &'static str) -> impl Strategy<Value = i64> {
    (code(family), any::<i64>()).prop_map(|(code, other)| code.trim_start_matches("ORA-").parse().unwrap_or(other))
}

fn http() -> impl Strategy<Value = Held> {
    let header = (
        select(HEADERS),
        prop_oneof![select(VALUES).prop_map(str::to_owned), ".{0,30}"],
    );
    let header = header.prop_map(|(name, value)| (name.to_owned(), value));
    let coded = code("HTTP codes").prop_map(|code| format!(r#"{{"error":{{"code":"{code}"}}}}"#));
    let body = prop_oneof![select(BODIES).prop_map(str::to_owned), coded, ".{0,100}"];
    let status = prop_oneof![any::<u16>(), 400_u16..600];
    let now = prop_oneof![
        Just(None),
        any::<u64>().prop_map(Some),
        (0_u64..4_000_000_000).prop_map(Some)
    ];
    (status, prop::collection::vec(header, 0..4), body, now)
        .prop_map(|(status, headers, body, now)| Held::Http(status, headers, body, now))
}

fn held() -> impl Strategy<Value = Held> {
    let labels = prop::collection::vec(code("MongoDB labels"), 0..3);
    prop_oneof![
        (code("SQLSTATE"), message(), "[0-9A-Z]{3}").prop_map(|(code, message, rest)| match code.len() {
            2 => Held::SqlState(code + &rest, message),
            _ => Held::SqlState(code, message),
        }),
        (number("MySQL"), message()).prop_map(|(number, message)| Held::MySql(number, message)),
        (number("SQL Server"), message()).prop_map(|(number, message)| Held::SqlServer(number, message)),
        (number("Oracle"), message()).prop_map(|(number, message)| Held::Oracle(number, message)),
        (number("SQLite"), message()).prop_map(|(code, message)| Held::Sqlite(code, message)),
        (prop::option::of(number("MongoDB")), labels, message())
            .prop_map(|(code, labels, message)| Held::Mongo(code, labels, message)),
        (code("Redis"), message()).prop_map(|(code, message)| Held::Redis(format!("{code} {message}"))),
        (code("Kafka"), message()).prop_map(|(name, message)| Held::Kafka(name, message)),
        http(),
        (
            prop_oneof![0_i32..17, any::<i32>()],
            message(),
            prop::option::of(any::<u64>())
        )
            .prop_map(|(code, message, wait)| Held::Grpc(code, message, wait)),
    ]
}

/// What has to hold between the verdicts on one and the same evidence.
fn assert_sound(held: &Held) -> Result<(), TestCaseError> {
    let [read, idempotent, keyed, write] =
        [Effect::Read, Effect::IdempotentWrite, Effect::KeyedWrite, Effect::Write].map(|effect| held.judged(effect));
    prop_assert_ne!(read.class, Class::UnknownOutcome);
    prop_assert!(!write.retryable || write.executed == Executed::No);
    prop_assert!(!write.retryable || (keyed.retryable && idempotent.retryable && read.retryable));
    prop_assert!(write.class != Class::UnknownOutcome || !write.retryable);
    prop_assert_eq!((keyed.class, keyed.retryable), (idempotent.class, idempotent.retryable));
    for verdict in [read, idempotent, keyed, write] {
        prop_assert_eq!((verdict.executed, verdict.because), (read.executed, read.because));
        prop_assert!(verdict.retryable || verdict.retry_after.is_none());
        prop_assert!(!verdict.because.is_nothing() || !verdict.retryable);
        prop_assert!(!verdict.because.to_string().is_empty());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn no_evidence_repeats_a_write_that_may_have_been_carried_out(held in held()) {
        assert_sound(&held)?;
    }

    #[test]
    fn what_the_server_says_of_repeating_is_never_about_what_was_done(held in http(), header in select(&["x-should-retry", "Stripe-Should-Retry"][..]), at in any::<Index>()) {
        let Held::Http(status, mut headers, body, now) = held else { unreachable!() };
        headers.retain(|(name, _)| !name.contains("retry-pushback") && !name.contains("should-retry"));
        let plain = Held::Http(status, headers.clone(), body.clone(), now);
        let known = plain.with(prove).is_known();
        let with = |again: &str| {
            let mut headers = headers.clone();
            headers.insert(at.index(headers.len() + 1), (header.to_owned(), again.to_owned()));
            Held::Http(status, headers, body.clone(), now)
        };
        let (yes, no) = (with("true"), with("false"));
        assert_sound(&yes)?;
        for effect in Effect::ALL {
            prop_assert!(!no.judged(*effect).retryable);
            prop_assert_eq!(no.judged(*effect).executed, plain.judged(*effect).executed);
        }
        if known {
            prop_assert!(yes.judged(Effect::KeyedWrite).retryable);
            let doubt = plain.judged(Effect::Write).executed != Executed::No;
            prop_assert!(!doubt || !yes.judged(Effect::Write).retryable);
        }
    }

    #[test]
    fn what_a_transaction_did_before_its_commit_is_taken_back_and_nothing_else_is(held in held()) {
        let (proof, before) = held.with(|evidence| (prove(evidence), prove(evidence).before_commit()));
        if proof.fact.class == Class::Transient && proof.fact.executed == Executed::Unknown {
            prop_assert_eq!((before.fact.executed, before.fact.scope), (Executed::No, Scope::Transaction));
        } else {
            prop_assert_eq!(proof.fact, before.fact);
        }
    }

    #[test]
    fn a_body_that_breaks_off_says_no_more_than_the_whole(keep in any::<Index>(), body in select(BODIES)) {
        let mut end = keep.index(body.len() + 1);
        while !body.is_char_boundary(end) {
            end -= 1;
        }
        let cut = body[..end].to_owned();
        for status in [200, 400, 403, 429, 500, 503] {
            assert_sound(&Held::Http(status, Vec::new(), cut.clone(), None))?;
        }
    }
}

#[test]
fn no_row_says_that_what_may_have_been_done_can_be_done_again() {
    for row in rows() {
        let retried = row
            .fact
            .because(prove(&Evidence::status(500)).because)
            .verdict(Effect::Write)
            .retryable;
        assert!(!retried || row.fact.executed == Executed::No, "{row:?}");
        // A limit that refuses is one that did nothing.
        assert!(
            row.fact.class != Class::RateLimit || row.fact.executed == Executed::No,
            "{row:?}"
        );
    }
    assert_eq!(Fact::LIMITED.executed, Executed::No);
}

#[test]
fn a_body_of_any_size_is_read_in_time() {
    for body in [
        "[".repeat(1 << 20),
        "<a>".repeat(1 << 18),
        format!("{{\"a\":\"{}", "\\".repeat(1 << 20)),
        "{\"a\":".repeat(1 << 18),
    ] {
        let start = std::time::Instant::now();
        let _ = classify(
            &Evidence::Http(Http {
                status: 403,
                body: &body,
                ..Http::default()
            }),
            Effect::Read,
        );
        assert!(start.elapsed() < Duration::from_millis(200));
    }
}
