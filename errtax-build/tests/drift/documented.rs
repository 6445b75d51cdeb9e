//! docs/drift.md, "What every change means": held to the rule table and to real verdicts.

use std::collections::{BTreeMap, BTreeSet};

use errtax_build::finding::{Level, Rule, Stage};
use errtax_build::rules::{RULES, find};

use crate::case::{Case, Judged, all};
use crate::pair::{Pair, word};

/// One row of the page.
pub(crate) struct Row {
    id: String,
    /// What it says about frozen, deprecated and draft codes.
    cells: [String; 3],
    gate: String,
    rules: Vec<String>,
    /// What stands where the rules would.
    text: String,
}

impl Row {
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The verdict for a code of this status; `-` is about no code.
    pub(crate) fn verdict(&self, status: &str) -> &str {
        let [frozen, deprecated, draft] = &self.cells;
        match status {
            "deprecated" if deprecated == "=" => frozen,
            "deprecated" => deprecated,
            "draft" => draft,
            _ => frozen,
        }
    }
}

/// Every row, in the order of the page.
pub(crate) fn rows() -> Vec<Row> {
    let page = std::fs::read_to_string("../docs/drift.md").unwrap();
    let lines = page
        .lines()
        .filter(|line| line.starts_with("| ") && line.matches('|').count() == 8);
    let cells = lines.map(|line| {
        line.trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect::<Vec<_>>()
    });
    cells
        .filter(|cells| cells[0] != "row")
        .map(|cells| Row {
            id: cells[0].clone(),
            cells: [cells[2].clone(), cells[3].clone(), cells[4].clone()],
            gate: cells[5].clone(),
            rules: cells[6].split('`').skip(1).step_by(2).map(str::to_owned).collect(),
            text: cells[6].clone(),
        })
        .collect()
}

/// The word of the page for a level.
pub(crate) fn shouted(level: Level) -> &'static str {
    match level {
        Level::Note => "NOTE",
        Level::Warning => "WARN",
        Level::Break => "BREAK",
        Level::Unamendable => "BREAK!",
        Level::Invalid => "INVALID",
        Level::Tamper => "TAMPER",
        Level::CouldNotJudge => "ERROR2",
    }
}

#[test]
fn every_row_of_the_table_of_verdicts_is_there_once() {
    let rows = rows();
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{ids:?}");
    for number in 1..=150 {
        assert!(ids.contains(&number.to_string().as_str()), "row {number}");
    }
    for row in &rows {
        let applies = row.gate != "–";
        assert_eq!(row.cells.iter().any(|cell| !cell.is_empty()), applies, "{}", row.id);
        assert!(applies || row.text.len() > 10, "{} says why it does not apply", row.id);
    }
}

#[test]
fn the_page_names_every_rule_and_gives_it_its_level() {
    let rows = rows();
    let named: BTreeSet<&str> = rows.iter().flat_map(|row| &row.rules).map(String::as_str).collect();
    for rule in RULES
        .iter()
        .filter(|rule| matches!(rule.stage, Stage::Drift | Stage::Merge))
    {
        assert!(named.contains(rule.id), "{} is on the page", rule.id);
    }
    // A rule that is a warning in one row may be a failure in another: what the two say about it are two rows.
    let raised = ["127.named", "127.raised", "127.error", "137.alone", "32"];
    for row in rows
        .iter()
        .filter(|row| row.gate != "–" && !raised.contains(&row.id.as_str()))
    {
        for id in &row.rules {
            let rule: &Rule = find(id).unwrap_or_else(|| panic!("{id} of row {} is a rule", row.id));
            let levels = [Some(rule.level), Some(rule.deprecated), rule.draft];
            for (cell, level) in row.cells.iter().zip(levels) {
                match (cell.as_str(), level) {
                    ("" | "OK", _) => {}
                    ("=", _) => assert_eq!(rule.level, rule.deprecated, "{id}, row {}", row.id),
                    (cell, Some(level)) if rule.id != "amendment-unmatched" => {
                        assert_eq!(cell, shouted(level), "{id}, row {}", row.id);
                    }
                    (cell, _) => assert_eq!(cell, shouted(rule.level), "{id}, row {}", row.id),
                }
            }
            if row.gate == "V" {
                let alone = !matches!(rule.stage, Stage::Drift | Stage::Merge) || id == "code-in-two-registries";
                assert!(alone, "{id} needs no comparison");
            }
            if row.gate == "L" {
                assert_eq!(rule.stage, Stage::Drift, "{id}");
            }
        }
    }
}

