//! What holds over whole registries: all mistakes in one run, no cascade, and no input that is not answered.

use errtax_build::finding::{Level, Stage};
use errtax_build::{analyse, standard, style};

use crate::{Package, found, rendered};

/// The rules that need a file which no text can describe, each with a test below, and those that read Rust, which
/// cargo-errtax judges and tests.
pub(crate) const ELSEWHERE: &[&str] = &[
    "unreadable-file",
    "not-utf8",
    "unreadable-source",
    "unraised-code",
    "registry-elsewhere",
];

#[test]
fn ten_mistakes_are_ten_findings_each_in_its_place() {
    let package = Package::new(
        "@HEAD[roles]\n\
         «panik» = \"PANIC\"\n\
         [codes.FIRST]\n\
         class = «\"preconditoin\"»\n\
         action = \"fix_state\"\n\
         retryable = «\"false\"»\n\
         executed = \"no\"\n\
         message = \"It is {{ready}}.\"\n\
         hint = \"Make it ready first.\"\n\
         [codes.SECOND]\n\
         class = \"transient\"\n\
         action = \"retry\"\n\
         retryable = true\n\
         executed = «\"unknown\"»\n\
         «colour» = \"red\"\n\
         message = \"It is «{gone}».\"\n\
         hint = «\"\"»\n\
         [codes.THIRD]\n\
         class = \"precondition\"\n\
         action = «\"stop\"»\n\
         retryable = false\n\
         executed = \"no\"\n\
         http = «1000»\n\
         @TEXT\
         [codes.«Third»]\n\
         @PLAIN",
    );
    let (findings, sources) = package.findings();
    assert_eq!(package.marks.len(), 10);
    assert_eq!(
        found(&findings, &sources),
        package.marks,
        "{}",
        rendered(&findings, &sources)
    );
}

#[test]
fn one_mistake_is_one_finding_even_where_much_depends_on_it() {
    let text = std::fs::read_to_string("../registry.toml").unwrap();
    for (from, to, line) in [
        (
            "[codes.OUTCOME_UNKNOWN]\nclass     = \"unknown_outcome\"",
            "[codes.OUTCOME_UNKNOWN]\nclass     = \"unknown\"",
            "class",
        ),
        ("[codes.PANIC]\n", "[codes.PANIC\n", "[codes.PANIC"),
        ("version = \"1.0.0\"", "version = 1", "version"),
        ("[codes.RATE_LIMITED]\nclass ", "[codes.RATE_LIMITED]\nclas ", "clas"),
        (
            "[codes.PAYLOAD_TOO_LARGE.details]",
            "[codes.PAYLOAD_TOO_LARGE.detail]",
            "[codes.PAYLOAD_TOO_LARGE.detail]",
        ),
        ("limit_bytes  = {", "limit_bytes  = ", "limit_bytes"),
        ("executed  = \"no\"", "executed  no", "executed"),
        ("[roles]\n", "[rolls]\n", "[rolls]"),
    ] {
        assert!(text.contains(from), "{from}");
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("registry.toml"), text.replacen(from, to, 1)).unwrap();
        let analysis = analyse(folder.path(), "registry.toml");
        let findings: Vec<_> = analysis
            .findings
            .into_iter()
            .filter(|finding| finding.rule.stage != Stage::Drift)
            .collect();
        let shown = rendered(&findings, &analysis.sources);
        assert_eq!(findings.len(), 1, "{to}\n{shown}");
        let at = analysis.sources.line_column(findings[0].place);
        let source = analysis
            .sources
            .file(findings[0].place.file)
            .text
            .lines()
            .nth(at.line - 1)
            .unwrap();
        assert!(source.starts_with(line), "{to}\n{shown}");
    }
}

#[test]
fn the_registries_of_the_repository_are_clean() {
    for package in ["..", "../examples/accounting"] {
        let analysis = analyse(package.as_ref(), "registry.toml");
        let registry = analysis.registry.as_ref().unwrap();
        let mut findings: Vec<_> = analysis
            .findings
            .iter()
            .filter(|finding| finding.rule.stage != Stage::Drift)
            .cloned()
            .collect();
        findings.extend(style(registry));
        assert!(findings.is_empty(), "{}", rendered(&findings, &analysis.sources));
        assert!(registry.codes.len() > 20);
    }
}

