//! The commands that read a registry, and those that begin one.

use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use errtax_core::{Action, Class};

/// `init`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax init                         in a crate that exists: everything, so that `cargo build` passes
  cargo errtax init --dry-run               shows each line that would be written
  cargo errtax init --registry contracts/registry.toml
  cargo errtax init --manifest-path server/Cargo.toml

Writes registry.toml, registry.lock, build.rs and registry.schema.json, by which editors know the registry; adds errtax and
errtax-build to Cargo.toml, and one line to src/lib.rs (src/main.rs where there is no library). What is there already is left
as it is, so it can be run again. Where a line cannot be added for sure, it is shown with its place.
Exit codes: 0 written or nothing to do, 1 refused, 2 could not judge. Unless it ends with 0, nothing has changed.")]
pub(crate) struct InitCommand {
    /// Show what would change, and change nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// `list`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax list                         the codes that this registry declares
  cargo errtax list --all                   those of the registries that it extends too
  cargo errtax list --action retry --action wait
                                            what may be sent again
  cargo errtax list --status draft          what may still change
  cargo errtax list --text voucher          name, message, hint, documentation and details are searched
  cargo errtax list --status retired        the tombstones
  cargo errtax list --all --format json

Several values of one filter are alternatives; different filters must all hold.")]
pub(crate) struct ListCommand {
    /// The codes of extended registries too.
    #[arg(long)]
    pub(crate) all: bool,

    /// Codes of this class.
    #[arg(long, value_name = "CLASS", value_parser = words(Class::ALL, Class::as_str))]
    pub(crate) class: Vec<Class>,

    /// Codes that ask for this action.
    #[arg(long, value_name = "ACTION", value_parser = words(Action::ALL, Action::as_str))]
    pub(crate) action: Vec<Action>,

    /// Codes of this status. Only with `retired`, retired codes are listed.
    #[arg(long, value_name = "STATUS")]
    pub(crate) status: Vec<StatusWord>,

    /// Codes that say this somewhere: in name, message, hint, documentation or a detail. Case does not count.
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: Option<String>,

    /// Deprecated codes.
    #[arg(long)]
    pub(crate) deprecated: bool,
}

/// What `--status` can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatusWord {
    /// May still change.
    Draft,
    /// Has shipped.
    Frozen,
    /// Is no code any more.
    Retired,
}

/// `explain`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax explain PERIOD_LOCKED        a code: what an agent receives, what it should do, how Rust raises it
  cargo errtax explain PERIOD_LOCKED --format json
  cargo errtax explain action-changed       a rule: what it finds, why, an example, what to do instead
  cargo errtax list                         the codes
  cargo errtax rules                        the names of all rules

Codes are in capitals, rules are not, so neither is taken for the other.")]
pub(crate) struct ExplainCommand {
    /// A code of the registry, or a rule as a finding names it in brackets.
    #[arg(value_name = "CODE|RULE")]
    pub(crate) name: String,
}

/// `schema`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax schema                       the JSON Schema of what agents receive
  cargo errtax schema --output schema/errors.schema.json
  cargo errtax schema check                 the one of what `cargo errtax check --format json` prints
  cargo errtax schema registry --output registry.schema.json
                                            the one of registry.toml, for editors; its first line then is
                                            `#:schema ./registry.schema.json`
  cargo errtax schema include --output include.schema.json
                                            the same of the files that a registry includes

To keep the first one fresh, name it in registry.toml: `[artifacts]` with `schema = \"schema/errors.schema.json\"`. Then
`cargo errtax check` fails when it is stale, and `cargo errtax check --fix` rewrites it.")]
pub(crate) struct SchemaCommand {
    /// Of what.
    #[arg(value_name = "OF", default_value = "wire")]
    pub(crate) of: SchemaOf,

    /// Write it to this file instead.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// What there is a schema of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaOf {
    /// The errors of this registry, as agents receive them.
    Wire,
    /// What `check --format json` prints.
    Check,
    /// registry.toml itself, for editors.
    Registry,
    /// The files that a registry includes, for editors.
    Include,
}

/// `docs`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax docs                         the catalogue of all codes, as Markdown
  cargo errtax docs --output docs/errors.md

Equal registries give equal bytes. To keep the file fresh, name it in registry.toml: `[artifacts]` with
`docs = \"docs/errors.md\"`. Then `cargo errtax check` fails when it is stale, and `cargo errtax check --fix` rewrites it.")]
pub(crate) struct DocsCommand {
    /// Write it to this file instead.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// `diff`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax diff v1.2.0                       from that release to the working tree
  cargo errtax diff v1.2.0 v1.3.0 --markdown     the changelog of a release
  cargo errtax diff origin/main HEAD
  cargo errtax diff v1.2.0:server/registry.toml v1.3.0:contracts/registry.toml
  cargo errtax diff ../server-1.2.0 .            two folders: clones, or crates that were unpacked
  cargo errtax diff old.toml new.toml --format json

A ref is taken as it is, not by its merge base. What is a path and a ref too has to be told apart: `path:main`,
`refs/heads/main`. This shows what changed and judges nothing: `cargo errtax check --against` does that.
Exit codes: 0 compared, whatever changed; 2 could not compare.")]
pub(crate) struct DiffCommand {
    /// What it was: a ref, REF:PATH as `git show` takes it, a folder, or a registry.
    #[arg(value_name = "OLD")]
    pub(crate) old: String,

    /// What it is; the working tree where left out.
    #[arg(value_name = "NEW")]
    pub(crate) new: Option<String>,

    /// A changelog in Markdown, grouped by what it asks of agents.
    #[arg(long)]
    pub(crate) markdown: bool,
}

/// `import`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo errtax import src/error.rs                    shows entries for the registry, and the attributes for the enum
  cargo errtax import src/error.rs --write            writes both
  cargo errtax import src/error.rs --type StoreError  one enum of the file, whatever it is called

Reads enums, no structs, that derive thiserror's `Error`, implement `Error`, or are called so. Messages come from `#[error(\"…\")]`, details
from fields and their types. What an agent should do stands in no source: class and action are guessed from names, hints are
general, and each guess is marked `# decide:`. All codes are drafts. `Display`, `From` and `source()` stay as they are.
Exit codes: 0 drafted, 1 refused, 2 could not judge. Unless it ends with 0, nothing has changed.")]
pub(crate) struct ImportCommand {
    /// The Rust file.
    #[arg(value_name = "FILE.rs")]
    pub(crate) file: PathBuf,

    /// The enum, where the file has others that look like errors, or none.
    #[arg(long, value_name = "ENUM")]
    pub(crate) r#type: Option<String>,

    /// Write the entries into the registry and the attributes into the file.
    #[arg(long)]
    pub(crate) write: bool,
}

/// The words of a vocabulary, as values of it.
pub(super) fn words<T>(all: &'static [T], word: fn(T) -> &'static str) -> impl TypedValueParser<Value = T>
where
    T: Copy + FromStr + Send + Sync + 'static,
    T::Err: std::error::Error + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.iter().map(|value| word(*value))).try_map(|text| text.parse::<T>())
}
