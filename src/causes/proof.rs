//! What a cause proves, and what follows for one call.

use std::time::Duration;

use errtax_core::{Class, Effect, Executed, Role};

use super::because::Because;

/// Whether the same call may do better another time, as far as the cause tells. Whether it *may* be repeated is another
/// matter: see [`Proof::verdict`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Again {
    /// It fails the same way.
    No,
    /// One more attempt makes sense, not more.
    Once,
    /// It may succeed, after backoff.
    Yes,
    /// It fails the same way for who reads. A write that the server dedupes may be sent again, to learn what came of the
    /// first.
    ToLearn,
    /// It may succeed, and who reads may try once more. A write is not sent again, whatever dedupes it.
    Reads,
}

/// What has to be done anew when a call is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The same call.
    Call,
    /// The statement that failed; its transaction goes on.
    Statement,
    /// The whole transaction, from its begin.
    Transaction,
    /// The commit alone: the body of the transaction must not be run again.
    CommitOnly,
    /// The call, over a new connection.
    NewConnection,
    /// The call, after the credential was renewed.
    AfterReauth,
}

impl Scope {
    /// Every value.
    pub const ALL: &'static [Self] = &[
        Self::Call,
        Self::Statement,
        Self::Transaction,
        Self::CommitOnly,
        Self::NewConnection,
        Self::AfterReauth,
    ];

    /// The word for it: `new_connection`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Statement => "statement",
            Self::Transaction => "transaction",
            Self::CommitOnly => "commit_only",
            Self::NewConnection => "new_connection",
            Self::AfterReauth => "after_reauth",
        }
    }
}

impl std::fmt::Display for Scope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

/// What one row of a table says, without the evidence that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What kind of failure it is, whoever called.
    pub class: Class,
    /// Whether the call took effect.
    pub executed: Executed,
    /// Whether the same call may do better another time.
    pub again: Again,
    /// What has to be done anew.
    pub scope: Scope,
}

impl Fact {
    const fn new(class: Class, executed: Executed, again: Again) -> Self {
        Self {
            class,
            executed,
            again,
            scope: Scope::Call,
        }
    }

    /// Nothing was carried out, and the same call may succeed.
    pub const NOT_SENT: Self = Self::new(Class::Transient, Executed::No, Again::Yes);
    /// It was under way, and nobody knows how far it came.
    pub const LOST: Self = Self::new(Class::Transient, Executed::Unknown, Again::Yes);
    /// Refused for now.
    pub const LIMITED: Self = Self::new(Class::RateLimit, Executed::No, Again::Yes);
    /// A limit that does not pass while a task runs: a day's quota, a bill.
    pub const EXHAUSTED: Self = Self::new(Class::RateLimit, Executed::No, Again::No);
    /// What it needs is not there, and waiting does not bring it: a full disk, a name that does not resolve.
    pub const UNAVAILABLE: Self = Self::new(Class::Transient, Executed::No, Again::No);
    /// The input is wrong, or the configuration.
    pub const BAD_INPUT: Self = Self::new(Class::BadInput, Executed::No, Again::No);
    /// Who is calling, or what they may do.
    pub const AUTH: Self = Self::new(Class::Auth, Executed::No, Again::No);
    /// The thing is not there.
    pub const NOT_FOUND: Self = Self::new(Class::NotFound, Executed::No, Again::No);
    /// Someone else got there first.
    pub const CONFLICT: Self = Self::new(Class::Conflict, Executed::No, Again::No);
    /// Called off; how far it had come is not known.
    pub const CANCELLED: Self = Self::new(Class::Cancelled, Executed::Unknown, Again::No);
    /// Broken, before anything was carried out.
    pub const BROKEN: Self = Self::new(Class::Internal, Executed::No, Again::No);
    /// Broken, and nobody knows how far it had come.
    pub const BROKEN_MIDWAY: Self = Self::new(Class::Internal, Executed::Unknown, Again::No);
    /// An answer came that cannot be read.
    pub const UNREADABLE: Self = Self::new(Class::Internal, Executed::Unknown, Again::ToLearn);
    /// Some of it took effect.
    pub const PARTLY: Self = Self::new(Class::Partial, Executed::Partial, Again::No);
    /// Nothing is known.
    pub const UNKNOWN: Self = Self::new(Class::Internal, Executed::Unknown, Again::No);

    /// The same, with what has to be done anew.
    #[must_use]
    pub const fn scoped(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self
    }

    /// The same, at most once more.
    #[must_use]
    pub const fn once(mut self) -> Self {
        self.again = Again::Once;
        self
    }

    /// The same, not to be repeated.
    #[must_use]
    pub const fn not_again(mut self) -> Self {
        self.again = Again::No;
        self
    }

