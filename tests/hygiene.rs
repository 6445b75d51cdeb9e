//! The derive means what it means whatever is in scope: no prelude, names of the standard library taken by others, errtax
//! under another name.
#![no_implicit_prelude]
#![allow(clippy::unwrap_used)]

extern crate alloc as _;

mod codes {
    pub(crate) use ::fixture_codes::codes::*;
}

/// A crate that passes errtax on, and depends on it under a name of its own.
mod framework {
    pub(crate) mod prelude {
        pub(crate) use ::errtax as tool_errors;
    }
}

/// Everything an expansion might lean on, as something else.
#[allow(dead_code, non_camel_case_types, non_snake_case)]
mod shadowed {
    use ::errtax::ToolError;

    pub(crate) struct Option;
    pub(crate) struct Some;
    pub(crate) struct None;
    pub(crate) struct Result;
    pub(crate) struct String;
    pub(crate) struct Box;
    pub(crate) struct str;
    pub(crate) trait From {}
    pub(crate) trait Into {}
    pub(crate) trait Display {}
    pub(crate) trait Debug {}
    pub(crate) trait Error {}
    pub(crate) mod core {}
    pub(crate) mod std {}
    pub(crate) mod alloc {}
    pub(crate) mod errtax {}
    pub(crate) mod fixture_codes {}
    pub(crate) fn Ok() {}
    pub(crate) fn Err() {}
    #[derive(::core::fmt::Debug, ToolError)]
    #[tool_error(prelude = false)]
    pub(crate) enum Shadowed<T> {
        PeriodLocked {
            period_id: &'static ::core::primitive::str,
            lock_date: ::errtax::Date,
        },
        PartlyDone {
            landed: T,
            failed: ::core::option::Option<::std::vec::Vec<u8>>,
        },
        RateLimited {
            #[tool_error(retry_after)]
            wait: ::core::option::Option<::core::time::Duration>,
        },
        #[tool_error(infer, InternalError)]
        Io(#[from] ::std::io::Error),
        #[tool_error(KeepOut)]
        Boxed {
            source: ::core::option::Option<::std::boxed::Box<dyn ::core::error::Error>>,
        },
        #[tool_error(transparent)]
        Inner(#[from] Inner),
    }

    #[derive(::core::fmt::Debug, ToolError)]
    #[tool_error(NoSuchThing)]
    pub(crate) struct Inner;

    /// Fields that are called what locals of the expansion are.
    #[derive(::core::fmt::Debug, ToolError)]
    #[tool_error(prelude = false)]
    pub(crate) enum Named {
        #[tool_error(VoucherUnbalanced)]
        Fields {
            #[tool_error(detail = "debit")]
            out: u8,
            #[tool_error(detail = "credit")]
            __f0: u8,
            #[tool_error(skip)]
            __out: u8,
        },
    }
}

mod renamed {
    use crate::framework::prelude::tool_errors::ToolError;

    #[derive(::core::fmt::Debug, ToolError)]
    #[tool_error(crate = crate::framework::prelude::tool_errors, prelude = false)]
    pub(crate) enum Reexported {
        NoSuchThing,
        VoucherUnbalanced { debit: u8, credit: u8 },
    }
}

#[::core::prelude::v1::test]
fn names_of_the_standard_library_are_free() {
    use ::errtax::ToolError;
    use ::std::string::ToString;

    let error = shadowed::Shadowed::<u8>::PeriodLocked {
        period_id: "2025",
        lock_date: ::errtax::Date::new(2025, 12, 31).unwrap(),
    };
    ::std::assert_eq!(error.to_string(), "Fiscal period 2025 is locked since 2025-12-31.");
    let error = shadowed::Shadowed::PartlyDone {
        landed: 7_u8,
        failed: ::core::option::Option::None,
    };
    ::std::assert_eq!(error.to_string(), "7 of the rows landed.");
    let error: shadowed::Shadowed<u8> = ::core::convert::From::from(shadowed::Inner);
    ::std::assert_eq!(error.spec().code, "NO_SUCH_THING");
    let error: shadowed::Shadowed<u8> = ::core::convert::From::from(::std::io::Error::other("x"));
    ::std::assert_eq!(error.spec().code, "INTERNAL_ERROR");
    let boxed = shadowed::Shadowed::<u8>::Boxed {
        source: ::core::option::Option::None,
    };
    ::std::assert!(::core::error::Error::source(&boxed).is_none());
    let limited = shadowed::Shadowed::<u8>::RateLimited {
        wait: ::core::option::Option::None,
    };
    ::std::assert!(limited.retry_after().is_none());
}

#[::core::prelude::v1::test]
fn names_of_the_expansions_locals_are_free() {
    use ::std::string::ToString;

    let error = shadowed::Named::Fields {
        out: 1,
        __f0: 2,
        __out: 3,
    };
    ::std::assert_eq!(error.to_string(), "Debit is 1 and credit is 2.");
    let shadowed::Named::Fields { __out: kept, .. } = error;
    ::std::assert_eq!(kept, 3);
}

#[::core::prelude::v1::test]
fn errtax_may_have_another_name() {
    use ::errtax::ToolError;

    let error = renamed::Reexported::VoucherUnbalanced { debit: 1, credit: 2 };
    ::std::assert_eq!(error.spec().code, "VOUCHER_UNBALANCED");
    ::std::assert_eq!(renamed::Reexported::NoSuchThing.spec().code, "NO_SUCH_THING");
}
