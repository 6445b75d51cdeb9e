//! `amend`.

use crate::common::{Package, REGISTRY};
use crate::{WHY, amend, changed, drifted};

#[test]
fn an_amendment_is_pinned_raises_the_major_version_once_and_records_that_field_alone() {
    let package = drifted();
    let (text, lock) = (package.read("registry.toml"), package.read("registry.lock"));
    amend(&package, &["ACCOUNT_CLOSED", "action"]).ends(0).says(&[
        "amended action of ACCOUNT_CLOSED: ask_user → fix_state\n",
        "raised the version from 1.2.0 to 2.0.0: registry.lock has 1.0.0\n",
        "wrote registry.lock: 2 codes frozen\n",
    ]);
    let entry = "\n[[amendments]]\ncode    = \"ACCOUNT_CLOSED\"\nfield   = \"action\"\nfrom    = \"ask_user\"\nto      = \
                 \"fix_state\"\nreason  = \"Agents can reopen it by now.\"\nissue   = \"#42\"\nversion = \"2.0.0\"\n";
    assert_eq!(
        package.read("registry.toml"),
        text.replace("version = \"1.2.0\"", "version = \"2.0.0\"") + entry
    );
    let (removed, added) = changed(&lock, &package.read("registry.lock"));
    assert_eq!(removed.len(), 2, "{removed:?}");
    assert!(removed.contains(&"ACCOUNT_CLOSED.action = \"ask_user\"".to_owned()));
    assert!(added.contains(&"ACCOUNT_CLOSED.action = \"fix_state\"".to_owned()));
    // What is not amended is refused as before.
    let run = package.run(&["check"]).ends(1).says(&["error[http-changed]"]);
    assert_eq!(run.text().matches("error[").count(), 1, "{}", run.text());
    let run = amend(&package, &["ACCOUNT_NOT_FOUND", "http"]).ends(0);
    assert!(!run.text().contains("raised"), "once: {}", run.text());
    package.run(&["check", "--deny", "warnings"]).ends(0).says(&["clean"]);
    package.run(&["freeze"]).ends(0).says(&["up to date"]);
    assert_eq!(package.read("registry.toml").matches("version = \"2.0.0\"").count(), 3);
}

#[test]
fn several_fields_of_a_code_are_amended_one_by_one_in_one_go() {
    let package = Package::locked();
    package.edit(
        "registry.toml",
        "class     = \"not_found\"",
        "class     = \"transient\"",
    );
    package.edit(
        "registry.toml",
        "action    = \"read_state\"\nretryable = false",
        "action    = \"retry\"\nretryable = true",
    );
    let run = amend(&package, &["ACCOUNT_NOT_FOUND", "action", "retryable"]).ends(0).says(&[
        "amended action of ACCOUNT_NOT_FOUND: read_state → retry\n",
        "amended retryable of ACCOUNT_NOT_FOUND: false → true\n",
        "left to do: ACCOUNT_NOT_FOUND is still refused for class: put that back, or amend it too: `cargo errtax amend \
         ACCOUNT_NOT_FOUND class --reason '…' --issue '…'`",
    ]);
    assert_eq!(run.text().matches("raised").count(), 1);
    amend(&package, &["ACCOUNT_NOT_FOUND", "class"]).ends(0);
    assert_eq!(package.read("registry.toml").matches("[[amendments]]").count(), 3);
    package.run(&["check"]).ends(0);
}

