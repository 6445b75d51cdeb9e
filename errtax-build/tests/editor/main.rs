//! The schema that editors go by says what the reader says: it takes every registry that is sound, and refuses every mistake
//! that can be seen in one file.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../drift/case.rs"]
#[allow(dead_code, reason = "shared with the tests of drift")]
mod case;
mod fixtures;
mod json;
mod mistakes;
#[path = "../rules/package.rs"]
#[allow(dead_code, reason = "shared with the tests of the rules")]
mod package;
#[path = "../drift/pair.rs"]
#[allow(dead_code, reason = "shared with the tests of drift")]
mod pair;
mod random;
#[path = "../rules/read.rs"]
mod read;
#[path = "../rules/structure.rs"]
mod structure;
#[path = "../rules/style.rs"]
mod style;
mod texts;

use std::sync::LazyLock;

use errtax_build::generate::editor;
use jsonschema::Validator;
use serde_json::Value;

pub(crate) use package::{Case, Package};

/// What kind of file a schema is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Registry,
    Included,
}

static REGISTRY: LazyLock<Validator> = LazyLock::new(|| validator(&editor::registry()));
static INCLUDED: LazyLock<Validator> = LazyLock::new(|| validator(&editor::included()));

fn validator(schema: &str) -> Validator {
    let schema: Value = serde_json::from_str(schema).unwrap();
    assert!(jsonschema::draft7::meta::is_valid(&schema));
    jsonschema::draft7::new(&schema).unwrap()
}

impl Kind {
    /// What the schema of these files has against one.
    pub(crate) fn refuses(self, file: &Value) -> Vec<String> {
        let validator = match self {
            Self::Registry => &REGISTRY,
            Self::Included => &INCLUDED,
        };
        let errors = validator.iter_errors(file);
        errors
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect()
    }
}
