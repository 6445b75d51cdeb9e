//! Paths as they are shown: relative, with `/`, never absolute, so that output is the same on every machine.

use std::path::{Component, Path, PathBuf};

/// Resolves `.` and `..` by the words alone, without asking the disk.
pub(crate) fn normalize(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if matches!(out.components().next_back(), Some(Component::Normal(_))) {
                    out.pop();
                } else if !matches!(out.components().next_back(), Some(Component::RootDir)) {
                    out.push("..");
                }
            }
            part => out.push(part),
        }
    }
    out
}

/// How to name `target` from the directory `from`, both absolute and normalized; empty for the directory itself.
/// `None` where there is no relative way, as between two drives.
pub(crate) fn relative(target: &Path, from: &Path) -> Option<String> {
    let mut target = target.components().peekable();
    let mut from = from.components().peekable();
    while let (Some(ours), Some(theirs)) = (target.peek(), from.peek()) {
        if ours != theirs {
            break;
        }
        target.next();
        from.next();
    }
    let mut parts: Vec<String> = Vec::new();
    for part in from {
        match part {
            Component::Normal(_) => parts.push("..".to_owned()),
            _ => return None,
        }
    }
    for part in target {
        match part {
            Component::Normal(name) => parts.push(name.to_string_lossy().into_owned()),
            _ => return None,
        }
    }
    Some(parts.join("/"))
}

/// Puts `name` below `directory`, both as shown.
pub(crate) fn below(directory: &str, name: &str) -> String {
    if directory.is_empty() {
        name.to_owned()
    } else {
        format!("{directory}/{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_resolved_by_the_words() {
        for (path, expected) in [
            ("/a/./b/../c", "/a/c"),
            ("a/../../b", "../b"),
            ("/..", "/"),
            ("./x", "x"),
            ("../../x", "../../x"),
        ] {
            assert_eq!(normalize(Path::new(path)), Path::new(expected), "{path}");
        }
    }

    #[test]
    fn a_path_is_named_from_where_the_reader_stands() {
        for (target, from, expected) in [
            ("/w/p", "/w", "p"),
            ("/w", "/w", ""),
            ("/w/p", "/w/p/src", ".."),
            ("/w/p/q", "/w/x/y", "../../p/q"),
        ] {
            assert_eq!(
                relative(Path::new(target), Path::new(from)).as_deref(),
                Some(expected),
                "{target}"
            );
        }
    }
}
