//! The wire object: what an agent receives when a tool fails.
//!
//! One JSON object, keys in this order, the optional ones left out when empty:
//!
//! ```json
//! {"error":{"code":"PERIOD_LOCKED","class":"precondition","action":"fix_state","retryable":false,"executed":"no",
//!  "message":"…","hint":"…","next":{"tool":"unlock_period","args":{"period_id":"2025"}},"retry_after_ms":1000,
//!  "details":{"period_id":"2025"},"upstream":{"body":"…"},"docs":"https://…","correlation_id":"…"}}
//! ```
//!
//! [`Envelope::encode`] writes it, [`WireError::decode`] reads it.

mod decode;
mod encode;

#[doc(hidden)]
pub use decode::Borrowed as __Borrowed;
pub use decode::{DecodeError, Open, WireError};
pub use encode::{Call, Envelope, Upstream};

pub use crate::spec::MAX_TEXT_CHARS;

/// The most bytes that `details` has, as JSON. Beyond it free texts are cut, then `{"truncated":true}` stands alone.
pub const MAX_DETAILS_BYTES: usize = 2_000;
/// The most bytes of a vendor's answer that are passed on; a cut one is marked `"truncated":true`.
pub const MAX_UPSTREAM_BYTES: usize = 4_096;
/// The most bytes that the whole object has.
pub const MAX_BYTES: usize = 8_192;
/// What stands in a hint for `{verify}` when the tool that verifies is not known.
pub const VERIFY_FALLBACK: &str = "a read of the affected record";

/// What the caps leave to write: `message`, `hint` in characters, `details`, `upstream` in bytes.
#[derive(Clone, Copy)]
struct Caps {
    text_chars: usize,
    details_bytes: usize,
    upstream_bytes: usize,
    next: bool,
}

/// From everything to the least; the first that fits [`MAX_BYTES`] is sent. What a vendor said goes first, what the
/// agent needs to decide goes last. The least always fits: its parts have fixed bounds that add up to less.
static STEPS: [Caps; 8] = {
    const ALL: Caps = Caps {
        text_chars: MAX_TEXT_CHARS,
        details_bytes: MAX_DETAILS_BYTES,
        upstream_bytes: MAX_UPSTREAM_BYTES,
        next: true,
    };
    [
        ALL,
        Caps {
            upstream_bytes: 2_048,
            ..ALL
        },
        Caps {
            upstream_bytes: 1_024,
            ..ALL
        },
        Caps {
            upstream_bytes: 256,
            ..ALL
        },
        Caps {
            upstream_bytes: 0,
            ..ALL
        },
        Caps {
            upstream_bytes: 0,
            details_bytes: 0,
            ..ALL
        },
        Caps {
            upstream_bytes: 0,
            details_bytes: 0,
            next: false,
            ..ALL
        },
        Caps {
            upstream_bytes: 0,
            details_bytes: 0,
            next: false,
            text_chars: 200,
        },
    ]
};
