//! `deprecate`.

use crate::common::{Package, REGISTRY};
use crate::{changed, deprecated};

const OVER: [&str; 4] = ["deprecate", "ACCOUNT_NOT_FOUND", "--replaced-by", "ACCOUNT_CLOSED"];

#[test]
fn a_deprecation_is_one_line_here_and_one_there() {
    let package = Package::locked();
    let lock = package.read("registry.lock");
    package
        .run(
            &[
                &OVER[..],
                &["--sunset", "2027-06-30", "--reason", "It says \"too\" little."],
            ]
            .concat(),
        )
        .ends(0)
        .says(&[
            "warning[replacement-differs]: `ACCOUNT_NOT_FOUND` asks to `read_state`",
            "deprecated ACCOUNT_NOT_FOUND since 1.2.0, replaced by ACCOUNT_CLOSED, until 2027-06-30\n",
            "wrote registry.toml\n",
            "wrote registry.lock: 2 codes frozen\n",
        ]);
    let line = "deprecated = { since = \"1.2.0\", replaced_by = \"ACCOUNT_CLOSED\", reason = 'It says \"too\" little.', \
                sunset = \"2027-06-30\" }\n";
    assert_eq!(
        package.read("registry.toml"),
        REGISTRY.replace("http      = 404\n", &format!("http      = 404\n{line}"))
    );
    let (removed, added) = changed(&lock, &package.read("registry.lock"));
    assert_eq!(
        (removed.len(), added.len()),
        (1, 2),
        "the hash, and the line: {removed:?} {added:?}"
    );
    package.run(&["check"]).ends(0).says(&["registry.lock: 1 warning"]);
    // Nothing is left for a freeze.
    package.run(&["freeze"]).ends(0).says(&["up to date"]);
}

#[test]
fn the_version_rises_unless_it_is_above_what_the_lock_knows() {
    let package = Package::locked();
    package.run(&["freeze", "PAYEE_BLOCKED"]).ends(0);
    // The lock knows 1.2.0 by now.
    package.run(&OVER).ends(0).says(&[
        "raised the version from 1.2.0 to 1.3.0: registry.lock has 1.2.0",
        "since 1.3.0",
    ]);
    assert!(package.read("registry.toml").contains("\nversion = \"1.3.0\"\n"));
    package.run(&["check"]).ends(0);
}

#[test]
fn what_users_cannot_go_by_is_refused_with_what_to_type() {
    let package = Package::locked();
    let before = package.files();
    for (arguments, said) in [
        (
            &["ACCOUNT_NOT_FOUND"][..],
            &[
                "whoever uses ACCOUNT_NOT_FOUND has to know what to do instead",
                "`cargo errtax deprecate ACCOUNT_NOT_FOUND --replaced-by CODE`",
            ][..],
        ),
        (
            &["ACCOUNT_NOT_FUND", "--reason", "Gone."],
            &[
                "the registry `bank` has no code `ACCOUNT_NOT_FUND`",
                "did you mean `cargo errtax deprecate ACCOUNT_NOT_FOUND`?",
            ],
        ),
        (
            &["ACCOUNT_NOT_FOUND", "--replaced-by", "ACCOUNT_CLOSD"],
            &["did you mean `cargo errtax deprecate ACCOUNT_NOT_FOUND --replaced-by ACCOUNT_CLOSED`?"],
        ),
        (
            &["ACCOUNT_NOT_FOUND", "--replaced-by", "SOMETHING_ELSE"],
            &["`cargo errtax supersede ACCOUNT_NOT_FOUND SOMETHING_ELSE`"],
        ),
        (
            &["ACCOUNT_NOT_FOUND", "--replaced-by", "ACCOUNT_NOT_FOUND"],
            &["ACCOUNT_NOT_FOUND cannot replace itself"],
        ),
        (
            &["ACCOUNT_NOT_FOUND", "--replaced-by", "LIMIT_REACHED"],
            &[
                "LIMIT_REACHED is a draft, which may still change or go",
                " --> registry.toml:40:13",
                "freeze it first: `cargo errtax freeze LIMIT_REACHED`",
            ],
        ),
        (
            &["LIMIT_REACHED", "--reason", "Gone."],
            &[
                "LIMIT_REACHED is a draft: it has not shipped",
                "`cargo errtax freeze LIMIT_REACHED`",
            ],
        ),
        (
            &["ACCOUNT_NOT_FOUND", "--reason", "Gone.", "--sunset", "2027-02-30"],
            &[
                "error[bad-date]: `2027-02-30` is no date",
                "refused: nothing was written",
            ],
        ),
        (&["ACCOUNT_NOT_FOUND", "--reason", " "], &["error[empty-text]"]),
    ] {
        let run = package.run(&[&["deprecate"], arguments].concat()).ends(1).says(said);
        assert!(!run.text().contains("lock-unreadable"), "{}", run.text());
    }
    assert_eq!(package.files(), before);
}

