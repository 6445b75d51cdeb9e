//! A registry that is wrong by itself: every mistake is one error in its place.

use crate::support::{Package, rule};

/// Ten mistakes in two files; `«…»` marks where each is to be found.
const REGISTRY: &str = r#"[registry]
name = "wrong"
version = "1.0.0"
edition = "2026"
extends = ["errtax@1.0"]
include = ["codes/*.toml"]

[roles]
«panik» = "PANIC"

[codes.FIRST]
class = «"preconditoin"»
action = "fix_state"
retryable = «"false"»
executed = "no"
message = "It is not ready."
hint = "Make it ready first."

[codes.SECOND]
class = "transient"
action = "retry"
retryable = true
executed = «"unknown"»
«colour» = "red"
message = "It is «{gone}»."
hint = «""»
"#;

const MORE: &str = r#"[codes.THIRD]
class = "precondition"
action = «"stop"»
retryable = false
executed = "no"
http = «1000»
message = "It is not ready."
hint = "Make it ready first."

[codes.«Third»]
class = "precondition"
action = "fix_state"
retryable = false
executed = "no"
message = "It is not ready."
hint = "Make it ready first."
"#;

/// The text without its marks, and where they stood.
fn unmark(path: &str, text: &str, places: &mut Vec<String>) -> String {
    let mut plain = String::new();
    for part in text.split_inclusive(['«', '»']) {
        plain.push_str(part.trim_end_matches(['«', '»']));
        if part.ends_with('«') {
            let line = plain.matches('\n').count() + 1;
            let column = plain.rsplit('\n').next().unwrap().chars().count() + 1;
            places.push(format!("{path}:{line}:{column}"));
        }
    }
    plain
}

fn place(error: &str) -> &str {
    error.split(": ").next().unwrap()
}

#[test]
fn ten_mistakes_are_ten_errors_each_in_its_place() {
    let package = Package::new("ten-mistakes");
    let mut places = Vec::new();
    package.write("codes/more.toml", &unmark("codes/more.toml", MORE, &mut places));
    package.write("registry.toml", &unmark("registry.toml", REGISTRY, &mut places));
    package.lock();
    let build = package.check();
    assert!(!build.ok);
    let errors = build.errors();
    let mut found: Vec<&str> = errors.iter().map(|error| place(error)).collect();
    found.sort_unstable();
    places.sort_unstable();
    assert_eq!(places.len(), 10);
    assert_eq!(found, places, "{}", errors.join("\n\n"));
    for error in &errors {
        assert!(
            rule(error).is_some() && error.contains(" = help: ") && error.contains('^'),
            "{error}"
        );
    }
    let helps = [
        ("panik", "`panic`"),
        ("preconditoin", "`precondition`"),
        ("\"false\"", "`retryable = false`"),
        ("colour", "unknown"),
        ("{gone}", "gone"),
    ];
    for (mistake, help) in helps {
        let error = errors.iter().find(|error| error.contains(mistake)).unwrap();
        assert!(error.contains(help), "{help} in\n{error}");
    }
}

#[test]
fn a_mistake_in_the_registry_does_not_hide_the_mistakes_in_the_code_or_add_to_them() {
    let package = Package::new("two-kinds");
    package.edit("registry.toml", "action = \"fix_state\"", "action = \"fix\"");
    package.write(
        "src/lib.rs",
        "errtax::include_registry!();\n\
         #[derive(Debug, errtax::ToolError)]\n\
         pub enum Failed {\n\
             RateLimited,\n\
             PeriodLokked,\n\
         }\n\
         pub const CODE: codes::Code = codes::Code::PeriodLocked;\n",
    );
    let build = package.check();
    let errors = build.errors();
    let [registry, code] = &errors[..] else {
        panic!("two errors:\n{}", errors.join("\n\n"))
    };
    let (registry, code) = if registry.starts_with("registry.toml") {
        (registry, code)
    } else {
        (code, registry)
    };
    assert_eq!(rule(registry), Some("unknown-action"), "{registry}");
    assert!(code.contains("PeriodLokked"), "{code}");
}

#[test]
fn more_mistakes_than_anybody_reads_are_capped_and_counted() {
    let package = Package::new("many-mistakes");
    let mut registry = package.read("registry.toml");
    for number in 0..25 {
        registry.push_str(&format!(
            "\n[codes.FAULT_{number}]\nclass = \"internal\"\naction = \"halt\"\nretryable = false\nexecuted = \"no\"\n\
             message = \"It broke.\"\nhint = \"Report this.\"\n"
        ));
    }
    package.write("registry.toml", &registry);
    let build = package.check();
    let errors = build.errors();
    assert_eq!(errors.len(), 21, "{}", errors.join("\n\n"));
    assert_eq!(
        errors
            .iter()
            .filter(|error| rule(error) == Some("unknown-action"))
            .count(),
        20
    );
    let rest = errors.iter().find(|error| rule(error).is_none()).unwrap();
    assert!(
        rest.contains("5 more problems") && rest.contains("cargo errtax check"),
        "{rest}"
    );
    assert!(
        build
            .stderr
            .contains("registry.toml has 25 problems, first registry.toml:"),
        "{}",
        build.stderr
    );
}

#[test]
fn a_pipeline_that_reads_nothing_else_can_have_the_build_script_fail() {
    let package = Package::new("fail-fast");
    package.write(
        "build.rs",
        "fn main() {\n    errtax_build::Builder::new(\"registry.toml\").fail_fast().compile()\n}\n",
    );
    package.check().succeeds("a sound registry");
    package.edit("registry.toml", "action = \"fix_state\"", "action = \"ask_user\"");
    let build = package.check();
    assert!(!build.ok && build.errors().is_empty());
    for text in [
        "the registry has a problem",
        "is now `ask_user`",
        "registry.lock:",
        "put it back",
    ] {
        assert!(build.stderr.contains(text), "{text} in\n{}", build.stderr);
    }
    assert!(!build.stderr.contains("panicked"), "{}", build.stderr);
}
