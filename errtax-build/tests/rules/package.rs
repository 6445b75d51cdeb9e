//! A case, and the package that it describes.

use std::path::Path;

use errtax_build::analyse;
use errtax_build::finding::{Finding, Stage};
use errtax_build::source::Sources;

/// One rule: what it finds, and what it must not find.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) rule: &'static str,
    pub(crate) bad: &'static str,
    pub(crate) good: &'static str,
}

const HEAD: &str = "[registry]\nname = \"t\"\nversion = \"1.2.0\"\nedition = \"2026\"\nextends = [\"errtax@1.0\"]\n";
const TEXT: &str = "message = \"It is not ready.\"\nhint = \"Make it ready, then call again.\"\n";
const PLAIN: &str = "class = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\n";

/// A package on disk, and what stands between the marks: path, line, column and text.
#[derive(Debug)]
pub(crate) struct Package {
    folder: tempfile::TempDir,
    pub(crate) marks: Vec<(String, usize, usize, String)>,
}

impl Package {
    pub(crate) fn new(case: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut marks = Vec::new();
        let case = case
            .replace("@HEAD", HEAD)
            .replace("@PLAIN", &format!("{PLAIN}{TEXT}"))
            .replace("@TEXT", TEXT);
        let case = case.replace("@LONG", &"long ".repeat(101));
        let mut path = "registry.toml".to_owned();
        let mut text = String::new();
        let mut files = Vec::new();
        for line in case.split_inclusive('\n') {
            if let Some(next) = line.strip_prefix("--- ") {
                files.push((path, text));
                path = next.trim().to_owned();
                text = String::new();
            } else {
                text.push_str(line);
            }
        }
        files.push((path, text));
        for (path, text) in files {
            let plain = unmark(&path, &text, &mut marks);
            let target = folder.path().join(&path);
            std::fs::create_dir_all(target.parent().unwrap()).unwrap();
            std::fs::write(target, plain).unwrap();
        }
        Self { folder, marks }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The findings of every stage but drift, with the sources they point into.
    pub(crate) fn findings(&self) -> (Vec<Finding>, Sources) {
        let analysis = analyse(self.path(), "registry.toml");
        let mut findings = analysis.findings;
        if let Some(registry) = &analysis.registry {
            findings.extend(errtax_build::style(registry));
        }
        findings.retain(|finding| finding.rule.stage != Stage::Drift);
        (findings, analysis.sources)
    }
}

/// Takes the marks out and notes where they stood.
fn unmark(path: &str, text: &str, marks: &mut Vec<(String, usize, usize, String)>) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, marked)) = rest.split_once('«') {
        let (inside, after) = marked.split_once('»').expect("a mark is closed");
        plain.push_str(before);
        let line = plain.matches('\n').count() + 1;
        let column = plain.rsplit('\n').next().unwrap().chars().count() + 1;
        marks.push((path.to_owned(), line, column, inside.to_owned()));
        plain.push_str(inside);
        rest = after;
    }
    plain.push_str(rest);
    plain
}
