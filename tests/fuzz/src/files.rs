//! A package as one text: `--- path` begins another file, what stands before the first is `registry.toml`.

use std::path::Path;

use tempfile::TempDir;

/// The registry's own file.
pub const REGISTRY: &str = "registry.toml";
/// The lock beside it.
pub const LOCK: &str = "registry.lock";

/// The files of a package, by path.
#[derive(Clone, Debug, PartialEq)]
pub struct Files(pub Vec<(String, String)>);

impl Files {
    /// The files of a text.
    pub fn split(text: &str) -> Self {
        let mut files = vec![(REGISTRY.to_owned(), String::new())];
        for line in text.split_inclusive('\n') {
            let path = line.strip_prefix("--- ").map(str::trim).filter(|path| is_path(path));
            match (path, files.last_mut()) {
                (Some(path), _) => files.push((path.to_owned(), String::new())),
                (None, Some((_, text))) => text.push_str(line),
                (None, None) => {}
            }
        }
        Self(files)
    }

    /// The text of these files.
    pub fn join(&self) -> String {
        let mut out = String::new();
        for (path, text) in &self.0 {
            if path != REGISTRY {
                out.push_str(&format!("--- {path}\n"));
            }
            out.push_str(text);
            if !text.ends_with('\n') {
                out.push('\n');
            }
        }
        out
    }

    /// The text of one of them.
    pub fn text(&self, path: &str) -> Option<&str> {
        let found = self.0.iter().rev().find(|(name, _)| name == path);
        found.map(|(_, text)| text.as_str())
    }

    /// The same files, one of them with this text.
    pub fn with(&self, path: &str, text: impl Into<String>) -> Self {
        let mut files: Vec<_> = self.0.iter().filter(|(name, _)| name != path).cloned().collect();
        files.push((path.to_owned(), text.into()));
        Self(files)
    }

    /// A folder that has them. Of two with one path, or of a file and a folder, the last one counts that can be written.
    pub fn write(&self) -> TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in &self.0 {
            let path = folder.path().join(path);
            let _ = path.parent().map(std::fs::create_dir_all);
            let _ = std::fs::write(path, text);
        }
        folder
    }
}

/// A path that stays inside a folder.
fn is_path(path: &str) -> bool {
    let part = |part: &str| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
        !part.is_empty() && !part.starts_with('.') && part.bytes().all(plain)
    };
    path.len() < 60 && path.split('/').all(part) && Path::new(path).is_relative()
}
