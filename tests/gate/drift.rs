//! Each way to drift from what has shipped: the build fails, the message shows where and what to do, and putting it back
//! builds.

use crate::support::{Package, REGISTRY, line, rule, shows};

/// A change of the registry that the lock does not allow.
struct Drift {
    what: &'static str,
    /// Replacements in the registry, each of something that stands there once.
    edits: &'static [(&'static str, &'static str)],
    /// Every rule that complains; the first is the one that the rest is about.
    rules: &'static [&'static str],
    /// What the line has that the message must show, as it is after the edits.
    registry_line: &'static str,
    /// The code's block in the lock, and what the line in it has that the message must show.
    lock_line: (&'static str, &'static str),
    /// What has shipped and what to do about it.
    says: &'static [&'static str],
}

const LOCKED: &str = "[codes.PERIOD_LOCKED]";
const AMEND: &str = "deprecate it and add a new code";

/// Changes of one field.
const FIELDS: &[Drift] = &[
    Drift {
        what: "class",
        edits: &[("class = \"auth\"\naction = \"ask_user\"", "class = \"precondition\" # now\naction = \"ask_user\"")],
        rules: &["class-changed"],
        registry_line: "# now",
        lock_line: ("[codes.SIGNED_OUT]", "class = \"auth\""),
        says: &["shipped as `auth`", "is now `precondition`", "put it back: `class = \"auth\"`", AMEND],
    },
    Drift {
        what: "action",
        edits: &[("action = \"fix_state\"", "action = \"ask_user\" # now")],
        rules: &["action-changed"],
        registry_line: "# now",
        lock_line: (LOCKED, "action = \"fix_state\""),
        says: &["shipped as `fix_state`, since 1.0.0", "is now `ask_user`", "put it back: `action = \"fix_state\"`", AMEND],
    },
    Drift {
        what: "retryable, against its action",
        edits: &[("action = \"wait\"\nretryable = true", "action = \"wait\"\nretryable = false # now")],
        rules: &["retryable-changed", "action-retryable"],
        registry_line: "# now",
        lock_line: ("[codes.RATE_LIMITED]", "retryable = true"),
        says: &["shipped as `true`", "is now `false`", "put it back: `retryable = true`", AMEND],
    },
    Drift {
        what: "retryable, with its action and class",
        edits: &[(
            "class = \"not_found\"\naction = \"read_state\"\nretryable = false",
            "class = \"transient\"\naction = \"retry\"\nretryable = true # now",
        )],
        rules: &["retryable-changed", "class-changed", "action-changed"],
        registry_line: "# now",
        lock_line: ("[codes.MISSING]", "retryable = false"),
        says: &["shipped as `false`", "is now `true`", "put it back: `retryable = false`", AMEND],
    },
    Drift {
        what: "executed, to a weaker promise",
        edits: &[("class = \"cancelled\"\naction = \"stop\"\nretryable = false\nexecuted = \"no\"",
            "class = \"cancelled\"\naction = \"stop\"\nretryable = false\nexecuted = \"unknown\" # now")],
        rules: &["executed-changed"],
        registry_line: "# now",
        lock_line: ("[codes.CALLED_OFF]", "executed = \"no\""),
        says: &["shipped as `no`", "is now `unknown`", "put it back: `executed = \"no\"`", AMEND],
    },
    Drift {
        what: "in_doubt",
        edits: &[("in_doubt = \"OUTCOME_UNKNOWN\"", "in_doubt = \"OUTCOME_OPEN\"")],
        rules: &["in-doubt-changed"],
        registry_line: "",
        lock_line: ("[codes.SERVICE_TIMEOUT]", "in_doubt = \"OUTCOME_UNKNOWN\""),
        says: &["shipped as `OUTCOME_UNKNOWN`", "put it back: `in_doubt = \"OUTCOME_UNKNOWN\"`", AMEND],
    },
    Drift {
        what: "next, another tool",
        edits: &[("next = { tool = \"unlock_period\"", "next = { tool = \"open_period\"")],
        rules: &["next-changed"],
        registry_line: "",
        lock_line: (LOCKED, "next = "),
        says: &["\"tool\":\"unlock_period\"", "\"tool\":\"open_period\"", "put it back", AMEND],
    },
    Drift {
        what: "next, removed",
        edits: &[("next = { tool = \"list_periods\" }\n", "")],
        rules: &["next-changed"],
        registry_line: "[codes.OUTCOME_UNKNOWN]",
        lock_line: ("[codes.OUTCOME_UNKNOWN]", "next = "),
        says: &["\"tool\":\"list_periods\"", "is gone", "put it back", AMEND],
    },
    Drift {
        what: "http",
        edits: &[("http = 409", "http = 423")],
        rules: &["http-changed"],
        registry_line: "",
        lock_line: (LOCKED, "http = 409"),
        says: &["shipped as `409`", "is now `423`", "put it back: `http = 409`", AMEND],
    },
    Drift {
        what: "http, removed",
        edits: &[("http = 429\n", "")],
        rules: &["http-changed"],
        registry_line: "[codes.RATE_LIMITED]",
        lock_line: ("[codes.RATE_LIMITED]", "http = 429"),
        says: &["shipped as `429`", "is gone", "put it back: `http = 429`", AMEND],
    },
    Drift {
        what: "grpc",
        edits: &[("grpc = 9", "grpc = 10")],
        rules: &["grpc-changed"],
        registry_line: "",
        lock_line: (LOCKED, "grpc = 9"),
        says: &["shipped as `9`", "is now `10`", "put it back: `grpc = 9`", AMEND],
    },
    Drift {
        what: "frozen back to draft",
        edits: &[("executed = \"partial\"\nstatus = \"frozen\"", "executed = \"partial\"\nstatus = \"draft\"")],
        rules: &["code-thawed"],
        registry_line: "status = \"draft\"",
        lock_line: ("[codes.PARTLY_IMPORTED]", "[codes.PARTLY_IMPORTED]"),
        says: &["has shipped as frozen", "put it back: `status = \"frozen\"`"],
    },
    Drift {
        what: "an action behind a draft",
        edits: &[
            ("action = \"fix_state\"", "action = \"ask_user\" # now"),
            ("status = \"frozen\"\nsince = \"1.0.0\"\nhttp = 409", "since = \"1.0.0\"\nhttp = 409"),
        ],
        rules: &["action-changed", "code-thawed"],
        registry_line: "# now",
        lock_line: (LOCKED, "action = \"fix_state\""),
        says: &["shipped as `fix_state`"],
    },
];

