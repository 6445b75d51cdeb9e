//! The tables of keys in docs/registry.md: the keys, types and requirements are those of the registry compiler.

use std::collections::BTreeSet;

use errtax_build::finding::Finding;

use crate::markdown::{Table, page, ticked};
use crate::registries::{HEAD, findings, folder};

/// A table of a registry, and how to get there.
struct Probe {
    /// The heading that its keys stand under.
    heading: &'static str,
    /// What stands before it.
    before: &'static str,
    /// Its own header.
    header: &'static str,
    /// What it needs to be sound.
    lines: &'static [&'static str],
}

const CODE: &str = "[codes.X]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\n\
                    message = \"It is not ready.\"\nhint = \"Make it ready, then call again.\"\n";

const PROBES: &[Probe] = &[
    Probe {
        heading: "`[registry]`",
        before: CODE,
        header: "[registry]",
        lines: &["name = \"t\"", "version = \"1.0.0\"", "edition = \"2026\""],
    },
    Probe {
        heading: "`[codes.CODE]`",
        before: HEAD,
        header: "[codes.X]",
        lines: &[
            "class = \"precondition\"",
            "action = \"fix_state\"",
            "retryable = false",
            "executed = \"no\"",
            "message = \"It is not ready.\"",
            "hint = \"Make it ready, then call again.\"",
        ],
    },
    Probe {
        heading: "`[codes.CODE.details]`",
        before: CODE,
        header: "[codes.X.details.d]",
        lines: &["type = \"string\""],
    },
    Probe {
        heading: "`next`",
        before: CODE,
        header: "[codes.X.next]",
        lines: &["tool = \"t\""],
    },
    Probe {
        heading: "`deprecated`",
        before: CODE,
        header: "[codes.X.deprecated]",
        lines: &["since = \"1.0.0\"", "reason = \"It says less.\""],
    },
    Probe {
        heading: "`[retired.CODE]`",
        before: CODE,
        header: "[retired.Y]",
        lines: &["since = \"1.0.0\"", "reason = \"It says less.\""],
    },
    Probe {
        heading: "`[defaults]`",
        before: CODE,
        header: "[defaults]",
        lines: &[],
    },
    Probe {
        heading: "`[tools.NAME]`",
        before: CODE,
        header: "[tools.t]",
        lines: &["effect = \"write\""],
    },
    Probe {
        heading: "`[contract]`",
        before: CODE,
        header: "[contract]",
        lines: &[],
    },
    Probe {
        heading: "`[contract.bound.NAME]`",
        before: CODE,
        header: "[contract.bound.b]",
        lines: &["field = \"f\""],
    },
    Probe {
        heading: "`[[upstream]]`",
        before: CODE,
        header: "[[upstream]]",
        lines: &["host = \"api.example.com\"", "code = \"X\""],
    },
    Probe {
        heading: "`[artifacts]`",
        before: CODE,
        header: "[artifacts]",
        lines: &[],
    },
    Probe {
        heading: "`[policy]`",
        before: CODE,
        header: "[policy]",
        lines: &[],
    },
    Probe {
        heading: "`[[amendments]]`",
        before: CODE,
        header: "[[amendments]]",
        lines: &[
            "code = \"X\"",
            "field = \"action\"",
            "from = \"stop\"",
            "to = \"fix_state\"",
            "reason = \"It was wrong.\"",
            "issue = \"#1\"",
            "version = \"1.0.0\"",
        ],
    },
];

impl Probe {
    /// What is found when the line of `without` is left out and `line` is added.
    fn findings(&self, without: &str, line: &str) -> Vec<Finding> {
        let kept = self.lines.iter().filter(|line| key_of(line) != without);
        let lines: Vec<&str> = kept.copied().chain([line]).collect();
        // `[registry]` is the head itself.
        let head = if self.header == "[registry]" || self.before == HEAD {
            ""
        } else {
            HEAD
        };
        let text = format!("{head}{}\n{}\n{}\n", self.before, self.header, lines.join("\n"));
        findings(folder(&text).path()).0
    }
}

