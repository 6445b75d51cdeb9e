//! Messages, where nothing but words is left.

use errtax::causes::{Evidence, Verdict, classify};
use errtax::{Effect, Executed};
use serde_json::Value;

/// The effect that a case names.
fn effect(context: &str) -> Effect {
    match context {
        "read" => Effect::Read,
        "write" => Effect::Write,
        "write+key" => Effect::KeyedWrite,
        other => panic!("unknown context {other}"),
    }
}

fn of_case(case: &Value) -> Verdict {
    let input = &case["input"];
    let mut texts: Vec<String> = match input.get("chain") {
        Some(chain) => chain
            .as_array()
            .unwrap()
            .iter()
            .map(|text| text.as_str().unwrap().to_owned())
            .collect(),
        None => vec![input["text"].as_str().unwrap().to_owned()],
    };
    // The code of Node's errors belongs to the innermost.
    if let (Some(text), Some(code)) = (texts.last_mut(), input.get("code").and_then(Value::as_str)) {
        text.push_str(&format!(" code: '{code}'"));
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    classify(&Evidence::Texts(&texts), effect(case["context"].as_str().unwrap()))
}

/// What is wrong with the verdict on a case; empty if nothing is.
fn wrong(case: &Value) -> String {
    let verdict = of_case(case);
    let class = verdict.class.as_str();
    let accepted = case.get("accept_class").and_then(Value::as_array);
    let is_class =
        case["expect"]["class"] == class || accepted.is_some_and(|accepted| accepted.iter().any(|word| word == class));
    let is_retryable = case["expect"]["retryable"] == verdict.retryable;
    let is_safe = case["context"] != "write" || !verdict.retryable || verdict.executed == Executed::No;
    if is_class && is_retryable && is_safe {
        return String::new();
    }
    format!(
        "{}: {} retryable={} because {}\n    wanted {} {}\n",
        case["id"], class, verdict.retryable, verdict.because, case["expect"], case["input"]
    )
}

fn hold(cases: &str) {
    let wrong: Vec<String> = cases
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| wrong(&serde_json::from_str(line).unwrap()))
        .filter(|wrong| !wrong.is_empty())
        .collect();
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.concat());
}

#[test]
fn reported_messages_are_judged_as_they_should_have_been() {
    hold(include_str!("cases/messages.jsonl"));
}

#[test]
fn messages_of_many_libraries_and_tools_are_judged_by_what_they_prove() {
    hold(include_str!("cases/messages-more.jsonl"));
}

#[test]
fn messages_that_were_thought_up_to_fool_it_are_judged_by_what_they_prove() {
    hold(include_str!("cases/messages-attacks.jsonl"));
}
