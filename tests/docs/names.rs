//! What the pages name: rules that exist, links that lead somewhere.

use errtax_build::rules;

use crate::markdown::{PAGES, page, ticked};
use crate::support::workspace;

/// Names with a dash that are no rules: crates, a feature, headers.
const CRATES: &[&str] = &[
    "cargo-errtax",
    "errtax-build",
    "errtax-core",
    "errtax-macros",
    "proc-macro2",
    "recovery-rmcp",
    "replay-sqlite",
    "tokio-postgres",
    "sqlx-mysql",
    "rmcp-client",
    "retry-after-ms",
    "grpc-retry-pushback-ms",
    "retry-after",
    "stripe-should-retry",
    "x-amz-retry-after",
    "x-amzn-errortype",
    "x-ms-error-code",
    "x-ms-retry-after-ms",
    "x-ratelimit-reset",
    "x-should-retry",
];

fn is_kebab(word: &str) -> bool {
    let mut parts = word.split('-');
    word.contains('-') && parts.all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase()))
}

#[test]
fn every_rule_that_is_named_exists() {
    for path in PAGES {
        let page = page(path);
        let prose: String = page.prose.iter().flat_map(|(_, line)| [line.as_str(), "\n"]).collect();
        let named = ticked(&prose).into_iter();
        let explained = named.map(|name| name.strip_prefix("cargo errtax explain ").unwrap_or(&name).to_owned());
        let shown = page.blocks.iter().flat_map(|block| block.text.lines());
        let shown = shown.filter_map(|line| {
            line.strip_suffix(']')?
                .rsplit_once(" [")
                .map(|(_, rule)| rule.to_owned())
        });
        for name in explained.chain(shown).filter(|name| is_kebab(name)) {
            let known = CRATES.contains(&name.as_str()) || rules::find(&name).is_some();
            assert!(known, "{path}: `{name}` is no rule");
        }
    }
}

/// The name that GitHub gives to a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().replace(' ', "-")
}

#[test]
fn every_link_inside_the_repository_leads_somewhere() {
    let mut links = 0;
    for path in PAGES {
        let page = page(path);
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (number, line) in &page.prose {
            for link in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                if link.starts_with("https://") {
                    continue;
                }
                links += 1;
                let (file, wanted) = link.split_once('#').unwrap_or((link, ""));
                let place = format!("{path}:{number}: {link}");
                let target = match file {
                    "" => workspace().join(path),
                    file => workspace().join(folder).join(file),
                };
                assert!(target.exists(), "{place}");
                if !wanted.is_empty() {
                    let known = PAGES
                        .iter()
                        .find(|page| workspace().join(page).canonicalize().ok() == target.canonicalize().ok());
                    let headings = crate::markdown::page(known.expect("a page of these")).headings;
                    assert!(
                        headings.iter().any(|heading| anchor(&heading.text) == wanted),
                        "{place}"
                    );
                }
            }
        }
    }
    assert!(links > 10);
}
