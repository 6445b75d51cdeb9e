//! Idempotency that is real: the first call with a key is carried out, each later one gets its answer (feature `replay`).
//!
//! - A [`Call`] is what is asked for: tenant, tool, key, and the [fingerprint](Fingerprint) of the arguments.
//! - [`Replay::run`] carries it out once; [`Replay::begin`] is the same step by step.
//! - A [`Store`] keeps the [`Record`]s: [`MemoryStore`]; with the feature `replay-sqlite` `SqliteStore`, in a transaction of
//!   yours, and `SqliteFile`, a file of its own; or one that you write and hold to `conformance` (feature `testkit`).
//! - [`Refused`] is why a call was not carried out, with a code.
//!
//! Whatever happens, a call with a key is never carried out a second time because nobody knows how the first one ended.
//! `docs/guide/replay.md` says what that costs at which point of a crash.

mod answer;
mod call;
mod canonical;
mod claim;
mod clock;
#[cfg(feature = "testkit")]
pub mod conformance;
mod record;
mod refused;
#[allow(clippy::module_inception, reason = "the type that the module is named after")]
mod replay;
#[cfg(feature = "rmcp")]
mod result;
#[cfg(feature = "replay-sqlite")]
mod sqlite;
mod store;

pub use answer::{DUPLICATE, Replayed};
pub use call::{Call, Fingerprint, Slot};
pub use canonical::canonical;
pub use claim::{Claim, Doubt};
pub use clock::{Clock, SystemClock};
pub use record::{Record, State, Verdict, Version, milliseconds};
pub use refused::{Codes, Failed, Reason, Refused};
pub use replay::{Begun, Replay};
#[cfg(feature = "rmcp")]
pub use result::META;
#[cfg(feature = "replay-sqlite")]
pub use sqlite::{SqliteError, SqliteFile, SqliteStore};
pub use store::{MemoryStore, Store};
