//! The registries on the pages.

use std::fs;
use std::path::Path;

use errtax_build::finding::Finding;
use errtax_build::render;

use crate::markdown::{PAGES, page};

/// What stands above a part of a registry that is shown alone.
pub const HEAD: &str =
    "[registry]\nname = \"docs\"\nversion = \"2.0.0\"\nedition = \"2026\"\nextends = [\"errtax@1.0\"]\n\n";

/// Everything that is found in a registry, style too.
pub fn findings(folder: &Path) -> (Vec<Finding>, Vec<String>) {
    let analysis = errtax_build::analyse(folder, "registry.toml");
    let mut findings = analysis.findings;
    findings.extend(analysis.registry.iter().flat_map(errtax_build::style));
    let shown = findings
        .iter()
        .map(|finding| render::plain(finding, &analysis.sources))
        .collect();
    (findings, shown)
}

/// A folder with this registry and a lock that records it.
pub fn folder(registry: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("registry.toml"), registry).unwrap();
    let lock = match errtax_build::analyse(folder.path(), "registry.toml").registry {
        Some(registry) => errtax_build::lock::render(&registry),
        None => String::new(),
    };
    fs::write(folder.path().join("registry.lock"), lock).unwrap();
    folder
}

#[test]
fn every_registry_that_is_shown_is_sound_and_reads_well() {
    let mut whole = 0;
    // What is wrong with those of this page is what they show; cargo-errtax tests that.
    for path in PAGES.iter().filter(|path| **path != "docs/rules.md") {
        for block in page(path).blocks.iter().filter(|block| block.language == "toml") {
            let is_manifest =
                block.text.contains("[dependencies]") || block.text.starts_with("[package.metadata.errtax]");
            if is_manifest {
                continue;
            }
            let is_whole = block.text.contains("[registry]\n");
            whole += usize::from(is_whole);
            let head = if is_whole { "" } else { HEAD };
            let folder = folder(&format!("{head}{}", block.text));
            let (_, shown) = findings(folder.path());
            assert!(shown.is_empty(), "{path}:{}:\n{}", block.line, shown.join("\n\n"));
        }
    }
    assert!(whole >= 3, "the README, the reference and the guide each show one");
}

#[test]
fn the_lock_that_is_shown_is_that_of_the_first_registry() {
    let reference = page("docs/registry.md");
    let registry = &reference.blocks[0].text;
    assert!(registry.starts_with("[registry]\n"));
    let folder = folder(registry);
    let lock = fs::read_to_string(folder.path().join("registry.lock")).unwrap();
    let facts = lock.lines().filter(|line| !line.starts_with('#'));
    let facts: String = facts.flat_map(|line| [line, "\n"]).collect();
    let shown = reference
        .blocks
        .iter()
        .find(|block| block.text.starts_with("version = "));
    assert_eq!(shown.unwrap().text, facts);
}
