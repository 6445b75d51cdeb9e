//! Codes inside a message: SQLSTATE, numbers of databases, HTTP statuses.

use errtax_core::RawJson;

use super::phrases::Code;
use super::plain::is_word;
use super::scan::Hit;
use crate::causes::because::Because;
use crate::causes::evidence::{Http, Phase};
use crate::causes::proof::{Fact, Proof};
use crate::causes::{io, tables};

/// What a code proves.
pub(super) enum Coded {
    /// It says what happened.
    Code(Proof),
    /// It is a number that leaves open what happened, or of an operating system that need not be this one.
    Os(Proof),
}

/// The code that a phrase leads to. The text is searched; the message is what it
/// is a part of.
pub(super) fn read(kind: Code, text: &[u8], hit: &Hit, phase: Phase, message: &str) -> Option<Coded> {
    let number = hit.number;
    let word = || std::str::from_utf8(text.get(hit.word.0..hit.word.1)?).ok();
    let rest = || std::str::from_utf8(text.get(hit.end..)?).ok();
    let proof = match kind {
        Code::Os => return Some(Coded::Os(os(number?, phase)?)),
        Code::SqlState => sql_state_after(text, hit.end)?,
        Code::Oracle => {
            let digits = text.get(hit.end..)?.strip_prefix(b" ")?;
            let end = digits.iter().position(|b| !b.is_ascii_digit()).unwrap_or(digits.len());
            let number = std::str::from_utf8(digits.get(..end)?).ok()?.parse().ok()?;
            tables::oracle::prove(number, rest()?)?
        }
        Code::MySql => match number? {
            // `Error 503: …` is written alike.
            status @ 400..=599 => http(status, message)?,
            // Others number their errors too: a SQLSTATE in parentheses tells, as MySQL writes it.
            number @ 1_000..=4_999 if has_sql_state(rest()?) => tables::mysql::prove(number, rest()?)?,
            _ => return None,
        },
        Code::SqlServer => tables::sql_server::prove(number?, rest()?)?,
        Code::Sqlite => tables::sqlite::prove(sqlite(hit.phrase)?, rest()?)?,
        // What a library says of a lost transport is quoted in it.
        Code::Grpc => tables::grpc::prove(grpc(number, word(), hit.phrase)?, message, None)?,
        Code::Curl => return Some(Coded::Os(curl(number?)?)),
        Code::Http if agrees(hit) => http(number?, message)?,
        Code::Http => return None,
        Code::Kafka => tables::kafka::prove(word()?, rest()?)?,
        Code::Vendor => {
            let (_, code) = message.split_once("rror occurred (")?;
            tables::http::prove_code(code.split_once(')')?.0)?
        }
    };
    Some(Coded::Code(proof))
}

/// A status, with what stands behind it where that is a body.
fn http(status: i64, part: &str) -> Option<Proof> {
    let status = u16::try_from(status)
        .ok()
        .filter(|status| (400..600).contains(status))?;
    // Of a body that a language has printed in its own way, names are left.
    if status == 429 && ["PerDay", "insufficient_quota"].iter().any(|name| part.contains(name)) {
        return Some(Fact::EXHAUSTED.because(Because::http(status, "a quota of the", "body")));
    }
    tables::http::prove(&Http {
        status,
        body: body(part),
        ..Http::default()
    })
}

