//! The other tables: words of the vocabulary, roles, types, rules.

use std::io::{self, ErrorKind};
use std::str::FromStr;

use errtax::causes::{Evidence, prove};
use errtax::standard::{Code, REGISTRY};
use errtax::wire::{MAX_BYTES, MAX_DETAILS_BYTES, MAX_TEXT_CHARS, MAX_UPSTREAM_BYTES, VERIFY_FALLBACK};
use errtax::{Action, Class, DetailType, Effect, Executed, Role};
use errtax_build::finding::{Level, Stage};
use errtax_build::rules;

use crate::markdown::{Page, page, ticked};
use crate::registries::{HEAD, findings, folder};

fn reference() -> Page {
    page("docs/registry.md")
}

/// The words between backticks, as values.
#[track_caller]
fn words<T: FromStr>(text: &str) -> Vec<T> {
    let word = |word: String| word.parse().unwrap_or_else(|_| panic!("{word:?} is a word"));
    ticked(text).into_iter().map(word).collect()
}

#[test]
fn classes_admit_the_actions_and_effects_that_are_documented() {
    let reference = reference();
    let table = reference.table(&["class", "it means"]);
    let classes: Vec<Class> = table.names().iter().flat_map(|name| name.parse()).collect();
    assert_eq!(classes, Class::ALL);
    for ((class, actions), executed) in classes.iter().zip(table.column("action")).zip(table.column("executed")) {
        assert_eq!(words::<Action>(actions), class.actions(), "{class}");
        assert_eq!(words::<Executed>(executed), class.executed(), "{class}");
    }
}

#[test]
fn actions_are_retryable_as_documented() {
    let reference = reference();
    let table = reference.table(&["action"]);
    let actions: Vec<Action> = table.names().iter().flat_map(|name| name.parse()).collect();
    assert_eq!(actions, Action::ALL);
    for (action, retryable) in actions.iter().zip(table.column("retryable")) {
        assert_eq!(retryable, format!("`{}`", action.retryable()), "{action}");
    }
}

#[test]
fn a_word_that_no_class_admits_is_called_one() {
    let admitted = |executed: &Executed| Class::ALL.iter().any(|class| class.executed().contains(executed));
    let never: Vec<_> = Executed::ALL.iter().filter(|executed| !admitted(executed)).collect();
    assert_eq!(never, [&Executed::Yes]);
    let prose = reference().prose;
    assert!(
        prose
            .iter()
            .any(|(_, line)| line.contains("`yes` is a word of the wire that no class admits"))
    );
}

#[test]
fn roles_ask_of_their_codes_what_is_documented() {
    let reference = reference();
    let table = reference.table(&["role"]);
    let roles: Vec<Role> = table.names().iter().flat_map(|name| name.parse()).collect();
    assert_eq!(roles, Role::ALL);
    for ((role, must), standard) in roles
        .iter()
        .zip(table.column("its code must be"))
        .zip(table.column("standard"))
    {
        assert_eq!(standard, format!("`{}`", REGISTRY.roles.get(*role).code), "{role}");
        // A code that no role takes but the one that it is for.
        let (class, action, retryable) = match role {
            Role::RateLimited => ("precondition", "fix_state", false),
            _ => ("rate_limit", "wait", true),
        };
        let text = format!(
            "{HEAD}[roles]\n{role} = \"X\"\n[codes.X]\nclass = \"{class}\"\naction = \"{action}\"\nretryable = {retryable}\n\
             executed = \"no\"\nmessage = \"Not now.\"\nhint = \"Wait, then send the same call again.\"\n"
        );
        let found = findings(folder(&text).path()).0;
        let wanted = format!("the role `{role}` needs a code that is {must}, and `X` is ");
        let messages: Vec<_> = found.iter().map(|finding| finding.message.as_str()).collect();
        assert_eq!(messages.len(), 1, "{role}: {messages:?}");
        assert!(messages[0].starts_with(&wanted), "{messages:?}\n{wanted}");
    }
}

#[test]
fn every_type_of_a_detail_is_documented() {
    let reference = reference();
    let types: Vec<DetailType> = reference
        .table(&["type", "on the wire"])
        .names()
        .iter()
        .flat_map(|name| name.parse())
        .collect();
    assert_eq!(types, DetailType::ALL);
}

#[test]
fn calls_of_an_effect_receive_the_code_that_is_documented() {
    let reference = reference();
    let table = reference.table(&["call", "its effect"]);
    for (effect, receives) in table
        .column("its effect")
        .into_iter()
        .zip(table.column("the agent receives"))
    {
        for effect in words::<Effect>(effect) {
            let code = if effect.repeatable() {
                "LEDGER_LOST"
            } else {
                "POSTING_UNKNOWN"
            };
            assert_eq!(ticked(receives)[0], code, "{effect}");
        }
    }
}

#[test]
fn the_rules_that_can_be_waived_are_those_of_style() {
    let style = rules::RULES
        .iter()
        .filter(|rule| rule.stage == Stage::Style)
        .map(|rule| rule.id.to_owned());
    assert_eq!(
        reference().table(&["rule", "it finds"]).names(),
        style.collect::<Vec<_>>()
    );
}

