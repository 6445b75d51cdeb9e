//! `cargo errtax freeze`: what it writes, what it keeps, and what it refuses.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Package, REGISTRY};

#[test]
fn the_first_freeze_makes_the_lock_and_check_is_clean() {
    let package = Package::new(REGISTRY);
    package.run(&["freeze"]).ends(0).says(&[
        "recorded ACCOUNT_CLOSED, ACCOUNT_NOT_FOUND for the first time",
        "wrote registry.lock: 2 codes frozen",
        "note: registry.lock is new, and records 2 codes as declared now; if there was one before, restore that",
    ]);
    assert_eq!(package.read("registry.toml"), REGISTRY);
    let lock = package.read("registry.lock");
    assert!(
        lock.contains("\nACCOUNT_CLOSED.class = ") && lock.contains("\nACCOUNT_NOT_FOUND.class = "),
        "{lock}"
    );
    assert!(!lock.contains("LIMIT_REACHED"), "drafts are free: {lock}");
    package
        .run(&["check"])
        .ends(0)
        .says(&["checked 4 codes of `bank` (2 frozen) against registry.lock: clean"]);
}

#[test]
fn a_registry_of_drafts_gets_an_empty_lock() {
    let package = Package::new(&REGISTRY.replace("\"frozen\"", "\"draft\""));
    package
        .run(&["freeze"])
        .ends(0)
        .says(&["wrote registry.lock: 0 codes frozen"]);
    assert!(package.read("registry.lock").ends_with("\n[codes]\n\n[retired]\n"));
    package.run(&["check"]).ends(0);
}

#[test]
fn a_second_freeze_changes_nothing() {
    let package = Package::locked();
    let before = package.files();
    package
        .run(&["freeze"])
        .ends(0)
        .says(&["up to date registry.lock: 2 codes frozen"]);
    package.run(&["freeze", "ACCOUNT_CLOSED"]).ends(0).says(&["up to date"]);
    assert_eq!(package.files(), before);
}

#[test]
fn freezing_a_code_keeps_every_comment_and_byte_outside_of_its_keys() {
    let package = Package::locked();
    package
        .run(&["freeze", "LIMIT_REACHED", "PAYEE_BLOCKED"])
        .ends(0)
        .says(&[
            "froze LIMIT_REACHED, PAYEE_BLOCKED",
            "wrote registry.toml",
            "wrote registry.lock: 4 codes frozen",
        ]);
    let expected = REGISTRY
        .replace(
            "status    = \"draft\"      # until the limits are settled\n",
            "status    = \"frozen\"      # until the limits are settled\nsince     = \"1.2.0\"\n",
        )
        .replace(
            "executed  = \"no\"\nmessage   = \"The payee",
            "executed  = \"no\"\nstatus    = \"frozen\"\nsince     = \"1.2.0\"\nmessage   = \"The payee",
        );
    assert_eq!(package.read("registry.toml"), expected);
    package
        .run(&["check"])
        .ends(0)
        .says(&["(4 frozen) against registry.lock: clean"]);
}

#[test]
fn a_file_with_windows_line_ends_keeps_them() {
    let package = Package::new(&REGISTRY.replace('\n', "\r\n"));
    package.run(&["freeze", "LIMIT_REACHED"]).ends(0);
    let text = package.read("registry.toml");
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
    assert!(
        text.contains("since     = \"1.2.0\"\r\nmessage   = \"The daily limit"),
        "{text}"
    );
    package.run(&["check"]).ends(0);
}

