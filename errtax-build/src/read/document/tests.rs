//! What is read is what the `toml` crate reads: the same values at the same places, and the same documents refused.

use proptest::prelude::*;
use toml::de::{DeTable, DeValue};

use super::*;
use crate::source::FileId;

/// The tree as text, with the place of every key and value.
fn ours(table: &Table) -> String {
    let entries = table.entries.iter().map(|entry| {
        let key = &entry.key_place;
        format!("{}@{}..{}={}", entry.key, key.start, key.end, our_node(&entry.node))
    });
    format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
}

fn our_node(node: &Node) -> String {
    let value = match &node.value {
        Value::Text(text) => format!("{text:?}"),
        Value::Integer(number) => format!("{number:?}"),
        Value::Float(number) => format!("{number:?}"),
        Value::Boolean(value) => format!("{value}"),
        Value::Datetime(_) => "a date".to_owned(),
        Value::Array(items) => format!("[{}]", items.iter().map(our_node).collect::<Vec<_>>().join(", ")),
        Value::Table(table) => ours(table),
        Value::Broken => "broken".to_owned(),
    };
    format!("{value}@{}..{}", node.place.start, node.place.end)
}

fn theirs(table: &DeTable<'_>) -> String {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    let entries = entries.iter().map(|(key, value)| {
        let at = key.span();
        let node = their_node(value.get_ref(), &value.span());
        format!("{}@{}..{}={node}", key.get_ref(), at.start, at.end)
    });
    format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
}

fn their_node(value: &DeValue<'_>, span: &Range<usize>) -> String {
    let value = match value {
        // A checkout with other line ends is the same registry: ours come out as `\n`.
        DeValue::String(text) => format!("{:?}", text.replace("\r\n", "\n")),
        DeValue::Integer(number) => format!("{:?}", i64::from_str_radix(number.as_str(), number.radix()).ok()),
        DeValue::Float(number) => format!("{:?}", number.as_str().parse::<f64>().unwrap()),
        DeValue::Boolean(value) => format!("{value}"),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(items) => {
            let items = items.iter().map(|item| their_node(item.get_ref(), &item.span()));
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
        DeValue::Table(table) => theirs(table),
    };
    format!("{value}@{}..{}", span.start, span.end)
}

fn compare(text: &str) -> Result<(), TestCaseError> {
    let (table, mistakes) = parse(FileId(0), text);
    let (parsed, errors) = DeTable::parse_recoverable(text);
    // TOML forbids dotted keys into an array of tables; the crate sees it only where the key is short.
    let stricter = |mistake: &Mistake| mistake.message.contains("is an array of tables");
    if errors.is_empty() && mistakes.iter().any(stricter) {
        return Ok(());
    }
    prop_assert_eq!(
        mistakes.is_empty(),
        errors.is_empty(),
        "{:?} against {:?} in\n{}",
        mistakes,
        errors,
        text
    );
    if errors.is_empty() {
        prop_assert_eq!(ours(&table), theirs(parsed.get_ref()), "{}", text);
    }
    for mistake in &mistakes {
        prop_assert!(
            text.get(mistake.place.start..mistake.place.end).is_some(),
            "{mistake:?}"
        );
    }
    Ok(())
}

/// Few keys, so that documents meet themselves: tables made by headers, dotted keys, arrays and inline tables, in any order.
fn key() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(vec!["a", "b", "c", "\"a\"", "'b'", "1"]), 1..4)
        .prop_map(|parts| parts.join("."))
}

fn value() -> impl Strategy<Value = String> {
    let plain = prop::sample::select(vec![
        "1",
        "-0",
        "1_000",
        "0xff",
        "1.5e3",
        "inf",
        "true",
        "\"x\\u00e9\\n\"",
        "'raw'",
        "\"\"\"\nx\\\n  y\"\"\"",
        "'''\nx'''",
        "99999999999999999999",
        "{}",
        "[]",
    ])
    .prop_map(str::to_owned);
    plain.prop_recursive(3, 12, 4, |inner| {
        let pair = (key(), inner.clone()).prop_map(|(key, value)| format!("{key} = {value}"));
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(|items| format!("[{}]", items.join(", "))),
            prop::collection::vec(pair, 0..4).prop_map(|pairs| format!("{{ {} }}", pairs.join(", "))),
        ]
    })
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (key(), value()).prop_map(|(key, value)| format!("{key} = {value}")),
        3 => key().prop_map(|key| format!("[{key}]")),
        1 => key().prop_map(|key| format!("[[{key}]]")),
        1 => Just("# a comment".to_owned()),
        1 => Just(String::new()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn documents_of_every_shape_are_read_as_toml_reads_them(lines in prop::collection::vec(line(), 0..12)) {
        compare(&lines.join("\n"))?;
    }

    #[test]
    fn damaged_documents_are_refused_where_toml_refuses_them(
        lines in prop::collection::vec(line(), 1..6),
        at in any::<prop::sample::Index>(),
        piece in prop::sample::select(vec!["=", "[", "]", "{", "}", "\"", "'", ",", ".", "\n", "#", "\u{7f}", "é", "\r", "\"\"\""]),
        cut in 0usize..3,
    ) {
        let mut text = lines.join("\n");
        let mut start = at.index(text.len() + 1);
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let mut end = (start + cut).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        text.replace_range(start..end, piece);
        compare(&text)?;
    }
}

#[test]
fn nesting_ends_before_the_stack_does() {
    let dotted = |n: usize| vec!["a"; n].join(".");
    for text in [
        format!("a = {}{}", "[".repeat(5000), "]".repeat(5000)),
        format!("a = {}1{}", "{ b = ".repeat(5000), " }".repeat(5000)),
        format!("{} = 1", dotted(5000)),
        format!("[{}]", dotted(5000)),
        format!("[[{}]]", dotted(5000)),
        // Each within the limit, together beyond it.
        format!(
            "[{}]\n{} = {}1{}",
            dotted(60),
            dotted(60),
            "[".repeat(60),
            "]".repeat(60)
        ),
    ] {
        let (_, mistakes) = parse(FileId(0), &text);
        assert!(
            mistakes.iter().any(|mistake| mistake.message == "nested too deep"),
            "{mistakes:?}"
        );
    }
    let (_, mistakes) = parse(FileId(0), &format!("{} = 1", dotted(79)));
    assert_eq!(mistakes, []);
}
