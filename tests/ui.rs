//! What is said about mistakes, as a user sees it. `TRYBUILD=overwrite cargo test --test ui` writes the texts anew;
//! read the difference.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "ui/project/mod.rs"]
mod project;

use std::process::Command;

use project::{Project, mistakes};

/// The compiler whose own texts are kept in `tests/ui/rustc`.
const PINNED: &str = "rustc 1.95.";

/// Whether this is that compiler. Others word the same errors otherwise.
fn pinned(what: &str) -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().unwrap();
    let version = String::from_utf8_lossy(&version.stdout).trim().to_owned();
    let is_pinned = version.starts_with(PINNED);
    if !is_pinned {
        println!("skipped {what}: its texts are those of `{PINNED}x`, and this is `{version}`");
    }
    is_pinned
}

#[test]
fn our_own_messages_stand_at_the_word_that_is_wrong() {
    trybuild::TestCases::new().compile_fail("tests/ui/own/*.rs");
}

#[test]
fn rustcs_messages_stand_at_the_token_that_is_wrong() {
    if pinned("tests/ui/rustc") {
        trybuild::TestCases::new().compile_fail("tests/ui/rustc/*.rs");
    }
}

#[cfg(feature = "recovery")]
#[test]
fn a_write_that_would_be_sent_blindly_is_told_what_would_make_it_safe() {
    if pinned("tests/ui/recovery") {
        trybuild::TestCases::new().compile_fail("tests/ui/recovery/*.rs");
    }
}

#[test]
fn four_mistakes_are_four_errors_at_four_tokens_of_the_user() {
    // The codes of the same crate: its macro is local, and rustc is tempted to point into the generated file.
    let project = Project::new("four_mistakes", "2024", "");
    project.write("src/lib.rs", "errtax::include_registry!();\npub mod voucher;\n");
    project.write(
        "src/voucher.rs",
        "use errtax::{Date, ToolError};

#[derive(Debug, ToolError)]
pub enum Voucher {
    #[tool_error(PeriodLockd)]
    Wrong { period_id: String, lock_date: Date },
    #[tool_error(PeriodLocked)]
    Missing { period_id: String },
    #[tool_error(PeriodLocked)]
    Extra { period_id: String, lock_date: Date, lock_day: Date },
    VoucherUnbalanced { debit: std::time::Duration, credit: i64 },
}
",
    );
    let found = mistakes(&project.check(&["--message-format=json"]).stdout);
    let expected = [
        (
            "src/voucher.rs:5:18",
            "PeriodLockd",
            "no `PeriodLockd` in `codes::Code`",
        ),
        (
            "src/voucher.rs:7:18",
            "PeriodLocked",
            "code PERIOD_LOCKED needs the detail `lock_date` (date, registry.toml:",
        ),
        ("src/voucher.rs:10:49", "lock_day", "lock_day"),
        (
            "src/voucher.rs:11:32",
            "std::time::Duration",
            "declared `integer` at registry.toml:",
        ),
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (place, token, text) in expected {
        let mistake = found.iter().find(|mistake| mistake.place == place);
        let mistake = mistake.unwrap_or_else(|| panic!("nothing at {place}: {found:#?}"));
        assert_eq!(mistake.token, token);
        assert!(mistake.text.contains(text), "{mistake:#?}");
    }
}

#[test]
fn in_a_large_enum_a_mistake_is_told_at_its_variant() {
    let project = Project::new("large", "2024", "");
    let mut source =
        String::from("errtax::include_registry!();\n#[derive(Debug, errtax::ToolError)]\npub enum Large {\n");
    for number in 0..100 {
        let variant = match number {
            10 => "#[tool_error(VoucherUnbalanced)] V10 { debit: i64 },".to_owned(),
            30 => {
                "#[tool_error(VoucherUnbalanced)] V30 { debit: i64, credit: i64, sum: std::time::Duration },".to_owned()
            }
            50 => "#[tool_error(VoucherUnbalanced)] V50 { debit: i64, credit: Option<i64> },".to_owned(),
            70 => "#[tool_error(VoucherUnbalanced)] V70 { debit: std::time::Duration, credit: u8 },".to_owned(),
            _ => format!("#[tool_error(InternalError)] V{number},"),
        };
        source.push_str(&variant);
        source.push('\n');
    }
    source.push_str("}\n");
    project.write("src/lib.rs", &source);
    let found = mistakes(&project.check(&["--message-format=json"]).stdout);
    let expected = [
        ("src/lib.rs:14:14", "needs the detail `credit` (integer, registry.toml:"),
        ("src/lib.rs:34:14", "has no detail `sum`; it has `credit`, `debit`"),
        (
            "src/lib.rs:54:14",
            "must be an integer, found `Option<i64>`: declared `integer` at registry.toml:",
        ),
        ("src/lib.rs:74:47", "must be an integer, found `Duration`"),
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (place, text) in expected {
        let mistake = found.iter().find(|mistake| mistake.place == place);
        let mistake = mistake.unwrap_or_else(|| panic!("nothing at {place}: {found:#?}"));
        assert!(mistake.text.contains(text), "{mistake:#?}");
    }
}

#[test]
fn the_derive_works_in_every_edition() {
    // The edition is that of the crate that derives: https://github.com/GREsau/schemars/issues/376
    // What is printed for cargo must be what an old `rust-version` admits: `cargo::` is refused below 1.77.
    for (edition, rust_version) in [("2018", "1.31"), ("2021", "1.56"), ("2024", "1.85")] {
        let package = format!("rust-version = \"{rust_version}\"");
        let project = Project::new(&format!("edition_{edition}"), edition, &package);
        project.write("src/lib.rs", "errtax::include_registry!();\npub mod keywords;\n");
        project.write("src/keywords.rs", include_str!("ui/project/keywords.rs"));
        project.succeeds();
    }
}

#[test]
fn a_renamed_dependency_is_named_with_crate() {
    let project = Project::renamed("renamed", "2021", "tool_errors");
    project.write(
        "src/lib.rs",
        "tool_errors::include_registry!();

#[derive(Debug, tool_errors::ToolError)]
#[tool_error(crate = tool_errors)]
pub enum Voucher {
    PeriodLocked { period_id: String, lock_date: tool_errors::Date },
    #[tool_error(infer, InternalError)]
    Io(#[from] std::io::Error),
}
",
    );
    project.succeeds();
}

#[test]
fn without_a_build_script_the_message_says_what_to_add() {
    let project = Project::new("no_build_script", "2024", "");
    project.remove("build.rs");
    project.write("src/lib.rs", "errtax::include_registry!();\n");
    let stderr = String::from_utf8(project.check(&[]).stderr).unwrap();
    assert!(
        stderr.contains("no build script has run for this package: add a build.rs"),
        "{stderr}"
    );
}
