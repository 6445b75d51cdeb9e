//! The dates of HTTP (RFC 9110, 5.6.7), in the three forms that a recipient has to read.
//!
//! The crate `httpdate` does the same and writes them too; every user compiles this one, for the sake of one header.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`. The name of the day says
/// nothing that the rest does not, and is not looked at.
pub(crate) fn parse(text: &str) -> Option<SystemTime> {
    if text.len() > 40 || !text.is_ascii() {
        return None;
    }
    let mut words = text.split_ascii_whitespace();
    let day_name = words.next()?;
    let (day, month, year, time) = if day_name.ends_with(',') {
        let word = words.next()?;
        let (day, month, year) = match word.split_once('-') {
            Some((day, rest)) => {
                let (month, year) = rest.split_once('-')?;
                (day, month, full_year(year)?)
            }
            None => (word, words.next()?, number(words.next()?, 4)?),
        };
        let time = words.next()?;
        if words.next()? != "GMT" {
            return None;
        }
        (day, month, year, time)
    } else {
        let (month, day, time) = (words.next()?, words.next()?, words.next()?);
        (day, month, number(words.next()?, 4)?, time)
    };
    if words.next().is_some() {
        return None;
    }
    let month = u64::try_from(MONTHS.iter().position(|known| *known == month)?).ok()? + 1;
    let mut parts = time.split(':');
    let (hour, minute, second) = (
        number(parts.next()?, 2)?,
        number(parts.next()?, 2)?,
        number(parts.next()?, 2)?,
    );
    let day = number(day, 2)?;
    // 60 is a leap second.
    if parts.next().is_some()
        || hour > 23
        || minute > 59
        || second > 60
        || day == 0
        || day > days_of(year, month)
        || year < 1970
    {
        return None;
    }
    let seconds = days_before(year, month) + day - 1;
    let seconds = seconds * 86_400 + hour * 3_600 + minute * 60 + second;
    UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}

/// At most this many digits, and nothing else.
fn number(text: &str, digits: usize) -> Option<u64> {
    let is_number = !text.is_empty() && text.len() <= digits && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// RFC 850 has two digits of it.
fn full_year(text: &str) -> Option<u64> {
    let year = number(text, 4)?;
    Some(match (text.len(), year) {
        (2, 70..) => 1_900 + year,
        (2, _) => 2_000 + year,
        _ => year,
    })
}

const fn is_leap(year: u64) -> bool {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
}

const fn days_of(year: u64, month: u64) -> u64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The days from 1970 to the first of this month.
fn days_before(year: u64, month: u64) -> u64 {
    let past = year - 1;
    let leap_days = past / 4 - past / 100 + past / 400 - 477;
    let of_year: u64 = (1..month).map(|month| days_of(year, month)).sum();
    (year - 1970) * 365 + leap_days + of_year
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use proptest::prelude::*;

    use super::parse;

    #[test]
    fn the_three_forms_of_one_second_are_that_second() {
        let second = UNIX_EPOCH + Duration::from_secs(784_111_777);
        for text in [
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
        ] {
            assert_eq!(parse(text), Some(second), "{text}");
        }
        for text in [
            "Sun, 31 Feb 2024 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 1969 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 GMT x",
            "06 Nov 1994",
            "",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_date_that_is_written_reads_back(seconds in 0_u64..253_402_300_800) {
            // Howard Hinnant, civil_from_days: another way round than the one above.
            let days = i64::try_from(seconds / 86_400).unwrap() + 719_468;
            let era = days / 146_097;
            let of_era = days - era * 146_097;
            let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
            let of_year = of_era - (365 * year + year / 4 - year / 100);
            let shifted = (5 * of_year + 2) / 153;
            let day = of_year - (153 * shifted + 2) / 5 + 1;
            let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
            let year = year + era * 400 + i64::from(month <= 2);
            let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
            let month = super::MONTHS[usize::try_from(month - 1).unwrap()];
            let text = format!("Mon, {day:02} {month} {year} {hour:02}:{minute:02}:{second:02} GMT");
            prop_assert_eq!(parse(&text), Some(UNIX_EPOCH + Duration::from_secs(seconds)));
        }

        #[test]
        fn nothing_brings_it_down(text in ".{0,50}") {
            let _ = parse(&text);
        }
    }
}
