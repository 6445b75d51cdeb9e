//! What became of a whole code.

use super::Drift;

pub const CODES: &[Drift] = &[
    Drift {
        what: "deleted",
        edits: &[(RATE_LIMITED, "")],
        rules: &["code-deleted"],
        registry_line: "[registry]",
        lock_line: ("RATE_LIMITED", ""),
        says: &[
            "RATE_LIMITED has shipped, and is gone",
            "put `[codes.RATE_LIMITED]` back",
        ],
    },
    Drift {
        what: "renamed",
        edits: &[("[codes.SIGNED_OUT]", "[codes.SESSION_OVER]")],
        rules: &["code-renamed"],
        registry_line: "[codes.SESSION_OVER]",
        lock_line: ("SIGNED_OUT", ""),
        says: &[
            "SESSION_OVER looks like a rename",
            "put `[codes.SIGNED_OUT]` back",
            "`cargo errtax supersede SIGNED_OUT SESSION_OVER`",
        ],
    },
    Drift {
        what: "spelled in another case",
        edits: &[("[codes.SIGNED_OUT]", "[codes.Signed_Out]")],
        rules: &["code-respelled", "code-grammar"],
        registry_line: "[codes.Signed_Out]",
        lock_line: ("SIGNED_OUT", ""),
        says: &["is now spelled Signed_Out", "put it back: `[codes.SIGNED_OUT]`"],
    },
    Drift {
        what: "spelled without a separator",
        edits: &[("[codes.SIGNED_OUT]", "[codes.SIGNEDOUT]")],
        rules: &["code-respelled"],
        registry_line: "[codes.SIGNEDOUT]",
        lock_line: ("SIGNED_OUT", ""),
        says: &["is now spelled SIGNEDOUT", "put it back: `[codes.SIGNED_OUT]`"],
    },
    Drift {
        what: "retired without being deprecated first",
        edits: &[(
            SIGNED_OUT,
            "[retired.SIGNED_OUT]\nsince = \"1.2.0\"\nreason = \"Unused.\"\n",
        )],
        rules: &["code-retired-early"],
        registry_line: "[retired.SIGNED_OUT]",
        lock_line: ("SIGNED_OUT", ""),
        says: &[
            "no release has said that it is deprecated",
            "put `[codes.SIGNED_OUT]` back and deprecate it (`cargo errtax deprecate SIGNED_OUT ",
        ],
    },
    Drift {
        what: "a tombstone removed",
        edits: &[(
            "[retired.GONE_CODE]\nsince = \"1.1.0\"\nreason = \"Nobody raised it.\"\n",
            "",
        )],
        rules: &["tombstone-removed"],
        registry_line: "[registry]",
        lock_line: ("GONE_CODE", ""),
        says: &[
            "the tombstone of GONE_CODE is gone",
            "put it back: `[retired.GONE_CODE]` with `since = \"1.1.0\"`",
        ],
    },
    Drift {
        what: "a tombstone's name used again",
        edits: &[
            (
                "[retired.GONE_CODE]\nsince = \"1.1.0\"\nreason = \"Nobody raised it.\"\n",
                "",
            ),
            ("[codes.BROKEN]", "[codes.GONE_CODE]"),
        ],
        rules: &["tombstone-reused"],
        registry_line: "[codes.GONE_CODE]",
        lock_line: ("GONE_CODE", ""),
        says: &[
            "GONE_CODE was retired in 1.1.0, and its name is used again",
            "give the new code another name",
        ],
    },
    Drift {
        what: "frozen without being recorded",
        edits: &[(
            "executed = \"unknown\"\nmessage = \"The server failed.\"",
            "executed = \"unknown\"\nstatus = \"frozen\" # now\nmessage = \"The server failed.\"",
        )],
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
