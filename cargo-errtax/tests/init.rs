//! `cargo errtax init`: what it leaves alone, and what it leaves to the author. That what it writes builds is in adopt.rs.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::fs;
use std::path::Path;

use common::run_in;

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

const MANIFEST: &str = "[package]\nname = \"bank\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";

#[test]
fn a_second_init_changes_nothing() {
    let folder = folder(&[("Cargo.toml", MANIFEST), ("src/lib.rs", "")]);
    run_in(folder.path(), &["init"]).ends(0);
    let files = [
        "Cargo.toml",
        "build.rs",
        "registry.lock",
        "registry.schema.json",
        "registry.toml",
        "src/lib.rs",
    ];
    let before = files.map(|name| read(folder.path(), name));
    run_in(folder.path(), &["init"]).ends(0).says(&[
        "registry.toml is there already, and stays as it is",
        "everything is there already",
    ]);
    assert_eq!(files.map(|name| read(folder.path(), name)), before);
}

#[test]
fn features_come_with_what_the_crate_depends_on() {
    let manifest = format!(
        "{MANIFEST}\n[dependencies]\nanyhow = \"1\"\nchrono = {{ version = \"0.4\" }}\nrmcp = \"3.11\"\nserde = \"1\" # all\n"
    );
    let folder = folder(&[("Cargo.toml", &manifest), ("src/lib.rs", "//! Mine.\n")]);
    run_in(folder.path(), &["init"])
        .ends(0)
        .says(&["put each call into its context, two lines in `call_tool`"]);
    let expected = manifest.replace(
        "rmcp = ",
        "errtax = { version = \"0.1\", features = [\"anyhow\", \"chrono\", \"rmcp\"] }\nrmcp = ",
    );
    assert_eq!(
        read(folder.path(), "Cargo.toml"),
        format!("{expected}\n[build-dependencies]\nerrtax-build = \"0.1\"\n")
    );
    assert_eq!(
        read(folder.path(), "src/lib.rs"),
        "//! Mine.\n\nerrtax::include_registry!();\n"
    );
}

#[test]
fn the_feature_of_another_rmcp_is_left_out_and_said() {
    let manifest = format!("{MANIFEST}\n[dependencies]\nrmcp = \"0.8\"\n");
    let folder = folder(&[("Cargo.toml", &manifest), ("src/lib.rs", "")]);
    run_in(folder.path(), &["init"])
        .ends(0)
        .says(&["added `errtax = \"0.1\"`", "is for rmcp 3.11, and this crate has 0.8"]);
}

#[test]
fn a_workspace_that_names_the_version_is_followed() {
    let root = "[workspace]\nmembers = [\"server\"]\n\n[workspace.dependencies]\nerrtax = { version = \"0.1\" }\n";
    let folder = folder(&[
        ("Cargo.toml", root),
        ("server/Cargo.toml", MANIFEST),
        ("server/src/lib.rs", ""),
    ]);
    run_in(&folder.path().join("server"), &["init"]).ends(0);
    assert_eq!(
        read(folder.path(), "server/Cargo.toml"),
        format!(
            "{MANIFEST}\n[dependencies]\nerrtax = {{ workspace = true }}\n\n[build-dependencies]\nerrtax-build = \"0.1\"\n"
        )
    );
    run_in(folder.path(), &["init"]).ends(2).says(&[
        "is a workspace without a package of its own",
        "--manifest-path server/Cargo.toml",
    ]);
}

#[test]
fn what_is_there_stays_and_the_missing_line_is_named() {
    let script = "fn main() {\n    println!(\"cargo:rerun-if-changed=proto\");\n}\n";
    let library = "pub mod codes;\n";
    let folder = folder(&[("Cargo.toml", MANIFEST), ("build.rs", script), ("src/lib.rs", library)]);
    run_in(folder.path(), &["init"]).ends(0).says(&[
        "left to do: in `main` of build.rs: errtax_build::compile(\"registry.toml\");",
        "left to do: at the top of src/lib.rs, below its `//!` and `use` lines: errtax::include_registry!(); (there is a module \
         `codes` already",
    ]);
    assert_eq!(read(folder.path(), "build.rs"), script);
    assert_eq!(read(folder.path(), "src/lib.rs"), library);
}

#[test]
fn a_registry_elsewhere_is_named_in_every_place() {
    let folder = folder(&[("Cargo.toml", MANIFEST), ("src/main.rs", "fn main() {}\n")]);
    run_in(folder.path(), &["init", "--registry", "contracts/bank.toml"]).ends(0);
    assert!(read(folder.path(), "contracts/bank.toml").contains("name = \"bank\""));
    assert!(read(folder.path(), "contracts/bank.lock").ends_with("[retired]\n"));
    assert!(read(folder.path(), "build.rs").contains("errtax_build::compile(\"contracts/bank.toml\")"));
    assert!(
        read(folder.path(), "Cargo.toml").contains("[package.metadata.errtax]\nregistry = \"contracts/bank.toml\"\n")
    );
    run_in(folder.path(), &["check"])
        .ends(0)
        .says(&["against contracts/bank.lock: clean"]);
}

