//! Random layouts: what an edit is not about stays, to the byte.

use std::collections::BTreeMap;

use proptest::prelude::*;
use toml_edit::{Document, Item};

use crate::edit::{Block, Toml, before, string};

/// Lines that a registry may have, in any order that is still TOML.
const LINES: [&str; 18] = [
    "",
    "",
    "# comment \u{e4}",
    "   # indented",
    "\t",
    "class  = \"auth\"#c",
    "action = 'stop'   ",
    "[codes.B] # b",
    "[ codes . \"C\" ]",
    "[codes.A.details]",
    "[codes.A.next] # n",
    "[tools.t]",
    "[[upstream]]",
    "\"x y\" = { a = 1 , b = [ 1,\n 2 ] }",
    "z.y.x = 1",
    "doc = \"\"\"\n  status = \"draft\"\n# no comment\"\"\"",
    "status=\"draft\" # soon",
    "since = \"0.9.0\"",
];

prop_compose! {
    fn layout()(
        lines in prop::collection::vec(prop::sample::select(LINES.to_vec()), 0..14),
        end in prop::sample::select(vec!["\n", "\r\n"]),
        mark in any::<bool>(),
        last in any::<bool>(),
        head in any::<bool>(),
    ) -> String {
        let first = if head { vec!["# top", "[codes.A]"] } else { vec!["[codes.A]"] };
        let mut text = first.into_iter().chain(lines).collect::<Vec<_>>().join("\n").replace('\n', end);
        if last {
            text.push_str(end);
        }
        if mark {
            text.insert(0, '\u{feff}');
        }
        text
    }
}

/// Every value of the file, by its path.
fn values(text: &str) -> BTreeMap<String, String> {
    fn walk(path: &str, item: &Item, values: &mut BTreeMap<String, String>) {
        match item {
            Item::Value(value) => {
                values.insert(path.to_owned(), value.to_string().trim().to_owned());
            }
            Item::Table(table) => {
                values.insert(path.to_owned(), "table".to_owned());
                table
                    .iter()
                    .for_each(|(key, item)| walk(&format!("{path}/{key}"), item, values));
            }
            Item::ArrayOfTables(array) => {
                for (at, table) in array.iter().enumerate() {
                    values.insert(format!("{path}/{at}"), "table".to_owned());
                    table
                        .iter()
                        .for_each(|(key, item)| walk(&format!("{path}/{at}/{key}"), item, values));
                }
            }
            Item::None => {}
        }
    }
    let document: Document<String> = Document::parse(text.to_owned()).unwrap();
    let mut values = BTreeMap::new();
    document.iter().for_each(|(key, item)| walk(key, item, &mut values));
    values
}

/// Whether `new` is `old` with one stretch of text put in.
fn only_inserts(old: &str, new: &str) -> bool {
    same(old, new) >= old.len() && new.len() >= old.len()
}

/// How many bytes the two have in common at their beginnings and ends.
fn same(old: &str, new: &str) -> usize {
    let first = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
    let last = old
        .bytes()
        .rev()
        .zip(new.bytes().rev())
        .take_while(|(a, b)| a == b)
        .count();
    first + last
}