#[test]
fn a_lock_with_windows_line_ends_keeps_them_through_every_command_that_writes_it() {
    let package = Package::locked();
    package.write("registry.lock", &package.read("registry.lock").replace('\n', "\r\n"));
    for command in [
        &["freeze"][..],
        &["freeze", "LIMIT_REACHED"],
        &["deprecate", "ACCOUNT_NOT_FOUND", "--reason", "It says too little."],
    ] {
        package.run(command).ends(0);
        let text = package.read("registry.lock");
        assert!(text.contains("\r\n"), "{command:?}");
        assert_eq!(text.matches('\n').count(), text.matches("\r\n").count(), "{command:?}");
    }
    let text = package.read("registry.lock");
    assert!(text.contains("\r\nLIMIT_REACHED.class"), "{text}");
    assert!(text.contains("\r\nACCOUNT_NOT_FOUND.deprecated"), "{text}");
    // Its lines back in their order, and no other ends.
    let (head, retired) = text.split_once("\r\n[retired]\r\n").unwrap();
    let (head, codes) = head.split_once("[codes]\r\n").unwrap();
    let mut blocks: Vec<&str> = codes.trim().split("\r\n\r\n").collect();
    blocks.reverse();
    let reordered = format!(
        "{head}[codes]\r\n\r\n{}\r\n\r\n[retired]\r\n{retired}",
        blocks.join("\r\n\r\n")
    );
    package.write("registry.lock", &reordered);
    package.run(&["check"]).ends(1).says(&["[lock-reordered]"]);
    package.run(&["check", "--fix"]).ends(0);
    assert_eq!(package.read("registry.lock"), text);
    // What troubleshooting says of it: `freeze` alone mends it.
    package.write("registry.lock", &reordered);
    package.run(&["freeze"]).ends(0);
    assert_eq!(package.read("registry.lock"), text);
}

#[test]
fn a_code_is_frozen_in_the_file_that_declares_it() {
    let (head, codes) = REGISTRY.split_once("# Shipped with").unwrap();
    let codes = format!("# Shipped with{codes}");
    let (closed, rest) = codes.split_once("[codes.LIMIT_REACHED]").unwrap();
    let limits = format!("# Limits.\n[codes.LIMIT_REACHED]{rest}");
    let head = head.replace(
        "edition = \"2026\"\n",
        "edition = \"2026\"\ninclude = [\"codes/*.toml\"]\n",
    );
    let package = Package::new(&head);
    package.write("codes/accounts.toml", closed);
    package.write("codes/limits.toml", &limits);
    package
        .run(&["freeze", "LIMIT_REACHED"])
        .ends(0)
        .says(&["wrote codes/limits.toml", "wrote registry.lock: 3 codes"]);
    assert_eq!(package.read("registry.toml"), head);
    assert_eq!(package.read("codes/accounts.toml"), closed);
    assert_eq!(
        package.read("codes/limits.toml"),
        limits
            .replace("status    = \"draft\"      #", "status    = \"frozen\"      #")
            .replace("settled\n", "settled\nsince     = \"1.2.0\"\n")
    );
    package.run(&["check"]).ends(0);
}

#[test]
fn an_unknown_code_changes_nothing_and_is_answered_with_the_one_that_was_meant() {
    let package = Package::locked();
    let before = package.files();
    package
        .run(&["freeze", "PAYEE_BLOCKED", "LIMIT_RECHED"])
        .ends(1)
        .says(&[
            "the registry `bank` has no code `LIMIT_RECHED`",
            "did you mean `cargo errtax freeze PAYEE_BLOCKED LIMIT_REACHED`?",
        ]);
    package
        .run(&["freeze", "SOMETHING_ELSE"])
        .ends(1)
        .says(&["declare it first, as `[codes.SOMETHING_ELSE]` in registry.toml"]);
    assert_eq!(package.files(), before);
}

#[test]
fn what_another_registry_declares_or_what_is_retired_cannot_be_frozen() {
    let retired = "\n[retired.OLD_CODE]\nsince  = \"1.1.0\"\nreason = \"It said nothing.\"\n";
    let extends = "edition = \"2026\"\nextends = [\"errtax@1.0\"]\n";
    let package = Package::new(&(REGISTRY.replace("edition = \"2026\"\n", extends) + retired));
    let before = package.files();
    package
        .run(&["freeze", "RATE_LIMITED"])
        .ends(1)
        .says(&["RATE_LIMITED is a code of the registry `errtax`, which freezes its own"]);
    package
        .run(&["freeze", "OLD_CODE"])
        .ends(1)
        .says(&["OLD_CODE is retired since 1.1.0 and cannot ship again"]);
    assert_eq!(package.files(), before);
}

