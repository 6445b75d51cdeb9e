//! What editors show is what the reference says: the tables of keys and words are compared with the texts that the schema is
//! made of.

use errtax::{Action, Class, Role};
use errtax_build::keys::{ABOUT_ROLES, DEFAULTS, SECTIONS, Section};

use crate::markdown::{Page, Table, page};

fn reference() -> Page {
    page("docs/registry.md")
}

/// A cell without its links, and without those that only point further down.
fn plain(cell: &str) -> String {
    let mut text = cell.to_owned();
    while let Some(middle) = text.find("](") {
        let mut depth = 0;
        let start = text[..=middle].char_indices().rev().find(|(_, c)| {
            depth += i32::from(*c == ']') - i32::from(*c == '[');
            depth == 0
        });
        let (start, _) = start.expect("a link begins");
        let end = middle + text[middle..].find(')').expect("a link ends");
        let shown = match &text[start + 1..middle] {
            "below" => String::new(),
            shown => shown.to_owned(),
        };
        text.replace_range(start..=end, &shown);
    }
    text.strip_suffix(", ").unwrap_or(&text).to_owned()
}

fn of<'a>(reference: &'a Page, section: &Section) -> &'a Table {
    let heading = format!("`{}`", section.heading);
    let mut tables = reference.tables.iter();
    tables
        .find(|table| table.head[0] == "key" && table.heading == heading)
        .unwrap_or_else(|| panic!("no keys under {heading}"))
}

#[test]
fn every_key_means_what_the_reference_says() {
    let reference = reference();
    for section in SECTIONS {
        let table = of(&reference, section);
        let names: Vec<&str> = section.keys.iter().map(|key| key.name).collect();
        assert_eq!(table.names(), names, "{}", section.heading);
        for (at, key) in section.keys.iter().enumerate() {
            let cell = |column: &str| plain(table.column(column)[at]);
            let place = format!("{} {}", section.heading, key.name);
            if section.heading == DEFAULTS.heading {
                assert_eq!(cell("meaning"), "as in `[codes.CODE]`", "{place}");
            } else {
                assert_eq!(cell("meaning"), key.meaning, "{place}");
            }
            assert_eq!(cell("type"), key.shape.kind(), "{place}");
            assert_eq!(cell("default"), key.need.to_string(), "{place}");
        }
    }
}

#[test]
fn every_table_is_for_what_the_reference_says() {
    let reference = reference();
    let roles = Section {
        heading: "[roles]",
        about: ABOUT_ROLES,
        keys: &[],
    };
    for section in SECTIONS.iter().copied().chain([&roles]) {
        let heading = format!("`{}`", section.heading);
        let lines = reference.prose.iter().map(|(_, line)| line.as_str());
        let below = lines.skip_while(|line| line.trim_start_matches('#').trim() != heading);
        let own = below.skip(1).take_while(|line| !line.starts_with('#'));
        let prose = own.collect::<Vec<_>>().join(" ");
        let about = section.about.trim_end_matches('.');
        assert!(prose.contains(about), "{heading}: {about}\n{prose}");
    }
}

#[test]
fn every_word_means_what_the_reference_says() {
    let reference = reference();
    let meanings = |table: &Table, column: &str| -> Vec<String> {
        let column = table.column(column);
        column.into_iter().map(plain).collect()
    };
    let cell = |meaning: &str| {
        let meaning = meaning.strip_suffix('.').unwrap_or(meaning);
        let mut letters = meaning.chars();
        let first = letters.next().into_iter().flat_map(char::to_lowercase);
        first.chain(letters).collect::<String>()
    };
    let classes: Vec<String> = Class::ALL.iter().map(|class| cell(class.meaning())).collect();
    assert_eq!(meanings(reference.table(&["class", "it means"]), "it means"), classes);
    let actions: Vec<String> = Action::ALL.iter().map(|action| cell(action.meaning())).collect();
    assert_eq!(
        meanings(reference.table(&["action", "the agent should"]), "the agent should"),
        actions
    );
    let roles: Vec<String> = Role::ALL.iter().map(|role| cell(role.meaning())).collect();
    assert_eq!(meanings(reference.table(&["role"]), "it stands for"), roles);
}
