//! The messages that the guide explains are the ones that a newcomer meets. Each line of a text block under
//! "Troubleshooting" has to appear in what cargo says about these packages, and each package has to fail.

use std::process::Command;

use crate::markdown::page;
use crate::support::{BUILD_SCRIPT, Package, cargo, literal, workspace};

/// The compiler whose texts the guide shows. Others word the same errors otherwise.
const PINNED: &str = "rustc 1.95.";

const REGISTRY: &str = r#"[registry]
name = "ledger"
version = "1.0.0"
edition = "2026"
extends = ["errtax@1.0"]

[codes.PERIOD_LOCKED]
class = "precondition"
action = "fix_state"
retryable = false
executed = "no"
message = "Fiscal period {period_id} is locked since {lock_date}."
hint = "Call unlock_period first, or date the voucher in an open period."

[codes.PERIOD_LOCKED.details]
period_id = "string"
lock_date = "date"

[codes.PERIOD_SHUT]
class = "precondition"
action = "fix_state"
retryable = false
executed = "no"
message = "The period is shut."
hint = "Date the voucher in an open period."
deprecated = { since = "1.0.0", reason = "it does not say which period" }
"#;

const INCLUDE: &str = "errtax::include_registry!();\n";

const PERIOD_LOCKED: &str = "#[derive(Debug, errtax::ToolError)]\npub enum VoucherError {\n    PeriodLocked { period_id: String, \
                             lock_date: errtax::Date },\n}\n";

/// Crates of one mistake or two, each an example of a package that is in order.
const EXAMPLES: &[(&str, &str)] = &[
    ("no_include", "CODE"),
    ("not_at_the_root", "mod inner { INCLUDE }\nCODE"),
    (
        "both_display",
        "INCLUDE
#[derive(Debug, thiserror::Error, errtax::ToolError)]
#[tool_error(default = InternalError)]
pub enum StoreError {
    #[error(transparent)]
    Io(#[from] std::io::Error),
}",
    ),
    (
        "no_error",
        "INCLUDE
#[derive(Debug, errtax::ToolError)]
#[tool_error(display = false)]
pub enum StoreError { NotFound }",
    ),
    (
        "no_debug",
        "INCLUDE\n#[derive(errtax::ToolError)]\npub enum StoreError { NotFound }",
    ),
    (
        "details",
        "INCLUDE
#[derive(Debug, errtax::ToolError)]
pub enum VoucherError {
    #[tool_error(PeriodLockd)]
    Unknown { period_id: String, lock_date: errtax::Date },
    #[tool_error(PeriodLocked)]
    Missing { period_id: String },
    #[tool_error(PeriodLocked)]
    Mistyped { period_id: std::time::Duration, lock_date: errtax::Date },
    #[tool_error(PeriodLocked)]
    Optional { period_id: Option<String>, lock_date: errtax::Date },
    PeriodShut,
}",
    ),
    (
        "extra",
        "INCLUDE
#[derive(Debug, errtax::ToolError)]
pub enum VoucherError {
    PeriodLocked { period_id: String, lock_date: errtax::Date, reason: String },
    RateLimited { retry_after: std::time::Duration },
}",
    ),
    (
        "tuple",
        "INCLUDE
#[derive(Debug, errtax::ToolError)]
pub enum VoucherError { NotFound(u64) }",
    ),
    (
        "foreign",
        "pub fn read() -> Result<Vec<u8>, errtax::Failure> { Ok(std::fs::read(\"books\")?) }",
    ),
];

fn manifest(name: &str, edition: &str, errtax: &str) -> String {
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"{edition}\"\n\n\
         [dependencies]\n{errtax} = {{ path = {}, package = \"errtax\" }}\nthiserror = \"2\"\n\n\
         [build-dependencies]\nerrtax-build = {{ path = {} }}\n",
        literal(workspace()),
        literal(&workspace().join("errtax-build")),
    )
}

/// A member of the workspace that is in order.
fn member(workspace: &Package, name: &str) {
    workspace.write(&format!("{name}/Cargo.toml"), &manifest(name, "2024", "errtax"));
    workspace.write(&format!("{name}/build.rs"), BUILD_SCRIPT);
    workspace.write(&format!("{name}/src/lib.rs"), INCLUDE);
    workspace.write(&format!("{name}/registry.toml"), REGISTRY);
    workspace.lock_in(name);
}

