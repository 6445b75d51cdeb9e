//! Every registry of the repository that is sound is one for an editor too.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use errtax_build::finding::Stage;
use serde_json::Value;

use crate::pair::Files;
use crate::{Kind, case, json};

/// Which kind a file is: a registry has a `[registry]`.
pub(crate) fn kind(file: &Value) -> Kind {
    match file.get("registry") {
        Some(_) => Kind::Registry,
        None => Kind::Included,
    }
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

#[track_caller]
fn passes(name: &str, text: &str) -> Kind {
    let file = json::of(text).unwrap_or_else(|| panic!("{name} is TOML"));
    let kind = kind(&file);
    let refused = kind.refuses(&file);
    assert!(refused.is_empty(), "{name}: {refused:#?}");
    kind
}

#[test]
fn the_registries_of_the_repository_pass() {
    let (mut registries, mut included) = (0, 0);
    for folder in [
        "",
        "errtax-build/tests/drift/base",
        "errtax-build/tests/drift/base/codes",
        "examples/accounting",
        "examples/accounting/codes",
        "tests/fixtures/codes",
        "tests/gate",
    ] {
        for file in fs::read_dir(workspace().join(folder)).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let is_registry = name.ends_with(".toml") && !["Cargo.toml", "rustfmt.toml", "clippy.toml"].contains(&name);
            if is_registry {
                match passes(path.to_str().unwrap(), &fs::read_to_string(&path).unwrap()) {
                    Kind::Registry => registries += 1,
                    Kind::Included => included += 1,
                }
            }
        }
    }
    let standard = workspace().join("errtax-build/src/standard.toml");
    passes("standard.toml", &fs::read_to_string(standard).unwrap());
    assert!(registries >= 6 && included >= 40, "{registries} and {included}");
}

/// Both sides of every case of the merge gate that are sound by themselves, whatever the change between them is.
#[test]
fn the_registries_of_the_merge_gate_pass() {
    let mut sound = BTreeSet::new();
    for case in case::paths().iter().flat_map(|path| case::of_file(path)) {
        for side in [case.base, case.head] {
            let files = case::without_lock(&side);
            if !sound.contains(&files) && is_sound(&files) {
                for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".toml")) {
                    passes(&format!("{}: {path}", case.title), text);
                }
                sound.insert(files);
            }
        }
    }
    assert!(sound.len() > 100, "{}", sound.len());
}

fn is_sound(files: &Files) -> bool {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let target = folder.path().join(path);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::write(target, text).unwrap();
    }
    let found = errtax_build::analyse(folder.path(), "registry.toml").findings;
    let itself = [Stage::Read, Stage::Structure];
    !found
        .iter()
        .any(|finding| finding.level.fails() && itself.contains(&finding.rule.stage))
}
