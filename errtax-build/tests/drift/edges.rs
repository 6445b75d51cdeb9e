//! Edges of the comparison that no fixture reaches: nothing has shipped, a revision that contradicts itself, a head that
//! cannot be read in part, registries that are extended.

use errtax_build::finding::Level;
use errtax_build::lock::Lock;
use errtax_build::merge::{Sides, judge_all, own_levels};
use errtax_build::source::Sources;

use crate::case::{apply, common, earlier, text, without_lock};
use crate::pair::{DAY, Files, Pair, lock};

/// The common base with its lock.
fn base() -> Files {
    let mut files = common();
    files.push(("registry.lock".into(), lock(&files, Some(&earlier()))));
    files
}

fn patch(files: &Files, path: &str, hunk: &str) -> Files {
    let mut files = files.clone();
    let hunk: Vec<String> = hunk.lines().map(str::to_owned).collect();
    apply(&mut files, path, &hunk, "edge");
    files
}

/// What is found by those who compare what is extended as well.
fn all(base: &Files, head: &Files) -> Vec<(&'static str, Option<String>, String)> {
    let pair = Pair::judge(base, head, Some(DAY));
    let verdict = judge_all(&Sides {
        base: &pair.base,
        head: &pair.head,
        day: Some(DAY),
    });
    let findings = verdict.findings.into_iter();
    findings
        .map(|finding| {
            let path = pair.sources.file(finding.place.file).path.clone();
            (finding.rule.id, finding.code, path)
        })
        .collect()
}

const ALONE: &str = "[registry]\nname = \"alone\"\nversion = \"1.1.0\"\nedition = \"2026\"\n[codes.A]\nclass = \"internal\"\n\
                     action = \"stop\"\nretryable = false\nexecuted = \"no\"\nmessage = \"It broke.\"\nhint = \"Report it.\"\n";

fn alone(registry: String) -> Files {
    let mut files = vec![("registry.toml".to_owned(), registry)];
    files.push(("registry.lock".into(), lock(&files, None)));
    files
}

#[test]
fn while_nothing_has_shipped_the_version_is_free() {
    for version in ["1.0.0", "0.3.0", "4.0.0"] {
        let head = alone(ALONE.replace("1.1.0", version));
        let pair = Pair::judge(&alone(ALONE.to_owned()), &head, Some(DAY));
        assert_eq!(pair.lines(), Vec::<String>::new(), "{version}");
    }
}

#[test]
fn what_an_extended_registry_breaks_is_told_once_where_it_is_declared() {
    let hunk = " class = \"auth\"\n-action = \"ask_user\"\n+action = \"stop\"";
    let head = patch(&base(), "shared.toml", hunk);
    let code = Some("TENANT_SUSPENDED".to_owned());
    assert_eq!(
        all(&base(), &head),
        [("action-changed", code, "shared.toml".to_owned())]
    );
}

#[test]
fn what_is_extended_through_another_registry_is_told_once_as_well() {
    let deep = ALONE.replace("retryable = false", "retryable = false\nstatus = \"frozen\"");
    let mut base = patch(&base(), "shared.toml", " name = \"shared\"\n+extends = [\"deep.toml\"]");
    base.push(("deep.toml".into(), deep.clone()));
    base.push(("deep.lock".into(), lock(&vec![("registry.toml".into(), deep)], None)));
    assert_eq!(all(&base, &base), []);
    let head = patch(&base, "deep.toml", "-executed = \"no\"\n+executed = \"unknown\"");
    let code = Some("A".to_owned());
    assert_eq!(all(&base, &head), [("executed-changed", code, "deep.toml".to_owned())]);
}

#[test]
fn a_registry_that_comes_as_another_one_goes_is_not_compared_with_it() {
    let mut head = patch(
        &base(),
        "registry.toml",
        "-extends = [\"shared.toml\"]\n+extends = [\"other.toml\"]",
    );
    head.push(("other.toml".into(), ALONE.replace("1.1.0", "0.1.0")));
    head.push((
        "other.lock".into(),
        lock(&vec![("registry.toml".into(), ALONE.into())], None),
    ));
    let found = all(&base(), &head);
    let ids: Vec<&str> = found.iter().map(|(rule, ..)| *rule).collect();
    assert_eq!(ids, ["code-deleted"], "those of the one that goes");
}

