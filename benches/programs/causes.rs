//! What a failure proves: what `benches/causes` builds and runs.
//!
//! Beside it stand what one would write without it. For codes that is a hash map from the code to an answer; for messages a set
//! of the patterns that are usual for this ("timeout", "connection reset", a status in 500 to 599), which looks for less and is
//! fooled by more.

mod pairs;

use std::collections::HashMap;
use std::hint::black_box;
use std::io;

use errtax::causes::{Evidence, Http, Phase, classify};
use errtax::Effect;
use pairs::compare;
use regex::RegexSet;

const CODES: [&str; 12] = [
    "40001", "40P01", "57014", "08006", "53300", "23505", "42601", "22P02", "57P01", "28P01", "P0001", "XX000",
];

/// 300 bytes as drivers write them: what wraps, an address, a quotation, and at the end what happened.
const MESSAGE: &str = "error sending request for url (https://api.example.com/v2/vouchers?period=2026-11&page=4): client error \
    (SendRequest): could not post voucher \"A-1042\" to the ledger of the company 5566778899 after 2 attempts and 1503 ms, the \
    last answer came from node ledger-7 in zone b: connection error: Connection reset by peer (os error 104)";

fn main() {
    let rounds = std::env::args()
        .nth(1)
        .and_then(|rounds| rounds.parse().ok())
        .expect("a number of rounds");

    let map: HashMap<&str, (bool, bool)> = CODES.iter().map(|code| (*code, (code.starts_with("40"), true))).collect();
    macro_rules! contestant {
        ($name:expr, $inputs:expr, |$input:ident| $work:expr) => {
            (
                $name,
                Box::new(|| {
                    $inputs.iter().for_each(|$input| {
                        let $input = black_box(*$input);
                        black_box($work);
                    })
                }) as Box<dyn FnMut()>,
            )
        };
    }
    compare(
        "a SQLSTATE",
        rounds,
        CODES.len(),
        vec![
            contestant!("errtax", CODES, |code| classify(&Evidence::sql_state(code, ""), Effect::Write)),
            contestant!("std's HashMap", CODES, |code| map.get(code).copied()),
        ],
    );

    let statuses = [429_u16, 500, 502, 503, 504, 404, 409, 400];
    let by_status: HashMap<u16, (bool, bool)> = statuses.iter().map(|status| (*status, (*status >= 500, true))).collect();
    compare(
        "an HTTP status",
        rounds,
        statuses.len(),
        vec![
            contestant!("errtax", statuses, |status| classify(&Evidence::status(status), Effect::Write)),
            contestant!("std's HashMap", statuses, |status| by_status.get(&status).copied()),
        ],
    );
    let headers = [("content-type", "application/json"), ("retry-after", "2"), ("x-request-id", "7f9c")];
    compare(
        "an HTTP answer",
        rounds,
        statuses.len(),
        vec![
            contestant!("errtax, with three headers and a body", statuses, |status| classify(
                &Evidence::Http(Http {
                    status,
                    headers: &headers,
                    body: r#"{"error":{"code":"rate_limit_exceeded","message":"slow down"}}"#,
                    now: None,
                }),
                Effect::Write
            )),
            contestant!("std's HashMap, the status alone", statuses, |status| by_status.get(&status).copied()),
        ],
    );

    let kinds = [
        io::ErrorKind::ConnectionReset,
        io::ErrorKind::ConnectionRefused,
        io::ErrorKind::TimedOut,
        io::ErrorKind::PermissionDenied,
    ];
    let by_kind: HashMap<io::ErrorKind, (bool, bool)> = kinds.iter().map(|kind| (*kind, (true, false))).collect();
    let errors = kinds.map(io::Error::from);
    let wrapped = kinds.map(|kind| Wrapped(Wrapped(io::Error::from(kind))));
    let errors: Vec<&io::Error> = errors.iter().collect();
    let wrapped: Vec<&Wrapped<Wrapped<io::Error>>> = wrapped.iter().collect();
    compare(
        "an io::Error",
        rounds,
        kinds.len(),
        vec![
            contestant!("errtax, the kind", kinds, |kind| classify(
                &Evidence::Io {
                    kind,
                    os: None,
                    phase: Phase::Unknown
                },
                Effect::Write
            )),
            contestant!("errtax, the error", errors, |error| classify(&Evidence::Error(error), Effect::Write)),
            contestant!("errtax, in two wrappers", wrapped, |error| classify(&Evidence::Error(error), Effect::Write)),
            contestant!("std's HashMap, the kind", kinds, |kind| by_kind.get(&kind).copied()),
        ],
    );

    let naive = RegexSet::new([
        r"(?i)time(d)?[ -]?out",
        r"(?i)connection (was )?(reset|refused|closed|aborted)",
        r"(?i)broken pipe|socket hang up|econnreset|econnrefused|etimedout",
        r"(?i)temporar(y|ily)",
        r"(?i)too many requests|rate limit|throttl",
        r"(?i)deadlock|could not serialize|lock wait",
        r"\b5\d\d\b",
        r"(?i)unavailable|overloaded|try again",
        r"(?i)not found|invalid|denied|unauthorized|forbidden",
    ])
    .expect("they are patterns");
    let nothing = "the voucher of the day before was put where it belongs, ".repeat(6);
    let hostile = format!("{}connection ", "could not connect to (\"'`:/ ".repeat(2_600));
    for (name, text) in [
        ("a message", MESSAGE),
        ("a message that says nothing", &nothing[..300]),
        ("1 KiB", &MESSAGE.repeat(4)[..1024]),
        ("64 KiB", &MESSAGE.repeat(230)[..65_536]),
        ("64 KiB, hostile", &hostile[..65_536]),
    ] {
        let texts = [text];
        compare(
            &format!("{name}, {} bytes", text.len()),
            rounds,
            1,
            vec![
                contestant!("errtax", texts, |text| classify(&Evidence::Text(text), Effect::Write)),
                contestant!("a set of nine patterns", texts, |text| naive.matches(text).len()),
            ],
        );
    }
}

#[derive(Debug)]
struct Wrapped<E>(E);

impl<E> std::fmt::Display for Wrapped<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("could not post the voucher")
    }
}

impl<E: std::error::Error + 'static> std::error::Error for Wrapped<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}
