//! Who may do what, and asking a person first.

use std::time::Duration;

use errtax::ToolSpec;
use rmcp::model::{ElicitRequestParams, ElicitationAction, ElicitationSchema};
use rmcp::service::{ElicitationMode, Peer, RoleServer, ServiceError};
use rusqlite::OptionalExtension as _;
use schemars::JsonSchema;
use serde::Serialize;

use crate::codes::details::{UnauthorizedKeyState, UserCancelledStep};
use crate::database::{DatabaseError, Ledger};

/// How long a person may take to answer.
const PERSON_WAIT: Duration = Duration::from_secs(120);

/// What keeps a caller from a tool.
#[derive(Debug, errtax::ToolError)]
pub enum AccessError {
    /// The key is not good.
    Unauthorized {
        /// What is the matter with it, for a key that is known. The values are those of the registry, as a type.
        key_state: Option<UnauthorizedKeyState>,
    },
    /// The caller may only read.
    Forbidden {
        /// The caller's role.
        role: String,
    },
    /// The key is for trying things out.
    TestKeyWriteBlocked,
    /// The database failed, and says how.
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// Who calls, as the answers of writes say it: the role of the key, or `local`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Actor(String);

/// Whether this key may use this tool, and who that is.
///
/// Over stdio whoever starts the server hands it the key. Without one there is nothing to check: who can start the
/// server on the file can open the file as well.
///
/// # Errors
///
/// [`AccessError`].
pub fn check(ledger: &Ledger, key: Option<&str>, tool: Option<&ToolSpec>) -> Result<Actor, AccessError> {
    let Some(key) = key else {
        return Ok(Actor("local".to_owned()));
    };
    let known: Option<(String, String)> = ledger
        .read()?
        .query_row("SELECT role, state FROM api_keys WHERE key = ?1", [key], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()
        .map_err(DatabaseError::from)?;
    let Some((role, state)) = known else {
        return Err(AccessError::Unauthorized { key_state: None });
    };
    match state.as_str() {
        "expired" => {
            return Err(AccessError::Unauthorized {
                key_state: Some(UnauthorizedKeyState::Expired),
            });
        }
        "revoked" => {
            return Err(AccessError::Unauthorized {
                key_state: Some(UnauthorizedKeyState::Revoked),
            });
        }
        _ => {}
    }
    // What writes is written once, in the registry. A tool that is not declared counts as one.
    let writes = tool.is_none_or(|tool| tool.writes);
    match role.as_str() {
        "bookkeeper" => Ok(Actor(role)),
        _ if !writes => Ok(Actor(role)),
        "test" => Err(AccessError::TestKeyWriteBlocked),
        _ => Err(AccessError::Forbidden { role }),
    }
}

/// A step that a person has not agreed to.
#[derive(Debug, errtax::ToolError)]
pub enum NotConfirmed {
    /// A person said no.
    UserCancelled {
        /// To what.
        step: UserCancelledStep,
    },
    /// Nobody answered. That is no consent, and no refusal either.
    UserActionRequired {
        /// What the person has to do.
        request: String,
        /// What became of the question.
        #[source]
        cause: ServiceError,
    },
}

/// Asks a person, where the client can.
///
/// # Errors
///
/// [`NotConfirmed`].
pub async fn confirm(peer: &Peer<RoleServer>, step: UserCancelledStep, question: String) -> Result<(), NotConfirmed> {
    if !peer.supported_elicitation_modes().contains(&ElicitationMode::Form) {
        return Ok(());
    }
    let request = format!("answer \"{question}\"");
    let form = ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: question,
        requested_schema: ElicitationSchema::new(Default::default()),
    };
    match peer.create_elicitation_with_timeout(form, Some(PERSON_WAIT)).await {
        Ok(answer) if answer.action == ElicitationAction::Accept => Ok(()),
        Ok(_) => Err(NotConfirmed::UserCancelled { step }),
        Err(cause) => Err(NotConfirmed::UserActionRequired { request, cause }),
    }
}
