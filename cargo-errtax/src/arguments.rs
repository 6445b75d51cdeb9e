//! What can be typed.

mod classify;
mod rehearse;
mod tools;
mod views;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::amend::AmendCommand;
use crate::deprecate::DeprecateCommand;
use crate::new::NewCommand;
use crate::retire::RetireCommand;
use crate::supersede::SupersedeCommand;

pub(crate) use classify::ClassifyCommand;
pub(crate) use rehearse::RehearseCommand;
pub(crate) use tools::ToolsCommand;
pub(crate) use views::{
    DiffCommand, DocsCommand, ExplainCommand, ImportCommand, InitCommand, ListCommand, SchemaCommand, SchemaOf,
    StatusWord,
};

/// Checks, freezes and explains the error contract in registry.toml.
#[derive(Debug, Parser)]
#[command(name = "cargo-errtax", bin_name = "cargo errtax", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,

    /// How to report: for a person, as one JSON document, or as annotations of a GitHub workflow.
    #[arg(long, global = true, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: Format,

    /// When to use colour; `auto` asks the terminal, NO_COLOR and CLICOLOR.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,

    /// The package: the path to its Cargo.toml. The nearest one above the current directory where left out.
    #[arg(long, global = true, value_name = "PATH")]
    pub(crate) manifest_path: Option<PathBuf>,

    /// The registry, where it is neither registry.toml nor what `[package.metadata.errtax]` in Cargo.toml says.
    #[arg(long, global = true, value_name = "PATH")]
    pub(crate) registry: Option<PathBuf>,

    /// Findings that fail although they would not: `warnings`.
    #[arg(long, global = true, value_name = "LEVEL")]
    pub(crate) deny: Option<Deny>,
}

const EXAMPLES: &str = "\
Examples:
  cargo errtax init                         a crate that exists gets a registry
  cargo errtax check                        are the rules kept, and does every frozen code mean what has shipped?
  cargo errtax check --deny warnings        the same, for CI
  cargo errtax new PERIOD_LOCKED --class precondition --action fix_state
                                            drafts a code
  cargo errtax freeze PERIOD_LOCKED         PERIOD_LOCKED ships: from now on its meaning is locked
  cargo errtax supersede PERIOD_SHUT PERIOD_LOCKED
                                            a new code for what the old one should have said
  cargo errtax explain PERIOD_LOCKED        what a code means to an agent, and how Rust raises it
  cargo errtax explain action-changed       what a rule finds, why, and what to do instead
  cargo errtax diff v1.2.0 --markdown       the changelog since a release
  cargo errtax tools -- target/debug/server what the running server offers, against the registry
  cargo errtax classify --text \"connection reset by peer\"
                                            what a failure proves, step by step, and which code that is
  cargo errtax rehearse tasks.jsonl         what a harness should send, wait and report

Exit codes: 0 clean, 1 findings, 2 could not judge.";

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Begin: write a registry, a lock and a build script for a crate that exists.
    Init(InitCommand),
    /// Draft the entries of an error enum that exists, and the attributes that tie it to them.
    Import(ImportCommand),
    /// Check the registry: its rules, its style, and whether it still means what has shipped.
    Check(CheckCommand),
    /// Draft a code.
    New(NewCommand),
    /// Record in registry.lock what has shipped; with codes, freeze those first.
    Freeze(FreezeCommand),
    /// Say that a code is on its way out, and what to use instead.
    Deprecate(DeprecateCommand),
    /// Draft a code for what another should have said, and deprecate that one in its favour.
    Supersede(SupersedeCommand),
    /// Take a deprecated code out, and leave its tombstone.
    Retire(RetireCommand),
    /// Put a break on the record: what changed about a frozen code, why, and where that was decided.
    Amend(AmendCommand),
    /// List the codes.
    List(ListCommand),
    /// Say everything about a code, or about a rule.
    Explain(ExplainCommand),
    /// Show what changed between two revisions of a registry, for whoever writes the agents.
    Diff(DiffCommand),
    /// Print the catalogue of all codes, in Markdown.
    Docs(DocsCommand),
    /// Print the JSON Schema of what agents receive.
    Schema(SchemaCommand),
    /// List every rule.
    Rules(RulesCommand),
    /// Start the server and check what it offers: its list of tools, against the registry and by itself.
    Tools(ToolsCommand),
    /// Say what failures prove, and which codes agents would get: by a line of JSON each, a message, or a log.
    Classify(ClassifyCommand),
    /// Run scripted tasks through the recovery engine: what a harness should send, wait and report.
    Rehearse(RehearseCommand),
}

