//! The step that an error names, taken by the client.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use super::answer::Answered;
use super::call::ToolCall;
use super::client::Client;
use super::said::Said;
use crate::recovery::{Name, Outcome, SharedTask, Status, Stepped, Timer};

/// Calls the tool that the error names, if it is allowed.
///
/// It is a call of the task, with what its tool allows: a key, a read, attempts of its own. The task refuses it as any other: where it
/// takes something back, is made for the fourth time, or is a write that is under way or in doubt. Where nobody knows what became of
/// it, the report says so, and the call that follows shows whether it was taken.
pub(super) async fn follow<C: Timer>(
    client: &Client,
    task: &SharedTask<C>,
    timeout: Duration,
    allowed: &[Name],
    said: &Said,
) -> Stepped {
    let Some(next) = said.next().filter(|next| allowed.iter().any(|tool| *tool == next.tool)) else {
        return Stepped::Declined;
    };
    let outcome = made(client.call(task, next.tool, next.arguments).timeout(timeout)).await;
    match (outcome.id, outcome.status) {
        (None, _) => Stepped::Declined,
        (Some(_), Status::Failed) => Stepped::CalledAndFailed,
        (Some(_), _) => Stepped::Called,
    }
}

/// In a box, because a call may take a step, which is a call.
fn made<'c, C: Timer + 'c>(call: ToolCall<'c, C>) -> Pin<Box<dyn Future<Output = Outcome<Answered>> + Send + 'c>> {
    Box::pin(call.run_anyway())
}