#[test]
fn a_code_that_another_registry_has_is_no_new_name_of_one_that_is_gone() {
    let code = "class = \"bad_input\"\naction = \"fix_input\"\nretryable = false\nexecuted = \"no\"\nstatus = \"frozen\"\nhttp = 400\n\
                message = \"Debit and credit of the voucher differ.\"\n\
                hint = \"Correct the amounts so that both sides are equal, then send the voucher once more.\"\n";
    let removed: String = format!("[codes.VOUCHER_UNBALANCED]\n{code}")
        .lines()
        .map(|line| format!("-{line}\n"))
        .collect();
    let head = patch(&base(), "registry.toml", &removed);
    let mut head = patch(
        &head,
        "registry.toml",
        "-extends = [\"shared.toml\"]\n+extends = [\"shared.toml\", \"other.toml\"]",
    );
    let other = ALONE.split("[codes.A]").next().unwrap();
    let other = format!("{other}[codes.VOUCHER_OUT_OF_BALANCE]\n{code}");
    head.push((
        "other.lock".into(),
        lock(&vec![("registry.toml".into(), other.clone())], None),
    ));
    head.push(("other.toml".into(), other));
    let pair = Pair::judge(&base(), &head, Some(DAY));
    let ids: Vec<&str> = pair.verdict.findings.iter().map(|finding| finding.rule.id).collect();
    assert_eq!(ids, ["code-deleted"], "{:#?}", pair.lines());
}

#[test]
fn an_older_code_with_the_same_contract_is_no_new_name_of_one_that_is_gone() {
    let sibling = "+[codes.VOUCHER_EMPTY]\n+class = \"bad_input\"\n+action = \"fix_input\"\n+retryable = false\n+executed = \"no\"\n\
                   +status = \"frozen\"\n+http = 400\n+message = \"The voucher is empty.\"\n+hint = \"Give it a line.\"";
    let both = patch(&without_lock(&base()), "registry.toml", sibling);
    let lock = lock(&both, Some(&earlier()));
    let mut head = both;
    let registry = head.iter_mut().find(|(path, _)| path == "registry.toml").unwrap();
    let (before, rest) = registry.1.split_once("[codes.VOUCHER_UNBALANCED]").unwrap();
    let (_, after) = rest.split_once("[codes.").unwrap();
    registry.1 = format!("{before}[codes.{after}");
    head.push(("registry.lock".into(), lock));
    let pair = Pair::judge(&head, &head, None);
    let ids: Vec<&str> = pair.head.findings.iter().map(|finding| finding.rule.id).collect();
    assert_eq!(ids, ["code-deleted"]);
}

#[test]
fn a_lock_that_records_what_breaks_nothing_was_not_rewritten_to_match() {
    let hunk = " message = \"Debit and credit of the voucher differ.\"\n\
                -hint = \"Correct the amounts so that both sides are equal, then send the voucher once more.\"\n\
                +hint = \"Correct the amounts, then send the voucher once more.\"";
    let mut head = patch(&without_lock(&base()), "registry.toml", hunk);
    let recorded = lock(&head, Some(&text(&base(), "registry.lock")));
    head.push(("registry.lock".into(), recorded));
    let pair = Pair::judge(&base(), &head, Some(DAY));
    let ids: Vec<&str> = pair.verdict.findings.iter().map(|finding| finding.rule.id).collect();
    assert_eq!(ids, ["patch-not-raised", "hint-reworded"]);
}

#[test]
fn a_command_is_only_told_where_it_can_be_typed_as_it_stands() {
    let mut files = base();
    let text = files.pop().unwrap().1;
    let mut recorded = Lock::parse(&text, Sources::default().add("registry.lock", &*text)).unwrap();
    let code = recorded.codes.get_mut("PERIOD_LOCKED").unwrap();
    let detail = code.row.details.get("memo").unwrap().clone();
    code.row.details.insert("a; `b`".to_owned(), detail);
    files.push(("registry.lock".into(), recorded.render()));
    let pair = Pair::judge(&files, &files, None);
    let [found] = pair.head.findings.as_slice() else {
        panic!("{:#?}", pair.head.findings)
    };
    assert_eq!(found.field.as_deref(), Some("details.a; `b`"));
    assert!(!found.help.contains("cargo errtax amend"), "{}", found.help);
}

#[test]
fn the_version_of_an_extended_registry_does_not_fall() {
    let head = patch(&base(), "shared.toml", "-version = \"1.0.0\"\n+version = \"0.9.0\"");
    assert_eq!(
        all(&base(), &head),
        [("version-lowered", None, "shared.toml".to_owned())]
    );
}