/// Whether a number and the reason phrase behind it belong together, where there is one.
fn agrees(hit: &Hit) -> bool {
    let Some(reason) = hit.phrase.strip_prefix("# ") else {
        return true;
    };
    let statuses: &[i64] = match reason {
        "bad request" => &[400],
        "unauthorized" => &[401],
        "payment required" => &[402],
        "forbidden" => &[403],
        "not found" => &[404],
        "method not allowed" => &[405],
        "not acceptable" => &[406],
        "proxy authentication required" => &[407],
        "request timeout" | "request time out" => &[408],
        "conflict" => &[409],
        "gone" => &[410],
        "length required" => &[411],
        "precondition failed" => &[412],
        "payload too large" | "content too large" | "request entity too large" => &[413],
        "uri too long" => &[414],
        "unsupported media type" => &[415],
        "range not satisfiable" => &[416],
        "expectation failed" => &[417],
        "misdirected request" => &[421],
        "unprocessable entity" | "unprocessable content" => &[422],
        "locked" => &[423],
        "failed dependency" => &[424],
        "too early" => &[425],
        "upgrade required" => &[426],
        "precondition required" => &[428],
        "too many requests" => &[429],
        "request header fields too large" => &[431],
        "unavailable for legal reasons" => &[451],
        "client closed request" => &[499],
        "internal server error" => &[500],
        "not implemented" => &[501],
        "bad gateway" => &[502],
        "service unavailable" | "service temporarily unavailable" => &[503],
        "gateway timeout" | "gateway time out" => &[504],
        "http version not supported" => &[505],
        "insufficient storage" => &[507],
        "loop detected" => &[508],
        "network authentication required" => &[511],
        "origin is unreachable" => &[523],
        "overloaded" => &[503, 529],
        _ => return true,
    };
    hit.number.is_some_and(|number| statuses.contains(&number))
}

/// The JSON or XML in a message.
fn body(part: &str) -> &str {
    let start = part.find(['{', '<']);
    start.and_then(|start| part.get(start..)).unwrap_or_default()
}

/// Systems number differently, and the message may come from another one: words count more where there are any.
fn os(number: i64, phase: Phase) -> Option<Proof> {
    io::prove_number(i32::try_from(number).ok()?, phase)
}

/// The numbers of libcurl (libcurl-errors(3)) that say what happened whatever its words: 28 and 35 do not.
fn curl(number: i64) -> Option<Proof> {
    let fact = match number {
        7 => Fact::NOT_SENT,
        16 | 18 | 52 | 55 | 56 | 92 => Fact::LOST,
        5 | 6 => Fact::UNAVAILABLE,
        1 | 3 => Fact::BAD_INPUT,
        51 | 58 | 60 | 67 | 77 => Fact::AUTH,
        47 => Fact::BROKEN_MIDWAY,
        _ => return None,
    };
    Some(fact.because(Because::number("curl", number)))
}

/// `SQLSTATE 40001`, `SQLSTATE: 40001`, `SQLSTATE[HY000] [2002]`.
fn sql_state_after(text: &[u8], from: usize) -> Option<Proof> {
    let rest = text.get(from..)?;
    let start = rest.iter().position(|b| is_word(*b)).filter(|start| *start <= 4)?;
    let code = rest.get(start..start + 5)?;
    if rest.get(start + 5).copied().is_some_and(is_word) {
        return None;
    }
    let message = std::str::from_utf8(rest.get(start + 5..)?).ok()?;
    // PHP names the vendor's number behind a SQLSTATE that says nothing: `SQLSTATE[HY000] [2002]`.
    if code == b"hy000" {
        let number = message.trim_start_matches([']', ' ', '[', ':']);
        let end = number.find(|c: char| !c.is_ascii_digit())?;
        return tables::mysql::prove(number.get(..end)?.parse().ok()?, message);
    }
    sql_state(code, message)
}

fn sql_state(code: &[u8], message: &str) -> Option<Proof> {
    let upper: Vec<u8> = code.iter().map(u8::to_ascii_uppercase).collect();
    tables::sqlstate::prove(std::str::from_utf8(&upper).ok()?, message)
}