/// A change, how it is amended, and what of it the lock then says.
#[test]
fn whatever_can_be_amended_leaves_a_lock_that_a_freeze_would_write() {
    let closed_enum = "branch  = { type = \"enum\", values = [\"north\", \"south\"], closed = true }";
    let cases: &[(&str, &str, &str, &[&str])] = &[
        ("http      = 409\n", "", "http", &[]),
        ("http      = 409\n", "http      = 409\ngrpc      = 9\n", "grpc", &[]),
        (
            "account = { type = \"string\"",
            "number  = { type = \"string\"",
            "details.account",
            &[],
        ),
        (
            "account = { type = \"string\"",
            "account = { type = \"integer\"",
            "details.account.type",
            &[],
        ),
        (
            "account = { type = \"string\"",
            "account = { type = \"string\", sensitive = true",
            "details.account.sensitive",
            &[],
        ),
        (
            "branch  = { type = \"string\", optional = true }\n",
            "",
            "details.branch",
            &[],
        ),
        (
            closed_enum,
            "branch  = { type = \"enum\", values = [\"north\", \"south\"] }",
            "details.branch.closed",
            &[],
        ),
        (
            closed_enum,
            "branch  = { type = \"enum\", values = [\"north\", \"east\", \"south\"], closed = true }",
            "details.branch.values",
            &[],
        ),
        (
            closed_enum,
            "branch  = { type = \"enum\", values = [\"north\", \"south\"], closed = true, optional = true }",
            "details.branch.optional",
            &[],
        ),
    ];
    for (old, new, field, options) in cases {
        let mut text = REGISTRY.to_owned();
        if old.starts_with("branch  = { type = \"enum\"") {
            text = text.replace("branch  = { type = \"string\", optional = true }", old);
        }
        if field.starts_with("details.account") {
            // The message may hold what is required and shown.
            text = text.replace("The account {account} is closed.", "The account is closed.");
        }
        let package = Package::new(&text);
        package.run(&["freeze"]).ends(0);
        package.edit("registry.toml", old, new);
        package.run(&["check"]).ends(1);
        amend(&package, &[&["ACCOUNT_CLOSED", field], *options].concat()).ends(0);
        package.run(&["check", "--deny", "warnings"]).ends(0);
        package.run(&["freeze"]).ends(0).says(&["up to date"]);
    }
}

#[test]
fn a_code_that_is_gone_renamed_or_retired_at_once_is_amended_by_name_and_status() {
    let (before, rest) = REGISTRY.split_once("[codes.ACCOUNT_NOT_FOUND]").unwrap();
    let (code, after) = rest.split_once("[codes.LIMIT_REACHED]").unwrap();
    let gone = format!("{before}[codes.LIMIT_REACHED]{after}");
    let renamed = format!("{before}[codes.ACCOUNT_MISSING]{code}[codes.LIMIT_REACHED]{after}");
    let retired = format!(
        "{before}[retired.ACCOUNT_NOT_FOUND]\nsince  = \"1.2.0\"\nreason = \"It never was.\"\n\n[codes.LIMIT_REACHED]{after}"
    );
    for (text, field, said, left) in [
        (gone, "name", "ACCOUNT_NOT_FOUND → nothing", "(1 frozen)"),
        (renamed, "name", "ACCOUNT_NOT_FOUND → ACCOUNT_MISSING", "(2 frozen)"),
        (retired, "status", "frozen → retired", "(1 frozen)"),
    ] {
        let package = Package::locked();
        package.write("registry.toml", &text);
        package.run(&["check"]).ends(1);
        amend(&package, &["ACCOUNT_NOT_FOUND", field]).ends(0).says(&[said]);
        package.run(&["check", "--deny", "warnings"]).ends(0).says(&[left]);
        package.run(&["freeze"]).ends(0).says(&["up to date"]);
    }
}

#[test]
fn what_no_finding_is_about_or_more_than_one_is_refused() {
    let text = REGISTRY.replace(
        "branch  = { type = \"string\", optional = true }",
        "branch  = { type = \"enum\", values = [\"north\"], closed = true }",
    );
    let package = Package::new(&text);
    package.run(&["freeze"]).ends(0);
    package.edit("registry.toml", "[\"north\"]", "[\"north\", \"east\", \"west\"]");
    let before = package.files();
    for (words, said) in [
        (
            &["ACCOUNT_CLOSED", "http"][..],
            &[
                "`http` of ACCOUNT_CLOSED is what has shipped, by registry.lock",
                "what differs is `details.branch.values`",
            ][..],
        ),
        (
            &["ACCOUNT_CLOSED", "detail.branch.values"],
            &["did you mean `cargo errtax amend ACCOUNT_CLOSED details.branch.values`?"],
        ),
        (
            &["ACCOUNT_CLOSED", "details.branch.values"],
            &[
                "`details.branch.values` of ACCOUNT_CLOSED changed in 2 ways, and an amendment is for one",
                "say which: `--to east` or `--to west`",
            ],
        ),
        (
            &["ACCOUNT_CLOSED", "details.branch.values", "--to", "south"],
            &["what changed is `--to east` or `--to west`"],
        ),
        (
            &["ACCOUNT_NOT_FOUND", "action"],
            &[
                "ACCOUNT_NOT_FOUND means what has shipped, by registry.lock: there is nothing to amend",
                "compare with what has shipped: `cargo errtax amend ACCOUNT_NOT_FOUND action --against origin/main ",
            ],
        ),
        (
            &["ACCOUNT_CLOSD", "action"],
            &["did you mean `cargo errtax amend ACCOUNT_CLOSED action`?"],
        ),
        (
            &["LIMIT_REACHED", "action"],
            &["LIMIT_REACHED is a draft: it has not shipped, and may change without an amendment"],
        ),
    ] {
        amend(&package, words).ends(1).says(said);
    }
    assert_eq!(package.files(), before);
    // One each.
    amend(&package, &["ACCOUNT_CLOSED", "details.branch.values", "--to", "east"]).ends(0);
    amend(&package, &["ACCOUNT_CLOSED", "details.branch.values"]).ends(0);
    package.run(&["check"]).ends(0);
}

