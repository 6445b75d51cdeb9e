//! `cargo errtax schema`, `cargo errtax docs`, and `[artifacts]` in `check`.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::fs;

use common::{Package, REGISTRY};

const NAMED: &str = "\n[artifacts]\nschema = \"schema/errors.schema.json\"\ndocs = \"docs/errors.md\"\n";

/// Whoever writes the lock writes them too.
fn package() -> Package {
    let package = Package::new(&format!("{REGISTRY}{NAMED}"));
    package
        .run(&["freeze"])
        .ends(0)
        .says(&["wrote docs/errors.md", "wrote schema/errors.schema.json"]);
    package
}

#[test]
fn files_that_are_missing_or_stale_fail_and_fix_writes_them() {
    let package = package();
    package.run(&["check"]).ends(0);
    for folder in ["docs", "schema"] {
        fs::remove_dir_all(package.path().join(folder)).unwrap();
    }
    let found = package.run(&["check"]).ends(1).says(&[
        "schema/errors.schema.json is not there, and `[artifacts]` names it as the checked-in schema",
        "docs/errors.md is not there",
        "help: write it: `cargo errtax check --fix`, and commit it with the registry",
    ]);
    assert_eq!(found.text().matches("artifact-stale").count(), 2);
    package.run(&["check", "--fix"]).ends(0).says(&[
        "wrote docs/errors.md",
        "wrote schema/errors.schema.json",
        "clean",
    ]);
    assert_eq!(package.read("docs/errors.md"), package.run(&["docs"]).ends(0).stdout);
    assert_eq!(
        package.read("schema/errors.schema.json"),
        package.run(&["schema"]).ends(0).stdout
    );
    let before = package.files();
    let again = package.run(&["check", "--fix"]).ends(0);
    assert!(!again.stdout.contains("wrote"), "{}", again.stdout);
    assert_eq!(package.files(), before);

    // A hint is in the catalogue and not in the schema.
    package.edit("registry.toml", "nothing else helps", "nothing else will do");
    let stale = package.run(&["check", "--format", "json"]).ends(1).json();
    let findings = stale["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(
        (&findings[0]["rule"], &findings[0]["field"]),
        (&"artifact-stale".into(), &"artifacts.docs".into())
    );
    assert_eq!(findings[0]["level"], "break");
    let line = findings[0]["line"].as_u64().unwrap() as usize;
    assert_eq!(
        package.read("registry.toml").lines().nth(line - 1),
        Some("docs = \"docs/errors.md\"")
    );
    // The very line is shown.
    package.run(&["check"]).ends(1).says(&[
        "docs/errors.md is not what the registry says now",
        "nothing else helps",
        "differs from here on",
    ]);
    let fixed = package.run(&["check", "--fix", "--format", "json"]).ends(0).json();
    assert_eq!(fixed["written"], serde_json::json!(["docs/errors.md"]));
    assert!(package.read("docs/errors.md").contains("nothing else will do"));
}

#[test]
fn a_checkout_with_windows_line_ends_is_fresh_and_stays_as_it_is() {
    let package = package();
    package.run(&["check", "--fix"]).ends(0);
    for name in ["docs/errors.md", "schema/errors.schema.json"] {
        package.write(name, &package.read(name).replace('\n', "\r\n"));
    }
    package.run(&["check"]).ends(0);
    package.edit("registry.toml", "nothing else helps", "nothing else will do");
    package.run(&["check", "--fix"]).ends(0);
    let text = package.read("docs/errors.md");
    assert!(text.contains("nothing else will do"));
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
}