#[test]
fn a_dry_run_shows_the_lines_and_changes_nothing() {
    let package = Package::locked();
    let before = package.files();
    let run = package.run(&["freeze", "--dry-run", "LIMIT_REACHED"]).ends(0).says(&[
        "--- registry.toml\n+++ registry.toml\n",
        "\n-status    = \"draft\"      # until the limits are settled\n+status    = \"frozen\"      # until the limits are settled\n+since     = \"1.2.0\"\n",
        "\n+LIMIT_REACHED.class = \"precondition\"\n",
        "would freeze LIMIT_REACHED",
        "would write registry.lock: 3 codes frozen",
        "nothing was changed (--dry-run)",
    ]);
    assert!(!run.stdout.contains("\n-ACCOUNT"), "{}", run.stdout);
    assert_eq!(package.files(), before);
    // What it showed is what is written.
    package.run(&["freeze", "LIMIT_REACHED"]).ends(0);
    for line in run
        .stdout
        .lines()
        .filter(|line| line.starts_with('+') && !line.starts_with("+++"))
    {
        let all = package.read("registry.toml") + &package.read("registry.lock");
        assert!(all.contains(line.trim_start_matches('+')), "{line}");
    }
}

#[test]
fn what_only_adds_is_written() {
    let cases = [
        ("a new frozen code", "status    = \"draft\" ", "status    = \"frozen\" "),
        (
            "an optional detail",
            "branch  = {",
            "city    = { type = \"string\", optional = true }\nbranch  = {",
        ),
        (
            "a deprecation",
            "http      = 404\n",
            "http      = 404\ndeprecated = { since = \"1.2.0\", reason = \"Say which.\" }\n",
        ),
        (
            "a reworded hint",
            "List the accounts once, then use one of them.",
            "List the accounts once and use one of them.",
        ),
        (
            "a reworded message",
            "There is no such account.",
            "No account has this number.",
        ),
    ];
    for (what, old, new) in cases {
        let package = Package::locked();
        let lock = package.read("registry.lock");
        package.edit("registry.toml", old, new);
        let said = package.run(&["freeze"]).ends(0).says(&["wrote registry.lock"]);
        assert_eq!(
            said.text().contains("-reworded]"),
            what.contains("reworded"),
            "{what}: {}",
            said.text()
        );
        assert_ne!(package.read("registry.lock"), lock, "{what}");
        package.run(&["check", "--deny", "warnings"]).ends(0).says(&["clean"]);
    }
}

#[test]
fn a_reworded_text_is_not_recorded_where_warnings_are_denied() {
    let package = Package::locked();
    package.edit("registry.toml", "then use one of them", "and use one of them");
    let before = package.files();
    package.run(&["freeze", "--deny", "warnings"]).ends(1).says(&[
        "warning[hint-reworded]",
        "refused: nothing was written",
        "help: warnings are denied; without `--deny warnings` they are recorded",
    ]);
    assert_eq!(package.files(), before);
}

#[test]
fn a_deprecated_code_can_be_retired_and_its_tombstone_stays() {
    let package = Package::locked();
    let deprecated = "http      = 404\ndeprecated = { since = \"1.1.0\", reason = \"Say which.\" }\n";
    package.edit("registry.toml", "http      = 404\n", deprecated);
    package.run(&["freeze"]).ends(0);
    let text = package.read("registry.toml");
    let (before, rest) = text.split_once("[codes.ACCOUNT_NOT_FOUND]").unwrap();
    let (_, after) = rest.split_once("[codes.LIMIT_REACHED]").unwrap();
    let tombstone = "[retired.ACCOUNT_NOT_FOUND]\nsince  = \"1.2.0\"\nreason = \"Say which.\"\n";
    package.write(
        "registry.toml",
        &format!("{before}{tombstone}\n[codes.LIMIT_REACHED]{after}"),
    );
    package
        .run(&["freeze"])
        .ends(0)
        .says(&["wrote registry.lock: 1 code frozen"]);
    let lock = package.read("registry.lock");
    assert!(
        lock.contains("[retired]\n\nACCOUNT_NOT_FOUND.since = \"1.2.0\"\nACCOUNT_NOT_FOUND.contract = "),
        "{lock}"
    );
    package.run(&["check"]).ends(0);
    // The tombstone still knows what the code meant when other codes are frozen later.
    package.run(&["freeze", "PAYEE_BLOCKED"]).ends(0);
    assert!(package.read("registry.lock").contains(".contract = "));
}

