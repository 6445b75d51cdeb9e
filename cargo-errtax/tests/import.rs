//! `cargo errtax import`: what it makes of a file. That the result compiles is in adopt.rs.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Package, REGISTRY};

/// The bank, with the standard codes.
fn package(source: &str) -> Package {
    let package = Package::new(&REGISTRY.replace(
        "edition = \"2026\"\n",
        "edition = \"2026\"\nextends = [\"errtax@1.0\"]\n",
    ));
    package.run(&["freeze"]).ends(0);
    package.write("src/error.rs", source);
    package
}

const SOURCE: &str = "use thiserror::Error;

/// What keeps a transfer from being made.
#[derive(
    Debug,
    Error,
)]
pub(crate) enum TransferError {
    #[error(\"account {0} is unknown to {bank}\")]
    AccountUnknown(u64, &'static str), // not ours
    #[error(\"amount {amount} is over {limit}\")]
    AmountTooLarge { amount: i64, limit: Option<i64> },
    #[error(\"account closed\")]
    AccountClosed { account: String },
    #[error(transparent)]
    Io(#[from] std::io::Error),
}
";

#[test]
fn entries_and_attributes_are_shown_and_nothing_is_touched() {
    let source = SOURCE.replace(", &'static str", "").replace(" to {bank}", "");
    let package = package(&source);
    let before = package.files();
    let shown = package.run(&["import", "src/error.rs"]).ends(0);
    let entries = "\
# From TransferError::AccountUnknown, src/error.rs.
[codes.ACCOUNT_UNKNOWN]
class = \"internal\" # decide: class, action and executed; nothing in the name says what they are
action = \"stop\"
retryable = false
executed = \"unknown\"
status = \"draft\"
message = \"Account {account} is unknown.\"
hint = \"Report this; another call would not help.\" # decide: say what to do about this very failure

[codes.ACCOUNT_UNKNOWN.details]
account = \"integer\" # decide: the name is a word of the message

# From TransferError::AmountTooLarge, src/error.rs.
[codes.AMOUNT_TOO_LARGE]
class = \"bad_input\" # decide: class, action and executed are guessed from `TOO_LARGE` in the name
action = \"fix_input\"
retryable = false
executed = \"no\"
status = \"draft\"
message = \"Amount {amount} is over.\" # decide: it was \"amount {amount} is over {limit}\"
hint = \"Correct the arguments as the message says, then make one new call.\" # decide: say what to do about this very failure

[codes.AMOUNT_TOO_LARGE.details]
amount = \"integer\"
limit = { type = \"integer\", optional = true }
";
    assert_eq!(
        shown.stdout.split("\n--- ").next().unwrap(),
        format!("# to be added to registry.toml\n\n{entries}")
    );
    let added: Vec<&str> = shown.stdout.lines().filter(|line| line.starts_with('+')).collect();
    assert_eq!(
        added,
        [
            "+++ src/error.rs",
            "+    Error, errtax::ToolError",
            "+#[tool_error(display = false)]",
            "+    AccountUnknown(#[tool_error(detail = \"account\")] u64), // not ours",
            "+    #[tool_error(infer, InternalError)]",
        ]
    );
    shown.says(&[
        "decide what is marked `# decide:`, 6 lines",
        "TransferError::AccountClosed is ACCOUNT_CLOSED, which the registry declares already",
        "let the crate depend on errtax, and its build compile the registry: `cargo errtax init`",
    ]);
    assert_eq!(package.files(), before);
    let told = package
        .run(&["import", "src/error.rs", "--format", "json"])
        .ends(0)
        .json();
    assert_eq!(
        told["codes"],
        serde_json::json!(["ACCOUNT_UNKNOWN", "AMOUNT_TOO_LARGE"])
    );
    assert_eq!(told["entries"].as_str().unwrap().trim_end(), entries.trim_end());
    assert!(told["source"].as_str().unwrap().contains("errtax::ToolError"));
}

#[test]
fn written_entries_are_sound_and_a_second_import_finds_nothing_to_do() {
    let package = package(SOURCE);
    let registry = package.read("registry.toml");
    package
        .run(&["import", "src/error.rs", "--write"])
        .ends(0)
        .says(&["drafted ACCOUNT_UNKNOWN, AMOUNT_TOO_LARGE", "wrote src/error.rs"]);
    let written = package.read("registry.toml");
    assert!(written.starts_with(&registry), "{written}");
    // Its fields have no names, so a detail gets one that is a word of the message, or none that says anything.
    assert!(package.read("src/error.rs").contains("AccountUnknown(#[tool_error(detail = \"account\")] u64, #[tool_error(detail = \"value\")] &'static str), // not ours"));
    package
        .run(&["list", "--status", "draft", "--text", "unknown to"])
        .ends(0);
    let found = package.run(&["check", "--format", "json"]).json();
    let wrong: Vec<&serde_json::Value> = found["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["level"] != "note" && finding["rule"] != "unraised-code")
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    package
        .run(&["import", "src/error.rs", "--write"])
        .ends(1)
        .says(&["every error enum of this file derives `ToolError` already"]);
    assert_eq!(package.read("registry.toml"), written);
}

#[test]
fn files_with_windows_line_ends_keep_them() {
    let package = package(&SOURCE.replace('\n', "\r\n"));
    package.write("registry.toml", &package.read("registry.toml").replace('\n', "\r\n"));
    package.run(&["import", "src/error.rs", "--write"]).ends(0);
    for name in ["registry.toml", "src/error.rs"] {
        let text = package.read(name);
        assert!(text.contains("\r\n"));
        assert_eq!(text.matches('\n').count(), text.matches("\r\n").count(), "{name}");
    }
}

#[test]
fn without_the_standard_codes_every_variant_gets_one_of_its_own() {
    let package = Package::locked();
    package.write("src/error.rs", "#[derive(Debug, thiserror::Error)]\npub enum NetError {\n    #[error(transparent)]\n    Io(#[from] std::io::Error),\n    #[error(\"timed out\")]\n    QueryTimedOut,\n}\n");
    let shown = package.run(&["import", "src/error.rs"]).ends(0);
    // Nothing may be retried that has no twin.
    shown.says(&[
        "[codes.NET_IO]",
        "#[tool_error(infer, NetIo)]",
        "[codes.QUERY_TIMED_OUT]\nclass = \"internal\"",
    ]);
    package.run(&["import", "src/error.rs", "--write"]).ends(0);
}

#[test]
fn names_that_are_taken_are_told_apart() {
    let source = "pub enum AError { NotFound, Gone }\npub enum BError { NotFound, RateLimited }\npub mod inner { pub enum AError { Gone } }\n";
    let package = package(source);
    let told = package
        .run(&["import", "src/error.rs", "--format", "json"])
        .ends(0)
        .json();
    // The standard registry has NOT_FOUND, RATE_LIMITED and GONE.
    assert_eq!(
        told["codes"],
        serde_json::json!(["A_NOT_FOUND", "A_GONE", "B_NOT_FOUND", "B_RATE_LIMITED"])
    );
    assert_eq!(
        told["left"][1],
        "AError::Gone finds no free name for its code: declare one, and name it with `#[tool_error(…)]`"
    );
}

#[test]
fn what_is_no_error_enum_is_refused_and_can_be_named() {
    let package = package("pub enum Reason { TooLate }\npub enum Color { Red }\n");
    package.run(&["import", "src/error.rs"]).ends(1).says(&[
        "there is no error enum in this file",
        "name the one that you mean: `--type Reason` or `--type Color`",
    ]);
    package
        .run(&["import", "src/error.rs", "--type", "Reasn"])
        .ends(1)
        .says(&["did you mean `--type Reason`?"]);
    package
        .run(&["import", "src/error.rs", "--type", "Reason"])
        .ends(0)
        .says(&["[codes.TOO_LATE]"]);
    for (file, text, says) in [
        ("src/nope.rs", None, "cannot read src/nope.rs: it does not exist"),
        ("src/bad.rs", Some("pub enum {"), "src/bad.rs is no Rust: "),
        ("../x.rs", None, "../x.rs is not in the package of the registry"),
        ("src/empty.rs", Some(""), "there is no error enum in this file"),
    ] {
        text.into_iter().for_each(|text| package.write(file, text));
        package.run(&["import", file]).ends(1).says(&[says, "help: "]);
    }
}

#[test]
fn a_file_of_error_structs_alone_is_told_what_to_do_by_hand() {
    let source =
        "#[derive(Debug, thiserror::Error)]\n#[error(\"x\")]\npub struct LedgerShut;\n\nenum Colour {\n    Red,\n}\n";
    let package = package(source);
    let before = package.files();
    package.run(&["import", "src/error.rs"]).ends(1).says(&[
        "this file has the error struct `LedgerShut` and no error enum, and `import` reads enums alone",
        "help: give it a code by hand: `cargo errtax new LEDGER_SHUT`, and `#[derive(errtax::ToolError)]` with \
         `#[tool_error(display = false)]` above `struct LedgerShut`",
    ]);
    assert_eq!(package.files(), before);
    let more = "\nmod inner {\n    pub struct StoreError;\n}\nimpl std::error::Error for Plain {}\nstruct Plain;\n";
    package.write("src/error.rs", &format!("{source}{more}"));
    package
        .run(&["import", "src/error.rs"])
        .ends(1)
        .says(&["this file has error structs (LedgerShut, StoreError, Plain) and no error enum"]);
    // Where there is an enum, that is what it is about.
    package.write(
        "src/error.rs",
        &format!("{source}pub enum BankError {{\n    Down,\n}}\n"),
    );
    package.run(&["import", "src/error.rs"]).ends(0).says(&["DOWN"]);
    // What has its code already is none to be given one.
    package.write(
        "src/error.rs",
        "#[derive(Debug, errtax::ToolError)]\npub struct LedgerShut;\n",
    );
    package
        .run(&["import", "src/error.rs"])
        .ends(1)
        .says(&["there is no error enum in this file"]);
}
