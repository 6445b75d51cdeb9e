//! JSON, written: indented, for people read it too.

use std::fmt::Write as _;

/// A JSON value whose objects keep the order in which their members were put.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Bool(bool),
    Integer(i64),
    Text(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// The widest line that an array or object is put on instead of one line for each item.
const WIDTH: usize = 160;

/// How many objects in each other one line may hold: more would hide their shape.
const DEPTH: usize = 4;

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

    /// Indented by two, short values on one line, with a line feed at the end: what diffs well.
    pub(crate) fn pretty(&self) -> String {
        let mut out = String::new();
        self.write_pretty(&mut out, 0, 0);
        out.push('\n');
        out
    }

    /// On one line. Gives up, and says so, where that becomes longer than `limit`, in bytes.
    fn write(&self, out: &mut String, limit: usize) -> bool {
        match self {
            Self::Bool(value) => {
                let _ = write!(out, "{value}");
            }
            Self::Integer(value) => {
                let _ = write!(out, "{value}");
            }
            Self::Text(text) => string(out, text),
            Self::Array(items) => {
                out.push('[');
                for (position, item) in items.iter().enumerate() {
                    out.push_str(if position > 0 { ", " } else { "" });
                    if !item.write(out, limit) {
                        return false;
                    }
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                out.push_str(if members.is_empty() { "" } else { " " });
                for (position, (name, value)) in members.iter().enumerate() {
                    out.push_str(if position > 0 { ", " } else { "" });
                    string(out, name);
                    out.push_str(": ");
                    if !value.write(out, limit) {
                        return false;
                    }
                }
                out.push_str(if members.is_empty() { "" } else { " " });
                out.push('}');
            }
        }
        out.len() <= limit
    }

    /// `before` is how many characters already stand on the line.
    fn write_pretty(&self, out: &mut String, indent: usize, before: usize) {
        let items: Vec<(Option<&str>, &Self)> = match self {
            Self::Array(items) => items.iter().map(|item| (None, item)).collect(),
            Self::Object(members) => members
                .iter()
                .map(|(name, value)| (Some(name.as_str()), value))
                .collect(),
            _ => Vec::new(),
        };
        if items.is_empty() {
            self.write(out, usize::MAX);
            return;
        }
        // No more than can stand on a line is tried: a schema is nested, and each level would write all of it again.
        let mut line = String::new();
        let fits = !self.deeper_than(DEPTH) && self.write(&mut line, WIDTH * char::MAX.len_utf8());
        if fits && before + line.chars().count() <= WIDTH {
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

    /// Whether more objects than these stand in each other.
    fn deeper_than(&self, levels: usize) -> bool {
        match self {
            Self::Array(items) => items.iter().any(|item| item.deeper_than(levels)),
            Self::Object(members) => match levels.checked_sub(1) {
                Some(levels) => members.iter().any(|(_, value)| value.deeper_than(levels)),
                None => true,
            },
            _ => false,
        }
    }
}

/// Writes a JSON string (RFC 8259). What needs no escape stays as it is.
pub(crate) fn string(out: &mut String, text: &str) {
    out.push('"');
    escape(out, text);
    out.push('"');
}

/// Writes the inside of a JSON string.
pub(crate) fn escape(out: &mut String, text: &str) {
    let mut rest = text;
    let special = |byte| matches!(byte, b'"' | b'\\' | 0..b' ');
    while let Some(at) = rest.bytes().position(special) {
        let (plain, special) = rest.split_at(at);
        out.push_str(plain);
        let mut special = special.chars();
        match special.next() {
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            Some(control) if control < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => {
                out.push('\\');
                out.extend(other);
            }
        }
        rest = special.as_str();
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_as_json_wants_them() {
        let json = Json::object([("a\"\\\n\u{1}ö", Json::texts(["x", "y"]))]);
        assert_eq!(json.pretty(), "{ \"a\\\"\\\\\\n\\u0001ö\": [\"x\", \"y\"] }\n");
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
