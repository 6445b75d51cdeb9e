//! What reads badly.

use crate::Case;

macro_rules! case {
    ($rule:literal, $bad:literal, $good:literal) => {
        Case {
            rule: $rule,
            bad: $bad,
            good: $good,
        }
    };
}

pub(crate) const CASES: &[Case] = &[
    case!(
        "suffix-family",
        "@HEAD[codes.VOUCHER_NOT_FOUND]\nclass = «\"precondition\"»\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\n@TEXT",
        "@HEAD[codes.NOT_FOUND_YET]\n@PLAIN"
    ),
    case!(
        "suffix-family",
        "@HEAD[codes.A_TIMEOUT]\nclass = «\"precondition\"»\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\n@TEXT[codes.A_RACE]\nclass = «\"precondition\"»\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\n@TEXT[codes.A_UNAVAILABLE]\nclass = «\"precondition\"»\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\n@TEXT",
        "@HEAD[codes.A_TIMEOUT]\nclass = \"unknown_outcome\"\naction = \"verify\"\nretryable = false\nexecuted = \"unknown\"\n@TEXT[codes.BRACE]\n@PLAIN[codes.C_RACE]\nallow = { suffix-family = \"named before the rule\" }\n@PLAIN"
    ),
    case!(
        "rate-limit-without-wait",
        "@HEAD[codes.A]\nclass = \"rate_limit\"\naction = \"wait\"\nretryable = true\nexecuted = \"no\"\nmessage = \"Too much.\"\nhint = «\"Do less and send the same call again.\"»\n",
        "@HEAD[codes.A]\nclass = \"rate_limit\"\naction = \"wait\"\nretryable = true\nexecuted = \"no\"\nmessage = \"Too much.\"\nhint = \"Back off, then send the same call again.\"\n"
    ),
    case!(
        "client-error-without-hint",
        "@HEAD[codes.A]\nhttp = 409\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\nmessage = \"It is not ready.\"\nhint = «\"It is not ready\"»\n[codes.B]\nhttp = 400\nclass = \"bad_input\"\naction = \"fix_input\"\nretryable = false\nexecuted = \"no\"\nmessage = \"It is not ready.\"\nhint = «\"None.\"»\n",
        "@HEAD[codes.A]\nhttp = 500\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\nmessage = \"It is not ready.\"\nhint = \"Fix it.\"\n[codes.B]\nhttp = 400\nclass = \"bad_input\"\naction = \"fix_input\"\nretryable = false\nexecuted = \"no\"\nmessage = \"It is not ready.\"\nhint = \"Correct the date.\"\n"
    ),
    case!(
        "hint-contradicts-action",
        "@HEAD[codes.A]\nclass = \"internal\"\naction = \"stop\"\nretryable = false\nexecuted = \"no\"\nmessage = \"It broke.\"\nhint = «\"This is rare. Retry in a minute.\"»\n",
        "@HEAD[codes.A]\nclass = \"internal\"\naction = \"stop\"\nretryable = false\nexecuted = \"no\"\nmessage = \"It broke.\"\nhint = \"Report it. Do not send the same call again.\"\n"
    ),
    case!(
        "hint-contradicts-action",
        "@HEAD[codes.A]\nclass = \"transient\"\naction = \"retry\"\nretryable = true\nexecuted = \"no\"\nmessage = \"It broke.\"\nhint = «\"Do not retry; report it.\"»\n",
        "@HEAD[codes.A]\nclass = \"transient\"\naction = \"retry\"\nretryable = true\nexecuted = \"no\"\nmessage = \"It broke.\"\nhint = \"Send it again. Do not retry more than twice.\"\n"
    ),
    case!(
        "hint-contradicts-action",
        "@HEAD[codes.A]\nclass = \"bad_input\"\naction = \"fix_input\"\nretryable = false\nexecuted = \"no\"\nmessage = \"It broke.\"\nhint = «\"Wait a little and send the same call again.\"»\n",
        "@HEAD[codes.A]\nclass = \"bad_input\"\naction = \"fix_input\"\nretryable = false\nexecuted = \"no\"\nmessage = \"It broke.\"\nhint = \"Correct the date rather than send the same call again.\"\n"
    ),
    case!(
        "hint-unknown-tool",
        "@HEAD[tools.unlock_period]\neffect = \"write\"\n[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\nmessage = \"It is locked.\"\nhint = «\"Call open_period first.\"»\n[codes.B]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\nmessage = \"It is locked.\"\nhint = «\"Use `unlok_period`, then post.\"»\n",
        "@HEAD[tools.unlock_period]\neffect = \"write\"\ndedupe_key = \"dedupe_by\"\n[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\nmessage = \"It is locked.\"\nhint = \"Call unlock_period first, with period_id or due_date, `some_argument`, dedupe_by and retry_after_ms in mind.\"\n[codes.A.details]\nperiod_id = \"string\"\n"
    ),
    case!(
        "hint-unknown-tool",
        "@HEAD[tools.a_b]\neffect = \"read\"\n[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\nmessage = \"It is locked.\"\nhint = «\"Run c_d_e_f() on it.\"»\n",
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\nmessage = \"It is locked.\"\nhint = \"Run c_d_e_f() on it.\"\n"
    ),
    case!(
        "retry-without-hint",
        "@HEAD[codes.A]\nclass = \"transient\"\naction = \"retry\"\nretryable = true\nexecuted = \"no\"\nmessage = \"It broke.\"\nhint = «\"Report the failure to the user.\"»\n",
        "@HEAD[codes.A]\nclass = \"transient\"\naction = \"retry\"\nretryable = true\nexecuted = \"no\"\nmessage = \"It broke.\"\nhint = \"A repeat is safe.\"\n"
    ),
    case!(
        "next-unused",
        "@HEAD[codes.A]\nclass = \"internal\"\naction = \"stop\"\nretryable = false\nexecuted = \"no\"\nnext = «{ resource = \"app://x\" }»\nmessage = \"It broke.\"\nhint = \"Report it to the operator.\"\n",
        "@HEAD[codes.A]\n@PLAINnext = { resource = \"app://x\" }\n"
    ),
    case!(
        "replacement-differs",
        "@HEAD[codes.A]\n@PLAINdeprecated = { since = \"1.1.0\", replaced_by = «\"B\"» }\n[codes.B]\nclass = \"precondition\"\naction = \"ask_user\"\nretryable = false\nexecuted = \"no\"\nstatus = \"frozen\"\nmessage = \"It is not ready.\"\nhint = \"Ask a person to make it ready.\"\n",
        "@HEAD[codes.A]\n@PLAINdeprecated = { since = \"1.1.0\", replaced_by = \"B\" }\n[codes.B]\n@PLAINstatus = \"frozen\"\nhttp = 409\n"
    ),
    case!(
        "message-without-stop",
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\nmessage = «\"It is locked\"»\nhint = \"Make it ready first.\"\n",
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\nmessage = \"Is it (still) \\\"locked\\\"?\"\nhint = \"Make it ready first\"\n"
    ),
    case!(
        "doc-repeats-message",
        "@HEAD[codes.A]\n@PLAINdoc = «\"It is not ready\"»\n",
        "@HEAD[codes.A]\n@PLAINdoc = \"It is not ready, since nobody made it so.\"\n"
    ),
    case!(
        "upstream-ambiguous",
        "@HEAD[codes.A]\n@PLAIN[codes.B]\n@PLAIN[[upstream]]\nhost = \"a.example\"\nmessage = \"no such field\"\ncode = \"A\"\n[[upstream]]\nhost = \"A.example\"\npointer = \"/code\"\nequals = \"7\"\ncode = «\"B\"»\n",
        "@HEAD[codes.A]\n@PLAIN[codes.B]\n@PLAIN[[upstream]]\nhost = \"a.example\"\nmessage = \"no such field\"\ncode = \"A\"\n[[upstream]]\nhost = \"a.example\"\nmessage = \"no such field\"\npointer = \"/code\"\nequals = \"7\"\ncode = \"B\"\n[[upstream]]\nhost = \"a.example\"\nmessage = \"no such row\"\ncode = \"B\"\n[[upstream]]\nhost = \"*.a.example\"\npointer = \"/code\"\nequals = \"7\"\ncode = \"A\"\n"
    ),
    case!(
        "upstream-ambiguous",
        "@HEAD[codes.A]\n@PLAIN[codes.B]\n@PLAIN[[upstream]]\nhost = \"a.example\"\nstatus = [400, 422]\ncode = \"A\"\n[[upstream]]\nhost = \"a.example\"\nstatus = [422, 500]\ncode = «\"B\"»\n",
        "@HEAD[codes.A]\n@PLAIN[codes.B]\n@PLAIN[[upstream]]\nhost = \"a.example\"\nstatus = [400, 422]\ncode = \"A\"\n[[upstream]]\nhost = \"a.example\"\nstatus = [422]\ncode = \"B\"\n[[upstream]]\nhost = \"a.example\"\nstatus = [500]\ncode = \"B\"\n"
    ),
    case!(
        "upstream-ambiguous",
        "@HEAD[codes.A]\n@PLAIN[[upstream]]\nhost = \"a.example\"\nstatus = [400]\ncode = \"A\"\nhint = \"Do this.\"\n[[upstream]]\nhost = \"a.example\"\nstatus = [400]\ncode = «\"A\"»\nhint = \"Do that.\"\n",
        "@HEAD[codes.A]\n@PLAIN[[upstream]]\nhost = \"a.example\"\nstatus = [400]\ncode = \"A\"\n[[upstream]]\nhost = \"a.example\"\nstatus = [400, 422]\ncode = \"A\"\n"
    ),
];