#[test]
fn nothing_that_somebody_wrote_is_overwritten() {
    for (path, is_source) in [
        ("README.md", false),
        ("registry.toml", true),
        ("registry.lock", true),
        ("Cargo.toml", true),
    ] {
        let package = Package::new(&format!("{REGISTRY}\n[artifacts]\ndocs = \"{path}\"\n"));
        package.run(&["freeze"]).ends(0);
        package.write("README.md", "# Mine\n");
        let before = package.files();
        let says = if is_source {
            "belongs to the registry itself"
        } else {
            "was not written by `cargo errtax`"
        };
        package
            .run(&["check", "--fix"])
            .ends(1)
            .says(&["artifact-misplaced", says, "name another file"]);
        assert_eq!(package.files(), before, "{path}");
    }
    let package = package();
    package.write("notes.md", "# Mine\n");
    package
        .run(&["docs", "--output", "notes.md"])
        .ends(1)
        .says(&["notes.md is there, and was not written by `cargo errtax`"]);
    assert_eq!(package.read("notes.md"), "# Mine\n");
}

#[test]
fn a_registry_that_is_wrong_writes_nothing() {
    let package = package();
    package.edit("registry.toml", "class     = \"not_found\"", "class     = \"not_fond\"");
    let before = package.files();
    let found = package.run(&["check", "--fix"]).ends(1).text();
    // One mistake is one finding: what the files should be, nobody knows yet.
    assert!(
        found.contains("unknown-class") && !found.contains("artifact-stale"),
        "{found}"
    );
    for command in ["docs", "schema"] {
        let run = package.run(&[command]).ends(1).says(&["unknown-class"]);
        assert!(
            !run.stdout.contains("Generated by") && !run.stdout.contains("$schema"),
            "{}",
            run.stdout
        );
        package.run(&[command, "--output", "out.txt"]).ends(1);
    }
    assert_eq!(package.files(), before);
}

#[test]
fn a_lock_that_is_merely_out_of_form_is_put_into_it_and_no_other() {
    let package = Package::locked();
    let lock = package.read("registry.lock");
    let closed = lock.find("ACCOUNT_CLOSED.class").unwrap();
    let other = lock.find("ACCOUNT_NOT_FOUND.class").unwrap();
    let end = lock.find("\n[retired]").unwrap();
    let swapped = format!(
        "{}{}\n{}{}",
        &lock[..closed],
        lock[other..end].trim_end(),
        format_args!("\n{}", lock[closed..other].trim_end()),
        &lock[end - 1..]
    );
    for changed in [lock.replace(".class = ", ".class   = "), swapped] {
        assert_ne!(changed, lock);
        package.write("registry.lock", &changed);
        package
            .run(&["check", "--fix"])
            .ends(0)
            .says(&["wrote registry.lock", "clean"]);
        assert_eq!(package.read("registry.lock"), lock);
    }
    // What was edited, deleted or is behind is not a matter of form.
    for changed in [
        lock.replace("\"ask_user\"", "\"stop\""),
        lock.replace("version = 1", "version = 9"),
    ] {
        assert_ne!(changed, lock);
        package.write("registry.lock", &changed);
        let run = package.run(&["check", "--fix"]);
        assert_ne!(run.code, 0);
        assert_eq!(package.read("registry.lock"), changed);
    }
}

