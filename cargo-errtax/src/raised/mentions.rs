//! What the sources say about codes, file by file, and what that comes to.

use std::collections::{BTreeMap, BTreeSet};

/// The names under which generated code offers a code: `Code::PeriodLocked`, `details::PeriodLocked`.
pub(super) const HOMES: [&str; 2] = ["Code", "details"];

/// What one file says. Codes are identifiers here.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    /// The codes of derived items.
    pub(super) derived: BTreeSet<String>,
    /// Those of them that the item takes from another crate.
    pub(super) derived_elsewhere: BTreeSet<String>,
    /// `Code::PeriodLocked`, as the two names.
    pub(super) paths: BTreeSet<(String, String)>,
    /// Other names for [`HOMES`] that it introduces.
    pub(super) aliases: BTreeSet<String>,
    /// Other names for the derive that it introduces.
    pub(super) derives: BTreeSet<String>,
    /// What it imports everything from, and whether it passes that on (`pub use`).
    pub(super) globs: BTreeSet<(String, bool)>,
    /// Every code whose identifier it has at all.
    pub(super) words: BTreeSet<String>,
    /// Macros that it defines and that make a code of what they are called with.
    pub(super) makers: BTreeSet<String>,
    /// The codes whose identifiers are in calls of macros.
    pub(super) calls: BTreeMap<String, BTreeSet<String>>,
}

/// The identifiers of all codes that are raised in these files.
pub(super) fn raised<'a>(files: &[&'a Mentions]) -> BTreeSet<&'a str> {
    let aliases = files.iter().flat_map(|file| &file.aliases).map(String::as_str);
    let homes: BTreeSet<&str> = HOMES.into_iter().chain(aliases).collect();
    let makers: BTreeSet<&String> = files.iter().flat_map(|file| &file.makers).collect();
    let opens = |file: &Mentions| file.globs.iter().any(|(from, _)| homes.contains(from.as_str()));
    let passed_on = |(from, public): &(String, bool)| *public && homes.contains(from.as_str());
    let opened_by_all = files.iter().any(|file| file.globs.iter().any(passed_on));
    let opened_somewhere = files.iter().any(|file| opens(file));

    let mut raised: BTreeSet<&str> = BTreeSet::new();
    for file in files {
        raised.extend(file.derived.iter().map(String::as_str));
        let paths = file.paths.iter().filter(|(home, _)| homes.contains(home.as_str()));
        raised.extend(paths.map(|(_, code)| code.as_str()));
        // `use super::*` also brings what the module above has imported.
        let opened_above = opened_somewhere && file.globs.iter().any(|(from, _)| from == "super");
        if opened_by_all || opened_above || opens(file) {
            raised.extend(file.words.iter().map(String::as_str));
        }
        let made = file.calls.iter().filter(|(name, _)| makers.contains(name));
        raised.extend(made.flat_map(|(_, codes)| codes).map(String::as_str));
    }
    raised
}