const FROZEN: (&str, &str) = (
    "executed = \"no\"\nmessage = \"Fiscal",
    "executed = \"no\"\nstatus = \"frozen\"\nmessage = \"Fiscal",
);

/// One package a mistake, and their names.
fn broken(workspace: &Package) -> Vec<&'static str> {
    let names = [
        "docs-no-build-script",
        "docs-idle-build-script",
        "docs-renamed",
        "docs-edition-2015",
        "docs-no-lock",
        "docs-stale-lock",
        "docs-edited-lock",
        "docs-drift",
    ];
    for name in names {
        member(workspace, name);
    }
    workspace.remove("docs-no-build-script/build.rs");
    workspace.write("docs-idle-build-script/build.rs", "fn main() {}\n");
    workspace.write(
        "docs-renamed/Cargo.toml",
        &manifest("docs-renamed", "2024", "tool_errors"),
    );
    workspace.write(
        "docs-renamed/src/lib.rs",
        &format!("{INCLUDE}{PERIOD_LOCKED}").replace("errtax::", "tool_errors::"),
    );
    workspace.write(
        "docs-edition-2015/Cargo.toml",
        &manifest("docs-edition-2015", "2015", "errtax"),
    );
    workspace.write(
        "docs-edition-2015/build.rs",
        &format!("extern crate errtax_build;\n{BUILD_SCRIPT}"),
    );
    workspace.write(
        "docs-edition-2015/src/lib.rs",
        "#[macro_use]\nextern crate errtax;\ninclude_registry!();\n",
    );
    workspace.remove("docs-no-lock/registry.lock");
    workspace.edit("docs-stale-lock/registry.toml", FROZEN.0, FROZEN.1);
    for name in ["docs-edited-lock", "docs-drift"] {
        workspace.edit(&format!("{name}/registry.toml"), FROZEN.0, FROZEN.1);
        workspace.lock_in(name);
    }
    workspace.edit("docs-edited-lock/registry.lock", "\"fix_state\"", "\"ask_user\"");
    let registry = workspace
        .read("docs-drift/registry.toml")
        .replacen("\"fix_state\"", "\"ask_user\"", 1);
    workspace.write("docs-drift/registry.toml", &registry);
    names.to_vec()
}

#[test]
fn every_message_that_the_guide_explains_is_one_that_a_user_gets() {
    let version = Command::new("rustc").arg("--version").output().unwrap();
    if !version.stdout.starts_with(PINNED.as_bytes()) {
        println!("skipped: the guide's texts are those of `{PINNED}x`");
        return;
    }
    let workspace = Package::empty("troubleshooting");
    member(&workspace, "docs-examples");
    for (name, source) in EXAMPLES {
        let source = source.replace("INCLUDE", INCLUDE).replace("CODE", PERIOD_LOCKED);
        workspace.write(
            &format!("docs-examples/examples/{name}.rs"),
            &format!("{source}\nfn main() {{}}\n"),
        );
    }
    let packages = broken(&workspace);
    workspace.write(
        "Cargo.toml",
        &format!(
            "[workspace]\nresolver = \"2\"\nmembers = [\"docs-examples\", \"{}\"]\n",
            packages.join("\", \"")
        ),
    );
    let output = cargo(workspace.path())
        .args([
            "check",
            "--offline",
            "--workspace",
            "--lib",
            "--examples",
            "--keep-going",
        ])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    for (name, _) in EXAMPLES {
        assert!(
            said.contains(&format!("could not compile `docs-examples` (example \"{name}\")")),
            "{name}\n{said}"
        );
    }
    for name in packages {
        assert!(
            said.contains(&format!("could not compile `{name}` (lib)")),
            "{name}\n{said}"
        );
    }
    assert!(!said.contains("could not compile `docs-examples` (lib)"), "{said}");

    let guide = page("docs/guide.md");
    let section = guide
        .headings
        .iter()
        .find(|heading| heading.text == "Troubleshooting")
        .unwrap()
        .line;
    let shown = guide
        .blocks
        .iter()
        .filter(|block| block.line > section && block.language == "text");
    let lines: Vec<&str> = shown.flat_map(|block| block.text.lines()).collect();
    assert!(lines.len() > 20, "{} messages", lines.len());
    for line in lines {
        assert!(said.contains(line), "nothing says: {line}\n\n{said}");
    }
}
