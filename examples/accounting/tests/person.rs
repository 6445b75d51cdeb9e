//! A person who is asked by way of a result has the last word as well.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use accounting::database::Ledger;
use accounting::rates::Rates;
use accounting::server::Accounting;
use errtax::audit::{Flush, Lines};
use errtax::wire::WireError;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult,
    ElicitationAction, Implementation, ProtocolVersion,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt as _, RequestContext, RoleClient, RunningService};
use rmcp::{ClientHandler, ErrorData, ServiceExt as _};
use serde_json::json;

/// A client of protocol 2026-07-28 with a person who answers this; without one, it cannot ask.
struct Client(Option<ElicitationAction>);

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let capabilities = match self.0 {
            Some(_) => ClientCapabilities::builder().enable_elicitation().build(),
            None => ClientCapabilities::default(),
        };
        ClientConfig::new(capabilities, Implementation::new("newest", "1"))
            .with_protocol_version(ProtocolVersion::V_2026_07_28)
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { message, .. } = request else {
            panic!("{request:?}")
        };
        assert_eq!(message, "Unlock period 2025 of the books?");
        Ok(ElicitResult::new(self.0.clone().unwrap()))
    }
}

async fn connect(folder: &tempfile::TempDir, person: Option<ElicitationAction>) -> RunningService<RoleClient, Client> {
    let ledger = Ledger::new(folder.path().join("books.sqlite"));
    let audit = Lines::open(folder.path().join("audit.jsonl"), Flush::System).unwrap();
    let server = Accounting::new(ledger, Rates::new("http://127.0.0.1:1"), None).audited(audit);
    let (theirs, ours) = tokio::io::duplex(64 * 1024);
    tokio::spawn(async move { server.serve(theirs).await.unwrap().waiting().await });
    let opening = ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    };
    Client(person).serve_with_lifecycle(ours, opening).await.unwrap()
}

fn call(tool: &'static str) -> CallToolRequestParams {
    let arguments = match tool {
        "unlock_period" => json!({"period_id": "2025"}),
        _ => json!({}),
    };
    CallToolRequestParams::new(tool).with_arguments(arguments.as_object().unwrap().clone())
}

async fn is_locked(client: &RunningService<RoleClient, Client>) -> bool {
    let periods = client
        .call_tool(call("list_periods"))
        .await
        .unwrap()
        .structured_content
        .unwrap();
    let periods = periods["periods"].as_array().unwrap();
    periods
        .iter()
        .any(|period| period["period_id"] == "2025" && period["state"] == "locked")
}

#[tokio::test]
async fn nothing_is_unlocked_before_the_person_has_said_yes() {
    for no in [ElicitationAction::Decline, ElicitationAction::Cancel] {
        let folder = tempfile::tempdir().unwrap();
        let client = connect(&folder, Some(no)).await;
        let asked = client.call_tool_once(call("unlock_period")).await.unwrap();
        assert!(matches!(asked, CallToolResponse::InputRequired(_)), "{asked:?}");
        assert!(is_locked(&client).await);

        let refused = client.call_tool(call("unlock_period")).await.unwrap();
        let failure = WireError::decode(&refused.content[0].as_text().unwrap().text).unwrap();
        assert_eq!(
            (failure.code.as_str(), failure.executed.to_string().as_str()),
            ("USER_CANCELLED", "no")
        );
        assert!(is_locked(&client).await);
        let records = errtax::audit::read(folder.path().join("audit.jsonl")).unwrap().records;
        assert_eq!(records.len(), 1);
        assert_eq!(
            (&records[0].code, &records[0].correlation_id),
            (&failure.code, &failure.correlation_id)
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let client = connect(&folder, Some(ElicitationAction::Accept)).await;
    assert_ne!(
        client.call_tool(call("unlock_period")).await.unwrap().is_error,
        Some(true)
    );
    assert!(!is_locked(&client).await);
}

#[tokio::test]
async fn where_there_is_nobody_to_ask_the_call_is_carried_out() {
    let folder = tempfile::tempdir().unwrap();
    let client = connect(&folder, None).await;
    assert_ne!(
        client.call_tool(call("unlock_period")).await.unwrap().is_error,
        Some(true)
    );
    assert!(!is_locked(&client).await);
}
