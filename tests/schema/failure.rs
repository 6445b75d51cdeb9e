//! Any failure: any code of the registries, with any value in each of its details.

use std::fmt;
use std::time::Duration;

use errtax::{
    CodeSpec, Date, DateTime, Detail, DetailSpec, DetailType, Details, EnumValue, RawJson, ToolError, Uri, kind, render,
};
use proptest::prelude::*;

/// What stands in every sensitive detail, and nowhere else.
pub const SECRET: &str = "hunter2";

/// An error of any code.
#[derive(Clone, Debug)]
pub struct Failed {
    pub spec: &'static CodeSpec,
    pub details: Vec<(&'static str, Filled)>,
    pub wait: Option<Duration>,
}

/// The value of a detail.
#[derive(Clone, Debug)]
pub enum Filled {
    Text(String),
    Integer(i128),
    Number(f64),
    Boolean(bool),
    Date(Date),
    /// A day that JSON has no form for.
    NoDate,
    Datetime(DateTime),
    NoDatetime,
    Duration(Duration),
    Uri(Uri),
    Json(RawJson),
    Texts(Vec<String>),
    Integers(Vec<i64>),
    /// A listed value.
    Word(Word),
    ClosedWord(Word),
    /// A value that an open enum does not list.
    Other(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word(&'static str);

impl EnumValue for Word {
    const ALL: &'static [Self] = &[];

    fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        render(self, f)
    }
}

impl std::error::Error for Failed {}

impl ToolError for Failed {
    fn spec(&self) -> &'static CodeSpec {
        self.spec
    }

    fn details(&self, out: &mut Details<'_>) {
        for (name, value) in &self.details {
            match value {
                Filled::Text(value) => Detail::<kind::String>::write(value, out.field(name)),
                Filled::Integer(value) => Detail::<kind::Integer>::write(value, out.field(name)),
                Filled::Number(value) => Detail::<kind::Number>::write(value, out.field(name)),
                Filled::Boolean(value) => Detail::<kind::Boolean>::write(value, out.field(name)),
                Filled::Date(value) => Detail::<kind::Date>::write(value, out.field(name)),
                Filled::NoDate => out.field::<kind::Date>(name).ymd(10_000, 2, 30),
                Filled::Datetime(value) => Detail::<kind::Datetime>::write(value, out.field(name)),
                Filled::NoDatetime => out.field::<kind::Datetime>(name).unix(i64::MAX, 0, 0),
                Filled::Duration(value) => Detail::<kind::DurationMs>::write(value, out.field(name)),
                Filled::Uri(value) => Detail::<kind::Uri>::write(value, out.field(name)),
                Filled::Json(value) => Detail::<kind::Object>::write(value, out.field(name)),
                Filled::Texts(value) => Detail::<kind::StringList>::write(value, out.field(name)),
                Filled::Integers(value) => Detail::<kind::IntegerList>::write(value, out.field(name)),
                Filled::Word(value) => out.field::<kind::Enum<Word>>(name).value(*value),
                Filled::ClosedWord(value) => out.field::<kind::ClosedEnum<Word>>(name).value(*value),
                Filled::Other(value) => out.field::<kind::Enum<Word>>(name).other(value),
            }
        }
    }

    fn retry_after(&self) -> Option<Duration> {
        self.wait
    }
}

impl Filled {
    /// The first value that an enum lists.
    pub fn listed(detail: &DetailSpec) -> Self {
        let word = Word(detail.values[0]);
        if detail.closed {
            Self::ClosedWord(word)
        } else {
            Self::Word(word)
        }
    }

