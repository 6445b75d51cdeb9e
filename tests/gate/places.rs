//! Where the package stands, where the build is started, and what is said where something is not there.

use crate::support::{BUILD_SCRIPT, Package, REGISTRY, manifest};

#[test]
fn it_does_not_matter_where_the_build_is_started() {
    let workspace = Package::empty("somewhere");
    let member = manifest("the-member", "2021", "", "").replace("[workspace]\n", "");
    workspace.write(
        "Cargo.toml",
        "[workspace]\nresolver = \"2\"\nmembers = [\"servers/the-member\"]\n",
    );
    workspace.write("servers/the-member/Cargo.toml", &member);
    workspace.write("servers/the-member/build.rs", BUILD_SCRIPT);
    workspace.write("servers/the-member/src/lib.rs", "errtax::include_registry!();\n");
    workspace.write("servers/the-member/registry.toml", REGISTRY);
    workspace.lock_in("servers/the-member");
    let member = workspace.path().join("servers/the-member");
    let nowhere = std::env::temp_dir();
    let manifest = member.join("Cargo.toml");
    let from = [
        ("the workspace", workspace.path(), vec![]),
        ("the member", member.as_path(), vec![]),
        (
            "elsewhere",
            nowhere.as_path(),
            vec!["--manifest-path", manifest.to_str().unwrap()],
        ),
    ];
    for (position, (what, folder, arguments)) in from.iter().enumerate() {
        let build = workspace.check_with(folder, arguments, &[]);
        build.succeeds(what);
        assert_eq!(
            build.ran_build_script(),
            position == 0,
            "{what}: once is enough\n{}",
            build.stderr
        );
    }
    workspace.edit(
        "servers/the-member/registry.toml",
        "action = \"fix_state\"",
        "action = \"ask_user\"",
    );
    for (what, folder, arguments) in &from {
        let build = workspace.check_with(folder, arguments, &[]);
        assert_eq!(build.rules(), ["action-changed"], "{what}");
        assert!(
            build.errors()[0].starts_with("registry.toml:"),
            "{what}: {}",
            build.errors()[0]
        );
    }
}

#[test]
fn a_package_without_a_build_script_is_told_what_it_needs() {
    let package = Package::new("no-build-script");
    package.remove("build.rs");
    let build = package.check();
    assert!(!build.ok);
    let errors = build.errors();
    let [error] = &errors[..] else {
        panic!("one error:\n{}", errors.join("\n\n"))
    };
    for text in [
        "no build script has run",
        "add a build.rs",
        "errtax_build::compile(\"registry.toml\")",
        "[build-dependencies]",
    ] {
        assert!(error.contains(text), "{text} in\n{error}");
    }
    assert!(
        build.rendered()[0].contains("src/lib.rs:1:1"),
        "{}",
        build.rendered()[0]
    );
}

#[test]
fn a_build_script_that_compiles_no_registry_is_told_apart() {
    let package = Package::new("other-build-script");
    package.write("build.rs", "fn main() {}\n");
    let build = package.check();
    assert!(!build.ok);
    assert!(
        build.errors().iter().any(|error| error.contains("errtax.rs")),
        "{}",
        build.errors().join("\n")
    );
}

#[test]
fn a_registry_outside_the_package_is_refused() {
    let package = Package::new("outside");
    package.write(
        "build.rs",
        "fn main() {\n    errtax_build::compile(\"../registry.toml\")\n}\n",
    );
    let build = package.check();
    assert!(!build.ok);
    for text in [
        "`../registry.toml` leaves the package",
        "help: ",
        "a package of its own",
        "symlink",
    ] {
        assert!(build.stderr.contains(text), "{text} in\n{}", build.stderr);
    }
    assert!(!build.stderr.contains("panicked"), "{}", build.stderr);
}

#[test]
fn included_and_extended_files_outside_the_package_are_refused() {
    let package = Package::new("outside-include");
    for (key, path) in [
        ("include", "../codes/*.toml"),
        ("include", "/etc/codes.toml"),
        ("extends", "../base/registry.toml"),
    ] {
        package.write(
            "registry.toml",
            &REGISTRY.replace(
                "edition = \"2026\"",
                &format!("edition = \"2026\"\n{key} = [\"{path}\"]"),
            ),
        );
        let build = package.check();
        assert_eq!(
            build.rules(),
            ["path-escapes"],
            "{key} {path}\n{}",
            build.errors().join("\n\n")
        );
        let error = &build.errors()[0];
        assert!(
            error.starts_with("registry.toml:7:") && error.contains("leaves the package"),
            "{error}"
        );
    }
}

