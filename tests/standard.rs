//! The standard registry: one file is the source, and what is made of it is fresh.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that meets the unexpected ends there"
)]

use std::fs;
use std::path::Path;

use errtax::standard::{Code, REGISTRY};
use errtax::{Action, Class, Status};

const REGENERATE: &str = "is stale: `cargo run -p errtax-build --example generate -- registry.toml > src/standard.rs` and \
     `cargo run -p errtax-build --example generate -- --schema registry.toml > src/errtax.schema.json`";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn what_is_generated_from_it_is_fresh() {
    let analysis = errtax_build::analyse(root(), "registry.toml");
    assert_eq!(analysis.findings, []);
    let registry = analysis.registry.unwrap();
    let rust = errtax_build::generate::rust(&registry, &analysis.sources, &[]);
    let checked_in = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    assert!(rust == checked_in("src/standard.rs"), "src/standard.rs {REGENERATE}");
    let schema = errtax_build::generate::schema(&registry);
    assert!(
        schema == checked_in("src/errtax.schema.json"),
        "src/errtax.schema.json {REGENERATE}"
    );
}

#[test]
fn it_has_a_code_for_every_class_and_every_action_and_all_have_shipped() {
    for class in Class::ALL {
        assert!(REGISTRY.codes.iter().any(|spec| spec.class == *class), "{class}");
    }
    for action in Action::ALL {
        assert!(REGISTRY.codes.iter().any(|spec| spec.action == *action), "{action}");
    }
    assert!(REGISTRY.codes.iter().all(|spec| spec.status == Status::Frozen));
}

#[test]
fn every_code_is_found_by_its_text_and_nothing_else_is() {
    for code in Code::ALL {
        assert_eq!(code.as_str().parse(), Ok(*code));
        assert!(std::ptr::eq(REGISTRY.code(code.as_str()).unwrap(), code.spec()));
        for wrong in [
            code.as_str().to_lowercase(),
            format!("{code}_"),
            code.as_str()[1..].to_owned(),
        ] {
            assert!(wrong.parse::<Code>().is_err(), "{wrong}");
        }
    }
    assert_eq!(
        "".parse::<Code>().unwrap_err().to_string(),
        "`` is not a code of the registry `errtax`"
    );
}
