//! What is shown as said is said: where no registry alone can show a rule, the folder in which it speaks is made.

use std::path::Path;
use std::process::Command;

use crate::common::{Package, REGISTRY, Run, run_in};
use crate::rules;

/// A rule, and how to make it speak.
type Scene = (&'static str, fn() -> Run);

const SCENES: &[Scene] = &[
    // Cargo's own commands miss the file before they read it; a build script says so in these words.
    ("unreadable-file", || {
        let package = Package::new("");
        std::fs::remove_file(package.path().join("registry.toml")).unwrap();
        built(&package, "registry.toml")
    }),
    ("registry-elsewhere", || {
        let package = Package::new(REGISTRY);
        package.write("contracts/codes.toml", REGISTRY);
        built(&package, "contracts/codes.toml")
    }),
    ("not-utf8", || {
        let package = Package::new("");
        // As Latin-1 has it.
        let text = REGISTRY.replace("There is", "Där är");
        let bytes: Vec<u8> = text.chars().filter_map(|c| u8::try_from(u32::from(c)).ok()).collect();
        std::fs::write(package.path().join("registry.toml"), bytes).unwrap();
        package.run(&["check"])
    }),
    ("lock-missing", || Package::new(REGISTRY).run(&["check"])),
    ("base-unreadable", || {
        let package = committed();
        let lock = package.read("registry.lock");
        package.write(
            "registry.lock",
            &format!("{lock}<<<<<<< HEAD\n=======\n>>>>>>> feature\n"),
        );
        commit(&package);
        package.write("registry.lock", &lock);
        against(&package)
    }),
    ("base-missing", || {
        let package = committed();
        let files = ["registry.toml", "registry.lock"].map(|name| (name, package.read(name)));
        for (name, _) in &files {
            std::fs::remove_file(package.path().join(name)).unwrap();
        }
        commit(&package);
        for (name, text) in files {
            package.write(name, &text);
        }
        against(&package)
    }),
    ("registry-gone", || {
        let package = committed();
        for name in ["registry.toml", "registry.lock"] {
            std::fs::remove_file(package.path().join(name)).unwrap();
        }
        against(&package)
    }),
    ("first-introduction", || {
        let package = Package::new(REGISTRY);
        std::fs::remove_file(package.path().join("registry.toml")).unwrap();
        commit(&package);
        package.write("registry.toml", REGISTRY);
        package.run(&["freeze"]).ends(0);
        against(&package)
    }),
    ("code-in-two-registries", || workspace().run(&["check", "--workspace"])),
    ("listing-over-ceiling", || {
        let package = Package::new(&format!("{REGISTRY}\n[tools.get_voucher]\neffect = \"read\"\n"));
        package.run(&["freeze"]).ends(0);
        let told = rules().iter().find(|told| told.rule == "listing-over-ceiling").unwrap();
        let list = told.examples.iter().find(|block| block.language == "json").unwrap();
        package.write("tools/list", &list.text);
        package.tools(CEILING)
    }),
    ("lock-deleted", || {
        let package = committed();
        std::fs::remove_file(package.path().join("registry.lock")).unwrap();
        against(&package)
    }),
];

/// One that the example about it exceeds.
pub(crate) const CEILING: &[&str] = &["--ceiling", "20"];

/// What no test can make, and why.
const UNMADE: &[(&str, &str)] = &[("edition-changed", "there is one edition yet")];

#[test]
fn what_is_shown_as_said_is_said() {
    let mut wrong = String::new();
    for told in rules() {
        let shown = told.examples.iter().filter(|block| block.file.is_none());
        let mut lines = shown
            .filter(|block| block.language != "toml")
            .flat_map(|block| block.text.lines())
            .filter(|line| !line.starts_with("$ "))
            .peekable();
        if lines.peek().is_none() || UNMADE.iter().any(|(rule, _)| *rule == told.rule) {
            continue;
        }
        let Some((_, scene)) = SCENES.iter().find(|(rule, _)| *rule == told.rule) else {
            wrong.push_str(&format!("\nnothing makes {} speak\n", told.rule));
            continue;
        };
        let said = scene().text();
        for line in lines.filter(|line| !said.lines().any(|said| is(said, line))) {
            wrong.push_str(&format!("\n{} does not say: {line}\n{said}\n", told.rule));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// `…` stands for what is different each time.
fn is(said: &str, shown: &str) -> bool {
    match shown.split_once('…') {
        Some((begin, end)) => said.starts_with(begin) && said.ends_with(end),
        None => said == shown,
    }
}

/// What the build script says that compiles this registry.
fn built(package: &Package, registry: &str) -> Run {
    let analysis = errtax_build::analyse_compiled(package.path(), registry);
    let said = analysis.findings.iter();
    Run {
        code: 1,
        stdout: String::new(),
        stderr: said
            .map(|finding| errtax_build::render::plain(finding, &analysis.sources) + "\n")
            .collect(),
    }
}

/// A package with its lock, in a repository.
fn committed() -> Package {
    let package = Package::locked();
    commit(&package);
    package
}

/// Two packages with the same codes.
fn workspace() -> Package {
    let package = Package::new(REGISTRY);
    std::fs::remove_file(package.path().join("registry.toml")).unwrap();
    package.write(
        "Cargo.toml",
        "[workspace]\nresolver = \"3\"\nmembers = [\"billing\", \"ledger\"]\n",
    );
    let ledger = REGISTRY.replace("\"bank\"", "\"ledger\"");
    for (name, registry) in [("billing", REGISTRY), ("ledger", ledger.as_str())] {
        let cargo = format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
        package.write(&format!("{name}/Cargo.toml"), &cargo);
        package.write(&format!("{name}/src/lib.rs"), "");
        package.write(&format!("{name}/registry.toml"), registry);
        run_in(&package.path().join(name), &["freeze"]).ends(0);
    }
    package
}

fn against(package: &Package) -> Run {
    package.run(&["check", "--against", "HEAD"])
}

fn commit(package: &Package) {
    commit_in(package.path());
}

/// Everything, on a day of 2027.
pub(crate) fn commit_in(folder: &Path) {
    for arguments in [
        &["init", "--quiet"] as &[&str],
        &["add", "--all"],
        &[
            "-c",
            "user.name=A",
            "-c",
            "user.email=a@example.com",
            "commit",
            "--quiet",
            "-m",
            "Change",
        ],
    ] {
        let mut git = Command::new("git");
        git.current_dir(folder)
            .args(arguments)
            .env("GIT_COMMITTER_DATE", "2027-01-15T12:00:00Z");
        assert!(git.status().unwrap().success(), "{arguments:?}");
    }
}
