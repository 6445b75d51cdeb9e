//! A large thiserror enum takes errtax on with one derive and one line, and says what it always said.

mod after;
mod before;

use std::error::Error as _;
use std::fmt;
use std::io;
use std::sync::Arc;

/// Every variant of either, as it displays and what its source is.
macro_rules! texts {
    ($which:ident) => {{
        use $which::Server as S;
        let errors: Vec<S<'_, u8, io::Error, 3>> = vec![
            S::Unit,
            S::Empty {},
            S::Text("a".into()),
            S::Two(1, -2),
            S::Named {
                path: "/tmp".into(),
                line: 7,
            },
            S::Padded { count: 7 },
            S::Debugged { names: vec!["a", "b"] },
            S::Computed { low: 3, high: 1 },
            S::Io(io::Error::other("io")),
            S::Fmt { source: fmt::Error },
            S::Parse("x".parse::<u8>().unwrap_err()),
            S::Boxed("boxed".into()),
            S::BoxedLocal { source: "local".into() },
            S::Shared(Arc::new(io::Error::other("shared"))),
            S::Anyhow(anyhow::anyhow!("anyhow")),
            S::TransparentUtf8(String::from_utf8(vec![0xff]).unwrap_err()),
            S::TransparentBox("any".into()),
            S::Generic { value: 9 },
            S::Cause(io::Error::other("cause")),
            S::Borrowed("borrowed"),
            S::Constant([1, 2, 3]),
            S::r#Type { r#type: "t" },
            S::Perhaps { source: None },
            S::Closure("abc".into()),
            S::Braces,
        ];
        errors
            .iter()
            .map(|error| (error.to_string(), error.source().map(ToString::to_string)))
            .collect::<Vec<_>>()
    }};
}

#[test]
fn the_enum_changed_in_two_lines_only() {
    let (before, after) = (include_str!("adoption/before.rs"), include_str!("adoption/after.rs"));
    // The first line says which of the two it is.
    let before: Vec<_> = before.lines().skip(1).collect();
    let mut after: Vec<_> = after.lines().skip(1).collect();
    let at = after.iter().position(|line| line.starts_with("#[derive")).unwrap();
    assert_eq!(
        after.remove(at + 1),
        "#[tool_error(display = false, default = InternalError)]"
    );
    let derive = after[at].replace(", errtax::ToolError)", ")");
    after[at] = &derive;
    assert_eq!(before, after);
}

#[test]
fn what_a_thiserror_enum_displays_stays_byte_identical() {
    let (before, after) = (texts!(before), texts!(after));
    assert_eq!(before.len(), 25);
    assert_eq!(before, after);
}

#[test]
fn every_variant_has_the_default_code_and_no_details() {
    let error: after::Server<'_, u8, io::Error, 0> = after::Server::Borrowed("x");
    assert_eq!(
        (crate::code(&error), crate::details(&error)),
        ("INTERNAL_ERROR", String::new())
    );
    let error: after::Server<'_, u8, io::Error, 0> = io::Error::other("x").into();
    assert_eq!(crate::code(&error), "INTERNAL_ERROR");
}

/// The next step: some variants get codes of their own, beside thiserror's attributes.
#[derive(Debug, thiserror::Error, errtax::ToolError)]
#[tool_error(display = false, default = InternalError)]
enum Stepwise {
    #[error("{debit} != {credit}")]
    #[tool_error(VoucherUnbalanced)]
    Unbalanced { debit: i64, credit: i64 },
    #[error("database")]
    #[tool_error(infer)]
    Database(#[from] io::Error),
    #[error(transparent)]
    #[tool_error(transparent)]
    Inner(#[from] Inner),
    #[error("the rest")]
    Rest,
}

#[derive(Debug, thiserror::Error, errtax::ToolError)]
#[error("{account} is out, says thiserror")]
#[tool_error(TokenExpired, display = false)]
struct Inner {
    account: String,
    token: &'static str,
    #[source]
    cause: fmt::Error,
}

#[test]
fn thiserrors_attributes_and_ours_stand_on_one_item() {
    let error = Stepwise::Unbalanced { debit: 1, credit: 2 };
    assert_eq!(
        (crate::code(&error), error.to_string()),
        ("VOUCHER_UNBALANCED", "1 != 2".to_owned())
    );
    assert_eq!(crate::details(&error), r#"{"credit":2,"debit":1}"#);
    let error = Stepwise::from(io::Error::from(io::ErrorKind::TimedOut));
    assert_eq!(
        (crate::code(&error), error.to_string()),
        ("LINE_LOST", "database".to_owned())
    );
    let error = Stepwise::from(Inner {
        account: "me".into(),
        token: "hunter2",
        cause: fmt::Error,
    });
    assert_eq!(error.to_string(), "me is out, says thiserror");
    assert!(error.source().is_some_and(|source| source.is::<fmt::Error>()));
    assert_eq!(crate::details(&error), r#"{"account":"me"}"#);
    assert_eq!(crate::code(&Stepwise::Rest), "INTERNAL_ERROR");
    // Whatever `Display` says, what goes out is the registry's.
    let text = errtax::wire::Envelope::of(&Stepwise::Rest).encode(&errtax::wire::Call::default());
    assert!(
        text.contains(errtax::ToolError::spec(&Stepwise::Rest).message),
        "{text}"
    );
    assert!(!text.contains("the rest"), "{text}");
}
