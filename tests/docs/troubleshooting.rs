//! The messages that the page on troubleshooting explains are the ones that a newcomer meets. Each line of a text block
//! has to appear in what cargo says about these packages, and so does each message in the table of the derive; and each
//! package has to fail. What the derive and the registry compiler can say is there without a gap.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::Command;

use errtax_build::finding::Stage;
use errtax_build::rules::RULES;

use crate::markdown::{Page, Table, page};
use crate::support::{BUILD_SCRIPT, Package, cargo, literal, workspace};

fn troubleshooting() -> Page {
    page("docs/guide/troubleshooting.md")
}

/// The compiler whose texts the page shows. Others word the same errors otherwise.
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
        "sources",
        "INCLUDE
#[derive(Debug, errtax::ToolError)]
pub enum VoucherError {
    #[tool_error(infer, InternalError)]
    Books(#[source] u8),
    #[tool_error(transparent)]
    Inner(std::io::Error),
    RateLimited { #[tool_error(retry_after)] wait: u64 },
}",
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
        "docs-two-calls",
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
        "docs-two-calls/build.rs",
        "fn main() {\n    errtax_build::compile(\"registry.toml\");\n    errtax_build::compile(\"registry.toml\");\n}\n",
    );
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

/// Every item of the table of the derive, each in a module of its own.
fn derived(table: &Table) -> String {
    let mut source = String::new();
    for (number, row) in table.rows.iter().enumerate() {
        let item = row[0].trim_matches('`');
        let _ = writeln!(source, "mod m{number} {{ #[derive(errtax::ToolError)] {item} }}");
    }
    source
}

#[test]
fn every_message_that_is_explained_is_one_that_a_user_gets() {
    let version = Command::new("rustc").arg("--version").output().unwrap();
    if !version.stdout.starts_with(PINNED.as_bytes()) {
        println!("skipped: the page's texts are those of `{PINNED}x`");
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
    let troubleshooting = troubleshooting();
    let table = troubleshooting.table(&["what is written", "what is said"]);
    workspace.write(
        "docs-examples/examples/derived.rs",
        &format!("{INCLUDE}{}fn main() {{}}\n", derived(table)),
    );
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
        let failed = [
            format!("could not compile `{name}` (lib)"),
            format!("failed to run custom build command for `{name} "),
        ];
        assert!(failed.iter().any(|failed| said.contains(failed)), "{name}\n{said}");
    }
    assert!(!said.contains("could not compile `docs-examples` (lib)"), "{said}");

    let shown = troubleshooting.blocks.iter().filter(|block| block.language == "text");
    let lines: Vec<&str> = shown.flat_map(|block| block.text.lines()).collect();
    assert!(lines.len() > 20, "{} messages", lines.len());
    for line in lines {
        assert!(said.contains(line), "nothing says: {line}\n\n{said}");
    }
    for message in table.column("what is said") {
        assert!(
            said.contains(&format!("error: {message}\n")),
            "nothing says: {message}\n\n{said}"
        );
    }
}

/// A message without what differs from one item to the next: names, numbers, places.
fn shape(message: &str) -> String {
    let first = message.lines().next().unwrap_or_default();
    let first = first.split(" is only valid on ").next().unwrap_or_default();
    let first = first.split("there is one field more").next().unwrap_or_default();
    let names = first.split('`').enumerate();
    let shape: String = names.map(|(at, part)| if at % 2 == 1 { "`…`" } else { part }).collect();
    shape.replace("{count}", "2")
}

/// The texts in the tests of the derive's messages that are messages.
fn messages_of_the_derive() -> BTreeSet<String> {
    let tests = std::fs::read_to_string(workspace().join("errtax-macros/src/tests.rs")).unwrap();
    let mut messages = BTreeSet::new();
    let mut rest = tests.as_str();
    while let Some((_, after)) = rest.split_once('"') {
        let mut text = String::new();
        let mut chars = after.char_indices();
        let end = loop {
            match chars.next() {
                Some((at, '"')) => break at + 1,
                Some((_, '\\')) => match chars.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, '\n')) | None => {}
                    Some((_, escaped)) => text.push(escaped),
                },
                Some((_, c)) => text.push(c),
                None => break after.len(),
            }
        };
        rest = &after[end..];
        let is_item = ["enum ", "struct ", "union ", "#["]
            .iter()
            .any(|start| text.starts_with(start));
        let words = text
            .split(' ')
            .filter(|word| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase()));
        if !is_item && words.count() >= 3 {
            messages.insert(shape(&text));
        }
    }
    messages
}

#[test]
fn whatever_the_derive_says_is_explained() {
    let troubleshooting = troubleshooting();
    let table = troubleshooting.table(&["what is written", "what is said"]);
    let explained: BTreeSet<String> = table.column("what is said").into_iter().map(shape).collect();
    let said = messages_of_the_derive();
    assert!(said.len() > 25, "{said:#?}");
    let missing: Vec<_> = said.difference(&explained).collect();
    assert!(missing.is_empty(), "not explained: {missing:#?}");
}

#[test]
fn whatever_the_registry_compiler_finds_is_explained() {
    let troubleshooting = troubleshooting();
    let tables = troubleshooting.tables.iter().filter(|table| table.head[0] == "rule");
    let stages = [
        Stage::Read,
        Stage::Structure,
        Stage::Drift,
        Stage::Merge,
        Stage::Style,
        Stage::Files,
        Stage::Tools,
    ];
    let mut explained = 0;
    let mut covered = 0;
    for (table, stage) in tables.zip(stages) {
        let names: Vec<String> = table.names();
        covered += names.len();
        let shown: BTreeSet<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(shown.len(), names.len(), "each once");
        let rules = RULES.iter().filter(|rule| rule.stage == stage).map(|rule| rule.id);
        assert_eq!(shown, rules.collect(), "{stage:?}");
        explained += 1;
    }
    assert_eq!(explained, stages.len());
    assert_eq!(covered, RULES.len(), "every stage has its table");
}