    /// The value in JSON, uncut.
    pub fn json(&self) -> String {
        let quoted = |text: &str| serde_json::to_string(text).unwrap();
        match self {
            Self::Text(value) | Self::Other(value) => quoted(value),
            Self::Integer(value) => value.to_string(),
            Self::Number(value) if value.is_finite() => format!("{value:?}"),
            Self::Number(_) | Self::NoDate | Self::NoDatetime => "null".into(),
            Self::Boolean(value) => value.to_string(),
            Self::Date(value) => quoted(&value.to_string()),
            Self::Datetime(value) => quoted(&value.to_string()),
            Self::Duration(value) => u64::try_from(value.as_millis()).unwrap_or(u64::MAX).to_string(),
            Self::Uri(value) => quoted(value.as_str()),
            Self::Json(value) => value.to_string(),
            Self::Texts(value) => serde_json::to_string(value).unwrap(),
            Self::Integers(value) => serde_json::to_string(value).unwrap(),
            Self::Word(Word(value)) | Self::ClosedWord(Word(value)) => quoted(value),
        }
    }

    /// Whether this JSON is the value, or where it is a free text, the beginning of it with the mark of a cut.
    pub fn reads_back_from(&self, raw: &str) -> bool {
        let same = |sent: &str, was: &str| {
            sent == was
                || sent
                    .strip_suffix('…')
                    .is_some_and(|start| start.len() < was.len() && was.starts_with(start))
        };
        match self {
            Self::Text(was) | Self::Other(was) => {
                serde_json::from_str::<String>(raw).is_ok_and(|sent| same(&sent, was))
            }
            Self::Texts(was) => serde_json::from_str::<Vec<String>>(raw)
                .is_ok_and(|sent| sent.len() == was.len() && sent.iter().zip(was).all(|(sent, was)| same(sent, was))),
            // The text and not what serde makes of it: a double reads back as exactly itself.
            Self::Number(was) if was.is_finite() => {
                raw.parse::<f64>().is_ok_and(|sent| sent.to_bits() == was.to_bits())
            }
            _ => raw == self.json(),
        }
    }
}

/// Texts as nobody wants them.
pub fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[ -~]{0,40}",
        2 => any::<String>(),
        2 => proptest::collection::vec(
            proptest::sample::select(vec![
                '"', '\\', '/', '\0', '\n', '\u{1b}', '\u{7f}', '{', '}', '\u{2028}', '\u{feff}', '\u{202e}', 'é', '\u{301}', '😀', '…',
            ]),
            0..20,
        ).prop_map(|characters| characters.into_iter().collect()),
        1 => (proptest::sample::select(vec!["a", "é", "語", "😀", "\"", "\0", "…", "e\u{301}"]), 400..6_000_usize)
            .prop_map(|(unit, count)| unit.repeat(count)),
        1 => proptest::sample::select(vec!["{verify}", "{text}", "{", "{{}}", "{period_id}", "null"]).prop_map(str::to_owned),
    ]
}

fn uri() -> impl Strategy<Value = Filled> {
    prop_oneof![
        "https://[a-z]{1,8}\\.example(:[0-9]{1,4})?(/[A-Za-z0-9._~-]{0,8}){0,3}(\\?[a-z=&]{0,8})?(#[a-z]{0,4})?",
        "(mailto|urn|app|x-y\\.z\\+1):[A-Za-z0-9/._~:@!$&'()*+,;=-]{0,12}",
        "https?://[\\[\\]:@%/?#a-f0-9.]{0,10}",
        "[a-z]:[\\[\\]:@%/?#a-f0-9]{0,6}",
    ]
    .prop_filter_map("no URI", |text| text.parse().ok().map(Filled::Uri))
}

fn json() -> impl Strategy<Value = Filled> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|value| value.to_string()),
        any::<i64>().prop_map(|value| value.to_string()),
        Just("1.50e300".to_owned()),
        Just("0.10".to_owned()),
        text().prop_map(|text| serde_json::to_string(&text).unwrap()),
    ];
    let nested = leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(" , "))),
            proptest::collection::btree_map("[a-z]{1,4}", inner, 0..4).prop_map(|members| {
                let members: Vec<String> = members
                    .iter()
                    .map(|(name, value)| format!("\"{name}\": {value}"))
                    .collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    });
    nested.prop_map(|text| Filled::Json(text.parse().unwrap()))
}