#[test]
fn a_shipped_meaning_is_never_papered_over() {
    let cases = [
        ("class", "class     = \"not_found\"", "class     = \"conflict\""),
        ("action", "action    = \"ask_user\"   #", "action    = \"stop\"   #"),
        ("http", "http      = 404", "http      = 410"),
        (
            "a detail removed",
            "branch  = { type = \"string\", optional = true }\n",
            "",
        ),
        (
            "a detail retyped",
            "{ type = \"string\", doc",
            "{ type = \"integer\", doc",
        ),
        ("renamed", "[codes.ACCOUNT_NOT_FOUND]", "[codes.ACCOUNT_MISSING]"),
        (
            "no longer frozen",
            "status    = \"frozen\"\nsince     = \"1.0.0\"\nhttp      = 404",
            "http      = 404",
        ),
    ];
    for (what, old, new) in cases {
        let package = Package::locked();
        package.edit("registry.toml", old, new);
        if what == "action" {
            package.edit(
                "registry.toml",
                "class     = \"precondition\"\naction    = \"stop\"",
                "class     = \"internal\"\naction    = \"stop\"",
            );
        }
        let before = package.files();
        for arguments in [&["freeze"][..], &["freeze", "PAYEE_BLOCKED"], &["freeze", "--dry-run"]] {
            package.run(arguments).ends(1).says(&[
                "refused: nothing was written",
                "help: freezing adds to what has shipped",
            ]);
            assert_eq!(package.files(), before, "{what}");
        }
    }
}

#[test]
fn a_code_that_lost_its_status_is_put_right_by_freezing_it() {
    let package = Package::locked();
    let lock = package.read("registry.lock");
    package.edit(
        "registry.toml",
        "status    = \"frozen\"\nsince     = \"1.0.0\"\nhttp      = 404",
        "since     = \"1.0.0\"\nhttp      = 404",
    );
    package
        .run(&["freeze", "ACCOUNT_NOT_FOUND"])
        .ends(0)
        .says(&["froze ACCOUNT_NOT_FOUND"]);
    assert_eq!(package.read("registry.lock"), lock);
    package.run(&["check"]).ends(0);
}

#[test]
fn a_lock_edited_by_hand_is_refused_with_the_way_back() {
    let package = Package::locked();
    package.edit("registry.lock", "action = \"read_state\"", "action = \"stop\"");
    let before = package.files();
    package
        .run(&["freeze"])
        .ends(1)
        .says(&["refused: nothing was written", "`git checkout -- registry.lock`"]);
    assert_eq!(package.files(), before);
}

#[test]
fn conflict_markers_are_not_judged() {
    let package = Package::locked();
    let lock = package.read("registry.lock");
    package.write(
        "registry.lock",
        &format!("<<<<<<< HEAD\n{lock}=======\n>>>>>>> other\n"),
    );
    let before = package.files();
    package
        .run(&["freeze"])
        .ends(2)
        .says(&["refused: nothing was written", "registry.lock:1"]);
    assert_eq!(package.files(), before);
}

#[test]
fn a_lock_whose_rows_are_whole_is_put_in_order() {
    let package = Package::locked();
    let lock = package.read("registry.lock");
    let at = |text: &str| lock.find(text).unwrap();
    let (first, second, end) = (
        at("\nACCOUNT_CLOSED.class"),
        at("\nACCOUNT_NOT_FOUND.class"),
        at("\n[retired]"),
    );
    package.write(
        "registry.lock",
        &format!(
            "{}{}{}{}",
            &lock[..first],
            &lock[second..end],
            &lock[first..second],
            &lock[end..]
        ),
    );
    package.run(&["freeze"]).ends(0).says(&["wrote registry.lock"]);
    assert_eq!(package.read("registry.lock"), lock);
    package.run(&["check"]).ends(0);
}

#[test]
fn a_registry_that_is_wrong_by_itself_is_not_frozen() {
    let package = Package::locked();
    package.edit(
        "registry.toml",
        "message   = \"The payee is blocked.\"",
        "message   = \"The payee {payee} is blocked.\"",
    );
    let before = package.files();
    package.run(&["freeze"]).ends(1).says(&[
        "refused: nothing was written",
        "help: what ships must be sound",
        "registry.toml:50:",
    ]);
    assert_eq!(package.files(), before);
}

#[test]
fn a_draft_that_is_wrong_only_as_a_draft_is_put_right_by_freezing_it() {
    let package = Package::locked();
    let deprecated = "http      = 404\ndeprecated = { since = \"1.2.0\", replaced_by = \"PAYEE_BLOCKED\" }\n";
    package.edit("registry.toml", "http      = 404\n", deprecated);
    package.run(&["check"]).ends(1).says(&["replacement-unusable"]);
    package
        .run(&["freeze"])
        .ends(1)
        .says(&["replacement-unusable", "refused: nothing was written"]);
    package.run(&["freeze", "PAYEE_BLOCKED"]).ends(0);
    package
        .run(&["check"])
        .ends(0)
        .says(&["(3 frozen) against registry.lock: 1 warning"]);
}

