//! Details: the typed facts that a failure carries, and how a value becomes one.
//!
//! A registry declares a detail's type; [`kind`] has one marker for each. A Rust type may fill such a detail when it
//! implements [`Detail`] for that marker. [`Out`] only offers what the marker allows, so a value of the wrong JSON type
//! cannot be written.

mod foreign;
mod standard;

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use crate::json;
use crate::spec::{CodeSpec, same};
use crate::values::{Date, DateTime, RawJson, Uri};

/// The types that a registry can declare for a detail, as markers.
pub mod kind {
    use core::marker::PhantomData;

    /// A type that a registry can declare for a detail.
    pub trait Kind: sealed::Sealed {}

    macro_rules! kinds {
        ($($(#[$meta:meta])* $name:ident,)+) => { $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug)]
            pub enum $name {}
            impl sealed::Sealed for $name {}
            impl Kind for $name {}
        )+ };
    }

    kinds! {
        /// `string`
        String,
        /// `integer`
        Integer,
        /// `number`
        Number,
        /// `boolean`
        Boolean,
        /// `date`
        Date,
        /// `datetime`
        Datetime,
        /// `duration_ms`
        DurationMs,
        /// `uri`
        Uri,
        /// `object`
        Object,
        /// `string[]`
        StringList,
        /// `integer[]`
        IntegerList,
    }

    /// `{ type = "enum", values = […] }`: the values may grow, so any text is admitted.
    #[derive(Clone, Copy, Debug)]
    pub struct Enum<V>(PhantomData<V>);
    impl<V: super::EnumValue> sealed::Sealed for Enum<V> {}
    impl<V: super::EnumValue> Kind for Enum<V> {}

    /// `{ type = "enum", values = […], closed = true }`: exactly these values, for ever.
    #[derive(Clone, Copy, Debug)]
    pub struct ClosedEnum<V>(PhantomData<V>);
    impl<V: super::EnumValue> sealed::Sealed for ClosedEnum<V> {}
    impl<V: super::EnumValue> Kind for ClosedEnum<V> {}

    /// An optional detail of kind `K`, filled from an `Option`.
    #[derive(Clone, Copy, Debug)]
    pub struct Optional<K>(PhantomData<K>);
    impl<K: Kind> sealed::Sealed for Optional<K> {}
    impl<K: Kind> Kind for Optional<K> {}

    mod sealed {
        pub trait Sealed {}
    }
}

use kind::Kind;

/// A value that can fill a detail of kind `K`.
///
/// Implement it for your own types by writing what they hold:
///
/// ```
/// use errtax_core::{Detail, Out, kind};
///
/// struct VoucherId(u64);
///
/// impl Detail<kind::String> for VoucherId {
///     fn write(&self, out: Out<'_, kind::String>) {
///         out.display(&format_args!("V-{}", self.0));
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot fill a detail of kind `{K}`",
    note = "implement `errtax::Detail<{K}>` for it, or use a type that has it"
)]
pub trait Detail<K: Kind> {
    /// Writes the value. Dropping `out` without writing leaves the detail out.
    fn write(&self, out: Out<'_, K>);
}

/// An enum generated from the `values` of a detail. It fills the detail that it was generated for.
pub trait EnumValue: Copy + Eq + fmt::Debug + 'static {
    /// Every value, in the order of the registry.
    const ALL: &'static [Self];

    /// The value as it stands on the wire.
    fn as_str(self) -> &'static str;
}

/// Receives the details of one failure, name by name.
///
/// What the code does not declare, and what it declares sensitive, is dropped here: neither reaches message or wire.
#[derive(Debug)]
pub struct Details<'a> {
    spec: &'static CodeSpec,
    /// The one that is asked for; all of them where there is none.
    wanted: Option<&'a str>,
    sink: Sink<'a>,
}

enum Sink<'a> {
    /// JSON. Free texts are cut to `max_chars`.
    Json { out: &'a mut String, max_chars: usize },
    /// The text itself.
    Text { out: &'a mut dyn fmt::Write },
}

impl fmt::Debug for Sink<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Json { .. } => "Json",
            Self::Text { .. } => "Text",
        })
    }
}

impl<'a> Details<'a> {
    /// Collects all details into the JSON object that `out` has just begun, comma-separated.
    pub(crate) fn json(spec: &'static CodeSpec, out: &'a mut String, max_chars: usize) -> Self {
        Self {
            spec,
            wanted: None,
            sink: Sink::Json { out, max_chars },
        }
    }

    /// Collects the JSON value of the one detail called `name`.
    pub(crate) fn value(spec: &'static CodeSpec, name: &'a str, out: &'a mut String) -> Self {
        let max_chars = usize::MAX;
        Self {
            spec,
            wanted: Some(name),
            sink: Sink::Json { out, max_chars },
        }
    }

    /// Collects the text of the one detail called `name`.
    pub(crate) fn text(spec: &'static CodeSpec, name: &'a str, out: &'a mut dyn fmt::Write) -> Self {
        Self {
            spec,
            wanted: Some(name),
            sink: Sink::Text { out },
        }
    }

