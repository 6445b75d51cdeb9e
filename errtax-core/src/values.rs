//! Checked values for the detail types that `alloc` has no type for.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::json;

/// A text that is not a value of the type it was read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidValue {
    expected: &'static str,
}

impl fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl core::error::Error for InvalidValue {}

/// A calendar day of the years 0 to 9999, as RFC 3339 `full-date` has it.
///
/// ```
/// use errtax_core::Date;
/// let day: Date = "2025-12-31".parse()?;
/// assert_eq!(day.to_string(), "2025-12-31");
/// assert!("2025-02-29".parse::<Date>().is_err());
/// # Ok::<(), errtax_core::InvalidValue>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// The day of these parts, where there is one (proleptic Gregorian calendar).
    #[must_use]
    pub fn new(year: i32, month: u8, day: u8) -> Option<Self> {
        let year = u16::try_from(year).ok().filter(|year| *year <= 9999)?;
        let valid = (1..=12).contains(&month) && day >= 1 && day <= days_in(year, month);
        valid.then_some(Self { year, month, day })
    }

    /// The year, 0 to 9999.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, 1 to 12.
    #[must_use]
    pub const fn month(self) -> u8 {
        self.month
    }

    /// The day of the month, 1 to 31.
    #[must_use]
    pub const fn day(self) -> u8 {
        self.day
    }
}

fn days_in(year: u16, month: u8) -> u8 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

const NOT_A_DATE: InvalidValue = InvalidValue {
    expected: "a day as YYYY-MM-DD",
};

impl FromStr for Date {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Self, InvalidValue> {
        let mut parts = text.split('-');
        let date = (|| {
            let year = digits(parts.next()?, 4)?;
            let month = digits(parts.next()?, 2)?;
            let day = digits(parts.next()?, 2)?;
            if parts.next().is_some() {
                return None;
            }
            Self::new(
                i32::try_from(year).ok()?,
                u8::try_from(month).ok()?,
                u8::try_from(day).ok()?,
            )
        })();
        date.ok_or(NOT_A_DATE)
    }
}

/// The number that exactly `count` ASCII digits spell.
fn digits(text: &str, count: usize) -> Option<u32> {
    let spelled = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    if spelled { text.parse().ok() } else { None }
}

/// An instant with its offset from UTC, as RFC 3339 `date-time` has it.
///
/// ```
/// use errtax_core::DateTime;
/// let instant = DateTime::from_unix(1_767_225_600, 0, 60).expect("in range");
/// assert_eq!(instant.to_string(), "2026-01-01T01:00:00+01:00");
/// assert_eq!("2026-01-01T01:00:00+01:00".parse(), Ok(instant));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DateTime {
    date: Date,
    second_of_day: u32,
    nanosecond: u32,
    offset_minutes: i16,
}

impl DateTime {
    /// 1970-01-01T00:00:00Z.
    pub const UNIX_EPOCH: Self = Self {
        date: Date {
            year: 1970,
            month: 1,
            day: 1,
        },
        second_of_day: 0,
        nanosecond: 0,
        offset_minutes: 0,
    };

    /// The instant so many seconds and nanoseconds after 1970-01-01T00:00:00Z, shown with an offset of so many minutes
    /// east of UTC. `None` outside the years 0 to 9999, for a nanosecond above 999,999,999, and for an offset of a day
    /// or more.
    #[must_use]
    pub fn from_unix(seconds: i64, nanosecond: u32, offset_minutes: i16) -> Option<Self> {
        if nanosecond > 999_999_999 || offset_minutes.unsigned_abs() >= 24 * 60 {
            return None;
        }
        let local = seconds.checked_add(i64::from(offset_minutes) * 60)?;
        let date = civil_from_days(local.div_euclid(86_400))?;
        let second_of_day = u32::try_from(local.rem_euclid(86_400)).ok()?;
        Some(Self {
            date,
            second_of_day,
            nanosecond,
            offset_minutes,
        })
    }
}

/// The day so many days after 1970-01-01, by counting in years that begin on 1 March, where the leap day comes last.
fn civil_from_days(days: i64) -> Option<Date> {
    const DAYS_PER_ERA: i64 = 146_097;
    let days = days.checked_add(719_468)?;
    let era = days.div_euclid(DAYS_PER_ERA);
    let day_of_era = days.rem_euclid(DAYS_PER_ERA);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    Date::new(
        i32::try_from(year).ok()?,
        u8::try_from(month).ok()?,
        u8::try_from(day).ok()?,
    )
}

