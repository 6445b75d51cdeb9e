//! What can be known of a failure.

use std::error::Error;
use std::io::ErrorKind;
#[cfg(feature = "causes")]
use std::time::{Duration, SystemTime};

/// How far a call had come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Before anything of the call was sent: the name was looked up, a connection made, a session of TLS begun, or one
    /// taken from a pool.
    Connect,
    /// Something of the call was sent.
    InFlight,
    /// Not known.
    #[default]
    Unknown,
}

impl Phase {
    /// For [`Because`](super::Because): "io ConnectionReset while connecting".
    pub(super) const fn as_doing(self) -> &'static str {
        match self {
            Self::Connect => "connecting",
            Self::InFlight | Self::Unknown => "",
        }
    }
}

/// What is known of a failure. [`classify`](super::classify) says what it means.
///
/// All but [`Evidence::Error`] and [`Evidence::Io`] are there with the feature `causes`.
///
/// Servers rarely build one by hand other than [`Evidence::Error`], which finds the rest in the chain of causes. The
/// others are for those who hold a code or a message alone.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Evidence<'a> {
    /// A Rust error, with its causes.
    Error(&'a (dyn Error + 'static)),
    /// An I/O error.
    Io {
        /// Its kind.
        kind: ErrorKind,
        /// The number that the operating system gave it.
        os: Option<i32>,
        /// How far the call had come.
        phase: Phase,
    },
    /// A SQLSTATE of PostgreSQL, or of what speaks its protocol.
    #[cfg(feature = "causes")]
    SqlState {
        /// Five digits or capital letters.
        code: &'a str,
        /// The message, for the codes that stand for more than one thing; else empty.
        message: &'a str,
    },
    /// An error of MySQL or MariaDB: of the server (1000 and up) or of its client library (2000 and up).
    #[cfg(feature = "causes")]
    MySql {
        /// Its number.
        number: i64,
        /// Its message, or empty.
        message: &'a str,
    },
    /// An error of SQL Server or Azure SQL.
    #[cfg(feature = "causes")]
    SqlServer {
        /// Its number.
        number: i64,
        /// Its message, or empty.
        message: &'a str,
    },
    /// An error of Oracle Database: 60 for ORA-00060.
    #[cfg(feature = "causes")]
    Oracle {
        /// Its number.
        number: i64,
        /// Its message, or empty.
        message: &'a str,
    },
    /// A result code of SQLite, extended where there is one.
    #[cfg(feature = "causes")]
    Sqlite {
        /// Its number.
        code: i64,
        /// Its message, or empty.
        message: &'a str,
    },
    /// An error of MongoDB.
    #[cfg(feature = "causes")]
    Mongo {
        /// Its number, where there is one.
        code: Option<i64>,
        /// The labels that the server or the driver put on it.
        labels: &'a [&'a str],
        /// Its message, or empty.
        message: &'a str,
    },
    /// An error reply of Redis, which begins with its code: `LOADING Redis is loading the dataset in memory`.
    #[cfg(feature = "causes")]
    Redis {
        /// The reply, without the `-` of the protocol.
        message: &'a str,
    },
    /// An error of a Kafka client.
    #[cfg(feature = "causes")]
    Kafka {
        /// The name of the error or of the exception, package aside: `NotEnoughReplicasException`, `NOT_ENOUGH_REPLICAS`.
        name: &'a str,
        /// Its message, or empty.
        message: &'a str,
    },
    /// An answer over HTTP.
    #[cfg(feature = "causes")]
    Http(Http<'a>),
    /// A gRPC status.
    #[cfg(feature = "causes")]
    Grpc {
        /// Its code, 0 to 16.
        code: i32,
        /// Its message, or empty.
        message: &'a str,
        /// The delay of a `google.rpc.RetryInfo`, where there is one.
        retry_after: Option<Duration>,
    },
    /// A message, and nothing else.
    #[cfg(feature = "causes")]
    Text(&'a str),
    /// The messages of a chain of causes, outermost first.
    #[cfg(feature = "causes")]
    Texts(&'a [&'a str]),
}

#[cfg(feature = "causes")]
impl<'a> Evidence<'a> {
    /// A SQLSTATE with its message.
    #[must_use]
    pub const fn sql_state(code: &'a str, message: &'a str) -> Self {
        Self::SqlState { code, message }
    }

    /// An HTTP status without headers and body.
    #[must_use]
    pub const fn status(status: u16) -> Self {
        Self::Http(Http {
            status,
            headers: &[],
            body: "",
            now: None,
        })
    }
}

/// An answer over HTTP that is a failure.
#[cfg(feature = "causes")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Http<'a> {
    /// The status.
    pub status: u16,
    /// Names and values of the headers, in any case and order.
    pub headers: &'a [(&'a str, &'a str)],
    /// The body, as far as it was read.
    pub body: &'a str,
    /// The time that it is, for headers that name a time. Without it they are not read.
    pub now: Option<SystemTime>,
}