#[test]
fn the_copy_of_the_standard_registry_is_the_original() {
    assert_eq!(standard::TEXT, std::fs::read_to_string("../registry.toml").unwrap());
}

#[test]
fn line_ends_of_windows_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let text = standard::TEXT.replace('\n', "\r\n");
    std::fs::write(folder.path().join("registry.toml"), text).unwrap();
    let analysis = analyse(folder.path(), "registry.toml");
    let findings: Vec<_> = analysis
        .findings
        .into_iter()
        .filter(|finding| finding.rule.stage != Stage::Drift)
        .collect();
    assert!(findings.is_empty(), "{}", rendered(&findings, &analysis.sources));
}

#[test]
fn a_registry_that_is_not_there_cannot_be_judged() {
    let folder = tempfile::tempdir().unwrap();
    let analysis = analyse(folder.path(), "registry.toml");
    assert!(analysis.registry.is_none());
    let ids: Vec<_> = analysis
        .findings
        .iter()
        .map(|finding| (finding.rule.id, finding.level))
        .collect();
    assert_eq!(ids, [("unreadable-file", Level::CouldNotJudge)]);
    assert_eq!(analysis.read, [std::path::PathBuf::from("registry.toml")]);
    for escape in ["../registry.toml", "/registry.toml", ""] {
        let analysis = analyse(folder.path(), escape);
        let ids: Vec<_> = analysis.findings.iter().map(|finding| finding.rule.id).collect();
        assert_eq!(ids, ["path-escapes"], "{escape}");
        assert!(analysis.registry.is_none());
    }
}

#[test]
fn bytes_that_are_no_text_are_found_where_they_begin() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("registry.toml"),
        b"[registry]\nname = \"\xff\xfe\"\n",
    )
    .unwrap();
    let analysis = analyse(folder.path(), "registry.toml");
    let finding = &analysis.findings[0];
    assert_eq!((finding.rule.id, finding.level), ("not-utf8", Level::CouldNotJudge));
    assert_eq!(analysis.sources.show(finding.place), "registry.toml:2:9");
}

#[test]
fn included_files_and_folders_are_watched() {
    let package = Package::new(
        "@HEADinclude = [\"codes/*.toml\", \"more.toml\"]\n--- codes/a.toml\n[codes.A]\n@PLAIN--- more.toml\n[codes.B]\n@PLAIN",
    );
    let analysis = analyse(package.path(), "registry.toml");
    for path in ["registry.toml", "codes", "codes/a.toml", "more.toml", "registry.lock"] {
        assert!(analysis.read.contains(&path.into()), "{path} in {:?}", analysis.read);
    }
}

#[test]
fn an_extended_registry_brings_its_codes_and_its_mistakes() {
    let package = Package::new(
        "[registry]\nname = \"t\"\nversion = \"1.0.0\"\nedition = \"2026\"\nextends = [\"base/registry.toml\"]\n\
         [codes.A]\n@PLAIN\
         --- base/registry.toml\n@HEAD[codes.B]\nhttp = «7»\n@PLAIN",
    );
    let analysis = analyse(package.path(), "registry.toml");
    let registry = analysis.registry.unwrap();
    for code in ["A", "B", "NOT_FOUND"] {
        assert!(registry.codes.contains_key(code), "{code}");
    }
    let (findings, sources) = package.findings();
    assert_eq!(found(&findings, &sources), package.marks);
}

#[test]
fn a_finding_is_shown_with_its_line_a_caret_and_what_to_do() {
    let package = Package::new(
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = \"no\"\nexecuted = \"no\"\n@TEXT",
    );
    let (findings, sources) = package.findings();
    assert_eq!(
        rendered(&findings, &sources),
        "registry.toml:9:13: `retryable` must be a boolean, found a string [wrong-type]\n  \
         |\n\
         9 | retryable = \"no\"\n  \
         |             ^^^^ found a string\n  \
         = help: write `retryable = true` or `retryable = false`"
    );
}

