//! One code in two registries of a workspace: agents see the code, not the package that it came from.

use std::collections::BTreeMap;

use errtax_build::finding::Finding;
use errtax_build::lock::Row;
use errtax_build::merge::rules::CODE_IN_TWO_REGISTRIES;
use errtax_build::model::{Code, Origin, Registry};
use errtax_build::source::{FileId, Place};
use errtax_build::standard;

use crate::paths::relative;

use super::Checked;

/// Where a code is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Declared {
    package: usize,
    place: Place,
}

/// The files of one package that were put among the sources of another.
type Files = BTreeMap<(usize, usize, FileId), FileId>;

/// Adds a finding at every code that a package before this one declares too.
pub(super) fn judge(packages: &mut [Checked]) {
    let mut seen: BTreeMap<String, Declared> = BTreeMap::new();
    let mut twice: Vec<(String, Declared, Declared)> = Vec::new();
    for (package, checked) in packages.iter().enumerate() {
        let Some(registry) = &checked.analysis.registry else {
            continue;
        };
        for code in registry.codes.values().filter(|code| code.origin == Origin::Own) {
            let here = Declared {
                package,
                place: code.places.name,
            };
            match seen.get(&code.name) {
                None => drop(seen.insert(code.name.clone(), here)),
                Some(first) if is_one(packages, *first, here, registry, code) => {}
                Some(first) => twice.push((code.name.clone(), *first, here)),
            }
        }
    }
    let mut files = Files::new();
    for (name, first, second) in twice {
        let Some(finding) = finding(packages, &mut files, &name, first, second) else {
            continue;
        };
        packages
            .get_mut(second.package)
            .into_iter()
            .for_each(|checked| checked.findings.push(finding.clone()));
    }
}

/// Whether the two declarations are one: the same file by way of a link, or the same code of the standard registry.
fn is_one(packages: &[Checked], first: Declared, second: Declared, registry: &Registry, code: &Code) -> bool {
    let file = |declared: Declared| {
        let checked = packages.get(declared.package)?;
        let path = &checked.analysis.sources.file(declared.place.file).path;
        checked.package.path(path).canonicalize().ok()
    };
    if file(first).is_some_and(|path| Some(path) == file(second)) {
        return true;
    }
    let Some(other) = packages
        .get(first.package)
        .and_then(|checked| checked.analysis.registry.as_ref())
    else {
        return false;
    };
    let is_standard = |registry: &Registry| {
        let extends = |entry: &String| entry.split('@').next() == Some(standard::NAME);
        registry.name == standard::NAME || registry.extends.iter().any(extends)
    };
    let contract = |code: &Code| Row::of(code).contract_hash();
    is_standard(registry)
        && is_standard(other)
        && standard::TEXT.contains(&format!("[codes.{}]", code.name))
        && other.codes.get(&code.name).map(contract) == Some(contract(code))
}

fn finding(
    packages: &mut [Checked],
    files: &mut Files,
    name: &str,
    first: Declared,
    second: Declared,
) -> Option<Finding> {
    let there = packages.get(first.package)?;
    let registry = there.analysis.registry.as_ref()?.name.clone();
    let file = there.analysis.sources.file(first.place.file);
    let path = there.package.path(&file.path);
    let text = file.text.clone();
    let here = packages.get_mut(second.package)?;
    let shown = relative(&path, &here.package.directory)?;
    // Both places are shown in one finding, so both files are among the sources of the second package.
    let file = *files
        .entry((second.package, first.package, first.place.file))
        .or_insert_with(|| here.analysis.sources.add(shown, text));
    let message = format!("{name} is also a code of `{registry}`, another registry of this workspace");
    let help = "give one of the two another name; codes that packages share stand in one registry, and the others use them \
                (`#[tool_error(codes = …)]`)";
    Some(
        Finding::new(&CODE_IN_TWO_REGISTRIES, second.place, message, help)
            .code(name)
            .label("declared here")
            .related(Place { file, ..first.place }, "and here"),
    )
}
