//! docs/rules.md, for whoever reads on the web.

use std::fs;
use std::path::Path;

use crate::common::run_in;
use crate::rules;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/rules.md");

#[test]
fn the_page_is_the_one_that_is_printed() {
    let printed = run_in(Path::new("."), &["rules", "--markdown"]).ends(0).stdout;
    if std::env::var_os("DOCS").is_some_and(|mode| mode == "overwrite") {
        fs::write(PAGE, &printed).unwrap();
    }
    let page = fs::read_to_string(PAGE).unwrap_or_default();
    assert!(
        page == printed,
        "docs/rules.md is stale: `cargo errtax rules --markdown > docs/rules.md`"
    );
}

#[test]
fn the_page_and_explain_leave_nothing_out() {
    let page = run_in(Path::new("."), &["rules", "--markdown"]).ends(0).stdout;
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for told in rules() {
        let explained = run_in(Path::new("."), &["explain", &told.rule]).ends(0).stdout;
        let flat = one_line(&explained);
        for text in [&told.does, &told.instead] {
            assert!(page.contains(text.as_str()), "{}: {text}", told.rule);
            assert!(flat.contains(&one_line(text)), "{}: {text}\n{explained}", told.rule);
        }
        for line in told.examples.iter().flat_map(|block| block.text.lines()) {
            assert!(page.contains(line), "{}: {line}", told.rule);
            assert!(explained.contains(line), "{}: {line}\n{explained}", told.rule);
        }
    }
}
