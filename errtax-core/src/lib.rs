#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(not(any(test, feature = "std")), no_std)]

extern crate alloc;

mod code;
#[cfg(feature = "wire")]
pub mod detail;
#[cfg(feature = "wire")]
mod error;
#[cfg(feature = "wire")]
mod json;
mod spec;
#[cfg(feature = "wire")]
mod values;
mod vocabulary;
#[cfg(feature = "wire")]
pub mod wire;

pub use code::{Code, Index, UnknownCode, hash};
#[cfg(feature = "wire")]
pub use detail::{Detail, Details, EnumValue, Out, kind};
#[cfg(feature = "wire")]
pub use error::{Coded, DetailSet, Erased, IntoFailure, Raised, ToolError, Wait, render};
pub use spec::{
    CodeSpec, Deprecated, DetailSpec, MAX_TEXT_CHARS, Next, Piece, Registry, Roles, ToolSpec, UpstreamSpec,
};
#[cfg(feature = "wire")]
pub use values::{Date, DateTime, InvalidValue, RawJson, Uri};
pub use vocabulary::{Action, Class, DetailType, Effect, Executed, Role, Status, UnknownWord};

/// JSON for what the other crates write and read beside the wire. Not part of the public interface: it changes without
/// notice.
#[cfg(feature = "wire")]
#[doc(hidden)]
pub mod __json {
    pub use crate::json::{JsonError, borrowed_text, items, member, members, plain_bytes, string, text};
}