#[test]
fn the_catalogue_says_all_that_a_reader_may_know() {
    let more = "
[codes.OLD_LIMIT]
class = \"precondition\"
action = \"ask_user\"
retryable = false
executed = \"no\"
status = \"frozen\"
deprecated = { since = \"1.1.0\", replaced_by = \"ACCOUNT_CLOSED\", sunset = \"2027-06-30\" }
message = \"A | <limit> is reached.\"
hint = \"Ask *the* user.\"
doc = \"\"\"
See the [handbook](https://bank.example).

- one
\"\"\"

[codes.OLD_LIMIT.details]
kind = { type = \"enum\", values = [\"day\", \"year\"], doc = \"Which | one.\" }
pin = { type = \"string\", optional = true, sensitive = true }

[retired.GONE]
since = \"1.1.0\"
reason = \"Nobody could act on it.\"
";
    let package = Package::new(&format!("{REGISTRY}{more}"));
    package.run(&["freeze"]).ends(0);
    let docs = package.run(&["docs"]).ends(0).stdout;
    assert!(docs.starts_with("<!-- Generated by `cargo errtax docs`"), "{docs}");
    for part in [
        "# Errors of `bank`\n",
        "| `ask_user` | Hand over to a person; nothing the agent does can fix it. |\n",
        "| [`OLD_LIMIT`](#old_limit) | `precondition` | `ask_user` | no | `no` | frozen, deprecated |\n",
        "\n### OLD_LIMIT\n\n**Deprecated** since 1.1.0. Use [`ACCOUNT_CLOSED`](#account_closed) instead. It stays until 2027-06-30 at least.\n",
        "> A \\| &lt;limit> is reached.\n>\n> Ask \\*the\\* user.\n",
        "| `kind` | `enum` | always there | Which \\| one. One of `day`, `year`. There may be others. |\n",
        "\nSee the [handbook](https://bank.example).\n\n- one\n",
        "> The account `{account}` is closed.\n",
        "## Retired codes\n",
        "| `GONE` | 1.1.0 | Nobody could act on it. |\n",
    ] {
        assert!(docs.contains(part), "{part}\n{docs}");
    }
    // What is never sent is not for readers, and where things are declared changes without the contract.
    assert!(!docs.contains("`pin`") && !docs.contains("registry.toml"), "{docs}");
    // Order and layout of the file are no part of it.
    let text = package.read("registry.toml");
    let (head, codes) = text.split_once("# Shipped with").unwrap();
    package.write(
        "registry.toml",
        &format!("{head}include = [\"codes.toml\"]\n").replace("edition = \"2026\"\n\n", "edition = \"2026\"\n"),
    );
    package.write("codes.toml", &format!("# elsewhere\n\n\n# Shipped with{codes}"));
    assert_eq!(package.run(&["docs"]).ends(0).stdout, docs);
}

#[test]
fn the_schema_of_the_checks_own_output_is_printed_and_holds() {
    let package = package();
    let schema = package.run(&["schema", "check"]).ends(0).json();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for words in [
        &["check", "--format", "json"][..],
        &["check", "--fix", "--format", "json"],
    ] {
        let document = package.run(words).json();
        assert!(validator.is_valid(&document), "{document}");
    }
    package
        .run(&["schema", "--output", "new/deep/out.json"])
        .ends(0)
        .says(&["wrote new/deep/out.json"]);
    assert_eq!(
        package.read("new/deep/out.json"),
        package.run(&["schema"]).ends(0).stdout
    );
}

#[test]
fn folders_that_are_created_are_named() {
    let package = package();
    package
        .run(&["schema", "--output", "a/b/wire.json"])
        .ends(0)
        .says(&["created the folder a/b\n", "wrote a/b/wire.json"]);
    let again = package.run(&["schema", "--output", "a/b/wire.json"]).ends(0);
    assert!(!again.text().contains("created"), "{}", again.text());
    let told = package
        .run(&["docs", "--output", "c/errors.md", "--format", "json"])
        .ends(0)
        .json();
    assert_eq!(told["written"], serde_json::json!(["c/errors.md"]));
    assert_eq!(told["notes"], serde_json::json!(["created the folder c"]));
}

/// Neither needs a registry, nor a package.
#[test]
fn what_is_the_same_for_every_registry_is_printed_anywhere_and_overwrites_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for of in ["check", "registry", "include"] {
        let text = common::run_in(folder.path(), &["schema", of]).ends(0).stdout;
        let schema: serde_json::Value = serde_json::from_str(&text).unwrap();
        let meta = schema["$schema"].as_str().unwrap();
        assert!(meta.starts_with("http"), "{of}: {meta}");
        let path = folder.path().join("mine.json");
        let to_mine = ["schema", of, "--output", "mine.json"];
        fs::write(&path, "{ \"title\": \"mine\" }\n").unwrap();
        common::run_in(folder.path(), &to_mine)
            .ends(1)
            .says(&["mine.json is there, and was not written by `cargo errtax`"]);
        fs::write(&path, text.replace("string", "text")).unwrap();
        common::run_in(folder.path(), &to_mine)
            .ends(0)
            .says(&["wrote mine.json"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}
