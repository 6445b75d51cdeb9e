//! `new`.

use crate::changed;
use crate::common::{Package, REGISTRY};

#[test]
fn a_draft_is_whole_and_stands_below_its_family() {
    let package = Package::locked();
    let lock = package.read("registry.lock");
    package
        .run(&[
            "new",
            "ACCOUNT_BLOCKED",
            "--class",
            "precondition",
            "--action",
            "ask_user",
            "--message",
            "The account {account} is blocked since {day}.",
            "--hint",
            "Ask the user to have it unblocked; nothing else helps.",
            "--detail",
            "day=date",
        ])
        .ends(0)
        .says(&[
            "drafted ACCOUNT_BLOCKED: class precondition, action ask_user, not retryable, executed no\n",
            "wrote registry.toml\n",
            "note: declared as a string, because a text names it: account; change the type where it is another",
            "left to do: raise it, and with the release that ships it: `cargo errtax freeze ACCOUNT_BLOCKED`",
        ]);
    let expected = "\
[codes.ACCOUNT_BLOCKED]
class     = \"precondition\"
action    = \"ask_user\"
retryable = false
executed  = \"no\"
status    = \"draft\"
message   = \"The account {account} is blocked since {day}.\"
hint      = \"Ask the user to have it unblocked; nothing else helps.\"

[codes.ACCOUNT_BLOCKED.details]
day     = \"date\"
account = \"string\"

[codes.LIMIT_REACHED]
";
    assert_eq!(
        package.read("registry.toml"),
        REGISTRY.replace("[codes.LIMIT_REACHED]\n", expected)
    );
    assert_eq!(package.read("registry.lock"), lock, "a draft has not shipped");
    package
        .run(&["check", "--deny", "warnings"])
        .ends(0)
        .says(&["checked 5 codes of `bank` (2 frozen) against registry.lock: clean"]);
    package.run(&["freeze", "ACCOUNT_BLOCKED"]).ends(0);
    package.run(&["check", "--deny", "warnings"]).ends(0);
}

#[test]
fn what_the_class_settles_need_not_be_said_and_is_written_out() {
    for (class, action, executed) in [
        ("rate_limit", "wait", "no"),
        ("unknown_outcome", "verify", "unknown"),
        ("bad_input", "fix_input", "no"),
        ("not_found", "read_state", "no"),
        ("conflict", "read_state", "no"),
        ("partial", "redo_missing", "partial"),
    ] {
        let package = Package::locked();
        package.run(&["new", "PAYMENT_ODD", "--class", class]).ends(0);
        let (_, added) = changed(REGISTRY, &package.read("registry.toml"));
        for line in [
            format!("class     = \"{class}\""),
            format!("action    = \"{action}\""),
            format!("retryable = {}", action == "wait"),
            format!("executed  = \"{executed}\""),
        ] {
            assert!(
                added.contains(&line) || REGISTRY.contains(&line),
                "{class}: {line} in {added:?}"
            );
        }
    }
}

#[test]
fn what_the_class_leaves_open_is_asked_for_and_never_guessed() {
    let package = Package::locked();
    let before = package.files();
    for (options, said) in [
        (
            &["--class", "precondition"][..],
            &[
                "class `precondition` leaves open what the agent should do (`--action`)",
                "`--action` is `fix_state` (do the step that the hint names, then call again) or `ask_user` (",
                "for instance `cargo errtax new PAYMENT_LOST --class precondition --action fix_state`",
            ][..],
        ),
        (
            &["--class", "transient"],
            &[
                "leaves open what the agent should do (`--action`) and whether the call took effect (`--executed`)",
                "`--executed` is `no` (it did not) or `unknown` (nobody knows)",
                "--class transient --action retry --executed no`",
            ],
        ),
        (
            &["--class", "internal"],
            &[
                "leaves open whether the call took effect (`--executed`)",
                "`cargo errtax new PAYMENT_LOST --class internal --executed no`",
            ],
        ),
        (
            &["--class", "precondition", "--action", "retry"],
            &[
                "action `retry` contradicts class `precondition`",
                "with `precondition` the action is `fix_state` or `ask_user`; `retry` goes with class `transient`",
            ],
        ),
        (
            &["--class", "bad_input", "--executed", "partial"],
            &[
                "executed `partial` contradicts class `bad_input`",
                "with `bad_input` it is `no`",
            ],
        ),
    ] {
        package
            .run(&[&["new", "PAYMENT_LOST"], options].concat())
            .ends(1)
            .says(said);
    }
    // Words that do not exist are the command line's own matter.
    package
        .run(&["new", "PAYMENT_LOST", "--class", "transiant"])
        .ends(2)
        .says(&["'transient'"]);
    assert_eq!(package.files(), before);
}

