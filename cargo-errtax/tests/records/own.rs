//! This project keeps its own decisions in the same way.

use std::path::Path;

use crate::common::run_in;

#[test]
fn the_records_of_errtax_itself_hold() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let registry = std::fs::read_to_string(root.join("registry.toml")).unwrap();
    assert!(registry.contains("\n[policy]\nrecords = \"docs/decisions\"\n"));
    let index = std::fs::read_to_string(root.join("docs/decisions/README.md")).unwrap();
    assert!(index.matches("\n- [0").count() >= 10, "{index}");
    let run = run_in(root, &["check", "--format", "json"]);
    let of_records: Vec<String> = crate::places(&run)
        .into_iter()
        .filter(|finding| finding.starts_with("record-"))
        .collect();
    assert_eq!(of_records, [""; 0]);
}
