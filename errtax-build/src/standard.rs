//! The standard registry, as this compiler was built with it.

use crate::map::Map;
use std::sync::OnceLock;

use errtax_core::Role;

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
        None => sources.add(PATH, TEXT),
    }
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
