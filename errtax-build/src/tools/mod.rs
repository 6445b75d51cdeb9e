//! What a running server offers, beside what the registry says of it: `tools/list` in, findings out.
//!
//! | step | where |
//! |---|---|
//! | each page of `tools/list` becomes a [`Listing`], letter for letter | `listing` |
//! | one of them is written down as a file, so that a finding has a place | `written` |
//! | server and registry name the same tools, and say the same of them | `declared`, `keys`, `named` |
//! | what a client is told of each tool | `schemas`, `texts` |
//! | the team's own promises: `[contract]` | `outputs` (by way of `shape`), `granted` (by way of `mentions`) |
//! | the list as a whole: the same each time, and not too long | `stable`, `payload` |
//!
//! `cargo errtax tools` reads the list from a process. A test reads it from the router and calls [`check`].

mod declared;
mod granted;
mod keys;
mod listing;
mod mentions;
mod named;
mod outputs;
mod payload;
mod schemas;
mod server;
mod shape;
mod stable;
mod texts;
mod written;

use std::path::Path;

use crate::analysis;
use crate::finding::{Finding, Stage};
use crate::model::Registry;
use crate::render;
use crate::source::Sources;

pub use listing::Listing;
pub use payload::{CEILING, tokens};
pub use texts::LONGEST_DESCRIPTION;

use server::Server;

/// A list that was read again, and how: `between two calls`, `after a restart`.
#[derive(Clone, Copy, Debug)]
pub struct Again<'a> {
    /// When, as a part of a sentence.
    pub when: &'a str,
    /// What was read then.
    pub listing: &'a Listing,
}

/// Everything that is wrong with what a server offers, sorted by place and rule. What a tool waives is left out.
///
/// A finding stands at the `[tools.NAME]` it is about. About a tool that has none it stands in the list, which is put into
/// `sources` as a file of the revision `server`: no file of the package, but one that has lines. Of the `package` the test
/// files are read that `[contract]` names.
#[must_use]
pub fn judge(
    package: &Path,
    registry: &Registry,
    sources: &mut Sources,
    listing: &Listing,
    again: &[Again<'_>],
    ceiling: usize,
) -> Vec<Finding> {
    let server = Server::new(registry, sources, listing);
    let mut findings = Vec::new();
    declared::judge(&server, &mut findings);
    keys::judge(&server, &mut findings);
    named::judge(&server, &mut findings);
    schemas::judge(&server, &mut findings);
    texts::judge(&server, &mut findings);
    outputs::judge(&server, &mut findings);
    granted::scopes(&server, &mut findings);
    granted::tests(&server, package, &mut findings);
    stable::judge(&server, again, &mut findings);
    payload::judge(&server, ceiling, &mut findings);
    analysis::sorted(findings)
}

/// A list as the file that findings point into.
#[must_use]
pub fn written(listing: &Listing) -> String {
    written::Written::new(listing).text
}

/// For a test of the server: judges what it offers, each of `listings` one reading of `tools/list` as JSON, against the
/// registry at `registry`, a path relative to `package`.
///
/// Two readings show whether the list is stable. The ceiling is [`CEILING`].
///
/// ```
/// # let folder = std::env::temp_dir().join(format!("errtax-tools-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// # std::fs::write(folder.join("registry.toml"), "[registry]\nname = \"demo\"\nversion = \"1.0.0\"\nedition = \"2026\"\nextends = [\"errtax@1.0\"]\n").unwrap();
/// let listing = r#"{"tools": [{"name": "get_voucher", "inputSchema": {"type": "object", "additionalProperties": false}}]}"#;
/// let wrong = errtax_build::tools::check(&folder, "registry.toml", &[listing]).unwrap_err();
/// assert!(wrong.starts_with("server:tools/list:4:7: the server offers `get_voucher`, and the registry does not declare it"));
/// # std::fs::remove_dir_all(&folder).unwrap();
/// ```
///
/// # Errors
///
/// What is wrong, each finding as a build script prints it; also where a listing is none, or the registry is wrong by itself.
pub fn check(package: &Path, registry: &str, listings: &[&str]) -> Result<(), String> {
    let read = listings
        .iter()
        .map(|listing| Listing::from_pages([*listing]))
        .collect::<Result<Vec<_>, _>>()?;
    let Some((first, rest)) = read.split_first() else {
        return Err("no listing was given".to_owned());
    };
    if first.is_empty() {
        return Err("the list has no tools: there is nothing to judge".to_owned());
    }
    let mut analysis = analysis::analyse(package, registry);
    let shown = |findings: &[Finding], sources: &Sources| {
        let shown: Vec<String> = findings.iter().map(|finding| render::plain(finding, sources)).collect();
        shown.join("\n\n")
    };
    // What has shipped is another matter: drift stops the build, long before a server runs.
    let by_itself = |finding: &&Finding| matches!(finding.rule.stage, Stage::Read | Stage::Structure);
    let wrong = analysis.findings.iter().filter(by_itself);
    let wrong: Vec<Finding> = wrong.filter(|finding| finding.level.fails()).cloned().collect();
    let found = match &analysis.registry {
        Some(registry) if wrong.is_empty() => {
            let again: Vec<Again<'_>> = rest
                .iter()
                .map(|listing| Again {
                    when: "between two readings",
                    listing,
                })
                .collect();
            judge(package, registry, &mut analysis.sources, first, &again, CEILING)
        }
        _ => wrong,
    };
    if found.is_empty() && analysis.registry.is_some() {
        return Ok(());
    }
    Err(shown(&found, &analysis.sources))
}
