//! What is in a record, for each way in which a call can fail.

use std::io;
use std::time::Duration;

use errtax::audit::{Record, Said};
use errtax::mcp::{Dispatch, Prose};
use errtax::standard::details::Declined;
use errtax::standard::{self, REGISTRY};
use errtax::wire::{Open, WireError};
use errtax::{Class, Context, Effect, Executed, Failure};
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock, ErrorCode};
use serde_json::{Value, json};

use crate::support::{Client, Shelf, UNREADABLE, WAYS, Way, chain, returned};

#[derive(Debug, errtax::ToolError)]
#[tool_error(codes = standard)]
enum StoreError {
    #[tool_error(InternalError)]
    Disk(#[source] io::Error),
    #[tool_error(ConnectionLost)]
    Lost(#[source] io::Error),
}

fn full() -> io::Error {
    io::Error::new(io::ErrorKind::StorageFull, chain(2, "no room on /dev/sda1"))
}

fn text(result: &CallToolResult) -> &str {
    &result.content[0].as_text().unwrap().text
}

/// A call fails, and there is one record of it, whose answer the agent has.
async fn record(
    client: &Client,
    tool: &'static str,
    work: impl Fn() -> crate::support::Outcome + Send + Sync + 'static,
) -> Record {
    let result = client.call(tool, work).await.unwrap();
    let wire = WireError::decode(text(&result)).unwrap();
    let record = client.shelf.one();
    assert_eq!(record.tool, tool);
    assert_eq!(record.code, wire.code);
    assert_eq!((&record.class, &record.executed), (&wire.class, &wire.executed));
    assert!(record.correlation_id.is_some());
    assert_eq!(record.correlation_id, wire.correlation_id);
    assert!(record.duration > Duration::ZERO && record.duration < Duration::from_secs(20));
    // With RUST_BACKTRACE, the Debug of an anyhow error is as long as the stack is deep.
    assert!(!record.cut || std::env::var_os("RUST_BACKTRACE").is_some());
    record
}

fn names(record: &Record) -> Vec<&str> {
    record.causes.iter().map(|cause| cause.name.as_str()).collect()
}

fn texts(record: &Record) -> Vec<&str> {
    record.causes.iter().map(|cause| cause.text.as_str()).collect()
}

#[tokio::test]
async fn an_error_with_a_code_is_recorded_with_its_type_and_all_its_causes() {
    for way in WAYS {
        let client = Client::connect(way).await;
        for tool in ["read", "write"] {
            let record = record(&client, tool, || returned(StoreError::Disk(full()))).await;
            let name = "audit::records::StoreError";
            assert_eq!(
                (record.name.as_str(), record.code.as_str()),
                (name, "INTERNAL_ERROR"),
                "{way:?}"
            );
            assert_eq!(names(&record), [name, "std::io::Error", "Link", "Link"]);
            assert_eq!(texts(&record)[1..], ["link 1", "link 1", "no room on /dev/sda1"]);
            assert!(record.causes[0].debug.starts_with("Disk(Custom { kind: StorageFull"));
            assert_eq!(record.raised, None);
            let effect = if tool == "read" { Effect::Read } else { Effect::Write };
            assert_eq!(record.effect, effect);
            assert_eq!((record.said, record.panicked_at), (None, None));
        }
    }
}

#[tokio::test]
async fn a_failure_without_a_type_is_recorded_as_what_it_was() {
    for way in WAYS {
        let client = Client::connect(way).await;
        let error = record(&client, "read", || returned(Failure::from(StoreError::Disk(full())))).await;
        assert_eq!(
            names(&error),
            ["audit::records::StoreError", "std::io::Error", "Link", "Link"]
        );
        let error = record(&client, "read", || {
            returned(Failure::from(Box::<dyn std::error::Error + Send + Sync>::from(
                "the pool is gone",
            )))
        })
        .await;
        assert_eq!(
            (error.code.as_str(), error.name.as_str()),
            ("UNKNOWN_ERROR", ""),
            "{way:?}"
        );
        assert_eq!(texts(&error), ["the pool is gone"]);
        assert_eq!(error.causes[0].debug, "");
        let error = record(&client, "read", || {
            returned(Failure::from(anyhow::Error::new(full()).context("while posting")))
        })
        .await;
        assert_eq!(
            texts(&error),
            ["while posting", "link 1", "link 1", "no room on /dev/sda1"]
        );
    }
}

#[tokio::test]
async fn where_the_agent_gets_the_twin_the_record_has_both_codes() {
    for way in WAYS {
        let client = Client::connect(way).await;
        let lost = || returned(StoreError::Lost(io::ErrorKind::ConnectionReset.into()));
        let write = record(&client, "write", lost).await;
        assert_eq!(
            (write.code.as_str(), write.raised.as_deref()),
            ("OUTCOME_UNKNOWN", Some("CONNECTION_LOST"))
        );
        assert_eq!(write.class, Open::Known(Class::UnknownOutcome));
        let read = record(&client, "read", lost).await;
        assert_eq!((read.code.as_str(), read.raised), ("CONNECTION_LOST", None), "{way:?}");
    }
}

#[tokio::test]
async fn an_error_that_went_through_error_data_is_recorded_as_if_it_had_not() {
    for way in WAYS {
        let client = Client::connect(way).await;
        for work in [
            || Err(ErrorData::from(StoreError::Lost(full()))),
            || Err(ErrorData::from(Failure::from(StoreError::Lost(full())))),
        ] {
            let error = record(&client, "write", work).await;
            assert_eq!(
                names(&error),
                ["audit::records::StoreError", "std::io::Error", "Link", "Link"],
                "{way:?}"
            );
            assert_eq!(error.raised.as_deref(), Some("CONNECTION_LOST"));
        }
    }
}

#[tokio::test]
async fn of_the_errors_that_were_converted_the_one_that_was_returned_is_recorded() {
    let client = Client::connect(Way::Harden).await;
    let error = record(&client, "read", || {
        let wanted = returned(StoreError::Disk(full()));
        for _ in 0..5 {
            let _dropped = returned(StoreError::Lost(full()));
        }
        wanted
    })
    .await;
    assert!(error.causes[0].debug.starts_with("Disk("), "{error:?}");
    // An error that was converted where no call was known; it might as well be another server's.
    let result = client
        .call("read", || {
            let wire = std::thread::spawn(|| Failure::from(StoreError::Disk(full())).to_wire());
            Ok(CallToolResult::error(vec![ContentBlock::text(wire.join().unwrap())]).into())
        })
        .await;
    assert!(result.is_ok());
    let bare = client.shelf.one();
    assert_eq!(
        (bare.code.as_str(), bare.name.as_str(), bare.causes.len()),
        ("INTERNAL_ERROR", "", 0)
    );
    assert!(bare.correlation_id.is_some());
}

#[tokio::test]
async fn a_panic_is_recorded_with_its_place_and_its_words() {
    for way in WAYS {
        let client = Client::connect(way).await;
        for tool in ["read", "write"] {
            let line = line!() + 1;
            let error = record(&client, tool, || panic!("the key is {}", "hunter2")).await;
            assert_eq!(
                (error.code.as_str(), error.name.as_str()),
                ("PANIC", "panic"),
                "{way:?}"
            );
            assert_eq!(texts(&error), ["the key is hunter2"]);
            let place = error.panicked_at.unwrap();
            assert!(place.starts_with(&format!("tests/audit/records.rs:{line}:")), "{place}");
        }
    }
}

#[tokio::test]
async fn what_a_tool_without_codes_said_is_recorded_word_for_word() {
    fn said(record: &Record) -> (&str, Option<Value>) {
        let Some(Said { text, data, .. }) = &record.said else {
            panic!("{record:?}")
        };
        (
            text,
            data.as_ref().map(|data| serde_json::from_str(data.as_str()).unwrap()),
        )
    }
    for way in WAYS {
        let client = Client::connect(way).await;
        let data = json!({ "why": ["full", { "disk": 1 }] });
        let error = record(&client, "read", || {
            Err(ErrorData::new(
                ErrorCode(-31_000),
                "no room",
                Some(json!({ "why": ["full", { "disk": 1 }] })),
            ))
        })
        .await;
        assert_eq!(
            (error.name.as_str(), error.code.as_str()),
            ("rmcp::ErrorData", "UNKNOWN_ERROR"),
            "{way:?}"
        );
        assert_eq!(said(&error), ("no room", Some(data)));
        let error = record(&client, "read", || {
            Err(ErrorData::invalid_params("no such period", None))
        })
        .await;
        assert_eq!(
            (error.name.as_str(), error.code.as_str()),
            ("errtax::BadArguments", "INVALID_ARGUMENTS")
        );
        assert_eq!(said(&error), ("no such period", None));
        let error = record(&client, "read", || {
            Ok(CallToolResult::error(vec![ContentBlock::text("one"), ContentBlock::text("two")]).into())
        })
        .await;
        assert_eq!(error.name, "rmcp::CallToolResult");
        assert_eq!(said(&error), ("one\ntwo", None));
        let error = record(&client, "read", || {
            let mut result = CallToolResult::error(vec![
                ContentBlock::text("one"),
                ContentBlock::image("AA==", "image/png"),
            ]);
            result.structured_content = Some(json!({ "a": 1 }));
            Ok(result.into())
        })
        .await;
        let data = said(&error).1.unwrap();
        assert_eq!(
            (&data["structuredContent"], &data["content"][1]["data"]),
            (&json!({ "a": 1 }), &json!("AA=="))
        );
    }
}

#[tokio::test]
async fn arguments_that_do_not_fit_are_recorded_with_what_the_tool_said_of_them() {
    for way in WAYS {
        let client = Client::connect(way).await;
        UNREADABLE.set("the vault is at /srv/keys".to_owned());
        client.call_with("read", json!({ "sealed": {} })).await.unwrap();
        let error = client.shelf.one();
        assert_eq!(
            (error.name.as_str(), error.code.as_str()),
            ("errtax::BadArguments", "INVALID_ARGUMENTS"),
            "{way:?}"
        );
        assert!(error.said.unwrap().text.ends_with("the vault is at /srv/keys"));
        client.call_with("read", json!({ "number": "seven" })).await.unwrap();
        let error = client.shelf.one();
        assert!(error.causes[0].debug.contains("the string \\\"seven\\\""), "{error:?}");
    }
}

#[tokio::test]
async fn prose_that_the_agent_may_read_is_recorded_all_the_same() {
    for (prose, way) in [
        (Prose::Attach, Way::Harden),
        (Prose::Keep, Way::Guard),
        (Prose::Attach, Way::Both),
        (Prose::Keep, Way::Both),
    ] {
        let client = Client::connect_to(way, Dispatch::new(&REGISTRY).prose(prose)).await;
        client
            .call("read", || {
                Ok(CallToolResult::error(vec![ContentBlock::text("no room")]).into())
            })
            .await
            .unwrap();
        let error = client.shelf.one();
        assert_eq!(
            (error.code.as_str(), error.said.unwrap().text.as_str()),
            ("UNKNOWN_ERROR", "no room")
        );
    }
}

#[tokio::test]
async fn a_persons_no_is_recorded_and_what_is_no_failure_is_not() {
    for way in WAYS {
        let client = Client::connect(way).await;
        let declined = record(&client, "read", || returned(Declined {}.into_failure())).await;
        assert_eq!(declined.class, Open::Known(Class::Cancelled), "{way:?}");
        client
            .call("read", || Ok(CallToolResult::success(Vec::new()).into()))
            .await
            .unwrap();
        // Of this one MCP says what it means, and there is no code for it.
        let protocol = client
            .call("read", || Err(ErrorData::new(ErrorCode(-32_021), "capability", None)))
            .await;
        assert!(protocol.is_err());
        assert_eq!(client.shelf.take(), [], "{way:?}");
    }
}

#[tokio::test]
async fn no_record_has_the_hint_whatever_an_error_shows_of_itself() {
    /// Shows all it has, the facts of its code as well.
    #[derive(Debug)]
    struct Open(&'static errtax::CodeSpec);

    impl std::fmt::Display for Open {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "{}", self.0.hint)
        }
    }

    impl std::error::Error for Open {}

    impl errtax::ToolError for Open {
        fn spec(&self) -> &'static errtax::CodeSpec {
            self.0
        }
    }

