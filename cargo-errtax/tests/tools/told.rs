//! How it is told: in each format with a file and a line.

use serde_json::{Value, json};

use crate::common::run_in;
use crate::server::{TOOLS, changed, listed, with};

/// One tool that the registry has, one that it lacks, each with an open schema.
fn broken() -> crate::common::Package {
    let mut tools = listed();
    tools[0]["inputSchema"] = json!({"type": "object"});
    tools
        .as_array_mut()
        .unwrap()
        .push(json!({"name": "ping", "inputSchema": {"type": "object"}}));
    with(TOOLS, &tools)
}

#[test]
fn a_person_sees_the_registry_and_the_list() {
    let run = broken().tools(&[]).ends(1);
    let line = |text: &str| {
        let registry = format!("{}{TOOLS}", crate::common::REGISTRY);
        1 + registry.lines().position(|line| line == text).unwrap()
    };
    run.says(&[
        &format!("--> registry.toml:{}:8", line("[tools.get_voucher]")),
        "::: server:tools/list:",
        "\"inputSchema\": {",
        "--> server:tools/list:",
        "\"name\": \"ping\"",
    ]);
}

#[test]
fn a_code_host_gets_a_file_of_the_repository_and_a_line_for_each() {
    let run = broken().tools(&["--format", "github"]).ends(1);
    let annotations: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with("::error ")).collect();
    assert_eq!(annotations.len(), 3, "{}", run.stdout);
    for line in &annotations {
        assert!(line.starts_with("::error file=registry.toml,line="), "{line}");
    }
    let about = annotations
        .iter()
        .find(|line| line.contains("title=errtax%3A tool-undeclared"));
    let about = about.unwrap_or_else(|| panic!("{}", run.stdout));
    assert!(about.contains("::server:tools/list:"), "{about}");
}

#[test]
fn a_program_gets_what_the_schema_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/check.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let broken = broken();
    for (run, code) in [
        (broken.tools(&["--format", "json"]), 1),
        (
            broken.run(&["tools", "--format", "json", "--", "sh", "-c", "echo oh >&2; exit 3"]),
            2,
        ),
    ] {
        assert_eq!(run.code, code, "{}", run.text());
        let document = run.json();
        if let Err(error) = schema.validate(&document) {
            panic!("{error}: {document:#}");
        }
    }
    let document = broken.tools(&["--format", "json"]).json();
    assert_eq!(document["offered"]["tools"], 4);
    assert!(
        document["findings"]
            .as_array()
            .unwrap()
            .iter()
            .all(|finding| { finding["line"].as_u64() > Some(0) && finding["old_file"].is_null() })
    );
}

#[test]
fn the_list_that_findings_point_into_can_be_printed() {
    let package = broken();
    let undeclared = package.tools(&["--format", "json"]).json();
    let findings = undeclared["findings"].as_array().unwrap();
    let finding = findings
        .iter()
        .find(|finding| finding["rule"] == "tool-undeclared")
        .unwrap();
    assert_eq!(finding["file"], "server:tools/list");
    let line = usize::try_from(finding["line"].as_u64().unwrap()).unwrap();
    let printed = package.tools(&["--print"]).ends(0).stdout;
    assert_eq!(printed.lines().nth(line - 1).unwrap().trim(), "\"name\": \"ping\",");
    let read: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(read["tools"].as_array().unwrap().len(), 4);
}

#[test]
fn the_same_server_gives_the_same_bytes() {
    let package = broken();
    let first = package.tools(&["--format", "json"]);
    assert_eq!(first.stdout, package.tools(&["--format", "json"]).stdout);
}

#[test]
fn what_a_server_calls_its_tools_cannot_forge_a_line() {
    let package = changed("get_voucher", |tool| {
        tool["name"] = json!("a\n::error file=x::b\u{1b}[2J")
    });
    let run = package.tools(&["--format", "github"]).ends(1);
    assert!(
        !run.stdout.contains('\u{1b}') && !run.stdout.contains("\n::error file=x"),
        "{}",
        run.stdout
    );
    let run = package.tools(&[]).ends(1);
    assert!(!run.stdout.contains('\u{1b}'), "{}", run.stdout);
}

#[test]
fn the_server_is_named_after_two_hyphens() {
    let package = broken();
    let run = run_in(package.path(), &["tools"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("-- <COMMAND>..."), "{}", run.stderr);
}
