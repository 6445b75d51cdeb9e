//! The template of `next`: JSON around what the details fill in.

use std::fmt::Write as _;

use crate::json;
use crate::model::{Next, Value};

/// A piece of the JSON object that a code's `next` is on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextPiece {
    /// JSON text as it stands.
    Json(String),
    /// The JSON value of the detail of this name.
    Value(String),
    /// The detail of this name as text, inside a JSON string.
    Text(String),
}

/// The pieces of `next`; `details` are the names that a placeholder may have.
///
/// A text that is one placeholder and nothing else becomes the detail's own JSON value, so that a number stays one.
///
/// ```
/// use errtax_build::generate::{NextPiece, next_pieces};
/// use errtax_build::model::Next;
/// let next = Next::Resource("ledger://periods/{period_id}".to_owned());
/// assert_eq!(next_pieces(&next, &["period_id"])[1], NextPiece::Text("period_id".to_owned()));
/// ```
#[must_use]
pub fn next_pieces(next: &Next, details: &[&str]) -> Vec<NextPiece> {
    let mut pieces = Pieces {
        done: Vec::new(),
        json: String::new(),
        details,
    };
    match next {
        Next::Tool { tool, args } => {
            pieces.json.push_str("{\"tool\":");
            json::string(&mut pieces.json, tool);
            pieces.json.push_str(",\"args\":{");
            for (position, (name, argument)) in args.iter().enumerate() {
                pieces.json.push_str(if position > 0 { "," } else { "" });
                json::string(&mut pieces.json, name);
                pieces.json.push(':');
                pieces.value(argument);
            }
            pieces.json.push_str("}}");
        }
        Next::Resource(uri) => {
            pieces.json.push_str("{\"resource\":");
            pieces.text(uri, false);
            pieces.json.push('}');
        }
    }
    pieces.flush();
    pieces.done
}

struct Pieces<'a> {
    done: Vec<NextPiece>,
    /// JSON text that is not yet a piece.
    json: String,
    details: &'a [&'a str],
}

impl Pieces<'_> {
    fn flush(&mut self) {
        if !self.json.is_empty() {
            self.done.push(NextPiece::Json(std::mem::take(&mut self.json)));
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::String(text) => self.text(text, true),
            Value::Integer(number) => {
                let _ = write!(self.json, "{number}");
            }
            Value::Float(number) if number.is_finite() => {
                let _ = write!(self.json, "{number:?}");
            }
            Value::Float(_) => self.json.push_str("null"),
            Value::Boolean(boolean) => {
                let _ = write!(self.json, "{boolean}");
            }
            Value::Array(items) => {
                self.json.push('[');
                for (position, item) in items.iter().enumerate() {
                    self.json.push_str(if position > 0 { "," } else { "" });
                    self.value(item);
                }
                self.json.push(']');
            }
            Value::Table(members) => {
                self.json.push('{');
                for (position, (name, member)) in members.iter().enumerate() {
                    self.json.push_str(if position > 0 { "," } else { "" });
                    json::string(&mut self.json, name);
                    self.json.push(':');
                    self.value(member);
                }
                self.json.push('}');
            }
        }
    }

    /// `{name}` is filled in, `{{` and `}}` are braces, and whatever else has a brace is text as it stands.
    fn text(&mut self, text: &str, whole_is_value: bool) {
        let alone = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        if let Some(name) = alone.filter(|name| whole_is_value && self.details.contains(name)) {
            self.flush();
            self.done.push(NextPiece::Value(name.to_owned()));
            return;
        }
        self.json.push('"');
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, from_brace) = rest.split_at(at);
            json::escape(&mut self.json, before);
            let brace = from_brace.get(..1).unwrap_or_default();
            let after = from_brace.get(1..).unwrap_or_default();
            if let Some(after) = after.strip_prefix(brace) {
                self.json.push_str(brace);
                rest = after;
                continue;
            }
            match after
                .split_once('}')
                .filter(|(name, _)| brace == "{" && self.details.contains(name))
            {
                Some((name, after)) => {
                    self.flush();
                    self.done.push(NextPiece::Text(name.to_owned()));
                    rest = after;
                }
                None => {
                    self.json.push_str(brace);
                    rest = after;
                }
            }
        }
        json::escape(&mut self.json, rest);
        self.json.push('"');
    }
}
