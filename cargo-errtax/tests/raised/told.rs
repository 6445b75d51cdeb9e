//! How it is said, in every format.

use std::fs;

use crate::common::run_in;
use crate::{HEAD, frozen, names, one, package};

const NOTHING: &str = "--- src/main.rs\nfn main() {}\n";

#[test]
fn a_person_sees_the_code_and_what_to_type() {
    let package = package(&one(), NOTHING);
    package.run(&["check"]).ends(0).says(&[
        "warning[unraised-code]: frozen code `PERIOD_LOCKED` is raised by nothing in `bank`\n --> registry.toml:6:8\n",
        "6 | [codes.PERIOD_LOCKED]\n  |        ^^^^^^^^^^^^^ ",
        "= help: raise it (`#[tool_error(PeriodLocked)]` on a variant); or ",
        "`allow = { unraised-code = \"…\" }`",
        "`deprecated = { since = \"1.2.0\", reason = \"…\" }`",
        "checked 1 code of `bank` (1 frozen) against registry.lock: 1 warning\n",
    ]);
    package.run(&["check", "--deny", "warnings"]).ends(1);
    package
        .run(&["explain", "unraised-code"])
        .ends(0)
        .says(&["level: warning"]);
}

#[test]
fn each_help_does_what_it_says() {
    for help in [
        "allow = { unraised-code = \"the plugin raises it\" }",
        "deprecated = { since = \"1.2.0\", reason = \"never sent\" }",
    ] {
        let package = package(&one(), NOTHING);
        package.edit(
            "registry.toml",
            "status = \"frozen\"",
            &format!("{help}\nstatus = \"frozen\""),
        );
        let run = package.run(&["check"]);
        assert!(!run.text().contains("unraised-code"), "{}", run.text());
    }
    let package = package(&one(), NOTHING);
    package.write(
        "src/main.rs",
        "#[derive(errtax::ToolError)]\nenum E {\n    #[tool_error(PeriodLocked)]\n    A,\n}\n",
    );
    package.run(&["check"]).ends(0).says(&["clean"]);
}

#[test]
fn a_name_that_is_no_code_is_one_mistake_and_not_two() {
    let package = package(&one(), NOTHING);
    package.edit("registry.toml", "codes.PERIOD_LOCKED", "codes.period-locked");
    let run = package.run(&["check"]).ends(1).says(&["error[code-grammar]"]);
    assert!(!run.text().contains("unraised-code"), "{}", run.text());
}

#[test]
fn machines_get_the_same() {
    let registry = format!("{HEAD}include = [\"codes/*.toml\"]\n{}", frozen("SENT", ""));
    let package = package(
        &registry,
        &format!(
            "--- codes/a.toml\n{}--- src/main.rs\nfn f() {{ details::Sent {{}}; }}",
            frozen("LATE", "")
        ),
    );
    let document = package.run(&["check", "--format", "json"]).ends(0).json();
    let findings = document["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{document}");
    let finding = &findings[0];
    for (key, value) in [
        ("rule", "unraised-code"),
        ("level", "warning"),
        ("code", "LATE"),
        ("file", "codes/a.toml"),
        ("message", "frozen code `LATE` is raised by nothing in `bank`"),
    ] {
        assert_eq!(finding[key], value);
    }
    assert_eq!((&finding["line"], &finding["column"]), (&2.into(), &8.into()));
    package
        .run(&["check", "--format", "github"])
        .ends(0)
        .says(&["::warning file=codes/a.toml,line=2,col=8,title=errtax%3A unraised-code::frozen code `LATE` is raised by nothing"]);
}

#[test]
fn the_same_is_said_from_every_folder_and_nothing_is_written() {
    let package = package(&one(), NOTHING);
    fs::create_dir_all(package.path().join("src/deep")).unwrap();
    let (before, folders) = (package.files(), names(&package));
    let here = package.run(&["check", "--format", "github"]).ends(0);
    let below = run_in(&package.path().join("src/deep"), &["check", "--format", "github"]).ends(0);
    assert_eq!(
        here.stdout.replace("registry.toml", "../../registry.toml"),
        below.stdout
    );
    assert_eq!(package.files(), before);
    assert_eq!(names(&package), folders);
}
