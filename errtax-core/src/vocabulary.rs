//! The closed sets of words that every code is described with.
//!
//! Each set is written once, here. The registry compiler, the wire, the JSON Schema and the documentation read it from
//! these types.

use core::fmt;
use core::str::FromStr;

/// Defines one closed vocabulary: the enum, its words, and the conversions between them.
macro_rules! vocabulary {
    (
        $(#[$meta:meta])*
        $name:ident {
            $( $(#[doc = $doc:literal])+ $variant:ident = $word:literal, )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $( $(#[doc = $doc])+ $variant, )+
        }

        impl $name {
            /// Every value, in the order in which the documentation lists them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word that stands in `registry.toml` and on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// What the word means, in a sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),+).trim_ascii()),+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = UnknownWord;

            fn from_str(word: &str) -> Result<Self, UnknownWord> {
                match word {
                    $($word => Ok(Self::$variant),)+
                    _ => Err(UnknownWord { set: stringify!($name) }),
                }
            }
        }

        #[cfg(feature = "serde")]
        impl serde_core::Serialize for $name {
            fn serialize<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde_core::Deserialize<'de> for $name {
            fn deserialize<D: serde_core::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = <alloc::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                word.parse().map_err(|_| {
                    serde_core::de::Error::unknown_variant(&word, &[$($word),+])
                })
            }
        }
    };
}

/// A word that belongs to none of the values of a vocabulary.
///
/// Returned by the `FromStr` of [`Class`], [`Action`], [`Executed`], [`Effect`], [`Status`] and [`Role`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    set: &'static str,
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a word of the vocabulary `{}`", self.set)
    }
}

impl core::error::Error for UnknownWord {}

vocabulary! {
    /// What kind of failure a code is.
    ///
    /// ```
    /// use errtax_core::Class;
    /// assert_eq!("rate_limit".parse(), Ok(Class::RateLimit));
    /// assert_eq!(Class::NotFound.as_str(), "not_found");
    /// ```
    Class {
        /// This attempt was lost; the same call may succeed.
        Transient = "transient",
        /// Refused for now; a wait is known or implied.
        RateLimit = "rate_limit",
        /// A write was sent and nobody knows whether it landed.
        UnknownOutcome = "unknown_outcome",
        /// The arguments are wrong.
        BadInput = "bad_input",
        /// Who is calling, or what they may do.
        Auth = "auth",
        /// The thing is not there, closed or gone.
        NotFound = "not_found",
        /// Someone else got there, or it is already done.
        Conflict = "conflict",
        /// The system is not in the state this call needs.
        Precondition = "precondition",
        /// Some of it landed.
        Partial = "partial",
        /// The caller or a person called it off.
        Cancelled = "cancelled",
        /// This is broken; repeating it will not help.
        Internal = "internal",
    }
}

vocabulary! {
    /// What the agent should do next.
    Action {
        /// Send the same call again after backoff, within limits.
        Retry = "retry",
        /// Wait as told (else back off), then send the same call again.
        Wait = "wait",
        /// Read the real state before any resend.
        Verify = "verify",
        /// Correct the arguments once; that is a new call.
        FixInput = "fix_input",
        /// Do the step that the hint names, then call again.
        FixState = "fix_state",
        /// Renew the credential or report.
        Reauthenticate = "reauthenticate",
        /// Hand over to a person; nothing the agent does can fix it.
        AskUser = "ask_user",
        /// One fresh read to see where things stand, then move on.
        ReadState = "read_state",
        /// Read back what landed, redo only the rest.
        RedoMissing = "redo_missing",
        /// Report; do not call again.
        Stop = "stop",
    }
}

impl Action {
    /// Whether this action means sending the same call again: true exactly for `retry` and `wait`.
    ///
    /// The registry states `retryable` all the same; the two must agree.
    #[must_use]
    pub const fn retryable(self) -> bool {
        matches!(self, Self::Retry | Self::Wait)
    }
}