#[test]
fn the_rules_of_a_server_are_those_that_are_listed() {
    let about_tools = rules::RULES.iter().filter(|rule| rule.stage == Stage::Tools);
    let page = page("docs/guide/tools.md");
    let listed = page.table(&["rule", "it finds"]).names();
    assert_eq!(listed, about_tools.map(|rule| rule.id.to_owned()).collect::<Vec<_>>());
}

#[test]
fn a_change_weighs_what_is_documented() {
    let reference = reference();
    let table = reference.table(&["change", "verdict"]);
    let mut documented = Vec::new();
    for (verdict, ids) in table.column("verdict").into_iter().zip(table.column("rules")) {
        let ids = ticked(ids);
        assert_eq!(ids.is_empty(), verdict == "fine", "{ids:?}");
        for id in ids {
            let rule = rules::find(&id).unwrap_or_else(|| panic!("{id} is a rule"));
            let expected = match rule.level {
                Level::Note => "note",
                Level::Warning => "warning",
                _ => "fails",
            };
            assert_eq!(verdict, expected, "{id}");
            documented.push(rule.id);
        }
    }
    documented.sort_unstable();
    let drift = rules::RULES
        .iter()
        .filter(|rule| rule.stage == Stage::Drift)
        .map(|rule| rule.id);
    let mut expected: Vec<_> = drift.filter(|id| !id.starts_with("lock-")).collect();
    expected.sort_unstable();
    assert_eq!(documented, expected);
}

#[test]
fn limits_and_fixed_words_are_those_of_the_wire() {
    let prose: Vec<String> = reference().prose.into_iter().map(|(_, line)| line).collect();
    let texts = prose.iter().filter(|line| line.contains("one line, at most"));
    let wanted = format!("one line, at most {MAX_TEXT_CHARS} characters");
    assert_eq!(
        texts.filter(|line| line.contains(&wanted)).count(),
        2,
        "message and hint"
    );
    assert!(prose.iter().any(|line| line.contains(VERIFY_FALLBACK)));
}

#[test]
fn the_caps_are_those_of_the_wire() {
    let wire = page("docs/guide/wire.md");
    let limits = wire.table(&["part", "at most"]).column("at most");
    let numbers: Vec<usize> = limits
        .into_iter()
        .map(|limit| {
            let number = limit.split(' ').next().unwrap_or_default();
            number.replace(',', "").parse().unwrap()
        })
        .collect();
    assert_eq!(
        numbers,
        [MAX_TEXT_CHARS, MAX_DETAILS_BYTES, MAX_UPSTREAM_BYTES, MAX_BYTES]
    );
}

/// The kinds that the guide may name.
const KINDS: &[ErrorKind] = &[
    ErrorKind::AddrInUse,
    ErrorKind::AddrNotAvailable,
    ErrorKind::AlreadyExists,
    ErrorKind::BrokenPipe,
    ErrorKind::ConnectionAborted,
    ErrorKind::ConnectionRefused,
    ErrorKind::ConnectionReset,
    ErrorKind::HostUnreachable,
    ErrorKind::Interrupted,
    ErrorKind::InvalidData,
    ErrorKind::NetworkDown,
    ErrorKind::NetworkUnreachable,
    ErrorKind::NotFound,
    ErrorKind::PermissionDenied,
    ErrorKind::StorageFull,
    ErrorKind::TimedOut,
    ErrorKind::UnexpectedEof,
    ErrorKind::WouldBlock,
];

#[test]
fn what_a_cause_proves_is_what_the_guide_says() {
    let guide = page("docs/guide.md");
    let table = guide.table(&["the cause proves", "for instance"]);
    let infer =
        |kind: ErrorKind, own: Code| errtax::__private::infer(&io::Error::from(kind), &REGISTRY, own.spec()).code;
    let mut named = 0;
    for (instances, answer) in table.rows.iter().map(|row| (&row[1], &row[2])) {
        let role: Option<Role> = answer
            .starts_with("the role")
            .then(|| ticked(answer)[0].parse().unwrap());
        let (own, retryable_own) = match role {
            Some(role) => (REGISTRY.roles.get(role).code, REGISTRY.roles.get(role).code),
            None => ("INTERNAL_ERROR", REGISTRY.roles.unknown.code),
        };
        for name in ticked(instances) {
            if let Some(kind) = KINDS.iter().copied().find(|kind| format!("{kind:?}") == name) {
                assert_eq!(infer(kind, Code::InternalError), own, "{name}");
                assert_eq!(infer(kind, Code::TransientError), retryable_own, "{name}");
                named += 1;
            } else {
                let text = format!("An error occurred ({name}) when calling");
                assert_eq!(prove(&Evidence::Text(&text)).role(), role, "{name}");
                named += 1;
            }
        }
        for instance in instances.split(", ") {
            let evidence = match (instance.strip_prefix("SQLSTATE "), instance.strip_prefix("HTTP ")) {
                (Some(code), _) => Evidence::sql_state(code, ""),
                (_, Some(status)) => Evidence::status(status.parse().unwrap()),
                _ => continue,
            };
            assert_eq!(prove(&evidence).role(), role, "{instance}");
            named += 1;
        }
    }
    assert!(named > 8, "{named} instances");
}
