//! What an error says of itself, whatever it does while it says so.

use std::any::Any;
use std::fmt::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The most bytes of one text that are kept; a longer one is cut and ends in `…`.
pub(crate) const MAX_TEXT_BYTES: usize = 16 * 1024;

/// A text up to the cap, and whether it was cut. An error that cannot even say what it is must not take the call down.
pub(crate) fn said(text: fmt::Arguments<'_>) -> (String, bool) {
    let mut out = Capped::default();
    let written = catch_unwind(AssertUnwindSafe(|| out.write_fmt(text)));
    let Capped { mut text, cut } = out;
    match written {
        Ok(_) if cut => text.push('…'),
        Ok(Ok(())) => {}
        Ok(Err(_)) => text.push_str("(it failed to say more)"),
        Err(payload) => {
            text.push_str("(it panicked while it said so)");
            drop_quietly(payload);
        }
    }
    (text, cut)
}

/// Drops the payload of a panic, which may panic once more.
pub(crate) fn drop_quietly(payload: Box<dyn Any + Send>) {
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(again);
    }
}

#[derive(Default)]
struct Capped {
    text: String,
    cut: bool,
}

impl fmt::Write for Capped {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        let room = MAX_TEXT_BYTES - self.text.len();
        if more.len() <= room {
            self.text.push_str(more);
            return Ok(());
        }
        let end = (0..=room).rev().find(|end| more.is_char_boundary(*end));
        self.text
            .push_str(more.get(..end.unwrap_or_default()).unwrap_or_default());
        self.cut = true;
        // Whoever writes without end is stopped here.
        Err(fmt::Error)
    }
}
