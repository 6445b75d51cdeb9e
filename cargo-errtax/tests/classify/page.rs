//! The page for users, `docs/guide/classify.md`, says what the command does.

use std::fs;
use std::path::Path;

use crate::support::{classify, lines};

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide/classify.md");
    fs::read_to_string(path).unwrap()
}

/// The code blocks of a language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut rest = page;
    let open = format!("```{language}\n");
    while let Some((_, after)) = rest.split_once(&open) {
        let (block, after) = after.split_once("```").unwrap();
        blocks.push(block.to_owned());
        rest = after;
    }
    blocks
}

/// What stands between backquotes.
fn ticked(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn each_kind_of_the_table_takes_its_example_and_has_its_members() {
    let page = page();
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    let mut kinds = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let [kind, members, example] = cells[..] else {
            panic!("{row}")
        };
        let (kind, members, example) = (ticked(kind)[0], ticked(members), ticked(example)[0]);
        classify(&[], format!("{{\"kind\":\"{kind}\",\"input\":{example}}}")).ends(0);
        // A member that there is not: the help lists those that there are.
        let wrong = example.replacen('{', "{\"zzzzzzzzzz\": 1, ", 1);
        let answer = &lines(&classify(&[], format!("{{\"kind\":\"{kind}\",\"input\":{wrong}}}")).ends(1))[0];
        let help = answer["error"]["help"].as_str().unwrap();
        assert_eq!(ticked(help), members, "{kind}: {help}");
        kinds.push(kind.to_owned());
    }
    // The help of a kind that there is not lists those that there are.
    let answer = &lines(&classify(&[], r#"{"kind":"zzzzzzzzzz","input":{}}"#).ends(1))[0];
    assert_eq!(ticked(answer["error"]["help"].as_str().unwrap()), kinds);
    let shown = classify(&["--help"], "").ends(0).stdout;
    assert!(kinds.iter().all(|kind| shown.contains(kind.as_str())), "{shown}");
}

#[test]
fn the_lines_that_are_shown_are_those_that_come_out() {
    let json = blocks(&page(), "json");
    let [line, answer, error, by_rule] = &json[..] else {
        panic!("{json:?}")
    };
    assert_eq!(classify(&[], line.as_str()).ends(0).stdout, *answer);
    let wrong = r#"{"kind":"sqlstat","input":{}}"#;
    let run = classify(&[], format!("{line}{line}{wrong}\n")).ends(1);
    assert_eq!(run.stdout.lines().last(), Some(error.trim_end()));
    // Of that one the registry is not shown; the members are the same.
    let members = |line: &str| -> Vec<String> {
        line.split("\":")
            .map(|part| part.rsplit('"').next().unwrap().to_owned())
            .collect()
    };
    let id = members(answer).iter().position(|name| name == "id").unwrap();
    let mut all = members(answer);
    all.remove(id);
    assert_eq!(members(by_rule), all);
}

#[test]
fn the_explanation_and_the_sums_that_are_shown_are_those_that_come_out() {
    let page = page();
    let text = blocks(&page, "text");
    let [explained, log, sums] = &text[..] else {
        panic!("{text:?}")
    };
    let run = classify(
        &[
            "--text",
            "could not save the voucher",
            "--text",
            "connection reset by peer",
        ],
        "",
    )
    .ends(0);
    assert!(run.stdout.starts_with(explained.as_str()), "{}", run.stdout);
    assert_eq!(classify(&["--stats"], log.as_str()).ends(0).stdout, *sums);
}
