//! One value as a detail, all the way to the wire.

use std::fmt;

use errtax_core::wire::{Call, Envelope, WireError};
use errtax_core::{CodeSpec, Detail, DetailSpec, Details, ToolError, kind, render};

/// An error with one detail, of any kind.
struct Probe<'a, K: kind::Kind>(&'a dyn Detail<K>);

impl<K: kind::Kind> fmt::Debug for Probe<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Probe")
    }
}

impl<K: kind::Kind> fmt::Display for Probe<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        render(self, f)
    }
}

impl<K: kind::Kind> std::error::Error for Probe<'_, K> {}

impl<K: kind::Kind> ToolError for Probe<'_, K> {
    fn spec(&self) -> &'static CodeSpec {
        static SPEC: CodeSpec = CodeSpec {
            code: "PROBE",
            details: &[DetailSpec {
                name: "value",
                ..DetailSpec::DEFAULT
            }],
            ..CodeSpec::DEFAULT
        };
        &SPEC
    }

    fn details(&self, out: &mut Details<'_>) {
        self.0.write(out.field("value"));
    }
}

/// The JSON that a value becomes as a detail.
pub fn json<K: kind::Kind>(value: &dyn Detail<K>) -> String {
    let wire = Envelope::of(&Probe(value)).encode(&Call::default());
    let detail = WireError::decode(&wire).unwrap().detail("value");
    detail.map_or("absent".into(), |value| value.as_str().to_owned())
}
