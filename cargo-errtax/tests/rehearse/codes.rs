//! Whose codes and tools are known: a registry's, the standard ones, and what servers without one call the same things.

use crate::common::{Package, REGISTRY};
use crate::{lines, rehearse, rehearse_in};

fn of(error: &str) -> String {
    format!(r#"{{"id": "a", "context": {{"effect": "write"}}, "script": [{{"at": "send", "error": {error}}}]}}"#)
}

/// What a bare write ends with, after one call.
fn stop_reason(error: &str) -> String {
    let run = rehearse(&["--format", "json"], &of(error)).ends(0);
    lines(&run)[0]["stop_reason"].as_str().unwrap().to_owned()
}

#[test]
fn codes_are_known_as_others_spell_them() {
    for (errors, stop) in [
        (
            &[
                "BAD_REQUEST",
                "SCHEMA_ERROR",
                "bad_request",
                "VALIDATION_ERROR",
                "ILLEGAL_MOVE",
            ][..],
            "bad_input",
        ),
        (
            &["KEY_MISSING", "KEY_EXPIRED", "KEY_REVOKED", "UNAUTHORIZED", "forbidden"],
            "auth",
        ),
        (&["NOT_FOUND", "CLOSED", "GONE", "NOT_YOURS", "MATCH_OVER"], "not_found"),
        (
            &["CONFLICT", "ALREADY_EXISTS", "DUPLICATE", "already_exists"],
            "conflict",
        ),
        (&["INTERNAL", "TIMEOUT", "WAT"], "unknown_unverifiable"),
    ] {
        for code in errors {
            assert_eq!(stop_reason(&format!(r#"{{"code": "{code}"}}"#)), stop, "{code}");
            assert_eq!(stop_reason(&format!("\"{code}\"")), stop, "{code}");
        }
    }
    // A limit is a refusal: the write is sent again.
    for limited in [
        r#"{"code": "RATE_LIMITED"}"#,
        r#"{"code": "429"}"#,
        r#"{"http": 429}"#,
        r#""rate_limited""#,
    ] {
        let again = of(limited).replace("]}", r#", {"at": "send"}]}"#);
        let run = rehearse(&["--format", "json"], &again).ends(0);
        assert_eq!(lines(&run)[0]["status"], "done", "{limited}");
    }
}

#[test]
fn a_registry_that_is_named_says_what_its_codes_mean() {
    let package = Package::new(REGISTRY);
    let line = of(r#"{"code": "ACCOUNT_NOT_FOUND"}"#);
    let stop = |arguments: &[&str]| {
        let run = rehearse_in(package.path(), &[arguments, &["--format", "json", "-"]].concat(), &line).ends(0);
        lines(&run)[0]["stop_reason"].as_str().unwrap().to_owned()
    };
    assert_eq!(stop(&["--registry", "registry.toml"]), "not_found");
    assert_eq!(stop(&["--manifest-path", "Cargo.toml"]), "not_found");
    assert_eq!(stop(&[]), "unknown_unverifiable");
    rehearse_in(package.path(), &["--registry", "none.toml", "-"], &line).ends(2);
    package.edit("registry.toml", "class     = \"not_found\"", "class     = \"found\"");
    let run = rehearse_in(package.path(), &["--registry", "registry.toml", "-"], &line).ends(2);
    run.says(&["`found`"]);
}

#[test]
fn a_registry_need_not_be_in_a_package() {
    let line = of(r#"{"code": "ACCOUNT_NOT_FOUND"}"#);
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("contracts");
    std::fs::create_dir(&below).unwrap();
    std::fs::write(below.join("mine.toml"), REGISTRY).unwrap();
    for (here, named) in [
        (folder.path(), "contracts/mine.toml"),
        (&*below, "mine.toml"),
        (&*below, "../contracts/mine.toml"),
    ] {
        let run = rehearse_in(here, &["--registry", named, "--format", "json", "-"], &line).ends(0);
        assert_eq!(lines(&run)[0]["stop_reason"], "not_found", "{named}");
    }
    for (named, says) in [
        ("mine.toml", "error: there is no registry: mine.toml is not a file"),
        ("contracts", "there is no registry: contracts is not a file"),
    ] {
        let run = rehearse_in(folder.path(), &["--registry", named, "-"], &line).ends(2);
        run.says(&[says]);
    }
    let broken = REGISTRY.replace("[registry]", "[registry");
    std::fs::write(below.join("mine.toml"), broken).unwrap();
    let run = rehearse_in(folder.path(), &["--registry", "contracts/mine.toml", "-"], &line).ends(2);
    run.says(&["contracts/mine.toml:3:"]);
}

#[test]
fn a_registry_that_is_named_says_what_is_known_of_its_tools() {
    let package = Package::new(&format!(
        "{REGISTRY}\n[tools.post]\neffect = \"write\"\ndedupe_key = \"key\"\n\n[tools.get]\neffect = \"read\"\n"
    ));
    let line = r#"{"id": "a", "context": {"tool": "post"}, "script": [{"at": "send", "error": {"transport": "reset"}}, {"at": "send"}], "expect": {"status": "done", "same_key": true}}"#;
    rehearse_in(package.path(), &["--registry", "registry.toml", "-"], line).ends(0);
    // Of a tool of which nothing is known a lost answer stays unknown.
    rehearse_in(package.path(), &["-"], line).ends(1);
    let read = line.replace("post", "get").replace("true}}", "false}}");
    rehearse_in(package.path(), &["--registry", "registry.toml", "-"], &read).ends(0);
}
