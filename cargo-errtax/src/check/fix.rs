//! `check --fix`: rewrites what follows from the rest and needs nobody's judgement.

use crate::artifacts;
use crate::package::Package;
use crate::records;
use crate::trouble::Trouble;
use crate::write;

/// Rewrites the stale files of a package; says which.
pub(super) fn fix(package: &Package) -> Result<Vec<String>, Trouble> {
    let analysis = errtax_build::analyse(&package.directory, &package.registry);
    let mut changes = artifacts::fixes(package, &analysis);
    changes.extend(records::fixes(package, &analysis));
    write::all(&changes).map_err(|message| {
        let help = "nothing was changed; make it writable and run the command again";
        Trouble::new(package.show(&package.registry), message, help)
    })?;
    Ok(changes.into_iter().map(|change| change.shown).collect())
}
