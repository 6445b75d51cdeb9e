//! The step that an error names, taken by the client.

use errtax_core::{Class, Executed};
use rmcp::model::CallToolRequestParams;

use super::callee::Callee;
use super::client::Client;
use super::key;
use super::said::Said;
use super::sent::engine;
use crate::recovery::{Clock, Key, Name, Reply, SharedTask, Stepped};

/// Calls the tool that the error names, if it is allowed and the task would begin such a call: it takes nothing back, and is not the
/// very write that is under way or in doubt. Where its answer is lost it may have been taken, and the call that follows shows whether
/// it was.
pub(super) async fn follow<C: Clock>(client: &Client, task: &SharedTask<C>, allowed: &[Name], said: &Said) -> Stepped {
    let Some(next) = said.next().filter(|next| allowed.iter().any(|tool| *tool == next.tool)) else {
        return Stepped::Declined;
    };
    let listed = client.listed().await;
    let tool = client.known(listed.as_deref(), &Callee::from(next.tool));
    let mut arguments = next.arguments;
    if task.refuses_step(&tool, &engine(&tool, &arguments)) {
        return Stepped::Declined;
    }
    if key::carried(&tool, &arguments).is_none() {
        if let Some(key) = client.key_bytes().map(Key::new) {
            key::put(&tool, &mut arguments, Some(key));
        }
    }
    let params = CallToolRequestParams::new(tool.name.clone()).with_arguments(arguments);
    let Ok(answered) = client.send(params).await else {
        // There was no connection to send it by.
        return Stepped::Declined;
    };
    match client.reply(&answered, &tool) {
        Reply::Success(_) => Stepped::Taken,
        Reply::Failure(seen) => (seen.executed != Executed::No || seen.class == Class::UnknownOutcome).into(),
    }
}
