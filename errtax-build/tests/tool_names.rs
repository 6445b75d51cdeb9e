//! The names that generated code gives to tools.

#![allow(clippy::unwrap_used)]

use std::fs;

use errtax_build::{analyse, generate};

/// The Rust that is generated for a registry with these tools.
fn rust(tools: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut text = "[registry]\nname = \"names\"\nversion = \"1.0.0\"\nedition = \"2026\"\n".to_owned();
    for tool in tools {
        text.push_str(&format!("[tools.\"{tool}\"]\neffect = \"read\"\n"));
    }
    fs::write(folder.path().join("registry.toml"), text).unwrap();
    let analysis = analyse(folder.path(), "registry.toml");
    generate::rust(analysis.registry.as_ref().unwrap(), &analysis.sources, &[])
}

fn statics(rust: &str) -> Vec<&str> {
    let lines = rust.lines().filter_map(|line| line.trim().strip_prefix("pub static "));
    let names = lines.map(|line| line.split_once(':').unwrap().0);
    names.filter(|name| *name != "REGISTRY").collect()
}

#[test]
fn a_registry_without_tools_gets_nothing_for_them() {
    assert!(!rust(&[]).contains("mod tools"));
    assert_eq!(statics(&rust(&["get"])), ["GET"]);
}

#[test]
fn a_name_that_would_be_that_of_several_tools_is_that_of_none() {
    let generated = rust(&["a.b", "a_b", "c", "A-B"]);
    assert_eq!(statics(&generated), ["C"]);
    let said = "/// There is no `A_B`: `A-B`, `a.b`, `a_b` would all be called so, and are found by `REGISTRY.tool`.";
    assert!(generated.contains(said), "{generated}");
    // All of the facts are there.
    for name in ["a.b", "a_b", "c", "A-B"] {
        assert!(generated.contains(&format!("ToolSpec {{ name: \"{name}\"")), "{name}");
    }
    // Also where a name is made of what the grammar refuses, so that the finding about it stays the only error.
    assert_eq!(statics(&rust(&["å", "æ"])), [""; 0]);
}

#[test]
fn more_of_the_same_tools_takes_one_line_each() {
    let of = |count: usize| {
        let names: Vec<String> = (100..100 + count).map(|number| format!("tool_{number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let generated = rust(&names);
        let (_, after) = generated.split_once("pub mod tools {").unwrap();
        let module = after.split_once("\n}").unwrap().0;
        // A line of documentation beside it.
        module
            .lines()
            .filter(|line| !line.trim_start().starts_with("///"))
            .count()
    };
    assert_eq!(of(50) - of(10), 40);
}