#[test]
fn an_extended_registry_that_moves_is_compared_with_what_it_was() {
    let moved: Files = patch(
        &base(),
        "registry.toml",
        "-extends = [\"shared.toml\"]\n+extends = [\"common.toml\"]",
    )
    .into_iter()
    .map(|(path, text)| (path.replace("shared.", "common."), text))
    .collect();
    assert_eq!(all(&base(), &moved), []);
    let hunk = "-version = \"1.0.0\"\n+version = \"0.9.0\"";
    let lowered = patch(&moved, "common.toml", hunk);
    assert_eq!(
        all(&base(), &lowered),
        [("version-lowered", None, "common.toml".to_owned())]
    );
}

#[test]
fn a_head_whose_value_nobody_can_guess_is_not_judged_by_what_stands_in_for_it() {
    let period = [
        ("class = \"precondition\"", "class = \"xyz\""),
        ("action = \"fix_state\"", "action = []"),
        ("retryable = false", "retryable = 5"),
        ("executed = \"no\"", "executed = \"xyz\""),
        ("status = \"frozen\"", "status = \"xyz\""),
        ("grpc = 9", "grpc = \"nine\""),
        (
            "next = { tool = \"unlock_period\", args = { period_id = \"{period_id}\" } }",
            "next = 5",
        ),
        ("period_id = \"string\"", "period_id = \"xyz\""),
        (
            "lock_date = { type = \"date\", doc = \"First locked day.\" }",
            "lock_date = { type = [] }",
        ),
    ];
    for (then, now) in period {
        let mut head = base();
        let registry = head.iter_mut().find(|(path, _)| path == "registry.toml").unwrap();
        let (before, code) = registry.1.split_once("[codes.PERIOD_LOCKED]").unwrap();
        assert!(code.contains(then), "{then}");
        registry.1 = format!("{before}[codes.PERIOD_LOCKED]{}", code.replacen(then, now, 1));
        let pair = Pair::judge(&base(), &head, Some(DAY));
        assert_eq!(pair.lines(), Vec::<String>::new(), "{now}");
        assert!(pair.head.fails(), "{now}");
    }
}

#[test]
fn what_the_lock_calls_shipped_is_not_judged_as_a_draft_as_well() {
    let thawed = " retryable = false\n executed = \"no\"\n-status = \"frozen\"\n+status = \"draft\"\n grpc = 9";
    let thawed = patch(&base(), "registry.toml", thawed);
    let hunk = "-memo = { type = \"string\", optional = true, sensitive = true }\n+memo = { type = \"string\", optional = true }";
    let pair = Pair::judge(&thawed, &patch(&thawed, "registry.toml", hunk), Some(DAY));
    let about: Vec<Level> = pair
        .verdict
        .findings
        .iter()
        .filter(|finding| finding.rule.id == "detail-sensitivity-changed")
        .map(|finding| finding.level)
        .collect();
    assert_eq!(about, [Level::Break], "{:#?}", pair.lines());
}

#[test]
fn a_style_that_the_policy_refuses_is_wrong_and_nothing_that_could_be_amended() {
    let text = ALONE.replace("It broke.", "It broke").replace(
        "[codes.A]",
        "[policy.levels]\nmessage-without-stop = \"error\"\nmessage-reworded = \"error\"\n[codes.A]",
    );
    let files = alone(text);
    let pair = Pair::judge(&files, &files, None);
    let registry = pair.head.registry.as_ref().unwrap();
    let mut style = errtax_build::style(registry);
    own_levels(registry, &mut style);
    let levels: Vec<(&str, Level)> = style.iter().map(|finding| (finding.rule.id, finding.level)).collect();
    assert_eq!(levels, [("message-without-stop", Level::Invalid)]);
}

#[test]
fn a_new_detail_is_new_even_where_another_value_has_its_name() {
    let hunk = " class = \"precondition\"\n-action = \"fix_state\"\n+action = \"stop\"";
    let head = patch(&base(), "registry.toml", hunk);
    let hunk = " period_id = \"string\"\n+stop = { type = \"string\", optional = true }\n lock_date = { type = \"date\", doc = \"First locked day.\" }";
    let pair = Pair::judge(&base(), &patch(&head, "registry.toml", hunk), Some(DAY));
    let ids: Vec<&str> = pair.verdict.findings.iter().map(|finding| finding.rule.id).collect();
    assert_eq!(ids, ["minor-not-raised", "action-changed"]);
}

#[test]
fn a_lock_that_is_missing_in_both_is_no_deletion() {
    let pair = Pair::judge(&without_lock(&base()), &without_lock(&base()), Some(DAY));
    assert_eq!(pair.lines(), Vec::<String>::new());
}
