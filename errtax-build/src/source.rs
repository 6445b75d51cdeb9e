//! The files that were read, and places in them.

/// Which of the [`Sources`] a place is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub(crate) usize);

/// A stretch of one source file, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub place: Place,
}

/// One file that was read.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its path relative to the package, with `/` between the parts; for the standard registry `errtax:registry.toml`.
    pub path: String,
    /// The revision it was read from (`origin/main`); `None` for the working tree.
    pub revision: Option<String>,
    /// Its text.
    pub text: String,
    /// Where its lines start. A registry asks for the line of every code and detail.
    lines: Vec<usize>,
}

/// Line and column, both from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// Every file that was read, in the order of reading.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
    /// The revision of what is added from here on.
    pub(crate) revision: Option<String>,
}

impl Sources {
    /// Takes in one more file.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<String>) -> FileId {
        let (path, text) = (path.into(), text.into());
        let mut lines = vec![0];
        lines.extend(text.match_indices('\n').map(|(at, _)| at + 1));
        let revision = self.revision.clone();
        self.files.push(SourceFile {
            path,
            revision,
            text,
            lines,
        });
        FileId(self.files.len() - 1)
    }

    /// Takes in a text that is no file of the package: what a server said. It is shown as one of the revision `origin`.
    pub fn add_foreign(&mut self, origin: &str, path: impl Into<String>, text: impl Into<String>) -> FileId {
        let before = self.revision.replace(origin.to_owned());
        let file = self.add(path, text);
        self.revision = before;
        file
    }

    /// The files, in the order of reading.
    #[must_use]
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// One file. A `FileId` of other sources gives an empty file.
    #[must_use]
    pub fn file(&self, id: FileId) -> &SourceFile {
        static NONE: SourceFile = SourceFile {
            path: String::new(),
            revision: None,
            text: String::new(),
            lines: Vec::new(),
        };
        self.files.get(id.0).unwrap_or(&NONE)
    }

    /// Line and column at which a place starts.
    #[must_use]
    pub fn line_column(&self, place: Place) -> LineColumn {
        let SourceFile {
            text,
            lines,
            path: _,
            revision: _,
        } = self.file(place.file);
        let at = place.start.min(text.len());
        let line = lines.partition_point(|start| *start <= at).max(1);
        let start = lines.get(line - 1).copied().unwrap_or(0);
        let column = text
            .as_bytes()
            .get(start..at)
            .map_or(0, |part| String::from_utf8_lossy(part).chars().count())
            + 1;
        LineColumn { line, column }
    }

    /// `registry.toml:14:1`; of another revision as git names it, `origin/main:registry.toml:14:1`.
    #[must_use]
    pub fn show(&self, place: Place) -> String {
        let LineColumn { line, column } = self.line_column(place);
        let SourceFile { path, revision, .. } = self.file(place.file);
        match revision {
            Some(revision) => format!("{revision}:{path}:{line}:{column}"),
            None => format!("{path}:{line}:{column}"),
        }
    }

    /// `registry.toml:14`, as generated documentation names a declaration.
    #[must_use]
    pub fn show_line(&self, place: Place) -> String {
        format!("{}:{}", self.file(place.file).path, self.line_column(place).line)
    }
}
