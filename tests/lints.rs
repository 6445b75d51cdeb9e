//! The strictest lints find nothing in what the derive writes, and nothing in what it makes of deprecated things.
#![forbid(unsafe_code, missing_docs)]
#![deny(
    // https://github.com/dtolnay/thiserror/issues/72, https://github.com/Peternator7/strum/issues/404
    deprecated,
    // https://github.com/dtolnay/thiserror/issues/91
    unused_qualifications,
    single_use_lifetimes,
    clippy::allow_attributes,
    // https://github.com/Peternator7/strum/issues/19, https://github.com/Peternator7/strum/issues/229
    missing_debug_implementations,
    missing_copy_implementations,
    // https://github.com/taiki-e/pin-project-lite/pull/46: whatever the next lint is, it is in one of these groups.
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::default_trait_access,
    clippy::shadow_reuse,
    clippy::shadow_same,
    clippy::shadow_unrelated,
    clippy::wildcard_enum_match_arm,
    clippy::unwrap_used,
    clippy::panic,
    explicit_outlives_requirements,
    let_underscore_drop,
    non_local_definitions,
    trivial_casts,
    trivial_numeric_casts,
    unnameable_types,
    unreachable_pub,
    unused,
    unused_import_braces,
    unused_lifetimes,
    unused_results,
    variant_size_differences,
    rust_2018_idioms,
    rust_2021_compatibility,
    rust_2024_compatibility
)]

/// Where derives look for the codes.
pub use fixture_codes::codes;

use std::fmt;
use std::time::Duration;

use errtax::{Date, ToolError};

/// Every shape that the derive writes something else for.
#[derive(Debug, ToolError)]
#[non_exhaustive]
pub enum Shapes<'a, T> {
    /// Details.
    PeriodLocked {
        /// One.
        period_id: &'a str,
        /// Another.
        lock_date: Date,
        /// One that may be missing.
        memo: Option<String>,
    },
    /// A type parameter.
    PartlyDone {
        /// It.
        landed: T,
    },
    /// A wait.
    RateLimited {
        /// How long.
        #[tool_error(retry_after)]
        wait: Duration,
    },
    /// Inferred.
    #[tool_error(infer, InternalError)]
    Io(#[from] std::io::Error),
    /// Caused.
    #[tool_error(KeepOut)]
    Format {
        /// By this.
        source: Option<fmt::Error>,
    },
    /// Another's.
    #[tool_error(transparent)]
    Inner(#[from] Inner),
    /// Alone.
    NoSuchThing,
}

/// A struct.
#[derive(Clone, Copy, Debug, ToolError)]
#[tool_error(NoSuchThing)]
pub struct Inner;

/// Every variant by default.
#[derive(Clone, Copy, Debug, ToolError)]
#[tool_error(default = InternalError)]
pub enum Defaulted {
    /// One.
    One,
    /// Another.
    Two(u8),
}

/// An enum, variants, fields and types that are deprecated, as their own crate has them.
#[deprecated]
#[derive(Debug, ToolError)]
pub enum Old {
    /// A variant.
    #[deprecated]
    VoucherUnbalanced {
        /// A field.
        #[deprecated]
        debit: Box<u8>,
        /// Another.
        credit: u8,
    },
    /// Another.
    #[deprecated]
    #[tool_error(KeepOut)]
    Caused {
        /// Its source.
        #[deprecated]
        #[from]
        source: fmt::Error,
    },
    /// A wait.
    #[deprecated]
    RateLimited {
        /// How long.
        #[deprecated]
        #[tool_error(retry_after)]
        wait: Option<Duration>,
    },
}

/// A details struct of the user's own.
#[deprecated]
#[derive(Debug, ToolError)]
#[tool_error(SourceClosed)]
pub struct OldStruct<'a> {
    /// A field.
    #[deprecated]
    #[tool_error(detail = "source")]
    pub name: &'a str,
}

#[test]
fn what_compiles_here_still_works() {
    assert_eq!(Shapes::<u8>::NoSuchThing.spec().code, "NO_SUCH_THING");
    assert_eq!(Shapes::<u8>::from(Inner).spec().code, "NO_SUCH_THING");
    assert_eq!(Defaulted::Two(1).spec().code, "INTERNAL_ERROR");
}
