//! What a finding says to whoever has never seen errtax: what breaks for whom, and what to type, which is right as typed.

use errtax_build::finding::Finding;

use crate::{Package, rendered};

/// The one finding of a registry.
fn only(case: &str) -> Finding {
    let package = Package::new(case);
    let (mut findings, sources) = package.findings();
    assert_eq!(findings.len(), 1, "{case}\n{}", rendered(&findings, &sources));
    findings.remove(0)
}

fn assert_clean(case: &str) {
    let package = Package::new(case);
    let (findings, sources) = package.findings();
    assert!(findings.is_empty(), "{case}\n{}", rendered(&findings, &sources));
}

/// What stands in backticks.
fn typed(help: &str) -> Vec<&str> {
    help.split('`').skip(1).step_by(2).collect()
}

const CODE: &str =
    "@HEAD[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\n";

#[test]
fn what_has_to_be_there_is_never_to_be_removed() {
    let amendment =
        "@HEAD[codes.A]\n@PLAIN[[amendments]]\ncode = \"A\"\nfield = \"action\"\nfrom = \"stop\"\nto = \"fix_state\"\n";
    for case in [
        format!("{CODE}hint = \"Make it ready first.\"\nmessage = \" \"\n"),
        format!("{CODE}message = \"It is not ready.\"\nhint = \"\"\n"),
        "@HEAD[codes.A]\n@PLAIN[retired.B]\nsince = \"1.0.0\"\nreason = \"\"\n".to_owned(),
        "@HEAD[codes.A]\n@PLAIN[[upstream]]\nhost = \"x.com\"\ncode = \"\"\n".to_owned(),
        format!("{amendment}issue = \"#1\"\nversion = \"1.2.0\"\nreason = \"\"\n"),
    ] {
        let finding = only(&case);
        assert_eq!(finding.rule.id, "empty-text");
        assert!(!finding.help.contains("remove"), "{case}\n{}", finding.help);
        let empty = case
            .lines()
            .find(|line| line.ends_with("\"\"") || line.ends_with("\" \""))
            .unwrap();
        assert_clean(&case.replace(empty, typed(&finding.help)[0]));
    }
}

#[test]
fn what_need_not_be_there_may_be_removed() {
    for (case, expected) in [
        (
            "@HEAD[tools.x]\neffect = \"write\"\nverify = \"\"\n[codes.A]\n@PLAIN",
            "write something, or remove `verify`",
        ),
        (
            "@HEAD[codes.A]\n@PLAINdeprecated = { since = \"1.1.0\", reason = \"\" }\n",
            "write something; or write `replaced_by` and remove `reason`",
        ),
    ] {
        assert_eq!(only(case).help, expected);
    }
}

#[test]
fn what_is_to_be_added_goes_with_what_is_there() {
    for (there, expected) in [
        (
            "class = \"precondition\"\nretryable = false\nexecuted = \"no\"\n",
            "add `action = \"fix_state\"` or `action = \"ask_user\"`",
        ),
        (
            "action = \"ask_user\"\nretryable = false\nexecuted = \"no\"\n",
            "add `class = \"auth\"` or `class = \"precondition\"`",
        ),
        (
            "class = \"transient\"\naction = \"wait\"\nexecuted = \"no\"\n",
            "add `retryable = true`, as the action has it",
        ),
        (
            "class = \"partial\"\naction = \"redo_missing\"\nretryable = false\n",
            "add `executed = \"partial\"`",
        ),
    ] {
        let hint = "message = \"It is not ready.\"\nhint = \"Wait, then do the call again.\"\n";
        let case = format!("@HEAD[codes.A]\n{there}{hint}");
        let finding = only(&case);
        assert_eq!((finding.rule.id, finding.help.as_str()), ("missing-key", expected));
        for line in typed(expected) {
            assert_clean(&format!("{case}{line}\n"));
        }
    }
    for (text, other) in [
        ("message", "hint = \"Make it ready first.\""),
        ("hint", "message = \"It is locked.\""),
    ] {
        let case = format!("{CODE}{other}\n");
        let finding = only(&case);
        assert_eq!(finding.field.as_deref(), Some(text));
        assert_clean(&format!("{case}{}\n", typed(&finding.help)[0]));
    }
}