/// `check`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax check
  cargo errtax check --against origin/main                      what does this branch change for agents?
  cargo errtax check --against origin/main --workspace --format github
  cargo errtax check --against v1.2.0 --exact                   what has changed since that release?
  cargo errtax check --against path:../server-1.2.0             with a folder: a clone, or a crate that was unpacked
  cargo errtax check --deny warnings --format github
  cargo errtax check --fix                                      rewrites what is generated and stale, then checks
  cargo errtax check --manifest-path server/Cargo.toml --format json
  cargo errtax check --registry contracts/registry.toml

With --against the working tree is what is judged, uncommitted edits too. The base is read out of git, from the commit at
which HEAD and the ref parted; it says what has shipped, and by which policy the change is judged. git must have that commit:
nothing is fetched.

Exit codes: 0 clean, 1 findings, 2 could not judge (no registry, no lock, unreadable, no base).")]
pub(crate) struct CheckCommand {
    /// Compare with a ref (`origin/main`), or with the package in a folder (`path:DIR`).
    #[arg(long, value_name = "REF|path:DIR")]
    pub(crate) against: Option<String>,

    /// Compare with the ref itself, not with the merge base: for release tags and backports.
    #[arg(long, requires = "against")]
    pub(crate) exact: bool,

    /// Rewrite stale files that `[artifacts]` names, the index of the decision records, and a lock that is merely out of
    /// form, before anything is judged.
    #[arg(long)]
    pub(crate) fix: bool,

    /// Check every package of the workspace that has a registry.
    #[arg(long, conflicts_with = "registry")]
    pub(crate) workspace: bool,

    /// Leave out a package of the workspace: one whose registry is there for tests alone.
    #[arg(long, value_name = "PACKAGE", requires = "workspace")]
    pub(crate) exclude: Vec<String>,
}

/// `freeze`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax freeze                                 every code the registry calls frozen goes into registry.lock
  cargo errtax freeze PERIOD_LOCKED VOUCHER_UNBALANCED
                                                      writes `status = \"frozen\"` for both, then the lock
  cargo errtax freeze --dry-run PERIOD_LOCKED         shows what would change

A changed or missing frozen code is refused: freezing adds to what has shipped and never rewrites it.
Exit codes: 0 written or up to date, 1 refused, 2 could not judge. Unless it ends with 0, nothing has changed.")]
pub(crate) struct FreezeCommand {
    /// The codes that ship now.
    #[arg(value_name = "CODE")]
    pub(crate) codes: Vec<String>,

    /// Show what would change, and change nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// `rules`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax rules
  cargo errtax rules --format json          with what each finds, an example, and what to do instead
  cargo errtax rules --markdown             the same, as a page to read")]
pub(crate) struct RulesCommand {
    /// Everything about every rule, as a page in Markdown.
    #[arg(long)]
    pub(crate) markdown: bool,
}

/// How to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// With source lines, for a terminal.
    Human,
    /// One JSON document.
    Json,
    /// Annotations of a GitHub workflow.
    Github,
}

/// What else fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    /// Warnings fail like errors.
    Warnings,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// As the terminal and its environment want it.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Makes it hold for everything that is printed from here on.
    pub(crate) fn apply(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

impl Arguments {
    /// Reads the command line; prints help, version or what is wrong with it, and ends the process, where clap would.
    pub(crate) fn read(words: impl Iterator<Item = OsString>) -> Self {
        Self::parse_from(without_cargo(words))
    }
}

/// `cargo errtax check` reaches this binary as `cargo-errtax errtax check`.
fn without_cargo(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    if words.get(1).is_some_and(|word| word == "errtax") {
        words.remove(1);
    }
    words
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn it_is_called_through_cargo_and_by_its_own_name() {
        for words in [
            vec!["cargo-errtax", "errtax", "freeze", "A"],
            vec!["cargo-errtax", "freeze", "A"],
        ] {
            let words = without_cargo(words.into_iter().map(OsString::from));
            let arguments = Arguments::try_parse_from(words).unwrap();
            assert!(matches!(arguments.command, Command::Freeze(FreezeCommand { codes, .. }) if codes == ["A"]));
        }
    }

    #[test]
    fn every_help_has_examples() {
        let mut command = Arguments::command();
        let mut helps = vec![command.render_help().to_string()];
        for sub in command.get_subcommands_mut() {
            if sub.get_name() != "help" {
                helps.push(sub.render_help().to_string());
            }
        }
        assert!(helps.len() > 5);
        for help in helps {
            assert!(help.contains("Examples:\n  cargo errtax "), "{help}");
        }
    }
}
