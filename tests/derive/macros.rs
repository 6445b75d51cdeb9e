//! Enums that a macro writes, and names that are keywords.

use errtax::ToolError;

use crate::{code, details};

/// Locals of an expansion take the hygiene of a token of the user's: https://github.com/dtolnay/thiserror/issues/86
macro_rules! whole_enum {
    ($name:ident) => {
        #[derive(Debug, ToolError)]
        enum $name {
            VoucherUnbalanced {
                debit: i64,
                credit: i64,
            },
            #[tool_error(PartlyDone)]
            Partly(#[tool_error(detail = "landed")] u8),
            #[tool_error(infer, InternalError)]
            Io(#[from] std::io::Error),
        }
    };
}

whole_enum!(FromAMacro);

/// Groups without delimiters around types and literals: https://github.com/rust-lang/rust/issues/55565
macro_rules! parts {
    ($vis:vis $name:ident { $($variant:ident = $code:ident { $($field:ident: $ty:ty),* }),* } $path:path, $as:literal, $ty2:ty, $codes:path) => {
        #[derive(Debug, ToolError)]
        #[tool_error(codes = $codes)]
        $vis enum $name {
            $(#[tool_error($code)] $variant { $($field: $ty),* },)*
            #[tool_error($path)]
            ByPath(#[tool_error(detail = $as)] $ty2),
            #[tool_error(transparent)]
            Inner($ty2),
        }
    };
}

parts!(pub(super) FromParts {
    Sides = VoucherUnbalanced { debit: i64, credit: u8 },
    Maybe = AllOptional { text: Option<String>, count: Option<u8> }
} SourceClosed, "source", Inner, fixture_codes::codes);

#[derive(Debug, ToolError)]
#[tool_error(KeepOut)]
pub(super) struct Inner;

impl errtax::Detail<errtax::kind::String> for Inner {
    fn write(&self, out: errtax::Out<'_, errtax::kind::String>) {
        out.string("inner");
    }
}

#[test]
fn an_enum_written_by_a_macro_is_as_good() {
    let error = FromAMacro::VoucherUnbalanced { debit: 1, credit: 2 };
    assert_eq!(
        (code(&error), details(&error)),
        ("VOUCHER_UNBALANCED", r#"{"credit":2,"debit":1}"#.to_owned())
    );
    assert_eq!(details(&FromAMacro::Partly(1)), r#"{"landed":1}"#);
    let error = FromAMacro::from(std::io::Error::from(std::io::ErrorKind::TimedOut));
    assert_eq!(code(&error), "LINE_LOST");
}

#[test]
fn parts_of_a_macro_are_as_good_as_written() {
    let error = FromParts::Sides { debit: 1, credit: 2 };
    assert_eq!(
        (code(&error), details(&error)),
        ("VOUCHER_UNBALANCED", r#"{"credit":2,"debit":1}"#.to_owned())
    );
    let error = FromParts::Maybe {
        text: Some("t".into()),
        count: None,
    };
    assert_eq!(details(&error), r#"{"text":"t"}"#);
    let error = FromParts::ByPath(Inner);
    assert_eq!(
        (code(&error), details(&error)),
        ("SOURCE_CLOSED", r#"{"source":"inner"}"#.to_owned())
    );
    assert_eq!(code(&FromParts::Inner(Inner)), "KEEP_OUT");
}

/// `r#` panics in `format_ident!` or leaks to the wire: https://github.com/dtolnay/thiserror/issues/96
#[derive(Debug, ToolError)]
#[allow(non_camel_case_types)]
enum r#Raw {
    Keywords {
        r#type: String,
        r#match: &'static str,
        r#gen: u8,
        r#async: Option<bool>,
    },
    #[tool_error(Keywords)]
    r#match {
        #[tool_error(detail = "type")]
        r#struct: char,
        #[tool_error(detail = "match")]
        r#fn: char,
        #[tool_error(detail = "gen")]
        gen_: u8,
    },
    #[tool_error(r#Type)]
    r#type,
    Self_,
    r#Gen,
    Async,
}

#[test]
fn keywords_are_names_like_others() {
    let error = Raw::Keywords {
        r#type: "t".into(),
        r#match: "m",
        r#gen: 1,
        r#async: Some(true),
    };
    assert_eq!(details(&error), r#"{"async":true,"gen":1,"match":"m","type":"t"}"#);
    assert_eq!(error.to_string(), "The type t does not match m.");
    let error = Raw::r#match {
        r#struct: 't',
        r#fn: 'm',
        gen_: 1,
    };
    assert_eq!(details(&error), r#"{"gen":1,"match":"m","type":"t"}"#);
    for (error, expected) in [
        (Raw::r#type, "TYPE"),
        (Raw::Self_, "SELF"),
        (Raw::Gen, "GEN"),
        (Raw::Async, "ASYNC"),
    ] {
        assert_eq!(code(&error), expected);
    }
}

/// A derive sees an item after its `cfg`s.
#[derive(Debug, ToolError)]
enum Configured {
    #[cfg(any())]
    NoSuchCodeAnywhere { neither: Nor },
    VoucherUnbalanced {
        debit: i64,
        credit: i64,
        #[cfg(any())]
        unknown: Nor,
    },
    #[cfg_attr(all(), tool_error(KeepOut))]
    Out,
}

#[test]
fn what_is_configured_away_is_not_checked() {
    assert_eq!(
        code(&Configured::VoucherUnbalanced { debit: 1, credit: 2 }),
        "VOUCHER_UNBALANCED"
    );
    assert_eq!(code(&Configured::Out), "KEEP_OUT");
}

mod inside_a_function {
    use super::*;

    #[test]
    fn an_enum_may_stand_in_a_function() {
        #[derive(Debug, ToolError)]
        enum Local {
            NoSuchThing,
        }
        assert_eq!(code(&Local::NoSuchThing), "NO_SUCH_THING");
    }
}
