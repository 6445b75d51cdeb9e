//! TOML, keys, types, words and names.

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
    // TOML
    case!(
        "toml-syntax",
        "@HEAD[codes.A]\nclass = «»\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\n@TEXT",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "toml-syntax",
        "@HEAD[codes.A]\nclass = «precondition»\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\n@TEXT",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "toml-syntax",
        "@HEAD[codes.A]\n@PLAINdoc = \"open«»\n[codes.B]\n@PLAIN",
        "@HEAD[codes.A]\n@PLAINdoc = \"shut\"\n"
    ),
    case!(
        "toml-syntax",
        "@HEAD[codes.A]\n@PLAINdoc = «\"\"\"»open\n[codes.B]\n@PLAIN",
        "@HEAD[codes.A]\n@PLAINdoc = \"\"\"shut\"\"\"\n"
    ),
    case!("toml-syntax", "@HEAD[codes.A«»\n@PLAIN", "@HEAD[codes.A]\n@PLAIN"),
    case!("toml-syntax", "@HEAD[codes.A]\n@PLAIN[«»", "@HEAD[codes.A]\n@PLAIN"),
    case!("toml-syntax", "@HEAD[codes.A]\n@PLAIN[[«»", "@HEAD[codes.A]\n@PLAIN"),
    case!(
        "toml-syntax",
        "@HEAD[codes.A]\ndoc «»nothing\n@PLAIN",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "toml-syntax",
        "@HEAD[codes.A]\n@PLAINdoc = \"\\«»q\"\n",
        "@HEAD[codes.A]\n@PLAINdoc = \"\\\\q\"\n"
    ),
    case!(
        "duplicate-key",
        "@HEAD[codes.A]\n@PLAINdoc = \"a\"\n«doc» = \"b\"\n",
        "@HEAD[codes.A]\n@PLAINdoc = \"a\"\n"
    ),
    case!(
        "duplicate-key",
        "@HEAD[codes.A]\n@PLAIN\n[codes.«A»]\n@PLAIN",
        "@HEAD[codes.A]\n@PLAIN[codes.B]\n@PLAIN"
    ),
    case!(
        "duplicate-key",
        "@HEAD[codes.A]\n@PLAIN«action» = \"stop\"\n",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    // Half merged. What is wrong on either side is not said before it is clear what stands.
    case!(
        "merge-conflict",
        "@HEAD[codes.A]\n@PLAIN«<<<<<<< HEAD»\n[codes.B]\n@PLAIN=======\n[codes.C]\nclass = \"clas\"\n@TEXT>>>>>>> other\n",
        "@HEAD[codes.A]\n@PLAIN[codes.B]\n@PLAIN[codes.C]\n@PLAIN"
    ),
    case!(
        "merge-conflict",
        "@HEAD[codes.A]\n@TEXTretryable = false\nexecuted = \"no\"\n«<<<<<<< HEAD»\nclass = \"auth\"\naction = \"ask_user\"\n\
         ||||||| base\nclass = \"auth\"\n=======\nclass = \"precondition\"\naction = \"fix_state\"\n>>>>>>> other\n\
         in_doubt = \"GONE\"\n«<<<<<<< HEAD»\nhttp = 400\n=======\nhttp = 401\n>>>>>>> other\n",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "merge-conflict",
        "@HEADinclude = [\"more.toml\"]\n[codes.A]\n@PLAINdeprecated = { since = \"1.1.0\", replaced_by = \"B\" }\n\
         --- more.toml\n[codes.C]\n@PLAIN«<<<<<<< HEAD»\n=======\n[codes.B]\n@PLAIN>>>>>>> other\n",
        "@HEADinclude = [\"more.toml\"]\n[codes.A]\n@PLAIN--- more.toml\n[codes.B]\n@PLAIN"
    ),
    case!(
        "merge-conflict",
        "@HEAD[codes.A]\n@PLAIN«=======»\n[codes.B]\n@PLAIN>>>>>>> other\n",
        "@HEAD[codes.A]\n@PLAINdoc = \"\"\"\nHow\n=======\nor\n<<<<<<<\n\"\"\"\n"
    ),
    case!(
        "merge-conflict",
        "@HEAD[codes.A]\n@PLAIN«<<<<<<< HEAD»\n",
        "@HEAD[codes.A]\n@PLAIN# <<<<<<< HEAD\n"
    ),
    case!(
        "invisible-character",
        "@HEAD[codes.A«\u{200b}»]\n@PLAIN[codes.«\"B\\u00AD\"»]\n@PLAIN[codes.B]\n@PLAINdeprecated = { since = \"1.1.0\", replaced_by = \"A\" }\n",
        "@HEAD[codes.\"A\"]\n@PLAIN"
    ),
    case!(
        "invisible-character",
        "@HEAD[codes.A]\n@PLAINdoc = \"no«\u{200b}»thing\"\n",
        "@HEAD[codes.A]\n@PLAINdoc = \"nöthing ±½ 日本\u{a0}é\"\n"
    ),
    case!(
        "invisible-character",
        "@HEAD[codes.A]\n@PLAINdoc = «\"no\\u202Ething\"»\n",
        "@HEAD[codes.A]\n@PLAINdoc = \"no\\\\u202Ething\"\n"
    ),
    case!(
        "invisible-character",
        "@HEAD[codes.A] # «\u{202e}»hidden\n@PLAIN",
        "\u{feff}@HEAD[codes.A] # seen\n@PLAIN"
    ),
    case!(
        "invisible-character",
        "@HEAD[codes.A]\n@PLAINdoc = 'a«\u{1}»b'\n",
        "@HEAD[codes.A]\n@PLAINdoc = '''a\r\n\tb'''\n"
    ),
    // Keys and types
    case!(
        "unknown-key",
        "@HEAD[codes.A]\nclass = \"precondition\"\n«acton» = \"fix_state\"\nretryable = false\nexecuted = \"no\"\n@TEXT",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "unknown-key",
        "@HEAD«colour» = 1\n[codes.A]\n@PLAIN",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!("unknown-key", "@HEAD[«code».A]\n@PLAIN", "@HEAD[codes.A]\n@PLAIN"),
    case!(
        "unknown-key",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nx = { type = \"string\", «option» = true }\n",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nx = { type = \"string\", optional = true }\n"
    ),
    case!(
        "unknown-key",
        "@HEAD[codes.A]\n@PLAIN[codes.A.«detials»]\nx = \"string\"\n",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nx = \"string\"\n"
    ),
    case!(
        "wrong-type",
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = «\"no\"»\nexecuted = \"no\"\n@TEXT",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "wrong-type",
        "@HEAD«[[codes]]»\nname = \"A\"\n",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "wrong-type",
        "@HEAD[codes.A]\n@PLAINdeprecated = «true»\n",
        "@HEAD[codes.A]\n@PLAINdeprecated = { since = \"1.2.0\", reason = \"…\" }\n"
    ),
    case!(
        "unknown-key",
        "«include» = [\"codes.toml\"]\n@HEAD[codes.A]\n@PLAIN«extends» = [\"errtax@1.0\"]\n",
        "@HEADinclude = [\"codes.toml\"]\n[codes.A]\n@PLAIN--- codes.toml\n[codes.B]\n@PLAIN"
    ),
    case!(
        "wrong-type",
        "@HEADdocs = «1»\n[codes.A]\n@PLAIN",
        "@HEADdocs = \"https://x/{code}\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "wrong-type",
        "@HEAD[codes]\nB = «1»\n[codes.A]\n@PLAIN",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "wrong-type",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nx = «[1]»\n",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nx = \"integer[]\"\n"
    ),
    case!(
        "wrong-type",
        "@HEAD[codes.A]\n@PLAINdeprecated = { since = \"1.1.0\", reason = \"x\", sunset = «2027-06-30» }\n",
        "@HEAD[codes.A]\n@PLAINdeprecated = { since = \"1.1.0\", reason = \"x\", sunset = \"2027-06-30\" }\n"
    ),
    case!(
        "wrong-type",
        "@HEAD[codes.A]\n@PLAIN«[upstream]»\nx = 1\n",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "missing-key",
        "@HEAD[codes.«A»]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\n@TEXT",
        "@HEAD[defaults]\nexecuted = \"no\"\n[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\n@TEXT"
    ),
    case!("missing-key", "«»[codes.A]\n@PLAIN", "@HEAD[codes.A]\n@PLAIN"),
    case!(
        "missing-key",
        "[«registry»]\nname = \"t\"\nedition = \"2026\"\n[codes.A]\nsince = \"7.0.0\"\n@PLAIN",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "missing-key",
        "@HEAD[tools.«x»]\n[codes.A]\n@PLAIN",
        "@HEAD[tools.x]\neffect = \"read\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "missing-key",
        "@HEAD[retired.«OLD»]\nsince = \"1.0.0\"\n[codes.A]\n@PLAIN",
        "@HEAD[retired.OLD]\nsince = \"1.0.0\"\nreason = \"gone\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "missing-key",
        "@HEAD[tools.x]\neffect = \"write\"\nnot_found = «\"not_landed\"»\n[codes.A]\n@PLAIN",
        "@HEAD[tools.x]\neffect = \"write\"\nnot_found = \"not_landed\"\nverify = \"y\"\n[tools.y]\neffect = \"read\"\n[codes.A]\n@PLAIN"
    ),
    // Files
    case!(
        "misplaced-table",
        "@HEADinclude = [\"more.toml\"]\n--- more.toml\n[«defaults»]\nhttp = 500\n[codes.A]\n@PLAIN",
        "@HEADinclude = [\"more.toml\"]\n--- more.toml\n[tools.x]\neffect = \"read\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "misplaced-table",
        "@HEADinclude = [\"more.toml\"]\n--- more.toml\n«include» = [\"other.toml\"]\n«docs» = \"x\"\n[codes.A]\n@PLAIN",
        "@HEADinclude = [\"more.toml\"]\n--- more.toml\n[codes.A]\n@PLAIN"
    ),
    case!(
        "path-escapes",
        "@HEADinclude = [«\"../more.toml\"»]\n[codes.A]\n@PLAIN",
        "@HEADinclude = [\"codes/../more.toml\"]\n--- more.toml\n[codes.A]\n@PLAIN"
    ),
    case!(
        "path-escapes",
        "@HEADinclude = [«\"/etc/more.toml\"», «\"C:/more.toml\"», «'codes\\more.toml'»]\n[codes.A]\n@PLAIN",
        "@HEADinclude = [\"./codes/*.toml\"]\n--- codes/more.toml\n[codes.A]\n@PLAIN"
    ),
    case!(
        "bad-include",
        "@HEADinclude = [«\"codes/*.toml\"»]\n[codes.A]\n@PLAIN",
        "@HEADinclude = [\"codes/*.toml\"]\n--- codes/a.toml\n[codes.A]\n@PLAIN"
    ),
    case!(
        "bad-include",
        "@HEADinclude = [«\"*/a.toml\"»]\n[codes.A]\n@PLAIN",
        "@HEADinclude = [\"codes/a*.toml\"]\n--- codes/a.toml\n[codes.A]\n@PLAIN--- codes/b.toml\nnot even TOML\n"
    ),
    case!(
        "bad-include",
        "@HEADinclude = [«\"registry.toml\"»]\n[codes.A]\n@PLAIN",
        "@HEADinclude = [\"*.toml\"]\n[codes.A]\n@PLAIN--- b.toml\n[codes.B]\n@PLAIN"
    ),
    // Texts
    case!(
        "empty-text",
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\nmessage = «\" \"»\nhint = \"Make it ready first.\"\n",
        "@HEAD[codes.A]\n@PLAINdoc = \"\"\n"
    ),
    case!(
        "line-break",
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\nmessage = «\"a\\nb.\"»\nhint = \"Make it ready first.\"\n",
        "@HEAD[codes.A]\n@PLAINdoc = \"a\\nb\"\n"
    ),
    case!(
        "text-too-long",
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\nhint = \"Make it ready first.\"\nmessage = «\"@LONG.\"»\n",
        "@HEAD[codes.A]\n@PLAINdoc = \"@LONG\"\n"
    ),
    // Names
    case!(
        "code-grammar",
        "@HEAD[codes.«periodLocked»]\n@PLAIN",
        "@HEAD[codes.PERIOD_LOCKED_2]\n@PLAIN"
    ),
    case!(
        "code-grammar",
        "@HEAD[codes.«A__B»]\n@PLAIN[codes.«_C»]\n@PLAIN[codes.«D_»]\n@PLAIN[codes.«1E»]\n@PLAIN",
        "@HEAD[codes.A_1_B]\n@PLAIN"
    ),
    case!(
        "code-too-long",
        "@HEAD[codes.«A23456789_123456789_123456789_123456789_123456789_123456789_1234»]\n@PLAIN",
        "@HEAD[codes.A23456789_123456789_123456789_123456789_123456789_123456789_123]\n@PLAIN"
    ),
    case!(
        "name-grammar",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\n«periodId» = \"string\"\n",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nperiod_id2 = \"string\"\n"
    ),
    case!(
        "name-grammar",
        "[registry]\nname = «\"My Server\"»\nversion = \"1.0.0\"\nedition = \"2026\"\n[codes.A]\n@PLAIN",
        "[registry]\nname = \"my-server_2\"\nversion = \"1.0.0\"\nedition = \"2026\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "name-grammar",
        "@HEAD[tools.«\"a b\"»]\neffect = \"read\"\n[codes.A]\n@PLAIN",
        "@HEAD[tools.\"a.b/c\"]\neffect = \"read\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "reserved-name",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\n«truncated» = \"boolean\"\n",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\ntruncated_to = \"integer\"\ntype = \"string\"\nverify = \"string\"\n"
    ),
    case!(
        "reserved-name",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\n«self» = \"string\"\n«super» = \"string\"\n«crate» = { type = \"string\" }\n",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nself_ = \"string\"\nfn = \"string\"\nasync = \"string\"\n"
    ),
    case!(
        "reserved-name",
        "@HEAD[codes.A]\nclass = \"unknown_outcome\"\naction = \"verify\"\nretryable = false\nexecuted = \"unknown\"\n@TEXT[codes.A.details]\n«verify» = \"string\"\n",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    // Words
    case!(
        "unknown-class",
        "@HEAD[codes.A]\nclass = «\"preconditon\"»\naction = \"fix_state\"\nretryable = false\nexecuted = \"no\"\n@TEXT",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "unknown-action",
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = «\"repair\"»\nretryable = false\nexecuted = \"no\"\n@TEXT",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "unknown-executed",
        "@HEAD[codes.A]\nclass = \"precondition\"\naction = \"fix_state\"\nretryable = false\nexecuted = «\"none\"»\n@TEXT",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    case!(
        "unknown-status",
        "@HEAD[codes.A]\nstatus = «\"shipped\"»\n@PLAIN",
        "@HEAD[codes.A]\nstatus = \"frozen\"\n@PLAIN"
    ),
    case!(
        "unknown-type",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nx = «\"text\"»\n",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nx = \"string[]\"\n"
    ),
    case!(
        "unknown-type",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nx = { type = «\"int\"» }\n",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nx = { type = \"integer\" }\n"
    ),
    case!(
        "unknown-role",
        "@HEAD[roles]\n«panics» = \"PANIC\"\n[codes.A]\n@PLAIN",
        "@HEAD[roles]\npanic = \"PANIC\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "unknown-effect",
        "@HEAD[tools.x]\neffect = «\"idempotent_write\"»\ndedupe_key = \"k\"\n[codes.A]\n@PLAIN",
        "@HEAD[tools.x]\neffect = \"write\"\nidempotent = true\n[codes.A]\n@PLAIN"
    ),
    case!(
        "unknown-edition",
        "[registry]\nname = \"t\"\nversion = \"1.0.0\"\nedition = «\"2031\"»\n[codes.A]\n@PLAIN",
        "@HEAD[codes.A]\n@PLAIN"
    ),
    // Values
    case!(
        "bad-version",
        "[registry]\nname = \"t\"\nversion = «\"1.0\"»\nedition = \"2026\"\n[codes.A]\nsince = \"9.0.0\"\n@PLAIN",
        "@HEAD[codes.A]\nsince = \"1.2.0\"\n@PLAIN"
    ),
    case!(
        "bad-version",
        "@HEAD[codes.A]\nsince = «\"01.0.0\"»\n@PLAIN[codes.B]\nsince = «\"1.0.0-rc\"»\n@PLAIN",
        "@HEAD[codes.A]\nsince = \"0.10.0\"\n@PLAIN"
    ),
    case!(
        "bad-date",
        "@HEAD[codes.A]\n@PLAINdeprecated = { since = \"1.1.0\", reason = \"x\", sunset = «\"2027-02-29\"» }\n",
        "@HEAD[codes.A]\n@PLAINdeprecated = { since = \"1.1.0\", reason = \"x\", sunset = \"2028-02-29\" }\n"
    ),
    case!(
        "bad-number",
        "@HEAD[codes.A]\nhttp = «600»\ngrpc = «17»\n@PLAIN",
        "@HEAD[codes.A]\nhttp = 599\ngrpc = 16\n@PLAIN"
    ),
    case!(
        "bad-number",
        "@HEAD[defaults]\nhttp = «99999999999999999999»\n[codes.A]\n@PLAIN",
        "@HEAD[defaults]\nhttp = 100\n[codes.A]\n@PLAIN"
    ),
    case!(
        "bad-value",
        "@HEADdocs = «\"https://x/errors\"»\n[codes.A]\n@PLAIN",
        "@HEADdocs = \"https://x/{code}.html\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "bad-value",
        "@HEAD[tools.x]\neffect = \"write\"\nack = «\"strong\"»\n[codes.A]\n@PLAIN",
        "@HEAD[tools.x]\neffect = \"write\"\nack = \"weak\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "bad-value",
        "@HEAD[tools.x]\neffect = \"read\"\n[codes.A]\n@PLAINnext = «{ tool = \"x\", resource = \"y\" }»\n",
        "@HEAD[tools.x]\neffect = \"read\"\n[codes.A]\n@PLAINnext = { resource = \"app://y\" }\n"
    ),
    case!(
        "bad-pointer",
        "@HEAD[codes.A]\n@PLAIN[[upstream]]\nhost = \"x.com\"\npointer = «\"error.code\"»\nequals = \"x\"\ncode = \"A\"\n",
        "@HEAD[codes.A]\n@PLAIN[[upstream]]\nhost = \"x.com\"\npointer = \"/error/a~1b\"\nequals = \"x\"\ncode = \"A\"\n"
    ),
    case!(
        "bad-pointer",
        "@HEAD[codes.A]\n@PLAIN[[upstream]]\nhost = \"x.com\"\nredact = [\"/ok\", «\"/a~2\"»]\ncode = \"A\"\n",
        "@HEAD[codes.A]\n@PLAIN[[upstream]]\nhost = \"x.com\"\nredact = [\"/ok\"]\ncode = \"A\"\n"
    ),
    case!(
        "bad-host",
        "@HEAD[codes.A]\n@PLAIN[[upstream]]\nhost = «\"https://x.com\"»\ncode = \"A\"\n[[upstream]]\nhost = «\"*x.com\"»\ncode = \"A\"\n[[upstream]]\nhost = «\"*.com\"»\ncode = \"A\"\n",
        "@HEAD[codes.A]\n@PLAIN[[upstream]]\nhost = \"*.x.com\"\ncode = \"A\"\n[[upstream]]\nhost = \"127.0.0.1\"\ncode = \"A\"\n[[upstream]]\nhost = \"localhost\"\ncode = \"A\"\n"
    ),
    case!(
        "upstream-matches-all",
        "@HEAD[codes.A]\n@PLAIN«[[upstream]]»\nstatus = [400]\ncode = \"A\"\n",
        "@HEAD[codes.A]\n@PLAIN[[upstream]]\nstatus = [400]\nmessage = \"a phrase\"\ncode = \"A\"\n"
    ),
    case!(
        "amendment-incomplete",
        "@HEAD[codes.A]\n@PLAIN«[[amendments]]»\ncode = \"A\"\nfield = \"action\"\nfrom = \"stop\"\nto = \"fix_state\"\nversion = \"1.2.0\"\n",
        "@HEAD[codes.A]\n@PLAIN[[amendments]]\ncode = \"A\"\nfield = \"action\"\nfrom = \"stop\"\nto = \"fix_state\"\nreason = \"r\"\nissue = \"#1\"\nversion = \"1.2.0\"\n"
    ),
    case!(
        "amendment-incomplete",
        "@HEAD[codes.A]\n@PLAIN«[[amendments]]»\ncode = \"A\"\nfield = \"action\"\nfrom = \"stop\"\nto = \"fix_state\"\nreason = \"…\"\nissue = \"TODO\"\nversion = \"1.2.0\"\n",
        "@HEAD[codes.A]\n@PLAIN[[amendments]]\ncode = \"A\"\nfield = \"http\"\nfrom = \"\"\nto = \"409\"\nreason = \"todo lists are locked\"\nissue = \"#1\"\nversion = \"1.2.0\"\nrecord = \"docs/0001.md\"\n"
    ),
    case!(
        "amendment-wildcard",
        "@HEAD[codes.A]\n@PLAIN[[amendments]]\ncode = «\"*\"»\nfield = \"action\"\nfrom = \"stop\"\nto = \"fix_state\"\nreason = \"r\"\nissue = \"#1\"\nversion = \"1.2.0\"\n\
         [[amendments]]\ncode = \"A\"\nfield = «\"details.*\"»\nfrom = \"stop\"\nto = \"fix_state\"\nreason = \"r\"\nissue = \"#1\"\nversion = \"1.2.0\"\n\
         [[amendments]]\ncode = \"A\"\nfield = \"action\"\nfrom = «\"*\"»\nto = \"fix_state\"\nreason = \"r\"\nissue = \"#1\"\nversion = \"1.2.0\"\n\
         [[amendments]]\ncode = «\"A, B\"»\nfield = \"action\"\nfrom = \"stop\"\nto = \"fix_state\"\nreason = \"r\"\nissue = \"#1\"\nversion = \"1.2.0\"\n\
         [[amendments]]\ncode = «\"All\"»\nfield = \"action\"\nfrom = \"stop\"\nto = \"fix_state\"\nreason = \"r\"\nissue = \"#1\"\nversion = \"1.2.0\"\n",
        "@HEAD[codes.A]\n@PLAIN[[amendments]]\ncode = \"A\"\nfield = \"hint\"\nfrom = \"Use *.\"\nto = \"Use %, not *.\"\nreason = \"Any * is refused.\"\nissue = \"#1\"\nversion = \"1.2.0\"\n"
    ),
    case!(
        "policy-too-low",
        "@HEAD[policy.levels]\naction-changed = «\"warning\"»\ncode-thawed = «\"note\"»\nlock-missing = «\"note\"»\n[codes.A]\n@PLAIN",
        "@HEAD[policy]\nrecords = \"docs/decisions\"\n[policy.levels]\naction-changed = \"error\"\nhint-reworded = \"error\"\nexecuted-strengthened = \"note\"\nmessage-reworded = \"warning\"\nsuffix-family = \"error\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "enum-values",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nx = «\"enum\"»\n",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nx = { type = \"enum\", values = [\"a\"], closed = true }\n"
    ),
    case!(
        "enum-values",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nx = { type = \"enum\", values = [\"in-review\", «\"in_review\"», «\"ä\"»] }\n",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nx = { type = \"enum\", values = [\"in-review\", \"in_reviews\", \"404\", \"a.b:c\"] }\n"
    ),
    case!(
        "enum-values",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nx = { type = \"string\", values = «[\"a\"]» }\ny = { type = «\"enum\"» }\nz = { type = \"string\", closed = «true» }\n",
        "@HEAD[codes.A]\n@PLAIN[codes.A.details]\nx = { type = \"string\", closed = false }\n"
    ),
    case!(
        "unknown-rule",
        "@HEAD[codes.A]\n@PLAINallow = { «sufix-family» = \"old\" }\n",
        "@HEAD[codes.A]\n@PLAINallow = { suffix-family = \"old\" }\n"
    ),
    case!(
        "unknown-rule",
        "@HEAD[policy.levels]\n«hint-rewordd» = \"error\"\n[codes.A]\n@PLAIN",
        "@HEAD[policy.levels]\nhint-reworded = \"error\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "bad-value",
        "@HEAD[policy.levels]\nhint-reworded = «\"fatal\"»\n[codes.A]\n@PLAIN",
        "@HEAD[policy.levels]\nhint-reworded = \"error\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "path-escapes",
        "@HEAD[policy]\nrecords = «\"../decisions\"»\n[codes.A]\n@PLAINdeprecated = { since = \"1.1.0\", reason = \"r\", record = «\"/etc/x.md\"» }\n[retired.B]\nsince = \"1.0.0\"\nreason = \"r\"\nrecord = «\"../x.md\"»\n",
        "@HEAD[policy]\nrecords = \"docs/decisions\"\n[codes.A]\n@PLAINdeprecated = { since = \"1.1.0\", reason = \"r\", record = \"docs/x.md\" }\n[retired.B]\nsince = \"1.0.0\"\nreason = \"r\"\nrecord = \"docs/./y.md\"\n"
    ),
    case!(
        "path-escapes",
        "@HEAD[contract]\ntests = [\"tests/a.rs\", «\"../tests/a.rs\"»]\n[codes.A]\n@PLAIN",
        "@HEAD[contract]\ntests = [\"tests/../b.rs\"]\n[codes.A]\n@PLAIN"
    ),
    // What a team promises of its tools
    case!(
        "empty-promise",
        "@HEAD[contract]\nwrite_output = «[]»\nscopes = [«\"\"»]\ntests = «[]»\n[contract.bound.period]\nfield = \"period\"\nmembers = «[]»\n[codes.A]\n@PLAIN[tools.a]\neffect = \"read\"\nbound = «[]»\n",
        "@HEAD[contract]\nwrite_output = [\"done\"]\nscopes = [\"all\"]\n[contract.bound.period]\nfield = \"period\"\n[codes.A]\n@PLAIN[tools.a]\neffect = \"read\"\n"
    ),
    case!(
        "unknown-key",
        "@HEAD[contract]\n«write_outputs» = [\"done\"]\ncompletion = \"done\"\n[contract.bound.period]\nfield = \"period\"\n«argumnt» = \"period_id\"\n[codes.A]\n@PLAIN",
        "@HEAD[contract]\nwrite_output = [\"done\"]\ncompletion = \"done\"\n[contract.bound.period]\nfield = \"period\"\nargument = \"period_id\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "missing-key",
        "@HEAD[contract.bound.«period»]\nargument = \"period_id\"\n[codes.A]\n@PLAIN[tools.a]\neffect = \"read\"\nbound = [\"period\"]\n",
        "@HEAD[contract.bound.period]\nfield = \"period\"\n[codes.A]\n@PLAIN[tools.a]\neffect = \"read\"\nbound = [\"period\"]\n"
    ),
    case!(
        "name-grammar",
        "@HEAD[contract.bound.«Period»]\nfield = \"period\"\n[codes.A]\n@PLAIN",
        "@HEAD[contract.bound.fiscal-period]\nfield = \"period\"\n[codes.A]\n@PLAIN"
    ),
    case!(
        "wrong-type",
        "@HEAD[contract]\nscopes = «\"all\"»\ntests = [«1»]\n[contract.bound]\nperiod = «\"period_status\"»\n[codes.A]\n@PLAIN[tools.a]\neffect = \"read\"\nscope = \"all\"\nbound = [\"period\"]\n",
        "@HEAD[contract]\nscopes = [\"all\"]\n[contract.bound]\nperiod = { field = \"period_status\" }\n[codes.A]\n@PLAIN[tools.a]\neffect = \"read\"\nscope = \"all\"\nbound = [\"period\"]\n"
    ),
    case!(
        "misplaced-table",
        "@HEADinclude = [\"more.toml\"]\n[codes.A]\n@PLAIN--- more.toml\n[«contract»]\nscopes = [\"all\"]\n",
        "@HEADinclude = [\"more.toml\"]\n[contract]\nscopes = [\"all\"]\n[codes.A]\n@PLAIN--- more.toml\n[tools.a]\neffect = \"read\"\nscope = \"all\"\n"
    ),
    case!(
        "rule-not-waivable",
        "@HEAD[codes.A]\n@PLAINallow = { «class-action» = \"old\" }\n",
        "@HEAD[codes.A]\n@PLAINallow = { hint-unknown-tool = \"old\" }\n"
    ),
    case!(
        "rule-not-waivable",
        "@HEAD[codes.A]\n@PLAINallow = { «input-schema-open» = \"old\" }\n[tools.t]\neffect = \"read\"\nallow = { «suffix-family» = \"old\", «class-action» = \"old\" }\n",
        "@HEAD[codes.A]\n@PLAIN[tools.t]\neffect = \"read\"\nallow = { input-schema-open = \"old\" }\n"
    ),
    case!(
        "waiver-without-reason",
        "@HEAD[codes.A]\n@PLAIN[tools.t]\neffect = \"read\"\nallow = { input-schema-open = «\" \"» }\n",
        "@HEAD[codes.A]\n@PLAIN[tools.t]\neffect = \"read\"\nallow = { input-schema-open = \"old\" }\n"
    ),
    case!(
        "waiver-without-reason",
        "@HEAD[codes.A]\n@PLAINallow = { suffix-family = «\"\"» }\n",
        "@HEAD[codes.A]\n@PLAINallow = { suffix-family = \"old\" }\n"
    ),
];
