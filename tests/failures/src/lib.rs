//! What the tests of this package have in common: a verdict in one line.

use std::error::Error;

use errtax::Effect;
use errtax::causes::{Evidence, classify};

/// What a failure proves: class and whether it was carried out, as a read has it; for whom it is retryable (a read, a plain
/// write, one with a key); and the evidence. `transient no rwk: SQLSTATE 40P01`.
pub fn said(error: &(dyn Error + 'static)) -> String {
    let [read, write, keyed] =
        [Effect::Read, Effect::Write, Effect::KeyedWrite].map(|effect| classify(&Evidence::Error(error), effect));
    let letter = |retryable: bool, letter: char| if retryable { letter } else { '-' };
    format!(
        "{} {} {}{}{}: {}",
        read.class,
        read.executed,
        letter(read.retryable, 'r'),
        letter(write.retryable, 'w'),
        letter(keyed.retryable, 'k'),
        read.because,
    )
}

/// Holds what a failure proves against what it should; shows the failure where they differ.
#[track_caller]
pub fn holds(what: &str, error: &(dyn Error + 'static), expected: &str) {
    let said = said(error);
    assert_eq!(said, expected, "{what}: {}", shown(error));
}

/// The causes of a failure, with their types as far as `Debug` shows them.
pub fn shown(error: &(dyn Error + 'static)) -> String {
    let mut shown = format!("{error:?}");
    let mut cause = Some(error);
    while let Some(error) = cause {
        shown.push_str(&format!("\n  {error}"));
        cause = error.source();
    }
    shown
}
