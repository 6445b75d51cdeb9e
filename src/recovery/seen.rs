//! What came back from a call, as data.

use std::borrow::Cow;
use std::error::Error;
use std::time::Duration;

use errtax_core::{Action, Class, Executed};

use super::tool::Tool;
use super::value::Value;
use super::waits::{LONGEST, Waits};
use crate::causes::{Proof, prove_by_types};

/// What came back from a call, or did not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply<'a> {
    /// The tool succeeded, as far as it says.
    Success(Success),
    /// Anything else.
    Failure(Seen<'a>),
}

impl Reply<'_> {
    /// A plain success.
    pub const OK: Reply<'static> = Reply::Success(Success::PLAIN);
}

impl<'a> From<Seen<'a>> for Reply<'a> {
    fn from(seen: Seen<'a>) -> Self {
        Self::Failure(seen)
    }
}

impl From<Success> for Reply<'_> {
    fn from(success: Success) -> Self {
        Self::Success(success)
    }
}

/// What a tool that succeeds says beside that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Success {
    /// It had carried out the call before.
    pub duplicate: bool,
    /// Only some of it was carried out.
    pub partial: bool,
    /// It took the call on, and nobody knows yet what comes of it: 202, "queued".
    pub weak: bool,
    /// Whether what was waited for has changed, where it says so.
    pub changed: Option<bool>,
    /// The state that it shows, where it shows one.
    pub state: Option<State>,
}

impl Success {
    /// Nothing beside the success.
    pub const PLAIN: Self = Self {
        duplicate: false,
        partial: false,
        weak: false,
        changed: None,
        state: None,
    };

    /// Reads the result of a tool: its members `duplicate`, `partial`, `queued`, `changed` and `state`. A text that is no JSON object says
    /// nothing, and of a tool that is [`poll`](Tool::poll)ed the whole result is the state where it has no `state`.
    #[must_use]
    pub fn json(tool: &Tool, text: &str) -> Self {
        let mut success = Self::PLAIN;
        for (name, value) in errtax_core::__json::members(text).unwrap_or_default() {
            match &*name {
                "duplicate" => success.duplicate = value == "true",
                "partial" => success.partial = value == "true",
                "queued" => success.weak = value == "true",
                "changed" => success.changed = value.parse().ok(),
                "state" if value != "null" => success.state = Some(State::json(tool, value)),
                _ => {}
            }
        }
        if tool.poll && success.state.is_none() {
            success.state = Some(State::json(tool, text));
        }
        success
    }
}

/// A state that a read or a result shows, as far as it can be compared with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(pub(super) u32);

impl State {
    /// By its JSON text, without the members that the tool lists in `state_ignore`, wherever they stand.
    #[must_use]
    pub fn json(tool: &Tool, text: &str) -> Self {
        let value = Value::json_without(text, &|name| {
            tool.state_ignore.iter().any(|ignored| name == Value::string(ignored))
        });
        Self::from(value)
    }
}

impl From<Value> for State {
    fn from(value: Value) -> Self {
        Self((value.0 ^ (value.0 >> 32)) as u32)
    }
}

/// A failure, as far as recovery has to know it: what [`Reader`](super::Reader) makes of whatever came over the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen<'a> {
    /// What kind of failure it is, whoever called. A lost answer is `transient`, also of a write; what is in no list is
    /// `unknown_outcome`, also of a read.
    pub class: Class,
    /// What the server says to do, where it says so in errtax's words.
    pub action: Option<Action>,
    /// Whether the call took effect.
    pub executed: Executed,
    /// The code: the server's own, else `http_503`, `rpc_-32602`, `transport_timeout`; empty where there is none.
    pub code: Cow<'a, str>,
    /// How long the other side wants to be left alone.
    pub wait: Option<Duration>,
}

impl<'a> Seen<'a> {
    /// A failure of which nothing is known: a read may be made again, a write is in doubt.
    pub const UNLISTED: Seen<'static> = Seen::new(Class::UnknownOutcome, Executed::Unknown, Cow::Borrowed(""));

    /// A failure of this class.
    #[must_use]
    pub const fn new(class: Class, executed: Executed, code: Cow<'a, str>) -> Self {
        Self {
            class,
            action: None,
            executed,
            code,
            wait: None,
        }
    }