#[test]
fn without_a_registry_nothing_is_judged_or_written() {
    let package = Package::new(REGISTRY);
    std::fs::remove_file(package.path().join("registry.toml")).unwrap();
    let before = package.files();
    package
        .run(&["freeze"])
        .ends(2)
        .says(&["there is no registry: registry.toml is not a file", "help: "]);
    assert_eq!(package.files(), before);
}

#[test]
fn when_the_lock_cannot_be_written_the_registry_stays_as_it_was() {
    let package = Package::new(REGISTRY);
    // A link into a folder that does not exist: no lock to read and none that can be written, whoever runs this.
    #[cfg(unix)]
    std::os::unix::fs::symlink("missing/registry.lock", package.path().join("registry.lock")).unwrap();
    #[cfg(not(unix))]
    std::fs::create_dir(package.path().join("registry.lock")).unwrap();
    package
        .run(&["freeze", "LIMIT_REACHED"])
        .ends(2)
        .says(&["registry.lock"]);
    assert_eq!(package.read("registry.toml"), REGISTRY);
    // Nor is anything left beside them.
    assert_eq!(std::fs::read_dir(package.path()).unwrap().count(), 3);
}

#[cfg(unix)]
#[test]
fn in_a_read_only_folder_nothing_changes() {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::PermissionsExt as _;

    let package = Package::locked();
    let before = package.files();
    set_permissions(package.path(), Permissions::from_mode(0o555)).unwrap();
    // Permissions do not hold the superuser; for it, the test above says the same.
    let held = std::fs::write(package.path().join("probe"), "").is_err();
    let run = if held {
        Some(package.run(&["freeze", "LIMIT_REACHED"]))
    } else {
        None
    };
    set_permissions(package.path(), Permissions::from_mode(0o755)).unwrap();
    let _ = std::fs::remove_file(package.path().join("probe"));
    if let Some(run) = run {
        run.ends(2)
            .says(&["cannot write registry.toml: permission denied", "nothing was changed"]);
    }
    assert_eq!(package.files(), before);
}

#[test]
fn json_names_what_was_written() {
    let package = Package::new(REGISTRY);
    let document = package
        .run(&["freeze", "--dry-run", "LIMIT_REACHED", "--format", "json"])
        .ends(0)
        .json();
    assert_eq!(
        document["would_write"],
        serde_json::json!(["registry.toml", "registry.lock"])
    );
    let document = package
        .run(&["freeze", "LIMIT_REACHED", "--format", "json"])
        .ends(0)
        .json();
    assert_eq!(
        document["written"],
        serde_json::json!(["registry.toml", "registry.lock"])
    );
    assert_eq!(document["findings"], serde_json::json!([]));
    assert_eq!(
        document["recorded"],
        serde_json::json!(["ACCOUNT_CLOSED", "ACCOUNT_NOT_FOUND", "LIMIT_REACHED"])
    );
    let document = package
        .run(&["freeze", "LIMIT_RECHED", "--format", "json"])
        .ends(1)
        .json();
    assert!(document["trouble"]["help"].as_str().unwrap().contains("LIMIT_REACHED"));
}

#[test]
fn a_code_whose_lines_are_lost_is_named_with_the_way_to_have_them_back() {
    let package = Package::locked();
    let lock = package.read("registry.lock");
    let blocks: Vec<&str> = lock
        .split("\n\n")
        .filter(|block| !block.starts_with("ACCOUNT_NOT_FOUND."))
        .collect();
    package.write("registry.lock", &blocks.join("\n\n"));
    package.run(&["check"]).ends(1).says(&[
        "error[lock-stale]: the lock does not record the frozen code ACCOUNT_NOT_FOUND",
        "run `cargo errtax freeze`; if a code was recorded before (a merge may have lost it), restore its lines instead: \
         `git log -p -- registry.lock` has them",
    ]);
    let note = "note: registry.lock records 1 code as declared now; if a merge has lost what it said before, restore that \
                instead: `git log -p -- registry.lock`";
    package
        .run(&["freeze", "--dry-run"])
        .ends(0)
        .says(&["would record ACCOUNT_NOT_FOUND for the first time", note]);
    let run = package.run(&["freeze", "PAYEE_BLOCKED"]).ends(0).says(&[
        "froze PAYEE_BLOCKED\n",
        "recorded ACCOUNT_NOT_FOUND for the first time\n",
        note,
    ]);
    assert!(!run.text().contains("ACCOUNT_CLOSED"), "{}", run.text());
    // What was recorded before is not recorded for the first time.
    let run = package.run(&["freeze", "LIMIT_REACHED"]).ends(0);
    assert!(
        !run.text().contains("first time") && !run.text().contains("note: "),
        "{}",
        run.text()
    );
}

