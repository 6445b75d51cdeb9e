//! Changes of details.

use super::{Drift, LOCKED};

pub const DETAILS: &[Drift] = &[
    Drift {
        what: "a detail removed",
        edits: &[("failed = { type = \"integer[]\", optional = true }\n", "")],
        rules: &["detail-removed"],
        registry_line: "[codes.PARTLY_IMPORTED.details]",
        lock_line: ("PARTLY_IMPORTED", "details.failed = "),
        says: &[
            "`failed` of PARTLY_IMPORTED has shipped as `integer[]`, and is gone",
            "put `failed` back",
        ],
    },
    Drift {
        what: "a detail renamed",
        edits: &[("attempts = {", "tries = {")],
        rules: &["detail-renamed"],
        registry_line: "tries = {",
        lock_line: (LOCKED, "details.attempts = "),
        says: &[
            "`tries` looks like a rename",
            "put it back: call it `attempts`",
            "#[tool_error(detail = \"attempts\")]",
        ],
    },
    Drift {
        what: "a detail retyped",
        edits: &[("period_id = \"string\"", "period_id = \"integer\"")],
        rules: &["detail-retyped"],
        registry_line: "",
        lock_line: (LOCKED, "details.period_id = "),
        says: &[
            "shipped as `string`",
            "is now `integer`",
            "put it back: `type = \"string\"`",
        ],
    },
    Drift {
        what: "a required detail made optional",
        edits: &[
            (
                "lock_date = \"date\"",
                "lock_date = { type = \"date\", optional = true }",
            ),
            (" is locked since {lock_date}.", " is locked."),
        ],
        rules: &["detail-now-optional"],
        registry_line: "lock_date = {",
        lock_line: (LOCKED, "details.lock_date = "),
        says: &[
            "`optional` of the detail `lock_date`",
            "put it back: `optional = false`",
        ],
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
        registry_line: "[codes.PERIOD_LOCKED]",
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
        edits: &[(
            "memo = { type = \"string\", optional = true, sensitive = true }",
            "memo = { type = \"string\", optional = true }",
        )],
        rules: &["detail-sensitivity-changed"],
        registry_line: "memo = {",
        lock_line: (LOCKED, "details.memo = "),
        says: &[
            "shipped as `true`, and is now `false`",
            "put it back: `sensitive = true`",
        ],
    },
    Drift {
        what: "a detail made sensitive",
        edits: &[(
            "attempts = { type = \"integer\", optional = true }",
            "attempts = { type = \"integer\", optional = true, sensitive = true }",
        )],
        rules: &["detail-sensitivity-changed"],
        registry_line: "attempts = {",
        lock_line: (LOCKED, "details.attempts = "),
        says: &[
            "shipped as `false`, and is now `true`",
            "put it back: `sensitive = false`",
        ],
    },
];
