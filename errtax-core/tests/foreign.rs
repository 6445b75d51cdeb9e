//! Which values of other crates fill which details, and what they look like on the wire.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that meets the unexpected ends there"
)]

mod probe;

use errtax_core::kind;

use probe::json;

#[test]
fn chrono_values_are_rfc_3339() {
    use chrono::{FixedOffset, NaiveDate, TimeDelta, TimeZone as _, Utc};

    assert_eq!(
        json::<kind::Date>(&NaiveDate::from_ymd_opt(2025, 12, 31).unwrap()),
        "\"2025-12-31\""
    );
    assert_eq!(json::<kind::Date>(&NaiveDate::MAX), "null");
    let instant = FixedOffset::east_opt(3_600)
        .unwrap()
        .with_ymd_and_hms(2026, 1, 1, 1, 0, 0)
        .unwrap();
    assert_eq!(json::<kind::Datetime>(&instant), "\"2026-01-01T01:00:00+01:00\"");
    assert_eq!(
        json::<kind::Datetime>(&Utc.timestamp_opt(-1, 500_000_000).unwrap()),
        "\"1969-12-31T23:59:59.5Z\""
    );
    assert_eq!(json::<kind::DurationMs>(&TimeDelta::milliseconds(-5)), "0");
    assert_eq!(json::<kind::DurationMs>(&TimeDelta::seconds(5)), "5000");
}

#[test]
fn time_values_are_rfc_3339() {
    use time::{Date, Duration, Month, OffsetDateTime, UtcOffset};

    assert_eq!(
        json::<kind::Date>(&Date::from_calendar_date(2025, Month::December, 31).unwrap()),
        "\"2025-12-31\""
    );
    assert_eq!(json::<kind::Date>(&Date::MIN), "null");
    let offset = UtcOffset::from_hms(-1, -30, 0).unwrap();
    let instant = OffsetDateTime::from_unix_timestamp(951_782_400)
        .unwrap()
        .to_offset(offset);
    assert_eq!(json::<kind::Datetime>(&instant), "\"2000-02-28T22:30:00-01:30\"");
    assert_eq!(json::<kind::DurationMs>(&Duration::seconds(-1)), "0");
}

#[test]
fn jiff_values_are_rfc_3339() {
    use jiff::{SignedDuration, Timestamp, civil, tz};

    assert_eq!(json::<kind::Date>(&civil::date(2025, 12, 31)), "\"2025-12-31\"");
    assert_eq!(json::<kind::Date>(&civil::date(-1, 12, 31)), "null");
    let instant = Timestamp::from_millisecond(-1_500).unwrap();
    assert_eq!(json::<kind::Datetime>(&instant), "\"1969-12-31T23:59:58.5Z\"");
    let zoned = Timestamp::UNIX_EPOCH.to_zoned_datetime(tz::Offset::constant(1).to_time_zone());
    assert_eq!(json::<kind::Datetime>(&zoned), "\"1970-01-01T01:00:00+01:00\"");
    assert_eq!(json::<kind::DurationMs>(&SignedDuration::from_millis(7)), "7");
}

#[test]
fn identifiers_and_documents_keep_their_form() {
    assert_eq!(
        json::<kind::String>(&uuid::Uuid::nil()),
        "\"00000000-0000-0000-0000-000000000000\""
    );
    let url: url::Url = "https://example.com/a|b?q=^".parse().unwrap();
    assert_eq!(json::<kind::Uri>(&url), "\"https://example.com/a%7Cb?q=%5E\"");
    assert_eq!(
        json::<kind::Object>(&serde_json::json!({ "a": [1, null] })),
        r#"{"a":[1,null]}"#
    );
}

#[test]
fn what_a_url_admits_and_a_uri_does_not_is_escaped() {
    for (url, uri) in [
        ("https://example.com/?ids[]=1", "https://example.com/?ids%5B%5D=1"),
        ("https://[2001:db8::1]:8080/[x]", "https://[2001:db8::1]:8080/%5Bx%5D"),
        (
            "https://example.com/100%?q=%zz%20",
            "https://example.com/100%25?q=%25zz%20",
        ),
        ("https://example.com/#a#b", "https://example.com/#a%23b"),
        ("mailto:a@b.example?subject=[x]", "mailto:a@b.example?subject=%5Bx%5D"),
    ] {
        assert_eq!(
            json::<kind::Uri>(&url.parse::<url::Url>().unwrap()),
            format!("\"{uri}\"")
        );
        assert!(uri.parse::<errtax_core::Uri>().is_ok(), "{uri}");
    }
}