/// The number behind SQLite's name for it.
fn sqlite(name: &str) -> Option<i64> {
    let code = match name.strip_prefix("sqlite_")? {
        "error" => 1,
        "perm" => 3,
        "abort" => 4,
        "busy" => 5,
        "locked" => 6,
        "nomem" => 7,
        "readonly" => 8,
        "interrupt" => 9,
        "ioerr" => 10,
        "corrupt" => 11,
        "full" => 13,
        "cantopen" => 14,
        "toobig" => 18,
        "constraint" => 19,
        "mismatch" => 20,
        "misuse" => 21,
        "auth" => 23,
        "range" => 25,
        "notadb" => 26,
        "busy_recovery" => 261,
        "locked_sharedcache" => 262,
        "constraint_check" => 275,
        "busy_snapshot" => 517,
        "busy_timeout" => 773,
        "constraint_foreignkey" => 787,
        "constraint_notnull" => 1299,
        "constraint_primarykey" => 1555,
        "constraint_trigger" => 1811,
        "constraint_unique" => 2067,
        "constraint_rowid" => 2579,
        _ => return None,
    };
    Some(code)
}

/// The names of gRPC's codes, by number.
const GRPC: [&str; 17] = [
    "ok",
    "cancelled",
    "unknown",
    "invalidargument",
    "deadlineexceeded",
    "notfound",
    "alreadyexists",
    "permissiondenied",
    "resourceexhausted",
    "failedprecondition",
    "aborted",
    "outofrange",
    "unimplemented",
    "internal",
    "unavailable",
    "dataloss",
    "unauthenticated",
];

/// A gRPC code, by its number or by its name as each language writes it; none for what is no failure.
fn grpc(number: Option<i64>, word: Option<&str>, phrase: &str) -> Option<i32> {
    if let Some(number) = number {
        // `14 UNAVAILABLE:` has to agree with itself.
        let name = phrase
            .strip_prefix("# ")
            .map(|name| name.trim_end_matches(':').replace('_', ""));
        let number = i32::try_from(number).ok().filter(|number| (1..=16).contains(number))?;
        let agrees = name.is_none_or(|name| GRPC.get(number as usize) == Some(&name.as_str()));
        return agrees.then_some(number);
    }
    let name: String = word?.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    let name = if name == "canceled" { "cancelled" } else { &name };
    let number = GRPC.iter().position(|known| *known == name)?;
    i32::try_from(number).ok().filter(|number| *number != 0)
}

/// What a library of gRPC quotes of what went wrong below it.
pub(super) fn quoted_detail(message: &str) -> Option<String> {
    let starts = ["desc = \"", "details = \"", "message: \"", "Detail=\""];
    let detail = starts.iter().find_map(|start| Some(message.split_once(start)?.1))?;
    Some(detail.lines().next()?.replace(['"', '\\'], " "))
}

/// What a message that is JSON or XML as a whole says in codes.
pub(super) fn structured(message: &str) -> Option<Proof> {
    tables::http::prove(&Http {
        status: status_in(message).unwrap_or_default(),
        body: message,
        ..Http::default()
    })
}

/// The words of a message that is JSON or HTML as a whole: of the members that hold such, or the title.
pub(super) fn words_in(message: &str) -> Vec<String> {
    if let Some((_, rest)) = message.split_once("<title>").or_else(|| message.split_once("<h1>")) {
        return rest.split('<').next().map(str::to_owned).into_iter().collect();
    }
    let Ok(json) = message.parse::<RawJson>() else {
        return Vec::new();
    };
    let places = [
        "/status",
        "/error",
        "/error_description",
        "/reason",
        "/title",
        "/detail",
        "/message",
        "/error/message",
        "/cause",
        "/error/cause",
    ];
    places.iter().filter_map(|place| json.text(place)).collect()
}

/// The code that a message begins with, behind the name of an exception: `(2003, "…")`, `40P01: …`, `LOADING Redis …`,
/// `429 Rate limit reached …`.
pub(super) fn leading(part: &str) -> Option<Coded> {
    let mut rest = part.trim_start();
    for nth in 0..4 {
        if let Some(proof) = leading_here(rest, nth > 0) {
            return Some(Coded::Code(proof));
        }
        rest = after_name(rest)?;
    }
    None
}

