#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod attempt;
pub mod audit;
pub mod causes;
mod context;
mod declared;
mod failure;
mod find;
mod infer;
mod macros;
#[cfg(feature = "rmcp")]
pub mod mcp;
#[doc(hidden)]
pub mod private;
#[cfg(feature = "recovery")]
pub mod recovery;
#[cfg(feature = "replay")]
pub mod replay;
mod said;
#[cfg(feature = "upstream")]
pub mod upstream;

pub use errtax_core::{
    Action, Class, Code, CodeSpec, Coded, Date, DateTime, Deprecated, Detail, DetailSet, DetailSpec, DetailType,
    Details, Effect, EnumValue, Erased, Executed, Index, IntoFailure, InvalidValue, Next, Out, Piece, Raised, RawJson,
    Registry, Role, Roles, Status, ToolError, ToolSpec, UnknownCode, UnknownWord, UpstreamSpec, Uri, Wait, kind,
    render, wire,
};
pub use errtax_macros::ToolError;

pub use context::{Context, Entered};
pub use declared::DeclaredTool;
pub use failure::Failure;
pub use find::find;
#[doc(hidden)]
pub use private as __private;

/// The standard registry: the codes that every tool server shares.
///
/// Generated from the `registry.toml` of this crate. A registry that says `extends = ["errtax@1.0"]` has these codes in
/// its own `Code`; one that does not still falls back to them for the [roles](Role) it leaves out.
pub mod standard {
    #[doc(hidden)]
    pub use crate as __errtax;

    include!("standard.rs");
}
