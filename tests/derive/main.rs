//! `#[derive(ToolError)]`: what it makes of an enum. What it says about mistakes is in tests/ui.
#![allow(clippy::unwrap_used, clippy::panic)]

mod adoption;
mod attributes;
mod generics;
mod macros;
mod shadowed;
mod sources;
mod variants;

/// Where derives look for the codes.
pub use fixture_codes::codes;

use errtax::ToolError;
use errtax::wire::{Call, Envelope, WireError};

/// The code of an error.
fn code(error: &dyn ToolError) -> &'static str {
    error.spec().code
}

/// The details of an error as they go out, or an empty text.
fn details(error: &dyn ToolError) -> String {
    let text = Envelope::of(error).encode(&Call::default());
    let wire = WireError::decode(&text).unwrap();
    wire.details
        .map(|details| details.as_str().to_owned())
        .unwrap_or_default()
}
