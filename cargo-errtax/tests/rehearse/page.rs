//! What docs/guide/recovery.md shows comes out.

use std::fs;
use std::path::Path;

use crate::rehearse_in;

#[test]
fn the_page_shows_what_comes_out() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide/recovery.md");
    let page = fs::read_to_string(page).unwrap();
    let section = page.split("### Rehearsing").nth(1).unwrap();
    let blocks: Vec<_> = section.split("```").collect();
    let block = |number: usize, language: &str| blocks[2 * number + 1].strip_prefix(language).unwrap().trim_start();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tasks.jsonl"), block(0, "json")).unwrap();
    let run = |format: &str| {
        let arguments = ["tasks.jsonl", "--jitter", "120", "--format", format];
        rehearse_in(folder.path(), &arguments, "").ends(0).stdout
    };
    assert_eq!(block(1, "text"), run("human"));
    assert_eq!(block(2, "json"), run("json"));
}
