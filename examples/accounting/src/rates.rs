//! Exchange rates, asked of a service over HTTP.

use std::io;
use std::time::Duration;

use errtax::Failure;
use errtax::upstream::Answer;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ureq::Agent;

use crate::codes;

/// Who the service is, wherever it is reached: the rules of the registry under `[[upstream]]` speak of it by this name.
const VENDOR: &str = "rates.example.com";

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
        let (status, answer, body) = self.ask(currency, date)?;
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
            429 => RateError::RateLimited {
                wait: answer.retry_after(),
            },
            _ => RateError::Fault,
        };
        // What the registry declares of this vendor's answers comes first.
        Err(answer.with_body(body).into_declared_or(&codes::REGISTRY, error))
    }

    fn ask(&self, currency: &str, date: Date) -> Result<(u16, Answer, String), RateError> {
        let mut response = self.agent.get(format!("{}/rates/{currency}/{date}", self.url)).call()?;
        let status = response.status().as_u16();
        let mut answer = Answer::new(VENDOR).with_status(status);
        for (name, value) in response.headers() {
            if let Ok(value) = value.to_str() {
                answer = answer.with_header(name.as_str(), value);
            }
        }
        Ok((status, answer, response.body_mut().read_to_string()?))
    }
}
