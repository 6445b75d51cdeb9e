//! Changes of one field.

use super::{AMEND, Drift, LOCKED};

pub const FIELDS: &[Drift] = &[
    Drift {
        what: "class",
        edits: &[(
            "class = \"auth\"\naction = \"ask_user\"",
            "class = \"precondition\" # now\naction = \"ask_user\"",
        )],
        rules: &["class-changed"],
        registry_line: "# now",
        lock_line: ("SIGNED_OUT", "class = \"auth\""),
        says: &[
            "shipped as `auth`",
            "is now `precondition`",
            "put it back: `class = \"auth\"`",
            AMEND,
        ],
    },
    Drift {
        what: "action",
        edits: &[("action = \"fix_state\"", "action = \"ask_user\" # now")],
        rules: &["action-changed"],
        registry_line: "# now",
        lock_line: (LOCKED, "action = \"fix_state\""),
        says: &[
            "shipped as `fix_state`, since 1.0.0",
            "is now `ask_user`",
            "put it back: `action = \"fix_state\"`",
            AMEND,
        ],
    },
    Drift {
        what: "retryable, against its action",
        edits: &[(
            "action = \"wait\"\nretryable = true",
            "action = \"wait\"\nretryable = false # now",
        )],
        rules: &["retryable-changed", "action-retryable"],
        registry_line: "# now",
        lock_line: ("RATE_LIMITED", "retryable = true"),
        says: &[
            "shipped as `true`",
            "is now `false`",
            "put it back: `retryable = true`",
            AMEND,
        ],
    },
    Drift {
        what: "retryable, with its action and class",
        edits: &[(
            "class = \"not_found\"\naction = \"read_state\"\nretryable = false",
            "class = \"transient\"\naction = \"retry\"\nretryable = true # now",
        )],
        rules: &["retryable-changed", "class-changed", "action-changed"],
        registry_line: "# now",
        lock_line: ("MISSING", "retryable = false"),
        says: &[
            "shipped as `false`",
            "is now `true`",
            "put it back: `retryable = false`",
            AMEND,
        ],
    },
    Drift {
        what: "executed, to a weaker promise",
        edits: &[(
            "class = \"cancelled\"\naction = \"stop\"\nretryable = false\nexecuted = \"no\"",
            "class = \"cancelled\"\naction = \"stop\"\nretryable = false\nexecuted = \"unknown\" # now",
        )],
        rules: &["executed-changed"],
        registry_line: "# now",
        lock_line: ("CALLED_OFF", "executed = \"no\""),
        says: &[
            "shipped as `no`",
            "is now `unknown`",
            "put it back: `executed = \"no\"`",
            AMEND,
        ],
    },
    Drift {
        what: "in_doubt",
        edits: &[("in_doubt = \"OUTCOME_UNKNOWN\"", "in_doubt = \"OUTCOME_OPEN\"")],
        rules: &["in-doubt-changed"],
        registry_line: "",
        lock_line: ("SERVICE_TIMEOUT", "in_doubt = \"OUTCOME_UNKNOWN\""),
        says: &[
            "shipped as `OUTCOME_UNKNOWN`",
            "put it back: `in_doubt = \"OUTCOME_UNKNOWN\"`",
            AMEND,
        ],
    },
    Drift {
        what: "next, another tool",
        edits: &[("next = { tool = \"unlock_period\"", "next = { tool = \"open_period\"")],
        rules: &["next-changed"],
        registry_line: "",
        lock_line: (LOCKED, "next = "),
        says: &[
            "shipped as `{ tool = \"unlock_period\", ",
            "is now `{ tool = \"open_period\", ",
            "put it back: `next = { tool = \"unlock_period\", ",
            AMEND,
        ],
    },
    Drift {
        what: "next, removed",
        edits: &[("next = { tool = \"list_periods\" }\n", "")],
        rules: &["next-changed"],
        registry_line: "[codes.OUTCOME_UNKNOWN]",
        lock_line: ("OUTCOME_UNKNOWN", "next = "),
        says: &["is gone", "put it back: `next = { tool = \"list_periods\" }`", AMEND],
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
        lock_line: ("RATE_LIMITED", "http = 429"),
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
        edits: &[(
            "executed = \"partial\"\nstatus = \"frozen\"",
            "executed = \"partial\"\nstatus = \"draft\"",
        )],
        rules: &["code-thawed"],
        registry_line: "status = \"draft\"",
        lock_line: ("PARTLY_IMPORTED", ""),
        says: &["has shipped as frozen", "put it back: `status = \"frozen\"`"],
    },
    Drift {
        what: "an action behind a draft",
        edits: &[
            ("action = \"fix_state\"", "action = \"ask_user\" # now"),
            (
                "status = \"frozen\"\nsince = \"1.0.0\"\nhttp = 409",
                "since = \"1.0.0\"\nhttp = 409",
            ),
        ],
        rules: &["action-changed", "code-thawed"],
        registry_line: "# now",
        lock_line: (LOCKED, "action = \"fix_state\""),
        says: &["shipped as `fix_state`"],
    },
];
