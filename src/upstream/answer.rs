//! What a foreign service answered.

use std::time::{Duration, SystemTime};

use errtax_core::wire::Upstream;
use errtax_core::{RawJson, Registry, UpstreamSpec};

use super::answered::Answered;
use super::wait::{self, Source};
use super::{rule, status};
use crate::failure::Failure;

/// What takes the place of a body of which it cannot be told what is to be taken out.
const WITHHELD: &str = "[withheld]";

/// The answer of a foreign service that is a failure: who answered, with which HTTP status and body, and how long it wants
/// to be left alone.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Answer {
    pub(super) host: String,
    pub(super) status: Option<u16>,
    pub(super) body: String,
    /// The wait, and which header has said it.
    wait: Option<(Source, Duration)>,
    /// `x-ratelimit-remaining: 0`.
    is_used_up: bool,
}

impl Answer {
    /// An answer of this host: a name or an address, without scheme, port and path.
    pub fn new(host: impl Into<String>) -> Self {
        Self {
            host: host.into(),
            ..Self::default()
        }
    }

    /// The same with an HTTP status.
    pub fn with_status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// The same with a body, as it came. As much of it is sent as [fits](crate::wire::MAX_UPSTREAM_BYTES).
    pub fn with_body(mut self, body: impl Into<String>) -> Self {
        self.body = body.into();
        self
    }

    /// The same with a header. Those that say how long to wait are kept, because headers do not reach the agent:
    /// `retry-after-ms` (milliseconds) before `x-ms-retry-after-ms`, before `retry-after` (seconds, or a date of RFC 9110,
    /// 5.6.7), before `x-ratelimit-reset` (seconds since 1970) where `x-ratelimit-remaining` is 0 or the status is 429.
    /// A time that has passed is no wait; what is no number and no date is not read.
    ///
    /// Dates are measured by the clock of this machine; [`with_header_at`](Self::with_header_at) takes the time as an
    /// argument.
    pub fn with_header(self, name: &str, value: &str) -> Self {
        self.with_header_at(name, value, SystemTime::now())
    }

    /// The same as [`with_header`](Self::with_header) with the time that it is.
    pub fn with_header_at(mut self, name: &str, value: &str, now: SystemTime) -> Self {
        if name.eq_ignore_ascii_case("x-ratelimit-remaining") && value.trim() == "0" {
            self.is_used_up = true;
        }
        if let Some((source, wait)) = wait::of_header(name, value, now) {
            if self.wait.is_none_or(|(known, _)| source < known) {
                self.wait = Some((source, wait));
            }
        }
        self
    }

    /// How long the service wants to be left alone, where it says so.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        let (source, wait) = self.wait?;
        // When the count begins anew is worth knowing only where it is used up.
        let counts = source != Source::RateLimitReset || self.is_used_up || self.status == Some(429);
        counts.then_some(wait)
    }

    /// The most specific of the registry's rules that fits.
    #[must_use]
    pub fn rule(&self, registry: &'static Registry) -> Option<&'static UpstreamSpec> {
        rule::find(registry.upstream, self)
    }

    /// The failure: by the registry's rules, else by what the status proves, else the role `unknown`.
    #[must_use]
    pub fn into_failure(self, registry: &'static Registry) -> Failure {
        self.failure(registry, || Answered::bare(registry.roles.unknown).into())
    }

    /// The failure: by the registry's rules, else by what the status proves, else `fallback`.
    ///
    /// ```
    /// use errtax::standard::{REGISTRY, details};
    /// use errtax::upstream::Answer;
    ///
    /// let refused = details::UpstreamRejected { service: Some("rates".into()) };
    /// let answer = Answer::new("rates.example.com").with_status(418);
    /// let failure = answer.into_failure_or(&REGISTRY, refused.into_failure());
    /// assert_eq!(failure.code(), "UPSTREAM_REJECTED");
    /// ```
    #[must_use]
    pub fn into_failure_or(self, registry: &'static Registry, fallback: impl Into<Failure>) -> Failure {
        self.failure(registry, || fallback.into())
    }

    /// The failure: by the registry's rules, else `failure`. For a client that has a code of its own for each status.
    ///
    /// The wait and the vendor's words go along either way; and where `failure` has the code of the rule, so do its details.
    #[must_use]
    pub fn into_declared_or(self, registry: &'static Registry, failure: impl Into<Failure>) -> Failure {
        let rule = self.rule(registry);
        let failure = match rule {
            Some(rule) => Answered::by(rule).with(failure.into()).into(),
            None => failure.into(),
        };
        self.attach(failure, rule)
    }

    fn failure(self, registry: &'static Registry, fallback: impl FnOnce() -> Failure) -> Failure {
        let rule = self.rule(registry);
        let failure = match (
            rule,
            status::role(self.status, self.retry_after().is_some() || self.is_used_up),
        ) {
            (Some(rule), _) => Answered::by(rule).into(),
            (None, Some(role)) => Answered::bare(registry.roles.get(role)).into(),
            (None, None) => fallback(),
        };
        self.attach(failure, rule)
    }

    fn attach(self, failure: Failure, rule: Option<&UpstreamSpec>) -> Failure {
        let failure = match self.retry_after() {
            Some(wait) => failure.with_retry_after(wait),
            None => failure,
        };
        failure.with_upstream(Upstream {
            body: passed_on(self.body, rule.map_or(&[], |rule| rule.redact)),
            host: self.host,
            status: self.status,
        })
    }
}

/// The body without what a rule takes out of it. Where that cannot be found, because the body is no JSON or was cut, none of
/// it is passed on.
fn passed_on(body: String, redact: &[&str]) -> String {
    if redact.is_empty() || body.is_empty() {
        return body;
    }
    let redacted = body.parse::<RawJson>().ok().and_then(|json| json.redacted(redact));
    redacted.map_or_else(|| WITHHELD.to_owned(), |json| json.as_str().to_owned())
}
