//! A thiserror enum of some size, with errtax taken on.

use std::fmt::{self, Debug};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Debug, thiserror::Error, errtax::ToolError)]
#[tool_error(display = false, default = InternalError)]
pub enum Server<'a, T, E, const N: usize>
where
    E: std::error::Error + 'static,
{
    #[error("nothing to say")]
    Unit,
    #[error("empty")]
    Empty {},
    #[error("text: {0}")]
    Text(String),
    #[error("{0} and {1}")]
    Two(u8, i8),
    #[error("{path} at {line}", path = path.display())]
    Named { path: PathBuf, line: u32 },
    #[error("[{count:>4}]")]
    Padded { count: u32 },
    #[error("{names:?}")]
    Debugged { names: Vec<&'static str> },
    #[error("{low} to {high}: {}", if low > high { "reversed" } else { "fine" })]
    Computed { low: u8, high: u8 },
    #[error("io failed")]
    Io(#[from] io::Error),
    #[error("format failed")]
    Fmt { source: fmt::Error },
    #[error("no number: {0}")]
    Parse(#[source] std::num::ParseIntError),
    #[error("boxed")]
    Boxed(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("boxed here")]
    BoxedLocal { source: Box<dyn std::error::Error> },
    #[error("shared")]
    Shared(#[source] Arc<io::Error>),
    #[error("anyhow")]
    Anyhow(#[source] anyhow::Error),
    #[error(transparent)]
    TransparentUtf8(#[from] std::string::FromUtf8Error),
    #[error(transparent)]
    TransparentBox(Box<dyn std::error::Error + Send + Sync>),
    #[error("generic {value:?}")]
    Generic { value: T },
    #[error("caused")]
    Cause(#[source] E),
    #[error("`{0}`")]
    Borrowed(&'a str),
    #[error("{0:?}")]
    Constant([u8; N]),
    #[error("type {type}")]
    r#Type { r#type: &'static str },
    #[error("perhaps")]
    Perhaps { source: Option<io::Error> },
    #[error("{}", .0.len())]
    Closure(String),
    #[error("{{}}")]
    Braces,
}
