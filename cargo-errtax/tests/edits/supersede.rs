//! `supersede`.

use crate::changed;
use crate::common::{Package, REGISTRY};

#[test]
fn the_new_code_is_a_copy_to_edit_and_the_old_one_leads_to_it() {
    let package = Package::locked();
    let lock = package.read("registry.lock");
    package.run(&["supersede", "ACCOUNT_CLOSED", "ACCOUNT_SHUT"]).ends(0).says(&[
        "drafted ACCOUNT_SHUT as a copy of ACCOUNT_CLOSED\n",
        "deprecated ACCOUNT_CLOSED since 1.2.0, replaced by ACCOUNT_SHUT\n",
        "left to do: make `[codes.ACCOUNT_SHUT]` in registry.toml say what it should, then `cargo errtax freeze ACCOUNT_SHUT`",
        "left to do: raise ACCOUNT_SHUT where the server raises ACCOUNT_CLOSED: in a derived enum `#[tool_error(AccountShut)]`",
    ]);
    let deprecated = "deprecated = { since = \"1.2.0\", replaced_by = \"ACCOUNT_SHUT\" }\n";
    let copy = "\
[codes.ACCOUNT_SHUT] # a code
class     = \"precondition\"
action    = \"ask_user\"   # nobody else can reopen it
retryable = false
executed  = \"no\"
status    = \"draft\"
http      = 409
message   = \"The account {account} is closed.\"
hint      = \"Ask the user which open account to use instead.\"

[codes.ACCOUNT_SHUT.details]
account = { type = \"string\", doc = \"The number.\" } # no name
branch  = { type = \"string\", optional = true }

[codes.ACCOUNT_NOT_FOUND]
";
    let expected = REGISTRY
        .replace("http      = 409\n", &format!("http      = 409\n{deprecated}"))
        .replace("[codes.ACCOUNT_NOT_FOUND]\n", copy);
    assert_eq!(package.read("registry.toml"), expected);
    let (removed, added) = changed(&lock, &package.read("registry.lock"));
    assert_eq!((removed.len(), added.len()), (1, 2), "{removed:?} {added:?}");
    // What is left is one finding, and its help is the command that mends it.
    let run = package.run(&["check"]).ends(1).says(&[
        "error[replacement-unusable]: `ACCOUNT_SHUT`, which is to replace `ACCOUNT_CLOSED`, is a draft",
        "freeze it when it is right: `cargo errtax freeze ACCOUNT_SHUT`",
    ]);
    assert_eq!(run.text().matches("error[").count(), 1, "{}", run.text());
    package.run(&["freeze", "ACCOUNT_SHUT"]).ends(0);
    package.run(&["check", "--deny", "warnings"]).ends(0);
}

#[test]
fn tonight_it_is_one_command_and_the_build_is_clean() {
    let package = Package::locked();
    package
        .run(&[
            "supersede",
            "ACCOUNT_CLOSED",
            "ACCOUNT_REOPENABLE",
            "--action",
            "fix_state",
            "--hint",
            "Call reopen_account with the account's number first.",
            "--reason",
            "It can be reopened by now.",
            "--freeze",
        ])
        .ends(0)
        .says(&[
            "added and froze ACCOUNT_REOPENABLE from ACCOUNT_CLOSED: class precondition, action fix_state\n",
            "deprecated ACCOUNT_CLOSED since 1.2.0, replaced by ACCOUNT_REOPENABLE\n",
            "wrote registry.lock: 3 codes frozen\n",
        ]);
    let text = package.read("registry.toml");
    for line in [
        "status    = \"frozen\"\nsince     = \"1.2.0\"\nhttp      = 409\nmessage ",
        "action    = \"fix_state\"   # nobody else can reopen it\n",
        "hint      = \"Call reopen_account with the account's number first.\"\n",
        "replaced_by = \"ACCOUNT_REOPENABLE\", reason = \"It can be reopened by now.\" }\nallow     = { replacement-differs = \
         \"It can be reopened by now.\" }\n",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    package.run(&["check", "--deny", "warnings"]).ends(0).says(&["clean"]);
    // Nothing is left for a freeze: old and new are recorded as they are.
    package.run(&["freeze"]).ends(0).says(&["up to date"]);
}

#[test]
fn what_follows_from_another_class_or_action_is_settled_or_asked_for() {
    let twin = "\n[codes.OUTCOME_UNKNOWN]\nclass     = \"unknown_outcome\"\naction    = \"verify\"\nretryable = false\nexecuted  = \
                \"unknown\"\nmessage   = \"Nobody knows.\"\nhint      = \"Use {verify} before anything is sent again.\"\n\n\
                [codes.BANK_LOST]\nclass     = \"transient\"\naction    = \"retry\"\nretryable = true\nexecuted  = \
                \"unknown\"\nin_doubt  = \"OUTCOME_UNKNOWN\"\nstatus    = \"frozen\"\nsince     = \"1.0.0\"\nnext      = { \
                tool = \"list\" }\nmessage   = \"The bank is lost.\"\nhint      = \"Send the same call again, at most \
                twice.\"\n\n[tools.list]\neffect = \"read\"\n";
    let package = Package::new(&format!("{REGISTRY}{twin}"));
    package.run(&["freeze"]).ends(0);
    let before = package.files();
    package
        .run(&["supersede", "BANK_LOST", "BANK_DOWN", "--action", "stop"])
        .ends(1)
        .says(&[
            "action `stop` contradicts class `transient`",
            "`stop` goes with class `auth`, `cancelled` or `internal`",
        ]);
    package
        .run(&["supersede", "BANK_LOST", "BANK_DOWN", "--class", "auth"])
        .ends(1)
        .says(&["class `auth` leaves open what the agent should do (`--action`)"]);
    assert_eq!(package.files(), before);
    // Another class takes action, retryable and twin with it.
    package
        .run(&["supersede", "BANK_LOST", "BANK_DOWN", "--class", "internal"])
        .ends(0)
        .says(&["class internal, action stop"]);
    let text = package.read("registry.toml");
    let (_, copy) = text.split_once("[codes.BANK_DOWN]\n").unwrap();
    assert!(
        copy.starts_with(
            "class     = \"internal\"\naction    = \"stop\"\nretryable = false\nexecuted  = \"unknown\"\nstatus    = \
             \"draft\"\nmessage   = \"The bank is lost.\"\n"
        ),
        "{copy}"
    );
    // The hint is the author's, and what is wrong with it is said.
    package
        .run(&["check"])
        .ends(1)
        .says(&["warning[hint-contradicts-action]"]);
}

#[test]
fn what_leads_nowhere_is_refused() {
    let package = crate::deprecated();
    let before = package.files();
    for (arguments, said) in [
        (
            ["ACCOUNT_NOT_FOUND", "ACCOUNT_MISSING"],
            &[
                "ACCOUNT_NOT_FOUND is deprecated already, in favour of ACCOUNT_CLOSED",
                "`cargo errtax deprecate ACCOUNT_NOT_FOUND --replaced-by ACCOUNT_MISSING`",
            ][..],
        ),
        (
            ["ACCOUNT_CLOSED", "PAYEE_BLOCKED"],
            &[
                "PAYEE_BLOCKED is there already",
                "`cargo errtax deprecate ACCOUNT_CLOSED --replaced-by PAYEE_BLOCKED`",
            ],
        ),
        (
            ["ACCOUNT_CLOSED", "accountShut"],
            &["did you mean `cargo errtax supersede ACCOUNT_CLOSED ACCOUNT_SHUT`?"],
        ),
        (
            ["LIMIT_REACHED", "LIMIT_HIT"],
            &["LIMIT_REACHED is a draft: it has not shipped"],
        ),
        (
            ["ACCOUNT_CLOSD", "ACCOUNT_SHUT"],
            &["did you mean `cargo errtax supersede ACCOUNT_CLOSED`?"],
        ),
        (
            ["ACCOUNT_CLOSED", "ACCOUNT_CLOSED"],
            &["ACCOUNT_CLOSED is a code already"],
        ),
    ] {
        package
            .run(&[&["supersede"], &arguments[..]].concat())
            .ends(1)
            .says(said);
    }
    package
        .run(&[
            "supersede",
            "ACCOUNT_CLOSED",
            "ACCOUNT_SHUT",
            "--message",
            "The account {number} is shut.",
            "--freeze",
        ])
        .ends(1)
        .says(&["error[placeholder-unknown]", "refused: nothing was written"]);
    assert_eq!(package.files(), before);
}

#[test]
fn who_was_led_to_the_old_code_is_led_to_the_new_one() {
    let package = crate::deprecated();
    package
        .run(&["supersede", "ACCOUNT_CLOSED", "ACCOUNT_SHUT", "--freeze"])
        .ends(0)
        .says(&["led ACCOUNT_NOT_FOUND to ACCOUNT_SHUT: it led to ACCOUNT_CLOSED"]);
    package.run(&["check"]).ends(0);
}

#[test]
fn where_else_the_registry_names_the_old_code_is_said() {
    let package = Package::locked();
    package.edit(
        "registry.toml",
        "edition = \"2026\"\n",
        "edition = \"2026\"\n\n[roles]\nnot_found = \"ACCOUNT_NOT_FOUND\"\n",
    );
    package
        .run(&["supersede", "ACCOUNT_NOT_FOUND", "ACCOUNT_MISSING", "--freeze"])
        .ends(0)
        .says(&["left to do: the role `not_found` still names ACCOUNT_NOT_FOUND: ACCOUNT_MISSING may belong there"]);
}
