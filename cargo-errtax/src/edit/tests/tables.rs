//! Whole tables.

use crate::edit::{Block, Toml, string};

/// Aligned, with comments in every place that can hold one.
const TEXT: &str = "\
# top

[registry]
version = \"1.0.0\"

# About A.
[codes.A] # head
class     = \"auth\"
# inside
retryable = false # r

[codes.A.details] # d
x = \"string\"
# The end of A.

# About B.

[codes.B]
class     = \"auth\"
retryable = false
# The end.
";

fn block(path: &[&str]) -> Block {
    Block::table(
        path,
        vec![("since", string("1.1.0")), ("reason", string("It said \"no\"."))],
    )
}

fn edited(text: &str, edit: impl FnOnce(&mut Toml) -> Result<(), String>) -> String {
    let mut toml = Toml::new(text).unwrap();
    edit(&mut toml).unwrap();
    toml.into_text()
}

#[test]
fn a_table_is_written_below_its_family_as_its_neighbours_are() {
    let after_a = edited(TEXT, |toml| {
        let fields = vec![("class", string("auth")), ("retryable", "true".to_owned())];
        let details = vec![("some_name", string("string"))];
        toml.append(
            &[&["codes", "A"], &["codes"]],
            &[
                Block::table(&["codes", "C"], fields),
                Block::table(&["codes", "C", "details"], details),
            ],
        )
    });
    let new = "\n[codes.C]\nclass     = \"auth\"\nretryable = true\n\n[codes.C.details]\nsome_name = \"string\"\n";
    assert_eq!(
        after_a,
        TEXT.replace("# The end of A.\n", &format!("# The end of A.\n{new}"))
    );
    // Nothing of its kind: after the last of the next best.
    let at_end = edited(TEXT, |toml| {
        toml.append(&[&["codes", "Z"], &["codes"]], &[block(&["retired", "C"])])
    });
    let new = "\n[retired.C]\nsince  = \"1.1.0\"\nreason = 'It said \"no\".'\n";
    assert_eq!(at_end, format!("{TEXT}{new}"));
}

#[test]
fn the_comment_right_above_the_next_table_stays_there() {
    let text = "[codes.A]\nx = 1\n# About B.\n[codes.B]\nx = 1\n";
    assert_eq!(
        edited(text, |toml| toml.append(
            &[&["codes", "A"]],
            &[Block::table(&["codes", "C"], vec![("x", "1".to_owned())])]
        )),
        "[codes.A]\nx = 1\n[codes.C]\nx = 1\n# About B.\n[codes.B]\nx = 1\n"
    );
}

#[test]
fn entries_of_an_array_are_appended_to_it() {
    let entry = || Block::entry("amendments", vec![("code", string("A")), ("to", string("x"))]);
    let text = "[[amendments]] # one\r\n  code = \"B\"\r\n  to   = \"y\"\r\n\r\n[tools.t]\r\neffect = \"read\"\r\n";
    assert_eq!(
        edited(text, |toml| toml.append(&[&["amendments"]], &[entry()])),
        "[[amendments]] # one\r\n  code = \"B\"\r\n  to   = \"y\"\r\n\r\n[[amendments]]\r\n  code = \"A\"\r\n  to   = \"x\"\r\n\r\n[tools.t]\r\neffect = \"read\"\r\n"
    );
    for (text, expected) in [
        (
            "[registry]\nversion=\"1\"",
            "[registry]\nversion=\"1\"\n\n[[amendments]]\ncode=\"A\"\nto=\"x\"",
        ),
        ("", "[[amendments]]\ncode = \"A\"\nto = \"x\"\n"),
        ("\u{feff}", "\u{feff}[[amendments]]\ncode = \"A\"\nto = \"x\"\n"),
        ("# c\n", "# c\n\n[[amendments]]\ncode = \"A\"\nto = \"x\"\n"),
    ] {
        assert_eq!(
            edited(text, |toml| toml.append(&[&["amendments"]], &[entry()])),
            expected
        );
    }
}

#[test]
fn a_table_gives_way_to_another_where_it_stood() {
    let replaced = edited(TEXT, |toml| {
        toml.replace(&["codes", "A"], &[&["codes"]], &block(&["retired", "A"]))
    });
    let (before, rest) = TEXT.split_once("[codes.A] # head\n").unwrap();
    let (_, after) = rest.split_once("x = \"string\"\n").unwrap();
    let new = "[retired.A]\nsince  = \"1.1.0\"\nreason = 'It said \"no\".'\n";
    assert_eq!(replaced, format!("{before}{new}{after}"));
}

#[test]
fn parts_of_a_table_that_stand_apart_go_with_the_comment_above_them() {
    let text = "[codes.A]\nx = 1\n\n[codes.B]\nx = 1\n\n# A's.\n[codes.A.details]\ny = 2\n\n# C's.\n[codes.C]\nx = 1\n";
    let expected =
        "[retired.A]\nsince = \"1.1.0\"\nreason = 'It said \"no\".'\n\n[codes.B]\nx = 1\n\n# C's.\n[codes.C]\nx = 1\n";
    assert_eq!(
        edited(text, |toml| toml.replace(
            &["codes", "A"],
            &[&["codes"]],
            &block(&["retired", "A"])
        )),
        expected
    );
}