fn value(detail: &'static DetailSpec) -> BoxedStrategy<Filled> {
    if detail.sensitive && detail.kind == DetailType::String {
        return text().prop_map(|text| Filled::Text(format!("{SECRET}{text}"))).boxed();
    }
    let words = || proptest::sample::select(detail.values).prop_map(Word);
    match detail.kind {
        DetailType::String => text().prop_map(Filled::Text).boxed(),
        DetailType::Integer => prop_oneof![
            any::<i64>().prop_map(|value| Filled::Integer(value.into())),
            any::<u64>().prop_map(|value| Filled::Integer(value.into())),
            any::<i128>().prop_map(Filled::Integer),
        ]
        .boxed(),
        DetailType::Number => {
            use proptest::num::f64::{ANY, INFINITE, QUIET_NAN};
            prop_oneof![4 => ANY, 1 => INFINITE | QUIET_NAN, 1 => Just(-0.0)]
                .prop_map(Filled::Number)
                .boxed()
        }
        DetailType::Boolean => any::<bool>().prop_map(Filled::Boolean).boxed(),
        DetailType::Date => prop_oneof![
            9 => (0..=9_999, 1..=12_u8, 1..=31_u8)
                .prop_filter_map("no such day", |(year, month, day)| Date::new(year, month, day).map(Filled::Date)),
            1 => Just(Filled::NoDate),
        ]
        .boxed(),
        DetailType::Datetime => prop_oneof![
            9 => (-62_167_219_200..253_402_300_800_i64, 0..1_000_000_000_u32, any::<bool>(), -1_439..=1_439_i16)
                .prop_filter_map("no such instant", |(seconds, nanosecond, whole, offset)| {
                    DateTime::from_unix(seconds, if whole { 0 } else { nanosecond }, offset).map(Filled::Datetime)
                }),
            1 => Just(Filled::NoDatetime),
        ]
        .boxed(),
        DetailType::DurationMs => any::<Duration>().prop_map(Filled::Duration).boxed(),
        DetailType::Uri => uri().boxed(),
        DetailType::Object => json().boxed(),
        DetailType::StringList => proptest::collection::vec(text(), 0..5).prop_map(Filled::Texts).boxed(),
        DetailType::IntegerList => prop_oneof![9 => 0..20_usize, 1 => 100..400_usize]
            .prop_flat_map(|length| proptest::collection::vec(any::<i64>(), length))
            .prop_map(Filled::Integers)
            .boxed(),
        DetailType::Enum if detail.closed => words().prop_map(Filled::ClosedWord).boxed(),
        DetailType::Enum => prop_oneof![words().prop_map(Filled::Word), text().prop_map(Filled::Other)].boxed(),
    }
}

/// The number of the registry, and a failure of one of its codes.
pub fn failed() -> impl Strategy<Value = (usize, Failed)> {
    let codes = crate::registries().into_iter().enumerate();
    let codes: Vec<_> = codes
        .flat_map(|(number, registry)| registry.codes.iter().map(move |spec| (number, spec)))
        .collect();
    // The codes with details are where there is something to find.
    let rich: Vec<_> = codes
        .iter()
        .copied()
        .filter(|(_, spec)| !spec.details.is_empty())
        .collect();
    prop_oneof![1 => proptest::sample::select(codes), 3 => proptest::sample::select(rich)].prop_flat_map(
        |(number, spec)| {
            let details: Vec<BoxedStrategy<Option<(&'static str, Filled)>>> = spec
                .details
                .iter()
                .map(|detail| {
                    let named = value(detail).prop_map(|value| (detail.name, value));
                    if detail.optional {
                        proptest::option::of(named).boxed()
                    } else {
                        named.prop_map(Some).boxed()
                    }
                })
                .collect();
            (details, proptest::option::of(any_wait())).prop_map(move |(details, wait)| {
                (
                    number,
                    Failed {
                        spec,
                        details: details.into_iter().flatten().collect(),
                        wait,
                    },
                )
            })
        },
    )
}

fn any_wait() -> impl Strategy<Value = Duration> {
    prop_oneof![any::<Duration>(), (0..100_000_u64).prop_map(Duration::from_millis)]
}
