//! Files that follow from a registry: the schema of the wire, and the catalogue. `[artifacts]` names those that are
//! checked in; `check` compares them, `check --fix` rewrites them.

mod catalogue;
mod compare;
mod markdown;
mod print;

use errtax_build::generate;
use errtax_build::model::{Artifacts, Registry};
use errtax_build::source::{Place, Spanned};

pub(crate) use compare::{difference, fixes, judge, same, with_ends_of};
pub(crate) use print::{docs, schema};

/// What can be checked in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The JSON Schema of what agents receive.
    Schema,
    /// The Markdown catalogue of the codes.
    Docs,
}

/// One file that a registry names.
#[derive(Clone, Debug)]
struct Artifact {
    kind: Kind,
    /// In the package.
    path: String,
    /// Where it is named.
    place: Place,
}

impl Kind {
    /// Its key in `[artifacts]`, and the command that prints it.
    fn word(self) -> &'static str {
        match self {
            Self::Schema => "schema",
            Self::Docs => "docs",
        }
    }

    /// The text for a registry. Equal registries give equal bytes.
    pub(crate) fn text(self, registry: &Registry) -> String {
        match self {
            Self::Schema => generate::schema(registry),
            Self::Docs => catalogue::generate(registry),
        }
    }

    /// Whether a text is one that was generated: nothing else is ever overwritten.
    fn made(self, text: &str) -> bool {
        match self {
            Self::Schema => serde_json::from_str::<serde_json::Value>(text)
                .is_ok_and(|json| json.get("$schema").is_some() && json.pointer("/$defs/error").is_some()),
            Self::Docs => text.starts_with(catalogue::MARK),
        }
    }
}

/// The files that a registry names.
fn named(artifacts: &Artifacts) -> Vec<Artifact> {
    let Artifacts { schema, docs } = artifacts;
    let named = |kind, path: &Option<Spanned<String>>| {
        path.as_ref().map(|path| Artifact {
            kind,
            path: path.value.clone(),
            place: path.place,
        })
    };
    [named(Kind::Schema, schema), named(Kind::Docs, docs)]
        .into_iter()
        .flatten()
        .collect()
}
