#![forbid(unsafe_code)]
//! The registry compiler of errtax.
//!
//! Data goes one way: [`read`] → [`resolve`] → [`lint`] → [`drift`] → [`generate`].

mod analysis;
pub mod compile;
pub mod drift;
pub mod finding;
pub mod generate;
pub mod ident;
pub(crate) mod json;
pub(crate) mod lint;
pub mod lock;
pub mod model;
pub(crate) mod read;
pub mod render;
pub(crate) mod resolve;
pub mod rules;
pub mod source;
pub mod standard;
pub mod suggest;
pub mod template;
pub mod write;

pub use analysis::{Analysis, analyse, lock_path, style};
pub use compile::{Builder, compile};