/// Changes of details.
const DETAILS: &[Drift] = &[
    Drift {
        what: "a detail removed",
        edits: &[("failed = { type = \"integer[]\", optional = true }\n", "")],
        rules: &["detail-removed"],
        registry_line: "[codes.PARTLY_IMPORTED.details]",
        lock_line: ("[codes.PARTLY_IMPORTED]", "details.failed = "),
        says: &["`failed` of PARTLY_IMPORTED has shipped as `integer[]`, and is gone", "put `failed` back"],
    },
    Drift {
        what: "a detail renamed",
        edits: &[("attempts = {", "tries = {")],
        rules: &["detail-renamed"],
        registry_line: "tries = {",
        lock_line: (LOCKED, "details.attempts = "),
        says: &["`tries` looks like a rename", "put it back: call it `attempts`", "#[tool_error(detail = \"attempts\")]"],
    },
    Drift {
        what: "a detail retyped",
        edits: &[("period_id = \"string\"", "period_id = \"integer\"")],
        rules: &["detail-retyped"],
        registry_line: "",
        lock_line: (LOCKED, "details.period_id = "),
        says: &["shipped as `string`", "is now `integer`", "put it back: `type = \"string\"`"],
    },
    Drift {
        what: "a required detail made optional",
        edits: &[("lock_date = \"date\"", "lock_date = { type = \"date\", optional = true }"), (" is locked since {lock_date}.", " is locked.")],
        rules: &["detail-now-optional"],
        registry_line: "lock_date = {",
        lock_line: (LOCKED, "details.lock_date = "),
        says: &["`optional` of the detail `lock_date`", "put it back: `optional = false`"],
    },
    Drift {
        what: "a value added to a closed enum",
        edits: &[("[\"audit\", \"year_end\"]", "[\"audit\", \"fraud\", \"year_end\"]")],
        rules: &["enum-value-added"],
        registry_line: "",
        lock_line: (LOCKED, "details.reason = "),
        says: &["closed enum", "new value `fraud`", "remove `fraud`, or add a new code"],
    },
    Drift {
        what: "a value removed",
        edits: &[("[\"soft\", \"hard\"]", "[\"soft\"]")],
        rules: &["lock-stale"],
        registry_line: LOCKED,
        lock_line: ("", ""),
        says: &["does not record what changed in PERIOD_LOCKED", "cargo errtax freeze"],
    },
    Drift {
        what: "a closed enum opened",
        edits: &[(", closed = true", "")],
        rules: &["enum-opened"],
        registry_line: "reason = {",
        lock_line: (LOCKED, "details.reason = "),
        says: &["`closed` of the detail `reason`", "put it back: `closed = true`"],
    },
    Drift {
        what: "a sensitive detail exposed",
        edits: &[("memo = { type = \"string\", optional = true, sensitive = true }", "memo = { type = \"string\", optional = true }")],
        rules: &["detail-sensitivity-changed"],
        registry_line: "memo = {",
        lock_line: (LOCKED, "details.memo = "),
        says: &["shipped as `true`, and is now `false`", "put it back: `sensitive = true`"],
    },
    Drift {
        what: "a detail made sensitive",
        edits: &[("attempts = { type = \"integer\", optional = true }", "attempts = { type = \"integer\", optional = true, sensitive = true }")],
        rules: &["detail-sensitivity-changed"],
        registry_line: "attempts = {",
        lock_line: (LOCKED, "details.attempts = "),
        says: &["shipped as `false`, and is now `true`", "put it back: `sensitive = false`"],
    },
];

