//! Which types of other crates can fill which details, each behind the feature of that crate's name.

#[cfg(feature = "chrono")]
mod chrono {
    use chrono::{DateTime, Datelike as _, NaiveDate, Offset as _, TimeDelta, TimeZone};

    use crate::detail::{Detail, Out, kind};

    impl Detail<kind::Date> for NaiveDate {
        fn write(&self, out: Out<'_, kind::Date>) {
            // A month and a day fit a byte by their nature.
            out.ymd(self.year(), self.month() as u8, self.day() as u8);
        }
    }

    impl<Z: TimeZone> Detail<kind::Datetime> for DateTime<Z> {
        fn write(&self, out: Out<'_, kind::Datetime>) {
            // RFC 3339 has offsets of whole minutes; a second's remainder belongs to local mean times before 1970.
            let minutes = self.offset().fix().local_minus_utc() / 60;
            // During a leap second chrono counts past the second; RFC 3339 readers get its last nanosecond.
            let nanoseconds = self.timestamp_subsec_nanos().min(999_999_999);
            out.unix(
                self.timestamp(),
                nanoseconds,
                i16::try_from(minutes).unwrap_or_default(),
            );
        }
    }

    impl Detail<kind::DurationMs> for TimeDelta {
        fn write(&self, out: Out<'_, kind::DurationMs>) {
            // A length of time is not negative: one that has passed is zero.
            out.millis(u64::try_from(self.num_milliseconds()).unwrap_or(0));
        }
    }
}

#[cfg(feature = "time")]
mod time {
    use time::{Date, Duration, OffsetDateTime, UtcDateTime};

    use crate::detail::{Detail, Out, kind};

    impl Detail<kind::Date> for Date {
        fn write(&self, out: Out<'_, kind::Date>) {
            out.ymd(self.year(), u8::from(self.month()), self.day());
        }
    }

    impl Detail<kind::Datetime> for OffsetDateTime {
        fn write(&self, out: Out<'_, kind::Datetime>) {
            out.unix(self.unix_timestamp(), self.nanosecond(), self.offset().whole_minutes());
        }
    }

    impl Detail<kind::Datetime> for UtcDateTime {
        fn write(&self, out: Out<'_, kind::Datetime>) {
            out.unix(self.unix_timestamp(), self.nanosecond(), 0);
        }
    }

    impl Detail<kind::DurationMs> for Duration {
        fn write(&self, out: Out<'_, kind::DurationMs>) {
            // A length of time is not negative: one that has passed is zero.
            out.millis(u64::try_from(self.whole_milliseconds().max(0)).unwrap_or(u64::MAX));
        }
    }
}

#[cfg(feature = "jiff")]
mod jiff {
    use jiff::civil::Date;
    use jiff::{SignedDuration, Timestamp, ZonedDateTime};

    use crate::detail::{Detail, Out, kind};

    impl Detail<kind::Date> for Date {
        fn write(&self, out: Out<'_, kind::Date>) {
            out.ymd(
                i32::from(self.year()),
                self.month().unsigned_abs(),
                self.day().unsigned_abs(),
            );
        }
    }

    fn write(timestamp: Timestamp, offset_seconds: i32, out: Out<'_, kind::Datetime>) {
        // jiff rounds towards zero; before 1970 the fraction is counted back from the next second.
        let (mut seconds, mut nanoseconds) = (timestamp.as_second(), timestamp.subsec_nanosecond());
        if nanoseconds < 0 {
            seconds -= 1;
            nanoseconds += 1_000_000_000;
        }
        out.unix(
            seconds,
            nanoseconds.unsigned_abs(),
            i16::try_from(offset_seconds / 60).unwrap_or_default(),
        );
    }

    impl Detail<kind::Datetime> for Timestamp {
        fn write(&self, out: Out<'_, kind::Datetime>) {
            write(*self, 0, out);
        }
    }

    impl Detail<kind::Datetime> for ZonedDateTime {
        fn write(&self, out: Out<'_, kind::Datetime>) {
            write(self.timestamp(), self.offset().seconds(), out);
        }
    }

    impl Detail<kind::DurationMs> for SignedDuration {
        fn write(&self, out: Out<'_, kind::DurationMs>) {
            // A length of time is not negative: one that has passed is zero.
            out.millis(u64::try_from(self.as_millis().max(0)).unwrap_or(u64::MAX));
        }
    }
}

#[cfg(feature = "uuid")]
impl crate::detail::Detail<crate::kind::String> for uuid::Uuid {
    fn write(&self, out: crate::detail::Out<'_, crate::kind::String>) {
        out.display(self);
    }
}

#[cfg(feature = "url")]
impl crate::detail::Detail<crate::kind::Uri> for url::Url {
    fn write(&self, out: crate::detail::Out<'_, crate::kind::Uri>) {
        // The WHATWG form admits a few characters that RFC 3986 does not; those are percent-encoded.
        out.uri(&crate::values::Uri::encoding(self.as_str()));
    }
}

#[cfg(feature = "serde_json")]
mod serde_json {
    use alloc::string::ToString as _;

    use serde_json::{Map, Value};

    use crate::detail::{Detail, Out, kind};
    use crate::values::RawJson;

    impl Detail<kind::Object> for Value {
        fn write(&self, out: Out<'_, kind::Object>) {
            out.json(&RawJson::trusted(self.to_string()));
        }
    }

    impl Detail<kind::Object> for Map<alloc::string::String, Value> {
        fn write(&self, out: Out<'_, kind::Object>) {
            out.json(&RawJson::trusted(Value::Object(self.clone()).to_string()));
        }
    }
}