#[test]
fn a_contradiction_is_resolved_by_what_is_offered() {
    for (class, action, retryable, executed) in [
        ("precondition", "retry", "false", "no"),
        ("precondition", "fix_state", "true", "no"),
        ("auth", "wait", "false", "no"),
        ("cancelled", "stop", "false", "partial"),
        ("internal", "stop", "true", "no"),
    ] {
        let case = format!(
            "@HEAD[codes.A]\nmessage = \"It broke.\"\nhint = \"Wait, and ask before you try again.\"\nclass = \"{class}\"\naction = \"{action}\"\n\
             retryable = {retryable}\nexecuted = \"{executed}\"\n"
        );
        let finding = only(&case);
        let offered = typed(&finding.help);
        let offered = offered
            .iter()
            .filter(|line| line.contains(" = ") && !line.starts_with("class"));
        // What comes after "a class that goes with" is said of the class.
        let offered: Vec<&&str> = offered
            .take_while(|line| ***line != format!("retryable = {retryable}"))
            .collect();
        assert!(!offered.is_empty(), "{}", finding.help);
        for line in offered {
            let key = format!("{} = ", line.split(" = ").next().unwrap());
            let old = case.lines().find(|line| line.starts_with(&key)).unwrap();
            assert_clean(&case.replace(old, line));
        }
    }
}

#[test]
fn a_standard_code_that_is_not_taken_over_is_said_to_be_one() {
    let code = "[codes.A]\nclass = \"transient\"\naction = \"retry\"\nretryable = true\nexecuted = \"unknown\"\nmessage = \"It is lost.\"\nhint = \"Send the same call again.\"\n";
    let head = "[registry]\nname = \"t\"\nversion = \"1.2.0\"\nedition = \"2026\"\n";
    let twin = "in_doubt = \"OUTCOME_UNKNOWN\"\n";
    let unknown = only(&format!("{head}{code}{twin}"));
    assert_eq!(
        unknown.help,
        "it is a standard code: write `extends = [\"errtax@1.0\"]` below `[registry]`"
    );
    let extends = typed(&unknown.help)[0];
    assert_clean(&format!("{head}{extends}\n{code}{twin}"));
    let missing = only(&format!("{head}{code}"));
    assert_eq!(missing.rule.id, "in-doubt-missing");
    let lines = typed(&missing.help);
    assert_eq!(format!("{}\n", lines[0]), twin);
    assert_eq!(lines.last(), Some(&extends));
    // A role that nobody declares is said in the same words.
    let role = only(&format!("{head}[roles]\npanic = \"PANICS\"\n[codes.A]\n@PLAIN"));
    assert_eq!(
        role.help,
        "declare it: `cargo errtax new PANICS`; or name a code that exists: `cargo errtax list` has them all"
    );
}

#[test]
fn nobody_is_told_to_change_the_standard_registry() {
    let role = only("@HEAD[roles]\ninvalid_arguments = \"PAYLOAD_TOO_LARGE\"\n");
    assert_eq!(
        role.help,
        "name another code, or leave the role out for the standard `INVALID_ARGUMENTS`"
    );
    let upstream = only("@HEAD[[upstream]]\nhost = \"x.com\"\ncode = \"UNSUPPORTED\"\n");
    assert_eq!(upstream.help, "name another code");
    let own =
        only("@HEAD[[upstream]]\nhost = \"x.com\"\ncode = \"A\"\n[codes.A]\n@PLAIN[codes.A.details]\nday = \"date\"\n");
    assert_eq!(
        own.help,
        "write `day = { type = \"date\", optional = true }`, or name another code"
    );
    let replaces = only("@HEAD[codes.A]\nreplaces = \"errtax\"\n@PLAIN");
    assert_eq!(replaces.help, "remove `replaces`; `errtax` has no code of this name");
}

#[test]
fn a_slip_in_toml_is_named_as_what_it_is() {
    for (line, problem, expected) in [
        (
            "doc = \"open",
            "the text on this line does not end",
            "close it with `\"`",
        ),
        ("doc = 'open", "the text on this line does not end", "close it with `'`"),
        (
            "doc = \"C:\\dir\"",
            "a `\\` in text with double quotes begins an escape, and there is none like this",
            "write `\\\\` for a backslash that is shown, or put the text in single quotes",
        ),
    ] {
        let finding = only(&format!("@HEAD[codes.A]\n@PLAIN{line}\n"));
        assert_eq!(finding.message, format!("this is no TOML: {problem}"), "{line}");
        assert_eq!(finding.help, expected, "{line}");
    }
}