#[test]
fn without_a_class_nothing_is_drafted_and_every_class_is_explained() {
    let package = Package::locked();
    let before = package.files();
    let run = package.run(&["new", "PAYEE_NOT_FOUND"]).ends(1).says(&[
        "it is not said what kind of failure PAYEE_NOT_FOUND is",
        "a name that ends in `NOT_FOUND` is taken for `not_found`: `cargo errtax new PAYEE_NOT_FOUND --class not_found`",
        "\n  rate_limit       refused for now; a wait is known or implied\n",
    ]);
    for class in errtax_core::Class::ALL {
        assert!(run.stderr.contains(&format!("\n  {class} ")), "{class}");
    }
    package
        .run(&["new", "PAYEE_ODD"])
        .ends(1)
        .says(&["`cargo errtax new PAYEE_ODD --class CLASS`, which is one of\n"]);
    assert_eq!(package.files(), before);
}

#[test]
fn a_repeat_that_may_do_the_work_twice_needs_its_twin() {
    let package = Package::locked();
    let before = package.files();
    let lost = [
        "new",
        "BANK_LOST",
        "--class",
        "transient",
        "--action",
        "retry",
        "--executed",
        "unknown",
    ];
    package.run(&lost).ends(1).says(&[
        "BANK_LOST is to be repeated though nobody knows whether the call took effect",
        "declare a code of class `unknown_outcome` first (`cargo errtax new OUTCOME_UNKNOWN --class unknown_outcome`)",
    ]);
    let needless = [
        "new",
        "BANK_LOST",
        "--class",
        "not_found",
        "--in-doubt",
        "ACCOUNT_CLOSED",
    ];
    package
        .run(&needless)
        .ends(1)
        .says(&["`--in-doubt ACCOUNT_CLOSED` is never used here"]);
    package
        .run(&[&lost[..], &["--in-doubt", "ACCOUNT_CLOSED"]].concat())
        .ends(1)
        .says(&["error[in-doubt-class]", "refused: nothing was written"]);
    assert_eq!(package.files(), before);
    package
        .run(&[
            "new",
            "OUTCOME_UNKNOWN",
            "--class",
            "unknown_outcome",
            "--message",
            "The write was sent, and no answer shows whether it landed.",
            "--hint",
            "Use {verify} to see whether it landed before anything is sent again.",
        ])
        .ends(0);
    package
        .run(&lost)
        .ends(1)
        .says(&["name the code that it surfaces as: `--in-doubt OUTCOME_UNKNOWN`"]);
    let texts = [
        "--in-doubt",
        "OUTCOME_UNKNOWN",
        "--message",
        "The bank did not answer.",
        "--hint",
        "Send the same call again after a short pause, at most twice.",
    ];
    package.run(&[&lost[..], &texts].concat()).ends(0);
    package.run(&["check", "--deny", "warnings"]).ends(0);
    assert!(
        !package.read("registry.toml").contains("verify = \"string\""),
        "it is built in"
    );
}

