//! gRPC.

use crate::causes::proof::Proof;

/// What a status proves.
pub(crate) fn prove(_code: i32, _message: &str, _retry_after: Option<std::time::Duration>) -> Option<Proof> {
    None
}
