//! The evidence that decided, for people: `SQLSTATE 40001`.

use std::fmt;
use std::io::ErrorKind;

/// The evidence that decided a verdict. It says so in a few words, and costs nothing until it does.
///
/// ```
/// use errtax::Effect;
/// use errtax::causes::{Evidence, classify};
///
/// let verdict = classify(&Evidence::sql_state("40001", "could not serialize access"), Effect::Write);
/// assert_eq!(verdict.because.to_string(), "SQLSTATE 40001");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Because(Kind);

#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "causes"),
    allow(dead_code, reason = "most evidence comes with a feature")
)]
enum Kind {
    Nothing,
    SqlState([u8; 5], &'static str),
    Number(&'static str, i64),
    Oracle(u32),
    Http(u16, &'static str, &'static str),
    Grpc(i32, &'static str),
    Io(ErrorKind, &'static str),
    Os(i32, &'static str),
    Named(&'static str, &'static str),
    Phrase(&'static str),
}

#[cfg_attr(
    not(feature = "causes"),
    allow(dead_code, reason = "most evidence comes with a feature")
)]
impl Because {
    /// Nothing is known.
    pub const NOTHING: Self = Self(Kind::Nothing);

    /// Whether nothing is known.
    #[must_use]
    pub const fn is_nothing(&self) -> bool {
        matches!(self.0, Kind::Nothing)
    }

    /// A SQLSTATE, and what of the message told it apart, if anything.
    pub(super) const fn sql_state(code: [u8; 5], with: &'static str) -> Self {
        Self(Kind::SqlState(code, with))
    }

    /// The number of a system that numbers its errors: `MySQL 1213`.
    pub(super) const fn number(system: &'static str, number: i64) -> Self {
        Self(Kind::Number(system, number))
    }

    /// The number of an error of Oracle: `ORA-00060`.
    pub(super) const fn oracle(number: u32) -> Self {
        Self(Kind::Oracle(number))
    }

    /// An HTTP status, and what came with it: a header (`with` "Retry-After"), or a code in the body (`with` "code", which
    /// `name` names).
    pub(super) const fn http(status: u16, with: &'static str, name: &'static str) -> Self {
        Self(Kind::Http(status, with, name))
    }

    /// A gRPC code, and what came with it.
    pub(super) const fn grpc(code: i32, with: &'static str) -> Self {
        Self(Kind::Grpc(code, with))
    }

    /// A kind of `std::io`, and in which phase it came.
    pub(super) const fn io(kind: ErrorKind, phase: &'static str) -> Self {
        Self(Kind::Io(kind, phase))
    }

    /// An error number of the operating system, and in which phase it came.
    pub(super) const fn os(number: i32, phase: &'static str) -> Self {
        Self(Kind::Os(number, phase))
    }

    /// What a system calls it: `Redis LOADING`, `tokio: the time limit ran out`.
    pub(super) const fn named(system: &'static str, name: &'static str) -> Self {
        Self(Kind::Named(system, name))
    }

    /// A phrase of a message.
    pub(super) const fn phrase(phrase: &'static str) -> Self {
        Self(Kind::Phrase(phrase))
    }

    /// Whether it is a SQLSTATE of this class.
    pub(super) fn is_sql_class(&self, class: &[u8]) -> bool {
        matches!(&self.0, Kind::SqlState(code, _) if code.starts_with(class))
    }

    /// Whether it is an HTTP status, one of these.
    pub(super) fn is_status(&self, statuses: &[u16]) -> bool {
        matches!(self.0, Kind::Http(status, ..) if statuses.contains(&status))
    }

    /// Whether nothing but the words of a message said so.
    #[must_use]
    pub const fn is_text(&self) -> bool {
        matches!(self.0, Kind::Phrase(_))
    }
}

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Nothing => f.write_str("nothing that is known"),
            Kind::SqlState(code, with) => {
                f.write_str("SQLSTATE ")?;
                for byte in code {
                    write!(f, "{}", char::from(byte))?;
                }
                and(f, with)
            }
            Kind::Number(system, number) => write!(f, "{system} {number}"),
            Kind::Oracle(number) => write!(f, "ORA-{number:05}"),
            Kind::Http(status, with, name) => {
                write!(f, "HTTP {status}")?;
                and(f, with)?;
                if name.is_empty() { Ok(()) } else { write!(f, " {name}") }
            }
            Kind::Grpc(code, with) => {
                write!(f, "gRPC {code}")?;
                and(f, with)
            }
            Kind::Io(kind, phase) => {
                write!(f, "io {kind:?}")?;
                within(f, phase)
            }
            Kind::Os(number, phase) => {
                write!(f, "os error {number}")?;
                within(f, phase)
            }
            Kind::Named(system, name) => write!(f, "{system}{}{name}", if name.is_empty() { "" } else { " " }),
            Kind::Phrase(phrase) => write!(f, "the message says “{phrase}”"),
        }
    }
}

fn and(f: &mut fmt::Formatter<'_>, with: &str) -> fmt::Result {
    if with.is_empty() {
        Ok(())
    } else {
        write!(f, " with {with}")
    }
}

fn within(f: &mut fmt::Formatter<'_>, phase: &str) -> fmt::Result {
    if phase.is_empty() {
        Ok(())
    } else {
        write!(f, " while {phase}")
    }
}

impl fmt::Debug for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}