#[test]
fn a_name_that_is_taken_or_no_name_is_refused_with_the_one_that_was_meant() {
    let retired = "\n[retired.OLD_CODE]\nsince  = \"1.1.0\"\nreason = \"LIMIT_REACHED says it.\"\n";
    let extends = "edition = \"2026\"\nextends = [\"errtax@1.0\"]\n";
    let package = Package::new(&(REGISTRY.replace("edition = \"2026\"\n", extends) + retired));
    let before = package.files();
    let long = "A".repeat(64);
    for (name, said) in [
        (
            "ACCOUNT_CLOSED",
            &["ACCOUNT_CLOSED is a code already", " --> registry.toml:10:8"][..],
        ),
        (
            "RATE_LIMITED",
            &["RATE_LIMITED is a code of the registry `errtax`, which this one extends"],
        ),
        (
            "OLD_CODE",
            &[
                "OLD_CODE is retired since 1.1.0, and a retired name is never used again",
                "(LIMIT_REACHED says it)",
            ],
        ),
        (
            "ACCOUNTCLOSED",
            &[
                "`ACCOUNTCLOSED` and `ACCOUNT_CLOSED` differ in case or separators alone",
                "did you mean `ACCOUNT_CLOSED`",
            ],
        ),
        ("account_closed", &["did you mean `ACCOUNT_CLOSED`"]),
        ("accountFrozen", &["did you mean `cargo errtax new ACCOUNT_FROZEN`?"]),
        ("ACCOUNT__FROZEN", &["did you mean `cargo errtax new ACCOUNT_FROZEN`?"]),
        ("4_EYES", &["write it as words in capitals: `PERIOD_LOCKED`"]),
        (&long, &["has 64 characters, and a code has at most 63"]),
    ] {
        package.run(&["new", name, "--class", "not_found"]).ends(1).says(said);
    }
    assert_eq!(package.files(), before);
    package
        .run(&["new", "ACCOUNT_CLOSEN", "--class", "not_found"])
        .ends(0)
        .says(&["note: ACCOUNT_CLOSED is nearly the same name"]);
}

/// A registry whose codes are in two files of their own.
fn in_files() -> Package {
    let (head, codes) = REGISTRY.split_once("# Shipped with").unwrap();
    let (accounts, rest) = codes.split_once("[codes.LIMIT_REACHED]").unwrap();
    let head = head.replace(
        "edition = \"2026\"\n",
        "edition = \"2026\"\ninclude = [\"codes/*.toml\"]\n",
    );
    let package = Package::new(&head);
    package.write("codes/accounts.toml", &format!("# Shipped with{accounts}"));
    package.write("codes/limits.toml", &format!("# Limits.\n[codes.LIMIT_REACHED]{rest}"));
    package.run(&["freeze"]).ends(0);
    package
}

#[test]
fn a_code_goes_into_the_file_where_its_family_lives() {
    let package = in_files();
    let texts = [
        "--message",
        "It is odd.",
        "--hint",
        "List the accounts, then use one of those.",
    ];
    for (name, file) in [
        ("ACCOUNT_ODD", "codes/accounts.toml"),
        ("LIMIT_ODD", "codes/limits.toml"),
        ("PAYEE_ODD", "codes/limits.toml"),
    ] {
        let before = package.files();
        package
            .run(&[&["new", name, "--class", "not_found"], &texts[..]].concat())
            .ends(0)
            .says(&[&format!("wrote {file}\n")]);
        assert!(package.read(file).contains(&format!("[codes.{name}]\n")), "{name}");
        let changed = package
            .files()
            .into_iter()
            .filter(|(path, bytes)| before.get(path) != Some(bytes));
        assert_eq!(changed.count(), 1, "{name}");
    }
    // A name without a family: it is asked which file, and a new one is made where the registry takes it in.
    package
        .run(&["new", "SALARY_ODD", "--class", "not_found"])
        .ends(1)
        .says(&[
            "no code begins like SALARY_ODD, so it is not plain which of 2 files it belongs to",
            "`--file codes/accounts.toml`; a new one is made where `include` takes it in: `--file codes/salary.toml`",
        ]);
    let salary = [
        "new",
        "SALARY_ODD",
        "--class",
        "not_found",
        "--file",
        "codes/salary.toml",
    ];
    package
        .run(&[&salary[..], &texts].concat())
        .ends(0)
        .says(&["wrote codes/salary.toml\n"]);
    assert!(
        package
            .read("codes/salary.toml")
            .starts_with("[codes.SALARY_ODD]\nclass = \"not_found\"\n")
    );
    package.run(&["check", "--deny", "warnings"]).ends(0);
}

#[test]
fn a_file_that_the_registry_does_not_take_in_is_refused() {
    let package = in_files();
    let before = package.files();
    for (file, code, said) in [
        ("other/salary.toml", 1, "the registry does not include"),
        ("../salary.toml", 1, "is outside of the package"),
        ("codes/salary.txt", 1, "is no TOML file"),
    ] {
        package
            .run(&["new", "SALARY_ODD", "--class", "not_found", "--file", file])
            .ends(code)
            .says(&[said]);
        assert_eq!(package.files(), before, "{file}");
    }
}

