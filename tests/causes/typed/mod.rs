//! Errors as Rust programs hold them, each from a failure that really happened. Those that take a database server, TLS or
//! gRPC are in `tests/failures`.

mod files;
mod http;
#[cfg(feature = "rmcp-client")]
mod mcp;
mod sqlite;
mod tasks;
mod wrapped;

use std::error::Error;

use errtax::Effect;
use errtax::causes::{Evidence, classify};

/// What a failure proves, in one line: class and whether it was carried out, as a read has it; for whom it is retryable (a
/// read, a plain write, one with a key); and the evidence.
fn said(error: &(dyn Error + 'static)) -> String {
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

#[track_caller]
fn holds(what: &str, error: &(dyn Error + 'static), expected: &str) {
    assert_eq!(said(error), expected, "{what}: {error:?}");
}
