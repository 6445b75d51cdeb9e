#![forbid(unsafe_code)]
#![allow(
    clippy::result_large_err,
    reason = "a finding is made once for a mistake, never in a loop that has to be fast"
)]
//! The registry compiler of errtax: `registry.toml` in, findings and generated Rust out.
//!
//! Data goes one way, and each stage takes what the last one returned:
//!
//! | stage | takes | returns |
//! |---|---|---|
//! | `read` | files | every entry with its place, and what is wrong with TOML, keys, types, words and names |
//! | `resolve` | entries | the [`model::Registry`]: includes merged, registries extended, defaults and roles filled in |
//! | `lint` | the registry | what is wrong by itself, and what reads badly |
//! | [`drift`] | registry and [`lock`] | what no longer is what has shipped |
//! | [`generate`] | registry and findings | the Rust source and the JSON Schema |
//!
//! A build script calls [`compile()`]; a tool that wants the findings calls [`analyse`]. Every check is an entry of the
//! table in [`rules`], and a mistake never stops the run: all problems of a registry come at once.
//!
//! ```
//! # let folder = std::env::temp_dir().join(format!("errtax-build-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder).unwrap();
//! std::fs::write(folder.join("registry.toml"), "[registry]\nname = \"demo\"\nversion = \"1.0\"\nedition = \"2026\"\n").unwrap();
//! let analysis = errtax_build::analyse(&folder, "registry.toml");
//! let shown = errtax_build::render::plain(analysis.findings.iter().find(|f| f.rule.id == "bad-version").unwrap(), &analysis.sources);
//! assert!(shown.starts_with("registry.toml:3:11: `1.0` is no contract version"));
//! assert!(shown.ends_with("help: write `version = \"1.0.0\"`"));
//! # std::fs::remove_dir_all(&folder).unwrap();
//! ```

mod analysis;
pub mod compile;
pub mod drift;
pub mod finding;
pub mod generate;
pub mod ident;
pub(crate) mod json;
pub mod keys;
pub(crate) mod lint;
pub mod lock;
pub(crate) mod manifest;
pub mod map;
pub mod model;
pub(crate) mod read;
pub mod render;
pub(crate) mod resolve;
pub mod rules;
pub mod source;
pub mod standard;
pub mod suggest;
pub mod template;
#[cfg(feature = "tools")]
pub mod tools;
pub mod write;

#[cfg(feature = "merge")]
pub use analysis::read_at;
pub use analysis::{Analysis, analyse, analyse_at, inputs, lock_path, style};
pub use compile::{Builder, compile};
pub use drift::merge;
pub use manifest::analyse_compiled;
#[cfg(feature = "merge")]
pub use read::fields::is_date;
