//! `include`: the further files of a registry.

use super::Resolver;
use crate::finding::{Finding, Level};
use crate::map::Set;
use crate::read::Kind;
use crate::read::paths::inside_package;
use crate::read::raw::RawRegistry;
use crate::rules;
use crate::source::Spanned;

impl Resolver<'_> {
    /// Reads what `include` names into `raw`, each file once, in the order of the entries and then of the names.
    pub(super) fn include(&mut self, registry: &str, raw: &mut RawRegistry, findings: &mut Vec<Finding>) {
        let mut files: Vec<String> = Vec::new();
        let mut named = Set::new();
        for entry in std::mem::take(&mut raw.head.include) {
            match self.expand(&entry, registry) {
                Ok(matched) => {
                    files.extend(matched.into_iter().filter(|file| named.insert(file.clone())));
                }
                Err(finding) => {
                    raw.incomplete = true;
                    findings.push(finding);
                }
            }
        }
        for path in files {
            let (file, problems) = self.load(&path);
            let unreadable = problems.iter().any(|finding| finding.level == Level::CouldNotJudge);
            findings.extend(problems);
            if unreadable {
                raw.incomplete = true;
                continue;
            }
            let part = self.read_file(file, Kind::Included, findings);
            raw.codes.extend(part.codes);
            raw.retired.extend(part.retired);
            raw.tools.extend(part.tools);
            raw.upstream.extend(part.upstream);
            raw.incomplete |= part.incomplete;
            raw.half_merged |= part.half_merged;
        }
    }

    /// The files that one entry matches, sorted; at least one.
    fn expand(&mut self, entry: &Spanned<String>, registry: &str) -> Result<Vec<String>, Finding> {
        let refuse = |message: String, help: String, label: &str| {
            Err(Finding::new(&rules::BAD_INCLUDE, entry.place, message, help)
                .label(label)
                .field("include"))
        };
        let written = &entry.value;
        let pattern = inside_package(written, entry.place)?;
        let (folder, name) = pattern.rsplit_once('/').unwrap_or(("", &pattern));
        if folder.contains(['*', '?', '[']) || name.contains(['?', '[']) || name.contains("**") {
            let message = format!("`{written}` has a wildcard where none is read");
            let help = "use `*` in the last part alone: `codes/*.toml`".to_owned();
            return refuse(message, help, "`*` only, and only in the last part");
        }
        if !name.contains('*') {
            if pattern == registry {
                return refuse(
                    format!("`{written}` is this file"),
                    "remove it from `include`; what stands in this file is read anyway".to_owned(),
                    "this file itself",
                );
            }
            if !self.package.join(&pattern).is_file() {
                self.depend_on(&pattern);
                let help = format!("create `{pattern}`, or remove it here; the path is relative to the package");
                let message = format!("`{written}` does not exist: the codes that it should bring are missing");
                return refuse(message, help, "no such file");
            }
            return Ok(vec![pattern]);
        }
        // A file that is added later must be noticed.
        self.depend_on(if folder.is_empty() { "." } else { folder });
        let mut files: Vec<String> = std::fs::read_dir(self.package.join(folder))
            .into_iter()
            .flatten()
            .flatten()
            .filter(|file| file.path().is_file())
            .filter_map(|file| file.file_name().into_string().ok())
            .filter(|file| !file.starts_with('.') && matches(name, file))
            .map(|file| {
                if folder.is_empty() {
                    file
                } else {
                    format!("{folder}/{file}")
                }
            })
            .filter(|file| file != registry)
            .collect();
        files.sort();
        if files.is_empty() {
            let help =
                format!("create a file that matches, or remove `{written}`; the path is relative to the package");
            let message = format!("`{written}` matches no file: the codes that it should bring are missing");
            return refuse(message, help, "nothing matches");
        }
        Ok(files)
    }
}

/// Whether a file name matches a pattern in which `*` is any run of characters.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = rest.get(at + part.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_is_any_run_of_characters() {
        for (pattern, name, expected) in [
            ("*.toml", "a.toml", true),
            ("*.toml", ".toml", true),
            ("*.toml", "a.toml.bak", false),
            ("a*b*.toml", "axxb.toml", true),
            ("a*b*.toml", "axx.toml", false),
            ("ab*ab", "ab", false),
            ("*", "x", true),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }
}
