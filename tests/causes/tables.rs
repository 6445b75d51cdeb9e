//! Codes, numbers and answers: each case is one that somebody met, or the sibling of one.

use std::fs;
use std::io::ErrorKind;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use errtax::causes::{Evidence, Http, Phase, Scope, Verdict, classify, rows};
use errtax::{Effect, Executed};
use serde_json::Value;

/// 2026-10-21, 07:27:00 UTC: a minute before the date of a case.
fn now() -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_792_567_620)
}

fn cases(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/causes/cases/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn effect(case: &Value) -> Effect {
    match case["context"].as_str().unwrap() {
        "read" => Effect::Read,
        "write" => Effect::Write,
        "write+key" => Effect::KeyedWrite,
        other => panic!("{other}"),
    }
}

/// What a case says is known, as evidence.
fn judged(case: &Value, effect: Effect) -> Verdict {
    let input = &case["input"];
    let word = |name: &str| input[name].as_str().unwrap_or_default();
    let number = input["code"].as_i64();
    let message = word("text");
    match case["kind"].as_str().unwrap() {
        "sqlstate" => classify(&Evidence::sql_state(word("code"), message), effect),
        "mysql" => classify(
            &Evidence::MySql {
                number: number.unwrap(),
                message,
            },
            effect,
        ),
        "mssql" => classify(
            &Evidence::SqlServer {
                number: number.unwrap(),
                message,
            },
            effect,
        ),
        "oracle" => {
            let number = number
                .or_else(|| word("code").strip_prefix("ORA-")?.parse().ok())
                .unwrap();
            classify(&Evidence::Oracle { number, message }, effect)
        }
        "sqlite" => classify(
            &Evidence::Sqlite {
                code: number.unwrap(),
                message,
            },
            effect,
        ),
        "mongo" => {
            let labels: Vec<&str> = input["labels"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|label| label.as_str().unwrap())
                .collect();
            classify(
                &Evidence::Mongo {
                    code: number,
                    labels: &labels,
                    message,
                },
                effect,
            )
        }
        "redis" => classify(&Evidence::Redis { message }, effect),
        "kafka" => classify(
            &Evidence::Kafka {
                name: word("class"),
                message,
            },
            effect,
        ),
        "http" => {
            let headers: Vec<(&str, &str)> = input["headers"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, value)| (name.as_str(), value.as_str().unwrap()))
                .collect();
            let http = Http {
                status: input["status"].as_u64().unwrap().try_into().unwrap(),
                headers: &headers,
                body: word("body"),
                now: Some(now()),
            };
            classify(&Evidence::Http(http), effect)
        }
        "grpc" => {
            let retry_after = input["retry_after_ms"].as_u64().map(Duration::from_millis);
            let code = number.unwrap().try_into().unwrap();
            classify(
                &Evidence::Grpc {
                    code,
                    message,
                    retry_after,
                },
                effect,
            )
        }
        "io" => {
            let phase = match word("phase") {
                "connect" => Phase::Connect,
                "in_flight" => Phase::InFlight,
                _ => Phase::Unknown,
            };
            classify(
                &Evidence::Io {
                    kind: io_kind(word("kind")),
                    os: None,
                    phase,
                },
                effect,
            )
        }
        other => panic!("{other}"),
    }
}

fn io_kind(name: &str) -> ErrorKind {
    match name {
        "ConnectionRefused" => ErrorKind::ConnectionRefused,
        "HostUnreachable" => ErrorKind::HostUnreachable,
        "NetworkUnreachable" => ErrorKind::NetworkUnreachable,
        "ConnectionAborted" => ErrorKind::ConnectionAborted,
        "TimedOut" => ErrorKind::TimedOut,
        "PermissionDenied" => ErrorKind::PermissionDenied,
        "AlreadyExists" => ErrorKind::AlreadyExists,
        "InvalidInput" => ErrorKind::InvalidInput,
        "ReadOnlyFilesystem" => ErrorKind::ReadOnlyFilesystem,
        "QuotaExceeded" => ErrorKind::QuotaExceeded,
        other => panic!("{other}"),
    }
}

/// What of a verdict a case contradicts.
fn differs(case: &Value, verdict: &Verdict) -> Option<String> {
    let class = verdict.class.as_str();
    let accepted = case["accept_class"].as_array().into_iter().flatten();
    let mut is_class = std::iter::once(&case["expect"]["class"])
        .chain(accepted)
        .map(|class| class.as_str().unwrap());
    let scope = case["scope"].as_str();
    let fits = is_class.any(|known| known == class)
        && case["expect"]["retryable"].as_bool() == Some(verdict.retryable)
        && scope.is_none_or(|scope| scope == verdict.scope.as_str());
    (!fits).then(|| {
        format!(
            "{}: {verdict:?}\n  expected {} {}",
            case["id"],
            case["expect"],
            scope.unwrap_or_default()
        )
    })
}

fn hold(name: &str) {
    let cases = cases(name);
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| differs(case, &judged(case, effect(case))))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {} are wrong:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

#[test]
fn what_was_misclassified_elsewhere_is_classified_here() {
    hold("coded");
}

#[test]
fn what_is_like_it_is_classified_too() {
    hold("coded-more");
}

#[test]
fn no_case_repeats_a_plain_write_that_may_have_been_carried_out() {
    for case in cases("coded").iter().chain(&cases("coded-more")) {
        let [read, idempotent, keyed, write] =
            [Effect::Read, Effect::IdempotentWrite, Effect::KeyedWrite, Effect::Write]
                .map(|effect| judged(case, effect));
        assert!(!write.retryable || write.executed == Executed::No, "{case}");
        assert!(!write.retryable || keyed.retryable && read.retryable, "{case}");
        assert_eq!(idempotent.retryable, keyed.retryable, "{case}");
    }
}