#[test]
fn a_package_that_lists_what_it_publishes_is_told_to_list_the_registry() {
    let manifest = MANIFEST.replace("edition", "include = [\"src/**\"]\nedition");
    let folder = folder(&[("Cargo.toml", &manifest), ("src/lib.rs", "")]);
    run_in(folder.path(), &["init"])
        .ends(0)
        .says(&["left to do: name \"registry.toml\" and \"registry.lock\" under `include` in Cargo.toml"]);
}

#[test]
fn where_it_cannot_begin_nothing_is_written() {
    let old = MANIFEST.replace("edition = \"2024\"\n", "");
    for (manifest, files, code, says) in [
        (
            old.as_str(),
            &["src/lib.rs"][..],
            1,
            "the crate is of edition 2015, and errtax needs 2018 or later",
        ),
        (MANIFEST, &[], 1, "the package has no Rust code yet"),
        (
            MANIFEST,
            &["src/lib.rs", "registry.lock"],
            1,
            "registry.lock is there, and its registry registry.toml is not",
        ),
        ("[package\n", &["src/lib.rs"], 2, "is not TOML"),
    ] {
        let files: Vec<(&str, &str)> = files
            .iter()
            .map(|name| (*name, ""))
            .chain([("Cargo.toml", manifest)])
            .collect();
        let folder = folder(&files);
        run_in(folder.path(), &["init"]).ends(code).says(&[says, "help: "]);
        let top: Vec<String> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| !["Cargo.toml", "src", "registry.lock"].contains(&name.as_str()))
            .collect();
        assert_eq!(top, Vec::<String>::new(), "{says}");
    }
}

#[test]
fn a_program_is_told_what_was_written() {
    let folder = folder(&[("Cargo.toml", MANIFEST), ("src/lib.rs", "")]);
    let told = run_in(folder.path(), &["init", "--format", "json"]).ends(0).json();
    let written: Vec<&str> = told["written"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file.as_str().unwrap())
        .collect();
    assert_eq!(
        written,
        [
            "Cargo.toml",
            "build.rs",
            "registry.toml",
            "src/lib.rs",
            "registry.lock",
            "registry.schema.json"
        ]
    );
    assert_eq!(told["findings"], serde_json::json!([]));
}

#[test]
fn editors_find_the_schema_beside_the_registry() {
    let folder = folder(&[("Cargo.toml", MANIFEST), ("src/lib.rs", "")]);
    let words = ["init", "--registry", "contracts/bank.toml"];
    let shown = run_in(folder.path(), &[&words[..], &["--dry-run"]].concat()).ends(0);
    let shown = shown.says(&["+#:schema ./bank.schema.json", "would write contracts/bank.schema.json"]);
    // All of a generated file, line by line, would hide the rest.
    assert!(!shown.text().contains("additionalProperties"));
    run_in(folder.path(), &words)
        .ends(0)
        .says(&["added contracts/bank.schema.json, by which editors"]);
    assert!(read(folder.path(), "contracts/bank.toml").starts_with("#:schema ./bank.schema.json\n"));
    let schema = run_in(folder.path(), &["schema", "registry"]).ends(0).stdout;
    assert_eq!(read(folder.path(), "contracts/bank.schema.json"), schema);
}

/// A newer errtax may write another schema, and another version of the same tool must not fail for that.
#[test]
fn a_schema_of_another_errtax_or_none_fails_nothing_and_is_renewed_when_asked() {
    let folder = folder(&[("Cargo.toml", MANIFEST), ("src/lib.rs", "")]);
    run_in(folder.path(), &["init"]).ends(0);
    let path = folder.path().join("registry.schema.json");
    let schema = fs::read_to_string(&path).unwrap();
    let clean = || {
        run_in(folder.path(), &["check", "--deny", "warnings"])
            .ends(0)
            .says(&["clean"])
    };
    fs::write(&path, schema.replace("\"grpc\"", "\"grpc_status\"")).unwrap();
    clean();
    let renew = ["schema", "registry", "--output", "registry.schema.json"];
    run_in(folder.path(), &renew)
        .ends(0)
        .says(&["wrote registry.schema.json"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), schema);
    fs::remove_file(&path).unwrap();
    clean();
}

#[test]
fn another_file_of_that_name_stays_and_no_editor_is_sent_to_it() {
    let folder = folder(&[
        ("Cargo.toml", MANIFEST),
        ("src/lib.rs", ""),
        ("registry.schema.json", "{}\n"),
    ]);
    run_in(folder.path(), &["init"])
        .ends(0)
        .says(&["registry.schema.json is there already, and stays as it is: `cargo errtax schema registry` prints"]);
    assert_eq!(read(folder.path(), "registry.schema.json"), "{}\n");
    assert!(!read(folder.path(), "registry.toml").contains("#:schema"));
}
