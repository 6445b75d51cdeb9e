//! Whoever is told of a failure cannot become the next one.

use std::time::Duration;

use errtax::audit::{Record, tell};
use errtax::mcp::Dispatch;
use errtax::standard::REGISTRY;
use errtax::wire::WireError;
use errtax::{CodeSpec, Failure, ToolError};

use crate::support::{Client, Shelf, WAYS, Way, returned};

/// A payload that panics once more when it is dropped.
struct Spiteful;

impl Drop for Spiteful {
    fn drop(&mut self) {
        panic!("and again")
    }
}

/// An error that cannot say what it is.
#[derive(Clone, Copy)]
struct Mute;

impl std::fmt::Debug for Mute {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Mute ")?;
        std::panic::panic_any(Spiteful)
    }
}

impl std::fmt::Display for Mute {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no")?;
        Err(std::fmt::Error)
    }
}

impl std::error::Error for Mute {}

impl ToolError for Mute {
    fn spec(&self) -> &'static CodeSpec {
        REGISTRY.code("NOT_FOUND").unwrap()
    }
}

#[tokio::test]
async fn a_sink_that_panics_costs_its_record_and_nothing_else() {
    for way in WAYS {
        let dispatch = Dispatch::new(&REGISTRY).audit(|_: Record| std::panic::panic_any(Spiteful));
        let client = Client::behind(way, dispatch).await;
        for _ in 0..3 {
            let result = client.call("read", || returned(Failure::from(Mute))).await.unwrap();
            let text = &result.content[0].as_text().unwrap().text;
            assert_eq!(WireError::decode(text).unwrap().code, "NOT_FOUND");
        }
        let fine = client
            .call("read", || Ok(rmcp::model::CallToolResult::success(Vec::new()).into()))
            .await;
        assert_eq!(fine.unwrap().is_error, Some(false));
    }
    tell(&Failure::from(Mute), "read", Duration::ZERO, &|_: Record| {
        std::panic::panic_any(Spiteful)
    });
}

#[tokio::test]
async fn an_error_that_cannot_say_what_it_is_keeps_its_code_and_is_recorded() {
    let client = Client::connect(Way::Harden).await;
    let result = client.call("read", || returned(Failure::from(Mute))).await.unwrap();
    let text = &result.content[0].as_text().unwrap().text;
    assert_eq!(WireError::decode(text).unwrap().code, "NOT_FOUND");
    let record = client.shelf.one();
    assert_eq!(record.causes[0].text, "no(it failed to say more)");
    assert_eq!(record.causes[0].debug, "Mute (it panicked while it said so)");
    let shelf = Shelf::default();
    tell(&Failure::from(Mute), "read", Duration::ZERO, &shelf.sink());
    assert_eq!(shelf.one().causes, record.causes);
}