fn leading_here(text: &str, is_named: bool) -> Option<Proof> {
    if let Some(tuple) = text.strip_prefix('(') {
        return leading_tuple(tuple);
    }
    let first = text.split(|c: char| c.is_whitespace() || c == ':').next()?;
    let rest = text.get(first.len()..)?;
    let is_upper = |first: &str| first.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    if first.len() == 5 && rest.starts_with(':') && is_upper(first) && first.bytes().any(|b| b.is_ascii_digit()) {
        return sql_state(first.as_bytes(), rest);
    }
    if first.len() == 3 && rest.starts_with([' ', ':']) && first.bytes().all(|b| b.is_ascii_digit()) {
        return leading_status(first.parse().ok()?, rest, is_named);
    }
    let is_reply = first.len() >= 3 && is_upper(first) && first.bytes().all(|b| b.is_ascii_uppercase());
    if is_reply
        && rest.starts_with(' ')
        && !matches!(first, "ERROR" | "FATAL" | "WARNING" | "HTTP" | "POST" | "GET" | "PUT")
    {
        return tables::redis::prove(text).filter(|_| tables::redis::knows(first));
    }
    None
}

/// The status that a body in JSON repeats.
fn status_in(body: &str) -> Option<u16> {
    let json: RawJson = body.parse().ok()?;
    [
        "/status",
        "/statusCode",
        "/status_code",
        "/code",
        "/error/code",
        "/error/status",
        "/error/statusCode",
    ]
    .iter()
    .filter_map(|pointer| json.pointer(pointer)?.trim_matches('"').parse().ok())
    .find(|status| (400..600).contains(status))
}

/// Whether a text begins with a SQLSTATE in parentheses, behind which the opening one was taken already or not.
fn has_sql_state(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '(']).as_bytes();
    let code = text.get(..5).unwrap_or_default();
    code.iter().all(u8::is_ascii_alphanumeric) && code.len() == 5 && text.get(5) == Some(&b')')
}

/// `(2003, "Can't connect …")` of Python's clients of MySQL, `('40001', '[40001] …')` of ODBC.
fn leading_tuple(tuple: &str) -> Option<Proof> {
    let (first, message) = tuple.split_once(',')?;
    if first.len() == 4 && first.bytes().all(|b| b.is_ascii_digit()) {
        return tables::mysql::prove(first.parse().ok()?, message);
    }
    let code = first.strip_prefix(['\'', '"'])?.strip_suffix(['\'', '"'])?;
    let is_code = code.len() == 5 && code.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    if is_code {
        sql_state(code.as_bytes(), message)
    } else {
        None
    }
}

/// A status at the very beginning, as many SDKs write it. A number alone counts things as well, so one that would allow a
/// repeat needs the name of an exception before it, or a body behind it.
fn leading_status(status: i64, rest: &str, is_named: bool) -> Option<Proof> {
    let proof = http(status, rest)?;
    let rest = rest.trim_start_matches([':', ' ', '-']);
    let looks_like_answer = is_named || proof.fact.is_final() || rest.starts_with(['{', '<', '[']);
    let begins_sentence = rest.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '{' | '<' | '['));
    (looks_like_answer && begins_sentence).then_some(proof)
}

/// What stands behind the name of an exception or of a level: `pymysql.err.OperationalError: `, `(x.y.Error) `, `FATAL:  `.
fn after_name(text: &str) -> Option<&str> {
    let is_name = |name: &str| {
        !name.is_empty()
            && name
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'$' | b'\\' | b':'))
    };
    if let Some(inside) = text.strip_prefix('(') {
        let (name, rest) = inside.split_once(')')?;
        return is_name(name).then(|| rest.trim_start());
    }
    let (name, rest) = text.split_once(": ")?;
    is_name(name).then(|| rest.trim_start())
}