#[test]
fn a_deprecation_can_say_more_later_and_never_take_a_day_back() {
    let package = deprecated();
    package
        .run(&[
            "deprecate",
            "ACCOUNT_NOT_FOUND",
            "--sunset",
            "2027-12-31",
            "--reason",
            "Say which.",
        ])
        .ends(0)
        .says(&["changed the deprecation of ACCOUNT_NOT_FOUND: reason Say which., sunset 2027-12-31"]);
    let line = "deprecated = { since = \"1.1.0\", replaced_by = \"ACCOUNT_CLOSED\", sunset = \"2027-12-31\", reason = \"Say \
                which.\" }\n";
    assert!(
        package.read("registry.toml").contains(line),
        "{}",
        package.read("registry.toml")
    );
    package.run(&["check"]).ends(0);
    let before = package.files();
    package
        .run(&["deprecate", "ACCOUNT_NOT_FOUND", "--sunset", "2027-01-31"])
        .ends(1)
        .says(&["error[sunset-advanced]"]);
    package.run(&OVER).ends(1).says(&[
        "ACCOUNT_NOT_FOUND is deprecated since 1.1.0 already",
        "when it is time: `cargo errtax retire ACCOUNT_NOT_FOUND --reason '…'`",
    ]);
    assert_eq!(package.files(), before);
}

#[test]
fn whoever_was_led_to_the_code_is_led_straight_on() {
    let package = deprecated();
    package.run(&["freeze", "PAYEE_BLOCKED"]).ends(0);
    package
        .run(&["deprecate", "ACCOUNT_CLOSED", "--replaced-by", "PAYEE_BLOCKED"])
        .ends(0)
        .says(&["led ACCOUNT_NOT_FOUND to PAYEE_BLOCKED: it led to ACCOUNT_CLOSED"]);
    assert_eq!(
        package
            .read("registry.toml")
            .matches("replaced_by = \"PAYEE_BLOCKED\"")
            .count(),
        2
    );
    package.run(&["check"]).ends(0);
    // Where nobody can be led on, the chain is refused.
    let package = deprecated();
    let before = package.files();
    package
        .run(&["deprecate", "ACCOUNT_CLOSED", "--reason", "No account is ever closed."])
        .ends(1)
        .says(&["error[replacement-unusable]"]);
    assert_eq!(package.files(), before);
}

#[test]
fn what_else_is_not_recorded_yet_is_left_to_freeze() {
    let package = Package::locked();
    package.edit("registry.toml", "status    = \"draft\" ", "status    = \"frozen\" ");
    package.run(&OVER).ends(0);
    assert!(!package.read("registry.lock").contains("LIMIT_REACHED"));
    package
        .run(&["check"])
        .ends(1)
        .says(&["error[lock-stale]: the lock does not record the frozen code LIMIT_REACHED"]);
}
