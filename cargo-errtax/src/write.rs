//! Writes files: all of them or none.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::package::reason;

/// One file as it shall be.
#[derive(Debug)]
pub(crate) struct Change {
    /// Where it is on the disk.
    pub(crate) path: PathBuf,
    /// How it is shown.
    pub(crate) shown: String,
    /// What it was; `None` where it did not exist.
    pub(crate) old: Option<String>,
    /// What it shall be.
    pub(crate) new: String,
}

/// Writes every change beside its target first, then moves them into place, in order. Where that fails half way, what was
/// moved is put back, so that a failed command has changed nothing.
pub(crate) fn all(changes: &[Change]) -> Result<(), String> {
    let mut made = Vec::new();
    let written = make_folders(changes, &mut made).and_then(|()| {
        let mut ready = Vec::new();
        for change in changes {
            ready.push(prepare(change).map_err(|error| cannot(change, &error))?);
        }
        move_all(changes, ready)
    });
    if written.is_err() {
        // One that holds something by now stays.
        made.iter().rev().for_each(|folder| drop(fs::remove_dir(folder)));
    }
    written
}

fn cannot(change: &Change, error: &io::Error) -> String {
    format!("cannot write {}: {}", change.shown, reason(error))
}

/// Makes the folders of files that are new; `made` are those that were not there, outermost first.
fn make_folders(changes: &[Change], made: &mut Vec<PathBuf>) -> Result<(), String> {
    for change in changes.iter().filter(|change| change.old.is_none()) {
        let Some(folder) = change.path.parent() else { continue };
        let missing: Vec<&Path> = folder
            .ancestors()
            .take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists())
            .collect();
        for folder in missing.into_iter().rev() {
            fs::create_dir(folder).map_err(|error| cannot(change, &error))?;
            made.push(folder.to_owned());
        }
    }
    Ok(())
}

fn move_all(changes: &[Change], ready: Vec<(NamedTempFile, PathBuf)>) -> Result<(), String> {
    let mut moved: Vec<(PathBuf, &Change)> = Vec::new();
    for (change, (file, target)) in changes.iter().zip(ready) {
        if let Err(error) = file.persist(&target) {
            let mut message = cannot(change, &error.error);
            for (target, change) in moved.iter().rev() {
                if let Err(error) = put_back(change, target) {
                    let _ = write!(message, "; and cannot put {} back: {}", change.shown, reason(&error));
                }
            }
            return Err(message);
        }
        moved.push((target, change));
    }
    Ok(())
}

/// The new text in a file beside the target, with the target's permissions.
fn prepare(change: &Change) -> io::Result<(NamedTempFile, PathBuf)> {
    let target = real(&change.path)?;
    // A rename asks the folder alone; whoever made the file read-only meant the file.
    if fs::metadata(&target).is_ok_and(|meta| meta.permissions().readonly()) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let found = match fs::read_to_string(&target) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if found != change.old {
        return Err(io::Error::other("it changed in the meantime; run the command again"));
    }
    Ok((beside(&target, &change.new)?, target))
}

/// A registry may be a link to one that several packages share: what it points to is written, the link stays.
fn real(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(match fs::read_link(path) {
            Ok(target) => path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => path.to_owned(),
        }),
        result => result,
    }
}

/// A temporary file in the target's folder, where a rename is one step.
fn beside(target: &Path, text: &str) -> io::Result<NamedTempFile> {
    let folder = target
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".errtax-");
    // Temporary files are for their owner's eyes only; what is written here is an ordinary file of the package.
    #[cfg(unix)]
    builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    if let Ok(meta) = fs::metadata(target) {
        fs::set_permissions(file.path(), meta.permissions())?;
    }
    Ok(file)
}

fn put_back(change: &Change, target: &Path) -> io::Result<()> {
    match &change.old {
        Some(old) => beside(target, old)?
            .persist(target)
            .map(|_| ())
            .map_err(|error| error.error),
        None => fs::remove_file(target),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(folder: &Path, name: &str, old: Option<&str>, new: &str) -> Change {
        Change {
            path: folder.join(name),
            shown: name.to_owned(),
            old: old.map(str::to_owned),
            new: new.to_owned(),
        }
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn all_are_written_and_nothing_is_left_beside_them() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "1").unwrap();
        all(&[
            change(folder.path(), "a", Some("1"), "2"),
            change(folder.path(), "b", None, "3"),
            change(folder.path(), "new/deep/c", None, "4"),
        ])
        .unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("a")).unwrap(), "2");
        assert_eq!(fs::read_to_string(folder.path().join("b")).unwrap(), "3");
        assert_eq!(fs::read_to_string(folder.path().join("new/deep/c")).unwrap(), "4");
        assert_eq!(names(folder.path()), ["a", "b", "new"]);
    }

    #[test]
    fn when_one_cannot_be_written_none_is() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "1").unwrap();
        let error = all(&[
            change(folder.path(), "new/deep/b", None, "3"),
            change(folder.path(), "a", Some("1"), "2"),
            change(folder.path(), "a/b", None, "3"),
        ])
        .unwrap_err();
        assert!(error.starts_with("cannot write a/b: "), "{error}");
        assert_eq!(fs::read_to_string(folder.path().join("a")).unwrap(), "1");
        assert_eq!(names(folder.path()), ["a"]);
    }

    #[test]
    fn what_was_moved_before_a_failure_is_put_back() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "1").unwrap();
        fs::write(folder.path().join("c"), "5").unwrap();
        let changes = [
            change(folder.path(), "a", Some("1"), "2"),
            change(folder.path(), "b", None, "3"),
            change(folder.path(), "c", Some("5"), "6"),
        ];
        let ready: Vec<_> = changes.iter().map(|change| prepare(change).unwrap()).collect();
        // A folder that appears where the last file shall go cannot be replaced by a file.
        fs::remove_file(folder.path().join("c")).unwrap();
        fs::create_dir(folder.path().join("c")).unwrap();
        let error = move_all(&changes, ready).unwrap_err();
        assert!(error.starts_with("cannot write c: "), "{error}");
        assert_eq!(fs::read_to_string(folder.path().join("a")).unwrap(), "1");
        assert_eq!(names(folder.path()), ["a", "c"]);
    }

    #[test]
    fn a_file_that_changed_since_it_was_read_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "theirs").unwrap();
        for old in [Some("1"), None] {
            let error = all(&[change(folder.path(), "a", old, "2")]).unwrap_err();
            assert_eq!(
                error,
                "cannot write a: it changed in the meantime; run the command again"
            );
        }
        assert_eq!(fs::read_to_string(folder.path().join("a")).unwrap(), "theirs");
    }

    #[test]
    fn a_file_that_is_read_only_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "1").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let error = all(&[
            change(folder.path(), "b", None, "2"),
            change(folder.path(), "a", Some("1"), "2"),
        ])
        .unwrap_err();
        assert_eq!(error, "cannot write a: permission denied");
        assert_eq!(names(folder.path()), ["a"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "1");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().join("real");
        fs::write(&real, "1").unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink("real", folder.path().join("link")).unwrap();
        all(&[
            change(folder.path(), "link", Some("1"), "2"),
            change(folder.path(), "new", None, "3"),
        ])
        .unwrap();
        assert_eq!(fs::read_to_string(&real).unwrap(), "2");
        assert!(fs::symlink_metadata(folder.path().join("link")).unwrap().is_symlink());
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
        // As readable as any file that is made here.
        fs::write(folder.path().join("plain"), "").unwrap();
        let mode = |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode("new"), mode("plain"));
    }
}
