//! Asking a person by way of a result, as protocol 2026-07-28 has it: the call is answered with a question, and the client sends
//! it again with what the person said. Older protocols have the server ask in the middle of the call ([`access::confirm`]).
//!
//! [`access::confirm`]: crate::access::confirm

use rmcp::model::{
    CallToolRequestParams, ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema,
    InputRequest, InputRequests, InputRequiredResult, ProtocolVersion,
};
use rmcp::service::{RequestContext, RoleServer};
use serde::Deserialize as _;

use crate::access::NotConfirmed;
use crate::codes::details::UserCancelledStep;

/// The name of the question among those of a result.
const QUESTION: &str = "confirm";

/// What a call may do that needs a person's word.
#[derive(Debug)]
pub enum Consent {
    /// Go on: the person agreed, or is not asked here.
    Given,
    /// Answer with this question.
    Asked(Box<InputRequiredResult>),
    /// The person said no.
    Refused(NotConfirmed),
}

/// Whether a person agrees to this call.
#[must_use]
pub fn consent(request: &CallToolRequestParams, context: &RequestContext<RoleServer>) -> Consent {
    let period = request
        .arguments
        .as_ref()
        .and_then(|arguments| arguments.get("period_id")?.as_str());
    let Some(period) = period.filter(|_| request.name == "unlock_period" && can_be_asked(context)) else {
        return Consent::Given;
    };
    let answers = request.input_responses.as_ref();
    let answer = answers.and_then(|answers| ElicitResult::deserialize(answers.get(QUESTION)?).ok());
    match answer.map(|answer| answer.action) {
        Some(ElicitationAction::Accept) => Consent::Given,
        Some(_) => Consent::Refused(NotConfirmed::UserCancelled {
            step: UserCancelledStep::Unlock,
        }),
        None => {
            let form = ElicitRequestParams::FormElicitationParams {
                meta: None,
                message: format!("Unlock period {period} of the books?"),
                requested_schema: ElicitationSchema::new(Default::default()),
            };
            let question = InputRequest::Elicitation(ElicitRequest::new(form));
            let questions = InputRequests::from([(QUESTION.to_owned(), question)]);
            Consent::Asked(Box::new(InputRequiredResult::new(Some(questions), None)))
        }
    }
}

/// Whether there is a person behind the client who can be asked by way of a result.
fn can_be_asked(context: &RequestContext<RoleServer>) -> bool {
    let version = context.protocol_version();
    let elicitation = context.client_capabilities().and_then(|client| client.elicitation);
    version.is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
        // A client that names no form of asking means this one.
        && elicitation.is_some_and(|modes| modes.form.is_some() || modes.url.is_none())
}
