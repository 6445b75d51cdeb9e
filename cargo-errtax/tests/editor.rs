//! The schemas for editors, as the reference tells of them.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::fs;
use std::path::Path;

use common::run_in;

/// The section of the reference about editors.
fn section() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/registry.md");
    let page = fs::read_to_string(page).unwrap().replace("\r\n", "\n");
    let (_, section) = page.split_once("\n## In an editor\n").unwrap();
    section.split("\n## ").next().unwrap().to_owned()
}

#[test]
fn the_commands_of_the_page_write_what_its_first_lines_name() {
    let section = section();
    let folder = tempfile::tempdir().unwrap();
    let commands: Vec<&str> = section
        .lines()
        .filter_map(|line| line.strip_prefix("cargo errtax "))
        .collect();
    assert_eq!(commands.len(), 2, "{section}");
    for command in commands {
        let words: Vec<&str> = command.split_whitespace().collect();
        run_in(folder.path(), &words).ends(0).says(&["wrote "]);
    }
    // A path is taken from the file that names it.
    for (file, title) in [
        ("registry.toml", "errtax registry"),
        ("codes/rates.toml", "errtax include"),
    ] {
        let (_, after) = section.split_once(&format!("`{file}`")).unwrap();
        let (_, named) = after.split_once("#:schema ").unwrap();
        let named = named.split(['\n', '`']).next().unwrap();
        let beside = folder.path().join(file);
        fs::create_dir_all(beside.parent().unwrap()).unwrap();
        let schema = fs::read_to_string(beside.parent().unwrap().join(named)).unwrap();
        let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
        assert_eq!(schema["title"], title, "{file}");
        assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
    }
}

#[test]
fn a_registry_with_its_first_line_is_the_same_registry() {
    let package = common::Package::locked();
    let told = package.run(&["check", "--format", "json"]).ends(0).stdout;
    package.write(
        "registry.toml",
        &format!("#:schema ./registry.schema.json\n{}", common::REGISTRY),
    );
    assert_eq!(package.run(&["check", "--format", "json"]).ends(0).stdout, told);
    // Commands that edit leave the line where editors look for it.
    package
        .run(&["freeze", "LIMIT_REACHED"])
        .ends(0)
        .says(&["froze LIMIT_REACHED"]);
    assert!(
        package
            .read("registry.toml")
            .starts_with("#:schema ./registry.schema.json\n")
    );
}
