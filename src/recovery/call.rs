//! A call as the engine is told of it, and what its types allow.

use std::fmt;
use std::marker::PhantomData;

use errtax_core::Effect;

use super::arguments::Arguments;
use super::key::Key;
use super::tool::{Name, ToolRef};
use super::value::Value;

/// A call of which nothing says that it may be repeated when its answer is lost. [`Task::begin_once`](super::Task::begin_once)
/// takes it, and a lost answer ends as unknown.
#[derive(Clone, Copy, Debug)]
pub enum Once {}

/// A call that can be recovered: a read, an idempotent write, a write under a key that the server dedupes by, or one that a
/// read can verify. [`Task::begin`](super::Task::begin) takes it and nothing else.
#[derive(Clone, Copy, Debug)]
pub enum Recoverable {}

/// Which calls are sent again where nobody knows what became of them: [`Recoverable`] and no other.
#[diagnostic::on_unimplemented(
    message = "nothing would tell what became of this call if its answer were lost",
    label = "a write with neither a key nor a read that verifies it",
    note = "`.verify(…)` makes it recoverable, and so does a key that the tool dedupes by: `Call::keyed`, `Call::carries_key`",
    note = "a read or an idempotent write is `Call::repeatable`",
    note = "`run_once` sends it as it is, and reports it as unknown if its answer is lost"
)]
pub trait Recovers: sealed::Sealed {}

impl Recovers for Recoverable {}

/// Which calls end as unknown where nobody knows what became of them: [`Once`] and no other.
#[diagnostic::on_unimplemented(
    message = "this call can be recovered",
    label = "`run` recovers it",
    note = "`run_once` is for writes with neither a key nor a read that verifies them"
)]
pub trait Bare: sealed::Sealed {}

impl Bare for Once {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Once {}
    impl Sealed for super::Recoverable {}
}

/// A planned call.
///
/// It begins as a [`Once`], and becomes [`Recoverable`] by what makes that true:
///
/// ```
/// use errtax::recovery::{Call, Tool};
///
/// static GET: Tool = Tool::read("get_voucher");
/// static POST: Tool = Tool::write("post_voucher");
///
/// assert!(Call::new(&GET).repeatable().is_some());
/// // A write is not repeatable, and no key helps where the tool documents none.
/// assert!(Call::new(&POST).repeatable().is_none());
/// assert!(Call::new(&POST).keyed([7; 16]).is_none());
/// // With a read that shows whether it landed, it can be recovered.
/// let _ = Call::new(&POST).verified();
/// ```
///
/// A bare write has no way in that would send it again blindly:
///
/// ```compile_fail
/// # use std::time::Duration;
/// # use errtax::recovery::{Call, Task, Tool};
/// static POST: Tool = Tool::write("post_voucher");
/// let _ = Task::new("t").begin(Call::new(&POST), Duration::ZERO);
/// ```
#[derive(Clone)]
pub struct Call<K = Once> {
    pub(super) parts: Parts,
    kind: PhantomData<K>,
}

/// What a call consists of, whatever its type allows.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub(super) tool: ToolRef,
    pub(super) name: Option<Name>,
    pub(super) arguments: Arguments,
    pub(super) key: Option<Key>,
    pub(super) items: Option<Box<[Name]>>,
    pub(super) has_probe: bool,
    pub(super) is_fixable: bool,
    pub(super) has_steps: bool,
    pub(super) until_changed: bool,
    pub(super) always_verify: bool,
}

impl Call<Once> {
    /// A call of this tool, so far without arguments.
    #[inline]
    #[must_use]
    pub fn new(tool: impl Into<ToolRef>) -> Self {
        Self {
            parts: Parts {
                tool: tool.into(),
                name: None,
                arguments: Arguments::NONE,
                key: None,
                items: None,
                has_probe: false,
                is_fixable: false,
                has_steps: false,
                until_changed: false,
                always_verify: false,
            },
            kind: PhantomData,
        }
    }

    /// As a call that is safe to repeat with the same arguments: none unless the tool reads or is idempotent.
    #[inline]
    #[must_use]
    pub fn repeatable(self) -> Option<Call<Recoverable>> {
        let effect = self.parts.tool.effect(false);
        matches!(effect, Effect::Read | Effect::IdempotentWrite).then(|| self.recoverable())
    }

    /// As a call whose arguments carry a key by which the server dedupes: none where the tool documents no such argument, or it
    /// is missing, null or empty.
    #[inline]
    #[must_use]
    pub fn carries_key(self) -> Option<Call<Recoverable>> {
        (self.parts.arguments.has_key && !self.parts.tool.dedupe_key.is_empty()).then(|| self.recoverable())
    }
}

impl<K> Call<K> {
    /// As a call that gets its key from the engine, made of these random bytes: none where the tool documents no argument by
    /// which the server dedupes. Whoever sends it asks [`Task::key`](super::Task::key) and puts it into that argument.
    #[inline]
    #[must_use]
    pub fn keyed(mut self, random: [u8; 16]) -> Option<Call<Recoverable>> {
        self.parts.key = Some(Key::new(random));
        (!self.parts.tool.dedupe_key.is_empty()).then(|| self.recoverable())
    }

    /// As a call that whoever sends it can verify by a read: it answers [`Next::Read`](super::Next::Read).
    #[inline]
    #[must_use]
    pub fn verified(mut self) -> Call<Recoverable> {
        self.parts.has_probe = true;
        self.recoverable()
    }

    /// The name by which the report tells it from others; else it is the tool's.
    #[inline]
    #[must_use]
    pub fn named(mut self, name: impl Into<Name>) -> Self {
        self.parts.name = Some(name.into());
        self
    }

    /// With these arguments, as JSON text.
    #[inline]
    #[must_use]
    pub fn json(mut self, arguments: &str) -> Self {
        self.parts.arguments = Arguments::json(&self.parts.tool, arguments);
        self
    }

    /// With these arguments, for whoever holds them in another form.
    #[inline]
    #[must_use]
    pub fn members<'a>(mut self, members: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        self.parts.arguments = Arguments::members(&self.parts.tool, members);
        self
    }

    /// As a batch of these items. What of it is missing is sent item by item, never the whole again.
    #[inline]
    #[must_use]
    pub fn batch(mut self, items: impl IntoIterator<Item = Name>) -> Self {
        let items: Box<[Name]> = items.into_iter().collect();
        self.parts.items = (!items.is_empty()).then_some(items);
        self
    }

    /// Whoever sends it can correct its arguments from an error: it answers [`Next::Fix`](super::Next::Fix).
    #[inline]
    #[must_use]
    pub fn fixable(mut self) -> Self {
        self.parts.is_fixable = true;
        self
    }

    /// Whoever sends it can take the step that an error names in `next`: it answers [`Next::Step`](super::Next::Step).
    #[inline]
    #[must_use]
    pub fn with_steps(mut self) -> Self {
        self.parts.has_steps = true;
        self
    }

    /// A read that is made again until what it shows has changed.
    #[inline]
    #[must_use]
    pub fn until_changed(mut self) -> Self {
        self.parts.until_changed = true;
        self
    }

    /// A write whose success is not believed without a read.
    #[inline]
    #[must_use]
    pub fn always_verify(mut self) -> Self {
        self.parts.always_verify = true;
        self
    }

    #[inline]
    fn recoverable(self) -> Call<Recoverable> {
        Call {
            parts: self.parts,
            kind: PhantomData,
        }
    }
}

impl<K> fmt::Debug for Call<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.fmt(f)
    }
}