#[test]
fn however_a_code_is_written_it_is_taken_out() {
    let tombstone = "\n[retired.A]\nsince = \"1.1.0\"\nreason = 'It said \"no\".'\n";
    for (text, rest) in [
        ("[codes]\nA = { x = 1 } # a\nB = {}\n", "[codes]\nB = {}\n"),
        ("[codes]\nA.x = 1 # a\nB.x = 2\nA.d.y = 3\n", "[codes]\nB.x = 2\n"),
        ("codes.A.x = 1\ncodes.B.x = 2\n", "codes.B.x = 2\n"),
        (
            "codes = { A = { x = 1 }, B = { x = 2 } }\n",
            "codes = { B = { x = 2 } }\n",
        ),
        (
            "codes = { B = { x = 2 }, A = { x = 1 } }\n",
            "codes = { B = { x = 2 } }\n",
        ),
        (
            "codes = { B = { x = 2 }, A = { x = 1 }, }\n",
            "codes = { B = { x = 2 }, }\n",
        ),
        ("codes = { A = { x = 1 } }\n", "codes = {  }\n"),
        (
            "[codes]\nA.x = 1\n\n[codes.A.details]\ny = 1\n\n[codes.B]\nx = 2\n",
            "[codes]\n\n[codes.B]\nx = 2\n",
        ),
    ] {
        let taken = edited(text, |toml| toml.remove(&["codes", "A"]));
        assert_eq!(taken, rest, "{text}");
        if text.starts_with("codes = {") {
            // What is left of it is closed, but the tombstone is another table.
            assert!(Toml::new(taken.as_str()).is_ok());
        }
        let replaced = edited(text, |toml| {
            toml.replace(&["codes", "A"], &[&["codes"]], &block(&["retired", "A"]))
        });
        assert_eq!(replaced.replace("  = ", " = "), format!("{rest}{tombstone}"), "{text}");
    }
}

#[test]
fn a_key_is_taken_out_with_its_line() {
    for (text, rest) in [
        (
            "[codes.A]\nx = 1\nsince = \"1\" # s\ny = 2\n",
            "[codes.A]\nx = 1\ny = 2\n",
        ),
        ("[codes]\nA = { since = \"1\", x = 1 }\n", "[codes]\nA = { x = 1 }\n"),
        (
            "[codes.A]\nx = 1\n\n[codes.A.since]\nz = 1\n\n[codes.B]\n",
            "[codes.A]\nx = 1\n\n[codes.B]\n",
        ),
    ] {
        assert_eq!(edited(text, |toml| toml.remove(&["codes", "A", "since"])), rest);
    }
    assert_eq!(
        Toml::new("").unwrap().remove(&["codes", "A"]).unwrap_err(),
        "[codes.A] is not in this file"
    );
}

#[test]
fn a_copy_stands_below_and_keeps_the_comments_inside() {
    let copied = edited(TEXT, |toml| toml.copy(&["codes", "A"], "NEW"));
    let new = "\n[codes.NEW] # head\nclass     = \"auth\"\n# inside\nretryable = false # r\n\n[codes.NEW.details] # d\nx = \"string\"\n";
    assert_eq!(
        copied,
        TEXT.replace("# The end of A.\n", &format!("# The end of A.\n{new}"))
    );
    let dotted = edited("[codes]\nA.x = 1\nA.d.y = 'q'\n", |toml| {
        toml.copy(&["codes", "A"], "NEW")
    });
    assert_eq!(
        dotted,
        "[codes]\nA.x = 1\nA.d.y = 'q'\n\n[codes.NEW]\nx = 1\nd.y = 'q'\n"
    );
    let inline = edited("[codes]\nA = { x = 1, d = { y = 2 } }\n", |toml| {
        toml.copy(&["codes", "A"], "NEW")
    });
    assert_eq!(
        inline,
        "[codes]\nA = { x = 1, d = { y = 2 } }\n\n[codes.NEW]\nx = 1\nd = { y = 2 }\n"
    );
}

#[test]
fn a_table_that_is_one_value_takes_no_other() {
    let text = "codes = { A = { x = 1 } }\namendments = []\n";
    let mut toml = Toml::new(text).unwrap();
    let codes = "`codes` is one value there, which takes no more tables; write it as [codes.…]";
    assert_eq!(toml.append(&[], &[block(&["codes", "B"])]).unwrap_err(), codes);
    assert_eq!(toml.copy(&["codes", "A"], "B").unwrap_err(), codes);
    assert_eq!(
        toml.append(&[], &[Block::entry("amendments", vec![])]).unwrap_err(),
        "`amendments` is one value there, which takes no more tables; write it as [[amendments]]"
    );
    assert_eq!(toml.into_text(), text);
}
