//! What keeps the sources from being read: never the same as "nothing raises it".

use std::fs;

use crate::common::{Package, run_in};
use crate::{MANIFEST, one, package, unraised, write};

const BROKEN: &str = "fn main() {}\n\nfn f() { let = 1; }\n";

#[test]
fn a_source_that_is_no_rust_could_hold_the_missing_code() {
    let package = package(&one(), "--- src/main.rs\nmod a;\n--- src/a.rs\n");
    package.write("src/a.rs", BROKEN);
    package.run(&["check"]).ends(2).says(&[
        "error[unreadable-source]: a source file cannot be read as Rust, and `PERIOD_LOCKED` is raised nowhere else\n --> src/a.rs:3:14\n",
        "3 | fn f() { let = 1; }\n  |              ^ ",
        "= help: mend it (`cargo check` shows it too), then check again",
        "against registry.lock: 1 error\n",
    ]);
    let finding = package.run(&["check", "--format", "json"]).ends(2).json()["findings"][0].clone();
    assert_eq!(
        (&finding["rule"], &finding["level"]),
        (&"unreadable-source".into(), &"could_not_judge".into())
    );
    assert_eq!((&finding["file"], &finding["line"]), (&"src/a.rs".into(), &3.into()));
    assert_eq!(finding["column"], 14);
    package
        .run(&["check", "--format", "github"])
        .ends(2)
        .says(&["::error file=src/a.rs,line=3,col=14,title=errtax%3A unreadable-source::"]);
    package
        .run(&["explain", "unreadable-source"])
        .ends(0)
        .says(&["could_not_judge"]);
}

#[test]
fn every_way_to_be_no_rust_is_shown_where_it_begins() {
    for (text, place) in [
        ("fn main() {\n    f(;\n}\n", "src/main.rs:3:1"),
        ("fn main() {}\n\nfn f( {\n", "src/main.rs:3:7"),
        ("fn main() { \"abc\n", "src/main.rs:1:13"),
        ("enum E {\n    A B\n}\n", "src/main.rs:2:7"),
        ("\u{feff}fn \u{e4}() { 1 + }\n", "src/main.rs:1:"),
        ("#!/usr/bin/env run\nfn f() { 1 + }\n", "src/main.rs:2:14"),
        ("#[derive(errtax::ToolError)]\npub enm E { A }\n", "src/main.rs:2:5"),
    ] {
        let package = package(&one(), &format!("--- src/main.rs\n{text}"));
        package
            .run(&["check"])
            .ends(2)
            .says(&["error[unreadable-source]", place]);
    }
    let deep = format!("fn f() {{ {}{} }}", "(".repeat(5_000), ")".repeat(5_000));
    let deep = package(&one(), &format!("--- src/main.rs\n{deep}"));
    deep.run(&["check"])
        .ends(2)
        .says(&["error[unreadable-source]", "src/main.rs:1:1"]);
}

#[test]
fn what_cannot_be_read_does_not_matter_where_every_code_is_seen() {
    let raises = "#[derive(errtax::ToolError)]\nenum E { PeriodLocked }\n";
    for files in [
        format!("--- src/main.rs\nmod a;\n{raises}--- src/a.rs\n{BROKEN}"),
        format!("--- src/main.rs\n{raises}fn f( {{"),
        format!(
            "--- src/main.rs\n{raises}\n--- Cargo.toml\n{MANIFEST}\n[dependencies]\nx = {{ path = \"nowhere\" }}\n"
        ),
    ] {
        let package = package(&one(), &files);
        let run = package.run(&["check"]);
        // A file whose brackets do not close says nothing at all.
        let expected = if files.contains("f( {") { 2 } else { 0 };
        assert_eq!(run.code, expected, "{files}\n{}", run.text());
    }
}

#[test]
fn what_is_no_module_need_not_be_rust() {
    for files in [
        "--- src/main.rs\nfn main() {}\n--- src/template.rs\nfn {{name}}( {",
        "--- src/main.rs\nfn f() -> u8 { include!(\"piece.rs\") }\n--- src/piece.rs\n{ 1 } else",
        "--- src/main.rs\n#[cfg(test)]\nmod tests;\n--- src/tests.rs\nfn f( {",
        "--- src/main.rs\nmod not_there;\n",
        "--- src/main.rs\nfn main() {}\n--- tests/a.rs\nfn f( {",
    ] {
        assert_eq!(unraised(&package(&one(), files)), ["PERIOD_LOCKED"], "{files}");
    }
}

#[test]
fn a_waived_code_is_not_looked_for() {
    let files = format!("--- src/main.rs\n{BROKEN}");
    let package = package(&one(), &files);
    package.edit(
        "registry.toml",
        "status = \"frozen\"",
        "allow = { unraised-code = \"the plugin raises it\" }\nstatus = \"frozen\"",
    );
    package.run(&["check"]).ends(0).says(&["clean"]);
}

#[test]
fn a_file_that_is_not_text_or_not_there_is_said() {
    let package = package(&one(), "--- src/main.rs\nmod a;\n--- src/a.rs\n");
    fs::write(package.path().join("src/a.rs"), b"fn f() {} // \xff\n").unwrap();
    package
        .run(&["check"])
        .ends(2)
        .says(&["unreadable-source", "src/a.rs:1"]);
    fs::write(package.path().join("src/a.rs"), "").unwrap();
    assert_eq!(unraised(&package), ["PERIOD_LOCKED"]);
}

#[test]
fn a_workspace_that_cargo_cannot_read_is_said() {
    let package = package(&one(), "--- src/main.rs\nfn main() {}\n");
    package.write(
        "Cargo.toml",
        &MANIFEST.replace("[workspace]", "[workspace]\nmembers = [\"gone\"]"),
    );
    package.run(&["check"]).ends(2).says(&[
        "error[unreadable-source]: cargo cannot read the manifests of this workspace, and nothing in `src` raises `PERIOD_LOCKED`",
        "Cargo.toml:1:1",
        "help: `cargo metadata --no-deps` shows why",
    ]);
}

#[test]
fn a_source_of_another_package_is_named_from_where_the_reader_stands() {
    let package = Package::new("");
    fs::remove_file(package.path().join("registry.toml")).unwrap();
    fs::create_dir(package.path().join(".git")).unwrap();
    write(
        &package,
        &format!(
            "--- Cargo.toml\n[workspace]\nmembers = [\"a/*\"]\n--- a/codes/registry.toml\n{}--- a/codes/src/lib.rs\n\
             --- a/codes/Cargo.toml\n[package]\nname = \"codes\"\n--- a/server/Cargo.toml\n[package]\nname = \"server\"\n\
             [dependencies]\ncodes = {{ path = \"../codes\" }}\n--- a/server/src/main.rs\n{BROKEN}",
            one()
        ),
    );
    let codes = package.path().join("a/codes");
    run_in(&codes, &["freeze"]).ends(0);
    run_in(&codes, &["check"])
        .ends(2)
        .says(&["--> ../server/src/main.rs:3:14"]);
    let manifest = ["check", "--manifest-path", "a/codes/Cargo.toml"];
    package.run(&manifest).ends(2).says(&["--> a/server/src/main.rs:3:14"]);
    run_in(&codes, &["check", "--format", "github"])
        .ends(2)
        .says(&["::error file=a/server/src/main.rs,line=3,col=14"]);
}