    #[inline]
    fn wants(&self, name: &str) -> bool {
        self.wanted.is_none_or(|wanted| same(wanted, name))
    }

    /// Hands over the detail called `name`: what [`field`](Self::field) and [`Detail::write`] do, but for a value that
    /// is not asked for, nothing.
    #[inline]
    pub fn put<K: Kind>(&mut self, name: &'static str, value: &(impl Detail<K> + ?Sized)) {
        if self.wants(name) {
            value.write(Out {
                slot: self.slot(name),
                kind: PhantomData,
            });
        }
    }

    /// The place for the detail called `name`.
    ///
    /// Call it once for each name, in the order of the names: the output keeps the order of the calls.
    pub fn field<K: Kind>(&mut self, name: &'static str) -> Out<'_, K> {
        let slot = if self.wants(name) {
            self.slot(name)
        } else {
            Slot::Nowhere
        };
        Out {
            slot,
            kind: PhantomData,
        }
    }

    fn slot(&mut self, name: &'static str) -> Slot<'_> {
        if self.spec.detail(name).is_none_or(|detail| detail.sensitive) {
            return Slot::Nowhere;
        }
        match &mut self.sink {
            Sink::Json { out, max_chars } => Slot::Json {
                member: if self.wanted.is_none() { name } else { "" },
                out,
                max_chars: *max_chars,
            },
            Sink::Text { out } => Slot::Text { out: &mut **out },
        }
    }
}

/// Where one detail's value goes. Each method writes the value and uses the place up.
pub struct Out<'a, K> {
    slot: Slot<'a>,
    kind: PhantomData<K>,
}

enum Slot<'a> {
    Nowhere,
    /// A member of this name; the value alone where it has none.
    Json {
        member: &'static str,
        out: &'a mut String,
        max_chars: usize,
    },
    Text {
        out: &'a mut dyn fmt::Write,
    },
}

impl<K> fmt::Debug for Out<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Out").finish_non_exhaustive()
    }
}

impl<'a, K> Out<'a, K> {
    fn cast<T>(self) -> Out<'a, T> {
        Out {
            slot: self.slot,
            kind: PhantomData,
        }
    }

    /// Writes what is the same in JSON and in text.
    fn plain(self, value: fmt::Arguments<'_>) {
        if let Some(out) = self.writer() {
            // Writing to a `String` cannot fail; a failing formatter has already reported it to its owner.
            let _ = out.write_fmt(value);
        }
    }

    fn writer(self) -> Option<&'a mut dyn fmt::Write> {
        match self.slot {
            Slot::Nowhere => None,
            Slot::Json { member, out, .. } => Some(begin(out, member)),
            Slot::Text { out } => Some(out),
        }
    }

    /// Writes a JSON string, or its text. `free` texts may be cut.
    fn text(self, value: &str, free: bool) {
        match self.slot {
            Slot::Nowhere => {}
            Slot::Json { member, out, max_chars } => {
                json::string(begin(out, member), value, if free { max_chars } else { usize::MAX });
            }
            Slot::Text { out } => {
                let _ = out.write_str(value);
            }
        }
    }

    /// The same, for what displays as its text.
    fn display_text(self, value: &dyn fmt::Display, free: bool) {
        match self.slot {
            Slot::Nowhere => {}
            Slot::Json { member, out, max_chars } => {
                json::display(begin(out, member), value, if free { max_chars } else { usize::MAX });
            }
            Slot::Text { out } => {
                let _ = write!(out, "{value}");
            }
        }
    }

    /// Writes a whole number.
    fn whole(self, value: i128) {
        match i64::try_from(value) {
            // Nearly every number, without the detour that 128 bits and a formatter are.
            Ok(value) => {
                if let Some(out) = self.writer() {
                    let _ = out.write_str(json::decimal(value, &mut [0; 20]));
                }
            }
            Err(_) => self.plain(format_args!("{value}")),
        }
    }

    fn null(self) {
        self.plain(format_args!("null"));
    }
}

/// Begins a member; without a name, nothing.
fn begin<'a>(out: &'a mut String, member: &str) -> &'a mut String {
    if !member.is_empty() {
        json::member(out, member);
    }
    out
}

impl Out<'_, kind::String> {
    /// Writes a text.
    pub fn string(self, value: &str) {
        self.text(value, true);
    }

    /// Writes a text from what displays as it, without an allocation in between.
    pub fn display(self, value: &dyn fmt::Display) {
        self.display_text(value, true);
    }
}

impl Out<'_, kind::Integer> {
    /// Writes a whole number. JSON sets no range; readers that use doubles are exact up to 2^53.
    pub fn integer(self, value: impl Into<i128>) {
        self.whole(value.into());
    }
}

