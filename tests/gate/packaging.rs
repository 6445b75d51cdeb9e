//! What is published is whole, and a published package holds its contract without git and without network.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::support::{Build, Package, REGISTRY, cargo, list, rule, target, workspace};

/// The crates that users depend on, each after what it depends on.
const CRATES: [&str; 4] = ["errtax-core", "errtax-macros", "errtax-build", "errtax"];

/// The folder in which the four crates lie unpacked, as they would be published.
fn published() -> &'static Path {
    static PUBLISHED: OnceLock<PathBuf> = OnceLock::new();
    PUBLISHED.get_or_init(|| {
        let folder = target().join("published");
        let _ = fs::remove_dir_all(&folder);
        // Not verified: for that cargo keeps siblings in the user's own cache and does not see when they change. The
        // package below is built on them instead.
        let mut command = cargo(workspace());
        command
            .args(["package", "--offline", "--no-verify", "--allow-dirty"])
            .env("CARGO_TARGET_DIR", &folder);
        for name in CRATES {
            command.args(["-p", name]);
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        for name in CRATES {
            unpack(
                &folder.join("package"),
                &format!("{name}-{}", env!("CARGO_PKG_VERSION")),
                &folder,
            );
        }
        folder
    })
}

/// Unpacks `name.crate` and makes what is in it a workspace of its own.
fn unpack(from: &Path, name: &str, to: &Path) -> PathBuf {
    let folder = to.join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(to).unwrap();
    let archive = fs::File::open(from.join(format!("{name}.crate"))).unwrap();
    // Every system that Rust runs on has a `tar` that reads this from its standard input.
    let status = Command::new("tar")
        // Packages carry one fixed time for every file; to cargo a changed file would be as old as ever. `m` leaves it out.
        .args(["-xzmf", "-"])
        .current_dir(to)
        .stdin(archive)
        .status()
        .unwrap();
    assert!(status.success());
    let manifest = folder.join("Cargo.toml");
    fs::write(&manifest, fs::read_to_string(&manifest).unwrap() + "\n[workspace]\n").unwrap();
    folder
}

/// Arguments that have cargo take the published crates for those of the registry.
fn on_published_crates() -> Vec<String> {
    let version = env!("CARGO_PKG_VERSION");
    let patch = |name: &str| {
        let path = published().join(format!("{name}-{version}"));
        [
            "--config".to_owned(),
            format!("patch.crates-io.{name}.path='{}'", path.display()),
        ]
    };
    CRATES.iter().flat_map(|name| patch(name)).collect()
}

fn files(name: &str) -> Vec<String> {
    let mut files = Vec::new();
    list(
        &published().join(format!("{name}-{}", env!("CARGO_PKG_VERSION"))),
        "",
        &mut files,
    );
    files.sort();
    files
}

fn published_text(path: &str) -> String {
    let (name, path) = path.split_once('/').unwrap();
    fs::read_to_string(
        published()
            .join(format!("{name}-{}", env!("CARGO_PKG_VERSION")))
            .join(path),
    )
    .unwrap()
}

#[test]
fn the_published_crates_hold_what_they_need_and_their_licences() {
    for name in CRATES {
        let files = files(name);
        for needed in ["Cargo.toml", "README.md", "LICENSE-APACHE", "LICENSE-MIT", "src/lib.rs"] {
            assert!(
                files.iter().any(|file| file == needed),
                "{name} lacks {needed}: {files:?}"
            );
        }
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let original = fs::read_to_string(workspace().join(licence)).unwrap();
            assert_eq!(published_text(&format!("{name}/{licence}")), original, "{name}");
        }
    }
    let files = files("errtax");
    for needed in [
        "registry.toml",
        "registry.lock",
        "CHANGELOG.md",
        "src/errtax.schema.json",
        "src/standard.rs",
    ] {
        assert!(
            files.iter().any(|file| file == needed),
            "errtax lacks {needed}: {files:?}"
        );
    }
    let stray: Vec<_> = files
        .iter()
        .filter(|file| file.contains('/') && !file.starts_with("src/"))
        .collect();
    assert!(stray.is_empty(), "what no user needs: {stray:?}");
    assert_eq!(
        published_text("errtax-build/src/standard.toml"),
        published_text("errtax/registry.toml")
    );
}

