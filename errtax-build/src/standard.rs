//! The standard registry, as this compiler was built with it.

use crate::map::{Map, Set};
use std::sync::OnceLock;

use errtax_core::Role;

use crate::model::Version;
use crate::read::{self, Kind};
use crate::source::{FileId, Sources};

/// The text of the standard registry. A copy, so that the published crate holds it; a test keeps it equal.
pub const TEXT: &str = include_str!("standard.toml");

/// Its name, and what `extends = ["errtax@1.0"]` begins with.
pub const NAME: &str = "errtax";

/// What it is called in messages.
pub const PATH: &str = "errtax:registry.toml";

/// Takes it into `sources`, once.
pub(crate) fn source(sources: &mut Sources) -> FileId {
    match sources.files().iter().position(|file| file.path == PATH) {
        Some(at) => FileId(at),
        // It is this compiler's own, whichever revision extends it.
        None => {
            let revision = sources.revision.take();
            let file = sources.add(PATH, TEXT);
            sources.revision = revision;
            file
        }
    }
}

/// What a registry writes to take its codes over.
pub(crate) fn extends() -> String {
    let version = head().version;
    format!("`extends = [\"{NAME}@{}.{}\"]`", version.major, version.minor)
}

/// Whether it has a code of this name.
pub(crate) fn has(code: &str) -> bool {
    head().codes.contains(code)
}

/// Its version, and the names of its codes.
#[derive(Default)]
struct Head {
    version: Version,
    codes: Set<String>,
}

fn head() -> &'static Head {
    static HEAD: OnceLock<Head> = OnceLock::new();
    HEAD.get_or_init(|| {
        let raw = read::read(FileId(0), TEXT, Kind::Registry).raw;
        Head {
            version: raw.head.version.value().copied().unwrap_or_default(),
            codes: raw.codes.into_iter().map(|code| code.name.value).collect(),
        }
    })
}

/// The code of each role.
#[must_use]
pub fn roles() -> &'static Map<Role, String> {
    static ROLES: OnceLock<Map<Role, String>> = OnceLock::new();
    ROLES.get_or_init(|| {
        let raw = read::read(FileId(0), TEXT, Kind::Registry).raw;
        raw.roles.into_iter().map(|(role, code)| (role, code.value)).collect()
    })
}

/// What a code of the standard registry says; `None` for any other name.
#[cfg(feature = "merge")]
pub(crate) fn contract(code: &str) -> Option<crate::model::Contract> {
    static CODES: OnceLock<Map<String, crate::model::Contract>> = OnceLock::new();
    let codes = CODES.get_or_init(|| {
        let registry = crate::resolve::standard(FileId(0));
        let codes = registry.codes.into_iter();
        codes.map(|(name, code)| (name, code.contract)).collect()
    });
    codes.get(code).cloned()
}
