//! The little JSON (RFC 8259) that the wire needs: writing texts, and reading an object's members as raw slices.

mod read;
mod write;

pub use read::{JsonError, borrowed_text, items, members, text};
pub(crate) use read::{Name, Reader, is_unambiguous, pointed, validate};
pub(crate) use write::{Capped, decimal, display, find_either, find_special, is_plain, string_to};
pub use write::{member, plain_bytes, string};