fn line_ends(text: &str) -> (usize, usize) {
    (text.matches("\r\n").count(), text.matches('\n').count())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn setting_a_key_changes_that_key_alone(text in layout()) {
        prop_assume!(Toml::new(text.as_str()).is_ok());
        let mut toml = Toml::new(text.as_str()).unwrap();
        toml.set(&["codes", "A"], "status", &string("frozen"), before("status")).unwrap();
        let first = toml.clone().into_text();
        toml.set(&["codes", "A"], "since", &string("1.2.0"), &["status"]).unwrap();
        let second = toml.into_text();
        for (old, new, key, value) in [(&text, &first, "status", "\"frozen\""), (&first, &second, "since", "\"1.2.0\"")] {
            let mut expected = values(old);
            let there = expected.insert(format!("codes/A/{key}"), value.to_owned());
            prop_assert_eq!(values(new), expected);
            match there {
                None => prop_assert!(only_inserts(old, new), "{:?} {:?}", old, new),
                Some(there) => prop_assert!(old.len() - same(old, new) <= there.len(), "{:?} {:?}", old, new),
            }
            let (windows, all) = line_ends(new);
            prop_assert!(windows == 0 || windows == all, "{:?}", new);
            prop_assert_eq!(old.ends_with('\n'), new.ends_with('\n'));
        }
    }

    #[test]
    fn a_key_set_in_many_tables_is_as_set_in_one_after_the_other(text in layout(), turned in any::<bool>()) {
        let mut names = vec!["A", "B"];
        names.retain(|name| Toml::new(text.as_str()).is_ok_and(|toml| toml.has(&["codes", name])));
        if turned {
            names.reverse();
        }
        prop_assume!(!names.is_empty());
        let mut each = Toml::new(text.as_str()).unwrap();
        let values: Vec<_> = names.iter().map(|name| (["codes", name], string("frozen"))).collect();
        each.set_each("status", before("status"), &values).unwrap();
        let mut one = Toml::new(text.as_str()).unwrap();
        for (path, value) in &values {
            one.set(path, "status", value, before("status")).unwrap();
        }
        prop_assert_eq!(each.into_text(), one.into_text());
    }

    #[test]
    fn a_new_table_is_put_in_and_nothing_else(text in layout(), after_a in any::<bool>()) {
        prop_assume!(Toml::new(text.as_str()).is_ok());
        let mut toml = Toml::new(text.as_str()).unwrap();
        let fields = vec![("class", string("auth")), ("retryable", "true".to_owned())];
        let details = vec![("detail", string("string"))];
        let blocks = [Block::table(&["codes", "NEW"], fields), Block::table(&["codes", "NEW", "details"], details)];
        let after: &[&[&str]] = if after_a { &[&["codes", "A"]] } else { &[&["retired"]] };
        toml.append(after, &blocks).unwrap();
        let new = toml.into_text();
        let mut expected = values(&text);
        for (path, value) in [
            ("", "table"), ("/class", "\"auth\""), ("/retryable", "true"), ("/details", "table"), ("/details/detail", "\"string\""),
        ] {
            expected.insert(format!("codes/NEW{path}"), value.to_owned());
        }
        prop_assert_eq!(values(&new), expected);
        prop_assert!(only_inserts(&text, &new), "{:?} {:?}", text, new);
        prop_assert_eq!(text.ends_with('\n'), new.ends_with('\n'));
        let (windows, all) = line_ends(&new);
        prop_assert!(windows == 0 || windows == all, "{:?}", new);
    }

    #[test]
    fn what_stood_beside_a_table_stays_when_it_goes(text in layout()) {
        prop_assume!(Toml::new(text.as_str()).is_ok());
        let mut toml = Toml::new(text.as_str()).unwrap();
        let tombstone = Block::table(&["retired", "A"], vec![("since", string("1.0.0"))]);
        toml.replace(&["codes", "A"], &[&["codes"]], &tombstone).unwrap();
        let new = toml.into_text();
        let mut expected = values(&text);
        expected.retain(|path, _| path != "codes/A" && !path.starts_with("codes/A/"));
        if !expected.keys().any(|path| path.starts_with("codes/")) {
            expected.remove("codes");
        }
        for (path, value) in [("retired", "table"), ("retired/A", "table"), ("retired/A/since", "\"1.0.0\"")] {
            expected.insert(path.to_owned(), value.to_owned());
        }
        prop_assert_eq!(values(&new), expected);
        // The lines of the other tables, in their order.
        let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_owned).collect() };
        let (old, new) = (lines(&text), lines(&new));
        let mut left = old.iter();
        for line in new.iter().filter(|line| !line.contains("[retired.A]") && !line.starts_with("since")) {
            prop_assert!(left.any(|other| other == line), "{:?} is new: {:?}", line, new);
        }
    }

    #[test]
    fn a_copy_says_the_same_under_another_name(text in layout()) {
        prop_assume!(Toml::new(text.as_str()).is_ok());
        let mut toml = Toml::new(text.as_str()).unwrap();
        toml.copy(&["codes", "A"], "NEW").unwrap();
        let new = toml.into_text();
        let mut expected = values(&text);
        for (path, value) in values(&text) {
            if path == "codes/A" || path.starts_with("codes/A/") {
                expected.insert(path.replacen("codes/A", "codes/NEW", 1), value);
            }
        }
        prop_assert_eq!(values(&new), expected);
        prop_assert!(only_inserts(&text, &new), "{:?} {:?}", text, new);
    }
}
