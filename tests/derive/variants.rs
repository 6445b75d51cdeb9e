//! Codes and details of plain variants.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::time::Duration;

use errtax::{Date, DateTime, Detail, Out, RawJson, ToolError, Uri, kind};

use crate::codes::details::{AllTypesMode, AllTypesState};
use crate::{code, details};

#[derive(Debug, ToolError)]
enum Plain {
    PeriodLocked {
        period_id: String,
        lock_date: Date,
    },
    #[tool_error(VoucherUnbalanced)]
    Unbalanced {
        debit: i64,
        credit: i64,
    },
    NoSuchThing,
    #[tool_error(KeepOut)]
    Forbidden {},
    #[tool_error(TryAgain)]
    Again(),
}

#[test]
fn a_variant_has_the_code_of_its_name_or_the_one_it_names() {
    let lock_date = "2025-12-31".parse().unwrap();
    for (error, expected, text) in [
        (
            Plain::PeriodLocked {
                period_id: "2025".into(),
                lock_date,
            },
            "PERIOD_LOCKED",
            "Fiscal period 2025 is locked since 2025-12-31.",
        ),
        (
            Plain::Unbalanced { debit: 3, credit: 4 },
            "VOUCHER_UNBALANCED",
            "Debit is 3 and credit is 4.",
        ),
        (Plain::NoSuchThing, "NO_SUCH_THING", "There is no such thing."),
        (Plain::Forbidden {}, "KEEP_OUT", "The caller may not do this."),
        (
            Plain::Again(),
            "TRY_AGAIN",
            "The attempt was lost before it took effect.",
        ),
    ] {
        assert_eq!(code(&error), expected);
        assert_eq!(error.to_string(), text);
        assert_eq!(error.retry_after(), None);
        assert!(std::error::Error::source(&error).is_none());
    }
}

