//! Cargo.toml: the two dependencies, and where the registry is if that is not the usual place.

use std::path::Path;

use toml_edit::{Document, Item, TableLike};

use crate::edit::{Block, Files, Toml, string};
use crate::package::{Package, USUAL};
use crate::trouble::Trouble;

use super::Steps;

/// The features of errtax that are for a dependency of the same name: with that comes what is of use with it.
const FEATURES: [&str; 8] = ["anyhow", "chrono", "jiff", "rmcp", "serde_json", "time", "url", "uuid"];

/// The major version of rmcp that the feature is for.
const RMCP: &str = "3";

/// What there is to know of a manifest.
#[derive(Debug)]
pub(super) struct Manifest {
    /// The package's name, as a registry can have it.
    pub(super) name: String,
    /// `lib.path`.
    pub(super) lib_path: Option<String>,
    /// The first `bin.path`.
    pub(super) program: Option<String>,
    /// `package.build`, where it says anything: a path, or that there is none.
    pub(super) build: Option<Result<String, ()>>,
    /// What of errtax it depends on already.
    has: Vec<&'static str>,
    /// The features that its dependencies ask for.
    features: Vec<&'static str>,
    /// The version of rmcp that the feature is not for.
    other_rmcp: Option<String>,
    /// Whether what is published is listed, and the registry is not in it.
    leaves_out_registry: bool,
    /// Whether it names the registry.
    names_registry: bool,
}

impl Manifest {
    /// Reads that of the package.
    pub(super) fn read(package: &Package, files: &mut Files<'_>) -> Result<Self, Trouble> {
        let text = files.text("Cargo.toml")?.unwrap_or_default();
        let shown = package.show("Cargo.toml");
        let document = Document::parse(text.as_str())
            .map_err(|error| Trouble::new(&shown, error.message().trim(), "mend it; cargo cannot read it either"))?;
        let root = document.as_table();
        let text_at = |path: &[&str]| at(root, path).and_then(Item::as_str).map(str::to_owned);
        let edition = at(root, &["package", "edition"]);
        if edition.is_none_or(|edition| edition.as_str() == Some("2015")) {
            return Err(Trouble::new(
                &shown,
                "the crate is of edition 2015, and errtax needs 2018 or later",
                "write `edition = \"2024\"` under `[package]`; `cargo fix --edition` does what that asks for",
            ));
        }
        let dependencies = at(root, &["dependencies"]).and_then(Item::as_table_like);
        let version = |name: &str| {
            let entry = dependencies?.get(name)?;
            let version = entry.as_str().or_else(|| entry.get("version")?.as_str());
            Some(
                version
                    .unwrap_or_default()
                    .trim_start_matches(['=', '^', '~', ' '])
                    .to_owned(),
            )
        };
        let rmcp = version("rmcp");
        let fits = |version: &String| version.is_empty() || version == RMCP || version.starts_with(&format!("{RMCP}."));
        let other_rmcp = rmcp.filter(|version| !fits(version));
        let wanted = |feature: &&&str| version(feature).is_some() && !(**feature == "rmcp" && other_rmcp.is_some());
        let has = |table: &str, name| at(root, &[table, name]).is_some().then_some(name);
        Ok(Self {
            name: registry_name(&text_at(&["package", "name"]).unwrap_or_default()),
            lib_path: text_at(&["lib", "path"]),
            program: at(root, &["bin"]).and_then(first_path),
            build: at(root, &["package", "build"]).and_then(|build| match build.as_bool() {
                Some(true) => None,
                Some(false) => Some(Err(())),
                None => build.as_str().map(|path| Ok(path.to_owned())),
            }),
            has: [has("dependencies", "errtax"), has("build-dependencies", "errtax-build")]
                .into_iter()
                .flatten()
                .collect(),
            features: FEATURES.iter().filter(wanted).copied().collect(),
            leaves_out_registry: at(root, &["package", "include"])
                .is_some_and(|include| !include.to_string().contains(&package.registry)),
            names_registry: at(root, &["package", "metadata", "errtax", "registry"]).is_some(),
            other_rmcp,
        })
    }
}

/// Adds what is missing.
pub(super) fn add(
    package: &Package,
    files: &mut Files<'_>,
    manifest: &Manifest,
    steps: &mut Steps,
) -> Result<(), Trouble> {
    let shown = package.show("Cargo.toml");
    for (table, name, features) in [
        ("dependencies", "errtax", manifest.features.as_slice()),
        ("build-dependencies", "errtax-build", &[]),
    ] {
        if manifest.has.contains(&name) {
            continue;
        }
        let value = dependency(inherits(&package.directory, name), features);
        let instead = format!("write `{name} = {value}` under `[{table}]` by hand");
        files.edit("Cargo.toml", &instead, |toml| put(toml, &[table], name, &value))?;
        steps.added(format!("`{name} = {value}` to [{table}] of {shown}"));
    }
    if package.registry != USUAL && !manifest.names_registry {
        let value = string(&package.registry);
        let instead = format!("write `registry = {value}` under `[package.metadata.errtax]` by hand");
        let table = ["package", "metadata", "errtax"];
        files.edit("Cargo.toml", &instead, |toml| put(toml, &table, "registry", &value))?;
        steps.added(format!("`registry = {value}` to [package.metadata.errtax] of {shown}"));
    }
    if manifest.leaves_out_registry {
        steps.left.push(format!(
            "name \"{}\" and \"{}\" under `include` in {shown}, or the published crate does not build",
            package.registry,
            package.lock()
        ));
    }
    if manifest.features.contains(&"rmcp") {
        steps.left.push(
            "put each call into its context, two lines in `call_tool`: \
             https://github.com/errtax/errtax/blob/main/docs/guide.md#the-context-of-a-call"
                .to_owned(),
        );
    }
    if let Some(version) = &manifest.other_rmcp {
        steps.notes.push(format!(
            "the feature `rmcp` of errtax is for rmcp 3.11, and this crate has {version}: without it derived errors are no \
             results of tools yet"
        ));
    }
    Ok(())
}

