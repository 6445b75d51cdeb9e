//! TOML as JSON, as an editor hands it to a validator; and back.

use std::fmt::Write as _;

use serde_json::{Map, Number, Value};
use toml::de::{DeTable, DeValue};

/// A file as JSON; `None` where it is no TOML.
pub(crate) fn of(text: &str) -> Option<Value> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let table = DeTable::parse(text).ok()?;
    Some(of_table(table.get_ref()))
}

fn of_table(table: &DeTable<'_>) -> Value {
    let entries = table.iter();
    let entries = entries.map(|(key, value)| (key.get_ref().to_string(), of_value(value.get_ref())));
    Value::Object(entries.collect::<Map<_, _>>())
}

fn of_value(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::String(text.to_string()),
        // What fits no integer becomes a number all the same.
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => number.into(),
            Err(_) => float(number.as_str()),
        },
        DeValue::Float(number) => float(number.as_str()),
        DeValue::Boolean(boolean) => (*boolean).into(),
        // JSON has no dates.
        DeValue::Datetime(date) => Value::String(date.to_string()),
        DeValue::Array(items) => items.iter().map(|item| of_value(item.get_ref())).collect(),
        DeValue::Table(table) => of_table(table),
    }
}

fn float(text: &str) -> Value {
    let number = text.parse().ok().and_then(Number::from_f64);
    number.map_or(Value::Null, Value::Number)
}

/// JSON as a TOML file, each table of the root on one line.
pub(crate) fn to_toml(root: &Value) -> String {
    let mut text = String::new();
    for (key, value) in root.as_object().unwrap() {
        writeln!(text, "{} = {}", string(key), inline(value)).unwrap();
    }
    text
}

fn inline(value: &Value) -> String {
    match value {
        Value::String(text) => string(text),
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Object(entries) => {
            let entries = entries
                .iter()
                .map(|(key, value)| format!("{} = {}", string(key), inline(value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// A JSON string is one of TOML's too.
fn string(text: &str) -> String {
    Value::from(text).to_string()
}