/// What became of a whole code.
const CODES: &[Drift] = &[
    Drift {
        what: "deleted",
        edits: &[(RATE_LIMITED, "")],
        rules: &["code-deleted"],
        registry_line: "[registry]",
        lock_line: ("[codes.RATE_LIMITED]", "[codes.RATE_LIMITED]"),
        says: &["RATE_LIMITED has shipped, and is gone", "put `[codes.RATE_LIMITED]` back"],
    },
    Drift {
        what: "renamed",
        edits: &[("[codes.SIGNED_OUT]", "[codes.SESSION_OVER]")],
        rules: &["code-renamed"],
        registry_line: "[codes.SESSION_OVER]",
        lock_line: ("[codes.SIGNED_OUT]", "[codes.SIGNED_OUT]"),
        says: &["SESSION_OVER looks like a rename", "put `[codes.SIGNED_OUT]` back", "replaced_by = \"SESSION_OVER\""],
    },
    Drift {
        what: "spelled in another case",
        edits: &[("[codes.SIGNED_OUT]", "[codes.Signed_Out]")],
        rules: &["code-respelled", "code-grammar"],
        registry_line: "[codes.Signed_Out]",
        lock_line: ("[codes.SIGNED_OUT]", "[codes.SIGNED_OUT]"),
        says: &["is now spelled Signed_Out", "put it back: `[codes.SIGNED_OUT]`"],
    },
    Drift {
        what: "spelled without a separator",
        edits: &[("[codes.SIGNED_OUT]", "[codes.SIGNEDOUT]")],
        rules: &["code-respelled"],
        registry_line: "[codes.SIGNEDOUT]",
        lock_line: ("[codes.SIGNED_OUT]", "[codes.SIGNED_OUT]"),
        says: &["is now spelled SIGNEDOUT", "put it back: `[codes.SIGNED_OUT]`"],
    },
    Drift {
        what: "retired without being deprecated first",
        edits: &[(SIGNED_OUT, "[retired.SIGNED_OUT]\nsince = \"1.2.0\"\nreason = \"Unused.\"\n")],
        rules: &["code-retired-early"],
        registry_line: "[retired.SIGNED_OUT]",
        lock_line: ("[codes.SIGNED_OUT]", "[codes.SIGNED_OUT]"),
        says: &["no release has said that it is deprecated", "put `[codes.SIGNED_OUT]` back with `deprecated"],
    },
    Drift {
        what: "a tombstone removed",
        edits: &[("[retired.GONE_CODE]\nsince = \"1.1.0\"\nreason = \"Nobody raised it.\"\n", "")],
        rules: &["tombstone-removed"],
        registry_line: "[registry]",
        lock_line: ("[retired.GONE_CODE]", "[retired.GONE_CODE]"),
        says: &["the tombstone of GONE_CODE is gone", "put it back: `[retired.GONE_CODE]` with `since = \"1.1.0\"`"],
    },
    Drift {
        what: "a tombstone's name used again",
        edits: &[
            ("[retired.GONE_CODE]\nsince = \"1.1.0\"\nreason = \"Nobody raised it.\"\n", ""),
            ("[codes.BROKEN]", "[codes.GONE_CODE]"),
        ],
        rules: &["tombstone-reused"],
        registry_line: "[codes.GONE_CODE]",
        lock_line: ("[retired.GONE_CODE]", "[retired.GONE_CODE]"),
        says: &["GONE_CODE was retired in 1.1.0, and its name is used again", "give the new code another name"],
    },
    Drift {
        what: "frozen without being recorded",
        edits: &[("executed = \"unknown\"\nmessage = \"The server failed.\"", "executed = \"unknown\"\nstatus = \"frozen\" # now\nmessage = \"The server failed.\"")],
        rules: &["lock-stale"],
        registry_line: "# now",
        lock_line: ("", ""),
        says: &["does not record the frozen code BROKEN", "cargo errtax freeze"],
    },
];