impl fmt::Display for DateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hour, minute, second) = (
            self.second_of_day / 3600,
            self.second_of_day / 60 % 60,
            self.second_of_day % 60,
        );
        write!(f, "{}T{hour:02}:{minute:02}:{second:02}", self.date)?;
        if self.nanosecond > 0 {
            let (mut fraction, mut width) = (self.nanosecond, 9);
            while fraction % 10 == 0 {
                fraction /= 10;
                width -= 1;
            }
            write!(f, ".{fraction:0width$}")?;
        }
        if self.offset_minutes == 0 {
            return f.write_str("Z");
        }
        let sign = if self.offset_minutes < 0 { '-' } else { '+' };
        let offset = self.offset_minutes.unsigned_abs();
        write!(f, "{sign}{:02}:{:02}", offset / 60, offset % 60)
    }
}

impl FromStr for DateTime {
    type Err = InvalidValue;

    /// Leap seconds (`:60`) and fractions finer than a nanosecond are refused rather than rounded.
    fn from_str(text: &str) -> Result<Self, InvalidValue> {
        parse_date_time(text).ok_or(InvalidValue {
            expected: "an instant as YYYY-MM-DDThh:mm:ssZ or with an offset",
        })
    }
}

fn parse_date_time(text: &str) -> Option<DateTime> {
    let (date, rest) = text.split_at_checked(10)?;
    let time = rest.strip_prefix(['T', 't'])?;
    let (clock, rest) = time.split_at_checked(8)?;
    let mut parts = clock.split(':').map(|part| digits(part, 2));
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next()??);
    if parts.next().is_some() || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let (nanosecond, rest) = match rest.strip_prefix('.') {
        None => (0, rest),
        Some(fraction) => {
            let width = fraction.bytes().take_while(u8::is_ascii_digit).count();
            let (spelled, rest) = fraction.split_at_checked(width)?;
            let scale = 9_u32.checked_sub(u32::try_from(width).ok()?)?;
            (digits(spelled, width)? * 10_u32.pow(scale), rest)
        }
    };
    let offset_minutes = match rest {
        "Z" | "z" => 0,
        _ => {
            let (sign, offset) = rest.split_at_checked(1)?;
            let (hours, minutes) = offset.split_once(':')?;
            let (hours, minutes) = (digits(hours, 2)?, digits(minutes, 2)?);
            if hours > 23 || minutes > 59 {
                return None;
            }
            let offset = i16::try_from(hours * 60 + minutes).ok()?;
            match sign {
                "+" => offset,
                "-" => -offset,
                _ => return None,
            }
        }
    };
    let date = date.parse().ok()?;
    Some(DateTime {
        date,
        second_of_day: hour * 3600 + minute * 60 + second,
        nanosecond,
        offset_minutes,
    })
}

/// An absolute URI (RFC 3986): a scheme, a colon, and only characters that a URI may hold.
///
/// ```
/// use errtax_core::Uri;
/// assert!("https://example.com/errors/PERIOD_LOCKED".parse::<Uri>().is_ok());
/// assert!("not a uri".parse::<Uri>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Uri(String);

impl Uri {
    /// The URI as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// For what has a scheme but may hold characters that a URI must percent-encode.
    #[cfg(feature = "url")]
    pub(crate) fn encoding(text: &str) -> Self {
        use core::fmt::Write as _;

        let authority = text.find("://").map_or(0..0, |at| {
            let start = at + 3;
            let end = text
                .get(start..)
                .and_then(|rest| rest.find(['/', '?', '#']))
                .map_or(text.len(), |end| start + end);
            start..end
        });
        let mut fragment = false;
        let mut encoded = String::with_capacity(text.len());
        for (at, character) in text.char_indices() {
            let allowed = match character {
                '%' => text.get(at..).is_some_and(|rest| is_escape(rest.as_bytes())),
                '#' => !core::mem::replace(&mut fragment, true),
                '[' | ']' => authority.contains(&at),
                '/' | '?' => true,
                _ => u8::try_from(character).is_ok_and(is_path_byte),
            };
            if allowed {
                encoded.push(character);
            } else {
                let mut bytes = [0; 4];
                for byte in character.encode_utf8(&mut bytes).bytes() {
                    let _ = write!(encoded, "%{byte:02X}");
                }
            }
        }
        Self(encoded)
    }
}

impl fmt::Display for Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Uri {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Self, InvalidValue> {
        if is_uri(text) {
            Ok(Self(text.into()))
        } else {
            Err(InvalidValue {
                expected: "an absolute URI",
            })
        }
    }
}

/// The grammar of RFC 3986, appendix A: what passes here passes a JSON Schema's `format: uri`.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let scheme_ok = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", rest),
    };
    let open = |byte| is_path_byte(byte) || byte == b'/' || byte == b'?';
    scheme_ok
        && is_authority(authority)
        && spells(path, |byte| is_path_byte(byte) || byte == b'/')
        && spells(query, open)
        && spells(fragment, open)
}

