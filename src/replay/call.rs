//! Which piece of work a call is.

use std::fmt;

use serde_core::Serialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::canonical::canonical;
use super::refused::Refused;
use crate::context::Context;

/// Where the record of a call is kept: tenant, tool and key together. The same key of another tenant, or for another
/// tool, is another piece of work.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    /// Whose key it is: the tenant, the account, or `""` where there is only one.
    pub scope: String,
    /// The tool.
    pub tool: String,
    /// The key, as it came. Never empty.
    pub key: String,
}

/// What a call asks for: the SHA-256 of its arguments as [canonical](super::canonical) JSON, without the key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// The fingerprint of these arguments.
    #[must_use]
    pub fn of(arguments: &Value) -> Self {
        Self(Sha256::digest(canonical(arguments)).into())
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
        }
        Some(Self(bytes))
    }
}

/// 64 hexadecimal digits.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

/// One call of a tool, as [`Replay`](super::Replay) sees it.
///
/// A call without a key (absent, `null` or `""`) is carried out each time it comes, and nothing is kept of it.
#[derive(Clone, Debug)]
pub struct Call {
    pub(super) slot: Option<Slot>,
    pub(super) fingerprint: Fingerprint,
}

impl Call {
    /// The call that is being served: tool and key argument are those of the current [`Context`], so of `[tools]` in the
    /// registry. A tool without a `dedupe_key` has no key.
    ///
    /// The context belongs to the thread. Make this before the work moves to another one.
    ///
    /// # Errors
    ///
    /// When no tool is known here: without one, a call whose key the agent trusts in would be carried out twice and nobody
    /// would notice. And when the arguments are nothing that JSON can say.
    pub fn current(scope: &str, arguments: &(impl Serialize + ?Sized)) -> Result<Self, Refused> {
        match Context::current().tool() {
            Some(tool) => Self::new(scope, tool.name, tool.dedupe_key, arguments),
            None => Err(Refused::no_tool()),
        }
    }

    /// A call whose key is one of its arguments.
    ///
    /// ```
    /// use errtax::replay::Call;
    /// use serde_json::json;
    ///
    /// let keyed = Call::new("tenant 7", "pay", "request_id", &json!({"amount": 5, "request_id": "r-1"}))?;
    /// assert!(keyed.has_key());
    /// let keyless = Call::new("tenant 7", "pay", "request_id", &json!({"amount": 5, "request_id": null}))?;
    /// assert!(!keyless.has_key());
    /// # Ok::<(), errtax::replay::Refused>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the arguments are nothing that JSON can say.
    pub fn new(
        scope: &str,
        tool: &str,
        key_argument: &str,
        arguments: &(impl Serialize + ?Sized),
    ) -> Result<Self, Refused> {
        let mut arguments = serde_json::to_value(arguments).map_err(Refused::arguments)?;
        let key = match arguments
            .as_object_mut()
            .and_then(|members| members.remove(key_argument))
        {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(key)) => key,
            // A number, say. It is a key all the same, and the text of it is the same each time.
            Some(other) => canonical(&other),
        };
        Ok(Self::with_key(scope, tool, &key, &arguments))
    }

    /// A call whose key came beside its arguments, in a header or in `_meta`.
    #[must_use]
    pub fn with_key(scope: &str, tool: &str, key: &str, arguments: &Value) -> Self {
        let slot = Slot {
            scope: scope.to_owned(),
            tool: tool.to_owned(),
            key: key.to_owned(),
        };
        Self {
            slot: Some(slot).filter(|slot| !slot.key.is_empty()),
            fingerprint: Fingerprint::of(arguments),
        }
    }

    /// Whether there is a key.
    #[must_use]
    pub fn has_key(&self) -> bool {
        self.slot.is_some()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
mod tests {
    use serde_json::json;

    use super::*;

    fn call(arguments: &Value) -> Call {
        Call::new("t", "pay", "key", arguments).unwrap()
    }

    #[test]
    fn absent_null_and_empty_are_no_key() {
        for arguments in [json!({}), json!({"key": null}), json!({"key": ""})] {
            assert!(!call(&arguments).has_key(), "{arguments}");
        }
        for arguments in [json!({"key": " "}), json!({"key": 0}), json!({"key": false})] {
            assert!(call(&arguments).has_key(), "{arguments}");
        }
        assert!(!Call::new("t", "pay", "", &json!({"a": "b"})).unwrap().has_key());
    }

    #[test]
    fn the_key_is_no_part_of_what_is_asked_for_and_null_is_not_absent() {
        let one = call(&json!({"a": 1, "b": 2.0, "key": "x"})).fingerprint;
        assert_eq!(one, call(&json!({"b": 2, "key": "y", "a": 1})).fingerprint);
        assert_ne!(one, call(&json!({"a": 1, "b": "2"})).fingerprint);
        assert_ne!(call(&json!({"a": null})).fingerprint, call(&json!({})).fingerprint);
    }

    #[test]
    fn a_fingerprint_is_the_sha_256_of_the_canonical_text() {
        let print = Fingerprint::of(&json!({}));
        // What sha256sum says of `{}`.
        let text = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
        assert_eq!(print.to_string(), text);
        assert_eq!(Fingerprint::parse(text), Some(print));
        assert_eq!(Fingerprint::parse("44"), None);
    }
}
