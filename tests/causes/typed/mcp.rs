//! rmcp: a server that calls the tools of another one.

use std::time::Duration;

use rmcp::model::{CallToolRequestParams, CallToolResponse, ClientRequest, Request};
use rmcp::service::{PeerRequestOptions, RequestContext, RoleClient, RoleServer, RunningService, ServiceError};
use rmcp::{ErrorData, ServerHandler, ServiceExt as _};
use tokio::io::DuplexStream;

use super::holds;

/// Answers a call as its name says.
struct Server;

impl ServerHandler for Server {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match &*request.name {
            "missing" => Err(ErrorData::resource_not_found("connection reset by peer", None)),
            "internal" => Err(ErrorData::internal_error("connection reset by peer", None)),
            "invalid" => Err(ErrorData::invalid_params("please retry", None)),
            _ => std::future::pending().await,
        }
    }
}

async fn connect() -> (RunningService<RoleClient, ()>, tokio::task::JoinHandle<()>) {
    let (server_end, client_end) = tokio::io::duplex(64 * 1024);
    let server = tokio::spawn(async move {
        let running = Server.serve(server_end).await.unwrap();
        running.waiting().await.unwrap();
    });
    (().serve(client_end).await.unwrap(), server)
}

async fn call(client: &RunningService<RoleClient, ()>, tool: &'static str, limit: Duration) -> ServiceError {
    let call = ClientRequest::CallToolRequest(Request::new(CallToolRequestParams::new(tool)));
    let handle = client
        .send_request_with_option(call, PeerRequestOptions::with_timeout(limit))
        .await;
    match handle {
        Ok(handle) => handle.await_response().await.unwrap_err(),
        Err(error) => error,
    }
}

const LONG: Duration = Duration::from_secs(10);

#[tokio::test]
async fn what_another_server_answers_is_known_by_its_code_and_not_its_words() {
    let (client, _server) = connect().await;
    let cases = [
        ("missing", "not_found no ---: MCP -32002 resource not found"),
        ("internal", "internal unknown ---: MCP -32603 internal error"),
        ("invalid", "bad_input no ---: MCP -32602 invalid params"),
    ];
    for (tool, expected) in cases {
        holds(tool, &call(&client, tool, LONG).await, expected);
    }
}

#[tokio::test]
async fn a_call_without_an_answer_is_in_doubt() {
    let (client, _server) = connect().await;
    let late = call(&client, "stall", Duration::from_millis(100)).await;
    holds("time limit", &late, "transient unknown r-k: MCP time limit ran out");

    let (client, server) = connect().await;
    let (error, ()) = tokio::join!(call(&client, "stall", LONG), async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        server.abort();
    });
    holds("server ended", &error, "transient unknown r-k: MCP transport closed");
}

#[tokio::test]
async fn a_session_that_never_began_called_nothing() {
    let (server_end, client_end): (DuplexStream, _) = tokio::io::duplex(1024);
    drop(server_end);
    let error = ().serve(client_end).await.unwrap_err();
    let said = super::said(&error);
    assert!(said.starts_with("transient no rwk: "), "{error:?}: {said}");
}
