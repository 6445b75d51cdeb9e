//! The step that an error names, taken by the client.

use errtax_core::{Class, Executed};
use rmcp::model::CallToolRequestParams;

use super::callee::Callee;
use super::client::Client;
use super::key;
use super::said::Said;
use super::sent::engine;
use crate::recovery::{Clock, Key, Name, Reply, SharedTask};

/// Calls the tool that the error names, if it is allowed and takes nothing of this task back. Answers whether the step may have been
/// taken: where its answer is lost, the call that follows shows whether it was.
pub(super) async fn follow<C: Clock>(client: &Client, task: &SharedTask<C>, allowed: &[Name], said: &Said) -> bool {
    let Some(next) = said.next().filter(|next| allowed.iter().any(|tool| *tool == next.tool)) else {
        return false;
    };
    let listed = client.listed().await;
    let tool = client.known(listed.as_deref(), &Callee::from(next.tool));
    let mut arguments = next.arguments;
    if task.to_task().would_undo(&tool, &engine(&tool, &arguments)) {
        return false;
    }
    if key::carried(&tool, &arguments).is_none() {
        if let Some(key) = client.key_bytes().map(Key::new) {
            key::put(&tool, &mut arguments, Some(key));
        }
    }
    let params = CallToolRequestParams::new(tool.name.clone()).with_arguments(arguments);
    let Ok(answered) = client.send(params).await else {
        return false;
    };
    match client.reply(&answered, &tool) {
        Reply::Success(_) => true,
        Reply::Failure(seen) => seen.executed != Executed::No || seen.class == Class::UnknownOutcome,
    }
}
