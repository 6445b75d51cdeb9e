//! Every row of the table of verdicts that a lock can show: the change, and exactly what is found.

mod lock_file;

use crate::map::Set;

use errtax_core::{Action, Class, DetailType, Executed, Status};

use super::sample::{self, detail};
use super::{judge, rules};
use crate::finding::{Finding, Level};
use crate::lock::Lock;
use crate::model::{Code, Contract, Detail, Next, Origin, Registry, Version};
use crate::source::Sources;

/// The lock as `freeze` would have written it, read back from its text.
fn lock(registry: &Registry) -> Lock {
    let text = Lock::of(registry).render();
    let file = Sources::default().add("registry.lock", text.as_str());
    Lock::parse(&text, file).expect("what is rendered can be read")
}

fn drift(change: impl FnOnce(&mut Registry)) -> Vec<Finding> {
    let (base, _) = sample::registry();
    let mut head = base.clone();
    change(&mut head);
    judge(&lock(&base), &head)
}

fn ids(findings: &[Finding]) -> Vec<&'static str> {
    let mut ids: Vec<_> = findings.iter().map(|finding| finding.rule.id).collect();
    ids.sort_unstable();
    ids
}

fn on(code: &'static str, change: impl FnOnce(&mut Code) + 'static) -> Change {
    Box::new(move |registry| change(registry.codes.get_mut(code).expect("sample has it")))
}

fn locked(change: impl FnOnce(&mut Contract) + 'static) -> Change {
    on("PERIOD_LOCKED", |code| change(&mut code.contract))
}

fn locked_detail(name: &'static str, change: impl FnOnce(&mut Detail) + 'static) -> Change {
    locked(move |contract| change(contract.details.get_mut(name).expect("sample has it")))
}

type Change = Box<dyn FnOnce(&mut Registry)>;

fn rename(from: &'static str, to: &'static str) -> Change {
    Box::new(move |registry| {
        let mut code = registry.codes.remove(from).expect("sample has it");
        code.name = to.into();
        registry.codes.insert(to.into(), code);
    })
}

fn rename_detail(from: &'static str, to: &'static str) -> Change {
    locked(move |contract| {
        let detail = contract.details.remove(from).expect("sample has it");
        contract.details.insert(to.into(), detail);
    })
}

