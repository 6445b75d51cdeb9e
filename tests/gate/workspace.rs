//! Many crates use the codes of one registry crate, and the registry is read for none of them.

use crate::support::{BUILD_SCRIPT, Build, Package, REGISTRY, literal, workspace};

const USERS: [&str; 3] = ["shares-one", "shares-two", "shares-three"];

fn member(package: &Package, name: &str, dependencies: &str, library: &str) {
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\nrust-version = \"1.70\"\n\n[dependencies]\n\
         errtax = {{ path = {} }}\n{dependencies}",
        literal(workspace())
    );
    package.write(&format!("{name}/Cargo.toml"), &manifest);
    package.write(&format!("{name}/src/lib.rs"), library);
}

fn a_workspace() -> Package {
    let package = Package::empty("shares");
    package.write(
        "Cargo.toml",
        "[workspace]\nresolver = \"2\"\nmembers = [\"shares-*\"]\n",
    );
    let build = literal(&workspace().join("errtax-build"));
    let dependencies = format!("\n[build-dependencies]\nerrtax-build = {{ path = {build} }}\n");
    member(
        &package,
        "shares-codes",
        &dependencies,
        "errtax::include_registry!();\n",
    );
    package.write("shares-codes/build.rs", BUILD_SCRIPT);
    package.write("shares-codes/registry.toml", REGISTRY);
    package.lock_in("shares-codes");
    for name in USERS {
        let library = "#[derive(Debug, errtax::ToolError)]\n#[tool_error(codes = shares_codes::codes)]\npub enum Error {\n    \
                       Broken,\n}\n";
        member(
            &package,
            name,
            "shares-codes = { path = \"../shares-codes\" }\n",
            library,
        );
    }
    package
}

/// How often the build script ran, and the members that were checked again.
fn done(build: &Build) -> (usize, Vec<String>) {
    let checked = build.checked().into_iter().filter(|name| name.starts_with("shares_"));
    (build.build_script_runs("shares-codes"), checked.collect())
}

#[test]
fn a_registry_crate_is_read_once_for_all_crates_that_use_its_codes() {
    let package = a_workspace();
    let step = |what: &str, runs: usize, checked: &[&str]| {
        let build = package.check();
        build.succeeds(what);
        assert_eq!(
            done(&build),
            (runs, checked.iter().map(|name| (*name).to_owned()).collect()),
            "{what}\n{}",
            build.stderr
        );
    };
    let all = ["shares_codes", "shares_one", "shares_three", "shares_two"];
    step("the first time", 1, &all);
    step("nothing changed", 0, &[]);
    package.edit("shares-two/src/lib.rs", "Debug, errtax", "Debug,  errtax");
    step("one of the users changed", 0, &["shares_two"]);
    package.edit(
        "shares-codes/registry.toml",
        "version = \"1.2.0\"",
        "version = \"1.2.1\"",
    );
    step("the registry changed", 1, &all);
    step("nothing changed any more", 0, &[]);
}
