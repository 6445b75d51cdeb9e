//! Ten thousand codes: all are there, what is generated grows with them and no faster, and each mistake is still found.
//!
//! How long it takes and how much memory is measured by `benches/scale`, never here.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use errtax_build::{Analysis, analyse, generate, lock, style};

const DOMAINS: usize = 20;

/// A registry in a folder: a file a domain, none of them sorted, details of many shapes, every other code frozen.
fn write(folder: &Path, codes: usize) {
    fs::create_dir_all(folder.join("codes")).unwrap();
    let head = "[registry]\nname = \"scale\"\nversion = \"1.0.0\"\nedition = \"2026\"\nextends = [\"errtax@1.0\"]\n\
                include = [\"codes/*.toml\"]\n\n[tools.repair]\neffect = \"write\"\n";
    fs::write(folder.join("registry.toml"), head).unwrap();
    for domain in 0..DOMAINS {
        let mut text = String::new();
        for number in (domain..codes).step_by(DOMAINS) {
            // Seven has no divisor in common with the powers of ten: every number once, in another order.
            code(&mut text, domain, number * 7 % codes);
        }
        fs::write(folder.join(format!("codes/domain_{domain}.toml")), text).unwrap();
    }
}

fn code(text: &mut String, domain: usize, number: usize) {
    let name = format!("DOMAIN_{domain}_THING_{number}");
    let status = ["draft", "frozen"][number / DOMAINS % 2];
    let details = [
        "",
        "id = \"string\"\n",
        "id = \"string\"\nsince = { type = \"date\", optional = true }\n",
        "id = \"string\"\nreason = { type = \"enum\", values = [\"user\", \"system\"] }\n",
    ][number % 4];
    let shown = if details.is_empty() { "it" } else { "{id}" };
    write!(
        text,
        "[codes.{name}]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\n\
         status = \"{status}\"\nnext = {{ tool = \"repair\", args = {{ id = \"{shown}\" }} }}\n\
         message = \"Thing {number} is locked: {shown}.\"\nhint = \"Call repair for number {number}.\"\n\n"
    )
    .unwrap();
    if !details.is_empty() {
        write!(
            text,
            "[codes.{name}.details]\n{details}thing_{number} = {{ type = \"integer\", optional = true }}\n\n"
        )
        .unwrap();
    }
}

/// The analysis of a registry with this many codes, its lock up to date.
fn registry(codes: usize) -> (tempfile::TempDir, Analysis) {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), codes);
    let analysis = analyse(folder.path(), "registry.toml");
    let text = lock::render(analysis.registry.as_ref().unwrap());
    fs::write(folder.path().join("registry.lock"), text).unwrap();
    let analysis = analyse(folder.path(), "registry.toml");
    (folder, analysis)
}

fn rules(analysis: &Analysis) -> BTreeSet<&'static str> {
    analysis.findings.iter().map(|finding| finding.rule.id).collect()
}

fn own(analysis: &Analysis) -> usize {
    let codes = analysis.registry.as_ref().unwrap().codes.values();
    codes.filter(|code| code.name.starts_with("DOMAIN_")).count()
}

#[test]
fn ten_thousand_codes_are_generated_and_what_that_gives_grows_with_them_and_no_faster() {
    let (_folder, thousand) = registry(1_000);
    let (_folder, ten) = registry(10_000);
    assert_eq!((rules(&ten), own(&ten)), (BTreeSet::new(), 10_000));
    assert_eq!(ten.lock.as_ref().unwrap().codes.len(), 5_000);

    let rust = |analysis: &Analysis| generate::rust(analysis.registry.as_ref().unwrap(), &analysis.sources, &[]);
    let schema = |analysis: &Analysis| generate::schema(analysis.registry.as_ref().unwrap());
    let text = rust(&ten);
    let (_, variants) = text.split_once("pub enum Code {\n").unwrap();
    let (variants, _) = variants.split_once("\n}").unwrap();
    let variants: Vec<&str> = variants.lines().filter(|line| line.starts_with("    Domain")).collect();
    assert_eq!(variants.len(), 10_000);
    assert!(variants.contains(&"    Domain19Thing9993,"), "{:?}", variants.last());

    // Names and positions get a digit longer.
    for (what, few, many) in [
        ("Rust", rust(&thousand).len(), text.len()),
        ("schema", schema(&thousand).len(), schema(&ten).len()),
    ] {
        assert!(
            many < few * 11,
            "{what}: {few} bytes for 1,000 codes, {many} for 10,000"
        );
    }
}