/// Row of the table of verdicts, change, what is found.
fn changes() -> Vec<(&'static str, Change, &'static [&'static str])> {
    vec![
        ("1 draft added", Box::new(|r| copy(r, "NEW_CODE", "NEWER_CODE")), &[]),
        (
            "2 frozen added",
            Box::new(|r| copy(r, "OUTCOME_UNKNOWN", "OTHER_CODE")),
            &["lock-stale"],
        ),
        (
            "3 deleted",
            Box::new(|r| drop(r.codes.remove("PERIOD_LOCKED"))),
            &["code-deleted"],
        ),
        (
            "3 deprecated deleted",
            Box::new(|r| drop(r.codes.remove("OLD_CODE"))),
            &["code-deleted"],
        ),
        ("3 draft deleted", Box::new(|r| drop(r.codes.remove("NEW_CODE"))), &[]),
        (
            "4 tombstone deleted",
            Box::new(|r| drop(r.retired.remove("GONE_CODE"))),
            &["tombstone-removed"],
        ),
        (
            "5 renamed",
            rename("PERIOD_LOCKED", "FISCAL_PERIOD_CLOSED"),
            &["code-renamed"],
        ),
        ("5 draft renamed", rename("NEW_CODE", "NEWEST_CODE"), &[]),
        (
            "6 renamed, old one kept",
            Box::new(|r| copy(r, "PERIOD_LOCKED", "PERIOD_CLOSED")),
            &["lock-stale"],
        ),
        (
            "8 respelled",
            rename("PERIOD_LOCKED", "PERIODLOCKED"),
            &["code-respelled"],
        ),
        (
            "8 case changed",
            rename("PERIOD_LOCKED", "Period_Locked"),
            &["code-respelled"],
        ),
        (
            "19 retired name reused",
            Box::new(|r| copy(r, "OLD_CODE", "GONE_CODE")),
            &["tombstone-reused"],
        ),
        (
            "19 retired name reused, tombstone gone",
            Box::new(|r| {
                r.retired.remove("GONE_CODE");
                copy(r, "NEW_CODE", "GONE_CODE");
            }),
            &["tombstone-reused"],
        ),
        ("29 action", locked(|c| c.action = Action::Stop), &["action-changed"]),
        (
            "29 action of a deprecated code",
            on("OLD_CODE", |c| c.contract.action = Action::Stop),
            &["action-changed"],
        ),
        (
            "29 action of a draft",
            on("NEW_CODE", |c| c.contract.action = Action::Stop),
            &[],
        ),
        (
            "32 action, and frozen to draft",
            on("PERIOD_LOCKED", |c| {
                c.contract.action = Action::AskUser;
                c.status = Status::Draft;
            }),
            &["action-changed", "code-thawed"],
        ),
        (
            "31 action, and deprecated",
            on("SERVICE_TIMEOUT", |c| {
                c.contract.action = Action::Wait;
                c.deprecated = Some(deprecated());
            }),
            &["action-changed"],
        ),
        (
            "33 next changed",
            locked(|c| c.next = Some(Next::Resource("x://y".into()))),
            &["next-changed"],
        ),
        ("33 next removed", locked(|c| c.next = None), &["next-changed"]),
        (
            "35 retryable",
            on("SERVICE_TIMEOUT", |c| c.contract.retryable = false),
            &["retryable-changed"],
        ),
        ("36 retryable", locked(|c| c.retryable = true), &["retryable-changed"]),
        ("41 class", locked(|c| c.class = Class::Conflict), &["class-changed"]),
        ("47 http", locked(|c| c.http = Some(423)), &["http-changed"]),
        ("47 http removed", locked(|c| c.http = None), &["http-changed"]),
        (
            "47 http added",
            on("OLD_CODE", |c| c.contract.http = Some(409)),
            &["http-changed"],
        ),
        ("47 grpc", locked(|c| c.grpc = Some(10)), &["grpc-changed"]),
        (
            "49 executed weakened",
            locked(|c| c.executed = Executed::Unknown),
            &["executed-changed"],
        ),
        (
            "50 executed strengthened",
            on("SERVICE_TIMEOUT", |c| c.contract.executed = Executed::No),
            &["executed-strengthened", "lock-stale"],
        ),
        (
            "in_doubt changed",
            on("SERVICE_TIMEOUT", |c| c.contract.in_doubt = Some("OLD_CODE".into())),
            &["in-doubt-changed"],
        ),
        (
            "in_doubt removed",
            on("SERVICE_TIMEOUT", |c| c.contract.in_doubt = None),
            &["in-doubt-changed"],
        ),
        (
            "58 message",
            on("PERIOD_LOCKED", |c| c.message.push('!')),
            &["message-reworded"],
        ),
        ("62 hint", on("PERIOD_LOCKED", |c| c.hint.push('!')), &["hint-reworded"]),
        ("catalogue text", on("PERIOD_LOCKED", |c| c.doc = "More.".into()), &[]),
        (
            "67 optional detail added",
            locked(|c| add(c, "note", true)),
            &["lock-stale"],
        ),
        (
            "68 required detail added",
            locked(|c| add(c, "note", false)),
            &["detail-required-added", "lock-stale"],
        ),
        (
            "69 detail removed",
            locked(|c| drop(c.details.remove("period_id"))),
            &["detail-removed"],
        ),
        (
            "70 detail renamed",
            rename_detail("period_id", "period"),
            &["detail-renamed"],
        ),
        (
            "71 detail retyped",
            locked_detail("period_id", |d| d.kind = DetailType::Integer),
            &["detail-retyped"],
        ),
        (
            "71 enum becomes a string",
            locked_detail("reason", |d| *d = detail(DetailType::String)),
            &["detail-retyped"],
        ),
        (
            "72 required becomes optional",
            locked_detail("period_id", |d| d.optional = true),
            &["detail-now-optional"],
        ),
        (
            "73 optional becomes required",
            locked_detail("memo", |d| d.optional = false),
            &["lock-stale"],
        ),
        (
            "76 closed enum grows",
            locked_detail("reason", |d| d.values.push("fraud".into())),
            &["enum-value-added"],
        ),
        (
            "76 open enum grows",
            locked_detail("stage", |d| d.values.push("final".into())),
            &["lock-stale"],
        ),
        (
            "77 enum shrinks",
            locked_detail("reason", |d| d.values.retain(|value| value != "audit")),
            &["enum-value-removed", "lock-stale"],
        ),
        (
            "closed enum opened",
            locked_detail("reason", |d| d.closed = false),
            &["enum-opened"],
        ),
        (
            "open enum closed",
            locked_detail("stage", |d| d.closed = true),
            &["lock-stale"],
        ),
        (
            "82 enum reordered",
            locked_detail("reason", |d| d.values.reverse()),
            &[],
        ),
        (
            "84 exposed",
            locked_detail("memo", |d| d.sensitive = false),
            &["detail-sensitivity-changed"],
        ),
        (
            "84 redacted",
            locked_detail("period_id", |d| d.sensitive = true),
            &["detail-sensitivity-changed"],
        ),
        (
            "detail documented",
            locked_detail("period_id", |d| d.doc = "Which.".into()),
            &[],
        ),
        (
            "87 draft frozen",
            on("NEW_CODE", |c| c.status = Status::Frozen),
            &["lock-stale"],
        ),
        (
            "88 frozen to draft",
            on("PERIOD_LOCKED", |c| c.status = Status::Draft),
            &["code-thawed"],
        ),
        (
            "89 deprecated",
            on("PERIOD_LOCKED", |c| c.deprecated = Some(deprecated())),
            &["lock-stale"],
        ),
        (
            "91 no longer deprecated",
            on("OLD_CODE", |c| c.deprecated = None),
            &["deprecation-withdrawn", "lock-stale"],
        ),
        (
            "92 retired in one step",
            Box::new(|r| retire(r, "PERIOD_LOCKED")),
            &["code-retired-early"],
        ),
        (
            "94 retired after deprecation",
            Box::new(|r| retire(r, "OLD_CODE")),
            &["lock-stale"],
        ),
        (
            "93 retired in the version that deprecated it",
            Box::new(|r| {
                retire(r, "OLD_CODE");
                r.retired.get_mut("OLD_CODE").expect("just put").since = sample::version(1, 1);
            }),
            &["code-retired-early"],
        ),
        ("96 draft retired", Box::new(|r| retire(r, "NEW_CODE")), &["lock-stale"]),
        ("97 sunset earlier", sunset(Some("2027-06-29")), &["sunset-advanced"]),
        ("97 sunset removed", sunset(None), &["sunset-advanced"]),
        ("97 sunset later", sunset(Some("2027-07-01")), &["lock-stale"]),
        (
            "101 replacement changed",
            on("OLD_CODE", |c| {
                c.deprecated.as_mut().expect("sample").replaced_by = Some("NEW_CODE".into())
            }),
            &["lock-stale", "replacement-changed"],
        ),
        (
            "reason of the deprecation reworded",
            on("OLD_CODE", |c| {
                c.deprecated.as_mut().expect("sample").reason = Some("Vague.".into())
            }),
            &[],
        ),
        (
            "105 since edited",
            on("PERIOD_LOCKED", |c| c.since = Some(sample::version(1, 1))),
            &["lock-stale", "since-changed"],
        ),
        (
            "105 tombstone's since edited",
            Box::new(|r| r.retired.get_mut("GONE_CODE").expect("sample").since = sample::version(1, 2)),
            &["since-changed"],
        ),
        (
            "code now extended, with the same contract",
            on("PERIOD_LOCKED", |c| c.origin = Origin::Extended("errtax".into())),
            &["lock-stale"],
        ),
        (
            "contract version",
            Box::new(|r| {
                r.version = Version {
                    major: 3,
                    minor: 0,
                    patch: 0,
                }
            }),
            &[],
        ),
    ]
}

fn deprecated() -> crate::model::Deprecated {
    crate::model::Deprecated {
        since: sample::version(1, 2),
        replaced_by: None,
        reason: Some("Why.".into()),
        sunset: None,
        record: None,
    }
}

fn sunset(day: Option<&'static str>) -> Change {
    on("OLD_CODE", move |code| {
        code.deprecated.as_mut().expect("sample").sunset = day.map(str::to_owned)
    })
}

fn copy(registry: &mut Registry, from: &str, to: &str) {
    let mut code = registry.codes.get(from).expect("sample has it").clone();
    code.name = to.into();
    registry.codes.insert(to.into(), code);
}

fn add(contract: &mut Contract, name: &str, optional: bool) {
    // No other detail is of this type, so it is no rename.
    contract.details.insert(
        name.into(),
        Detail {
            optional,
            ..detail(DetailType::Number)
        },
    );
}

fn retire(registry: &mut Registry, name: &str) {
    registry.codes.remove(name);
    let mut tombstone = registry.retired.get("GONE_CODE").expect("sample has it").clone();
    tombstone.since = sample::version(1, 2);
    registry.retired.insert(name.into(), tombstone);
}

#[test]
fn every_change_gets_the_verdict_of_the_table() {
    for (row, change, expected) in changes() {
        assert_eq!(ids(&drift(change)), expected, "{row}");
    }
}

#[test]
fn nothing_drifts_from_itself() {
    for (row, change, _) in changes() {
        let (mut registry, _) = sample::registry();
        change(&mut registry);
        // A name in both tables is refused before; here it would be judged against its own tombstone.
        registry.retired.retain(|name, _| !registry.codes.contains_key(name));
        registry.codes.retain(|_, code| code.origin == Origin::Own);
        assert_eq!(ids(&judge(&lock(&registry), &registry)), Vec::<&str>::new(), "{row}");
    }
}

#[test]
fn every_rule_of_drift_has_a_fixture() {
    let mut found: Set<&str> = changes()
        .iter()
        .flat_map(|(_, _, rules)| rules.iter().copied())
        .collect();
    found.extend(
        lock_file::LOCK_FILES
            .iter()
            .flat_map(|(_, _, rules)| rules.iter().copied()),
    );
    found.insert("tombstone-revived");
    let all: Set<&str> = rules::DRIFT.iter().map(|rule| rule.id).collect();
    assert_eq!(found, all);
}

#[test]
fn a_drift_says_what_has_shipped_where_and_what_to_do() {
    let (base, _) = sample::registry();
    let mut head = base.clone();
    head.codes.get_mut("PERIOD_LOCKED").expect("sample").contract.action = Action::Stop;
    let text = Lock::of(&base).render();
    let mut sources = Sources::default();
    sources.add("registry.toml", "");
    let file = sources.add("registry.lock", text.as_str());
    let findings = judge(&Lock::parse(&text, file).expect("canonical"), &head);
    let [finding] = findings.as_slice() else {
        panic!("one finding, not {findings:?}")
    };
    assert_eq!(
        finding.message,
        "`action` of PERIOD_LOCKED has shipped as `fix_state`, and is now `stop`"
    );
    assert_eq!(
        (finding.old.as_deref(), finding.new.as_deref()),
        (Some("fix_state"), Some("stop"))
    );
    assert!(
        finding.help.starts_with("put it back: `action = \"fix_state\"`"),
        "{}",
        finding.help
    );
    assert!(
        finding.help.ends_with(
            "keep PERIOD_LOCKED as it is, and lead its users to a new code: `cargo errtax supersede PERIOD_LOCKED NEW_CODE`"
        ),
        "{}",
        finding.help
    );
    let (place, shipped) = finding.related.first().expect("the lock's line");
    assert_eq!(shipped, "shipped as `fix_state`, since 1.0.0");
    assert_eq!(text.get(place.start..place.end), Some("\"fix_state\""));
    assert!(
        text[..place.start].ends_with("\nPERIOD_LOCKED.action = "),
        "the line of this very code"
    );
}

#[test]
fn what_a_help_puts_back_is_written_as_the_registry_writes_it() {
    let findings = drift(|registry| {
        registry.codes.get_mut("PERIOD_LOCKED").expect("sample").contract.next = None;
        registry.codes.get_mut("OLD_CODE").expect("sample").deprecated = None;
    });
    let help = |rule: &str| {
        let finding = findings.iter().find(|finding| finding.rule.id == rule);
        finding.map(|finding| finding.help.as_str()).unwrap_or_default()
    };
    let next = "put it back: `next = { tool = \"unlock_period\", args = { period_id = \"{period_id}\" } }`";
    assert!(help("next-changed").starts_with(next), "{findings:#?}");
    let deprecated = "`deprecated = { since = \"1.1.0\", replaced_by = \"PERIOD_LOCKED\", sunset = \"2027-06-30\" }`";
    assert!(help("deprecation-withdrawn").ends_with(deprecated), "{findings:#?}");
}

#[test]
fn a_break_says_how_it_is_put_on_record_and_nothing_else_does() {
    for (row, change, _) in changes() {
        for mut finding in drift(change) {
            super::advise(&mut finding);
            let command = format!(
                "`cargo errtax amend {} {} --reason",
                finding.code.as_deref().unwrap_or_default(),
                finding.field.as_deref().unwrap_or_default()
            );
            let offered = finding.help.contains(&command);
            let amendable = finding.level == Level::Break && finding.rule != &rules::LOCK_STALE;
            assert_eq!(offered, amendable, "{row}: {}", finding.help);
        }
    }
}

#[test]
fn commands_are_named_for_the_registry_that_is_meant() {
    let mut help = "run `cargo errtax freeze`, `cargo errtax amend A b`; `git checkout -- registry.lock`".to_owned();
    let subject = super::Subject {
        path: "contracts/books.toml",
        usual: false,
    };
    super::name_files(&mut help, subject, "contracts/books.lock");
    assert_eq!(
        help,
        "run `cargo errtax freeze --registry contracts/books.toml`, `cargo errtax amend --registry contracts/books.toml A b`; `git \
         checkout -- contracts/books.lock`"
    );
}

#[test]
fn a_deprecated_code_is_not_to_be_deprecated_once_more() {
    let findings = drift(|registry| {
        registry.codes.get_mut("OLD_CODE").expect("sample").contract.http = Some(409);
    });
    assert!(
        findings[0].help.ends_with("keep OLD_CODE as it is and add a new code"),
        "{}",
        findings[0].help
    );
}

#[test]
fn a_rename_is_one_finding_that_says_so() {
    let findings = drift(rename("PERIOD_LOCKED", "FISCAL_PERIOD_CLOSED"));
    assert!(
        findings[0].message.contains("FISCAL_PERIOD_CLOSED looks like a rename"),
        "{}",
        findings[0].message
    );
    assert!(
        findings[0]
            .help
            .contains("`cargo errtax supersede PERIOD_LOCKED FISCAL_PERIOD_CLOSED`"),
        "{}",
        findings[0].help
    );
}

#[test]
fn another_code_with_the_same_bare_contract_is_no_rename() {
    let findings = drift(|registry| {
        let mut code = registry.codes.remove("OLD_CODE").expect("sample");
        code.name = "ENTIRELY_DIFFERENT".into();
        code.message = "Other.".into();
        code.hint = "Other.".into();
        code.deprecated = None;
        code.status = Status::Draft;
        registry.codes.insert(code.name.clone(), code);
    });
    assert_eq!(ids(&findings), ["code-deleted"]);
}

#[test]
fn a_retired_code_may_come_back_with_its_contract_alone_and_on_record() {
    let (base, _) = sample::registry();
    let mut gone = base.clone();
    retire(&mut gone, "OLD_CODE");
    let after = Lock::after(&gone, Some(&lock(&base)));
    let mut back = gone.clone();
    back.retired.remove("OLD_CODE");
    let old = base.codes.get("OLD_CODE").expect("is there").clone();
    back.codes.insert("OLD_CODE".into(), old);
    assert_eq!(ids(&judge(&after, &back)), ["tombstone-revived"]);
    back.codes.get_mut("OLD_CODE").expect("just put").contract.class = Class::NotFound;
    let findings = judge(&after, &back);
    assert_eq!(ids(&findings), ["tombstone-reused"]);
    assert_eq!(findings[0].rule.level, Level::Unamendable);
    // A tombstone that stays keeps what it knew.
    assert_eq!(Lock::after(&gone, Some(&after)), after);
}

#[test]
fn levels_are_those_of_the_table() {
    for (rule, level) in [
        (&rules::ACTION_CHANGED, Level::Break),
        (&rules::CODE_THAWED, Level::Unamendable),
        (&rules::TOMBSTONE_REMOVED, Level::Unamendable),
        (&rules::TOMBSTONE_REUSED, Level::Unamendable),
        (&rules::TOMBSTONE_REVIVED, Level::Break),
        (&rules::LOCK_EDITED, Level::Tamper),
        (&rules::LOCK_REORDERED, Level::Tamper),
        (&rules::LOCK_MISSING, Level::CouldNotJudge),
        (&rules::LOCK_CONFLICT, Level::CouldNotJudge),
        (&rules::EXECUTED_STRENGTHENED, Level::Warning),
        (&rules::ENUM_VALUE_REMOVED, Level::Warning),
        (&rules::HINT_REWORDED, Level::Warning),
        (&rules::MESSAGE_REWORDED, Level::Note),
    ] {
        assert_eq!(rule.level, level, "{}", rule.id);
    }
}
