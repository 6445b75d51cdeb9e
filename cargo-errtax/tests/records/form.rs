//! What one record must be.

use crate::common::{Package, REGISTRY};
use crate::{PATH, POLICY, RECORD, found, kept};

/// An edit of [`RECORD`], what is found and where, and what to do about it.
type Case = (&'static str, &'static str, &'static str, &'static str);

const CASES: &[Case] = &[
    // What is left out says nothing.
    (
        "# 1. Ask the user\n\n",
        "",
        "record-title 1:1",
        "begin it with what was decided, in a line: `# 1. Ask",
    ),
    (
        "# 1. Ask the user",
        "# 2. Ask the user",
        "record-title 1:1",
        "write `# 1. Ask the user`",
    ),
    (
        "# 1. Ask the user",
        "# 1.",
        "record-title 1:1",
        "say what was decided, in a line",
    ),
    (
        "Status: accepted\n",
        "",
        "record-status 1:1",
        "write `Status: accepted` below the title",
    ),
    (
        "Status: accepted",
        "Status: done",
        "record-status 3:1",
        "write `Status: accepted` below the title",
    ),
    (
        "Status: accepted",
        "Status: rejected",
        "record-status 3:1",
        "if it is rejected: `git mv docs/decisions/accepted/0001-ask-the-user.md docs/decisions/rejected/0001-ask-the-user.md`",
    ),
    (
        "Status: accepted",
        "Status: accepted\nStatus: accepted",
        "record-status 4:1",
        "keep one of the two lines",
    ),
    (
        "## Problem\n\nAgents reopened accounts that were closed for a reason.\n\n",
        "",
        "record-section-missing 5:1",
        "write `## Problem` here, and below it what was wrong, and for whom",
    ),
    (
        "## Decision",
        "## Decisions",
        "record-section-missing 13:1",
        "write `## Decision` for `## Decisions`",
    ),
    (
        "\n## Consequences\n\nAgents stop and ask. Nobody else has to change.\n",
        "",
        "record-section-missing 16:1",
        "write `## Consequences` here",
    ),
    (
        "## Consequences",
        "### Consequences",
        "record-section-missing 20:1",
        "write `## Consequences` here",
    ),
    (
        "## Consequences",
        "## Problem\n\nAgain.\n\n## Consequences",
        "record-section-order 17:1",
        "put what both say below the first `## Problem`",
    ),
    (
        "Agents stop and ask. Nobody else has to change.\n",
        "",
        "record-unfinished 17:1",
        "say below `## Consequences` what follows",
    ),
    (
        "Agents stop and ask. Nobody else has to change.",
        "<!-- what follows? -->",
        "record-unfinished 17:1",
        "say below",
    ),
    (
        "Agents stop and ask. Nobody else has to change.",
        "### Agents",
        "record-unfinished 17:1",
        "say below",
    ),
    (
        "Agents stop and ask. Nobody else has to change.",
        "TODO: what follows",
        "record-unfinished 19:1",
        "say below",
    ),
    (
        "Agents stop and ask.",
        "Agents stop.\n- TBD",
        "record-unfinished 20:1",
        "say below",
    ),
    (
        "Agents stop and ask. Nobody else has to change.",
        "…",
        "record-unfinished 19:1",
        "say below",
    ),
    (
        "Agents stop and ask. Nobody else has to change.",
        "{What follows?}",
        "record-unfinished 19:1",
        "say below",
    ),
];

#[test]
fn every_part_of_a_record_is_asked_for_at_its_place() {
    for (old, new, expected, help) in CASES {
        let package = kept();
        package.edit(PATH, old, new);
        let (rule, place) = expected.split_once(' ').unwrap();
        let findings: Vec<String> = found(&package)
            .into_iter()
            // A record without its title is another one to the index.
            .filter(|finding| !finding.starts_with("record-index-stale"))
            .collect();
        assert_eq!(findings, [format!("{rule} {PATH}:{place}")], "{old:?} → {new:?}");
        package.run(&["check"]).ends(1).says(&[&format!("error[{rule}]"), help]);
        let github = package.run(&["check", "--format", "github"]).ends(1);
        assert!(
            github.stdout.contains(&format!("file={PATH},line=")),
            "{}",
            github.stdout
        );
    }
}

#[test]
fn sections_stand_in_one_order() {
    let package = kept();
    let (before, rest) = RECORD.split_once("## Problem").unwrap();
    let (problem, after) = rest.split_once("## Decision").unwrap();
    let (decision, after) = after.split_once("## Alternatives").unwrap();
    package.write(
        PATH,
        &format!("{before}## Decision{decision}## Problem{problem}## Alternatives{after}"),
    );
    assert_eq!(found(&package), [format!("record-section-order {PATH}:5:1")]);
    package.run(&["check"]).ends(1).says(&[
        "the section \"Decision\" comes before \"Problem\"",
        "move it below \"Problem\": Problem, Decision, Alternatives considered, Consequences",
    ]);
}

