#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(not(any(test, feature = "std")), no_std)]

extern crate alloc;

mod code;
pub mod detail;
mod error;
mod json;
mod spec;
mod values;
mod vocabulary;
pub mod wire;

pub use code::{Code, Index, UnknownCode, hash};
pub use detail::{Detail, Details, EnumValue, Out, kind};
pub use error::{Coded, DetailSet, Erased, IntoFailure, Raised, ToolError, Wait, render};
pub use spec::{CodeSpec, Deprecated, DetailSpec, Next, Piece, Registry, Roles, ToolSpec, UpstreamSpec};
pub use values::{Date, DateTime, InvalidValue, RawJson, Uri};
pub use vocabulary::{Action, Class, DetailType, Effect, Executed, Role, Status, UnknownWord};
