//! Each case gives exactly what it says, in both directions; no revision differs from itself; every rule has a case.

use std::collections::BTreeSet;

use errtax_build::finding::Stage;
use errtax_build::merge::{Sides, judge};
use errtax_build::rules::RULES;

use crate::case::{Case, Judged, all, bless, common, earlier};
use crate::pair::{Pair, lock};

/// Rules that need a repository or a workspace; the command line tests them.
const OUTSIDE: [&str; 4] = [
    "base-missing",
    "registry-gone",
    "first-introduction",
    "code-in-two-registries",
];

fn expected(lines: &[String]) -> Vec<String> {
    lines.iter().filter(|line| *line != "nothing").cloned().collect()
}

#[test]
fn each_change_gives_exactly_its_findings_forth_and_back() {
    if std::env::var_os("BLESS").is_some() {
        return bless();
    }
    let mut wrong = String::new();
    for Judged { case, forth, back } in all() {
        for (direction, pair, lines) in [("=>", forth, &case.forth), ("<=", back, &case.back)] {
            if pair.lines() != expected(lines) || lines.is_empty() {
                wrong.push_str(&format!(
                    "\n{}: {} {direction}\n  expected {:#?}\n  found {:#?}\n{}\n",
                    case.rule,
                    case.title,
                    lines,
                    pair.lines(),
                    pair.rendered()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_common_base_is_clean() {
    let mut files = common();
    files.push(("registry.lock".into(), lock(&files, Some(&earlier()))));
    let pair = Pair::judge(&files, &files, None);
    assert_eq!(pair.head.findings, []);
    assert_eq!(pair.verdict.compared, 14);
}

#[test]
fn nothing_differs_from_itself() {
    for Judged { case, forth, .. } in all() {
        if case.title.contains("cannot be read") {
            continue;
        }
        let day = case.day.as_deref();
        let head = judge(&Sides {
            base: &forth.head,
            head: &forth.head,
            day,
        });
        assert_eq!(head.findings, [], "{}: {}", case.rule, case.title);
        let base = Pair::judge(&case.base, &case.base, day);
        assert_eq!(base.lines(), Vec::<String>::new(), "{}: {}", case.rule, case.title);
    }
}

#[test]
fn every_rule_of_drift_has_a_case_that_it_finds_and_one_that_it_leaves_alone() {
    let cases = || all().iter().map(|judged| &judged.case);
    let named = |line: &str, rule: &str| line.split(' ').nth(1) == Some(rule);
    for rule in RULES {
        let about_lock = rule.stage == Stage::Drift && rule.id.starts_with("lock-");
        // There is one edition yet, so that no registry can change it: `attacks` does.
        let elsewhere = OUTSIDE.contains(&rule.id) || rule.id == "edition-changed";
        if !matches!(rule.stage, Stage::Drift | Stage::Merge) || about_lock || elsewhere {
            continue;
        }
        let own: Vec<&Case> = cases().filter(|case| case.rule == rule.id).collect();
        let finds = |case: &&&Case| case.forth.iter().any(|line| named(line, rule.id));
        assert!(own.iter().any(|case| finds(&case)), "{} has a case", rule.id);
        assert!(own.iter().any(|case| !finds(&case)), "{} has a near miss", rule.id);
    }
    let known: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    for case in cases() {
        assert!(known.contains(case.rule.as_str()), "{} is a rule", case.rule);
    }
}

#[test]
fn rules_have_ids_of_their_own() {
    let ids: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(ids.len(), RULES.len());
}

#[test]
fn every_finding_says_what_where_and_what_to_type() {
    for Judged { case, forth, back } in all() {
        for pair in [forth, back] {
            for finding in &pair.verdict.findings {
                assert!(!finding.help.is_empty(), "{}: {finding:?}", case.title);
                assert!(
                    !finding.message.is_empty() && !finding.message.ends_with('.'),
                    "{finding:?}"
                );
                let file = pair.sources.file(finding.place.file);
                assert!(
                    file.text.get(finding.place.start..finding.place.end).is_some(),
                    "{finding:?}"
                );
            }
        }
    }
}