fn is_authority(text: &str) -> bool {
    let (user, rest) = text.split_once('@').unwrap_or(("", text));
    let (host_ok, rest) = match rest.strip_prefix('[') {
        Some(literal) => match literal.split_once(']') {
            Some((address, rest)) => (is_ip_literal(address), rest),
            None => (false, ""),
        },
        None => {
            let (host, rest) = rest.split_at(rest.find(':').unwrap_or(rest.len()));
            (spells(host, is_name_byte), rest)
        }
    };
    let port_ok = rest.is_empty()
        || rest
            .strip_prefix(':')
            .is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()));
    spells(user, |byte| is_name_byte(byte) || byte == b':') && host_ok && port_ok
}

/// What stands between the brackets: an IPv6 address, or one of a version to come.
fn is_ip_literal(text: &str) -> bool {
    let future = text.strip_prefix(['v', 'V']).and_then(|text| text.split_once('.'));
    match future {
        Some((version, address)) => {
            let address_ok = address.bytes().all(|byte| is_name_byte(byte) || byte == b':');
            !version.is_empty()
                && version.bytes().all(|byte| byte.is_ascii_hexdigit())
                && !address.is_empty()
                && address_ok
        }
        None => text.parse::<core::net::Ipv6Addr>().is_ok(),
    }
}

/// `unreserved` or `sub-delims`.
fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte)
}

/// `pchar`, escapes apart.
fn is_path_byte(byte: u8) -> bool {
    is_name_byte(byte) || byte == b':' || byte == b'@'
}

/// Whether a text begins with a percent sign and two hexadecimal digits.
fn is_escape(text: &[u8]) -> bool {
    matches!(text, [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

/// Whether a text consists of these bytes and of escapes.
fn spells(text: &str, allowed: impl Fn(u8) -> bool) -> bool {
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        rest = match after {
            _ if allowed(*byte) => after,
            [_, _, after @ ..] if is_escape(rest) => after,
            _ => return false,
        };
    }
    true
}

/// One JSON value (RFC 8259) as the text it came in: numbers keep every digit.
///
/// ```
/// use errtax_core::RawJson;
/// let json: RawJson = r#"{"exact": 0.10}"#.parse()?;
/// assert_eq!(json.as_str(), r#"{"exact": 0.10}"#);
/// # Ok::<(), errtax_core::InvalidValue>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RawJson(Cow<'static, str>);

impl RawJson {
    /// The JSON text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What a JSON pointer (RFC 6901) points to, as it is written; none where there is nothing, and where an object on the
    /// way has two members of one name.
    ///
    /// ```
    /// # use errtax_core::RawJson;
    /// let json: RawJson = r#"{"error": {"codes": ["E1", 7.50]}}"#.parse()?;
    /// assert_eq!(json.pointer("/error/codes/1"), Some("7.50"));
    /// assert_eq!(json.pointer("/error/codes/2"), None);
    /// # Ok::<(), errtax_core::InvalidValue>(())
    /// ```
    #[must_use]
    pub fn pointer(&self, pointer: &str) -> Option<&str> {
        json::pointed(&self.0, pointer)
    }

    /// The text at a JSON pointer, escapes resolved; none where it is no string.
    #[must_use]
    pub fn text(&self, pointer: &str) -> Option<String> {
        json::text(self.pointer(pointer)?)
    }

    /// The same with `"[redacted]"` in place of what these JSON pointers point to, and not a byte changed elsewhere; none
    /// where it cannot be told what they point to, because an object has two members of one name.
    ///
    /// ```
    /// # use errtax_core::RawJson;
    /// let json: RawJson = r#"{"user": {"token": "hunter2"}, "n": 1.0}"#.parse()?;
    /// let redacted = json.redacted(&["/user/token", "/not/there"]);
    /// assert_eq!(redacted.unwrap().as_str(), r#"{"user": {"token": "[redacted]"}, "n": 1.0}"#);
    /// # Ok::<(), errtax_core::InvalidValue>(())
    /// ```
    #[must_use]
    pub fn redacted(&self, pointers: &[&str]) -> Option<Self> {
        if !json::is_unambiguous(&self.0) {
            return None;
        }
        let mut text: String = self.0.as_ref().into();
        for pointer in pointers {
            let Some(found) = json::pointed(&text, pointer) else {
                continue;
            };
            // The value is a part of the text, so the distance of the two is its place.
            let start = found.as_ptr() as usize - text.as_ptr() as usize;
            let end = start + found.len();
            text.replace_range(start..end, "\"[redacted]\"");
        }
        Some(Self::trusted(text))
    }

    /// For text that is known to be one JSON value.
    pub(crate) fn trusted(text: impl Into<Cow<'static, str>>) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for RawJson {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Self, InvalidValue> {
        let text = text.trim_matches([' ', '\t', '\n', '\r']);
        match json::validate(text) {
            Ok(()) => Ok(Self(Cow::Owned(text.into()))),
            Err(_) => Err(InvalidValue {
                expected: "one JSON value",
            }),
        }
    }
}
