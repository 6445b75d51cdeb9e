//! A TOML document: what the parser tells of it piece by piece, put together by TOML's rules for tables.
//!
//! The parser goes on after a mistake, and so does this: what could be read is in the tree, the rest is in the mistakes.

use std::borrow::Cow;
use std::ops::Range;

use toml_parser::decoder::{Encoding, ScalarKind};
use toml_parser::parser::{EventReceiver, ValidateWhitespace, parse_document};
use toml_parser::{ErrorSink, Expected, ParseError, Source, Span};

use super::tables::{DEPTH, Id, Origin, Part, ROOT, Tables};
use super::tree::{Node, Table, Value, place};
use crate::source::{FileId, Place};

/// What is wrong with a document, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mistake {
    pub(crate) place: Place,
    pub(crate) kind: MistakeKind,
    pub(crate) message: String,
}

/// What a mistake spoils.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum MistakeKind {
    /// A key, or the table of a header, that is there already.
    Duplicate { first: Place, header: bool },
    /// A key without `=` and a value: its line, nothing else.
    NoValue,
    /// Anything else.
    Syntax,
}

/// Reads a whole document.
pub(crate) fn parse(file: FileId, text: &str) -> (Table, Vec<Mistake>) {
    let source = Source::new(text);
    let tokens = source.lex().into_vec();
    let mut mistakes = Mistakes {
        file,
        text,
        found: Vec::new(),
    };
    let mut document = Document::new(file, source);
    parse_document(
        &tokens,
        &mut ValidateWhitespace::new(&mut document, source),
        &mut mistakes,
    );
    document.close_all();
    document.end_line(text.len());
    mistakes.found.append(&mut document.tables.mistakes);
    mistakes.found.sort();
    (document.tables.finish(ROOT), mistakes.found)
}

/// What the parser itself finds.
struct Mistakes<'i> {
    file: FileId,
    text: &'i str,
    found: Vec<Mistake>,
}

impl ErrorSink for Mistakes<'_> {
    fn report_error(&mut self, error: ParseError) {
        let mut message = error.description().to_owned();
        let kind = if message == "key with no value" {
            MistakeKind::NoValue
        } else {
            MistakeKind::Syntax
        };
        let expected = error.expected().unwrap_or_default();
        for (index, expected) in expected.iter().enumerate() {
            message.push_str(if index == 0 { ", expected " } else { ", " });
            match expected {
                Expected::Literal("\n") => message.push_str("newline"),
                Expected::Literal("'") => message.push_str("`'`"),
                Expected::Literal(text) => {
                    message.push('`');
                    message.push_str(text);
                    message.push('`');
                }
                Expected::Description(text) => message.push_str(text),
                _ => message.push_str("something else"),
            }
        }
        let span = error.unexpected().unwrap_or_default();
        self.found.push(Mistake {
            place: place(self.file, self.text, range(span)),
            kind,
            message,
        });
    }
}

fn range(span: Span) -> Range<usize> {
    span.start()..span.end()
}

/// An array or inline table of which the end is not read yet.
struct Open {
    what: Container,
    start: usize,
    /// The key whose value it is, or none where it is an item of an array.
    key: Vec<Part>,
    depth: usize,
}

enum Container {
    Array(Vec<Node>),
    Inline(Id),
}

struct Document<'i> {
    file: FileId,
    source: Source<'i>,
    tables: Tables,
    /// The table to which keys outside of inline tables belong.
    current: Id,
    /// Where the header began that is being read, and whether it is a `[[header]]`.
    header: Option<(usize, bool)>,
    /// The key that is being read, and whether a dot says that it goes on.
    path: Vec<Part>,
    dot: bool,
    /// The key that waits for its value.
    key: Vec<Part>,
    open: Vec<Open>,
    /// How far the document is read.
    at: usize,
}

impl<'i> Document<'i> {
    fn new(file: FileId, source: Source<'i>) -> Self {
        Self {
            file,
            source,
            tables: Tables::new(),
            current: ROOT,
            header: None,
            path: Vec::new(),
            dot: false,
            key: Vec::new(),
            open: Vec::new(),
            at: 0,
        }
    }

    fn place(&self, span: Span) -> Place {
        place(self.file, self.source.input(), range(span))
    }

    fn start_header(&mut self, span: Span, array: bool) {
        self.close_all();
        self.path.clear();
        self.key.clear();
        self.header = Some((span.start(), array));
    }

    fn end_header(&mut self, end: usize) {
        if let Some((start, array)) = self.header.take() {
            let path = std::mem::take(&mut self.path);
            let place = self.place(Span::new_unchecked(start, end));
            self.current = self.tables.header(path, array, place);
        }
    }

    /// A header that lacks its bracket is meant as one, and a key that lacks its value is there, though broken.
    fn end_line(&mut self, end: usize) {
        self.end_header(end);
        let first = self.path.first().map(|(_, place)| place.start);
        if let Some(start) = first.filter(|_| self.open.is_empty()) {
            let path = std::mem::take(&mut self.path);
            let node = Node {
                value: Value::Broken,
                place: self.place(Span::new_unchecked(start, end)),
            };
            self.tables.assign(self.current, path, node);
        }
    }

