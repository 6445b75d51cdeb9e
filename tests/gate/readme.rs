//! The README alone is enough to adopt: its code is taken as it stands, built and run.

use std::fmt::Write as _;

use crate::support::{Package, cargo, literal, workspace};

const README: &str = include_str!("../../README.md");

/// The code block of this language that has this text.
fn block(language: &str, text: &str) -> &'static str {
    let mut blocks = README.split("\n```").skip(1).step_by(2);
    let block = blocks.find_map(|block| {
        let (head, body) = block.split_once('\n')?;
        (head.split(',').next() == Some(language) && body.contains(text)).then_some(body)
    });
    block.unwrap_or_else(|| panic!("the README has no {language} block with {text:?}"))
}

/// The package that a reader of the README ends up with, with these features in place of `rmcp`.
fn adopted(name: &str, features: &str, more_dependencies: &str) -> Package {
    let package = Package::empty(name);
    let dependencies = block("toml", "[dependencies]");
    let manifest = dependencies
        .replace(
            "version = \"0.1\", features = [\"rmcp\"]",
            &format!("path = {}, features = [{features}]", literal(workspace())),
        )
        .replace(
            "errtax-build = \"0.1\"",
            &format!(
                "errtax-build = {{ path = {} }}",
                literal(&workspace().join("errtax-build"))
            ),
        )
        .replace("[dependencies]\n", &format!("[dependencies]\n{more_dependencies}"));
    assert!(
        !manifest.contains("\"0.1\"") && manifest.matches("path = ").count() == 2,
        "{manifest}"
    );
    package.write(
        "Cargo.toml",
        &format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n{manifest}\n[workspace]\n"),
    );
    package.write("build.rs", block("rust", "errtax_build::compile"));
    package.write("registry.toml", block("toml", "[registry]"));
    package.write("src/lib.rs", block("rust", "errtax::include_registry!()"));
    package.lock();
    package
}

#[test]
fn the_readme_adopts() {
    let package = adopted("readme", "", "thiserror = \"2\"\n");
    let store = block("rust", "thiserror::Error");
    let mut before = String::new();
    for line in store
        .lines()
        .filter(|line| !line.contains("#[tool_error(") || line.contains("Missing("))
    {
        let line = line
            .replace(", errtax::ToolError", "")
            .replace("#[tool_error(skip)] ", "");
        writeln!(before, "{line}").unwrap();
    }
    assert!(!before.contains("errtax") && !before.contains("tool_error"), "{before}");
    package.write("src/store.rs", store);
    package.write("src/before.rs", &before);
    let library = package.read("src/lib.rs");
    package.write("src/lib.rs", &format!("{library}\npub mod before;\npub mod store;\n"));
    package.write("src/main.rs", MAIN);
    let output = cargo(package.path())
        .args(["run", "--quiet", "--offline"])
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    assert_eq!(stderr, "", "no warnings");
    let stdout = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!(lines[0], block("json", "PERIOD_LOCKED").trim());
    let codes: Vec<&str> = lines[1..]
        .iter()
        .filter_map(|line| line.strip_prefix("code "))
        .collect();
    assert_eq!(
        codes,
        [
            "NOT_FOUND",
            "TRANSIENT_ERROR",
            "INTERNAL_ERROR",
            "NOT_FOUND",
            "INTERNAL_ERROR",
            "INTERNAL_ERROR"
        ]
    );
    let shown: Vec<&str> = lines[1..]
        .iter()
        .filter_map(|line| line.strip_prefix("shown "))
        .collect();
    assert_eq!(
        shown,
        [
            "Fiscal period 2025 is locked since 2026-01-31.",
            "voucher 7 is not there",
            "disk is gone",
            "cannot parse row 3"
        ]
    );
}

const MAIN: &str = r##"
use std::io::{Error, ErrorKind};

use errtax::ToolError;
use readme::VoucherError;

macro_rules! stores {
    ($($module:ident),+) => {
        ($({
            use readme::$module::StoreError;
            let source = "x".parse::<i32>().unwrap_err();
            [StoreError::Missing(7), StoreError::Io(Error::other("disk is gone")), StoreError::Parse { row: 3, source }]
        }),+)
    };
}

fn main() {
    let locked = VoucherError::PeriodLocked { period_id: "2025".into(), lock_date: "2026-01-31".parse().unwrap() };
    let shown = locked.to_string();
    println!("{}", errtax::Failure::from(locked).to_wire());
    println!("shown {shown}");
    let storage = |kind| VoucherError::from(Error::from(kind));
    for error in [VoucherError::NoSuchVoucher, storage(ErrorKind::ConnectionRefused), storage(ErrorKind::InvalidData)] {
        println!("code {}", error.spec().code);
    }
    let (before, after) = stores!(before, store);
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before.to_string(), after.to_string());
        println!("code {}", after.spec().code);
        println!("shown {after}");
    }
}
"##;

#[test]
fn the_readmes_tool_is_a_tool() {
    let package = adopted(
        "readme-tool",
        "\"rmcp\"",
        "rmcp = { version = \"3.11\", default-features = false, features = [\"macros\", \"schemars\", \"server\"] }\n\
         schemars = \"1\"\nserde = { version = \"1\", features = [\"derive\"] }\n",
    );
    let library = package.read("src/lib.rs");
    let tool = block("rust", "#[tool(");
    package.write(
        "src/lib.rs",
        &format!("{library}{SERVER}\n#[tool_router]\nimpl Server {{\n{tool}}}\n"),
    );
    let build = package.check();
    build.succeeds("the README's tool");
}

const SERVER: &str = r#"
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::{tool, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Voucher {
    pub text: String,
}

#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
pub struct Posted {
    pub id: u64,
}

#[derive(Debug)]
pub struct Books;

impl Books {
    fn post(&self, _: Voucher) -> Result<Posted, VoucherError> {
        Err(VoucherError::NoSuchVoucher)
    }
}

#[derive(Debug)]
pub struct Server {
    books: Books,
}
"#;

#[test]
fn the_readme_shows_the_real_message_of_a_drift() {
    let package = adopted("readme-drift", "", "");
    package.edit(
        "registry.toml",
        "executed = \"no\"\n",
        "executed = \"no\"\nstatus = \"frozen\"\n",
    );
    package.lock();
    package.check().succeeds("frozen");
    package.edit("registry.toml", "action = \"fix_state\"", "action = \"ask_user\"");
    let errors = package.check().errors();
    let [error] = &errors[..] else {
        panic!("one error:\n{}", errors.join("\n\n"))
    };
    let shown = block("text", "error: ");
    let lines = |text: &str| {
        text.trim()
            .lines()
            .map(|line| line.trim().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        lines(shown),
        lines(&format!("error: {error}")),
        "shown in the README, and real:\n{}",
        package.terminal()
    );
}