#[test]
fn each_code_has_one_row_or_rows_that_messages_tell_apart() {
    let mut seen = std::collections::HashSet::new();
    let (mut count, mut unreached) = (0, Vec::new());
    for row in rows() {
        assert!(row.authority.len() > 10 && !row.keys.is_empty(), "{row:?}");
        count += row.keys.len();
        // The row that asks for no words takes whatever is left, so it is the last of its code.
        let code = |key: &String| (row.family, key.clone());
        unreached.extend(row.keys.iter().map(code).filter(|code| seen.contains(code)));
        if row.says.is_empty() {
            seen.extend(row.keys.iter().map(code));
        }
    }
    assert_eq!(unreached, [], "codes in rows that are never reached");
    assert!(count > 1_000, "{count}");
}

#[test]
fn each_row_is_found_by_each_of_its_codes() {
    for row in rows() {
        let message = row.says.first().copied().unwrap_or_default();
        for key in &row.keys {
            let number = key.trim_start_matches("ORA-").parse::<i64>();
            let verdict = |evidence: Evidence<'_>| errtax::causes::prove(&evidence);
            let proof = match row.family {
                "SQLSTATE" => verdict(Evidence::sql_state(&format!("{key:0<5}"), message)),
                "MySQL" => verdict(Evidence::MySql {
                    number: number.unwrap(),
                    message,
                }),
                "SQL Server" => verdict(Evidence::SqlServer {
                    number: number.unwrap(),
                    message,
                }),
                "Oracle" => verdict(Evidence::Oracle {
                    number: number.unwrap(),
                    message,
                }),
                "SQLite" => verdict(Evidence::Sqlite {
                    code: number.unwrap(),
                    message,
                }),
                "MongoDB" => verdict(Evidence::Mongo {
                    code: number.ok(),
                    labels: &[],
                    message,
                }),
                "MongoDB labels" => verdict(Evidence::Mongo {
                    code: None,
                    labels: &[key],
                    message,
                }),
                "Redis" => verdict(Evidence::Redis {
                    message: if message.is_empty() { key } else { message },
                }),
                "Kafka" => verdict(Evidence::Kafka {
                    name: &format!("org.apache.kafka.common.errors.{key}Exception"),
                    message,
                }),
                "HTTP" => verdict(Evidence::status(u16::try_from(number.unwrap()).unwrap())),
                "HTTP codes" => {
                    let body = format!(r#"{{"error":{{"code":"{key}"}}}}"#);
                    verdict(Evidence::Http(Http {
                        status: 400,
                        body: &body,
                        ..Http::default()
                    }))
                }
                "gRPC" => verdict(Evidence::Grpc {
                    code: i32::try_from(number.unwrap()).unwrap(),
                    message,
                    retry_after: None,
                }),
                _ => continue,
            };
            // A class of SQLSTATE has a row of its own for its first code here and there.
            let is_class = row.family == "SQLSTATE" && key.len() == 2;
            assert!(
                is_class || proof.fact == row.fact,
                "{} {key}: {proof:?}, not {:?}",
                row.family,
                row.fact
            );
            assert!(proof.is_known(), "{} {key}", row.family);
        }
    }
}

#[test]
fn a_wait_is_read_where_a_time_is_known_and_never_makes_a_failure_retryable() {
    let http = |status, headers: &[(&str, &str)], now| {
        classify(
            &Evidence::Http(Http {
                status,
                headers,
                body: "",
                now,
            }),
            Effect::Read,
        )
    };
    let date = [("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT")];
    assert_eq!(http(429, &date, Some(now())).retry_after, Some(Duration::from_secs(60)));
    let unread = http(429, &date, None);
    assert_eq!((unread.retryable, unread.retry_after), (true, None));
    assert!(!http(404, &[("retry-after", "1")], None).retryable);
    // In the order of how much they are believed, whatever theirs is.
    let all = [
        ("x-ratelimit-reset", "1792567630"),
        ("retry-after", "5"),
        ("x-amz-retry-after", "4000"),
        ("x-ms-retry-after-ms", "3000"),
        ("retry-after-ms", "2000.4"),
    ];
    for (left_out, expected) in [(0, 2_001), (1, 3_000), (2, 4_000), (3, 5_000), (4, 11_000)] {
        let headers = &all[..all.len() - left_out];
        assert_eq!(
            http(429, headers, Some(now())).retry_after,
            Some(Duration::from_millis(expected))
        );
    }
    // Limits that end after an hour are none that a task waits for.
    assert!(http(429, &[("retry-after", "3600")], None).retryable);
    assert!(!http(429, &[("retry-after", "86400")], None).retryable);
}

#[test]
fn a_wait_that_a_number_stands_for_is_told() {
    let busy = classify(
        &Evidence::SqlServer {
            number: 40_501,
            message: "",
        },
        Effect::Write,
    );
    assert_eq!(
        (busy.retryable, busy.retry_after),
        (true, Some(Duration::from_secs(10)))
    );
}

#[test]
fn what_has_to_be_done_anew_is_told_apart_where_the_words_are_the_same() {
    let scope = |code| {
        classify(
            &Evidence::Sqlite {
                code,
                message: "database is locked",
            },
            Effect::Write,
        )
        .scope
    };
    assert_eq!((scope(5), scope(517)), (Scope::Call, Scope::Transaction));
}
