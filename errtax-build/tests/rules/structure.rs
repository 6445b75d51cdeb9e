//! What is wrong with a registry by itself.

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
        "no-codes",
        "[«registry»]\nname = \"t\"\nversion = \"1.0.0\"\nedition = \"2026\"\n",
        "@HEAD"
    ),
    case!(
        "bad-extends",
        "[registry]\nname = \"t\"\nversion = \"1.0.0\"\nedition = \"2026\"\nextends = [«\"errtax\"», «\"errtax@9.0\"», «\"errtax@1\"», «\"acme@1.0\"», «\"no.toml\"»]\n[codes.A]\n@PLAIN",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "extends-cycle",
        "[registry]\nname = \"t\"\nversion = \"1.0.0\"\nedition = \"2026\"\nextends = [\"b.toml\"]\n[codes.A]\n@PLAIN--- b.toml\n[registry]\nname = \"b\"\nversion = \"1.0.0\"\nedition = \"2026\"\nextends = [«\"registry.toml\"»]\n[codes.B]\n@PLAIN",
        "[registry]\nname = \"t\"\nversion = \"1.0.0\"\nedition = \"2026\"\nextends = [\"b.toml\", \"errtax@1.0\"]\n[codes.A]\n@PLAIN--- b.toml\n@HEAD[codes.B]\n@PLAIN"
    ),
    // Names
    case!(
        "duplicate-declaration",
        "@HEADinclude = [\"more.toml\"]\n[codes.A]\n@PLAIN--- more.toml\n[codes.«A»]\n@PLAIN",
        "@HEADinclude = [\"more.toml\"]\n[codes.A]\n@PLAIN--- more.toml\n[codes.B]\n@PLAIN"
    ),
    case!(
        "duplicate-declaration",
        "@HEADinclude = [\"more.toml\"]\n[tools.x]\neffect = \"read\"\n[codes.A]\n@PLAIN--- more.toml\n[tools.«x»]\neffect = \"write\"\n",
        "@HEADinclude = [\"more.toml\"]\n[tools.x]\neffect = \"read\"\n[codes.A]\n@PLAIN--- more.toml\n[tools.y]\neffect = \"write\"\n"
    ),
    case!(
        "similar-code",
        "@HEAD[codes.PERIOD_LOCKED]\n@PLAIN[codes.«PERIODLOCKED»]\n@PLAIN",
        "@HEAD[codes.PERIOD_LOCKED]\n@PLAIN[codes.PERIOD_LOCKED_2]\n@PLAIN"
    ),
    case!(
        "similar-code",
        "@HEAD[codes.«Period_Locked»]\n@PLAIN[codes.PERIOD_LOCKED]\n@PLAIN",
        "@HEAD[codes.PERIOD_LOCKED]\n@PLAIN"
    ),
    case!(
        "similar-code",
        "@HEAD[codes.«NOTFOUND»]\n@PLAIN",
        "@HEAD[codes.NOT_READY]\n@PLAIN"
    ),
    case!(
        "similar-code",
        "@HEAD[codes.«A_1»]\n@PLAIN[retired.A1]\nsince = \"1.0.0\"\nreason = \"gone\"\n",
        "@HEAD[codes.A_1]\n@PLAIN[retired.A2]\nsince = \"1.0.0\"\nreason = \"gone\"\n"
    ),
    case!(
        "retired-code-declared",
        "@HEAD[codes.«A»]\n@PLAIN[retired.A]\nsince = \"1.0.0\"\nreason = \"gone\"\n",
        "@HEAD[codes.A]\n@PLAIN[retired.B]\nsince = \"1.0.0\"\nreason = \"gone\"\n"
    ),
    // A name that was given up on the record: deleted, renamed, and by an extended registry.
    case!(
        "retired-code-declared",
        "@HEAD[codes.«A»]\n@PLAIN[[amendments]]\ncode = \"A\"\nfield = \"name\"\nfrom = \"A\"\nto = \"\"\nreason = \"gone\"\nissue = \"#1\"\nversion = \"1.1.0\"\n",
        "@HEAD[codes.A]\n@PLAIN[[amendments]]\ncode = \"A\"\nfield = \"http\"\nfrom = \"404\"\nto = \"\"\nreason = \"gone\"\nissue = \"#1\"\nversion = \"1.1.0\"\n"
    ),
    case!(
        "retired-code-declared",
        "@HEAD[codes.«A»]\n@PLAIN[codes.B]\n@PLAIN[[amendments]]\ncode = \"A\"\nfield = \"name\"\nfrom = \"A\"\nto = \"B\"\nreason = \"gone\"\nissue = \"#1\"\nversion = \"1.1.0\"\n",
        "@HEAD[codes.B]\n@PLAIN[[amendments]]\ncode = \"A\"\nfield = \"name\"\nfrom = \"A\"\nto = \"B\"\nreason = \"gone\"\nissue = \"#1\"\nversion = \"1.1.0\"\n"
    ),
    case!(
        "retired-code-declared",
        "[registry]\nname = \"u\"\nversion = \"1.2.0\"\nedition = \"2026\"\nextends = [\"base.toml\"]\n[codes.«A»]\n@PLAIN--- base.toml\n@HEAD[codes.B]\n@PLAIN[[amendments]]\ncode = \"A\"\nfield = \"name\"\nfrom = \"A\"\nto = \"\"\nreason = \"gone\"\nissue = \"#1\"\nversion = \"1.1.0\"\n",
        "[registry]\nname = \"u\"\nversion = \"1.2.0\"\nedition = \"2026\"\nextends = [\"base.toml\"]\n[codes.A]\n@PLAIN--- base.toml\n@HEAD[codes.B]\n@PLAIN[[amendments]]\ncode = \"C\"\nfield = \"name\"\nfrom = \"C\"\nto = \"\"\nreason = \"gone\"\nissue = \"#1\"\nversion = \"1.1.0\"\n"
    ),
    case!(
        "code-in-both",
        "@HEAD[codes.«GONE»]\n@PLAIN",
        "@HEAD[codes.GONE]\nreplaces = \"errtax\"\n@PLAIN"
    ),
    case!(
        "code-in-both",
        "@HEAD[codes.«GONE»]\nclass = \"not_found\"\naction = \"read_state\"\nretryable = false\nexecuted = \"no\"\nhttp = 404\ngrpc = 5\n@TEXT",
        "@HEAD[codes.GONE]\nclass = \"not_found\"\naction = \"read_state\"\nretryable = false\nexecuted = \"no\"\nhttp = 410\ngrpc = 5\n@TEXT"
    ),
    case!(
        "replaces-nothing",
        "@HEAD[codes.A]\nreplaces = «\"errtax\"»\n@PLAIN",
        "@HEAD[codes.GONE]\nreplaces = \"errtax\"\n@PLAIN"
    ),
    case!(
        "type-name-taken",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\n«why_not» = { type = \"enum\", values = [\"x\"] }\n[codes.A_WHY_NOT]\n@PLAIN",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nwhy_not = \"string\"\n[codes.A_WHY_NOT]\n@PLAIN"
    ),
    // The contract, stated twice over
    case!(
        "class-action",
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = «\"retry\"»\nretryable = false\nexecuted = \"no\"\n@TEXT",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "class-action",
        "@HEAD[codes.A]\nclass = «\"partial\"»\naction = \"stop\"\nretryable = false\nexecuted = \"no\"\n@TEXT",
        "@HEAD[codes.A]\nclass = \"partial\"\naction = \"redo_missing\"\nretryable = false\nexecuted = \"partial\"\n@TEXT"
    ),
    case!(
        "class-executed",
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = «\"unknown\"»\n@TEXT",
        "@HEAD[codes.A]\nclass = \"internal\"\naction = \"stop\"\nretryable = false\nexecuted = \"unknown\"\nmessage = \"It broke.\"\nhint = \"Report it to the operator.\"\n"
    ),
    case!(
        "action-retryable",
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = «true»\nexecuted = \"no\"\n@TEXT",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "action-retryable",
        "@HEAD[codes.A]\nclass = \"transient\"\naction = \"retry\"\nretryable = «false»\nexecuted = \"unknown\"\nin_doubt = \"OUTCOME_UNKNOWN\"\n@TEXT",
        "@HEAD[codes.A]\nclass = \"transient\"\naction = \"retry\"\nretryable = true\nexecuted = \"unknown\"\nin_doubt = \"OUTCOME_UNKNOWN\"\n@TEXT"
    ),
    case!(
        "in-doubt-missing",
        "@HEAD[codes.A]\nclass = \"transient\"\naction = \"retry\"\nretryable = true\nexecuted = «\"unknown\"»\n@TEXT",
        "@HEAD[codes.A]\nclass = \"transient\"\naction = \"retry\"\nretryable = true\nexecuted = \"no\"\n@TEXT"
    ),
    case!(
        "in-doubt-class",
        "@HEAD[codes.A]\nclass = \"transient\"\naction = \"retry\"\nretryable = true\nexecuted = \"unknown\"\nin_doubt = «\"INTERNAL_ERROR\"»\n@TEXT",
        "@HEAD[codes.A]\nclass = \"transient\"\naction = \"retry\"\nretryable = true\nexecuted = \"unknown\"\nin_doubt = \"OUTCOME_UNKNOWN\"\n@TEXT"
    ),
    case!(
        "in-doubt-unused",
        "@HEAD[codes.A]\nclass = \"transient\"\naction = \"retry\"\nretryable = true\nexecuted = \"no\"\nin_doubt = «\"OUTCOME_UNKNOWN\"»\n@TEXT[codes.B]\nin_doubt = «\"OUTCOME_UNKNOWN\"»\n@PLAIN",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "twin-details",
        "@HEAD[codes.A]\nclass = \"transient\"\naction = \"retry\"\nretryable = true\nexecuted = \"unknown\"\nin_doubt = «\"B\"»\n@TEXT[codes.A.details]\nid = \"integer\"\n[codes.B]\nclass = \"unknown_outcome\"\naction = \"verify\"\nretryable = false\nexecuted = \"unknown\"\n@TEXT[codes.B.details]\nid = \"string\"\n",
        "@HEAD[codes.A]\nclass = \"transient\"\naction = \"retry\"\nretryable = true\nexecuted = \"unknown\"\nin_doubt = \"B\"\n@TEXT[codes.A.details]\nid = \"string\"\n[codes.B]\nclass = \"unknown_outcome\"\naction = \"verify\"\nretryable = false\nexecuted = \"unknown\"\n@TEXT[codes.B.details]\nid = \"string\"\nmore = { type = \"string\", optional = true }\n"
    ),
    // Names of codes
    case!(
        "unknown-code",
        "@HEAD[codes.A]\nclass = \"transient\"\naction = \"retry\"\nretryable = true\nexecuted = \"unknown\"\nin_doubt = «\"OUTCOME_UNKNWON\"»\n@TEXT",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "unknown-code",
        "@HEAD[roles]\npanic = «\"BOOM\"»\n[codes.A]\n@PLAIN",
        "@HEAD[roles]\npanic = \"INTERNAL_ERROR\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "unknown-code",
        "@HEAD[codes.A]\n@PLAIN[[upstream]]\nhost = \"x.com\"\ncode = «\"B\"»\n",
        "@HEAD[codes.A]\n@PLAIN[[upstream]]\nhost = \"x.com\"\ncode = \"A\"\n"
    ),
    case!(
        "unknown-code",
        "@HEAD[codes.A]\n@PLAINdeprecated = { since = \"1.1.0\", replaced_by = «\"B\"» }\n",
        "@HEAD[codes.A]\n@PLAINdeprecated = { since = \"1.1.0\", replaced_by = \"B\" }\n[codes.B]\nstatus = \"frozen\"\n@PLAIN"
    ),
    // Placeholders
    case!(
        "placeholder-syntax",
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\nmessage = \"Ä «{}», «{self}», «{0}» and «}» end.\"\nhint = \"Make «{» it ready first.\"\n",
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\nmessage = \"A {{}} is {{self}}.\"\nhint = \"Make {{0}} ready first.\"\n"
    ),
    case!(
        "placeholder-unknown",
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\nmessage = \"\"\"\nPeriod «{periodid}».\"\"\"\nhint = \"Make «{nothing}» ready with «{verify}».\"\n[codes.A.details]\nperiod_id = \"string\"\n",
        "@HEAD[codes.A]\nclass = \"unknown_outcome\"\naction = \"verify\"\nretryable = false\nexecuted = \"unknown\"\nmessage = \"Period {period_id}.\"\nhint = \"Look at {period_id} with {verify}.\"\n[codes.A.details]\nperiod_id = \"string\"\n"
    ),
    case!(
        "placeholder-unknown",
        "@HEAD[tools.x]\neffect = \"read\"\n[codes.A]\n@PLAINnext = { tool = \"x\", args = { id = \"«{idd}»\", list = [1, { deep = \"«{no}»\" }] } }\n[codes.A.details]\nid = \"string\"\n",
        "@HEAD[tools.x]\neffect = \"read\"\n[codes.A]\n@PLAINnext = { tool = \"x\", args = { id = \"{id}\", list = [1, { deep = \"no\" }] } }\n[codes.A.details]\nid = \"string\"\n"
    ),
    case!(
        "placeholder-optional",
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\nmessage = \"Period «{period_id}».\"\nhint = \"Make it ready first.\"\n[codes.A.details]\nperiod_id = { type = \"string\", optional = true }\n",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nperiod_id = { type = \"string\", optional = true }\n"
    ),
    case!(
        "placeholder-sensitive",
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\nmessage = \"It is not ready.\"\nhint = \"Make «{secret}» ready first.\"\n[codes.A.details]\nsecret = { type = \"string\", sensitive = true }\n",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nsecret = { type = \"string\", sensitive = true }\n"
    ),
    case!(
        "placeholder-sensitive",
        "@HEAD[codes.A]\n@PLAINnext = { resource = \"app://«{secret}»\" }\n[codes.A.details]\nsecret = { type = \"string\", sensitive = true }\n",
        "@HEAD[codes.A]\n@PLAINnext = { resource = \"app://{id}\" }\n[codes.A.details]\nid = \"string\"\n"
    ),
    // Tools
    case!(
        "next-unknown-tool",
        "@HEAD[tools.get_voucher]\neffect = \"read\"\n[codes.A]\n@PLAINnext = { tool = «\"get_vouchers\"», args = {} }\n",
        "@HEAD[tools.get_voucher]\neffect = \"read\"\n[codes.A]\n@PLAINnext = { tool = \"get_voucher\" }\n"
    ),
    case!(
        "unknown-tool",
        "@HEAD[tools.a]\neffect = \"write\"\nverify = «\"b\"»\nundoes = «\"c\"»\n[codes.A]\n@PLAIN",
        "@HEAD[tools.a]\neffect = \"write\"\nverify = \"b\"\nundoes = \"c\"\n[tools.b]\neffect = \"read\"\n[tools.c]\neffect = \"write\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "not-in-contract",
        "@HEAD[contract]\nwrite_output = [\"staged\"]\ncompletion = «\"stagd\"»\nscopes = [\"books:read\"]\n[contract.bound.period]\nfield = \"period_status\"\n[tools.a]\neffect = \"read\"\nscope = «\"books:write\"»\nbound = «[\"perod\"]»\n[codes.A]\n@PLAIN",
        "@HEAD[contract]\nwrite_output = [\"staged\"]\ncompletion = \"staged\"\nscopes = [\"books:read\"]\n[contract.bound.period]\nfield = \"period_status\"\n[tools.a]\neffect = \"read\"\nscope = \"books:read\"\nbound = [\"period\"]\n[codes.A]\n@PLAIN"
    ),
    case!(
        "not-in-contract",
        "@HEAD[contract]\ncompletion = «\"staged\"»\n[tools.a]\neffect = \"read\"\nscope = «\"books:write\"»\n[codes.A]\n@PLAIN",
        "@HEAD[tools.a]\neffect = \"read\"\n[codes.A]\n@PLAIN"
    ),
    // An extended registry holds its tools to its own contract.
    case!(
        "not-in-contract",
        "[registry]\nname = \"t\"\nversion = \"1.0.0\"\nedition = \"2026\"\nextends = [\"b.toml\"]\n[codes.A]\n@PLAIN--- b.toml\n@HEAD[tools.a]\neffect = \"read\"\nscope = «\"books:write\"»\nbound = «[\"period\"]»\n[codes.B]\n@PLAIN",
        "[registry]\nname = \"t\"\nversion = \"1.0.0\"\nedition = \"2026\"\nextends = [\"b.toml\"]\n[codes.A]\n@PLAIN--- b.toml\n@HEAD[contract]\nscopes = [\"books:write\"]\n[contract.bound.period]\nfield = \"period\"\n[tools.a]\neffect = \"read\"\nscope = \"books:write\"\nbound = [\"period\"]\n[codes.B]\n@PLAIN"
    ),
    case!(
        "dedupe-on-read",
        "@HEAD[tools.a]\neffect = \"read\"\ndedupe_key = «\"k\"»\n[codes.A]\n@PLAIN",
        "@HEAD[tools.a]\neffect = \"write\"\ndedupe_key = \"k\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "verify-writes",
        "@HEAD[tools.a]\neffect = \"write\"\nverify = «\"a\"»\n[codes.A]\n@PLAIN",
        "@HEAD[tools.a]\neffect = \"write\"\nverify = \"b\"\n[tools.b]\neffect = \"read\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "undoes-read",
        "@HEAD[tools.a]\neffect = \"write\"\nundoes = «\"b\"»\n[tools.b]\neffect = \"read\"\n[codes.A]\n@PLAIN",
        "@HEAD[tools.a]\neffect = \"write\"\nundoes = \"b\"\nmatch_on = [\"id\"]\n[tools.b]\neffect = \"write\"\n[codes.A]\n@PLAIN"
    ),
    // Roles and upstream
    case!(
        "role-class",
        "@HEAD[roles]\ntransient = «\"CONNECTION_LOST\"»\nlost = «\"TRANSIENT_ERROR\"»\nin_doubt = «\"UNKNOWN_ERROR\"»\nunknown = «\"RATE_LIMITED\"»\npanic = «\"CONFLICT\"»\ninvalid_arguments = «\"CONFLICT\"»\nrate_limited = «\"CONFLICT\"»\ncancelled = «\"CONFLICT\"»\nunauthenticated = «\"CONFLICT\"»\nforbidden = «\"CONFLICT\"»\nnot_found = «\"CONFLICT\"»\nconflict = «\"GONE\"»\n",
        "@HEAD[roles]\ntransient = \"SERVICE_UNAVAILABLE\"\nlost = \"DEADLINE_EXCEEDED\"\nin_doubt = \"OUTCOME_UNKNOWN\"\nunknown = \"OUTCOME_UNKNOWN\"\npanic = \"INTERNAL_ERROR\"\ninvalid_arguments = \"IDEMPOTENCY_KEY_REUSED\"\nrate_limited = \"OVERLOADED\"\ncancelled = \"CANCELLED\"\nunauthenticated = \"PERMISSION_DENIED\"\nforbidden = \"PERMISSION_DENIED\"\nnot_found = \"GONE\"\nconflict = \"ALREADY_DONE\"\n"
    ),
    case!(
        "role-class",
        "[registry]\nname = \"t\"\nversion = \"1.0.0\"\nedition = \"2026\"\n[codes.«PANIC»]\n@PLAIN",
        "[registry]\nname = \"t\"\nversion = \"1.0.0\"\nedition = \"2026\"\n[codes.PANIC]\nclass = \"internal\"\naction = \"stop\"\nretryable = false\nexecuted = \"unknown\"\nmessage = \"It broke.\"\nhint = \"Report it to the operator.\"\n"
    ),
    case!(
        "role-details",
        "@HEAD[roles]\ninvalid_arguments = «\"PAYLOAD_TOO_LARGE\"»\n",
        "@HEAD[roles]\ninvalid_arguments = \"INVALID_ARGUMENTS\"\n"
    ),
    case!(
        "upstream-details",
        "@HEAD[[upstream]]\nhost = \"x.com\"\ncode = «\"UNSUPPORTED\"»\n",
        "@HEAD[[upstream]]\nhost = \"x.com\"\ncode = \"INVALID_ARGUMENTS\"\n"
    ),
    // Deprecation and versions
    case!(
        "deprecated-without-advice",
        "@HEAD[codes.A]\n@PLAINdeprecated = «{ since = \"1.1.0\" }»\n",
        "@HEAD[codes.A]\n@PLAINdeprecated = { since = \"1.1.0\", reason = \"never raised\" }\n"
    ),
    case!(
        "replacement-unusable",
        "@HEAD[codes.A]\n@PLAINdeprecated = { since = \"1.1.0\", replaced_by = «\"A\"» }\n[codes.B]\n@PLAINdeprecated = { since = \"1.1.0\", replaced_by = «\"DRAFT\"» }\n[codes.C]\n@PLAINdeprecated = { since = \"1.1.0\", replaced_by = «\"OLD\"» }\n[codes.D]\n@PLAINdeprecated = { since = \"1.1.0\", replaced_by = «\"GONE_FOR_GOOD\"» }\n[codes.DRAFT]\n@PLAIN[codes.OLD]\nstatus = \"frozen\"\ndeprecated = { since = \"1.1.0\", reason = \"r\" }\n@PLAIN[retired.GONE_FOR_GOOD]\nsince = \"1.1.0\"\nreason = \"r\"\n",
        "@HEAD[codes.A]\n@PLAINdeprecated = { since = \"1.1.0\", replaced_by = \"B\" }\n[codes.B]\nstatus = \"frozen\"\n@PLAIN"
    ),
    case!(
        "replacement-cycle",
        "@HEAD[codes.A]\nstatus = \"frozen\"\ndeprecated = { since = \"1.1.0\", replaced_by = «\"B\"» }\n@PLAIN[codes.B]\nstatus = \"frozen\"\ndeprecated = { since = \"1.1.0\", replaced_by = \"C\" }\n@PLAIN[codes.C]\nstatus = \"frozen\"\ndeprecated = { since = \"1.1.0\", replaced_by = \"A\" }\n@PLAIN",
        "@HEAD[codes.A]\nstatus = \"frozen\"\ndeprecated = { since = \"1.1.0\", replaced_by = \"C\" }\n@PLAIN[codes.B]\nstatus = \"frozen\"\ndeprecated = { since = \"1.1.0\", replaced_by = \"C\" }\n@PLAIN[codes.C]\nstatus = \"frozen\"\n@PLAIN"
    ),
    case!(
        "since-in-future",
        "@HEAD[codes.A]\nsince = «\"1.2.1\"»\n@PLAIN[codes.B]\nsince = \"1.1.0\"\ndeprecated = { since = «\"1.0.0\"», reason = \"r\" }\n@PLAIN[codes.C]\ndeprecated = { since = «\"2.0.0\"», reason = \"r\" }\n@PLAIN[retired.«OLD»]\nsince = \"1.3.0\"\nreason = \"r\"\n",
        "@HEAD[codes.A]\nsince = \"1.2.0\"\n@PLAIN[codes.B]\nsince = \"1.1.0\"\ndeprecated = { since = \"1.1.0\", reason = \"r\" }\n@PLAIN"
    ),
];
