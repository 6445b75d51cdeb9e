//! The code of docs/guide/recovery.md that calls tools over MCP, word for word; `tests/recovery/guide.rs` compares the page with it.

use std::time::Duration;

use errtax::recovery::mcp::{Answered, Client, Said};
use errtax::recovery::{Report, SharedTask, Status};
use rmcp::model::JsonObject;
use rmcp::service::{Peer, RoleClient};
use serde_json::json;

use crate::books::{self as codes, Books, Fault};
use crate::{books_of, object};

async fn post_all(peer: Peer<RoleClient>, vouchers: Vec<JsonObject>) -> Report {
    let client = Client::new(peer)
        .registry(&codes::REGISTRY)
        .timeout(Duration::from_secs(30));
    let task = SharedTask::tokio("close march");
    for voucher in vouchers {
        let call = client
            .call(&task, "post_voucher", voucher)
            .fix(async |said| corrected(said).await)
            .follow_next(["unlock_period"]);
        match call.run().await {
            Ok(outcome) => show(outcome.value),
            // Nothing was sent: if its answer were lost, nothing would tell what became of it.
            Err(unprotected) => eprintln!("{unprotected}"),
        }
    }
    task.report()
}

async fn corrected(said: Said) -> Option<JsonObject> {
    let amount = said.arguments["amount"].as_i64()?;
    let mut arguments = said.arguments;
    arguments.insert("amount".into(), json!(amount.abs()));
    Some(arguments)
}

fn show(answered: Option<Answered>) {
    assert!(answered.is_some());
}

#[tokio::test(start_paused = true)]
async fn the_code_of_the_page_posts_each_voucher_once() {
    let books = Books::failing([
        Fault::LoseAnswer,
        Fault::Nothing,
        Fault::Limited(Duration::from_secs(2)),
    ]);
    let line = books_of(&books).await;
    let vouchers = ["V1", "V2", "V3"].map(|number| {
        let amount = if number == "V3" { -12 } else { 12 };
        object(json!({ "number": number, "amount": amount }))
    });
    let report = post_all(line.running.peer().clone(), vouchers.to_vec()).await;
    assert_eq!(report.status(), Status::Done, "{report}");
    assert_eq!(books.booked(), ["V1", "V2", "V3"]);
}