#[test]
fn what_has_no_exception_and_what_needs_none_is_not_amended() {
    let package = Package::locked();
    package.edit(
        "registry.toml",
        "status    = \"frozen\"\nsince     = \"1.0.0\"\nhttp      = 404",
        "since     = \"1.0.0\"\nhttp      = 404",
    );
    package.edit("registry.toml", "then use one of them", "and use one of them");
    let before = package.files();
    amend(&package, &["ACCOUNT_NOT_FOUND", "status"]).ends(1).says(&[
        "(code-thawed); it cannot be amended: What has shipped cannot be taken back by calling it a draft.",
        "put it back: `status = \"frozen\"`",
    ]);
    amend(&package, &["ACCOUNT_NOT_FOUND", "hint"]).ends(1).says(&[
        "breaks no promise (hint-reworded), and needs no amendment",
        "`cargo errtax freeze` records it",
    ]);
    assert_eq!(package.files(), before);
}

/// A frozen code in which one text is reworded, by a policy that refuses that, beside what has shipped.
fn reworded(rule: &str, old: &str, new: &str) -> (Package, Package) {
    let text = format!("{REGISTRY}\n[policy.levels]\n{rule} = \"error\"\n");
    let (base, package) = (Package::new(&text), Package::new(&text));
    for package in [&base, &package] {
        package.run(&["freeze"]).ends(0);
    }
    package.edit("registry.toml", old, new);
    package.run(&["check"]).ends(1).says(&[&format!("error[{rule}]")]);
    (base, package)
}

#[test]
fn what_the_lock_knows_by_its_hash_alone_is_amended_by_the_base() {
    let message = (
        "message-reworded",
        "message",
        "There is no such account.",
        "The account is unknown.",
    );
    let hint = (
        "hint-reworded",
        "hint",
        "List the accounts once, then use one of them.",
        "Read the list of accounts, then use one of them.",
    );
    for (rule, field, old, new) in [message, hint] {
        let (base, package) = reworded(rule, old, new);
        let before = package.files();
        amend(&package, &["ACCOUNT_NOT_FOUND", field]).ends(1).says(&[
            &format!(
                "registry.lock does not show what `{field}` of ACCOUNT_NOT_FOUND was, and an amendment says what changed \
                 into what"
            ),
            &format!("`cargo errtax amend ACCOUNT_NOT_FOUND {field} --against origin/main --reason '…' --issue '…'`"),
        ]);
        assert_eq!(package.files(), before);
        let against = format!("path:{}", base.path().display());
        amend(&package, &["ACCOUNT_NOT_FOUND", field, "--against", &against])
            .ends(0)
            .says(&[&format!("amended {field} of ACCOUNT_NOT_FOUND: {old} → {new}\n")]);
        let entry = format!("field   = \"{field}\"\nfrom    = \"{old}\"\nto      = \"{new}\"\n");
        assert!(package.read("registry.toml").contains(&entry), "{entry}");
        package.run(&["check", "--against", &against]).ends(0);
        package.run(&["freeze"]).ends(0).says(&["up to date"]);
    }
}