/// Sets a key of a table, which is made where there is none.
fn put(toml: &mut Toml, table: &[&str], key: &str, value: &str) -> Result<(), String> {
    if toml.has(table) {
        let before = smaller(toml, table, key);
        let before: Vec<&str> = before.iter().map(String::as_str).collect();
        return toml.set(table, key, value, &before);
    }
    let after: [&[&str]; 3] = [&["dependencies"], &["lib"], &["package"]];
    toml.append(&after, &[Block::table(table, vec![(key, value.to_owned())])])
}

/// The keys that come before this one in a table that is sorted; none of another.
fn smaller(toml: &Toml, table: &[&str], key: &str) -> Vec<String> {
    let text = toml.clone().into_text();
    let Ok(document) = Document::parse(text.as_str()) else {
        return Vec::new();
    };
    let Some(table) = at(document.as_table(), table).and_then(Item::as_table_like) else {
        return Vec::new();
    };
    let keys: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
    match keys.is_sorted() {
        true => keys.into_iter().filter(|other| other.as_str() < key).collect(),
        false => Vec::new(),
    }
}

/// How the dependency is written.
fn dependency(inherits: bool, features: &[&str]) -> String {
    let version = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));
    let features: Vec<String> = features.iter().map(|feature| string(feature)).collect();
    let features = features.join(", ");
    match (inherits, features.is_empty()) {
        (true, true) => "{ workspace = true }".to_owned(),
        (true, false) => format!("{{ workspace = true, features = [{features}] }}"),
        (false, true) => string(version),
        (false, false) => format!("{{ version = {}, features = [{features}] }}", string(version)),
    }
}

/// Whether the workspace above says which version it is.
fn inherits(directory: &Path, name: &str) -> bool {
    let said = |folder: &Path| {
        let text = std::fs::read_to_string(folder.join("Cargo.toml")).ok()?;
        let document = Document::parse(text.as_str()).ok()?;
        document.get("workspace")?;
        Some(at(document.as_table(), &["workspace", "dependencies", name]).is_some())
    };
    directory.ancestors().find_map(said).unwrap_or(false)
}

fn at<'a>(table: &'a dyn TableLike, path: &[&str]) -> Option<&'a Item> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(table.get(first)?, |item, key| item.get(*key))
}

fn first_path(programs: &Item) -> Option<String> {
    let tables = programs.as_array_of_tables()?;
    Some(tables.iter().next()?.get("path")?.as_str()?.to_owned())
}

/// The name of a package with what a registry's name cannot have taken out.
fn registry_name(package: &str) -> String {
    let name: String = package
        .chars()
        .map(|c| match c.to_ascii_lowercase() {
            c @ ('a'..='z' | '0'..='9' | '_' | '-') => c,
            _ => '-',
        })
        .collect();
    let name = name.trim_start_matches(|c: char| !c.is_ascii_lowercase());
    if name.is_empty() {
        "server".to_owned()
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(text: &str, table: &[&str], key: &str, value: &str) -> String {
        let mut toml = Toml::new(text).unwrap();
        put(&mut toml, table, key, value).unwrap();
        toml.into_text()
    }

    #[test]
    fn a_dependency_goes_where_an_author_would_write_it() {
        for (before, after) in [
            (
                "[package]\nname = \"x\"\n",
                "[package]\nname = \"x\"\n\n[dependencies]\nerrtax = \"0.1\"\n",
            ),
            (
                "[package]\nname = \"x\"\n\n[dependencies]\n# all of it\nanyhow = \"1\"\nserde = \"1\" # s\n\n[features]\n",
                "[package]\nname = \"x\"\n\n[dependencies]\n# all of it\nanyhow = \"1\"\nerrtax = \"0.1\"\nserde = \"1\" # s\n\n[features]\n",
            ),
            (
                "[dependencies]\nserde = \"1\"\nanyhow = \"1\"\n",
                "[dependencies]\nserde = \"1\"\nanyhow = \"1\"\nerrtax = \"0.1\"\n",
            ),
            ("[dependencies]\r\n", "[dependencies]\r\nerrtax = \"0.1\"\r\n"),
        ] {
            assert_eq!(with(before, &["dependencies"], "errtax", "\"0.1\""), after);
        }
        assert_eq!(
            with(
                "[package]\nname = \"x\"\n",
                &["package", "metadata", "errtax"],
                "registry",
                "\"a.toml\""
            ),
            "[package]\nname = \"x\"\n\n[package.metadata.errtax]\nregistry = \"a.toml\"\n"
        );
    }

    #[test]
    fn a_package_lends_its_name_to_the_registry() {
        for (package, expected) in [
            ("ledger", "ledger"),
            ("My_Server-2", "my_server-2"),
            ("_x", "x"),
            ("größe", "gr--e"),
            ("", "server"),
        ] {
            assert_eq!(registry_name(package), expected, "{package}");
        }
    }
}
