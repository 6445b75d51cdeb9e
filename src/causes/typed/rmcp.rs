//! rmcp: what a client of another MCP server is told.

use std::error::Error;

use ::rmcp::model::{ErrorCode, ErrorData};
use ::rmcp::service::ServiceError;

use super::bare;
use crate::causes::because::Because;
use crate::causes::chain::{Rank, Says};
use crate::causes::proof::{Fact, Proof};

pub(super) fn says(error: &(dyn Error + 'static)) -> Option<Says> {
    if let Some(error) = bare::<ServiceError>(error) {
        return Some(of_call(error));
    }
    if let Some(error) = bare::<ErrorData>(error) {
        return Some(of_answer(error));
    }
    #[cfg(feature = "rmcp-client")]
    if let Some(says) = client::says(error) {
        return Some(says);
    }
    None
}

const fn named(fact: Fact, name: &'static str) -> Proof {
    fact.because(Because::named("MCP", name))
}

fn of_call(error: &ServiceError) -> Says {
    match error {
        ServiceError::McpError(error) => of_answer(error),
        ServiceError::TransportClosed => Says::Proves(Rank::Io, named(Fact::LOST, "transport closed")),
        ServiceError::Timeout { .. } => Says::Proves(Rank::Io, named(Fact::LOST, "time limit ran out")),
        ServiceError::Cancelled { .. } => {
            Says::Proves(Rank::CalledOff, named(Fact::CANCELLED, "request was cancelled"))
        }
        ServiceError::UnexpectedResponse => {
            Says::Proves(Rank::Code, named(Fact::UNREADABLE, "answer is of another kind"))
        }
        ServiceError::SubscriptionLagged { .. } | ServiceError::InputRequiredRoundsExceeded { .. } => {
            Says::Proves(Rank::Code, named(Fact::BROKEN_MIDWAY, "exchange went past its limit"))
        }
        _ => Says::Nothing,
    }
}

/// The codes of JSON-RPC and of MCP. Those of a server's own choosing say nothing to others.
fn of_answer(error: &ErrorData) -> Says {
    let (fact, name) = match error.code {
        ErrorCode::PARSE_ERROR => (Fact::BAD_INPUT, "-32700 parse error"),
        ErrorCode::INVALID_REQUEST => (Fact::BAD_INPUT, "-32600 invalid request"),
        ErrorCode::METHOD_NOT_FOUND => (Fact::BAD_INPUT, "-32601 method not found"),
        ErrorCode::INVALID_PARAMS => (Fact::BAD_INPUT, "-32602 invalid params"),
        ErrorCode::INTERNAL_ERROR => (Fact::BROKEN_MIDWAY, "-32603 internal error"),
        ErrorCode::RESOURCE_NOT_FOUND => (Fact::NOT_FOUND, "-32002 resource not found"),
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => (Fact::BAD_INPUT, "-32022 unsupported protocol version"),
        ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY => (Fact::BAD_INPUT, "-32021 missing client capability"),
        ErrorCode::HEADER_MISMATCH => (Fact::BAD_INPUT, "-32020 header mismatch"),
        _ => return Says::Nothing,
    };
    Says::Ends(Rank::Code, named(fact, name))
}

#[cfg(feature = "rmcp-client")]
mod client {
    use std::error::Error;

    use ::rmcp::service::ClientInitializeError;
    use ::rmcp::transport::streamable_http_client::{
        AuthRequiredError, HttpStatusError, InsufficientScopeError, StreamableHttpError,
    };

    use super::{named, of_answer};
    use crate::causes::chain::{self, Rank, Says};
    use crate::causes::evidence::{Http, Phase};
    use crate::causes::proof::Fact;
    use crate::causes::tables;
    use crate::causes::typed::bare;

    pub(super) fn says(error: &(dyn Error + 'static)) -> Option<Says> {
        if let Some(error) = bare::<ClientInitializeError>(error) {
            return Some(of_initialize(error));
        }
        if let Some(error) = bare::<HttpStatusError>(error) {
            return Some(of_status(error));
        }
        if bare::<AuthRequiredError>(error).is_some() || bare::<InsufficientScopeError>(error).is_some() {
            return Some(Says::Proves(Rank::Code, named(Fact::AUTH, "authorization required")));
        }
        #[cfg(feature = "reqwest")]
        if let Some(error) = bare::<StreamableHttpError<::reqwest::Error>>(error) {
            return Some(of_http(error));
        }
        bare::<StreamableHttpError<std::io::Error>>(error).map(of_http)
    }

    /// Nothing was called yet, so no tool ran.
    fn of_initialize(error: &ClientInitializeError) -> Says {
        match error {
            ClientInitializeError::TransportError { error, .. } => behind(&*error.error, Phase::Connect),
            ClientInitializeError::JsonRpcError(error) => of_answer(error),
            ClientInitializeError::ConnectionClosed(_) => Says::Proves(
                Rank::NotSent,
                named(Fact::NOT_SENT, "connection closed before the session began"),
            ),
            ClientInitializeError::Cancelled => Says::Proves(
                Rank::CalledOff,
                named(Fact::CANCELLED.not_executed(), "session was cancelled"),
            ),
            _ => Says::Proves(Rank::Code, named(Fact::BROKEN, "session did not begin")),
        }
    }

    fn of_http<E: Error + Send + Sync + 'static>(error: &StreamableHttpError<E>) -> Says {
        match error {
            StreamableHttpError::Client(error) => behind(error, Phase::Unknown),
            StreamableHttpError::HttpStatus(error) => of_status(error),
            StreamableHttpError::UnexpectedEndOfStream
            | StreamableHttpError::TransportChannelClosed
            | StreamableHttpError::SessionRecoveryTimeout
            | StreamableHttpError::ControlRequestTimeout => Says::Proves(Rank::Io, named(Fact::LOST, "stream ended")),
            // 404 for a session: the server did not look at what was asked of it.
            StreamableHttpError::SessionExpired => {
                Says::Proves(Rank::NotSent, named(Fact::NOT_SENT.once(), "session expired"))
            }
            StreamableHttpError::Deserialize(_)
            | StreamableHttpError::UnexpectedServerResponse(_)
            | StreamableHttpError::UnexpectedContentType(_)
            | StreamableHttpError::ResponseBodyTooLarge { .. } => {
                Says::Proves(Rank::Code, named(Fact::UNREADABLE, "answer does not decode"))
            }
            StreamableHttpError::ReservedHeaderConflict(_) => {
                Says::Proves(Rank::Code, named(Fact::BAD_INPUT, "header is reserved"))
            }
            StreamableHttpError::ReinitializationFailed(error) => of_answer(error),
            _ => Says::Nothing,
        }
    }

    fn of_status(error: &HttpStatusError) -> Says {
        let header = error.retry_after.as_deref().map(|value| [("Retry-After", value)]);
        let http = Http {
            status: error.status,
            headers: header.as_ref().map_or(&[], |header| header.as_slice()),
            ..Http::default()
        };
        match tables::http::prove(&http) {
            Some(proof) => Says::Proves(Rank::Status, proof),
            None => Says::Nothing,
        }
    }

    /// What stands behind it and is not its source.
    fn behind(error: &(dyn Error + 'static), phase: Phase) -> Says {
        match chain::prove_in(error, phase) {
            Some(proof) => Says::Ends(Rank::Code, proof),
            None => Says::Nothing,
        }
    }
}