fn key_of(line: &str) -> &str {
    line.split(" = ").next().unwrap_or_default()
}

#[test]
fn every_table_of_a_registry_is_documented() {
    let text = format!("quite_another_table = 1\n{HEAD}{CODE}");
    let found = findings(folder(&text).path()).0;
    let [unknown] = &of_rule(&found, "unknown-key")[..] else {
        panic!("{found:#?}")
    };
    let known = ticked(&unknown.help);
    assert!(known.len() >= 9, "{known:?}");
    let headings = page("docs/registry.md").headings;
    for table in known {
        let names = |text: &str| {
            text == format!("`[{table}]`")
                || text.starts_with(&format!("`[{table}."))
                || text == format!("`[[{table}]]`")
        };
        assert!(headings.iter().any(|heading| names(&heading.text)), "{table}");
    }
}

fn of_rule<'a>(findings: &'a [Finding], rule: &str) -> Vec<&'a Finding> {
    findings.iter().filter(|finding| finding.rule.id == rule).collect()
}

fn tables() -> Vec<(Table, &'static Probe)> {
    let tables = page("docs/registry.md")
        .tables
        .into_iter()
        .filter(|table| table.head[0] == "key");
    let probe = |table: &Table| {
        let found = PROBES.iter().find(|probe| probe.heading == table.heading);
        found.unwrap_or_else(|| panic!("nothing probes the keys under {}", table.heading))
    };
    let tables: Vec<_> = tables
        .map(|table| (probe(&table), table))
        .map(|(probe, table)| (table, probe))
        .collect();
    assert_eq!(tables.len(), PROBES.len(), "every table that is probed is documented");
    tables
}

#[test]
fn the_documented_keys_are_the_known_ones() {
    for (table, probe) in tables() {
        let found = probe.findings("", "quite_another_thing = 1");
        let [unknown] = &of_rule(&found, "unknown-key")[..] else {
            panic!("{}: {found:#?}", table.heading)
        };
        let known: BTreeSet<String> = ticked(&unknown.help).into_iter().collect();
        let documented = table.names();
        assert_eq!(documented.len(), known.len(), "{}: each key once", table.heading);
        assert_eq!(
            documented.into_iter().collect::<BTreeSet<_>>(),
            known,
            "{}",
            table.heading
        );
    }
}

#[test]
fn the_documented_types_are_the_expected_ones() {
    for (table, probe) in tables() {
        for (key, documented) in table.names().iter().zip(table.column("type")) {
            // No key takes a date, so each says what it takes.
            let found = probe.findings(key, &format!("{key} = 2026-01-31"));
            let wanted = format!("`{key}` must be ");
            let message = of_rule(&found, "wrong-type").into_iter().find_map(|finding| {
                let expected = finding.message.strip_prefix(&wanted)?;
                expected.split_once(", found ").map(|(expected, _)| expected.to_owned())
            });
            let message = message.unwrap_or_else(|| panic!("{} {key}: {found:#?}", table.heading));
            let expected = message.trim_start_matches("an ").trim_start_matches("a ");
            assert_eq!(documented, expected, "{} {key}", table.heading);
        }
    }
}

#[test]
fn what_is_documented_as_required_is() {
    for (table, probe) in tables() {
        let sound = probe.findings("", "");
        assert!(missing(&sound).is_empty(), "{}: {sound:#?}", table.heading);
        for (key, default) in table.names().iter().zip(table.column("default")) {
            let found = probe.findings(key, "");
            let is_missing = missing(&found)
                .iter()
                .any(|message| message.contains(&format!("`{key}`")));
            // "required without `tool`" depends on what else is there.
            if !default.starts_with("required ") {
                assert_eq!(is_missing, default == "required", "{} {key}: {found:#?}", table.heading);
            }
        }
    }
}

fn missing(findings: &[Finding]) -> Vec<&str> {
    let missing = of_rule(findings, "missing-key")
        .into_iter()
        .chain(of_rule(findings, "amendment-incomplete"));
    missing.map(|finding| finding.message.as_str()).collect()
}
