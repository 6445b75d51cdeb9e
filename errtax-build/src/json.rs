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

    /// On one line.
    fn write(&self, out: &mut String) {
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
                    item.write(out);
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
                    value.write(out);
                }
                out.push_str(if members.is_empty() { "" } else { " " });
                out.push('}');
            }
        }
    }

    /// `before` is how many characters already stand on the line.
    fn write_pretty(&self, out: &mut String, indent: usize, before: usize) {
        let mut line = String::new();
        self.write(&mut line);
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