#[test]
fn a_name_that_an_amendment_gave_up_is_never_taken_again() {
    let (before, rest) = REGISTRY.split_once("[codes.ACCOUNT_NOT_FOUND]").unwrap();
    let (_, after) = rest.split_once("[codes.LIMIT_REACHED]").unwrap();
    let package = Package::locked();
    package.write("registry.toml", &format!("{before}[codes.LIMIT_REACHED]{after}"));
    amend(&package, &["ACCOUNT_NOT_FOUND", "name"]).ends(0);
    package.run(&["check", "--deny", "warnings"]).ends(0);
    let gone = package.files();
    let words = ["--class", "transient", "--action", "retry", "--executed", "no"];
    let texts = [
        "--message",
        "It is not there yet.",
        "--hint",
        "Send the same call again.",
    ];
    package
        .run(&[&["new", "ACCOUNT_NOT_FOUND"][..], &words, &texts].concat())
        .ends(1)
        .says(&["the name `ACCOUNT_NOT_FOUND` was given up in version 2.0.0"]);
    assert_eq!(package.files(), gone);
    let again = "\n[codes.ACCOUNT_NOT_FOUND]\nclass = \"transient\"\naction = \"retry\"\nretryable = true\nexecuted = \
                 \"no\"\nstatus = \"frozen\"\nmessage = \"It is not there yet.\"\nhint = \"Send the same call again.\"\n";
    package.write("registry.toml", &(package.read("registry.toml") + again));
    package.run(&["check"]).ends(1).says(&[
        "error[retired-code-declared]: the name `ACCOUNT_NOT_FOUND` was given up in version 2.0.0",
        "given up here, in version 2.0.0",
        "give the code another name",
    ]);
    package.run(&["freeze"]).ends(1).says(&["retired-code-declared"]);
}

#[test]
fn reason_and_issue_are_said_and_say_something() {
    let package = drifted();
    let before = package.files();
    package.run(&["amend", "ACCOUNT_CLOSED", "action"]).ends(1).says(&[
        "an amendment says why, and where that was decided: there is no `--reason` and no `--issue`",
        "`cargo errtax amend ACCOUNT_CLOSED action --reason 'why agents must act otherwise' --issue '#42'`",
    ]);
    package
        .run(&["amend", "ACCOUNT_CLOSED", "action", "--reason", "Because."])
        .ends(1)
        .says(&["there is no `--issue`"]);
    package
        .run(&["amend", "ACCOUNT_CLOSED", "action", "--reason", "…", "--issue", "#42"])
        .ends(1)
        .says(&["error[amendment-incomplete]: this amendment does not say `reason`"]);
    assert_eq!(package.files(), before);
}

#[test]
fn an_amendment_that_was_written_by_hand_is_recorded_in_the_lock() {
    let package = drifted();
    package.edit("registry.toml", "version = \"1.2.0\"", "version = \"2.0.0\"");
    let text = package.read("registry.toml")
        + "\n[[amendments]]\ncode = \"ACCOUNT_CLOSED\"\nfield = \"action\"\nfrom = \"ask_user\"\nto = \"fix_state\"\nreason = \
           \"It can be reopened.\"\nissue = \"#42\"\nversion = \"2.0.0\"\n";
    package.write("registry.toml", &text);
    package
        .run(&["amend", "ACCOUNT_CLOSED", "action"])
        .ends(0)
        .says(&["recorded action of ACCOUNT_CLOSED: ask_user → fix_state, as the registry's amendment says"]);
    assert_eq!(package.read("registry.toml"), text);
    amend(&package, &["ACCOUNT_NOT_FOUND", "http"]).ends(0);
    package.run(&["check"]).ends(0);
}

#[test]
fn json_says_what_was_amended() {
    let package = drifted();
    let arguments = [&["amend", "ACCOUNT_CLOSED", "action", "--format", "json"][..], &WHY].concat();
    let document = package.run(&arguments).ends(0).json();
    assert_eq!(
        document["written"],
        serde_json::json!(["registry.toml", "registry.lock"])
    );
    assert_eq!(
        document["done"][0]["said"],
        "action of ACCOUNT_CLOSED: ask_user → fix_state"
    );
    assert_eq!(document["done"][1]["did"], "raised");
}
