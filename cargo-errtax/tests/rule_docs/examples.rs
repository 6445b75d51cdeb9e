//! Each example is run: the rule it belongs to speaks, and no other one that would fail a build.

use errtax_build::finding::Stage;
use errtax_build::lock::Lock;
use errtax_build::source::Sources;

use crate::common::{Package, Run};
use crate::{Block, Told, complete, rules, shown};

/// What is found beside the rule although it fails, and cannot be left out.
const BESIDE: &[(&str, &[&str], &str)] = &[
    (
        "retired-code-declared",
        &["tombstone-reused"],
        "the lock records the tombstone, too",
    ),
    (
        "retryable-changed",
        &["action-changed", "class-changed"],
        "`retryable` follows from the action, and no class has actions of both kinds",
    ),
    (
        "lock-rewritten",
        &["action-changed"],
        "that is what the lock was rewritten for",
    ),
    (
        "amendment-mismatch",
        &["action-changed"],
        "the amendment accepts nothing",
    ),
    (
        "amendment-too-broad",
        &["detail-now-optional", "enum-opened"],
        "the amendment accepts nothing",
    ),
    (
        "amendment-of-unamendable",
        &["code-thawed"],
        "the amendment accepts nothing",
    ),
];

/// Changes after which nobody has run `cargo errtax freeze`. After all others of the merge gate somebody has.
const LOCK_KEPT: &[&str] = &["amendment-not-in-lock"];

/// Changes that hang on the day of the commit.
const COMMITTED: &[&str] = &["retired-before-sunset"];

#[test]
fn in_each_example_the_rule_speaks_and_no_other_one_fails() {
    let mut wrong = String::new();
    for told in rules() {
        let run = match tried(told) {
            Some(run) => run,
            None => continue,
        };
        let found = found(&run);
        let single = rules().len() == 1;
        if single {
            println!("{}", run.text());
        }
        if !found.iter().any(|(rule, _)| *rule == told.rule) {
            wrong.push_str(&format!(
                "\n{} does not speak in its example: {found:?}\n{}\n",
                told.rule, run.stderr
            ));
        }
        let allowed = BESIDE.iter().find(|(rule, ..)| *rule == told.rule);
        for (rule, level) in &found {
            let fails = !matches!(level.as_str(), "note" | "warning") && !about_lock(told, rule);
            // A record is shown in part, without its index.
            let about_records = told.rule.starts_with("record") && rule.starts_with("record-");
            let is_allowed = about_records || allowed.is_some_and(|(_, beside, _)| beside.contains(&rule.as_str()));
            if fails && *rule != told.rule && !is_allowed {
                wrong.push_str(&format!("\n{rule} ({level}) fails in the example of {}\n", told.rule));
            }
        }
        for other in allowed.iter().flat_map(|(_, beside, _)| *beside) {
            if !found.iter().any(|(rule, _)| rule == other) {
                wrong.push_str(&format!("\n{other} is expected beside {}, and not found\n", told.rule));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What `check` says about the example, where a registry can show it.
fn tried(told: &Told) -> Option<Run> {
    let of = |revision: Option<&str>| {
        let mut blocks = told.examples.iter();
        blocks.find(|block| block.language == "toml" && block.file.is_none() && block.revision.as_deref() == revision)
    };
    let others: Vec<&Block> = told.examples.iter().filter(|block| block.file.is_some()).collect();
    if let (Some(was), Some(is)) = (of(Some("was")), of(Some("is"))) {
        return Some(changed(told, was, is, &others));
    }
    let single = of(None).map(|block| block.text.as_str());
    // A lock may be all there is to show.
    let registry = single.or((!others.is_empty()).then_some(""))?;
    let package = package(&complete::registry(&told.rule, registry), &others);
    let is_shown = others
        .iter()
        .any(|block| block.file.as_deref() == Some("registry.lock"));
    if !is_shown {
        let lock = recorded(&package, None).unwrap_or_default();
        package.write("registry.lock", &lock);
    }
    if told.stage == "tools" {
        let ceiling: &[&str] = match told.rule.as_str() {
            "listing-over-ceiling" => shown::CEILING,
            _ => &[],
        };
        return Some(package.tools(&[ceiling, &["--format", "json"]].concat()));
    }
    Some(package.run(&["check", "--format", "json"]))
}

fn changed(told: &Told, was: &Block, is: &Block, others: &[&Block]) -> Run {
    let base = package(&complete::revision(&told.rule, &was.text), others);
    let head = package(&complete::revision(&told.rule, &is.text), others);
    // Of what a tombstone stands for the lock knows from the time before.
    let before = (told.rule == "tombstone-revived")
        .then(|| recorded(&head, None))
        .flatten();
    let lock = recorded(&base, before.as_deref()).expect("what has shipped can be read");
    base.write("registry.lock", &lock);
    // What only warns is recorded, or the lock would be stale besides.
    let fails = !matches!(told.level.as_str(), "note" | "warning");
    let kept = told.stage == "drift" && fails || LOCK_KEPT.contains(&told.rule.as_str());
    let after = if kept { None } else { recorded(&head, Some(&lock)) };
    head.write("registry.lock", &after.unwrap_or(lock));
    if told.stage == "drift" && fails {
        return head.run(&["check", "--format", "json"]);
    }
    if COMMITTED.contains(&told.rule.as_str()) {
        shown::commit_in(head.path());
    }
    let against = format!("path:{}", base.path().display());
    head.run(&["check", "--against", &against, "--format", "json"])
}

fn package(registry: &str, others: &[&Block]) -> Package {
    let package = Package::new(registry);
    for block in others {
        package.write(block.file.as_deref().unwrap(), &block.text);
    }
    package
}

/// The lock that `freeze` would write, after an earlier one.
fn recorded(package: &Package, before: Option<&str>) -> Option<String> {
    let registry = errtax_build::analyse(package.path(), "registry.toml").registry?;
    let mut sources = Sources::default();
    let before = before.and_then(|text| Lock::parse(text, sources.add("registry.lock", text)).ok());
    Some(Lock::after(&registry, before.as_ref()).render())
}

/// Rule and level of everything that was found.
fn found(run: &Run) -> Vec<(String, String)> {
    let word = |finding: &serde_json::Value, key: &str| finding[key].as_str().unwrap_or_default().to_owned();
    let document = run.json();
    let findings = document["findings"].as_array().unwrap().iter();
    findings
        .map(|finding| (word(finding, "rule"), word(finding, "level")))
        .collect()
}

/// Whether it is about a lock that was only made for the example.
fn about_lock(told: &Told, rule: &str) -> bool {
    let of_drift = errtax_build::rules::find(rule).is_some_and(|rule| rule.stage == Stage::Drift);
    of_drift && !matches!(told.stage.as_str(), "drift" | "merge")
}
