//! A failure as an event of `tracing`, its fields named after the semantic conventions of OpenTelemetry: those for
//! generative AI and MCP (<https://github.com/open-telemetry/semantic-conventions-genai>, in development), and `error.*`,
//! `exception.*` and `code.*` (stable). What they have no name for is under `errtax.`.

use super::record::Record;

/// The target of the events.
#[cfg(feature = "tracing")]
const TARGET: &str = "errtax::audit";

#[cfg(not(feature = "tracing"))]
pub(super) fn emit(_: &Record, _: &'static str) {}

#[cfg(all(feature = "rmcp", not(feature = "tracing")))]
pub(super) fn is_heard() -> bool {
    false
}

/// Tells that a record did not get to its file.
#[cfg(feature = "tracing")]
pub(super) fn lost(error: &std::io::Error) {
    tracing::event!(
        name: "errtax.audit.lost",
        target: TARGET,
        tracing::Level::ERROR,
        exception.message = %error,
        "an audit record was lost",
    );
}

#[cfg(not(feature = "tracing"))]
pub(super) fn lost(_: &std::io::Error) {}

/// Whether anybody collects such events, of whatever level.
#[cfg(all(feature = "rmcp", feature = "tracing"))]
pub(super) fn is_heard() -> bool {
    tracing::enabled!(target: TARGET, tracing::Level::ERROR)
}

/// Tells of a failure, at a level that its class decides: `ERROR` for what is broken or in doubt, `WARN` for what passes,
/// `INFO` for what is the caller's to mend.
#[cfg(feature = "tracing")]
pub(super) fn emit(record: &Record, method: &'static str) {
    use errtax_core::Class;

    // A level is a constant of the event, so there are three of them.
    macro_rules! event {
        ($level:ident) => {
            if tracing::enabled!(target: TARGET, tracing::Level::$level) {
                event_at!($level);
            }
        };
    }
    macro_rules! event_at {
        ($level:ident) => {{
            let first = record.causes.first();
            let place = record.panicked_at.as_deref().map(place);
            tracing::event!(
                name: "errtax.failure",
                target: TARGET,
                tracing::Level::$level,
                error.type = record.code,
                gen_ai.operation.name = "execute_tool",
                gen_ai.tool.name = record.tool,
                mcp.method.name = (!method.is_empty()).then_some(method),
                exception.type = (!record.name.is_empty()).then_some(record.name.as_str()),
                exception.message = first.map(|cause| cause.text.as_str()),
                code.file.path = place.map(|(file, _)| file),
                code.line.number = place.map(|(_, line)| line),
                errtax.class = %record.class,
                errtax.effect = record.effect.as_str(),
                errtax.executed = %record.executed,
                errtax.raised = record.raised,
                errtax.correlation_id = record.correlation_id,
                errtax.duration_ms = record.duration.as_secs_f64() * 1_000.0,
                errtax.causes = (!record.causes.is_empty()).then(|| chain(record)),
                errtax.because = record.because,
                errtax.said = record.said.as_ref().map(|said| said.text.as_str()),
                errtax.said.data = record.said.as_ref().and_then(|said| Some(said.data.as_ref()?.as_str())),
                "{} failed: {}",
                record.tool,
                record.code,
            );
        }};
    }
    match record.class.known() {
        Some(Class::Internal | Class::UnknownOutcome) => event!(ERROR),
        Some(Class::Transient | Class::RateLimit) => event!(WARN),
        _ => event!(INFO),
    }
}

/// The chain of causes, one a line: type, text, and what `Debug` shows beside it.
#[cfg(feature = "tracing")]
fn chain(record: &Record) -> String {
    use std::fmt::Write as _;

    let mut out = String::new();
    for cause in &record.causes {
        if !out.is_empty() {
            out.push('\n');
        }
        let _ = write!(out, "{}: {}", cause.name, cause.text);
        if !cause.debug.is_empty() {
            let _ = write!(out, " ({})", cause.debug);
        }
    }
    out
}

/// The file and the line of a place.
#[cfg(feature = "tracing")]
fn place(place: &str) -> (&str, u64) {
    let mut parts = place.rsplitn(3, ':');
    let (_column, line) = (parts.next(), parts.next());
    let line = line.and_then(|line| line.parse().ok()).unwrap_or_default();
    (parts.next().unwrap_or(place), line)
}