    /// A value is complete.
    fn value(&mut self, key: Vec<Part>, node: Node) {
        let table = match self.open.last_mut().map(|open| &mut open.what) {
            Some(Container::Array(items)) => return items.push(node),
            Some(Container::Inline(table)) => *table,
            None => self.current,
        };
        self.tables.assign(table, key, node);
    }

    fn start_container(&mut self, array: bool, span: Span) -> bool {
        self.at = span.end();
        let key = std::mem::take(&mut self.key);
        let around = match self.open.last() {
            Some(open) => open.depth,
            None => self.tables.depth(self.current),
        };
        let depth = around + key.len() + 1;
        let what = if array {
            Container::Array(Vec::new())
        } else {
            Container::Inline(self.tables.add(Origin::Inline, depth))
        };
        self.open.push(Open {
            what,
            start: span.start(),
            key,
            depth,
        });
        if depth > DEPTH {
            let place = self.place(span);
            self.tables.mistake(place, MistakeKind::Syntax, "nested too deep");
        }
        depth <= DEPTH
    }

    fn end_container(&mut self, end: usize) {
        self.at = end;
        self.path.clear();
        let Some(open) = self.open.pop() else {
            return;
        };
        let place = self.place(Span::new_unchecked(open.start, end));
        let value = match open.what {
            Container::Array(items) => Value::Array(items),
            Container::Inline(table) => Value::Table(self.tables.finish(table)),
        };
        self.value(open.key, Node { value, place });
    }

    /// What the parser left open, it has reported.
    fn close_all(&mut self) {
        while !self.open.is_empty() {
            self.end_container(self.at);
        }
    }

    fn scalar_value(&self, span: Span, encoding: Option<Encoding>, error: &mut dyn ErrorSink) -> Value {
        let raw = match self.source.get(span) {
            Some(raw) => raw.as_str(),
            None => return Value::Broken,
        };
        let mut text = Cow::Borrowed("");
        let raw = toml_parser::Raw::new_unchecked(raw, encoding, span);
        match raw.decode_scalar(&mut text, error) {
            // A checkout may have turned the line ends over, which changes no text.
            ScalarKind::String if text.contains("\r\n") => Value::Text(text.replace("\r\n", "\n")),
            ScalarKind::String => Value::Text(text.into_owned()),
            ScalarKind::Boolean(value) => Value::Boolean(value),
            ScalarKind::DateTime => Value::Datetime(text.into_owned()),
            ScalarKind::Float => Value::Float(text.parse().unwrap_or(f64::NAN)),
            ScalarKind::Integer(radix) => Value::Integer(i64::from_str_radix(&text, radix.value()).ok()),
        }
    }
}

impl EventReceiver for Document<'_> {
    fn std_table_open(&mut self, span: Span, _error: &mut dyn ErrorSink) {
        self.start_header(span, false);
    }

    fn std_table_close(&mut self, span: Span, _error: &mut dyn ErrorSink) {
        self.end_header(span.end());
    }

    fn array_table_open(&mut self, span: Span, _error: &mut dyn ErrorSink) {
        self.start_header(span, true);
    }

    fn array_table_close(&mut self, span: Span, _error: &mut dyn ErrorSink) {
        self.end_header(span.end());
    }

    fn newline(&mut self, span: Span, _error: &mut dyn ErrorSink) {
        self.end_line(span.start());
    }

    fn inline_table_open(&mut self, span: Span, _error: &mut dyn ErrorSink) -> bool {
        self.start_container(false, span)
    }

    fn inline_table_close(&mut self, span: Span, _error: &mut dyn ErrorSink) {
        self.end_container(span.end());
    }

    fn array_open(&mut self, span: Span, _error: &mut dyn ErrorSink) -> bool {
        self.start_container(true, span)
    }

    fn array_close(&mut self, span: Span, _error: &mut dyn ErrorSink) {
        self.end_container(span.end());
    }

    fn simple_key(&mut self, span: Span, encoding: Option<Encoding>, error: &mut dyn ErrorSink) {
        if !std::mem::take(&mut self.dot) {
            self.path.clear();
        }
        let mut key = Cow::Borrowed("");
        if let Some(raw) = self.source.get(span) {
            toml_parser::Raw::new_unchecked(raw.as_str(), encoding, span).decode_key(&mut key, error);
        }
        self.at = span.end();
        self.path.push((key.into_owned(), self.place(span)));
    }

    fn key_sep(&mut self, _span: Span, _error: &mut dyn ErrorSink) {
        self.dot = true;
    }

    fn key_val_sep(&mut self, _span: Span, _error: &mut dyn ErrorSink) {
        self.key = std::mem::take(&mut self.path);
    }

    fn scalar(&mut self, span: Span, encoding: Option<Encoding>, error: &mut dyn ErrorSink) {
        self.at = span.end();
        let key = std::mem::take(&mut self.key);
        let value = self.scalar_value(span, encoding, error);
        let place = self.place(span);
        self.value(key, Node { value, place });
    }
}

#[cfg(test)]
#[path = "document/tests.rs"]
#[allow(clippy::unwrap_used)]
mod tests;