impl Class {
    /// The actions that a code of this class may ask for.
    ///
    /// The first is the usual one.
    #[must_use]
    pub const fn actions(self) -> &'static [Action] {
        match self {
            Self::Transient => &[Action::Retry, Action::Wait],
            Self::RateLimit => &[Action::Wait],
            Self::UnknownOutcome => &[Action::Verify],
            Self::BadInput => &[Action::FixInput],
            Self::Auth => &[Action::Reauthenticate, Action::AskUser, Action::Stop],
            Self::NotFound | Self::Conflict => &[Action::ReadState],
            Self::Precondition => &[Action::FixState, Action::AskUser],
            Self::Partial => &[Action::RedoMissing],
            Self::Cancelled | Self::Internal => &[Action::Stop],
        }
    }

    /// What a code of this class may say about whether the call took effect.
    ///
    /// The first is the usual one.
    #[must_use]
    pub const fn executed(self) -> &'static [Executed] {
        match self {
            Self::Transient | Self::Cancelled | Self::Internal => &[Executed::No, Executed::Unknown],
            Self::UnknownOutcome => &[Executed::Unknown],
            Self::Partial => &[Executed::Partial],
            Self::RateLimit | Self::BadInput | Self::Auth | Self::NotFound | Self::Conflict | Self::Precondition => {
                &[Executed::No]
            }
        }
    }
}

vocabulary! {
    /// Whether *this* call took effect.
    Executed {
        /// It did not.
        No = "no",
        /// Nobody knows.
        Unknown = "unknown",
        /// Some of it did.
        Partial = "partial",
        /// It did.
        Yes = "yes",
    }
}

vocabulary! {
    /// What one call does to the world. It belongs to the call, not to the tool.
    Effect {
        /// It changes nothing.
        Read = "read",
        /// It writes, and the tool is declared idempotent: repeating it with the same arguments changes nothing more.
        IdempotentWrite = "idempotent_write",
        /// It writes under a key by which the server dedupes, and this call carries one.
        KeyedWrite = "keyed_write",
        /// It writes. What nothing is known about counts as this.
        Write = "write",
    }
}

impl Effect {
    /// Whether the same call, with the same arguments and key, may be repeated when nobody knows if it landed.
    #[must_use]
    pub const fn repeatable(self) -> bool {
        !matches!(self, Self::Write)
    }
}

vocabulary! {
    /// Whether a code has shipped.
    Status {
        /// It may still change or go.
        Draft = "draft",
        /// It has shipped: its meaning changes only on the record.
        Frozen = "frozen",
    }
}

vocabulary! {
    /// What the library itself must be able to say, whatever a registry calls it.
    Role {
        /// The arguments did not deserialize or validate.
        InvalidArguments = "invalid_arguments",
        /// The tool panicked.
        Panic = "panic",
        /// A failure about which nothing is known.
        Unknown = "unknown",
        /// An attempt was lost and provably did not execute.
        Transient = "transient",
        /// An attempt was lost and nobody knows whether it executed.
        Lost = "lost",
        /// Refused for now.
        RateLimited = "rate_limited",
        /// A write is in doubt.
        InDoubt = "in_doubt",
        /// The caller or a person called it off.
        Cancelled = "cancelled",
        /// The caller is not known.
        Unauthenticated = "unauthenticated",
        /// The caller is known and may not.
        Forbidden = "forbidden",
        /// The thing is not there.
        NotFound = "not_found",
        /// Someone else got there first.
        Conflict = "conflict",
    }
}

vocabulary! {
    /// The type of a detail, as `registry.toml` writes it (an enum has its own form there: `{ type = "enum", … }`).
    DetailType {
        /// Free text.
        String = "string",
        /// A whole number.
        Integer = "integer",
        /// A number. What is not finite becomes `null`.
        Number = "number",
        /// `true` or `false`.
        Boolean = "boolean",
        /// A calendar day, `YYYY-MM-DD` (RFC 3339 `full-date`).
        Date = "date",
        /// An instant with its offset (RFC 3339 `date-time`).
        Datetime = "datetime",
        /// A length of time in whole milliseconds.
        DurationMs = "duration_ms",
        /// An absolute URI (RFC 3986).
        Uri = "uri",
        /// Any JSON.
        Object = "object",
        /// A list of texts.
        StringList = "string[]",
        /// A list of whole numbers.
        IntegerList = "integer[]",
        /// One of the values that the registry lists.
        Enum = "enum",
    }
}

impl DetailType {
    /// What a value of it is, for "must be …" in a message.
    #[must_use]
    pub const fn described(self) -> &'static str {
        match self {
            Self::String => "a string",
            Self::Integer => "an integer",
            Self::Number => "a number",
            Self::Boolean => "a boolean",
            Self::Date => "a date",
            Self::Datetime => "a datetime",
            Self::DurationMs => "a duration",
            Self::Uri => "a URI",
            Self::Object => "an object",
            Self::StringList => "a list of strings",
            Self::IntegerList => "a list of integers",
            Self::Enum => "its enum in `codes::details`",
        }
    }
}