#[test]
fn a_lock_that_says_nothing_is_mended_by_what_the_help_says() {
    for text in ["", "# What has shipped.\n"] {
        let package = Package::locked();
        let lock = package.read("registry.lock");
        package.write("registry.lock", text);
        for command in ["check", "freeze"] {
            package.run(&[command]).ends(2).says(&[
                "error[lock-version]: the lock is empty",
                "restore the lock from version control (`git checkout -- registry.lock`); where there is nothing to restore, \
                 delete it and run `cargo errtax freeze`",
            ]);
        }
        std::fs::remove_file(package.path().join("registry.lock")).unwrap();
        package.run(&["freeze"]).ends(0);
        assert_eq!(package.read("registry.lock"), lock);
    }
    let package = Package::locked();
    package.edit("registry.lock", "version = 1", "version = 2");
    for command in ["check", "freeze"] {
        let run = package
            .run(&[command])
            .ends(2)
            .says(&["use a newer errtax", "`cargo install cargo-errtax`"]);
        assert!(
            !run.text().contains("git checkout"),
            "it would bring the same lock: {}",
            run.text()
        );
    }
}

#[test]
fn a_registry_that_is_extended_is_frozen_by_the_command_that_check_names() {
    let package = Package::locked();
    package.edit(
        "registry.toml",
        "edition = \"2026\"\n",
        "edition = \"2026\"\nextends = [\"base/codes.toml\"]\n",
    );
    let base = REGISTRY
        .replace("ACCOUNT_", "BASE_")
        .replace("LIMIT_", "BASE_LIMIT_")
        .replace("PAYEE_", "BASE_PAYEE_");
    package.write("base/codes.toml", &base);
    package.run(&["check"]).ends(2).says(&[
        "there is no `base/codes.lock`",
        "run `cargo errtax freeze --registry base/codes.toml`",
    ]);
    package
        .run(&["freeze", "--registry", "base/codes.toml"])
        .ends(0)
        .says(&["wrote base/codes.lock: 2 codes frozen"]);
    package.run(&["check"]).ends(0);
    // An edited one is named where it is.
    package.edit(
        "base/codes.lock",
        "BASE_NOT_FOUND.http = 404",
        "BASE_NOT_FOUND.http = 410",
    );
    package
        .run(&["freeze"])
        .ends(1)
        .says(&["restore what was committed: `git checkout -- base/codes.lock`"]);
}

#[test]
fn an_edited_block_is_not_to_be_copied_into_the_registry() {
    let package = Package::locked();
    package.edit(
        "registry.lock",
        "ACCOUNT_CLOSED.action = \"ask_user\"",
        "ACCOUNT_CLOSED.action = \"stop\"",
    );
    for command in ["check", "freeze"] {
        let run = package
            .run(&[command])
            .ends(1)
            .says(&["error[lock-edited]", "`git checkout -- registry.lock`"]);
        assert!(!run.text().contains("put it back"), "{}", run.text());
    }
}

#[test]
fn a_half_merged_registry_is_neither_checked_for_style_nor_frozen() {
    let package = Package::locked();
    package.edit(
        "registry.toml",
        "http      = 404\n",
        "<<<<<<< HEAD\nhttp      = 404\n=======\nhttp      = 410\n>>>>>>> other\n",
    );
    package.edit(
        "registry.toml",
        "hint      = \"List the accounts once, then use one of them.\"\n",
        "",
    );
    let before = package.files();
    for command in ["check", "freeze"] {
        let run = package
            .run(&[command])
            .ends(2)
            .says(&["error[merge-conflict]: this file has an unresolved merge conflict"]);
        assert_eq!(run.text().matches("error[").count(), 1, "{}", run.text());
    }
    assert_eq!(package.files(), before);
}