const RATE_LIMITED: &str = "[codes.RATE_LIMITED]\nclass = \"rate_limit\"\naction = \"wait\"\nretryable = true\nexecuted = \"no\"\n\
    status = \"frozen\"\nhttp = 429\nmessage = \"Too many calls.\"\nhint = \"Wait as told, then send the same call again.\"\n";
const SIGNED_OUT: &str = "[codes.SIGNED_OUT]\nclass = \"auth\"\naction = \"ask_user\"\nretryable = false\nexecuted = \"no\"\n\
    status = \"frozen\"\nmessage = \"The session is over.\"\nhint = \"Ask the user to sign in.\"\n";

fn drift_and_back(package: &str, table: &[Drift]) {
    let package = Package::new(package);
    package.check().succeeds("before anything drifts");
    for Drift { what, edits, rules, registry_line, lock_line, says } in table {
        for (from, to) in *edits {
            package.edit("registry.toml", from, to);
        }
        let registry = package.read("registry.toml");
        let build = package.check();
        assert!(!build.ok, "{what} compiles");
        let mut found = build.rules();
        let mut expected: Vec<&str> = rules.to_vec();
        found.sort();
        expected.sort_unstable();
        assert_eq!(found, expected, "{what}\n{}", build.errors().join("\n\n"));
        let error = build.errors().into_iter().find(|error| rule(error) == rules.first().copied()).unwrap();

        let fragment = if registry_line.is_empty() { edits[0].1.lines().last().unwrap() } else { registry_line };
        let (number, text) = line(&registry, fragment);
        assert!(error.starts_with(&format!("registry.toml:{number}:")), "{what}: line {number}\n{error}");
        assert!(shows(&error, number, text), "{what}: `{text}`\n{error}");
        let (block, fragment) = *lock_line;
        if !block.is_empty() {
            let (number, text) = in_block(&package.read("registry.lock"), block, fragment);
            assert!(error.contains(&format!("::: registry.lock:{number}:")), "{what}: line {number} of the lock\n{error}");
            assert!(shows(&error, number, &text), "{what}: `{text}`\n{error}");
        }
        for fragment in *says {
            assert!(error.contains(fragment), "{what}: {fragment}\n{error}");
        }
        assert!(error.contains(" = help: "), "{what}\n{error}");

        package.write("registry.toml", REGISTRY);
        package.check().succeeds(what);
    }
}

/// The line of a block of the lock that has `fragment`.
fn in_block(lock: &str, block: &str, fragment: &str) -> (usize, String) {
    let mut lines = lock.lines().enumerate().skip_while(|(_, line)| *line != block);
    let (number, line) = lines.find(|(_, line)| line.contains(fragment)).unwrap();
    (number + 1, line.to_owned())
}

#[test]
fn a_field_of_a_frozen_code_does_not_change() {
    drift_and_back("drift-fields", FIELDS);
}

#[test]
fn a_detail_of_a_frozen_code_does_not_change() {
    drift_and_back("drift-details", DETAILS);
}

#[test]
fn a_frozen_code_stays() {
    drift_and_back("drift-codes", CODES);
}

