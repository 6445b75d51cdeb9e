//! Canonical JSON (RFC 8785), so that two texts of the same arguments have one hash.

use std::fmt::Write as _;

use serde_json::{Number, Value};

/// The canonical text of a value: no spaces, members in the order of their names' UTF-16 code units, numbers as
/// ECMAScript prints them, strings with only the escapes that JSON demands.
///
/// RFC 8785 knows no numbers but doubles, and leaves whole numbers that a double cannot hold to strings. Arguments have
/// them all the same, as ids, and two ids must not become one: beyond 2^53 they keep all their digits.
///
/// ```
/// use errtax::replay::canonical;
///
/// let one = serde_json::json!({"b": [1.0, 1e3], "a": "é"});
/// assert_eq!(canonical(&one), r#"{"a":"é","b":[1,1000]}"#);
/// ```
#[must_use]
pub fn canonical(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => number_to(number, out),
        Value::String(text) => string(text, out),
        Value::Array(items) => {
            out.push('[');
            for (position, item) in items.iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            // Sorted here in any case: another crate may have switched on the feature that keeps the order of the text.
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
            out.push('{');
            for (position, (name, member)) in members.into_iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                string(name, out);
                out.push(':');
                write(member, out);
            }
            out.push('}');
        }
    }
}

fn string(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            control if control < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

fn number_to(number: &Number, out: &mut String) {
    let text = number.to_string();
    let digits = text.strip_prefix('-').unwrap_or(&text);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        // A whole number, in full. The only one with two texts is zero.
        out.push_str(if digits.bytes().all(|byte| byte == b'0') {
            "0"
        } else {
            &text
        });
        return;
    }
    match number.as_f64().filter(|double| double.is_finite()) {
        Some(double) => out.push_str(&ecmascript(double)),
        // Beyond all doubles: only a Number that keeps its text can hold it.
        None => out.push_str(&text),
    }
}

/// The fewest digits that mean a double, and its exponent of ten.
fn shortest(double: f64) -> (String, i32) {
    let parts = |text: &str| {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        (mantissa.to_owned(), exponent.parse().unwrap_or_default())
    };
    let found = format!("{double:e}");
    let (mantissa, exponent) = parts(&found);
    // Of two that are equally near, ECMAScript takes the even one and Rust the upper one. Rounding to as many digits
    // takes the even one too, unless that is no longer the same double.
    let rounded = format!("{double:.*e}", mantissa.len().saturating_sub(2));
    if rounded.parse() == Ok(double) {
        return parts(&rounded);
    }
    (mantissa, exponent)
}

/// A finite double as `Number::toString` of ECMAScript has it.
fn ecmascript(double: f64) -> String {
    if double == 0.0 {
        return "0".to_owned();
    }
    let (mantissa, exponent) = shortest(double.abs());
    let digits = mantissa.replace('.', "");
    // Where the point stands, counted from before the first digit.
    let point = exponent + 1;
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let sign = if double < 0.0 { "-" } else { "" };
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or_default());
    let split = |at: i32| digits.split_at(usize::try_from(at).unwrap_or_default().min(digits.len()));
    match point {
        _ if count <= point && point <= 21 => format!("{sign}{digits}{}", zeros(point - count)),
        1..=21 => {
            let (whole, fraction) = split(point);
            format!("{sign}{whole}.{fraction}")
        }
        -5..=0 => format!("{sign}0.{}{digits}", zeros(-point)),
        _ => {
            let (first, rest) = split(1);
            let dot = if rest.is_empty() { "" } else { "." };
            format!("{sign}{first}{dot}{rest}e{:+}", point - 1)
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// RFC 8785, appendix B, but for what is no number.
    #[test]
    fn numbers_print_as_appendix_b_of_the_rfc_has_them() {
        let samples = [
            (0x0000_0000_0000_0000, "0"),
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0xc340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"),
            (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
            (0x41b3_de43_5555_5555, "333333333.3333333"),
            (0x41b3_de43_5555_5556, "333333333.3333334"),
            (0x41b3_de43_5555_5557, "333333333.33333343"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ];
        for (bits, text) in samples {
            assert_eq!(canonical(&json!(f64::from_bits(bits))), text, "{bits:016x}");
        }
    }

    /// RFC 8785, section 3.2.2 with its result in 3.2.4.
    #[test]
    fn the_example_of_the_rfc_comes_out_as_the_rfc_has_it() {
        let input = r#"{
          "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
          "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
          "literals": [null, true, false]
        }"#;
        let output = "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],\
                      \"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}";
        assert_eq!(canonical(&serde_json::from_str(input).unwrap()), output);
    }

    /// RFC 8785, section 3.2.3: by UTF-16 code units, where an emoji comes before U+FB33.
    #[test]
    fn members_are_sorted_as_the_rfc_sorts_them() {
        let input = r#"{
          "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
          "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
        }"#;
        let sorted = canonical(&serde_json::from_str(input).unwrap());
        let order = ["Carriage Return", "One", "Control", "Latin", "Euro", "Emoji", "Hebrew"];
        let places: Vec<_> = order.iter().map(|name| sorted.find(name).unwrap()).collect();
        assert!(places.is_sorted(), "{sorted}");
    }

    #[test]
    fn whole_numbers_beyond_the_doubles_stay_apart() {
        for (one, other) in [
            ("9007199254740992", "9007199254740993"),
            ("18446744073709551615", "18446744073709551614"),
        ] {
            let text = |text: &str| canonical(&serde_json::from_str(text).unwrap());
            assert_eq!(text(one), one);
            assert_ne!(text(one), text(other));
        }
        assert_eq!(canonical(&json!([-0.0, 1.0, 100, -7])), "[0,1,100,-7]");
    }

    proptest! {
        #[test]
        fn it_takes_no_more_digits_than_it_must(double in prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL) {
            let digits = |text: &str| {
                let mantissa = text.split('e').next().unwrap_or_default();
                mantissa.bytes().filter(u8::is_ascii_digit).count()
            };
            let (mantissa, _) = shortest(double.abs());
            prop_assert_eq!(digits(&mantissa), digits(&format!("{:e}", double.abs())));
        }

        #[test]
        fn every_double_reads_back_as_itself(double in prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL) {
            prop_assert_eq!(canonical(&json!(double)).parse::<f64>(), Ok(double));
        }

        #[test]
        fn every_string_reads_back_as_itself(text in any::<String>()) {
            let back: String = serde_json::from_str(&canonical(&json!(text))).unwrap();
            prop_assert_eq!(back, text);
        }
    }
}