#[test]
fn what_reads_the_same_is_the_same() {
    for text in [
        format!("\u{feff}{RECORD}"),
        RECORD.replace('\n', "\r\n"),
        format!("\u{feff}{}", RECORD.replace('\n', "\r\n")),
        format!("<!-- A record. -->\n\n{RECORD}"),
        RECORD.replace("# 1. Ask", "# Ask"),
        RECORD.replace("# 1. Ask", "# 0001. Ask"),
        RECORD.replace("Status: accepted", "**Status:** Accepted, superseded by 0012"),
        RECORD.replace("Status: accepted", "- Status: accepted\n- Issue: #42\n"),
        RECORD.replace("Alternatives considered", "Alternatives Considered"),
        RECORD.replace("## Consequences", "## Measured\n\n12 of 40.\n\n## Consequences ##"),
        RECORD.replace(
            "Agents stop",
            "```toml\n## TODO\nTODO: x\n```\nTODO_LIST_FULL stays. Agents stop",
        ),
        format!("{RECORD}\n## Notes\n\nTBD\n"),
    ] {
        let package = kept();
        package.write(PATH, &text);
        assert_eq!(found(&package), [""; 0], "{text}");
    }
}

#[test]
fn places_are_right_whatever_the_line_ends() {
    for text in [RECORD.replace('\n', "\r\n"), format!("\u{feff}{RECORD}")] {
        let package = kept();
        package.write(PATH, &text.replace("Status: accepted", "Status: proposed"));
        assert_eq!(found(&package), [format!("record-status {PATH}:3:1")], "{text:?}");
    }
}

const NO_ALTERNATIVES: &str = "\n## Alternatives considered\n\nA code of its own for accounts that may be reopened: no server knows which those are.\n";

/// Where the note stands does not matter; its day does.
#[test]
fn an_old_record_may_lack_its_alternatives_if_it_says_so() {
    let note = "Note, 2024-03-01: the alternatives were not written down.";
    let missing = format!("record-section-missing {PATH}");
    for (since, note, found_at) in [
        ("2026-12-01", note, None),
        (
            "2026-12-01",
            "> **Note of 2024-03-01:** nobody wrote down alternatives.",
            None,
        ),
        ("2024-03-02", note, None),
        ("2024-03-01", note, Some("5:1")),
        ("2026-12-01", "", Some("13:1")),
        (
            "2026-12-01",
            "Note: the alternatives were not written down.",
            Some("15:1"),
        ),
        (
            "2026-12-01",
            "Note, 2024-02-30: the alternatives were not written down.",
            Some("15:1"),
        ),
        (
            "2026-12-01",
            "Note, 2024-03-01: moved here from the wiki.",
            Some("15:1"),
        ),
        ("", note, Some("5:1")),
    ] {
        let package = Package::new(
            &format!("{REGISTRY}{POLICY}alternatives_since = \"{since}\"\n").replace("alternatives_since = \"\"\n", ""),
        );
        let below = match note {
            "" => String::new(),
            note => format!("Status: accepted\n\n{note}"),
        };
        let text = RECORD.replace(NO_ALTERNATIVES, "");
        package.write(
            PATH,
            &if below.is_empty() {
                text.clone()
            } else {
                text.replace("Status: accepted", &below)
            },
        );
        package.run(&["freeze"]).ends(0);
        let run = package.run(&["check", "--fix"]);
        let expected: Vec<String> = found_at.iter().map(|at| format!("{missing}:{at}")).collect();
        assert_eq!(found(&package), expected, "{since} {note}: {}", run.text());
    }
}

#[test]
fn the_note_may_stand_below_the_heading_that_has_nothing_else() {
    let package = kept();
    let kept = "A code of its own for accounts that may be reopened: no server knows which those are.";
    package.edit(PATH, kept, "Note, 2024-03-01: alternatives were\nnot written down.");
    assert_eq!(found(&package), [format!("record-section-missing {PATH}:15:1")]);
    package
        .run(&["check"])
        .ends(1)
        .says(&["`alternatives_since = \"2026-12-01\"` under `[policy]`"]);
    package.edit(
        "registry.toml",
        POLICY,
        &format!("{POLICY}alternatives_since = \"2026-12-01\"\n"),
    );
    assert_eq!(found(&package), [""; 0]);
    // Beside it, whatever is said counts.
    package.edit(PATH, "not written down.", "not written down.\n\nTODO: find out.");
    assert_eq!(found(&package), [format!("record-unfinished {PATH}:18:1")]);
    // No other section has an excuse.
    package.write(
        PATH,
        &RECORD.replace(
            "## Problem\n\nAgents",
            "Note, 2024-03-01: no alternatives, no problem.\n\nAgents",
        ),
    );
    assert_eq!(found(&package), [format!("record-section-missing {PATH}:9:1")]);
}

#[test]
fn the_day_is_a_day() {
    let package = Package::new(&format!("{REGISTRY}{POLICY}alternatives_since = \"2026-13-01\"\n"));
    package.run(&["check"]).says(&["error[bad-date]"]);
    let package = Package::new(&format!("{REGISTRY}{POLICY}alternatives_since = 2026-12-01\n"));
    package
        .run(&["check"])
        .says(&["error[wrong-type]", "`alternatives_since = \"2026-12-01\"`"]);
}

#[test]
fn a_record_that_is_half_merged_is_no_record() {
    let package = kept();
    package.edit(
        PATH,
        "A closed account is for a person to reopen.",
        "<<<<<<< HEAD\nA closed account stays closed.\n=======\nA closed account is for a person.\n>>>>>>> other",
    );
    assert_eq!(found(&package), [format!("merge-conflict {PATH}:11:1")]);
    package
        .run(&["check"])
        .ends(2)
        .says(&["half merged", &format!("`git add {PATH}`")]);
}
