//! The little JSON (RFC 8259) that the wire needs: writing texts, and reading an object's members as raw slices.

mod read;
mod write;

pub(crate) use read::{JsonError, members, text, validate};
pub(crate) use write::{Capped, decimal, display, find_either, is_plain, member, string, string_to};
