//! The merge gate: what changes between two revisions of a registry, the one that is merged into and the one to be
//! merged.
//!
//! The base decides what has shipped, how much a rule weighs and which amendments are history; the head can only be
//! stricter. [`rules`] is data and known to every build; the comparison itself is behind the feature `merge`, which the
//! command line has on, so that no build script compiles it.
//!
//! | step | file |
//! |---|---|
//! | what has shipped, from the base's registry and lock | `baseline` |
//! | what changed about codes: contract (as the compile gate), texts, history, drafts | `codes`, `draft` |
//! | what changed around them: roles, tools, upstream rules, pages | `around`, `tools`, `promises`, `upstream` |
//! | which of it is accepted | `amend` |
//! | whether the lock was made to match | `lock_file` |
//! | version and policy | `version`, `policy` |
//! | many findings of one cause become one | `group` |
//! | the same for the registries of the package that are extended | `extended` |

pub mod rules;

#[cfg(feature = "merge")]
mod amend;
#[cfg(feature = "merge")]
mod around;
#[cfg(feature = "merge")]
mod baseline;
#[cfg(feature = "merge")]
mod codes;
#[cfg(feature = "merge")]
mod draft;
#[cfg(feature = "merge")]
mod extended;
#[cfg(feature = "merge")]
mod gate;
#[cfg(feature = "merge")]
mod group;
#[cfg(feature = "merge")]
mod lock_file;
#[cfg(feature = "merge")]
mod policy;
#[cfg(feature = "merge")]
mod promises;
#[cfg(feature = "merge")]
mod tools;
#[cfg(feature = "merge")]
mod upstream;
#[cfg(feature = "merge")]
mod version;

#[cfg(feature = "merge")]
pub use gate::{Sides, Verdict, judge, judge_all, own_levels};
