//! What a foreign service answered.

use std::time::{Duration, SystemTime};

use errtax_core::wire::Upstream;
use errtax_core::{RawJson, Registry, UpstreamSpec};

use super::answered::Answered;
use super::rule;
use crate::causes::{self, Evidence, Http, Proof};
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
    /// Those of its headers that say something of a failure.
    headers: Vec<(String, String)>,
    /// When they came.
    now: Option<SystemTime>,
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

    /// The same with a header. Those that say something of a failure are kept, because headers do not reach the agent: how
    /// long to wait, what is left of a limit, whether to try again, and a vendor's code. The [guide] has their order.
    ///
    /// Dates are measured by the clock of this machine; [`with_header_at`](Self::with_header_at) takes the time as an
    /// argument. A time that has passed is no wait; what is no number and no date is not read.
    ///
    /// [guide]: https://github.com/errtax/errtax/blob/main/docs/guide/causes.md#an-http-answer
    pub fn with_header(self, name: &str, value: &str) -> Self {
        self.with_header_at(name, value, SystemTime::now())
    }

    /// The same as [`with_header`](Self::with_header) with the time that it is.
    pub fn with_header_at(mut self, name: &str, value: &str, now: SystemTime) -> Self {
        if causes::is_telling(name) {
            self.headers.push((name.to_owned(), value.to_owned()));
            self.now = Some(now);
        }
        self
    }

    /// How long the service wants to be left alone, where it says so.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        self.as_http(causes::wait_of)
    }

    /// What the answer proves, whatever the registry makes of it.
    ///
    /// ```
    /// use errtax::Effect;
    /// use errtax::upstream::Answer;
    ///
    /// let answer = Answer::new("llm.example.com").with_status(429).with_body(r#"{"error":{"code":"insufficient_quota"}}"#);
    /// assert!(!answer.prove().verdict(Effect::Read).retryable);
    /// ```
    pub fn prove(&self) -> Proof {
        self.as_http(|http| causes::prove(&Evidence::Http(*http)))
    }

    fn as_http<T>(&self, read: impl FnOnce(&Http<'_>) -> T) -> T {
        let headers: Vec<(&str, &str)> = self
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        read(&Http {
            status: self.status.unwrap_or_default(),
            headers: &headers,
            body: &self.body,
            now: self.now,
        })
    }

    /// The most specific of the registry's rules that fits.
    #[must_use]
    pub fn rule(&self, registry: &'static Registry) -> Option<&'static UpstreamSpec> {
        rule::find(registry.upstream, self)
    }

    /// The failure: by the registry's rules, else by what the answer proves, else the role `unknown`.
    #[must_use]
    pub fn into_failure(self, registry: &'static Registry) -> Failure {
        self.failure(registry, || Answered::bare(registry.roles.unknown).into())
    }

    /// The failure: by the registry's rules, else by what the answer proves, else `fallback`.
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
        let failure = match rule {
            Some(rule) => Answered::by(rule).into(),
            None => match self.prove().role() {
                Some(role) => Answered::bare(registry.roles.get(role)).into(),
                None => fallback(),
            },
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
