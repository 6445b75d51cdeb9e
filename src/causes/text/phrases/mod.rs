//! The phrases that mean something, and what each means.
//!
//! Only whole phrases count, never single words that a name or a sentence may hold ("timeout", "connection"). Names that
//! nothing else bears (`ECONNRESET`, `SSLCertVerificationError`) are phrases of one word.
//!
//! A phrase is in small letters with single spaces, a hyphen inside a word being one too. `#` stands for a number, `*` for
//! one word or for what was quoted, `$` for the end of the message.

mod broken;
mod codes;
mod input;
mod limits;
mod not_sent;
mod places;
mod refused;
mod under_way;

use crate::causes::proof::Fact;

/// What a phrase means.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    /// It proves this.
    Proves(Weight, Fact),
    /// What comes after it happened before anything was sent.
    Connecting,
    /// What comes after it happened when something had been sent.
    Sent,
    /// Something was done before it failed, or an earlier attempt came to an end that is not told.
    Doubt,
    /// A code follows, or is what the phrase ends with.
    Reads(Code),
    /// What comes after it is the cause of what came before.
    Inner,
}

/// How much a phrase counts against others of the same message; what counts more is further down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weight {
    /// It says where something went wrong and little of what.
    Faint,
    /// It says that it may go better another time, in words that leave open whether anything was sent.
    Loose,
    /// It says that it may go better another time.
    Passing,
    /// It says that something is wrong with what was asked. One such word outweighs all that may pass.
    Veto,
    /// It says what is wrong, or that somebody called it off.
    Certain,
}

/// A code in the text of a message, and how it is written there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// `SQLSTATE 40001`, `SQLSTATE[HY000] [2002]`.
    SqlState,
    /// `(os error 111)`, `[Errno 111]`: numbers of an operating system that need not be this one.
    Os,
    /// `ORA-00060`.
    Oracle,
    /// `ERROR 1213 (40001)`.
    MySql,
    /// `Msg 1205, Level 13`.
    SqlServer,
    /// `SQLITE_BUSY`.
    Sqlite,
    /// `code = Unavailable`, `StatusCode.UNAVAILABLE`.
    Grpc,
    /// `HTTP 503`.
    Http,
    /// `org.apache.kafka.common.errors.TimeoutException`.
    Kafka,
    /// `curl: (7)`.
    Curl,
    /// `An error occurred (ThrottlingException) when calling`.
    Vendor,
}

/// Every phrase, with what it means.
pub(super) fn all() -> impl Iterator<Item = (&'static str, Meaning)> {
    let files = [
        codes::PHRASES,
        not_sent::PHRASES,
        under_way::PHRASES,
        limits::PHRASES,
        refused::PHRASES,
        input::PHRASES,
        broken::PHRASES,
        places::PHRASES,
    ];
    files.into_iter().flatten().flat_map(|(meaning, phrases)| {
        let phrases = phrases.lines().filter(|phrase| !phrase.is_empty());
        phrases.map(|phrase| (phrase, *meaning))
    })
}
