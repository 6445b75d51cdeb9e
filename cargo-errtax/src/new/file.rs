//! Which file a new code goes into, and below which code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use errtax_build::model::Origin;

use crate::edit::{Ground, Refusal};

/// The file, relative to the package, and the code in it to stand below.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) file: String,
    pub(super) below: Option<String>,
}

/// The file that was named; else the one where the codes of the name's family are.
pub(super) fn target(ground: &Ground<'_>, name: &str, named: Option<&Path>) -> Result<Target, Refusal> {
    let own = ground.registry.codes.values().filter(|code| code.origin == Origin::Own);
    let declared: Vec<(&str, usize, &str)> = own
        .map(|code| (ground.file_of(code), code.places.name.start, code.name.as_str()))
        .collect();
    let file = match named {
        Some(path) => {
            let file = ground.in_package(path, "a code")?;
            if !file.ends_with(".toml") {
                return Err(ground.refuse(
                    format!("{} is no TOML file", ground.package.show(&file)),
                    "name the registry or a file that it includes: `--file codes/period.toml`",
                ));
            }
            file
        }
        None => family(name, &declared).map_or_else(|| only(ground, name, &declared), Ok)?,
    };
    let there: Vec<(usize, &str)> = declared
        .iter()
        .filter(|(other, ..)| *other == file)
        .map(|(_, start, code)| (*start, *code))
        .collect();
    let below = there.iter().max_by_key(|(start, code)| (common(name, code), *start));
    let below = below.filter(|(_, code)| common(name, code) > 0);
    Ok(Target {
        below: below.map(|(_, code)| (*code).to_owned()),
        file,
    })
}

/// How many words two names begin with alike.
fn common(one: &str, other: &str) -> usize {
    one.split('_').zip(other.split('_')).take_while(|(a, b)| a == b).count()
}

/// Where most of the codes are that begin like it, by as many words as any does.
fn family(name: &str, declared: &[(&str, usize, &str)]) -> Option<String> {
    let words = declared.iter().map(|(_, _, code)| common(name, code)).max()?;
    if words == 0 {
        return None;
    }
    let mut files: BTreeMap<&str, usize> = BTreeMap::new();
    for (file, _, _) in declared.iter().filter(|(_, _, code)| common(name, code) == words) {
        *files.entry(file).or_default() += 1;
    }
    // Of as many, the first by name: the same registry gives the same file.
    let most = files
        .into_iter()
        .max_by_key(|(file, codes)| (*codes, std::cmp::Reverse(*file)));
    most.map(|(file, _)| file.to_owned())
}

/// Where codes are, if that is one file; where the registry itself has some, that is the place for one without a family.
fn only(ground: &Ground<'_>, name: &str, declared: &[(&str, usize, &str)]) -> Result<String, Refusal> {
    let files: BTreeSet<&str> = declared.iter().map(|(file, ..)| *file).collect();
    let registry = ground.package.registry.as_str();
    let included: Vec<&str> = included(ground);
    match files.iter().copied().collect::<Vec<&str>>().as_slice() {
        [one] => Ok((*one).to_owned()),
        _ if files.contains(registry) || included.is_empty() => Ok(registry.to_owned()),
        _ => {
            let folder = included
                .first()
                .and_then(|file| file.rsplit_once('/'))
                .map(|(folder, _)| folder);
            let first = name.split('_').next().unwrap_or(name).to_lowercase();
            let own = match folder {
                Some(folder) => format!("{folder}/{first}.toml"),
                None => format!("{first}.toml"),
            };
            Err(ground.refuse(
                format!(
                    "no code begins like {name}, so it is not plain which of {} files it belongs to",
                    included.len()
                ),
                format!(
                    "name the file: `--file {}`; a new one is made where `include` takes it in: `--file {}`",
                    ground.package.show(included.first().copied().unwrap_or(registry)),
                    ground.package.show(&own)
                ),
            ))
        }
    }
}

/// The files that the registry includes.
fn included<'a>(ground: &Ground<'a>) -> Vec<&'a str> {
    let extends: Vec<&str> = ground.registry.extends.iter().map(String::as_str).collect();
    let files = ground.analysis.sources.files().iter().map(|file| file.path.as_str());
    let toml = files.filter(|path| path.ends_with(".toml") && !path.contains(':'));
    toml.filter(|path| *path != ground.package.registry && !extends.contains(path))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_lives_with_those_that_begin_like_it() {
        let declared = [
            ("a.toml", 0, "PERIOD_LOCKED"),
            ("b.toml", 0, "PERIOD_LOCK_HELD"),
            ("b.toml", 1, "INVOICE_PAID"),
            ("c.toml", 0, "INVOICE_VOID"),
            ("c.toml", 1, "INVOICE_SENT"),
        ];
        for (name, expected) in [
            ("PERIOD_LOCK_LOST", Some("b.toml")),
            ("PERIOD_OPEN", Some("a.toml")),
            ("INVOICE_LATE", Some("c.toml")),
            ("SALARY_PAID", None),
        ] {
            assert_eq!(family(name, &declared).as_deref(), expected, "{name}");
        }
    }
}
