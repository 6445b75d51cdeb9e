//! Names of the standard library taken by others, with the prelude in place. Without it: tests/hygiene.rs.

/// Everything an expansion might lean on, as something else.
#[allow(dead_code, non_camel_case_types, non_snake_case)]
mod names {
    use ::errtax::ToolError;

    pub struct Option;
    pub struct Some;
    pub struct None;
    pub struct Result;
    pub struct String;
    pub struct Box;
    pub struct str;
    pub struct u8;
    pub struct i64;
    pub struct bool;
    pub trait From {}
    pub trait Into {}
    pub trait Display {}
    pub trait Debug {}
    pub trait Error {}
    pub trait Sized {}
    pub trait Detail {}
    pub trait Check {}
    pub mod core {}
    pub mod std {}
    pub mod alloc {}
    pub mod errtax {}
    pub mod fixture_codes {}
    pub mod codes {}
    pub mod check {}
    pub fn Ok() {}
    pub fn Err() {}

    #[derive(::std::fmt::Debug, ToolError)]
    #[tool_error(codes = crate::codes)]
    pub enum Shadowed<T> {
        PeriodLocked {
            period_id: &'static ::std::primitive::str,
            lock_date: ::errtax::Date,
        },
        PartlyDone {
            landed: T,
            failed: ::std::option::Option<::std::vec::Vec<::std::primitive::u8>>,
        },
        #[tool_error(RateLimited)]
        Limited(#[tool_error(retry_after)] ::std::time::Duration),
        #[tool_error(infer, InternalError)]
        Io(#[from] ::std::io::Error),
        #[tool_error(KeepOut)]
        Boxed {
            source: ::std::option::Option<::std::boxed::Box<dyn ::std::error::Error>>,
        },
        #[tool_error(transparent)]
        Inner(#[from] Inner),
    }

    #[derive(::std::fmt::Debug, ToolError)]
    #[tool_error(NoSuchThing)]
    pub struct Inner;
}

use crate::{code, details};
use names::Shadowed;

#[test]
fn names_of_the_standard_library_are_free() {
    let error = Shadowed::<u8>::PeriodLocked {
        period_id: "2025",
        lock_date: errtax::Date::new(2025, 12, 31).unwrap(),
    };
    assert_eq!(details(&error), r#"{"lock_date":"2025-12-31","period_id":"2025"}"#);
    let error = Shadowed::PartlyDone {
        landed: 7,
        failed: Some(vec![1]),
    };
    assert_eq!(details(&error), r#"{"failed":[1],"landed":7}"#);
    assert_eq!(
        code(&Shadowed::<u8>::Limited(std::time::Duration::ZERO)),
        "RATE_LIMITED"
    );
    assert_eq!(
        code(&Shadowed::<u8>::from(std::io::Error::other("x"))),
        "INTERNAL_ERROR"
    );
    assert_eq!(code(&Shadowed::<u8>::Boxed { source: None }), "KEEP_OUT");
    assert_eq!(code(&Shadowed::<u8>::from(names::Inner)), "NO_SUCH_THING");
}
