//! The event of a failure: who sees it, at which level, and under which names.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::Once;

use errtax::mcp::Dispatch;
use errtax::standard::REGISTRY;
use errtax::{Class, CodeSpec, Failure, ToolError};
use rmcp::model::{CallToolResult, ContentBlock};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Metadata, Subscriber, span};

use crate::support::{Client, Way, returned};

/// What was said: level, and fields by name.
type Told = (Level, BTreeMap<&'static str, String>);

thread_local! {
    static TOLD: RefCell<Vec<Told>> = const { RefCell::new(Vec::new()) };
}

/// Collects the events of the audit, those of each thread by themselves.
#[derive(Debug)]
struct Collector;

/// Has events collected. For all threads at once: of a collector for one, `tracing` may not know in another one.
fn collect() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        tracing::subscriber::set_global_default(Collector).unwrap();
        tracing::callsite::rebuild_interest_cache();
    });
}

#[derive(Default)]
struct Fields(BTreeMap<&'static str, String>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }
}

impl Subscriber for Collector {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "errtax::audit"
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        TOLD.with_borrow_mut(|told| told.push((*event.metadata().level(), fields.0)));
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

#[derive(Debug)]
struct Of(&'static CodeSpec, io::Error);

impl fmt::Display for Of {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it failed on hunter2")
    }
}

impl std::error::Error for Of {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.1)
    }
}

impl ToolError for Of {
    fn spec(&self) -> &'static CodeSpec {
        self.0
    }
}

#[tokio::test]
async fn each_failure_is_one_event_whose_level_its_class_decides() {
    collect();
    // No sink: an event needs none.
    let client = Client::behind(Way::Harden, Dispatch::new(&REGISTRY)).await;
    for spec in REGISTRY.codes {
        client
            .call("read", move || {
                returned(Failure::from(Of(spec, io::ErrorKind::BrokenPipe.into())))
            })
            .await
            .unwrap();
        let told = TOLD.take();
        let [(level, fields)] = &told[..] else {
            panic!("{told:?}")
        };
        let expected = match spec.class {
            Class::Internal | Class::UnknownOutcome => Level::ERROR,
            Class::Transient | Class::RateLimit => Level::WARN,
            _ => Level::INFO,
        };
        assert_eq!(*level, expected, "{}", spec.code);
        assert_eq!(fields["error.type"], spec.code);
        assert!(!format!("{fields:?}").contains(spec.hint), "{fields:?}");
    }
}

#[tokio::test]
async fn fields_are_named_as_opentelemetry_names_them() {
    collect();
    let client = Client::behind(Way::Harden, Dispatch::new(&REGISTRY)).await;
    let told = || TOLD.with_borrow_mut(|told| told.pop().unwrap().1);

    let lost = REGISTRY.code("CONNECTION_LOST").unwrap();
    client
        .call("write", move || {
            returned(Failure::from(Of(lost, io::ErrorKind::BrokenPipe.into())))
        })
        .await
        .unwrap();
    let mut fields = told();
    let id = fields.remove("errtax.correlation_id").unwrap();
    assert_eq!(id.len(), 32);
    assert!(fields.remove("errtax.duration_ms").unwrap().parse::<f64>().unwrap() > 0.0);
    let expected = [
        ("error.type", "OUTCOME_UNKNOWN"),
        ("errtax.because", "io BrokenPipe"),
        ("errtax.causes", "audit::events::Of: it failed on hunter2 (Of(CodeSpec"),
        ("errtax.class", "unknown_outcome"),
        ("errtax.effect", "write"),
        ("errtax.executed", "unknown"),
        ("errtax.raised", "CONNECTION_LOST"),
        ("exception.message", "it failed on hunter2"),
        ("exception.type", "audit::events::Of"),
        ("gen_ai.operation.name", "execute_tool"),
        ("gen_ai.tool.name", "write"),
        ("mcp.method.name", "tools/call"),
        ("message", "write failed: OUTCOME_UNKNOWN"),
    ];
    assert_eq!(
        fields.keys().copied().collect::<Vec<_>>(),
        expected.map(|(name, _)| name)
    );
    for (name, value) in expected {
        assert!(fields[name].starts_with(value), "{name}: {}", fields[name]);
    }
    let second = fields["errtax.causes"].lines().nth(1).unwrap();
    assert_eq!(second, "std::io::Error: broken pipe (Kind(BrokenPipe))");

    let line = line!() + 1;
    client.call("read", || panic!("hunter2")).await.unwrap();
    let fields = told();
    assert_eq!(
        (fields["code.file.path"].as_str(), fields["exception.type"].as_str()),
        ("tests/audit/events.rs", "panic")
    );
    assert_eq!(fields["code.line.number"], line.to_string());

    client
        .call("read", || {
            Ok(CallToolResult::error(vec![ContentBlock::text("no room")]).into())
        })
        .await
        .unwrap();
    assert_eq!(told()["errtax.said"], "no room");
}
