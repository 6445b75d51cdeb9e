//! Cargo.toml, as far as it names the registry: what `cargo errtax check` judges has to be what is compiled.

use std::path::Path;

use crate::analysis::{Analysis, USUAL, analyse};
use crate::finding::Finding;
use crate::read::document;
use crate::read::paths::inside_package;
use crate::read::tree::{Entry, Table, Value};
use crate::rules;
use crate::source::{FileId, Place};
use crate::write;

/// The file.
pub(crate) const FILE: &str = "Cargo.toml";

/// The keys that lead to the registry's path.
const KEYS: [&str; 4] = ["package", "metadata", "errtax", "registry"];

/// The same as [`analyse`], as a build script does it: where the package's Cargo.toml names another registry, that is a
/// finding, too. A manifest that cannot be read is cargo's business, and one that names no path that of `cargo errtax`.
#[must_use]
pub fn analyse_compiled(package: &Path, registry: &str) -> Analysis {
    let mut analysis = analyse(package, registry);
    if let Ok(text) = std::fs::read_to_string(package.join(FILE)) {
        compare(&mut analysis, text, registry);
    }
    analysis
}

fn compare(analysis: &mut Analysis, text: String, compiled: &str) {
    // Where the next file comes: it is one of the sources only if there is something to show.
    let file = FileId(analysis.sources.files().len());
    let (root, mistakes) = document::parse(file, &text);
    let Some(Named { path, place }) = named(&root).filter(|_| mistakes.is_empty()) else {
        return;
    };
    let shortest = |path: &str| inside_package(path, place).ok();
    // A path that leaves the package is refused by itself.
    let (Some(judged), Some(built)) = (shortest(path.unwrap_or(USUAL)), shortest(compiled)) else {
        return;
    };
    if judged == built {
        return;
    }
    let message = match path {
        Some(_) => format!(
            "the build script compiles `{built}`, and Cargo.toml names `{judged}`: that one is what `cargo errtax check` judges"
        ),
        None => format!(
            "the build script compiles `{built}`, and Cargo.toml names no registry: `cargo errtax check` judges `{judged}`"
        ),
    };
    let help = format!(
        "write `registry = {}` below `[package.metadata.errtax]` in Cargo.toml, or compile the other one: \
         `errtax_build::compile({})`",
        write::text(&built),
        write::text(&judged)
    );
    let finding = Finding::new(&rules::REGISTRY_ELSEWHERE, place, message, help).label(match path {
        Some(_) => "another one",
        None => "names no registry",
    });
    analysis.sources.add(FILE, text);
    // The first one: whatever else is found may be about the wrong file.
    analysis.findings.insert(0, finding);
}

/// The registry's path, and where it stands; where none is said, where the package begins.
struct Named<'a> {
    path: Option<&'a str>,
    place: Place,
}

/// `None` where there is no package, or what should be the path is no text.
fn named(root: &Table) -> Option<Named<'_>> {
    let mut table = root;
    let mut package: Option<&Entry> = None;
    for key in KEYS {
        let entry = match table.get(key) {
            Some(entry) => entry,
            None => {
                return package.map(|package| Named {
                    path: None,
                    place: package.key_place,
                });
            }
        };
        package = package.or(Some(entry));
        match &entry.node.value {
            Value::Table(inner) => table = inner,
            Value::Text(path) if key == "registry" => {
                return Some(Named {
                    path: Some(path),
                    place: entry.node.place,
                });
            }
            _ => return None,
        }
    }
    None
}
