//! Every rule has its section, and a section has its parts.

use errtax_build::finding::Stage;
use errtax_build::rules::RULES;

const FILES: &[(Stage, &str)] = &[
    (Stage::Read, include_str!("../../src/rules/docs/read.md")),
    (Stage::Structure, include_str!("../../src/rules/docs/structure.md")),
    (Stage::Style, include_str!("../../src/rules/docs/style.md")),
    (Stage::Drift, include_str!("../../src/rules/docs/drift.md")),
    (Stage::Merge, include_str!("../../src/rules/docs/merge.md")),
    (Stage::Files, include_str!("../../src/rules/docs/files.md")),
    (Stage::Tools, include_str!("../../src/rules/docs/tools.md")),
];

const KINDS: &[&str] = &["toml", "toml was", "toml is", "console", "text"];

/// Headings outside of code blocks.
fn headings(file: &str) -> Vec<&str> {
    let mut code = false;
    let outside = file.lines().filter(move |line| {
        code ^= line.starts_with("```");
        !code
    });
    outside.filter_map(|line| line.strip_prefix("## ")).collect()
}

#[test]
fn every_rule_has_one_section_in_the_order_of_the_table() {
    for (stage, file) in FILES {
        let rules: Vec<&str> = RULES
            .iter()
            .filter(|rule| rule.stage == *stage)
            .map(|rule| rule.id)
            .collect();
        let headings = headings(file);
        let missing: Vec<_> = rules.iter().filter(|rule| !headings.contains(rule)).collect();
        assert!(missing.is_empty(), "{stage:?}: no section for {missing:?}");
        assert_eq!(headings, rules, "{stage:?}");
        let title = file.strip_prefix("# ").and_then(|rest| rest.split_once("\n\n"));
        let sections = title.map_or(*file, |(_, sections)| sections);
        assert!(
            sections.starts_with("## "),
            "{stage:?}: nothing stands before the first section"
        );
    }
}

#[test]
fn a_section_says_what_shows_it_and_says_what_to_do_instead() {
    for told in crate::rules() {
        for (part, text) in [("what it finds", &told.does), ("what to do instead", &told.instead)] {
            assert!(
                text.ends_with('.') && text.len() > 20,
                "{}: {part}: {text:?}",
                told.rule
            );
        }
        assert!(!told.examples.is_empty(), "{} has an example", told.rule);
        let shows = |kind: &str| {
            told.examples
                .iter()
                .any(|block| block.revision.as_deref() == Some(kind))
        };
        assert_eq!(shows("was"), shows("is"), "{}: two revisions", told.rule);
        assert!(
            !shows("was") || matches!(told.stage.as_str(), "drift" | "merge"),
            "{}",
            told.rule
        );
    }
}

/// A terminal shows what stands there as it stands there.
#[test]
fn a_section_is_paragraphs_then_blocks_then_paragraphs() {
    for (stage, file) in FILES {
        let (mut rule, mut code, mut blocks, mut after) = ("", false, false, false);
        for (number, line) in (1..).zip(file.lines()) {
            let place = format!("{stage:?}, line {number} ({rule}): {line}");
            if let Some(info) = line.strip_prefix("```") {
                code = !code;
                let known =
                    KINDS.contains(&info) || info.split_once(' ').is_some_and(|(_, file)| file.contains(['.', '/']));
                assert!(!code || known, "{place}: an info string of {KINDS:?} or with a path");
                assert!(!after, "{place}: blocks stand one after the other");
                blocks = true;
                continue;
            }
            // What a command says is as long as it is, and a text in JSON cannot be broken.
            let most = match code {
                true if line.trim_start().starts_with("\"description\": ") => 400,
                true => 140,
                false => 120,
            };
            assert!(line.chars().count() <= most, "{place}: too long");
            if code {
                continue;
            }
            if let Some(name) = line.strip_prefix("## ") {
                (rule, blocks, after) = (name, false, false);
                continue;
            }
            after |= blocks && !line.is_empty();
            let plain = number == 1
                || !line.contains("](") && !line.starts_with(['#', '>', '|', ' ']) && !line.starts_with("- ");
            assert!(plain, "{place}: no links, no lists");
        }
        assert!(!code, "{stage:?}: a block is open");
    }
}

#[test]
fn no_two_sections_say_the_same() {
    let mut seen = std::collections::BTreeMap::new();
    for told in crate::rules() {
        for sentence in [&told.does, &told.instead]
            .into_iter()
            .flat_map(|text| text.split(". "))
        {
            let words = sentence.split(' ').count();
            if words >= 8
                && let Some(other) = seen.insert(sentence.to_owned(), &told.rule)
            {
                panic!("{} and {other} both say: {sentence}", told.rule);
            }
        }
    }
}