#[test]
fn a_registry_of_another_name_has_its_lock_beside_it() {
    let package = Package::new("other-name");
    package.write(
        "build.rs",
        "fn main() {\n    errtax_build::compile(\"contract/codes.toml\")\n}\n",
    );
    package.edit(
        "Cargo.toml",
        "\n[dependencies]",
        "\n[package.metadata.errtax]\nregistry = \"contract/codes.toml\"\n\n[dependencies]",
    );
    package.write("contract/codes.toml", REGISTRY);
    package.write("contract/codes.lock", &package.read("registry.lock"));
    package.remove("registry.toml");
    package.remove("registry.lock");
    package.check().succeeds("another name");
    package.edit("contract/codes.toml", "action = \"fix_state\"", "action = \"ask_user\"");
    let build = package.check();
    assert_eq!(build.rules(), ["action-changed"]);
    assert!(
        build.errors()[0].starts_with("contract/codes.toml:"),
        "{}",
        build.errors()[0]
    );
    assert!(
        build.errors()[0].contains("contract/codes.lock:"),
        "{}",
        build.errors()[0]
    );
    package.remove("contract/codes.lock");
    let errors = package.check().errors();
    assert!(
        errors[0].contains("run `cargo errtax freeze --registry contract/codes.toml`"),
        "{errors:?}"
    );
}

#[test]
fn a_registry_that_the_gate_does_not_judge_does_not_compile() {
    let package = Package::new("judged-elsewhere");
    package.write("r2.toml", REGISTRY);
    package.write("r2.lock", &package.read("registry.lock"));
    package.write("build.rs", "fn main() {\n    errtax_build::compile(\"r2.toml\")\n}\n");
    let build = package.check();
    assert_eq!(
        build.rules(),
        ["registry-elsewhere"],
        "{}\n{}",
        build.stderr,
        build.errors().join("\n\n")
    );
    let error = &build.errors()[0];
    assert!(error.starts_with("Cargo.toml:1:2: "), "{error}");
    for text in [
        "the build script compiles `r2.toml`",
        "`cargo errtax check` judges `registry.toml`",
        "help: write `registry = \"r2.toml\"` below `[package.metadata.errtax]` in Cargo.toml",
    ] {
        assert!(error.contains(text), "{text} in\n{error}");
    }
    // Metadata means nothing to cargo: that it changed has to run the build script all the same.
    let names = |path: &str| format!("\n[package.metadata.errtax]\nregistry = \"{path}\"\n\n[dependencies]");
    package.edit("Cargo.toml", "\n[dependencies]", &names("r2.toml"));
    package.check().succeeds("named by the manifest");
    package.edit("Cargo.toml", "\"r2.toml\"", "\"registry.toml\"");
    assert_eq!(package.check().rules(), ["registry-elsewhere"]);
}

#[test]
fn a_second_registry_is_refused_instead_of_taking_the_place_of_the_first() {
    let package = Package::new("two-registries");
    let script = |second: &str| {
        format!(
            "fn main() {{\n    errtax_build::compile(\"registry.toml\");\n    errtax_build::compile(\"{second}\");\n}}\n"
        )
    };
    package.write("build.rs", &script("other.toml"));
    package.write("other.toml", &REGISTRY.replace("[codes.", "[codes.OTHER_"));
    for (second, says) in [
        (
            "other.toml",
            "this build script compiles `registry.toml` and then `other.toml`, and a package has one registry",
        ),
        ("registry.toml", "this build script compiles `registry.toml` twice"),
    ] {
        package.write("build.rs", &script(second));
        let build = package.check();
        assert!(!build.ok, "{second}");
        for text in [says, "help: keep one call of `errtax_build::compile`"] {
            assert!(build.stderr.contains(text), "{text} in\n{}", build.stderr);
        }
        assert!(!build.stderr.contains("panicked"), "{}", build.stderr);
    }
}
