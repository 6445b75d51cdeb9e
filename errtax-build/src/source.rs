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
    /// Its text.
    pub text: String,
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
}

impl Sources {
    /// Takes in one more file.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(SourceFile {
            path: path.into(),
            text: text.into(),
        });
        FileId(self.files.len() - 1)
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
            text: String::new(),
        };
        self.files.get(id.0).unwrap_or(&NONE)
    }

    /// Line and column at which a place starts.
    #[must_use]
    pub fn line_column(&self, place: Place) -> LineColumn {
        let text = self.file(place.file).text.as_bytes();
        let before = text.get(..place.start).unwrap_or(text);
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before
            .get(line_start..)
            .map_or(0, |part| String::from_utf8_lossy(part).chars().count())
            + 1;
        LineColumn { line, column }
    }

    /// `registry.toml:14:1`.
    #[must_use]
    pub fn show(&self, place: Place) -> String {
        let LineColumn { line, column } = self.line_column(place);
        format!("{}:{line}:{column}", self.file(place.file).path)
    }

    /// `registry.toml:14`, as generated documentation names a declaration.
    #[must_use]
    pub fn show_line(&self, place: Place) -> String {
        format!("{}:{}", self.file(place.file).path, self.line_column(place).line)
    }
}