#[test]
fn each_of_thousands_of_mistakes_is_found() {
    let (folder, sound) = registry(2_000);
    assert_eq!(rules(&sound), BTreeSet::new());
    let change = |from: &str, to: &str| {
        write(folder.path(), 2_000);
        for domain in 0..DOMAINS {
            let path = folder.path().join(format!("codes/domain_{domain}.toml"));
            let text = fs::read_to_string(&path).unwrap();
            fs::write(&path, text.replace(from, to)).unwrap();
        }
        analyse(folder.path(), "registry.toml")
    };
    let count = |analysis: &Analysis, rule: &str| {
        let findings = analysis.findings.iter();
        findings.filter(|finding| finding.rule.id == rule).count()
    };
    let twins = change(
        "retryable = false\n",
        "retryable = false\nin_doubt = \"OUTCOME_UNKNOWM\"\n",
    );
    assert_eq!(count(&twins, "unknown-code"), 2_000);
    assert!(
        twins
            .findings
            .iter()
            .any(|finding| finding.help == "did you mean `OUTCOME_UNKNOWN`?")
    );
    // Each under its new name, none of them taken for another.
    let renamed = change("DOMAIN_", "NEW_DOMAIN_");
    assert_eq!(count(&renamed, "code-renamed"), 1_000);
    for finding in renamed
        .findings
        .iter()
        .filter(|finding| finding.rule.id == "code-renamed")
    {
        assert_eq!(finding.new, finding.old.as_ref().map(|old| format!("NEW_{old}")));
    }
    let unstopped = change(".\"\nhint", "\"\nhint");
    let styled = style(unstopped.registry.as_ref().unwrap());
    assert_eq!(
        styled
            .iter()
            .filter(|finding| finding.rule.id == "message-without-stop")
            .count(),
        2_000
    );
}

#[test]
fn a_chain_of_deprecated_codes_is_followed_to_its_end_once() {
    const LENGTH: usize = 2_000;
    let folder = tempfile::tempdir().unwrap();
    let deprecated = |last: &str| {
        let mut text = "[registry]\nname = \"chain\"\nversion = \"1.1.0\"\nedition = \"2026\"\n".to_owned();
        for number in 0..LENGTH {
            let next = if number + 1 < LENGTH {
                format!("LINK_{}", number + 1)
            } else {
                last.to_owned()
            };
            write!(
                text,
                "[codes.LINK_{number}]\nclass = \"internal\"\naction = \"stop\"\nretryable = false\nexecuted = \"no\"\nmessage = \"M.\"\n\
                 hint = \"Report it.\"\ndeprecated = {{ since = \"1.1.0\", replaced_by = \"{next}\" }}\n"
            )
            .unwrap();
        }
        fs::write(folder.path().join("registry.toml"), text).unwrap();
        let analysis = analyse(folder.path(), "registry.toml");
        let findings = analysis.findings.iter();
        let of = |rule: &str| findings.clone().filter(|finding| finding.rule.id == rule).count();
        (of("replacement-cycle"), of("replacement-unusable"))
    };
    assert_eq!(deprecated("LINK_0"), (1, 0));
    assert_eq!(deprecated("LINK_1"), (1, 1));
    assert_eq!(deprecated("LINK_1999"), (0, LENGTH));
}