#[test]
fn a_published_package_holds_its_contract_offline_and_without_git() {
    let source = Package::outside();
    source.write(
        "contract.toml",
        "[codes.SHARED]\nclass = \"internal\"\naction = \"stop\"\nretryable = false\n\
        executed = \"no\"\nstatus = \"frozen\"\nmessage = \"It broke.\"\nhint = \"Report this.\"\n",
    );
    let package = |path: &str| format!("server/{path}");
    source.write(
        &package("Cargo.toml"),
        "[package]\nname = \"published-server\"\nversion = \"1.0.0\"\nedition = \"2021\"\nlicense = \"MIT\"\n\
         description = \"A server.\"\nrepository = \"https://example.com\"\n\
         [dependencies]\nerrtax = \"0.1\"\n[build-dependencies]\nerrtax-build = \"0.1\"\n",
    );
    source.write(&package("build.rs"), crate::support::BUILD_SCRIPT);
    source.write(
        &package("src/lib.rs"),
        "errtax::include_registry!();\n\
         #[derive(Debug, errtax::ToolError)]\n\
         pub enum Failed {\n\
             Shared,\n\
             NotFound,\n\
             RateLimited,\n\
             PeriodLocked { period_id: String, lock_date: errtax::Date, reason: codes::details::PeriodLockedReason, stage: String },\n\
         }\n",
    );
    source.write(
        &package("codes/own.toml"),
        REGISTRY
            .split_once("[codes.PERIOD_LOCKED]")
            .map(|(_, codes)| format!("[codes.PERIOD_LOCKED]{codes}"))
            .unwrap()
            .as_str(),
    );
    source.write(
        &package("registry.toml"),
        "[registry]\nname = \"published\"\nversion = \"1.2.0\"\nedition = \"2026\"\nextends = [\"errtax@1.0\"]\n\
         include = [\"codes/*.toml\"]\n\
         [tools.unlock_period]\neffect = \"write\"\n[tools.list_periods]\neffect = \"read\"\n",
    );
    // What is shared within a repository gets into the package by a symlink: cargo packages what it points to.
    let shared = source.path().join("server/codes/shared.toml");
    #[cfg(unix)]
    std::os::unix::fs::symlink("../../contract.toml", &shared).unwrap();
    #[cfg(not(unix))]
    fs::copy(source.path().join("contract.toml"), &shared).unwrap();
    fs::copy(
        source.path().join("Cargo.lock"),
        source.path().join("server/Cargo.lock"),
    )
    .unwrap();
    // Codes that the standard registry has too.
    let own = source.read("server/codes/own.toml");
    let renamed = own
        .replace("RATE_LIMITED", "TOO_OFTEN")
        .replace("OUTCOME_UNKNOWN", "OUTCOME_LOST");
    source.write("server/codes/own.toml", &renamed);
    source.lock_in("server");

    let folder = target().join("published-server");
    let output = cargo(&source.path().join("server"))
        .args(["package", "--offline", "--no-verify"])
        .args(on_published_crates())
        .env("CARGO_TARGET_DIR", &folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let package = unpack(&folder.join("package"), "published-server-1.0.0", &folder);
    drop(source);
    for file in ["registry.toml", "registry.lock", "codes/own.toml", "codes/shared.toml"] {
        assert!(
            package.join(file).is_file() && !package.join(file).is_symlink(),
            "{file}"
        );
    }

    // Whoever asks for git finds one that leaves a trace and fails.
    let programs = Package::outside();
    let trace = programs.path().join("git-was-called");
    programs.write(
        "git",
        &format!("#!/bin/sh\necho \"$@\" >> '{}'\nexit 1\n", trace.display()),
    );
    #[cfg(unix)]
    fs::set_permissions(
        programs.path().join("git"),
        std::os::unix::fs::PermissionsExt::from_mode(0o755),
    )
    .unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(
        [programs.path().to_owned()]
            .into_iter()
            .chain(std::env::split_paths(&path)),
    )
    .unwrap();
    let check = || {
        let mut command = cargo(&package);
        command
            .args(["check", "-v", "--offline", "--message-format=json"])
            .args(on_published_crates())
            .env("PATH", &path);
        Build::of(&mut command)
    };
    check().succeeds("as published");

    let codes = package.join("codes/own.toml");
    let shipped = fs::read_to_string(&codes).unwrap();
    fs::write(
        &codes,
        shipped.replacen("action = \"fix_state\"", "action = \"ask_user\"", 1),
    )
    .unwrap();
    let build = check();
    assert!(!build.ok);
    assert_eq!(build.rules(), ["action-changed"], "{}", build.errors().join("\n\n"));
    let error = &build.errors()[0];
    for text in [
        "codes/own.toml:3:10",
        "shipped as `fix_state`, since 1.0.0",
        "::: registry.lock:",
        "put it back: `action = \"fix_state\"`",
    ] {
        assert!(error.contains(text), "{text} in\n{error}");
    }
    fs::write(&codes, shipped).unwrap();
    check().succeeds("put back");

    fs::remove_file(package.join("registry.lock")).unwrap();
    let errors = check().errors();
    assert_eq!(
        errors.iter().map(|error| rule(error)).collect::<Vec<_>>(),
        [Some("lock-missing")],
        "{errors:?}"
    );
    assert!(
        !trace.exists(),
        "git was called: {}",
        fs::read_to_string(trace).unwrap()
    );
}
