//! What a registry becomes: Rust, and a JSON Schema. Beside it, for whoever writes one, the schema of a registry itself.
//!
//! Both are text built by hand. Equal registries give equal bytes: everything is sorted, and nothing of the machine, the
//! time or the version of errtax is in it.

#[cfg(feature = "editor")]
pub mod editor;
mod index;
mod next;
mod order;
mod rust;
mod schema;

use crate::finding::Finding;
use crate::model::Registry;
use crate::source::Sources;

pub use index::{Layout, layout};
pub use next::{NextPiece, next_pieces};
pub use order::most_specific_first;

/// The file that the generated Rust includes the schema from; it stands beside it.
pub const SCHEMA_FILE: &str = "errtax.schema.json";

/// At most this many problems become errors of their own; the next error counts the rest.
pub const MAX_ERRORS: usize = 20;

/// The name of the file that the error number `number`, counted from 1, is included from.
#[must_use]
pub fn error_file(number: usize) -> String {
    format!("errtax-error-{number}.txt")
}

/// The generated Rust, to be included in a module that has `__errtax` in scope.
///
/// For each finding that fails it has a `compile_error!`, whose text stands in a file beside it; see [`error_file`].
/// A registry with mistakes gives a whole module all the same, so that each mistake is one error.
#[must_use]
pub fn rust(registry: &Registry, sources: &Sources, findings: &[Finding]) -> String {
    rust::generate(registry, sources, findings)
}

/// The JSON Schema (draft 2020-12) of the wire object: strict about the registry's codes, open to those of the future.
#[must_use]
pub fn schema(registry: &Registry) -> String {
    schema::generate(registry)
}

/// The texts of the errors that the generated Rust shows, in their order.
#[must_use]
pub fn errors(sources: &Sources, findings: &[Finding]) -> Vec<String> {
    let failing: Vec<&Finding> = findings.iter().filter(|finding| finding.level.fails()).collect();
    let mut errors: Vec<String> = failing
        .iter()
        .take(MAX_ERRORS)
        .map(|finding| crate::render::plain(finding, sources))
        .collect();
    if let Some(more) = failing.len().checked_sub(MAX_ERRORS).filter(|more| *more > 0) {
        errors.push(format!(
            "the registry has {more} more problems; `cargo errtax check` shows them all"
        ));
    }
    errors
}

/// How many errors the generated Rust shows.
fn error_count(findings: &[Finding]) -> usize {
    findings
        .iter()
        .filter(|finding| finding.level.fails())
        .count()
        .min(MAX_ERRORS + 1)
}
