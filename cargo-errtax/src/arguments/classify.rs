//! `classify`, which says what failures prove.

use std::path::PathBuf;

use clap::Args;
use errtax_core::Effect;

use super::views::words;

/// `classify`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax classify --text \"could not save\" --text \"connection reset by peer\"
                                            a message, or a chain of causes, explained step by step
  cargo errtax classify --text \"rate limit reached\" --host api.example.com --effect read
  cargo errtax classify < failures.jsonl    a line of JSON in, a line of JSON out
  cargo errtax classify --stats server.log  what a log amounts to, and what of it no rule knew
  cargo errtax classify --stats audit.jsonl --format json
  cargo errtax classify --registry registry.toml < failures.jsonl

A line in:  {\"kind\": \"sqlstate\", \"input\": {\"code\": \"40001\", \"text\": \"…\"}, \"context\": \"write\"}
A line out: {\"class\":\"transient\",\"retryable\":true,\"executed\":\"no\",\"scope\":\"transaction\",\"retry_after_ms\":null,
             \"because\":\"SQLSTATE 40001\",\"code\":\"TRANSIENT_ERROR\"}

Kinds and their input:
  message   text, or chain (outermost first); code, host
  sqlstate  code, text                      mysql     code, sqlstate, text
  mssql     code, text                      oracle    code, text
  sqlite    code, text                      mongo     code, labels, text
  redis     text                            kafka     class, text
  http      status, headers, body, host     grpc      code, text, retry_after_ms
  io        kind, phase, os, text
Contexts: read, write, write+key, idempotent_write; without one, what --effect says. An `id` comes back with the answer, what
else a line has is passed over. A line that cannot be read gives `{\"error\":{…}}` in its place.

The registry is that of the package, or what --registry says: its `[[upstream]]` rules decide first, and its codes are the ones
named. Without any, the standard codes are. A log for --stats has a message a line, such lines of JSON, or the records of
`errtax::audit`.
Exit codes: 0 classified, 1 some lines could not be read, 2 could not classify (no such file, no such registry).")]
pub(crate) struct ClassifyCommand {
    /// A file of lines; standard input where left out, and for `-`.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// A message instead of lines; several are a chain of causes, outermost first.
    #[arg(long, value_name = "MESSAGE", conflicts_with_all = ["file", "stats"], allow_hyphen_values = true)]
    pub(crate) text: Vec<String>,

    /// What the call does, where a line does not say so.
    #[arg(long, value_name = "EFFECT", default_value = "write", value_parser = words(Effect::ALL, Effect::as_str))]
    pub(crate) effect: Effect,

    /// Who answered, for the registry's rules, where a line does not say so: a name without scheme, port and path.
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,

    /// Sum up instead: how many of each class and code, and what no rule knew.
    #[arg(long)]
    pub(crate) stats: bool,

    /// How many of those that no rule knew are listed.
    #[arg(long, value_name = "NUMBER", default_value_t = 20, requires = "stats")]
    pub(crate) top: usize,
}
