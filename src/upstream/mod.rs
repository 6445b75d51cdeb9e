//! Failures of foreign services: what a vendor answered, and which of the registry's codes that is.
//!
//! The registry's `[[upstream]]` rules decide first: by host, status, a value in the body, a phrase. The most specific rule
//! that fits gives the code, and a hint where it has one. Where none fits, the answer is worth only what it
//! [proves](crate::causes), and everything else is the caller's own fallback. Either way the vendor's words go along, in
//! `upstream`, as the vendor's.
//!
//! ```
//! use errtax::upstream::Answer;
//!
//! let answer = Answer::new("rates.example.com")
//!     .with_status(429)
//!     .with_header("retry-after", "2")
//!     .with_body(r#"{"error":"slow down"}"#);
//! let failure = answer.into_failure(&errtax::standard::REGISTRY);
//! assert_eq!(failure.code(), "RATE_LIMITED");
//! assert_eq!(failure.retry_after(), Some(std::time::Duration::from_secs(2)));
//! ```

mod answer;
mod answered;
#[cfg(feature = "reqwest")]
mod reqwest;
mod rule;

#[cfg(feature = "rmcp")]
use errtax_core::{Registry, ToolError};

pub use answer::Answer;
#[cfg(feature = "reqwest")]
pub use reqwest::check;

/// The code of the rule for these words, whoever said them: of those that name no host.
#[cfg(feature = "rmcp")]
pub(crate) fn said_by_anybody(text: &str, registry: &'static Registry) -> Option<impl ToolError> {
    Answer::new("")
        .with_body(text)
        .rule(registry)
        .map(answered::Answered::by)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
