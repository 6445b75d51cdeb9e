//! The workspace of shared codes on the page about it is taken as it stands, built, and run.

use crate::guide::file;
use crate::markdown::page;
use crate::support::{Package, cargo, literal, workspace};

#[test]
fn the_shared_workspace_builds_without_a_warning_and_runs() {
    let sharing = page("docs/guide/sharing-codes.md");
    let workspace_of = Package::empty("sharing");
    let members = ["ledger-codes", "posting", "reports", "server"];
    workspace_of.write(
        "Cargo.toml",
        &format!(
            "[workspace]\nresolver = \"3\"\nmembers = [\"{}\"]\n",
            members.join("\", \"")
        ),
    );
    let errtax = format!("errtax = {{ path = {} }}", literal(workspace()));
    let build = format!(
        "errtax-build = {{ path = {} }}",
        literal(&workspace().join("errtax-build"))
    );
    let mut written = 0;
    for block in sharing.blocks.iter().filter(|block| block.file.is_some()) {
        let name = block.file.as_deref().unwrap();
        let text = file(&sharing, name)
            .replace("errtax = \"0.1\"", &errtax)
            .replace("errtax-build = \"0.1\"", &build);
        workspace_of.write(name, &text);
        written += 1;
    }
    assert_eq!(written, sharing.blocks.len(), "every block is a file");
    for member in ["ledger-codes", "server"] {
        workspace_of.lock_in(member);
    }

    let output = cargo(workspace_of.path())
        .args(["check", "--offline", "--quiet", "--workspace", "--all-targets"])
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{stderr}");

    let output = cargo(workspace_of.path())
        .args(["run", "--offline", "--quiet", "--package", "server"])
        .output()
        .unwrap();
    let sent = String::from_utf8(output.stdout).unwrap();
    assert!(sent.starts_with("{\"error\":{\"code\":\"DAY_NOT_OPEN\","), "{sent}");

    // A whole registry crate is in its package, and what the page says to include is all that it needs.
    let output = cargo(workspace_of.path())
        .args([
            "package",
            "--offline",
            "--list",
            "--allow-dirty",
            "--package",
            "ledger-codes",
        ])
        .output()
        .unwrap();
    let files = String::from_utf8(output.stdout).unwrap();
    for file in ["build.rs", "registry.lock", "registry.toml", "src/lib.rs"] {
        assert!(files.lines().any(|line| line == file), "{file} is in\n{files}");
    }
}