impl Out<'_, kind::Number> {
    /// Writes a number; what is not finite becomes `null`, which the schema admits.
    pub fn number(self, value: f64) {
        if value.is_finite() {
            // The shortest text that reads back as the same double.
            self.plain(format_args!("{value:?}"));
        } else {
            self.null();
        }
    }

    /// The same for single precision.
    pub fn single(self, value: f32) {
        if value.is_finite() {
            self.plain(format_args!("{value:?}"));
        } else {
            self.null();
        }
    }

    /// Writes a whole number.
    pub fn integer(self, value: impl Into<i128>) {
        self.whole(value.into());
    }
}

impl Out<'_, kind::Boolean> {
    /// Writes `true` or `false`.
    pub fn boolean(self, value: bool) {
        self.plain(format_args!("{value}"));
    }
}

impl Out<'_, kind::Date> {
    /// Writes a day.
    pub fn date(self, value: Date) {
        self.display_text(&value, false);
    }

    /// Writes a day from its parts; what RFC 3339 cannot express (a year outside 0 to 9999, no such day) becomes
    /// `null`, which the schema admits.
    pub fn ymd(self, year: i32, month: u8, day: u8) {
        match Date::new(year, month, day) {
            Some(date) => self.date(date),
            None => self.null(),
        }
    }
}

impl Out<'_, kind::Datetime> {
    /// Writes an instant.
    pub fn datetime(self, value: DateTime) {
        self.display_text(&value, false);
    }

    /// Writes an instant from seconds and nanoseconds since 1970-01-01T00:00:00Z and the offset from UTC in minutes;
    /// what RFC 3339 cannot express becomes `null`, which the schema admits.
    pub fn unix(self, seconds: i64, nanoseconds: u32, offset_minutes: i16) {
        match DateTime::from_unix(seconds, nanoseconds, offset_minutes) {
            Some(instant) => self.datetime(instant),
            None => self.null(),
        }
    }
}

impl Out<'_, kind::DurationMs> {
    /// Writes a length of time in milliseconds.
    pub fn millis(self, value: u64) {
        self.whole(value.into());
    }
}

impl Out<'_, kind::Uri> {
    /// Writes an absolute URI.
    pub fn uri(self, value: &Uri) {
        self.text(value.as_str(), false);
    }
}

impl Out<'_, kind::Object> {
    /// Writes JSON as it stands.
    pub fn json(self, value: &RawJson) {
        self.plain(format_args!("{}", value.as_str()));
    }
}

impl<'a, K> Out<'a, K> {
    /// Writes a list: JSON in brackets, text with commas between.
    fn list<T>(self, items: impl IntoIterator<Item = T>, write: impl Fn(&mut dyn fmt::Write, T, Option<usize>)) {
        fn join<T>(
            out: &mut dyn fmt::Write,
            separator: &str,
            items: impl IntoIterator<Item = T>,
            mut write: impl FnMut(&mut dyn fmt::Write, T),
        ) {
            for (position, item) in items.into_iter().enumerate() {
                if position > 0 {
                    let _ = out.write_str(separator);
                }
                write(out, item);
            }
        }
        let (out, max_chars) = match self.slot {
            Slot::Nowhere => return,
            Slot::Text { out } => return join(out, ", ", items, |out, item| write(out, item, None)),
            Slot::Json { member, out, max_chars } => (begin(out, member), max_chars),
        };
        out.push('[');
        join(out, ",", items, |out, item| write(out, item, Some(max_chars)));
        out.push(']');
    }
}

impl Out<'_, kind::StringList> {
    /// Writes a list of texts.
    pub fn strings<T: AsRef<str>>(self, items: impl IntoIterator<Item = T>) {
        self.list(items, |out, item, json| match json {
            Some(max_chars) => json::string_to(out, item.as_ref(), max_chars),
            None => {
                let _ = out.write_str(item.as_ref());
            }
        });
    }
}

impl Out<'_, kind::IntegerList> {
    /// Writes a list of whole numbers.
    pub fn integers<T: Into<i128>>(self, items: impl IntoIterator<Item = T>) {
        self.list(items, |out, item, _| {
            let _ = write!(out, "{}", item.into());
        });
    }
}

impl<V: EnumValue> Out<'_, kind::ClosedEnum<V>> {
    /// Writes one of the values.
    pub fn value(self, value: V) {
        self.text(value.as_str(), false);
    }
}

impl<V: EnumValue> Out<'_, kind::Enum<V>> {
    /// Writes one of the values that the registry lists.
    pub fn value(self, value: V) {
        self.text(value.as_str(), false);
    }

    /// Writes a value that the registry does not list (yet).
    pub fn other(self, value: &str) {
        self.text(value, true);
    }
}

impl<K: Kind, T: Detail<K>> Detail<kind::Optional<K>> for Option<T> {
    fn write(&self, out: Out<'_, kind::Optional<K>>) {
        if let Some(value) = self {
            value.write(out.cast());
        }
    }
}

impl<V: EnumValue> Detail<kind::Enum<V>> for str {
    fn write(&self, out: Out<'_, kind::Enum<V>>) {
        out.other(self);
    }
}

impl<V: EnumValue> Detail<kind::Enum<V>> for String {
    fn write(&self, out: Out<'_, kind::Enum<V>>) {
        out.other(self);
    }
}
