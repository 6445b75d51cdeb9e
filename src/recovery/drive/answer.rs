//! What the closures of a driven call answer with.

use std::error::Error;

use super::super::seen::{Probe, Reply, Seen, Success};

/// What came back from a call: what the engine is told of it, and the value for whoever made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<V> {
    /// For the engine.
    pub reply: Reply<'static>,
    /// For whoever made the call.
    pub value: V,
}

impl<V> Answer<V> {
    /// A plain success.
    #[must_use]
    pub const fn ok(value: V) -> Self {
        Self {
            reply: Reply::OK,
            value,
        }
    }

    /// A success that says more beside it.
    #[must_use]
    pub const fn success(value: V, success: Success) -> Self {
        Self {
            reply: Reply::Success(success),
            value,
        }
    }

    /// A failure.
    #[must_use]
    pub const fn failed(value: V, seen: Seen<'static>) -> Self {
        Self {
            reply: Reply::Failure(seen),
            value,
        }
    }
}

/// What a closure that sends may answer with: an [`Answer`], or a `Result` whose error is a Rust error.
///
/// A `Result` is success as it is, and a failure by what its error proves ([`Seen::of`]). Implement it for what your client
/// answers with, if that says more:
///
/// ```
/// use errtax::recovery::{Answer, IntoAnswer, Seen, Success};
/// use errtax::{Class, Executed};
///
/// enum Posted {
///     Booked(u32),
///     Queued,
///     Unbalanced,
/// }
///
/// impl IntoAnswer for Posted {
///     type Value = Self;
///
///     fn into_answer(self) -> Answer<Self> {
///         match self {
///             Self::Booked(_) => Answer::ok(self),
///             Self::Queued => Answer::success(self, Success { weak: true, ..Success::PLAIN }),
///             Self::Unbalanced => {
///                 let seen = Seen::new(Class::BadInput, Executed::No, "UNBALANCED".into());
///                 Answer::failed(self, seen)
///             }
///         }
///     }
/// }
/// # assert!(matches!(Posted::Booked(7).into_answer().value, Posted::Booked(7)));
/// ```
pub trait IntoAnswer {
    /// What is handed to whoever made the call.
    type Value;

    /// As the engine is told of it.
    fn into_answer(self) -> Answer<Self::Value>;
}

impl<V> IntoAnswer for Answer<V> {
    type Value = V;

    fn into_answer(self) -> Self {
        self
    }
}

/// For whoever wants to know no more than the engine.
impl IntoAnswer for Reply<'static> {
    type Value = ();

    fn into_answer(self) -> Answer<()> {
        Answer { reply: self, value: () }
    }
}

impl<T, E: Error + 'static> IntoAnswer for Result<T, E> {
    type Value = Self;

    fn into_answer(self) -> Answer<Self> {
        match &self {
            Ok(_) => Answer::ok(self),
            Err(error) => {
                let seen = Seen::of(error);
                Answer::failed(self, seen)
            }
        }
    }
}

/// What a read says of the write that it looks for: [`Probe`] with what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// It is there.
    Landed,
    /// It is clearly not there.
    NotLanded,
    /// It cannot be told. Anything but a clear answer is this.
    Unclear,
    /// Of a batch: which of its items are there, in their order. What the list does not reach cannot be told.
    Items(Vec<bool>),
}

impl Found {
    pub(super) fn probe(&self) -> Probe<'_> {
        match self {
            Self::Landed => Probe::Landed,
            Self::NotLanded => Probe::NotLanded,
            Self::Unclear => Probe::Unclear,
            Self::Items(there) => Probe::Items(there),
        }
    }
}

/// Whether it is there.
impl From<bool> for Found {
    fn from(is_there: bool) -> Self {
        if is_there { Self::Landed } else { Self::NotLanded }
    }
}

/// What a closure that verifies may answer with: a [`Found`], a `bool` that says whether it is there, or a `Result` of those
/// whose error is that of the read, a [`Seen`] or a Rust error. A read that fails is made again within the limits.
pub trait IntoFound {
    /// What was found, or how the read failed.
    ///
    /// # Errors
    ///
    /// When the read failed.
    fn into_found(self) -> Result<Found, Seen<'static>>;
}

impl IntoFound for Found {
    fn into_found(self) -> Result<Found, Seen<'static>> {
        Ok(self)
    }
}

impl IntoFound for bool {
    fn into_found(self) -> Result<Found, Seen<'static>> {
        Ok(self.into())
    }
}

// For any lifetime, because a future that is sent to another thread must not depend on one.
impl<T: Into<Found>> IntoFound for Result<T, Seen<'_>> {
    fn into_found(self) -> Result<Found, Seen<'static>> {
        self.map(Into::into).map_err(Seen::into_owned)
    }
}

impl<T: Into<Found>, E: Error + 'static> IntoFound for Result<T, E> {
    fn into_found(self) -> Result<Found, Seen<'static>> {
        self.map(Into::into).map_err(|error| Seen::of(&error))
    }
}
