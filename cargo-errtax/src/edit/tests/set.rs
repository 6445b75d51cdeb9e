//! One key of one table.

use crate::edit::{Toml, before, string};

/// `text` with `status` and `since` set for A, as `freeze` does.
fn frozen(text: &str) -> String {
    let mut toml = Toml::new(text).unwrap();
    toml.set(&["codes", "A"], "status", &string("frozen"), before("status"))
        .unwrap();
    toml.set(&["codes", "A"], "since", &string("1.2.0"), &["status"])
        .unwrap();
    toml.into_text()
}

#[test]
fn the_new_lines_stand_where_an_author_would_write_them() {
    let cases = [
        // Replaced in place, with the comment behind it; `since` after it, aligned.
        (
            "# top\n\n[codes.A] # head\n# why\nclass     = \"auth\"\nstatus    = \"draft\" # soon\nmessage   = \"m\"\n# tail\n",
            "# top\n\n[codes.A] # head\n# why\nclass     = \"auth\"\nstatus    = \"frozen\" # soon\nsince     = \"1.2.0\"\nmessage   = \"m\"\n# tail\n",
        ),
        // No status yet: after what is acted on, before the texts; the details stay where they are.
        (
            "[codes.A]\nclass = \"auth\"\nexecuted = \"no\" # c\n\n# text\nhint = \"h\"\n\n[codes.A.details]\nx = \"string\"\n\n[codes.B]\nclass = \"auth\"\n",
            "[codes.A]\nclass = \"auth\"\nexecuted = \"no\" # c\nstatus = \"frozen\"\nsince = \"1.2.0\"\n\n# text\nhint = \"h\"\n\n[codes.A.details]\nx = \"string\"\n\n[codes.B]\nclass = \"auth\"\n",
        ),
        // Everything that is acted on comes from [defaults].
        (
            "[codes.A]\n  hint='h'\n",
            "[codes.A]\n  hint='h'\n  status=\"frozen\"\n  since=\"1.2.0\"\n",
        ),
        (
            "[codes.A]\n[codes.B]\n",
            "[codes.A]\nstatus = \"frozen\"\nsince = \"1.2.0\"\n[codes.B]\n",
        ),
        // Other ways to write a table.
        (
            "codes = { A = { x = 1 } }\n",
            "codes = { A = { x = 1, status = \"frozen\", since = \"1.2.0\" } }\n",
        ),
        (
            "[codes]\nA = {}\nB = {}\n",
            "[codes]\nA = { status = \"frozen\", since = \"1.2.0\" }\nB = {}\n",
        ),
        (
            "[codes]\nA.class = \"auth\" # c\nA.hint = \"h\"\nB.hint = \"h\"\n",
            "[codes]\nA.class = \"auth\" # c\nA.status = \"frozen\"\nA.since = \"1.2.0\"\nA.hint = \"h\"\nB.hint = \"h\"\n",
        ),
        (
            "[codes.\"A\"]\nstatus = 'draft'\n",
            "[codes.\"A\"]\nstatus = \"frozen\"\nsince = \"1.2.0\"\n",
        ),
    ];
    for (before, after) in cases {
        assert_eq!(frozen(before), after);
    }
}

#[test]
fn line_ends_the_mark_and_a_missing_last_end_stay() {
    let cases = [
        (
            "[codes.A]\r\nstatus = \"draft\"\r\n# c\r\n[codes.B]\r\ndoc = \"\"\"a\r\nb\"\"\"\r\n",
            "[codes.A]\r\nstatus = \"frozen\"\r\nsince = \"1.2.0\"\r\n# c\r\n[codes.B]\r\ndoc = \"\"\"a\r\nb\"\"\"\r\n",
        ),
        // Both kinds in one file: each line keeps its own.
        (
            "# a\r\n[codes.A]\nstatus = \"draft\"\n# c\r\n",
            "# a\r\n[codes.A]\nstatus = \"frozen\"\nsince = \"1.2.0\"\r\n# c\r\n",
        ),
        (
            "\u{feff}[codes.A]\nx = 1",
            "\u{feff}[codes.A]\nx = 1\nstatus = \"frozen\"\nsince = \"1.2.0\"",
        ),
    ];
    for (before, after) in cases {
        assert_eq!(frozen(before), after);
    }
}

