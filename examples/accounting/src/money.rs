//! Amounts of money.

use std::fmt;
use std::iter::Sum;
use std::ops::AddAssign;

use errtax::{Detail, Out, kind};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// An amount in öre, the minor unit of the krona. Sums of doubles do not balance, so nothing inside is a double.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Amount(i64);

/// The most that one line may hold: a billion kronor. A sum of lines cannot overflow then.
const LARGEST: i64 = 100_000_000_000;

impl Amount {
    /// The amount of this many öre.
    #[must_use]
    pub const fn from_ore(ore: i64) -> Self {
        Self(ore)
    }

    /// The amount in öre.
    #[must_use]
    pub const fn ore(self) -> i64 {
        self.0
    }

    /// Whether it is below zero.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// The same without its sign.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.saturating_abs())
    }

    /// Reads a number of kronor, as JSON has it: the double that `12.1` means is read as 12 kronor and 10 öre.
    ///
    /// # Errors
    ///
    /// What is wrong with it, for an agent to read.
    pub fn from_kronor(kronor: f64) -> Result<Self, &'static str> {
        // The shortest text that means this double is the number as it was written.
        Self::parse(&kronor.to_string())
    }

    /// Reads a decimal text: `-1234.50`.
    ///
    /// # Errors
    ///
    /// What is wrong with it, for an agent to read.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let (kronor, ore) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if kronor.is_empty() || !all_digits(kronor) || !all_digits(ore) {
            return Err("is not a number of kronor");
        }
        if ore.len() > 2 {
            return Err("has more than two decimals");
        }
        let amount = format!("{kronor}{ore:0<2}").parse().ok().filter(|ore| *ore <= LARGEST);
        let amount: i64 = amount.ok_or("is more than one line may hold")?;
        Ok(Self(if negative { -amount } else { amount }))
    }
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.saturating_add(other.0);
    }
}

impl Sum for Amount {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::default(), |mut sum, amount| {
            sum += amount;
            sum
        })
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let ore = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:02}", ore / 100, ore % 100)
    }
}

/// In a result, an amount is a number of kronor, as in the arguments.
impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Exact up to `LARGEST`, and printed with at most two decimals.
        serializer.serialize_f64(self.0 as f64 / 100.0)
    }
}

impl JsonSchema for Amount {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "number", "description": "Kronor, with at most two decimals." })
    }
}

/// In the details of a failure, an amount is a number of öre. A type of your own fills a detail with one such impl.
impl Detail<kind::Integer> for Amount {
    fn write(&self, out: Out<'_, kind::Integer>) {
        out.integer(self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kronor_are_read_to_the_ore() {
        let cases = [
            (100.0, 10_000),
            (0.1, 10),
            (12.1, 1_210),
            (1.15, 115),
            (-5.0, -500),
            (0.0, 0),
        ];
        for (kronor, ore) in cases {
            assert_eq!(Amount::from_kronor(kronor), Ok(Amount(ore)), "{kronor}");
        }
    }

    #[test]
    fn what_is_not_an_amount_is_refused() {
        for text in [
            "",
            "-",
            "1,50",
            "1.234",
            "1e3",
            "NaN",
            "inf",
            "--1",
            "1.-5",
            "+1",
            "99999999999999999999",
        ] {
            assert!(Amount::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_amount_prints_as_it_is_read() {
        for text in ["0.05", "-0.50", "1234.00"] {
            assert_eq!(
                Amount::parse(text).map(|amount| amount.to_string()).as_deref(),
                Ok(text)
            );
        }
    }
}
