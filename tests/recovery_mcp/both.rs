//! One agent and two servers: one speaks errtax, the other prose. The same goes wrong with both, and one driver recovers both. What
//! prose does not say has to be read, so it costs more; it is never less true.

use std::time::Duration;

use errtax::Class;
use errtax::recovery::mcp::{Client, Written};
use errtax::recovery::{Found, Rule, Seen, SharedTask, Status, TokioClock};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;

use crate::books::{Books, Fault};
use crate::foreign::schema;
use crate::{Line, books_of, line, object, report, task};

/// The books, kept by somebody who has never heard of codes.
#[derive(Clone)]
struct Prose(Books);

impl ServerHandler for Prose {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = ["get_voucher", "post_entry", "unlock_period"].map(|name| Tool::new(name, "", schema(&[])));
        Ok(ListToolsResult::with_all_items(tools.to_vec()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let said = self.say(&request.name, &request.arguments.unwrap_or_default()["number"]);
        let Some(said) = said else {
            std::future::pending::<()>().await;
            return Err(ErrorData::internal_error("", None));
        };
        Ok(match said {
            Ok(text) => CallToolResult::success(vec![ContentBlock::text(text)]).into(),
            Err(text) => CallToolResult::error(vec![ContentBlock::text(text)]).into(),
        })
    }
}

impl Prose {
    fn say(&self, tool: &str, number: &serde_json::Value) -> Option<Result<String, String>> {
        let number = number.as_str().unwrap().to_owned();
        let mut state = self.0.state();
        if tool == "get_voucher" {
            state.calls.push(("get_voucher", json!({ "number": number })));
            let is_there = state.vouchers.iter().any(|(booked, ..)| *booked == number);
            let said = if is_there {
                "Here is voucher "
            } else {
                "Sorry, there is no voucher of that number"
            };
            return Some(Ok(if is_there {
                format!("{said}{number}.")
            } else {
                said.to_owned()
            }));
        }
        state.calls.push(("post_entry", json!({ "number": number })));
        let fault = state.faults.pop_front().unwrap_or(Fault::Nothing);
        let is_carried_out = matches!(fault, Fault::Nothing | Fault::LoseAnswer | Fault::Doubt);
        if is_carried_out && state.locked {
            return Some(Err("The period is locked. Call unlock_period first!".into()));
        }
        if is_carried_out {
            state.vouchers.push((number, 12, None));
        }
        match fault {
            Fault::LoseAnswer | Fault::LoseCall => None,
            Fault::Limited(_) => Some(Err("Too many requests, try again in 2 seconds".into())),
            Fault::Expired => Some(Err("Your session has expired. Please log in.".into())),
            Fault::Doubt | Fault::Broken => Some(Err("An unexpected error occurred".into())),
            _ => Some(Ok("The voucher was booked.".into())),
        }
    }
}

/// What the agent does, whoever answers.
async fn posts(client: &Client, task: &SharedTask<TokioClock>) -> (Status, Option<Rule>) {
    let entry = object(json!({ "number": "V1", "amount": 12 }));
    let call = client
        .call(task, "post_entry", entry)
        .verify(async |written| looks(client, written).await)
        .follow_next(["unlock_period"]);
    let outcome = call.run().await.unwrap();
    (outcome.status, outcome.ended.err())
}

/// How it looks whether the voucher is there. That is its to know: nobody else can read what this server writes.
async fn looks(client: &Client, written: Written) -> Result<Found, Seen<'static>> {
    let number = written.arguments["number"].as_str().unwrap().to_owned();
    let wanted = object(json!({ "number": number }));
    match client.read("get_voucher", wanted).await {
        Ok(found) => {
            let texts = found.content.iter().filter_map(|block| block.as_text());
            Ok(texts.into_iter().any(|text| text.text.contains(&number)).into())
        }
        Err(seen) if seen.class == Class::NotFound => Ok(Found::NotLanded),
        Err(seen) => Err(seen),
    }
}

/// The last letters of the tools that were called: what was sent, and what was read.
fn sequence(books: &Books) -> String {
    let short = |tool: &&str| match *tool {
        "post_entry" => "send ",
        "get_voucher" => "read ",
        other => panic!("{other}"),
    };
    let called: Vec<_> = books
        .called()
        .into_iter()
        .filter(|tool| *tool != "unlock_period")
        .collect();
    called.iter().map(short).collect::<String>().trim_end().to_owned()
}

/// How it ends, and what was sent and read on the way.
type End = (Status, Option<Rule>, &'static str);

const DONE: fn(&'static str) -> End = |sequence| (Status::Done, None, sequence);

#[tokio::test(start_paused = true)]
async fn whatever_goes_wrong_both_servers_have_the_voucher_once_or_the_report_says_why_not() {
    let two = Duration::from_secs(2);
    let failed = |rule, sequence| (Status::Failed, Some(rule), sequence);
    // What goes wrong; what comes of it where the server says so, and where it says "oh dear".
    let cases: [(&str, Vec<Fault>, End, End); 8] = [
        ("nothing", vec![], DONE("send"), DONE("send")),
        (
            "an answer is lost",
            vec![Fault::LoseAnswer],
            DONE("send read"),
            DONE("send read"),
        ),
        (
            "a call is lost",
            vec![Fault::LoseCall],
            DONE("send read send"),
            DONE("send read send"),
        ),
        (
            "too many calls",
            vec![Fault::Limited(two)],
            DONE("send send"),
            DONE("send read send"),
        ),
        ("nobody knows", vec![Fault::Doubt], DONE("send read"), DONE("send read")),
        (
            "it is broken",
            vec![Fault::Broken],
            failed(Rule::Internal, "send"),
            DONE("send read send"),
        ),
        (
            "the session is over",
            vec![Fault::Expired, Fault::Expired],
            failed(Rule::Auth, "send"),
            failed(Rule::ResendUsed, "send read send read"),
        ),
        // Where it can be read what to do first, it is done.
        (
            "the period is locked",
            vec![],
            DONE("send send"),
            failed(Rule::ResendUsed, "send read send read"),
        ),
    ];
    for (what, faults, coded, prose) in cases {
        for (speaks_errtax, (status, rule, sent)) in [(true, coded), (false, prose)] {
            let books = Books::failing(faults.clone());
            books.state().locked = what == "the period is locked";
            let Line { client, running, .. } = if speaks_errtax {
                books_of(&books).await
            } else {
                line(Prose(books.clone())).await
            };
            let task = task();
            let came = posts(&client, &task).await;
            let what = format!("{what}, {}", if speaks_errtax { "in codes" } else { "in prose" });
            assert_eq!((came, sequence(&books).as_str()), ((status, rule), sent), "{what}");

            let is_booked = books.booked() == ["V1"];
            assert!(is_booked || books.booked().is_empty(), "{what}: {:?}", books.booked());
            assert_eq!(is_booked, status == Status::Done, "{what}");
            let line = if is_booked {
                "done: post_entry"
            } else {
                "failed: post_entry"
            };
            assert!(
                report(&task).contains(&format!("\nRECOVERY v1 {line}")),
                "{what}:\n{}",
                report(&task)
            );
            drop(running);
        }
    }
}