#[test]
fn a_table_on_more_lines_than_one_gets_a_line_more() {
    let cases = [
        (
            "[codes]\nA = {\n    x = 1, # one\n    y = 2, # two\n    # end\n}\n",
            "[codes]\nA = {\n    x = 1, # one\n    y = 2, # two\n    status = \"frozen\",\n    since = \"1.2.0\",\n    # end\n}\n",
        ),
        (
            "[codes]\nA = {\n  x = 1\n}\n",
            "[codes]\nA = {\n  x = 1,\n  status = \"frozen\",\n  since = \"1.2.0\"\n}\n",
        ),
        (
            "[codes]\nA = { x = 1, y.z = { q = 2, }, }\n",
            "[codes]\nA = { x = 1, y.z = { q = 2, }, status = \"frozen\", since = \"1.2.0\", }\n",
        ),
    ];
    for (before, after) in cases {
        assert_eq!(frozen(before), after);
    }
}

#[test]
fn a_code_that_is_there_by_its_details_alone_gets_a_header() {
    assert_eq!(
        frozen("[codes.A.details]\nx = \"string\"\n"),
        "[codes.A]\nstatus = \"frozen\"\nsince = \"1.2.0\"\n\n[codes.A.details]\nx = \"string\"\n"
    );
    assert_eq!(
        frozen("[codes]\n  A.details.x = \"string\"\n"),
        "[codes]\n  A.status = \"frozen\"\n  A.since = \"1.2.0\"\n  A.details.x = \"string\"\n"
    );
}

/// The line after the one and the header before the other belong at one place.
#[test]
fn tables_that_touch_are_edited_one_after_the_other() {
    let text = "[codes.A]\nclass = \"auth\"\n[codes.B.details]\nx = \"string\"\n";
    for names in [["A", "B"], ["B", "A"]] {
        let mut toml = Toml::new(text).unwrap();
        toml.set_each(
            "status",
            &["class"],
            &names.map(|name| (["codes", name], string("frozen"))),
        )
        .unwrap();
        assert_eq!(
            toml.into_text(),
            "[codes.A]\nclass = \"auth\"\nstatus = \"frozen\"\n[codes.B]\nstatus = \"frozen\"\n\n[codes.B.details]\nx = \"string\"\n"
        );
    }
}

#[test]
fn what_cannot_be_edited_is_said() {
    for (text, message) in [
        ("[codes.B]\n", "[codes.A] is not in this file"),
        ("[codes]\nA = 3\n", "[codes.A] is not a table"),
        ("[codes.A.status]\n", "`status` is not a plain value"),
        ("[codes.A]\nstatus.x = 1\n", "`status` is not a plain value"),
        ("[codes]\nA = { status.x = 1 }\n", "`status` is not a plain value"),
    ] {
        let mut toml = Toml::new(text).unwrap();
        let error = toml.set(&["codes", "A"], "status", "1", &[]).unwrap_err();
        assert_eq!(error, message);
        assert_eq!(toml.into_text(), text);
    }
    assert!(Toml::new("[codes").is_err());
}

/// The standard registry, in the layout that most registries copy.
#[test]
fn only_the_status_lines_of_the_standard_registry_change() {
    let text = errtax_build::standard::TEXT.replace("status    = \"frozen\"", "status    = \"draft\"");
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("[codes.")?.strip_suffix(']'))
        .filter(|name| !name.contains('.'))
        .collect();
    assert!(names.len() > 20);
    let mut toml = Toml::new(text.as_str()).unwrap();
    for name in names {
        toml.set(&["codes", name], "status", &string("frozen"), before("status"))
            .unwrap();
    }
    let expected = text.replace("status    = \"draft\"", "status    = \"frozen\"");
    assert_eq!(toml.into_text(), expected);
}