#[test]
fn carets_stand_below_what_they_mean_after_tabs_and_wide_characters() {
    let package = Package::new("@HEAD[codes.A]\n@PLAIN[codes.A.details]\n\tx = { doc = \"日本\", type = \"text\" }\n");
    let (findings, sources) = package.findings();
    let shown = rendered(&findings, &sources);
    let lines: Vec<&str> = shown.lines().collect();
    let column = |line: &str, what: &str| {
        line.split(what)
            .next()
            .unwrap()
            .chars()
            .map(|c| if c > '\u{2e80}' { 2 } else { 1 })
            .sum::<usize>()
    };
    assert_eq!(column(lines[2], "\"text\""), column(lines[3], "^^^^^^"), "{shown}");
}

/// What the one finding of a registry says to do.
fn help(case: &str) -> String {
    let package = Package::new(case);
    let (findings, sources) = package.findings();
    assert_eq!(findings.len(), 1, "{}", rendered(&findings, &sources));
    findings[0].help.clone()
}

#[test]
fn what_a_help_says_is_right_when_it_is_typed() {
    const A: &str = "@HEAD[codes.A]\n@PLAIN";
    let deprecated = help(&format!("{A}deprecated = true\n"));
    let amendment = help(&format!("{A}[[amendments]]\ncode = \"A\"\n"));
    let codes = help("@HEAD[[codes]]\nname = \"A\"\n");
    // Each is typed as it stands, with the names of this registry.
    let written = |help: &str| -> Vec<String> { help.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    let replacement = "[codes.NEW_CODE]\nstatus = \"frozen\"\n@PLAIN";
    let typed = [
        format!("{A}{}\n{replacement}", written(&deprecated)[0]),
        format!(
            "{A}[[amendments]]\n{}\n",
            written(&amendment)
                .join("\n")
                .replace("2.0.0", "1.2.0")
                .replace("PERIOD_LOCKED", "A")
        ),
        format!("@HEAD{}\n@PLAIN", written(&codes)[0]),
    ];
    for case in typed {
        let package = Package::new(&case);
        let (findings, sources) = package.findings();
        assert!(findings.is_empty(), "{case}\n{}", rendered(&findings, &sources));
    }
}

#[test]
fn what_stands_in_the_wrong_table_is_sent_to_the_right_one() {
    for (case, expected) in [
        (
            "extends = [\"errtax@1.0\"]\n@HEAD[codes.A]\n@PLAIN",
            "move it below `[registry]`, before the next table: `extends = [ … ]`",
        ),
        (
            "@HEAD[codes.A]\n@PLAINinclude = []\n",
            "move it below `[registry]`, before the next table: `include = [ … ]`",
        ),
        (
            "version = \"1.0.0\"\n@HEAD[codes.A]\n@PLAIN",
            "move it below `[registry]`, before the next table: `version = \"…\"`",
        ),
        (
            "@HEADinclude = [\"more.toml\"]\n--- more.toml\ninclude = [\"x.toml\"]\n[codes.A]\n@PLAIN",
            "an included file includes no others: name them in `include` of the registry itself",
        ),
        (
            "@HEADinclude = [\"more.toml\"]\n--- more.toml\n[registry]\ninclude = [\"x.toml\"]\n[codes.A]\n@PLAIN",
            "an included file includes no others: name them in `include` of the registry itself",
        ),
        (
            "@HEAD[codes.A]\n@PLAINaction = \"stop\"\n",
            "remove one of the two `action = …`",
        ),
        (
            "@HEAD[codes.A]\n@PLAIN[codes.A]\n@PLAIN",
            "keep one of the two `[codes.A]`; two codes need two names",
        ),
        (
            "@HEAD[tools.a]\neffect = \"read\"\n[tools.a]\n[codes.A]\n@PLAIN",
            "keep one of the two `[tools.a]`",
        ),
    ] {
        assert_eq!(help(case), expected, "{case}");
    }
}

#[test]
fn a_table_that_is_there_twice_is_one_mistake_whatever_the_two_hold() {
    let own = "[codes.A.details]\nid = \"string\"\n";
    for (first, second) in [
        ("", "@PLAIN"),
        ("@PLAIN", ""),
        ("@PLAIN", "@PLAIN"),
        ("class = \"precondition\"\n", "@PLAIN"),
        ("http = 400\n@PLAIN", "http = 401\ngrpc = 3\n@PLAIN"),
    ] {
        for (first_below, second_below) in [("", ""), (own, ""), ("", own), (own, own)] {
            let case =
                format!("@HEAD[codes.A]\n{first}{first_below}[codes.«A»]\n{second}{second_below}[codes.B]\n@PLAIN");
            let package = Package::new(&case);
            let (findings, sources) = package.findings();
            let shown = rendered(&findings, &sources);
            assert_eq!(found(&findings, &sources), package.marks, "{case}\n{shown}");
            assert_eq!(findings[0].rule.id, "duplicate-key", "{case}\n{shown}");
        }
    }
}

#[test]
fn each_time_more_that_a_table_is_there_is_one_mistake_more() {
    let package = Package::new(
        "@HEAD[codes.A]\n@PLAIN[codes.«A»]\n@PLAIN[codes.B]\n@PLAIN[codes.«A»]\n[codes.«B»]\n[codes.«B»]\n",
    );
    let (findings, sources) = package.findings();
    let shown = rendered(&findings, &sources);
    assert_eq!(found(&findings, &sources), package.marks, "{shown}");
    let first = |finding: &errtax_build::finding::Finding| sources.show(finding.related[0].0);
    assert_eq!(
        findings.iter().map(first).collect::<Vec<_>>(),
        [
            "registry.toml:6:8",
            "registry.toml:6:8",
            "registry.toml:20:8",
            "registry.toml:20:8"
        ]
    );
}

#[test]
fn a_key_that_is_there_twice_shows_the_first_place() {
    let package = Package::new("@HEAD[codes.B]\n@PLAIN[codes.A]\n@PLAIN\"action\" = \"stop\"\n");
    let (findings, sources) = package.findings();
    let (place, _) = findings[0].related[0];
    assert_eq!(sources.show(place), "registry.toml:15:1");
}

#[test]
fn a_half_merged_registry_keeps_the_codes_of_both_sides() {
    // The blocks of two neighbours, interleaved as git does where they have lines in common.
    let package = Package::new(
        "@HEAD<<<<<<< HEAD\n[codes.A]\n=======\n[codes.B]\n>>>>>>> other\n@PLAIN\
         <<<<<<< HEAD\n[codes.C]\nhttp = 400\n=======\n[codes.C]\nhttp = 401\n>>>>>>> other\n@PLAIN\
         --- registry.lock\n<<<<<<< HEAD\n=======\n>>>>>>> other\nversion = 1\n",
    );
    let analysis = analyse(package.path(), "registry.toml");
    let ids: Vec<_> = analysis.findings.iter().map(|finding| finding.rule.id).collect();
    assert_eq!(ids, ["merge-conflict", "merge-conflict", "lock-conflict"]);
    let registry = analysis.registry.unwrap();
    for code in ["A", "B", "C", "NOT_FOUND"] {
        assert!(registry.codes.contains_key(code), "{code}");
    }
    // Where the sides do not go together, the first is taken.
    let package = Package::new(
        "@HEAD[codes.A]\n<<<<<<< HEAD\ndoc = \"\"\"a\n=======\ndoc = \"\"\"b\n>>>>>>> other\n\"\"\"\n@PLAIN[codes.B]\n@PLAIN",
    );
    let registry = analyse(package.path(), "registry.toml").registry.unwrap();
    assert!(registry.codes.contains_key("A") && registry.codes.contains_key("B"));
}

#[test]
fn an_extended_registry_without_a_lock_is_named_in_the_command() {
    let package = Package::new(
        "[registry]\nname = \"t\"\nversion = \"1.0.0\"\nedition = \"2026\"\nextends = [\"base.toml\"]\n\
         --- registry.lock\nversion = 1\n\n[codes]\n\n[retired]\n\
         --- base.toml\n@HEAD[codes.A]\n@PLAIN",
    );
    let analysis = analyse(package.path(), "registry.toml");
    let finding = analysis
        .findings
        .iter()
        .find(|finding| finding.rule.id == "lock-missing")
        .unwrap();
    assert!(
        finding
            .help
            .starts_with("run `cargo errtax freeze --registry base.toml`"),
        "{}",
        finding.help
    );
}
