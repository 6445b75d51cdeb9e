//! Whose sources count: those of the package, and of what depends on it.

use crate::common::{Package, Run, run_in};
use crate::{HEAD, code, codes, frozen};

/// A workspace with the package `codes` and others; `members` are their folders, dependencies and sources.
fn workspace(own: &str, members: &[(&str, &str, &str)]) -> Package {
    let registry = format!(
        "{HEAD}{}{}{}",
        frozen("FIRST", ""),
        frozen("SECOND", ""),
        code("DRAFT", "")
    );
    let package = Package::new("");
    package.write("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n");
    std::fs::remove_file(package.path().join("registry.toml")).unwrap();
    package.write("codes/registry.toml", &registry);
    let all = [("codes", "", own)];
    for (name, dependencies, source) in all.iter().chain(members) {
        let manifest =
            format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n{dependencies}\n");
        package.write(&format!("{name}/Cargo.toml"), &manifest);
        let (path, text) = source.split_once('\n').unwrap();
        package.write(&format!("{name}/{path}"), text);
    }
    run_in(&package.path().join("codes"), &["freeze"]).ends(0);
    package
}

fn check(workspace: &Package) -> Run {
    run_in(&workspace.path().join("codes"), &["check", "--format", "json"])
}

#[track_caller]
fn unraised(workspace: &Package) -> Vec<String> {
    codes(&check(workspace).ends(0))
}

const LIBRARY: &str = "src/lib.rs\nerrtax::include_registry!();";
const ON_CODES: &str = "[dependencies]\ncodes = { path = \"../codes\" }";
const FIRST: &str = "src/main.rs\n#[derive(errtax::ToolError)]\n#[tool_error(codes = codes::codes)]\nenum E { First }";
const SECOND: &str = "src/lib.rs\nfn f() { codes::codes::details::Second {}.into_failure(); }";
const NEITHER: &str = "src/main.rs\nfn main() {}";

#[test]
fn what_depends_on_the_package_raises_its_codes() {
    let both = [("server", ON_CODES, FIRST), ("worker", ON_CODES, SECOND)];
    assert_eq!(unraised(&workspace(LIBRARY, &both)), [] as [&str; 0]);
    let one = workspace(LIBRARY, &both[..1]);
    assert_eq!(unraised(&one), ["SECOND"]);
    let message = "frozen code `SECOND` is raised by nothing in `codes` or in `server`, which depends on it";
    assert_eq!(check(&one).json()["findings"][0]["message"], message);
    let more = [both[0], ("worker", ON_CODES, NEITHER)];
    let message = "frozen code `SECOND` is raised by nothing in `codes` or in the 2 packages that depend on it";
    assert_eq!(
        check(&workspace(LIBRARY, &more)).json()["findings"][0]["message"],
        message
    );
}

#[test]
fn dependants_through_others_and_under_another_name_count() {
    let middle = "[dependencies]\nthe_codes = { package = \"codes\", path = \"../codes\" }";
    let top = "[target.'cfg(unix)'.dependencies]\nmiddle = { path = \"../middle\" }";
    let members = [
        ("middle", middle, "src/lib.rs\npub use the_codes::codes;"),
        (
            "top",
            top,
            "src/main.rs\nuse middle::codes;\nfn f() { codes::details::First {}; codes::details::Second {}; }",
        ),
    ];
    assert_eq!(unraised(&workspace(LIBRARY, &members)), [] as [&str; 0]);
}

#[test]
fn others_do_not_count() {
    let raises = "src/main.rs\nfn f() { codes::details::First {}; codes::details::Second {}; }";
    let own = "src/main.rs\nfn main() {}";
    for dependencies in [
        "",
        "[dev-dependencies]\ncodes = { path = \"../codes\" }",
        "[build-dependencies]\ncodes = { path = \"../codes\" }",
    ] {
        let found = unraised(&workspace(own, &[("other", dependencies, raises)]));
        assert_eq!(found, ["FIRST", "SECOND"], "{dependencies}");
    }
}

#[test]
fn a_library_that_raises_nothing_is_shared_and_its_users_may_be_elsewhere() {
    assert_eq!(unraised(&workspace(LIBRARY, &[])), [] as [&str; 0]);
    // A dependant that names none of the codes knows nothing of them either.
    assert_eq!(
        unraised(&workspace(LIBRARY, &[("server", ON_CODES, NEITHER)])),
        [] as [&str; 0]
    );
    // One with a registry of its own means the codes of that.
    let own = "src/lib.rs\nerrtax::include_registry!();\n#[derive(errtax::ToolError)]\nenum E { First }";
    assert_eq!(
        unraised(&workspace(LIBRARY, &[("server", ON_CODES, own)])),
        [] as [&str; 0]
    );
    let foreign =
        format!("{own}\n#[derive(errtax::ToolError)]\n#[tool_error(codes = codes::codes)]\nenum F {{ First }}");
    assert_eq!(
        unraised(&workspace(LIBRARY, &[("server", ON_CODES, &foreign)])),
        ["SECOND"]
    );
}

#[test]
fn a_library_that_raises_some_of_its_codes_and_a_program_answer_for_all() {
    let some = "src/lib.rs\nerrtax::include_registry!();\n#[derive(errtax::ToolError)]\nenum E { First }";
    assert_eq!(unraised(&workspace(some, &[])), ["SECOND"]);
    // A draft is a code as well.
    let draft = "src/lib.rs\nerrtax::include_registry!();\n#[derive(errtax::ToolError)]\nenum E { Draft }";
    assert_eq!(unraised(&workspace(draft, &[])), ["FIRST", "SECOND"]);
    let program = "src/main.rs\nerrtax::include_registry!();\nfn main() {}";
    assert_eq!(unraised(&workspace(program, &[])), ["FIRST", "SECOND"]);
}

#[test]
fn a_package_without_rust_code_has_nothing_to_raise_with() {
    let package = workspace("README.md\nThe contract.", &[]);
    run_in(&package.path().join("codes"), &["check"])
        .ends(0)
        .says(&["clean"]);
}
