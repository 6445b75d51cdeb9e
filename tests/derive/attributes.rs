//! What each word of `#[tool_error(…)]` does.

use std::io::{Error as IoError, ErrorKind};
use std::time::Duration;

use errtax::{Date, ToolError};

use crate::{code, details};

#[derive(Debug, ToolError)]
enum Fields {
    #[tool_error(PeriodLocked)]
    Renamed {
        #[tool_error(detail = "period_id")]
        period: String,
        #[tool_error(detail = "lock_date")]
        since: Date,
    },
    #[tool_error(VoucherUnbalanced)]
    Tuple(
        #[tool_error(detail = "debit")] i64,
        #[tool_error(detail = "credit")] i64,
        #[tool_error(skip)] String,
    ),
    RateLimited {
        limit: u32,
        #[tool_error(retry_after)]
        wait: Duration,
        #[tool_error(skip)]
        attempt: u32,
    },
    #[tool_error(RateLimited)]
    Perhaps(#[tool_error(retry_after)] Option<Duration>),
    #[tool_error(AllOptional)]
    Both {
        #[tool_error(retry_after, detail = "span")]
        wait: Duration,
    },
}

#[test]
fn detail_renames_and_skip_leaves_out() {
    let date = Date::new(2025, 12, 31).unwrap();
    let error = Fields::Renamed {
        period: "2025".into(),
        since: date,
    };
    assert_eq!(details(&error), r#"{"lock_date":"2025-12-31","period_id":"2025"}"#);
    let error = Fields::Tuple(1, 2, "not sent".into());
    assert_eq!(details(&error), r#"{"credit":2,"debit":1}"#);
    let Fields::Tuple(_, _, kept) = &error else {
        unreachable!()
    };
    assert_eq!(kept, "not sent");
}

#[test]
fn retry_after_is_the_wait_and_no_detail_unless_it_says_so() {
    let second = Duration::from_secs(1);
    let error = Fields::RateLimited {
        limit: 5,
        wait: second,
        attempt: 3,
    };
    assert_eq!(error.retry_after(), Some(second));
    assert_eq!(details(&error), r#"{"limit":5}"#);
    let Fields::RateLimited { attempt, .. } = error else {
        unreachable!()
    };
    assert_eq!(attempt, 3);
    assert_eq!(Fields::Perhaps(Some(second)).retry_after(), Some(second));
    assert_eq!(Fields::Perhaps(None).retry_after(), None);
    let error = Fields::Both { wait: second };
    assert_eq!(
        (error.retry_after(), details(&error)),
        (Some(second), r#"{"span":1000}"#.to_owned())
    );
}

#[derive(Debug, ToolError)]
enum Outer {
    #[tool_error(transparent)]
    Fields(#[from] Fields),
    #[tool_error(transparent)]
    Boxed {
        inner: Box<Fields>,
    },
    #[tool_error(transparent)]
    Standard(#[from] errtax::Raised<errtax::standard::details::Cancelled>),
    CalledOff,
}

#[test]
fn a_transparent_variant_is_its_field_in_every_respect() {
    let second = Duration::from_secs(1);
    let inner = || Fields::RateLimited {
        limit: 5,
        wait: second,
        attempt: 0,
    };
    for outer in [
        Outer::from(inner()),
        Outer::Boxed {
            inner: Box::new(inner()),
        },
    ] {
        assert_eq!(code(&outer), "RATE_LIMITED");
        assert_eq!(details(&outer), r#"{"limit":5}"#);
        assert_eq!(outer.retry_after(), Some(second));
        assert_eq!(outer.to_string(), inner().to_string());
        assert!(std::error::Error::source(&outer).is_none());
    }
    assert_eq!(code(&Outer::CalledOff), "CALLED_OFF");
}

#[test]
fn transparent_crosses_registries() {
    let outer = Outer::from(errtax::Raised(errtax::standard::details::Cancelled {}));
    assert!(std::ptr::eq(outer.spec(), errtax::standard::Code::Cancelled.spec()));
}

#[derive(Debug, ToolError)]
enum Inferred {
    #[tool_error(infer, InternalError)]
    Io(#[from] IoError),
    #[tool_error(infer)]
    PartlyDone { landed: u8, source: Option<IoError> },
    #[tool_error(infer, TryAgain)]
    Boxed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

#[test]
fn infer_takes_the_code_that_the_cause_proves() {
    for (kind, expected) in [
        (ErrorKind::ConnectionRefused, "TRY_AGAIN"),
        (ErrorKind::ConnectionReset, "LINE_LOST"),
        (ErrorKind::NotFound, "INTERNAL_ERROR"),
        (ErrorKind::Other, "INTERNAL_ERROR"),
    ] {
        let error = Inferred::from(IoError::from(kind));
        assert_eq!(code(&error), expected, "{kind:?}");
        assert_eq!(error.to_string(), error.spec().message);
    }
    assert_eq!(
        code(&Inferred::Boxed(Box::new(IoError::from(ErrorKind::ConnectionReset)))),
        "LINE_LOST"
    );
}

#[test]
fn infer_without_proof_or_without_a_cause_is_the_fallback() {
    assert_eq!(code(&Inferred::Boxed("no idea".into())), "TRY_AGAIN");
    let error = Inferred::PartlyDone {
        landed: 2,
        source: None,
    };
    assert_eq!(
        (code(&error), details(&error)),
        ("PARTLY_DONE", r#"{"landed":2}"#.to_owned())
    );
    // What is proved instead has details of its own, and the fallback's are none of them.
    let error = Inferred::PartlyDone {
        landed: 2,
        source: Some(ErrorKind::TimedOut.into()),
    };
    assert_eq!((code(&error), details(&error)), ("LINE_LOST", String::new()));
}

/// No arm gives a code: what follows the `match` must not be unreachable.
#[derive(Debug, ToolError)]
#[deny(warnings)]
enum OnlyInferred {
    #[tool_error(infer, InternalError)]
    Io(#[from] IoError),
    #[tool_error(transparent)]
    Inner(#[from] Inferred),
}

#[test]
fn an_enum_may_be_nothing_but_inferred() {
    assert_eq!(
        code(&OnlyInferred::from(IoError::from(ErrorKind::ConnectionRefused))),
        "TRY_AGAIN"
    );
    assert_eq!(code(&OnlyInferred::from(Inferred::Boxed("x".into()))), "TRY_AGAIN");
}

#[derive(Debug, ToolError)]
#[tool_error(default = InternalError)]
enum Defaulted {
    Anything {
        with: Vec<u8>,
        fields: Option<Inferred>,
    },
    Tuple(Vec<u8>),
    Unit,
    #[tool_error(PartlyDone)]
    Own {
        landed: u8,
    },
    #[tool_error(infer)]
    Io(#[from] IoError),
    Caused(#[source] std::fmt::Error),
}

#[test]
fn default_is_the_code_of_every_variant_that_names_none() {
    for error in [
        Defaulted::Anything {
            with: vec![],
            fields: None,
        },
        Defaulted::Tuple(vec![]),
        Defaulted::Unit,
        Defaulted::Io(ErrorKind::Other.into()),
        Defaulted::Caused(std::fmt::Error),
    ] {
        assert_eq!(
            (code(&error), details(&error)),
            ("INTERNAL_ERROR", String::new()),
            "{error:?}"
        );
        match error {
            Defaulted::Anything { with, fields } => assert!(with.is_empty() && fields.is_none()),
            Defaulted::Tuple(bytes) => assert!(bytes.is_empty()),
            _ => {}
        }
    }
    let error = Defaulted::Own { landed: 1 };
    assert_eq!(
        (code(&error), details(&error)),
        ("PARTLY_DONE", r#"{"landed":1}"#.to_owned())
    );
    assert_eq!(code(&Defaulted::Io(ErrorKind::TimedOut.into())), "LINE_LOST");
    assert!(std::error::Error::source(&Defaulted::Caused(std::fmt::Error)).is_some());
}

#[derive(Debug, ToolError)]
#[tool_error(default = AllOptional)]
enum DefaultWithDetails {
    Nothing { text: u8 },
    Marked(#[tool_error(detail = "text")] String, u8),
}

#[test]
fn under_default_only_a_marked_field_is_a_detail() {
    assert_eq!(details(&DefaultWithDetails::Nothing { text: 1 }), "");
    let error = DefaultWithDetails::Marked("t".into(), 7);
    assert_eq!(details(&error), r#"{"text":"t"}"#);
    let (DefaultWithDetails::Nothing { text: other } | DefaultWithDetails::Marked(_, other)) = error;
    assert_eq!(other, 7);
}

#[derive(Debug, ToolError)]
#[tool_error(display = false)]
enum ByHand {
    NoSuchThing,
    #[tool_error(infer, InternalError)]
    Io(#[source] IoError),
}

impl std::fmt::Display for ByHand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("by hand")
    }
}

impl std::error::Error for ByHand {}

#[test]
fn without_display_the_texts_stay_and_the_code_is_added() {
    assert_eq!(ByHand::NoSuchThing.to_string(), "by hand");
    assert_eq!(code(&ByHand::NoSuchThing), "NO_SUCH_THING");
    assert_eq!(code(&ByHand::Io(ErrorKind::TimedOut.into())), "LINE_LOST");
}

mod elsewhere {
    pub(crate) mod names {
        pub(crate) use fixture_codes::codes as registry;
    }
}

#[derive(Debug, ToolError)]
#[tool_error(codes = elsewhere::names::registry, rmcp = false)]
enum Elsewhere {
    NoSuchThing,
}

#[derive(Debug, ToolError)]
#[tool_error(codes = fixture_codes::codes)]
#[tool_error(display = true, rmcp = true)]
struct KeepOut;

#[test]
fn codes_names_the_module_of_the_registry() {
    assert_eq!(code(&Elsewhere::NoSuchThing), "NO_SUCH_THING");
    assert_eq!(code(&KeepOut), "KEEP_OUT");
}