/// What a case is not about: how it is told in the version.
const VERSIONS: [&str; 4] = [
    "minor-not-raised",
    "patch-not-raised",
    "frozen-at-once",
    "detail-required-added",
];

#[test]
fn every_verdict_of_the_page_is_the_one_that_is_given() {
    let rows: BTreeMap<String, Row> = rows().into_iter().map(|row| (row.id.clone(), row)).collect();
    for Judged { case, forth, .. } in all() {
        let row = rows
            .get(&case.row)
            .unwrap_or_else(|| panic!("row {} of {:?}", case.row, case.title));
        let verdict = row.verdict(&case.status);
        let findings = &forth.verdict.findings;
        if verdict == "OK" {
            let told = findings.iter().filter(|finding| !VERSIONS.contains(&finding.rule.id));
            assert_eq!(told.count(), 0, "{}: {:#?}", case.title, forth.lines());
            continue;
        }
        let of_row = findings
            .iter()
            .filter(|finding| row.rules.iter().any(|rule| rule == finding.rule.id));
        let worst = of_row.map(|finding| finding.level).max();
        assert_eq!(
            worst.map(shouted),
            Some(verdict),
            "{}: {:#?}",
            case.title,
            forth.lines()
        );
        seen_by_the_build(case, row, forth);
    }
}

/// L stands where the build finds it too, and nowhere else.
fn seen_by_the_build(case: &Case, row: &Row, pair: &Pair) {
    let kept = pair.base.lock == pair.head.lock;
    if !kept || case.status == "draft" {
        return;
    }
    let seen = pair
        .head
        .findings
        .iter()
        .any(|finding| row.rules.iter().any(|rule| rule == finding.rule.id));
    let raised = row.id.starts_with("127");
    assert_eq!(
        seen,
        row.gate.contains('L') || raised,
        "{} ({}): {:#?}",
        case.title,
        row.gate,
        pair.head.findings
    );
}

#[test]
fn every_verdict_of_a_comparison_has_a_case() {
    let cases: BTreeSet<(&str, &str)> = all()
        .iter()
        .map(|judged| (judged.case.row.as_str(), judged.case.status.as_str()))
        .collect();
    // Git and workspaces are for the command line; there is one edition yet.
    let outside = ["129", "129.base", "133", "N6"];
    for row in rows() {
        if !row.gate.contains('G') || outside.contains(&row.id.as_str()) {
            continue;
        }
        let has = |status: &str| cases.contains(&(row.id.as_str(), status));
        let [frozen, deprecated, draft] = &row.cells;
        assert!(frozen.is_empty() || has("frozen") || has("-"), "row {}, frozen", row.id);
        let own = |cell: &str| !matches!(cell, "" | "=" | "OK");
        assert!(
            !own(deprecated) || deprecated == frozen && has("-") || has("deprecated"),
            "row {}, deprecated",
            row.id
        );
        assert!(!own(draft) || has("draft") || row.id == "9", "row {}, draft", row.id);
    }
}

#[test]
fn the_words_of_the_page_are_those_of_the_levels() {
    let page = std::fs::read_to_string("../docs/drift.md").unwrap();
    for level in [
        Level::Note,
        Level::Warning,
        Level::Break,
        Level::Unamendable,
        Level::Invalid,
        Level::Tamper,
        Level::CouldNotJudge,
    ] {
        assert!(page.contains(&format!("\n| {} | ", shouted(level))), "{}", word(level));
    }
}