    let client = Client::connect(Way::Harden).await;
    for spec in REGISTRY.codes {
        let twin = spec.for_effect(Effect::Write);
        let result = client
            .call("write", move || returned(Failure::from(Open(spec))))
            .await
            .unwrap();
        assert!(text(&result).contains(twin.code));
        let shown = format!("{:?}", client.shelf.one());
        // The same as the cause of another failure.
        let work = move || returned(StoreError::Disk(io::Error::other(Failure::from(Open(spec)))));
        client.call("write", work).await.unwrap();
        let shown = format!("{shown} {:?}", client.shelf.one());
        for hint in [spec.hint, twin.hint] {
            let quoted = format!("{hint:?}");
            assert!(
                !shown.contains(hint) && !shown.contains(quoted.trim_matches('"')),
                "{shown}"
            );
        }
    }
}

#[test]
fn a_server_without_rmcp_tells_by_itself() {
    let shelf = Shelf::default();
    let failure = Failure::from(StoreError::Lost(full()));
    let context = Context::default().with_correlation_id("c-1");
    context.run(|| errtax::audit::tell(&failure, "post", Duration::from_millis(7), &shelf.sink()));
    let record = shelf.one();
    assert_eq!(
        (record.tool.as_str(), record.code.as_str()),
        ("post", "OUTCOME_UNKNOWN")
    );
    assert_eq!(record.raised.as_deref(), Some("CONNECTION_LOST"));
    assert_eq!(record.executed, Open::Known(Executed::Unknown));
    assert_eq!(record.correlation_id.as_deref(), Some("c-1"));
    assert_eq!(record.duration, Duration::from_millis(7));
    assert_eq!(
        names(&record),
        ["audit::records::StoreError", "std::io::Error", "Link", "Link"]
    );

    let panic = std::panic::catch_unwind(|| std::panic::panic_any("hunter2")).unwrap_err();
    errtax::audit::tell(&Failure::from_panic(panic), "post", Duration::ZERO, &shelf.sink());
    let record = shelf.one();
    assert_eq!((record.name.as_str(), record.code.as_str()), ("panic", "PANIC"));
    assert_eq!(texts(&record), ["hunter2"]);
}

#[test]
fn what_is_endless_is_cut_and_the_record_says_so() {
    /// Its own cause.
    #[derive(Debug)]
    struct Loop;

    impl std::fmt::Display for Loop {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            loop {
                f.write_str("again and ")?;
            }
        }
    }

    impl std::error::Error for Loop {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            Some(&Loop)
        }
    }

    let shelf = Shelf::default();
    let failure = Failure::from(Box::<dyn std::error::Error + Send + Sync>::from(Loop));
    errtax::audit::tell(&failure, "post", Duration::ZERO, &shelf.sink());
    let record = shelf.one();
    assert!(record.cut);
    assert_eq!(record.causes.len(), 64);
    assert!(record.causes[0].text.ends_with('…') && record.causes[0].text.len() < 17_000);
}
