//! What the server offers is what its registry says, and costs no more than it has to.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod support;

use std::path::Path;

use errtax_build::tools;
use serde_json::{Value, json};
use support::Server;

fn listed() -> Value {
    Server::start().request("tools/list", json!({}))["result"].clone()
}

fn judged(listed: &Value) -> Result<(), String> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    tools::check(package, "registry.toml", &[&listed.to_string()])
}

#[test]
fn the_tools_keep_their_contract() {
    judged(&listed()).unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
fn a_tool_that_breaks_it_is_found() {
    let mut listed = listed();
    let tools = listed["tools"].as_array_mut().unwrap();
    let post = tools.iter_mut().find(|tool| tool["name"] == "post_voucher").unwrap();
    post["inputSchema"]["properties"]["idempotency_key"]["description"] = json!("Unique for every request.");
    let wrong = judged(&listed).unwrap_err();
    assert!(wrong.contains("[dedupe-key-per-call]"), "{wrong}");
    assert_eq!(wrong.matches(" = help: ").count(), 1, "{wrong}");
}

/// `[contract]` of the registry, from the side of a tool that was written in a hurry.
#[test]
fn a_write_that_forgets_what_the_others_promise_is_found() {
    let mut listed = listed();
    let tools = listed["tools"].as_array_mut().unwrap();
    let import = tools
        .iter_mut()
        .find(|tool| tool["name"] == "import_bank_file")
        .unwrap();
    import["outputSchema"]["properties"]
        .as_object_mut()
        .unwrap()
        .remove("actor");
    let lock = tools.iter_mut().find(|tool| tool["name"] == "lock_period").unwrap();
    lock.as_object_mut().unwrap().remove("outputSchema");
    let wrong = judged(&listed).unwrap_err();
    for found in [
        "`import_bank_file` writes, and its output lacks `actor` [write-output-incomplete]",
        "`lock_period` takes `period_id`, and has no `outputSchema` that promises `period_status` [bound-output-incomplete]",
    ] {
        assert!(wrong.contains(found), "{wrong}");
    }
}

#[test]
fn an_argument_that_no_tool_has_is_refused() {
    let mut server = Server::start();
    let failure = server.fails("list_periods", json!({"year": 2026}));
    assert_eq!(failure.class.to_string(), "bad_input");
    server.done("list_periods", json!({}));
}