    /// The same, with nothing carried out.
    #[must_use]
    pub const fn not_executed(mut self) -> Self {
        self.executed = Executed::No;
        self
    }

    /// The same, for who reads at most once more, and for nobody else.
    #[must_use]
    pub const fn only_reads(mut self) -> Self {
        self.again = Again::Reads;
        self
    }

    /// Whether repeating it cannot help anybody.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self.again, Again::No)
    }

    /// The same with the evidence for it.
    pub const fn because(self, because: Because) -> Proof {
        Proof {
            fact: self,
            retry_after: None,
            because,
        }
    }
}

/// What a cause proves, whatever the call was.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Proof {
    /// What is known.
    pub fact: Fact,
    /// How long the other side wants to be left alone, where it says so.
    pub retry_after: Option<Duration>,
    /// The evidence that decided.
    pub because: Because,
}

impl Proof {
    /// Nothing is known, so nothing may be repeated.
    pub const NOTHING: Self = Fact::UNKNOWN.because(Because::NOTHING);

    /// The same with a wait that the other side asked for.
    pub const fn after(mut self, wait: Option<Duration>) -> Self {
        self.retry_after = wait;
        self
    }

    /// The same for work in a transaction whose `COMMIT` was not sent: the server has taken it back, whatever became of
    /// the connection, so what was in doubt was not carried out. The whole transaction is what can be repeated.
    ///
    /// ```
    /// use errtax::causes::{Evidence, Scope, prove};
    /// use errtax::{Effect, Executed};
    ///
    /// let lost = prove(&Evidence::sql_state("08006", ""));
    /// assert!(!lost.verdict(Effect::Write).retryable);
    ///
    /// let verdict = lost.before_commit().verdict(Effect::Write);
    /// assert!(verdict.retryable);
    /// assert_eq!((verdict.executed, verdict.scope), (Executed::No, Scope::Transaction));
    /// ```
    pub const fn before_commit(mut self) -> Self {
        if matches!(self.fact.class, Class::Transient) && matches!(self.fact.executed, Executed::Unknown) {
            self.fact.executed = Executed::No;
            self.fact.scope = Scope::Transaction;
        }
        self
    }

    /// Whether anything is known.
    #[must_use]
    pub const fn is_known(&self) -> bool {
        !self.because.is_nothing()
    }

    /// What follows for a call of this effect.
    ///
    /// It is retryable if it may succeed another time *and* repeating does no harm: nothing was carried out, or the call
    /// is a read, idempotent, or carries a key by which the server dedupes. A write of which nobody knows whether it
    /// landed is of class `unknown_outcome`, with a key as without.
    #[must_use]
    pub fn verdict(self, effect: Effect) -> Verdict {
        let Self {
            fact,
            retry_after,
            because,
        } = self;
        let is_write = effect != Effect::Read;
        let in_doubt = fact.executed != Executed::No
            && (matches!(fact.class, Class::Transient | Class::UnknownOutcome) || fact.again == Again::ToLearn);
        let class = match fact.class {
            _ if in_doubt && is_write => Class::UnknownOutcome,
            Class::UnknownOutcome => Class::Transient,
            class => class,
        };
        let may_do_better = match fact.again {
            Again::No => false,
            Again::Once | Again::Yes => true,
            Again::ToLearn => is_write,
            Again::Reads => !is_write,
        };
        let retryable = may_do_better && (fact.executed == Executed::No || effect.repeatable());
        Verdict {
            class,
            retryable,
            executed: fact.executed,
            scope: fact.scope,
            retry_after: if retryable { retry_after } else { None },
            because,
        }
    }

    /// The role whose code stands for it; none where it proves only that repeating will not help, or nothing.
    ///
    /// What another service or the server's own database says of the *server's* credentials, names and statements (auth,
    /// not found, bad input, conflict) is not the agent's to mend, so no role stands for it.
    #[must_use]
    pub const fn role(&self) -> Option<Role> {
        match (self.fact.class, self.fact.again, self.fact.executed) {
            (Class::Cancelled, ..) => Some(Role::Cancelled),
            (_, Again::No | Again::ToLearn | Again::Reads, _) => None,
            (Class::RateLimit, _, Executed::No) => Some(Role::RateLimited),
            (_, _, Executed::No) => Some(Role::Transient),
            _ => Some(Role::Lost),
        }
    }
}

/// What a cause means for one call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// What kind of failure it is for this call.
    pub class: Class,
    /// Whether the same call may be sent again: never for a plain write unless `executed` is `no`.
    pub retryable: bool,
    /// Whether the call took effect.
    pub executed: Executed,
    /// What has to be done anew when it is repeated.
    pub scope: Scope,
    /// How long to wait before that, where the other side says so.
    pub retry_after: Option<Duration>,
    /// The evidence that decided.
    pub because: Because,
}
