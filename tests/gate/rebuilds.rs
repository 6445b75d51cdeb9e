//! What is generated depends on the registry alone, and is made again exactly when it changed.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use crate::support::{Package, REGISTRY, manifest};

const GENERATED: [&str; 2] = ["errtax.rs", "errtax.schema.json"];

fn generated(out_dir: &Path) -> [String; 2] {
    GENERATED.map(|file| fs::read_to_string(out_dir.join(file)).unwrap())
}

fn touch(package: &Package, path: &str) {
    let file = fs::File::options().write(true).open(package.path().join(path)).unwrap();
    file.set_modified(SystemTime::now()).unwrap();
}

#[test]
fn one_registry_gives_the_same_bytes_in_every_folder_and_environment() {
    let here = Package::new("same-bytes");
    let there = Package::new("elsewhere/quite/another-name");
    there.write(
        "Cargo.toml",
        &manifest("same-bytes", "2024", "", "\"serde\"").replace("1.70", "1.85"),
    );
    let build = here.check();
    build.succeeds("here");
    let first = generated(&build.out_dir("same-bytes"));
    let build = there.check();
    build.succeeds("there");
    assert_eq!(first, generated(&build.out_dir("another-name")));

    touch(&here, "registry.toml");
    let variables: [(&str, &OsStr); 4] =
        ["UNRELATED", "TZ", "LANG", "SOURCE_DATE_EPOCH"].map(|name| (name, OsStr::new("17")));
    let build = here.check_with(here.path(), &[], &variables);
    build.succeeds("in another environment");
    assert!(build.ran_build_script());
    assert_eq!(first, generated(&build.out_dir("same-bytes")));
    for text in &first {
        for path in [here.path(), Path::new(env!("CARGO_MANIFEST_DIR"))] {
            assert!(!text.contains(path.to_str().unwrap()), "an absolute path");
        }
    }
}

#[test]
fn the_build_script_needs_neither_cargo_nor_any_other_program() {
    let package = Package::new("no-programs");
    let build = package.check();
    build.succeeds("before");
    let out_dir = package.path().join("out");
    fs::create_dir(&out_dir).unwrap();
    let output = Command::new(build.build_script("no-programs"))
        .env_clear()
        .env("CARGO_MANIFEST_DIR", package.path())
        .env("OUT_DIR", &out_dir)
        .current_dir(std::env::temp_dir())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(generated(&out_dir), generated(&build.out_dir("no-programs")));
}

#[test]
fn a_build_leaves_the_package_as_it_was() {
    let package = Package::new("untouched");
    let before = package.files();
    let texts: Vec<String> = ["registry.toml", "registry.lock"].map(|file| package.read(file)).into();
    package.check().succeeds("untouched");
    assert_eq!(package.files(), before);
    assert_eq!(
        ["registry.toml", "registry.lock"]
            .map(|file| package.read(file))
            .as_slice(),
        texts
    );
}

#[test]
fn the_build_script_runs_again_exactly_when_something_that_it_read_changed() {
    let package = Package::new("reruns");
    let include = "edition = \"2026\"\ninclude = [\"codes/*.toml\", \"more.toml\"]";
    package.edit("registry.toml", "edition = \"2026\"", include);
    let code = |name: &str| {
        format!(
            "[codes.{name}]\nclass = \"internal\"\naction = \"stop\"\nretryable = false\nexecuted = \"no\"\n\
             message = \"It broke.\"\nhint = \"Report this.\"\n"
        )
    };
    package.write("codes/one.toml", &code("ONE"));
    package.write("more.toml", &code("MORE"));
    package.check().succeeds("the first time");

    let step = |what: &str, change: &dyn Fn(), runs: bool, errors: &[&str]| {
        change();
        let build = package.check();
        assert_eq!(build.ran_build_script(), runs, "{what}\n{}", build.stderr);
        assert_eq!(build.rules(), errors, "{what}\n{}", build.errors().join("\n\n"));
        assert_eq!(build.ok, errors.is_empty(), "{what}");
    };
    let code_is = |name: &str| {
        package.write(
            "src/lib.rs",
            &format!("errtax::include_registry!();\npub const CODE: codes::Code = codes::Code::{name};\n"),
        );
    };
    step("nothing changed", &|| {}, false, &[]);
    step("code changed", &|| code_is("One"), false, &[]);
    step(
        "an unread file changed",
        &|| package.write("notes.toml", "x = 1\n"),
        false,
        &[],
    );
    step(
        "the registry was touched",
        &|| touch(&package, "registry.toml"),
        true,
        &[],
    );
    step(
        "an included file was touched",
        &|| touch(&package, "codes/one.toml"),
        true,
        &[],
    );
    step(
        "another included file was touched",
        &|| touch(&package, "more.toml"),
        true,
        &[],
    );
    step("the lock was touched", &|| touch(&package, "registry.lock"), true, &[]);
    step(
        "a file was added",
        &|| {
            package.write("codes/two.toml", &code("TWO"));
            code_is("Two");
        },
        true,
        &[],
    );
    step(
        "an added file changed",
        &|| {
            package.write("codes/two.toml", &code("THREE"));
            code_is("Three");
        },
        true,
        &[],
    );
    step(
        "a file was removed",
        &|| {
            package.remove("codes/two.toml");
            code_is("One");
        },
        true,
        &[],
    );
    step("nothing changed any more", &|| {}, false, &[]);
    let lock = package.read("registry.lock");
    step(
        "the lock was removed",
        &|| package.remove("registry.lock"),
        true,
        &["lock-missing"],
    );
    step("the lock is back", &|| package.write("registry.lock", &lock), true, &[]);
    let registry = package.read("registry.toml");
    step(
        "the registry is no TOML",
        &|| package.edit("registry.toml", "name = \"gate\"", "name = \"gate"),
        true,
        &["toml-syntax"],
    );
    step(
        "the registry is back",
        &|| package.write("registry.toml", &registry),
        true,
        &[],
    );
    step("settled", &|| {}, false, &[]);

    package.remove("registry.toml");
    let build = package.check();
    assert!(!build.ok && build.stderr.contains("registry.toml"), "{}", build.stderr);
    package.write("registry.toml", &registry);
    package.check().succeeds("the registry is there again");
}

#[test]
fn what_is_generated_holds_in_every_edition() {
    let package = Package::new("editions");
    for edition in ["2018", "2021", "2024"] {
        let rust = if edition == "2024" { "1.85" } else { "1.70" };
        package.write(
            "Cargo.toml",
            &manifest("editions", edition, "", "").replace("1.70", rust),
        );
        package.write(
            "src/lib.rs",
            "#![forbid(missing_docs, unsafe_code)]\n#![deny(warnings, rust_2018_idioms)]\n//! Codes.\nerrtax::include_registry!();\n",
        );
        assert_eq!(package.read("registry.toml"), REGISTRY);
        package.check().succeeds(edition);
    }
}