#[test]
fn a_host_in_an_address_is_offered_alone() {
    let rule = "@HEAD[codes.A]\n@PLAIN[[upstream]]\ncode = \"A\"\nhost = ";
    for (host, expected) in [
        (
            "https://rates.example.com/v2",
            "write the name alone: `host = \"rates.example.com\"`",
        ),
        (
            "rates.example.com:8443",
            "write the name alone: `host = \"rates.example.com\"`",
        ),
        (
            "*x.com",
            "write a host such as `api.example.com`, or `*.example.com` for its subdomains",
        ),
    ] {
        assert_eq!(only(&format!("{rule}\"{host}\"\n")).help, expected);
    }
}

/// Read aloud to somebody who has never seen errtax.
#[test]
fn ten_findings_say_what_breaks_for_whom_and_what_to_type() {
    let lost = "class = \"transient\"\naction = \"retry\"\nretryable = true\nexecuted = \"unknown\"\nmessage = \"It is lost.\"\n";
    let write = "[tools.post]\neffect = \"write\"\n[codes.A]\n@PLAIN";
    let plain = |texts: &str| format!("{CODE}{texts}");
    for (case, message, help) in [
        (
            plain("@TEXT").replace("fix_state", "retry"),
            "action `retry` contradicts class `precondition`: agents act on both, and would be told two things",
            "with class `precondition`, write `action = \"fix_state\"` or `action = \"ask_user\"`; or give the code another class",
        ),
        (
            plain("@TEXT").replace("= false", "= true"),
            "retryable `true` contradicts action `fix_state`: agents that go by `retryable` would repeat a call that cannot succeed",
            "write `retryable = false`, or a class that goes with `retryable = true`: `transient` or `rate_limit`",
        ),
        (
            format!("@HEAD[codes.A]\n{lost}hint = \"Send the same call again.\"\n"),
            "a retryable code whose effect is unknown names no twin: a write that landed would be sent a second time",
            "add `in_doubt = \"OUTCOME_UNKNOWN\"`",
        ),
        (
            plain("message = \"It is not ready.\"\nhint = \"\"\n"),
            "`hint` of `[codes.A]` is empty: agents would not be told what to do",
            "write what to do now, in a sentence: `hint = \"Date the voucher in an open period.\"`",
        ),
        (
            plain(
                "message = \"It is {day}.\"\nhint = \"Wait.\"\n[codes.A.details]\nday = { type = \"date\", optional = true }\n",
            ),
            "the message shows `day`, which may be missing: agents would read a sentence with a hole",
            "remove `{day}` from the message, or `optional` from the detail",
        ),
        (
            plain("@TEXTnext = { tool = \"open\" }\n"),
            "`next` names the unknown tool `open`: an agent that calls it runs into a second failure",
            "declare `[tools.open]` with its `effect`, or name a tool that is declared",
        ),
        (
            format!(
                "@HEAD{}",
                write.replace("\"write\"\n", "\"write\"\nverify = \"post\"\n")
            ),
            "`post` is verified with `post`, which writes: who looks whether a call landed would change something again",
            "name a tool that reads, or remove `verify`; if `post` only reads, write `effect = \"read\"` for it",
        ),
        (
            "@HEAD[codes.A]\n@PLAIN[retired.A]\nsince = \"1.0.0\"\nreason = \"gone\"\n".to_owned(),
            "`A` is retired: agents in the field still act on what it meant",
            "give the code a new name; `[retired.A]` stays",
        ),
        (
            "@HEAD[roles]\npanic = \"CONFLICT\"\n".to_owned(),
            "the role `panic` needs a code that is of class `internal`, and `CONFLICT` is of class `conflict`, not retryable, \
             with `executed = \"no\"`: agents would be told another thing than the library means",
            "name another code, or leave the role out for the standard `PANIC`",
        ),
        (
            plain("message = \"It is not ready.\"\nhint = \"Retry in a minute.\"\n"),
            "the hint says \"retry in a minute\", the action says `fix_state`: some agents do the one, some the other",
            "strike \"retry in a minute\" from the hint, or change the action if the hint is right",
        ),
    ] {
        let finding = only(&case);
        assert_eq!((finding.message.as_str(), finding.help.as_str()), (message, help));
    }
}