#[test]
fn texts_that_are_left_out_are_left_to_write_and_the_build_says_where() {
    let package = Package::locked();
    package
        .run(&[
            "new",
            "PAYEE_NOT_FOUND",
            "--class",
            "not_found",
            "--hint",
            "List the payees, then use one of those.",
        ])
        .ends(0)
        .says(&["left to do: write its message at registry.toml:53; until then the build refuses the empty text"]);
    let run = package
        .run(&["check"])
        .ends(1)
        .says(&["error[empty-text]", "--> registry.toml:60:13"]);
    assert_eq!(run.text().matches("error[").count(), 1, "{}", run.text());
    package.edit(
        "registry.toml",
        "message   = \"\"",
        "message   = \"There is no such payee.\"",
    );
    package.run(&["check", "--deny", "warnings"]).ends(0);
}

#[test]
fn a_status_is_what_the_other_codes_of_the_class_have() {
    let package = Package::locked();
    package
        .run(&["new", "PAYEE_NOT_FOUND", "--class", "not_found"])
        .ends(0)
        .says(&["note: `http = 404`, as in every other code of class `not_found`"]);
    assert_eq!(package.read("registry.toml").matches("http      = 404\n").count(), 2);
    // Of the others some have one and some have none.
    package
        .run(&["new", "PAYEE_ODD", "--class", "precondition", "--action", "ask_user"])
        .ends(0);
    assert_eq!(package.read("registry.toml").matches("http ").count(), 3);
    package
        .run(&[
            "new",
            "PAYEE_GONE",
            "--class",
            "not_found",
            "--http",
            "410",
            "--grpc",
            "5",
        ])
        .ends(0);
    let text = package.read("registry.toml");
    assert!(text.contains("http      = 410\ngrpc      = 5\n"), "{text}");
    let defaults = Package::new(&format!("{REGISTRY}\n[defaults]\nhttp = 500\n"));
    defaults
        .run(&["new", "BANK_DOWN", "--class", "internal", "--executed", "no"])
        .ends(0)
        .says(&["note: its `http` is 500, from [defaults]; write `http` where it has another"]);
}

#[test]
fn what_reads_badly_is_said_at_once() {
    let package = Package::locked();
    package
        .run(&[
            "new",
            "PAYEE_TIMEOUT",
            "--class",
            "bad_input",
            "--message",
            "The payee is odd.",
            "--hint",
            "Correct the payee, then make one new call.",
        ])
        .ends(0)
        .says(&["warning[suffix-family]", "drafted PAYEE_TIMEOUT"]);
}

#[test]
fn the_first_code_of_a_registry_is_drafted_too() {
    let package = Package::new("[registry]\nname = \"bank\"\nversion = \"0.1.0\"\nedition = \"2026\"\n");
    package.run(&["new", "ACCOUNT_CLOSED", "--class", "not_found"]).ends(0);
    assert_eq!(
        package.read("registry.toml"),
        "[registry]\nname = \"bank\"\nversion = \"0.1.0\"\nedition = \"2026\"\n\n[codes.ACCOUNT_CLOSED]\nclass = \
         \"not_found\"\naction = \"read_state\"\nretryable = false\nexecuted = \"no\"\nstatus = \"draft\"\nmessage = \
         \"\"\nhint = \"\"\n"
    );
}

#[test]
fn json_says_what_was_done_and_what_is_left() {
    let package = Package::locked();
    let arguments = ["new", "PAYEE_NOT_FOUND", "--class", "not_found", "--format", "json"];
    let document = package.run(&[&arguments[..], &["--dry-run"]].concat()).ends(0).json();
    assert_eq!(document["would_write"], serde_json::json!(["registry.toml"]));
    let document = package.run(&arguments).ends(0).json();
    assert_eq!(document["written"], serde_json::json!(["registry.toml"]));
    assert_eq!(
        document["done"],
        serde_json::json!([{
            "did": "drafted",
            "codes": ["PAYEE_NOT_FOUND"],
            "said": "PAYEE_NOT_FOUND: class not_found, action read_state, not retryable, executed no",
        }])
    );
    assert_eq!(
        document["notes"][0],
        "`http = 404`, as in every other code of class `not_found`"
    );
    assert_eq!(document["left"].as_array().unwrap().len(), 2);
    let document = package.run(&arguments).ends(1).json();
    assert!(
        document["trouble"]["message"]
            .as_str()
            .unwrap()
            .contains("is a code already")
    );
}
