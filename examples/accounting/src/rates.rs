//! Exchange rates, asked of a service over HTTP.

use std::io;
use std::time::Duration;

use errtax::Failure;
use errtax::wire::Upstream;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ureq::Agent;
use ureq::http::Response;

/// How long a connection to the service may take.
const CONNECT_WAIT: Duration = Duration::from_millis(500);

/// How long the service may take to answer.
pub const ANSWER_WAIT: Duration = Duration::from_millis(500);

/// What keeps a rate from being had.
#[derive(Debug, errtax::ToolError)]
pub enum RateError {
    /// The service does not know the currency.
    CurrencyNotSupported {
        /// As it was asked for.
        currency: String,
    },
    /// The currency has no rate on that day.
    #[tool_error(ExchangeRateNotFound)]
    NoRate {
        /// ISO 4217 code.
        currency: String,
        /// The day.
        date: Date,
    },
    /// It was asked and did not answer in time.
    #[tool_error(RateServiceTimeout)]
    Timeout {
        /// How long the wait was.
        waited_ms: Duration,
    },
    /// It wants fewer requests.
    #[tool_error(ProviderRateLimited)]
    RateLimited {
        /// How long it wants to be left alone: `retry_after_ms` on the wire, not a detail.
        #[tool_error(retry_after)]
        wait: Option<Duration>,
    },
    /// No connection came about.
    #[tool_error(ProviderUnreachable)]
    Unreachable {
        /// Why.
        source: ureq::Error,
    },
    /// It no longer takes the server's own token.
    #[tool_error(ProviderAuthExpired)]
    TokenExpired,
    /// The company's plan does not cover the request.
    #[tool_error(ProviderLicenseMissing)]
    NotInPlan,
    /// It failed, or answered with nonsense.
    #[tool_error(ProviderUpstreamError)]
    Fault,
    /// The connection broke: the kind of the error says what that means.
    #[tool_error(infer, ProviderUpstreamError)]
    Connection(#[from] io::Error),
}

impl From<ureq::Error> for RateError {
    fn from(error: ureq::Error) -> Self {
        use ureq::Timeout as Phase;

        match error {
            ureq::Error::Timeout(Phase::Connect | Phase::Resolve)
            | ureq::Error::HostNotFound
            | ureq::Error::ConnectionFailed => Self::Unreachable { source: error },
            ureq::Error::Io(ref io) if io.kind() == io::ErrorKind::ConnectionRefused => {
                Self::Unreachable { source: error }
            }
            ureq::Error::Timeout(_) => Self::Timeout { waited_ms: ANSWER_WAIT },
            ureq::Error::Io(error) => Self::Connection(error),
            error => Self::Connection(io::Error::other(error)),
        }
    }
}

/// The rate of a currency on a day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rate {
    /// ISO 4217 code.
    pub currency: String,
    /// The day.
    #[schemars(with = "String")]
    pub date: Date,
    /// Kronor for one unit.
    pub kronor: f64,
}

/// The rate service, as its client sees it.
#[derive(Clone, Debug)]
pub struct Rates {
    agent: Agent,
    url: String,
}

impl Rates {
    /// The service at this address: `http://127.0.0.1:8080`.
    #[must_use]
    pub fn new(url: impl Into<String>) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            // An environment that proxies everything would send what is meant for the loopback elsewhere.
            .proxy(None)
            .timeout_connect(Some(CONNECT_WAIT))
            .timeout_recv_response(Some(ANSWER_WAIT))
            .timeout_recv_body(Some(ANSWER_WAIT))
            .build();
        Self {
            agent: config.into(),
            url: url.into(),
        }
    }

    /// Asks for a rate.
    ///
    /// This one returns a [`Failure`], the failure without a type, because it has more to say than its enum: what the
    /// vendor answered goes along, as the vendor's words.
    ///
    /// # Errors
    ///
    /// [`RateError`].
    pub fn fetch(&self, currency: &str, date: Date) -> Result<Rate, Failure> {
        let (status, wait, body) = self.ask(currency, date)?;
        let error = match status {
            200 => match serde_json::from_str(&body) {
                Ok(rate) => return Ok(rate),
                Err(_) => RateError::Fault,
            },
            401 => RateError::TokenExpired,
            403 => RateError::NotInPlan,
            404 => RateError::NoRate {
                currency: currency.to_owned(),
                date,
            },
            400 | 422 => RateError::CurrencyNotSupported {
                currency: currency.to_owned(),
            },
            429 => RateError::RateLimited { wait },
            _ => RateError::Fault,
        };
        let host = self.url.trim_start_matches("http://").to_owned();
        Err(Failure::from(error).with_upstream(Upstream {
            host,
            status: Some(status),
            body,
        }))
    }

    fn ask(&self, currency: &str, date: Date) -> Result<(u16, Option<Duration>, String), RateError> {
        let mut answer = self.agent.get(format!("{}/rates/{currency}/{date}", self.url)).call()?;
        let body = answer.body_mut().read_to_string()?;
        Ok((answer.status().as_u16(), retry_after(&answer), body))
    }
}

/// The wait that a server asks for, in its form of whole seconds.
fn retry_after<B>(answer: &Response<B>) -> Option<Duration> {
    answer
        .headers()
        .get("retry-after")?
        .to_str()
        .ok()?
        .parse()
        .ok()
        .map(Duration::from_secs)
}
