//! JSON, written: compact for what is compared and embedded, indented for what people read.

use std::fmt::Write as _;

use crate::model::{Next, Value};

/// A JSON value whose objects keep the order in which their members were put.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Bool(bool),
    Integer(i64),
    /// `null` where it is not finite, for JSON has no such number.
    Float(f64),
    Text(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// The widest line that an array or object is put on instead of one line for each item.
const WIDTH: usize = 160;

impl Json {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(crate) fn texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        Self::Array(texts.into_iter().map(Self::text).collect())
    }

    pub(crate) fn object<const N: usize>(members: [(&str, Self); N]) -> Self {
        Self::Object(
            members
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        )
    }

    /// Puts one more member last. On anything but an object this does nothing.
    pub(crate) fn push(&mut self, name: impl Into<String>, value: Self) {
        if let Self::Object(members) = self {
            members.push((name.into(), value));
        }
    }

    /// On one line, without a space.
    pub(crate) fn compact(&self) -> String {
        let mut out = String::new();
        self.write(
            &mut out,
            &Plain {
                comma: ",",
                colon: ":",
                open: "",
                close: "",
            },
        );
        out
    }

    /// Indented by two, short values on one line, with a line feed at the end: what diffs well.
    pub(crate) fn pretty(&self) -> String {
        let mut out = String::new();
        self.write_pretty(&mut out, 0, 0);
        out.push('\n');
        out
    }

    fn write(&self, out: &mut String, style: &Plain) {
        match self {
            Self::Bool(value) => {
                let _ = write!(out, "{value}");
            }
            Self::Integer(value) => {
                let _ = write!(out, "{value}");
            }
            Self::Float(value) if value.is_finite() => {
                // The shortest text that reads back as the same double, and never that of an integer.
                let _ = write!(out, "{value:?}");
            }
            Self::Float(_) => out.push_str("null"),
            Self::Text(text) => string(out, text),
            Self::Array(items) => {
                out.push('[');
                for (position, item) in items.iter().enumerate() {
                    out.push_str(if position > 0 { style.comma } else { "" });
                    item.write(out, style);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                out.push_str(if members.is_empty() { "" } else { style.open });
                for (position, (name, value)) in members.iter().enumerate() {
                    out.push_str(if position > 0 { style.comma } else { "" });
                    string(out, name);
                    out.push_str(style.colon);
                    value.write(out, style);
                }
                out.push_str(if members.is_empty() { "" } else { style.close });
                out.push('}');
            }
        }
    }

    /// `before` is how many characters already stand on the line.
    fn write_pretty(&self, out: &mut String, indent: usize, before: usize) {
        let mut line = String::new();
        self.write(
            &mut line,
            &Plain {
                comma: ", ",
                colon: ": ",
                open: " ",
                close: " ",
            },
        );
        let items: Vec<(Option<&str>, &Self)> = match self {
            Self::Array(items) => items.iter().map(|item| (None, item)).collect(),
            Self::Object(members) => members
                .iter()
                .map(|(name, value)| (Some(name.as_str()), value))
                .collect(),
            _ => Vec::new(),
        };
        if items.is_empty() || before + line.chars().count() <= WIDTH && !self.deep() {
            out.push_str(&line);
            return;
        }
        let (open, close) = if matches!(self, Self::Array(_)) {
            ('[', ']')
        } else {
            ('{', '}')
        };
        let inner = indent + 2;
        out.push(open);
        for (position, (name, value)) in items.into_iter().enumerate() {
            out.push_str(if position > 0 { ",\n" } else { "\n" });
            let start = out.len();
            out.extend(std::iter::repeat_n(' ', inner));
            if let Some(name) = name {
                string(out, name);
                out.push_str(": ");
            }
            let before = out.get(start..).map_or(0, |line| line.chars().count());
            value.write_pretty(out, inner, before);
        }
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indent));
        out.push(close);
    }

    /// Whether it nests so far that one line would hide its shape.
    fn deep(&self) -> bool {
        fn depth(value: &Json) -> usize {
            match value {
                Json::Array(items) => items.iter().map(depth).max().unwrap_or(0),
                Json::Object(members) => 1 + members.iter().map(|(_, value)| depth(value)).max().unwrap_or(0),
                _ => 0,
            }
        }
        depth(self) > 4
    }
}

struct Plain {
    comma: &'static str,
    colon: &'static str,
    open: &'static str,
    close: &'static str,
}

/// Writes a JSON string (RFC 8259). What needs no escape stays as it is.
pub(crate) fn string(out: &mut String, text: &str) {
    out.push('"');
    escape(out, text);
    out.push('"');
}

/// Writes the inside of a JSON string.
pub(crate) fn escape(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            plain => out.push(plain),
        }
    }
}

/// The JSON of `next`, as the lock records it: `{"tool":…,"args":{…}}` or `{"resource":…}`, arguments by name.
pub(crate) fn next(next: &Next) -> Json {
    match next {
        Next::Tool { tool, args } => {
            let args = args
                .iter()
                .map(|(name, argument)| (name.clone(), value(argument)))
                .collect();
            Json::object([("tool", Json::text(tool)), ("args", Json::Object(args))])
        }
        Next::Resource(uri) => Json::object([("resource", Json::text(uri))]),
    }
}

fn value(of: &Value) -> Json {
    match of {
        Value::String(text) => Json::text(text),
        Value::Integer(number) => Json::Integer(*number),
        Value::Float(number) => Json::Float(*number),
        Value::Boolean(boolean) => Json::Bool(*boolean),
        Value::Array(items) => Json::Array(items.iter().map(value).collect()),
        Value::Table(members) => Json::Object(
            members
                .iter()
                .map(|(name, member)| (name.clone(), value(member)))
                .collect(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_as_json_wants_them() {
        let json = Json::object([("a\"\\\n\u{1}ö", Json::texts(["x", "y"])), ("b", Json::Float(1.0))]);
        assert_eq!(json.compact(), "{\"a\\\"\\\\\\n\\u0001ö\":[\"x\",\"y\"],\"b\":1.0}");
        assert_eq!(Json::Float(f64::NAN).compact(), "null");
    }

    #[test]
    fn short_values_stand_on_one_line() {
        let long = "x".repeat(170);
        let json = Json::object([
            ("short", Json::texts(["a", "b"])),
            ("long", Json::texts([long.as_str()])),
        ]);
        let expected = format!("{{\n  \"short\": [\"a\", \"b\"],\n  \"long\": [\n    \"{long}\"\n  ]\n}}\n");
        assert_eq!(json.pretty(), expected);
    }
}