    /// What a transport saw.
    #[must_use]
    pub fn transport(transport: Transport) -> Seen<'static> {
        let executed = if transport.was_sent() {
            Executed::Unknown
        } else {
            Executed::No
        };
        Seen::new(Class::Transient, executed, Cow::Borrowed(transport.code()))
    }

    /// The same, with a code of its own.
    #[must_use]
    pub fn into_owned(self) -> Seen<'static> {
        Seen {
            code: Cow::Owned(self.code.into_owned()),
            class: self.class,
            action: self.action,
            executed: self.executed,
            wait: self.wait,
        }
    }

    /// The same with a wait that was asked for. Zero is no wait.
    #[must_use]
    pub fn after(mut self, wait: Option<Duration>) -> Self {
        let mut waits = Waits::default();
        waits.add(wait);
        waits.add(self.wait);
        self.wait = waits.longest();
        self
    }

    /// At most the longest wait that the ledger holds.
    pub(super) fn given(&self) -> Option<Duration> {
        self.wait.filter(|wait| !wait.is_zero()).map(|wait| wait.min(LONGEST))
    }
}

impl Seen<'static> {
    /// What a Rust error proves, by its types and codes: [`causes`](crate::causes) knows those of the crates whose features are on.
    /// Words of a message prove nothing here, because a write would be sent again on their account.
    ///
    /// ```
    /// use std::io;
    ///
    /// use errtax::Executed;
    /// use errtax::recovery::Seen;
    ///
    /// let refused = Seen::of(&io::Error::from(io::ErrorKind::ConnectionRefused));
    /// assert_eq!(refused.executed, Executed::No);
    /// assert_eq!(Seen::of(&io::Error::other("connection refused")), Seen::UNLISTED);
    /// ```
    #[must_use]
    pub fn of(error: &(dyn Error + 'static)) -> Self {
        Self::from(&prove_by_types(error))
    }
}

/// What a cause proves, for failures that reached nobody's server or came as a Rust error.
impl From<&Proof> for Seen<'static> {
    fn from(proof: &Proof) -> Self {
        let fact = proof.fact;
        let class = match (proof.is_known(), fact.class) {
            (false, _) => Class::UnknownOutcome,
            // A quota of a day, a full disk: waiting does not bring it within a task.
            (true, Class::Transient | Class::RateLimit) if fact.is_final() => Class::Internal,
            (true, class) => class,
        };
        let code = if proof.is_known() {
            proof.because.to_string()
        } else {
            String::new()
        };
        Seen::new(class, fact.executed, Cow::Owned(code)).after(proof.retry_after)
    }
}

/// How a transport failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Transport {
    /// It was sent, and no answer came in time.
    Timeout,
    /// It was sent, and the connection was cut.
    Reset,
    /// The connection was refused, so nothing was sent.
    Refused,
    /// The name was not found, so nothing was sent.
    Dns,
    /// No session of TLS came about, so nothing was sent.
    Tls,
    /// Anything else by which nothing was sent.
    NotSent,
}

impl Transport {
    /// Every value.
    pub const ALL: &'static [Self] = &[
        Self::Timeout,
        Self::Reset,
        Self::Refused,
        Self::Dns,
        Self::Tls,
        Self::NotSent,
    ];

    /// Whether the server may have got it.
    #[must_use]
    pub const fn was_sent(self) -> bool {
        matches!(self, Self::Timeout | Self::Reset)
    }

    /// Its code in ledger and report.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Timeout => "transport_timeout",
            Self::Reset => "transport_reset",
            Self::Refused => "transport_refused",
            Self::Dns => "transport_dns",
            Self::Tls => "transport_tls",
            Self::NotSent => "transport_not_sent",
        }
    }
}

/// What a read says of the write that it looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe<'a> {
    /// It is there.
    Landed,
    /// It is clearly not there.
    NotLanded,
    /// It cannot be told. Anything but a clear answer is this.
    Unclear,
    /// Of a batch: which of its items are there, in their order. What the list does not reach cannot be told.
    Items(&'a [bool]),
}