/// A way to treat the lock, what complains, and what it says.
type Treatment = (&'static str, fn(&str) -> Option<String>, &'static [&'static str], &'static [&'static str]);

const LOCK: &[Treatment] = &[
    (
        "missing",
        |_| None,
        &["lock-missing"],
        &["registry.toml:3:", "there is no `registry.lock`", "run `cargo errtax freeze`"],
    ),
    (
        "from before the code was frozen",
        |lock| Some(without(lock, "[codes.RATE_LIMITED]")),
        &["lock-stale"],
        &["does not record the frozen code RATE_LIMITED", "run `cargo errtax freeze`"],
    ),
    (
        "edited to match",
        |lock| Some(lock.replacen("action = \"fix_state\"", "action = \"ask_user\"", 1)),
        &["action-changed", "lock-edited"],
        &["registry.lock:", "the lock's block of PERIOD_LOCKED was edited", "restore the lock from version control"],
    ),
    (
        "reordered",
        |lock| {
            let mut blocks: Vec<&str> = lock.split("\n\n").collect();
            blocks.swap(1, 2);
            Some(blocks.join("\n\n"))
        },
        &["lock-reordered"],
        &["registry.lock:", "is not in its order", "run `cargo errtax freeze`"],
    ),
    (
        "half merged",
        |lock| Some(lock.replacen("\n[codes.MISSING]", "\n<<<<<<< HEAD\n[codes.MISSING]", 1)),
        &["lock-conflict"],
        &["registry.lock:", "<<<<<<< HEAD"],
    ),
    (
        "empty",
        |_| Some(String::new()),
        &["lock-version"],
        &["registry.lock"],
    ),
];

fn without(lock: &str, block: &str) -> String {
    let blocks: Vec<&str> = lock.split("\n\n").filter(|text| !text.starts_with(block)).collect();
    blocks.join("\n\n")
}

#[test]
fn a_lock_that_cannot_be_trusted_does_not_compile() {
    let package = Package::new("drift-lock");
    let lock = package.read("registry.lock");
    package.check().succeeds("before the lock is touched");
    for (what, treat, rules, says) in LOCK {
        match treat(&lock) {
            Some(text) => {
                assert_ne!(text, lock, "{what}");
                package.write("registry.lock", &text);
            }
            None => package.remove("registry.lock"),
        }
        let build = package.check();
        assert!(!build.ok, "a lock that is {what} compiles");
        let mut found = build.rules();
        found.sort();
        assert_eq!(found, *rules, "{what}\n{}", build.errors().join("\n\n"));
        let error = build.errors().into_iter().find(|error| rule(error) == rules.last().copied()).unwrap();
        for fragment in *says {
            assert!(error.contains(fragment), "{what}: {fragment}\n{error}");
        }
        assert!(error.contains(" = help: "), "{what}\n{error}");
        package.write("registry.lock", &lock);
        package.check().succeeds(what);
    }
}

#[test]
fn an_edited_lock_does_not_hide_the_drift_that_it_was_edited_for() {
    let package = Package::new("drift-hidden");
    package.edit("registry.toml", "action = \"fix_state\"", "action = \"ask_user\"");
    let lock = package.read("registry.lock");
    package.write("registry.lock", &lock.replacen("action = \"fix_state\"", "action = \"ask_user\"", 1));
    let build = package.check();
    assert!(!build.ok);
    assert_eq!(build.rules(), ["lock-edited"]);
}

#[test]
fn the_message_reaches_a_terminal_and_readers_of_json_alike() {
    let package = Package::new("drift-message");
    package.edit("registry.toml", "action = \"fix_state\"", "action = \"ask_user\"");
    let build = package.check();
    let [error] = &build.errors()[..] else { panic!("one error: {:?}", build.errors()) };
    let [rendered] = &build.rendered()[..] else { panic!("one error: {:?}", build.rendered()) };
    let terminal = package.terminal();
    // Compilers indent the lines of a message below the first.
    for line in error.lines() {
        assert!(rendered.contains(line), "`{line}` in\n{rendered}");
        assert!(terminal.contains(line), "`{line}` in\n{terminal}");
    }
    assert!(terminal.contains("error: registry.toml:"), "{terminal}");
    // For the crate that does not include the generated file there is one line more.
    assert!(terminal.contains("registry.toml has a problem, first registry.toml:"), "{terminal}");
}

#[test]
fn drafts_are_free_and_what_takes_nothing_away_needs_no_amendment() {
    let package = Package::new("drift-free");
    for (what, edits, freeze) in [
        ("a draft changed", &[("class = \"internal\"\naction = \"stop\"", "class = \"auth\"\naction = \"stop\"")][..], false),
        ("a draft removed", &[("[codes.BROKEN]", "[codes.WORN]")], false),
        ("a message reworded", &[("\"Too many calls.\"", "\"There were too many calls.\"")], false),
        ("a hint reworded", &[("\"Do not call again.\"", "\"Stop here.\"")], false),
        ("an enum grown", &[("[\"soft\", \"hard\"]", "[\"soft\", \"hard\", \"final\"]")], true),
        ("an optional detail added", &[("landed = \"integer\"", "landed = \"integer\"\nnote = { type = \"string\", optional = true }")], true),
        ("a code deprecated", &[("hint = \"Wait as told", "deprecated = { since = \"1.2.0\", reason = \"Unused.\" }\nhint = \"Wait as told")], true),
    ] {
        for (from, to) in edits {
            package.edit("registry.toml", from, to);
        }
        if let ("a draft changed", registry) = (what, package.read("registry.toml")) {
            package.write("registry.toml", &registry.replace("executed = \"unknown\"\nmessage = \"The server failed.\"", "executed = \"no\"\nmessage = \"The server failed.\""));
        }
        if freeze {
            let build = package.check();
            assert_eq!(build.rules(), ["lock-stale"], "{what} is to be recorded\n{}", build.errors().join("\n\n"));
            package.lock();
        }
        package.check().succeeds(what);
    }
}
