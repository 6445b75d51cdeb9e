//! Type parameters, lifetimes, constants and where-clauses.

use std::error::Error;
use std::fmt::Debug;
use std::marker::PhantomData;

use errtax::{Date, Detail, Out, ToolError, kind};

use crate::{code, details};

#[derive(Debug, ToolError)]
enum Generic<T, N> {
    #[tool_error(PeriodLocked)]
    Locked {
        period_id: T,
        lock_date: Date,
        memo: Option<T>,
    },
    PartlyDone {
        landed: N,
    },
    #[tool_error(InternalError)]
    Unused(#[tool_error(skip)] PhantomData<(T, N)>),
}

#[test]
fn a_type_parameter_fills_a_detail_where_it_can() {
    let date = Date::new(2025, 12, 31).unwrap();
    let error: Generic<&str, u8> = Generic::Locked {
        period_id: "2025",
        lock_date: date,
        memo: Some("m"),
    };
    assert_eq!(details(&error), r#"{"lock_date":"2025-12-31","period_id":"2025"}"#);
    let error: Generic<String, i64> = Generic::PartlyDone { landed: -3 };
    assert_eq!(details(&error), r#"{"landed":-3}"#);
    assert_eq!(code(&Generic::<char, u8>::Unused(PhantomData)), "INTERNAL_ERROR");
}

#[derive(Debug, ToolError)]
enum Borrowed<'a, 'b: 'a> {
    TokenExpired {
        account: &'a str,
        token: &'b str,
    },
    #[tool_error(transparent)]
    Inner(BorrowedStruct<'b>),
}

#[derive(Debug, ToolError)]
#[tool_error(KeepOut)]
struct BorrowedStruct<'x>(#[tool_error(skip)] PhantomData<&'x str>);

#[test]
fn details_and_transparent_fields_may_borrow() {
    let account = String::from("me");
    let error = Borrowed::TokenExpired {
        account: &account,
        token: "t",
    };
    assert_eq!(details(&error), r#"{"account":"me"}"#);
    assert_eq!(code(&Borrowed::Inner(BorrowedStruct(PhantomData))), "KEEP_OUT");
}

#[derive(Debug, ToolError)]
#[tool_error(AllOptional)]
struct Constant<T: Copy, const N: usize = 2>
where
    T: Debug + Into<i128>,
{
    numbers: [T; N],
}

#[test]
fn constants_defaults_and_where_clauses_are_kept() {
    let error = Constant { numbers: [1_u8, 2, 3] };
    assert_eq!(details(&error), r#"{"numbers":[1,2,3]}"#);
}

#[derive(Debug, ToolError)]
enum Caused<E> {
    #[tool_error(infer, InternalError)]
    Direct(#[source] E),
    #[tool_error(KeepOut)]
    Perhaps { source: Option<Box<E>> },
}

#[derive(Debug, ToolError)]
#[tool_error(transparent)]
struct Through<E>(E);

#[test]
fn a_type_parameter_may_be_the_source() {
    // https://github.com/dtolnay/thiserror/issues/231: the bound stands only where the parameter is used as a source.
    let error = Caused::Direct(std::io::Error::from(std::io::ErrorKind::TimedOut));
    assert_eq!(code(&error), "LINE_LOST");
    assert!(error.source().is_some_and(|source| source.is::<std::io::Error>()));
    assert!(Caused::<std::fmt::Error>::Perhaps { source: None }.source().is_none());
    let error = Through(Through(error));
    assert_eq!(code(&error), "LINE_LOST");
}

trait Has {
    type Name: Debug + Detail<kind::String>;
}

#[derive(Debug)]
struct Here;

impl Has for Here {
    type Name = &'static str;
}

#[derive(Debug, ToolError)]
#[tool_error(SourceClosed)]
struct Associated<H: Has> {
    #[tool_error(detail = "source")]
    name: H::Name,
}

#[test]
fn an_associated_type_fills_a_detail() {
    assert_eq!(details(&Associated::<Here> { name: "n" }), r#"{"source":"n"}"#);
}

/// Errors that hold themselves: https://github.com/shepmaster/snafu/issues/218
#[derive(Debug, ToolError)]
enum Nested {
    #[tool_error(PartlyDone)]
    Many {
        landed: Count<Self>,
        failed: Option<[u32; Self::ROWS]>,
        #[tool_error(skip)]
        errors: Vec<Self>,
    },
    #[tool_error(KeepOut)]
    Because {
        source: Box<Self>,
    },
    NoSuchThing,
}

impl Nested {
    const ROWS: usize = 2;
}

#[derive(Debug)]
struct Count<T>(u8, PhantomData<T>);

impl Detail<kind::Integer> for Count<Nested> {
    fn write(&self, out: Out<'_, kind::Integer>) {
        out.integer(self.0);
    }
}

#[test]
fn self_in_a_field_means_the_enum() {
    let error = Nested::Many {
        landed: Count(1, PhantomData),
        failed: Some([4, 5]),
        errors: vec![Nested::NoSuchThing],
    };
    assert_eq!(details(&error), r#"{"failed":[4,5],"landed":1}"#);
    let Nested::Many { errors, .. } = &error else {
        unreachable!()
    };
    assert_eq!(errors.len(), 1);
    let error = Nested::Because {
        source: Box::new(error),
    };
    assert!(error.source().is_some());
}
