//! `tools`, which starts a server.

use std::ffi::OsString;
use std::time::Duration;

use clap::Args;
use errtax_build::tools::CEILING;

/// `tools`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax tools -- target/debug/server --stdio
  cargo errtax tools --deny warnings --format github -- target/debug/server --stdio
  cargo errtax tools --manifest-path server/Cargo.toml -- target/debug/server --stdio
  cargo errtax tools --timeout 120 -- cargo run --quiet
  cargo errtax tools --print -- target/debug/server --stdio > tools.json
  cargo errtax explain listing-unstable

The server is started twice, in the current directory, and speaks MCP over standard input and output. Its list of tools is
read twice from the first process and once from the second, every page of it. No tool is called. A tool waives a rule with its
reason, in the registry: `allow = { description-too-long = \"the bank's wording is binding\" }`.

Exit codes: 0 clean, 1 findings, 2 could not judge (no registry, the server does not start, does not answer in time, or does
not speak MCP).")]
pub(crate) struct ToolsCommand {
    /// How many tokens the list may cost, each counted as four characters.
    #[arg(long, value_name = "TOKENS", default_value_t = CEILING)]
    pub(crate) ceiling: usize,

    /// How long to wait for each answer of the server, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub(crate) timeout: Duration,

    /// Print the list, as findings that point into it have it, and judge nothing.
    #[arg(long)]
    pub(crate) print: bool,

    /// The command that starts the server, after `--`.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) server: Vec<OsString>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<u64>() {
        Ok(seconds @ 1..=3600) => Ok(Duration::from_secs(seconds)),
        _ => Err("a whole number from 1 to 3600".to_owned()),
    }
}
