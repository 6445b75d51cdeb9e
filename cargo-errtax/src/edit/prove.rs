//! Looks at the package as it will be, before it is.

use std::fs;
use std::io;
use std::path::Path;

use errtax_build::Analysis;

use crate::package::{Package, reason};
use crate::trouble::Trouble;
use crate::write::Change;

/// The analysis of the package with the changes made, in a folder of its own. A code may be fine as a draft and wrong once
/// it is frozen, and an edit of a file nobody foresaw is noticed here instead of in the next build.
pub(crate) fn analyse(package: &Package, analysis: &Analysis, changes: &[Change]) -> Result<Analysis, Trouble> {
    let failed = |error: io::Error| {
        let message = format!("cannot try the change out in a temporary folder: {}", reason(&error));
        Trouble::new(
            package.show(&package.registry),
            message,
            "nothing was changed; make room or set TMPDIR, and run the command again",
        )
    };
    let folder = tempfile::tempdir().map_err(failed)?;
    for file in analysis.sources.files().iter().filter(|file| !file.path.contains(':')) {
        put(&folder.path().join(&file.path), &file.text).map_err(failed)?;
    }
    for change in changes {
        let Ok(inner) = change.path.strip_prefix(&package.directory) else {
            continue;
        };
        put(&folder.path().join(inner), &change.new).map_err(failed)?;
    }
    Ok(errtax_build::analyse(folder.path(), &package.registry))
}

fn put(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}
