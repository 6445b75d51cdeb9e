//! The guide alone is enough: its files are taken as they stand, built, and run.

use std::fmt::Write as _;

use errtax::DetailType;

use crate::markdown::{Page, page, ticked};
use crate::support::{Package, cargo, literal, workspace};

/// What adds the features that only the table of types needs.
const ALL_FEATURES: &str =
    "\"anyhow\", \"chrono\", \"jiff\", \"rmcp\", \"serde\", \"serde_json\", \"time\", \"url\", \"uuid\"";

/// The one file of this name.
#[track_caller]
pub fn file<'a>(guide: &'a Page, name: &str) -> &'a str {
    let mut found = guide.blocks.iter().filter(|block| block.file.as_deref() == Some(name));
    let block = found.next().unwrap_or_else(|| panic!("the guide has no {name}"));
    assert!(found.next().is_none(), "the guide has one {name}");
    &block.text
}

/// The guide's manifest for a package of this name, with the crates that are tested.
fn manifest(guide: &Page, name: &str, features: &str, more: &str) -> String {
    let shown = file(guide, "Cargo.toml");
    let here = shown
        .replace(
            "version = \"0.1\", features = [\"anyhow\", \"rmcp\"]",
            &format!("path = {}, features = [{features}]", literal(workspace())),
        )
        .replace(
            "errtax-build = \"0.1\"",
            &format!(
                "errtax-build = {{ path = {} }}",
                literal(&workspace().join("errtax-build"))
            ),
        )
        .replace("[dependencies]\n", &format!("[dependencies]\n{more}"));
    assert_eq!(
        here.matches("path = ").count(),
        2 + more.matches("path = ").count(),
        "{here}"
    );
    format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n{here}")
}

#[test]
fn the_guides_files_build_without_a_warning_and_send_what_it_shows() {
    let guide = page("docs/guide.md");
    let workspace = Package::empty("guide");
    workspace.write(
        "Cargo.toml",
        "[workspace]\nresolver = \"3\"\nmembers = [\"ledger\", \"types\", \"worker\"]\n",
    );

    workspace.write(
        "ledger/Cargo.toml",
        &manifest(&guide, "ledger", "\"anyhow\", \"rmcp\"", ""),
    );
    let mut written = 0;
    for block in guide
        .blocks
        .iter()
        .filter(|block| block.language == "rust" || block.text.contains("[registry]\n"))
    {
        let name = block
            .file
            .as_deref()
            .unwrap_or_else(|| panic!("line {}: which file is it?", block.line));
        let member = if name.starts_with("worker/") { "" } else { "ledger/" };
        workspace.write(&format!("{member}{name}"), file(&guide, name));
        written += 1;
    }
    assert!(written >= 8, "{written} files");
    let audit = page("docs/guide/audit.md");
    workspace.write("ledger/src/audit.rs", file(&audit, "src/audit.rs"));
    let root = format!("{}\npub mod audit;\n", file(&guide, "src/lib.rs"));
    workspace.write("ledger/src/lib.rs", &root);
    workspace.lock_in("ledger");
    workspace.write("ledger/examples/show.rs", SHOW);

    let worker = manifest(
        &guide,
        "worker",
        "\"anyhow\", \"rmcp\"",
        "ledger = { path = \"../ledger\" }\n",
    );
    workspace.write("worker/Cargo.toml", &worker);

    let more = "chrono = { version = \"0.4\", default-features = false }\n\
                jiff = { version = \"1\", default-features = false }\n\
                time = { version = \"0.3\", default-features = false }\n\
                url = { version = \"2\", default-features = false }\n\
                uuid = { version = \"1\", default-features = false }\n\
                serde_json = { version = \"1\", default-features = false, features = [\"alloc\"] }\n";
    workspace.write("types/Cargo.toml", &manifest(&guide, "types", ALL_FEATURES, more));
    workspace.write("types/src/lib.rs", &types());

    let output = cargo(workspace.path())
        .args(["check", "--offline", "--quiet", "--workspace", "--all-targets"])
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{stderr}");

    let output = cargo(workspace.path())
        .args([
            "run",
            "--offline",
            "--quiet",
            "--package",
            "ledger",
            "--example",
            "show",
        ])
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{stderr}");
    let sent = String::from_utf8(output.stdout).unwrap();
    let wire = page("docs/guide/wire.md");
    let shown: String = guide
        .blocks
        .iter()
        .chain(&wire.blocks)
        .filter(|block| block.language == "json")
        .map(|block| &*block.text)
        .collect();
    assert_eq!(sent, shown);
}

/// The same error, once for a read and once for a plain write; then another.
const SHOW: &str = r#"
use std::io;

use errtax::{Context, Failure};
use ledger::codes::REGISTRY;
use ledger::voucher::VoucherError;

fn main() {
    for tool in ["get_voucher", "post_voucher"] {
        Context::of_call(&REGISTRY, tool, |_| false).run(|| {
            let error = VoucherError::from(io::Error::from(io::ErrorKind::ConnectionReset));
            println!("{}", Failure::from(error).to_wire());
        });
    }
    let lock_date = errtax::Date::new(2026, 1, 31).unwrap();
    let locked = VoucherError::PeriodLocked { period_id: "2025".to_owned(), lock_date };
    println!("{}", Failure::from(locked).to_wire());
}
"#;

/// A crate that compiles where every Rust type that docs/registry.md lists for a detail can fill it.
fn types() -> String {
    let reference = page("docs/registry.md");
    let table = reference.table(&["type", "on the wire"]);
    let mut source =
        "fn fills<K: errtax::kind::Kind, T: errtax::Detail<K> + ?Sized>() {}\n\npub fn all() {\n".to_owned();
    let mut count = 0;
    for (name, row) in table.names().iter().zip(&table.rows) {
        let kind: DetailType = name.parse().unwrap();
        if kind == DetailType::Enum {
            // Its type is generated; what fills it is tested with the derive.
            continue;
        }
        for rust in row[2..].iter().flat_map(|cell| ticked(cell)) {
            let rust = rust.replace("[&str", "[&'static str");
            writeln!(source, "    fills::<errtax::kind::{kind:?}, {rust}>();").unwrap();
            count += 1;
        }
    }
    assert!(count > 50, "{count} types");
    source + "}\n"
}
