//! Paths inside the package.

use crate::finding::Finding;
use crate::rules;
use crate::source::Place;

/// A package-relative path in its shortest form, or the finding that says why it is none.
///
/// A file outside the package builds here and is missing from the published crate, and `cargo package` does not always
/// notice: from `target/package/…` the path may lead back into the workspace.
pub(crate) fn inside_package(path: &str, place: Place) -> Result<String, Finding> {
    let refuse = |message: String, help: &str, label: &str| {
        Err(Finding::new(&rules::PATH_ESCAPES, place, message, help).label(label))
    };
    if path.contains('\\') {
        let help = format!("write `{}`", path.replace('\\', "/"));
        return refuse(
            format!("`{path}` is written with `\\`, which not every system reads as a path"),
            &help,
            "write `/`",
        );
    }
    let is_drive = path.get(1..2) == Some(":") && path.starts_with(|c: char| c.is_ascii_alphabetic());
    let mut parts: Vec<&str> = Vec::new();
    let mut escapes = path.starts_with('/') || is_drive;
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => escapes |= parts.pop().is_none(),
            part => parts.push(part),
        }
    }
    if escapes {
        let help = "put the file into this package, or make it a package of its own and share its codes with `codes = …`; \
                    a symlink inside the package also works, since cargo packages what it points to";
        let message = format!("`{path}` leaves the package, so that it is missing wherever the crate is installed");
        return refuse(message, help, "outside the package");
    }
    if parts.is_empty() {
        return refuse(
            format!("`{path}` names no file"),
            "name a file inside the package",
            "no file",
        );
    }
    Ok(parts.join("/"))
}