#[test]
fn details_stand_in_the_order_of_their_names_whatever_that_of_the_fields() {
    let locked = Plain::PeriodLocked {
        period_id: "2025".into(),
        lock_date: "2025-12-31".parse().unwrap(),
    };
    assert_eq!(details(&locked), r#"{"lock_date":"2025-12-31","period_id":"2025"}"#);
    assert_eq!(
        details(&Plain::Unbalanced { debit: 3, credit: 4 }),
        r#"{"credit":4,"debit":3}"#
    );
    assert_eq!(details(&Plain::NoSuchThing), "");
}

#[derive(Debug, ToolError)]
enum EveryType {
    AllTypes {
        text: String,
        count: i64,
        ratio: f64,
        flag: bool,
        day: Date,
        instant: DateTime,
        span: Duration,
        link: Uri,
        blob: RawJson,
        names: Vec<String>,
        numbers: Vec<i64>,
        state: AllTypesState,
        mode: AllTypesMode,
    },
    #[tool_error(AllTypes)]
    Others {
        text: PathBuf,
        count: u8,
        ratio: f32,
        flag: Box<bool>,
        day: &'static Date,
        instant: DateTime,
        span: Duration,
        link: Uri,
        blob: RawJson,
        names: [&'static str; 2],
        numbers: VecDeque<u16>,
        state: &'static str,
        mode: AllTypesMode,
    },
    #[tool_error(AllOptional)]
    OptionalText {
        text: Option<Cow<'static, str>>,
        count: std::option::Option<std::num::NonZeroU32>,
        state: Option<&'static str>,
    },
    #[tool_error(AllOptional)]
    AlwaysGiven {
        text: Ipv4Addr,
        numbers: Vec<i32>,
    },
    AllOptional {},
}

#[test]
fn every_type_of_detail_can_be_filled() {
    static DAY: std::sync::LazyLock<Date> = std::sync::LazyLock::new(|| Date::new(2026, 1, 2).unwrap());
    let error = EveryType::AllTypes {
        text: "a\"b".into(),
        count: -1,
        ratio: 0.5,
        flag: true,
        day: *DAY,
        instant: DateTime::from_unix(0, 0, 0).unwrap(),
        span: Duration::from_millis(1500),
        link: "https://example.com/a".parse().unwrap(),
        blob: "{\"a\":[1]}".parse().unwrap(),
        names: vec!["x".into(), "y".into()],
        numbers: vec![1, 2],
        state: AllTypesState::InReview,
        mode: AllTypesMode::Fast,
    };
    assert_eq!(
        details(&error),
        r#"{"blob":{"a":[1]},"count":-1,"day":"2026-01-02","flag":true,"instant":"1970-01-01T00:00:00Z","link":"https://example.com/a","mode":"fast","names":["x","y"],"numbers":[1,2],"ratio":0.5,"span":1500,"state":"in-review","text":"a\"b"}"#
    );
    let error = EveryType::Others {
        text: "/tmp".into(),
        count: 1,
        ratio: 0.1,
        flag: Box::new(false),
        day: &DAY,
        instant: DateTime::from_unix(0, 0, 60).unwrap(),
        span: Duration::ZERO,
        link: "urn:a:b".parse().unwrap(),
        blob: "null".parse().unwrap(),
        names: ["x", "y"],
        numbers: VecDeque::new(),
        state: "archived",
        mode: AllTypesMode::Slow,
    };
    assert_eq!(
        details(&error),
        r#"{"blob":null,"count":1,"day":"2026-01-02","flag":false,"instant":"1970-01-01T01:00:00+01:00","link":"urn:a:b","mode":"slow","names":["x","y"],"numbers":[],"ratio":0.1,"span":0,"state":"archived","text":"/tmp"}"#
    );
    assert_eq!(error.to_string(), "Text /tmp, count 1, state archived.");
}

#[test]
fn an_optional_detail_may_be_an_option_a_plain_value_or_left_out() {
    let some = EveryType::OptionalText {
        text: Some("t".into()),
        count: std::num::NonZeroU32::new(7),
        state: None,
    };
    assert_eq!(details(&some), r#"{"count":7,"text":"t"}"#);
    let none = EveryType::OptionalText {
        text: None,
        count: None,
        state: None,
    };
    assert_eq!(details(&none), "");
    let plain = EveryType::AlwaysGiven {
        text: Ipv4Addr::LOCALHOST,
        numbers: vec![-1],
    };
    assert_eq!(details(&plain), r#"{"numbers":[-1],"text":"127.0.0.1"}"#);
    assert_eq!(details(&EveryType::AllOptional {}), "");
}

/// A newtype of the user's.
#[derive(Debug)]
struct VoucherNumber(u64);

impl Detail<kind::String> for VoucherNumber {
    fn write(&self, out: Out<'_, kind::String>) {
        out.display(&format_args!("V-{}", self.0));
    }
}

impl Detail<kind::Integer> for VoucherNumber {
    fn write(&self, out: Out<'_, kind::Integer>) {
        out.integer(self.0);
    }
}

#[derive(Debug, ToolError)]
enum Newtypes {
    TokenExpired {
        account: VoucherNumber,
        token: String,
    },
    PartlyDone {
        landed: VoucherNumber,
        failed: Option<Vec<u32>>,
    },
}

#[test]
fn a_newtype_fills_each_kind_that_it_implements() {
    let error = Newtypes::PartlyDone {
        landed: VoucherNumber(7),
        failed: Some(vec![2, 3]),
    };
    assert_eq!(details(&error), r#"{"failed":[2,3],"landed":7}"#);
    let error = Newtypes::TokenExpired {
        account: VoucherNumber(7),
        token: "hunter2".into(),
    };
    assert_eq!(error.to_string(), "The token of V-7 has expired.");
}

#[test]
fn what_is_sensitive_reaches_neither_message_nor_wire() {
    let error = Newtypes::TokenExpired {
        account: VoucherNumber(7),
        token: "hunter2".into(),
    };
    assert_eq!(details(&error), r#"{"account":"V-7"}"#);
    assert!(!error.to_string().contains("hunter2"));
}

#[derive(Debug, ToolError)]
#[tool_error(PeriodLocked)]
struct Locked {
    period_id: char,
    lock_date: Date,
}

#[derive(Debug, ToolError)]
struct NoSuchThing;

#[derive(Debug, ToolError)]
#[tool_error(PartlyDone)]
struct Tuple(#[tool_error(detail = "landed")] u8, #[tool_error(skip)] Box<u8>);

#[test]
fn a_struct_is_an_enum_of_one_variant() {
    let error = Locked {
        period_id: 'Q',
        lock_date: Date::new(2025, 12, 31).unwrap(),
    };
    assert_eq!(code(&error), "PERIOD_LOCKED");
    assert_eq!(code(&NoSuchThing), "NO_SUCH_THING");
    let error = Tuple(3, Box::new(1));
    assert_eq!(
        (code(&error), details(&error)),
        ("PARTLY_DONE", r#"{"landed":3}"#.to_owned())
    );
    assert_eq!(*error.1, 1);
}

#[derive(Debug, ToolError)]
enum Never {}

#[test]
fn an_enum_without_variants_compiles() {
    fn is_tool_error<E: ToolError>() -> usize {
        size_of::<E>()
    }
    assert_eq!(is_tool_error::<Never>(), 0);
}
