//! What may be a source, and what is one.

use std::error::Error;
use std::panic::UnwindSafe;
use std::sync::Arc;
use std::{fmt, io};

use errtax::ToolError;

use crate::{code, details};

/// Trait objects are no `Error` when boxed: https://github.com/shepmaster/snafu/issues/76,
/// https://github.com/dtolnay/thiserror/issues/51
#[derive(Debug, ToolError)]
#[tool_error(default = InternalError)]
enum Sources {
    Plain(#[source] io::Error),
    Named {
        source: fmt::Error,
    },
    Boxed(#[source] Box<dyn Error>),
    Send(#[source] Box<dyn Error + Send>),
    Sync(#[source] Box<dyn Error + Send + Sync>),
    Static(#[source] Box<dyn Error + Send + Sync + 'static>),
    Unwind(#[source] Box<dyn Error + Send + Sync + UnwindSafe>),
    Concrete(#[source] Box<io::Error>),
    Shared(#[source] Arc<io::Error>),
    SharedDyn(#[source] Arc<dyn Error + Send + Sync>),
    Anyhow(#[from] anyhow::Error),
    Perhaps(#[source] Option<io::Error>),
    PerhapsBoxed(#[source] Option<Box<dyn Error + Send + Sync>>),
    PerhapsAnyhow {
        source: Option<anyhow::Error>,
    },
    Borrowed(#[source] &'static fmt::Error),
    #[tool_error(infer)]
    Inferred(#[source] Box<dyn Error + Send + Sync>),
}

#[test]
fn every_kind_of_error_may_be_the_source() {
    use Sources as S;
    let io = || io::Error::other("the cause");
    for error in [
        S::Plain(io()),
        S::Named { source: fmt::Error },
        S::Boxed(io().into()),
        S::Send(Box::new(io())),
        S::Sync(io().into()),
        S::Static(io().into()),
        S::Unwind(Box::new(fmt::Error)),
        S::Concrete(Box::new(io())),
        S::Shared(Arc::new(io())),
        S::SharedDyn(Arc::new(io())),
        S::from(anyhow::Error::new(io())),
        S::Perhaps(Some(io())),
        S::PerhapsBoxed(Some(io().into())),
        S::PerhapsAnyhow {
            source: Some(io().into()),
        },
        S::Borrowed(&fmt::Error),
        S::Inferred(io().into()),
    ] {
        let source = error.source().unwrap_or_else(|| panic!("{error:?}"));
        assert!(
            ["the cause", &fmt::Error.to_string()].contains(&&*source.to_string()),
            "{error:?}"
        );
        // The cause is for the audit record alone.
        assert!(!error.to_string().contains("cause"), "{error}");
    }
    assert!(S::Perhaps(None).source().is_none());
    assert!(S::PerhapsBoxed(None).source().is_none());
    assert!(S::PerhapsAnyhow { source: None }.source().is_none());
}

#[test]
fn a_boxed_source_is_found_by_its_type() {
    let error = Sources::Sync(Box::new(io::Error::from(io::ErrorKind::TimedOut)));
    let found = errtax::find::<io::Error>(error.source().unwrap());
    assert_eq!(found.map(io::Error::kind), Some(io::ErrorKind::TimedOut));
    assert_eq!(
        code(&Sources::Inferred(Box::new(io::Error::from(io::ErrorKind::TimedOut)))),
        "LINE_LOST"
    );
}

#[derive(Debug, ToolError)]
enum From_ {
    #[tool_error(InternalError)]
    Direct(#[from] io::Error),
    #[tool_error(KeepOut)]
    Named {
        #[from]
        cause: fmt::Error,
    },
    #[tool_error(TryAgain)]
    Perhaps(#[from] Option<std::num::ParseIntError>),
    #[tool_error(NoSuchThing)]
    Boxed(#[from] Box<dyn Error + Send + Sync>),
}

#[test]
fn question_mark_makes_the_variant_of_the_source() {
    fn direct() -> Result<(), From_> {
        Err(io::Error::other("x"))?
    }
    fn named() -> Result<(), From_> {
        Err(fmt::Error)?
    }
    fn perhaps() -> Result<u8, From_> {
        Ok("x".parse::<u8>()?)
    }
    fn boxed() -> Result<(), From_> {
        Err(Box::<dyn Error + Send + Sync>::from("x"))?
    }
    for (error, expected) in [
        (direct().unwrap_err(), "INTERNAL_ERROR"),
        (named().unwrap_err(), "KEEP_OUT"),
        (perhaps().unwrap_err(), "TRY_AGAIN"),
        (boxed().unwrap_err(), "NO_SUCH_THING"),
    ] {
        assert_eq!(code(&error), expected);
        assert!(error.source().is_some());
    }
}

/// https://github.com/dtolnay/thiserror/issues/99: plain data that happens to be called `source`.
#[derive(Debug, ToolError)]
enum Data {
    SourceClosed {
        #[tool_error(source = false)]
        source: String,
    },
    #[tool_error(SourceClosed)]
    Renamed {
        #[tool_error(detail = "source")]
        source: &'static str,
    },
    #[tool_error(SourceClosed)]
    Marked {
        #[source]
        cause: fmt::Error,
        source: char,
    },
}

#[test]
fn a_field_called_source_can_be_data() {
    let error = Data::SourceClosed {
        source: "ledger".into(),
    };
    assert_eq!(details(&error), r#"{"source":"ledger"}"#);
    assert!(error.source().is_none());
    let error = Data::Renamed { source: "ledger" };
    assert_eq!(
        (details(&error), error.source().is_none()),
        (r#"{"source":"ledger"}"#.to_owned(), true)
    );
    let error = Data::Marked {
        cause: fmt::Error,
        source: 'x',
    };
    assert_eq!(details(&error), r#"{"source":"x"}"#);
    assert!(error.source().is_some_and(|source| source.is::<fmt::Error>()));
}
