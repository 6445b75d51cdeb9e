//! `rehearse`, which runs scripted tasks through the recovery engine.

use std::path::PathBuf;

use clap::Args;

/// `rehearse`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax rehearse tasks.jsonl                   what a harness should send, wait and report, told step by step
  cargo errtax rehearse tasks.jsonl --format json     the same for machines, a line a task
  cargo errtax rehearse tasks.jsonl --jitter 500      with the longest backoff; --seed 7 for one by chance
  cargo errtax rehearse tasks.jsonl --only C10        one of them
  cargo errtax rehearse --registry registry.toml -    with the codes of a registry, from standard input

A task is a line of JSON:
  {\"id\": \"C10\", \"context\": {\"effect\": \"write\", \"dedupe_key\": true},
   \"script\": [{\"at\": \"send\", \"error\": {\"transport\": \"timeout\"}}, {\"at\": \"send\", \"ok\": true, \"duplicate\": true, \"state\": {}}],
   \"expect\": {\"calls\": 2, \"waits_ms\": [[1000, 1500]], \"status\": \"done\", \"stop_reason\": null}}
`context` has the facts of the call: effect (read, write, idempotent_write, keyed_write), dedupe_key, settle_ms and what else
[tools] of a registry has; and what the harness can do: probe, fixer, steps, batch, poll, timeout_ms, cancel_at_ms. `ops` are
several calls, each with what differs.
Each answer of the script is for the call that `at` names (send, read, fix, step, or item:NAME of a batch) and comes after
took_ms. It is ok, with duplicate, partial, queued, changed, state, landed or landed_items; or an error: transport (timeout, reset,
refused, dns, tls), or http, code, or rpc, with retry_after, retry_after_s or retry_after_ms and whatever the server sends.
What `expect` says is compared: a number, or the least and the most. `unused` is how many answers must be left over.

A line out: {\"id\",\"calls\",\"waits_ms\",\"status\",\"stop_reason\",\"sequence\",\"recovery_calls\",\"elapsed_ms\",\"report\"}
Instead of that {\"id\",\"line\",\"error\"} where the engine sent what the script has no answer for, or the line is no task. What is
not as expected is said on standard error.

Codes are those of the registry that --registry names, the standard ones, and what servers without a registry call the same
things (KEY_EXPIRED, already_exists). Time is virtual: nothing is sent, and nobody waits.
Exit codes: 0 all as expected, 1 some not, 2 could not rehearse (no such file, a line that is no task).")]
pub(crate) struct RehearseCommand {
    /// A file of tasks; standard input for `-`.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Milliseconds that are added to each backoff, 0 to 500.
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=500))]
    pub(crate) jitter: u16,

    /// Draw them by chance instead, always the same for one seed.
    #[arg(long, value_name = "SEED", conflicts_with = "jitter")]
    pub(crate) seed: Option<u64>,

    /// Only the task of this id.
    #[arg(long, value_name = "ID")]
    pub(crate) only: Option<String>,
}
