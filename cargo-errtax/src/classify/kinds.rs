//! The kinds of evidence that a line can have, and what belongs to each.

/// A kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Message,
    SqlState,
    MySql,
    SqlServer,
    Oracle,
    Sqlite,
    Mongo,
    Redis,
    Kafka,
    Http,
    Grpc,
    Io,
}

/// A kind, the members of its input, and an input to copy from.
pub(super) struct Facts {
    pub(super) kind: Kind,
    pub(super) name: &'static str,
    pub(super) fields: &'static [&'static str],
    pub(super) example: &'static str,
}

/// All of them.
pub(super) const KINDS: &[Facts] = &[
    facts(
        Kind::Message,
        "message",
        &["text", "chain", "code", "host"],
        r#"{"chain": ["fetch failed", "read ECONNRESET"]}"#,
    ),
    facts(
        Kind::SqlState,
        "sqlstate",
        &["code", "text"],
        r#"{"code": "40001", "text": "could not serialize access"}"#,
    ),
    facts(
        Kind::MySql,
        "mysql",
        &["code", "sqlstate", "text"],
        r#"{"code": 1213, "text": "Deadlock found"}"#,
    ),
    facts(
        Kind::SqlServer,
        "mssql",
        &["code", "text"],
        r#"{"code": 1205, "text": "Transaction was deadlocked"}"#,
    ),
    facts(
        Kind::Oracle,
        "oracle",
        &["code", "text"],
        r#"{"code": "ORA-00060", "text": "deadlock detected"}"#,
    ),
    facts(
        Kind::Sqlite,
        "sqlite",
        &["code", "text"],
        r#"{"code": 5, "text": "database is locked"}"#,
    ),
    facts(
        Kind::Mongo,
        "mongo",
        &["code", "labels", "text"],
        r#"{"code": 112, "labels": ["TransientTransactionError"], "text": "WriteConflict"}"#,
    ),
    facts(
        Kind::Redis,
        "redis",
        &["text"],
        r#"{"text": "LOADING Redis is loading the dataset in memory"}"#,
    ),
    facts(
        Kind::Kafka,
        "kafka",
        &["class", "text"],
        r#"{"class": "NotEnoughReplicasException", "text": "…"}"#,
    ),
    facts(
        Kind::Http,
        "http",
        &["status", "headers", "body", "host"],
        r#"{"status": 429, "headers": {"retry-after": "2"}, "body": "…"}"#,
    ),
    facts(
        Kind::Grpc,
        "grpc",
        &["code", "text", "retry_after_ms"],
        r#"{"code": 14, "text": "…"}"#,
    ),
    facts(
        Kind::Io,
        "io",
        &["kind", "phase", "os", "text"],
        r#"{"kind": "ConnectionRefused", "phase": "connect"}"#,
    ),
];

const fn facts(kind: Kind, name: &'static str, fields: &'static [&'static str], example: &'static str) -> Facts {
    Facts {
        kind,
        name,
        fields,
        example,
    }
}

impl Facts {
    /// For a help line: what to write.
    pub(super) fn help(&self) -> String {
        format!("write `\"input\": {}`", self.example)
    }
}
