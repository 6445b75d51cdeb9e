//! The one table of every check: what it is called, how much it weighs, at which stage it speaks, and why it exists.
//!
//! Documentation, tests and `cargo errtax explain` read this table; nothing about a rule is written a second time.

use crate::finding::Rule;

/// The first of some expressions.
macro_rules! first {
    ($first:expr, $($rest:expr,)*) => {
        $first
    };
}

pub(crate) use first;

/// Declares the rules of one stage, each a static, and their table.
macro_rules! rules {
    ($(#[$meta:meta])* $table:ident: $stage:ident { $( $name:ident = $id:literal, $level:ident $(deprecated $deprecated:ident)? $(draft $draft:ident)?, $why:literal; )+ }) => {
        $(
            #[doc = $why]
            pub static $name: $crate::finding::Rule = $crate::finding::Rule {
                id: $id,
                level: $crate::finding::Level::$level,
                deprecated: $crate::rules::first!($($crate::finding::Level::$deprecated,)? $crate::finding::Level::$level,),
                draft: $crate::rules::first!($(Some($crate::finding::Level::$draft),)? None,),
                stage: $crate::finding::Stage::$stage,
                why: $why,
            };
        )+

        $(#[$meta])*
        pub const $table: &[&$crate::finding::Rule] = &[$(&$name),+];
    };
}

pub(crate) use rules;

rules! {
    /// The rules of the files themselves: TOML, keys, types, words.
    READ: Read {
        UNREADABLE_FILE = "unreadable-file", CouldNotJudge, "A file that cannot be read may hold anything; to go on as if it held nothing would call it clean.";
        NOT_UTF8 = "not-utf8", CouldNotJudge, "TOML is UTF-8; what other bytes mean is a guess.";
        TOML_SYNTAX = "toml-syntax", Invalid, "What is no TOML has no meaning.";
        UNREADABLE_SOURCE = "unreadable-source", CouldNotJudge, "Rust that cannot be read may raise any code; to go on as if it raised none would call a code unused that is not.";
        MERGE_CONFLICT = "merge-conflict", CouldNotJudge, "A half-merged file says two things at once.";
        DUPLICATE_KEY = "duplicate-key", Invalid, "Of two values for one key, one would be lost without a word.";
        UNKNOWN_KEY = "unknown-key", Invalid, "A misspelt key would count as left out.";
        WRONG_TYPE = "wrong-type", Invalid, "A value of another type means something else, or nothing.";
        MISSING_KEY = "missing-key", Invalid, "What an agent acts on is stated, never guessed.";
        MISPLACED_TABLE = "misplaced-table", Invalid, "An included file adds codes, tombstones, tools and upstream rules; what holds for the whole registry stands in one place.";
        PATH_ESCAPES = "path-escapes", Invalid, "A file outside the package is missing from the published crate.";
        BAD_INCLUDE = "bad-include", Invalid, "An include that matches nothing hides the codes it was meant to bring.";
        INVISIBLE_CHARACTER = "invisible-character", Invalid, "What nobody sees can make two texts look alike, or show a reader another text than the agent gets.";
        TEXT_TOO_LONG = "text-too-long", Invalid, "The wire caps message and hint at 500 characters; a longer one would reach the agent cut.";
        EMPTY_TEXT = "empty-text", Invalid, "An agent that gets an empty message or hint has nothing to go by.";
        LINE_BREAK = "line-break", Invalid, "Message and hint are one line on the wire, in logs and in documentation.";
        CODE_GRAMMAR = "code-grammar", Invalid, "Codes are compared byte by byte; one spelling, `[A-Z][A-Z0-9]*(_[A-Z0-9]+)*`, leaves no room for another.";
        CODE_TOO_LONG = "code-too-long", Invalid, "Codes are column names, metric labels and identifiers; 63 characters fit everywhere.";
        NAME_GRAMMAR = "name-grammar", Invalid, "Names of registries, tools and details become names in Rust, JSON and MCP.";
        RESERVED_NAME = "reserved-name", Invalid, "Some names have a meaning of their own on the wire or in Rust.";
        UNKNOWN_CLASS = "unknown-class", Invalid, "The classes are a closed set; agents act on them without this registry.";
        UNKNOWN_ACTION = "unknown-action", Invalid, "The actions are a closed set; agents act on them without this registry.";
        UNKNOWN_EXECUTED = "unknown-executed", Invalid, "Whether a call took effect is one of four words.";
        UNKNOWN_STATUS = "unknown-status", Invalid, "A code is a draft or frozen; deprecation stands beside it.";
        UNKNOWN_TYPE = "unknown-type", Invalid, "The types of details are a closed set; schema and Rust types follow from them.";
        UNKNOWN_ROLE = "unknown-role", Invalid, "The roles are what the library itself must be able to say; there are no others.";
        UNKNOWN_EFFECT = "unknown-effect", Invalid, "A tool reads or writes; whether a write may be repeated is said by `idempotent` and `dedupe_key`.";
        UNKNOWN_EDITION = "unknown-edition", Invalid, "The edition fixes the rule set; one from the future holds rules that this compiler does not know.";
        BAD_VERSION = "bad-version", Invalid, "Contract versions are compared: three numbers, `1.3.0`.";
        BAD_DATE = "bad-date", Invalid, "A day that does not exist never comes.";
        BAD_NUMBER = "bad-number", Invalid, "A number out of range cannot be sent.";
        BAD_VALUE = "bad-value", Invalid, "Only the words that are listed have a meaning here.";
        BAD_POINTER = "bad-pointer", Invalid, "What is no JSON pointer (RFC 6901) points at nothing, ever.";
        BAD_HOST = "bad-host", Invalid, "A host pattern that matches more than meant gives foreign failures a false name.";
        UPSTREAM_MATCHES_ALL = "upstream-matches-all", Invalid, "A rule with neither host nor message nor pointer would claim every failure there is.";
        AMENDMENT_WILDCARD = "amendment-wildcard", Invalid, "An amendment accepts one change that somebody looked at; a pattern accepts changes that nobody has seen.";
        POLICY_TOO_LOW = "policy-too-low", Invalid, "A policy may be stricter than errtax; one that lets broken promises through would be the way around every other rule.";
        AMENDMENT_INCOMPLETE = "amendment-incomplete", Invalid, "An amendment is a record: what exactly changed, from what to what, why, and where that was decided.";
        ENUM_VALUES = "enum-values", Invalid, "An enum is its values: there are some, each once, each a name in Rust.";
        EMPTY_PROMISE = "empty-promise", Invalid, "A list of promises with nothing in it is kept by every server, and looks as if something were checked.";
        RULE_NOT_WAIVABLE = "rule-not-waivable", Invalid, "Only style, and of a tool what `cargo errtax tools` finds, can be waived; a waiver that does nothing gives false comfort.";
        WAIVER_WITHOUT_REASON = "waiver-without-reason", Invalid, "A waiver is for the reader who wonders why.";
        UNKNOWN_RULE = "unknown-rule", Invalid, "A waiver of a rule that does not exist waives nothing.";
    }
}

rules! {
    /// The rules of the registry as a whole.
    STRUCTURE: Structure {
        NO_CODES = "no-codes", CouldNotJudge, "A registry without codes is a wrong path more often than an empty contract.";
        REGISTRY_ELSEWHERE = "registry-elsewhere", Invalid, "A contract that is compiled and never judged may change unseen.";
        BAD_EXTENDS = "bad-extends", Invalid, "What is extended must be there, or its codes are missing.";
        EXTENDS_CYCLE = "extends-cycle", Invalid, "Registries that extend each other have no beginning.";
        DUPLICATE_DECLARATION = "duplicate-declaration", Invalid, "Of two declarations of one name, one would be lost without a word.";
        SIMILAR_CODE = "similar-code", Invalid, "Codes that differ in case or separators alone are taken for each other, and are one identifier in Rust.";
        RETIRED_CODE_DECLARED = "retired-code-declared", Invalid, "A retired code is never reused: old agents still act on what it meant.";
        CODE_IN_BOTH = "code-in-both", Invalid, "One code with two contracts tells agents two things; say `replaces` where that is meant.";
        REPLACES_NOTHING = "replaces-nothing", Invalid, "`replaces` is for the one code of an extended registry that this one redefines.";
        CLASS_ACTION = "class-action", Invalid, "Class and action are stated both, so that one careless edit contradicts itself.";
        CLASS_EXECUTED = "class-executed", Invalid, "What the class says about the call's effect and what `executed` says must agree.";
        ACTION_RETRYABLE = "action-retryable", Invalid, "`retryable` is true exactly for `retry` and `wait`; stated twice, so that one careless edit contradicts itself.";
        IN_DOUBT_MISSING = "in-doubt-missing", Invalid, "A write whose outcome is unknown must not be repeated; it needs a code to surface as.";
        IN_DOUBT_CLASS = "in-doubt-class", Invalid, "Only class `unknown_outcome` tells the agent to look before any resend.";
        IN_DOUBT_UNUSED = "in-doubt-unused", Invalid, "The twin stands in for a retryable code with unknown effect; anywhere else it is never sent.";
        TWIN_DETAILS = "twin-details", Invalid, "The twin is filled from the details of the code it stands in for; there is no other source.";
        UNKNOWN_CODE = "unknown-code", Invalid, "A name that no registry declares leads nowhere.";
        PLACEHOLDER_SYNTAX = "placeholder-syntax", Invalid, "A brace that opens nothing shows as it is to the agent.";
        PLACEHOLDER_UNKNOWN = "placeholder-unknown", Invalid, "A placeholder without a detail has nothing to show.";
        PLACEHOLDER_OPTIONAL = "placeholder-optional", Invalid, "A detail that may be missing leaves a hole in the sentence.";
        PLACEHOLDER_SENSITIVE = "placeholder-sensitive", Invalid, "What is sensitive goes to neither message nor wire.";
        NEXT_UNKNOWN_TOOL = "next-unknown-tool", Invalid, "A next call of a tool that does not exist fails.";
        UNKNOWN_TOOL = "unknown-tool", Invalid, "A tool that is not declared cannot verify or be undone.";
        DEDUPE_ON_READ = "dedupe-on-read", Invalid, "A read is repeatable as it is; a key that dedupes it is a mistake about one or the other.";
        VERIFY_WRITES = "verify-writes", Invalid, "A check that writes makes the doubt worse.";
        UNDOES_READ = "undoes-read", Invalid, "A read leaves nothing to undo.";
        NOT_IN_CONTRACT = "not-in-contract", Invalid, "A name that `[contract]` does not list is held to nothing, and looks as if it were.";
        ROLE_CLASS = "role-class", Invalid, "The library sends a role's code for one kind of failure; a code that says something else would lie.";
        ROLE_DETAILS = "role-details", Invalid, "The library has no details to give.";
        UPSTREAM_DETAILS = "upstream-details", Invalid, "A foreign failure brings no details of this registry.";
        REPLACEMENT_UNUSABLE = "replacement-unusable", Invalid, "Whoever leaves a deprecated code needs one that will stay.";
        REPLACEMENT_CYCLE = "replacement-cycle", Invalid, "Codes that replace each other lead nowhere.";
        DEPRECATED_WITHOUT_ADVICE = "deprecated-without-advice", Invalid, "A warning that names neither a replacement nor a reason cannot be acted on.";
        SINCE_IN_FUTURE = "since-in-future", Invalid, "Nothing is older than the contract version it came with.";
        TYPE_NAME_TAKEN = "type-name-taken", Invalid, "Two generated types would share one name.";
    }
}

rules! {
    /// The rules of style. They speak in `cargo errtax check` alone, so that an update never breaks a published crate.
    STYLE: Style {
        SUFFIX_FAMILY = "suffix-family", Warning, "Agents and people read a code's ending before its class.";
        RATE_LIMIT_WITHOUT_WAIT = "rate-limit-without-wait", Warning, "An agent that is told off but not told to wait tries again at once.";
        CLIENT_ERROR_WITHOUT_HINT = "client-error-without-hint", Warning, "A 4xx is the caller's to mend; a hint that repeats the message does not say how.";
        HINT_CONTRADICTS_ACTION = "hint-contradicts-action", Warning, "An agent that reads one thing and is told another picks one of them.";
        HINT_UNKNOWN_TOOL = "hint-unknown-tool", Warning, "A hint that names a tool the server lacks sends the agent into a second failure.";
        RETRY_WITHOUT_HINT = "retry-without-hint", Warning, "A hint of a retryable code that speaks of something else leaves the repeat to chance.";
        NEXT_UNUSED = "next-unused", Warning, "A next call that the action does not ask for is a step that nobody takes, or everybody.";
        REPLACEMENT_DIFFERS = "replacement-differs", Warning, "Whoever follows a deprecation acts on the new code; where that asks for something else, somebody should have meant it.";
        UPSTREAM_AMBIGUOUS = "upstream-ambiguous", Warning, "Which of two answers an agent gets should be somebody's decision, not the order of a file.";
        UNRAISED_CODE = "unraised-code", Warning, "Agents prepare for what has shipped; a frozen code that nothing raises is a promise without a sender, or a failure that goes out under another name.";
        MESSAGE_WITHOUT_STOP = "message-without-stop", Note, "Message and hint are read one after the other; without a stop they run together.";
        DOC_REPEATS_MESSAGE = "doc-repeats-message", Note, "Longer text that says nothing more is one more text to keep true.";
    }
}

rules! {
    /// The rules of the checked-in files that go with a registry. They speak in `cargo errtax check` alone.
    FILES: Files {
        ARTIFACT_STALE = "artifact-stale", Break, "Whoever reads a checked-in schema or catalogue acts on what the registry said when it was written.";
        ARTIFACT_MISPLACED = "artifact-misplaced", Invalid, "A generated file is written whole; in the place of a file that somebody wrote it would be the end of that.";
        RECORD_UNREADABLE = "record-unreadable", CouldNotJudge, "A record that cannot be read may say anything, or nothing; to go on would take it for a decision.";
        RECORD_MISPLACED = "record-misplaced", Invalid, "Where a record stands says what became of it; in any other place nobody looks for it.";
        RECORD_NAME = "record-name", Invalid, "A record is quoted by its number and found by its name: both are in the file name, `0007-ask-an-accountant.md`.";
        RECORD_NUMBER_TAKEN = "record-number-taken", Invalid, "Who quotes a decision by its number means one decision.";
        RECORD_TITLE = "record-title", Invalid, "The title is what the index and every quotation of the record show.";
        RECORD_STATUS = "record-status", Invalid, "A record whose status and folder disagree is a decision that nobody can be sure of.";
        RECORD_SECTION_MISSING = "record-section-missing", Invalid, "What was wrong, what was decided, what else could have been done and what follows: without one of them a decision cannot be weighed again.";
        RECORD_SECTION_ORDER = "record-section-order", Invalid, "Records that all read in one order can be compared; a section that comes twice says two things.";
        RECORD_UNFINISHED = "record-unfinished", Invalid, "A heading without a word below it looks like an answer and is none.";
        RECORD_NOT_FOUND = "record-not-found", Invalid, "Whoever asks why a promise was broken follows the path that the registry names; it must lead to the decision.";
        RECORD_NOT_ACCEPTED = "record-not-accepted", Invalid, "What ships was decided: a proposal is not decided yet, and a rejected record says the opposite.";
        RECORD_INDEX_STALE = "record-index-stale", Break, "A decision that the index does not list is found by nobody who does not know of it.";
        RECORD_INDEX_MISPLACED = "record-index-misplaced", Invalid, "The index is written whole; in the place of a page that somebody wrote it would be the end of that.";
    }
}

rules! {
    /// The rules of what a running server offers. They speak in `cargo errtax tools` alone.
    TOOLS: Tools {
        TOOL_UNDECLARED = "tool-undeclared", Invalid, "A tool that the registry does not declare counts as a plain write: whatever fails in doubt goes to a person.";
        TOOL_NOT_SERVED = "tool-not-served", Invalid, "What the registry says of a tool that is not there is what it once was, or a name that was misspelt.";
        TOOL_LISTED_TWICE = "tool-listed-twice", Invalid, "Of two tools with one name a client keeps one, and which one it is nobody has decided.";
        ANNOTATION_CONTRADICTS = "annotation-contradicts", Invalid, "A client repeats or approves by the annotations, the server fails by the registry; where they disagree a write is sent twice.";
        WRITE_WITHOUT_RECOURSE = "write-without-recourse", Invalid, "After a lost answer a write with neither a key nor a read that shows it can be neither repeated nor looked up.";
        DEDUPE_KEY_PER_CALL = "dedupe-key-per-call", Invalid, "A model that makes a new key for each request makes one for the resend, too, and the write lands twice.";
        UNKNOWN_ARGUMENT = "unknown-argument", Invalid, "An argument that the tool does not take dedupes nothing and fills nothing in.";
        NAMES_ABSENT_TOOL = "names-absent-tool", Invalid, "A hint or a next call that leads to a tool which is not there is a second failure.";
        INPUT_SCHEMA_OPEN = "input-schema-open", Invalid, "Where any argument is taken, a misspelt one counts as left out, and nobody is told.";
        OUTPUT_SCHEMA_NOT_OBJECT = "output-schema-not-object", Invalid, "Most clients know results as objects alone; with another schema they drop the result, or the whole list.";
        WRITE_OUTPUT_INCOMPLETE = "write-output-incomplete", Invalid, "Whoever handles the answers of all writes alike goes by the fields that all of them have; one that lacks a field is handled wrong.";
        COMPLETION_NOT_BOOLEAN = "completion-not-boolean", Invalid, "Whether the work is done is a yes or a no; what may be anything else is taken for a yes.";
        BOUND_OUTPUT_INCOMPLETE = "bound-output-incomplete", Invalid, "A tool that is bound to something says how that stands after the call, or the agent goes on with what it was told before.";
        OUTPUT_NOT_JUDGED = "output-not-judged", CouldNotJudge, "A part of a schema that stands elsewhere may say anything; to go on as if it said what was promised would call it kept.";
        TOOL_WITHOUT_SCOPE = "tool-without-scope", Invalid, "A tool that nobody has given a scope is open to whoever gets in: what is not granted is refused.";
        WRITE_UNTESTED = "write-untested", Invalid, "A write that no test names is tried out for the first time on somebody's books.";
        DESCRIPTION_TOO_LONG = "description-too-long", Invalid, "Every description is in the context of every conversation, whether or not its tool is called.";
        DESCRIPTION_REPEATS_SCHEMA = "description-repeats-schema", Invalid, "What arguments and results are, the schemas say; a second copy costs its tokens and is the one that goes stale.";
        LISTING_UNSTABLE = "listing-unstable", Invalid, "A list that differs from one reading to the next breaks the cache of every prompt that begins with it.";
        LISTING_OVER_CEILING = "listing-over-ceiling", Invalid, "Definitions that fill the context leave less of it for the work, and the more tools there are to choose from, the worse the choice.";
    }
}

/// Every rule of every stage.
pub static RULES: &[&Rule] = &ALL;

const TABLES: [&[&Rule]; 7] = [
    READ,
    STRUCTURE,
    STYLE,
    crate::drift::rules::DRIFT,
    crate::drift::merge::rules::MERGE,
    FILES,
    TOOLS,
];

const COUNT: usize = {
    let mut count = 0;
    let mut table = 0;
    while table < TABLES.len() {
        count += TABLES[table].len();
        table += 1;
    }
    count
};

static ALL: [&Rule; COUNT] = {
    let mut all = [READ[0]; COUNT];
    let mut at = 0;
    let mut table = 0;
    while table < TABLES.len() {
        let mut row = 0;
        while row < TABLES[table].len() {
            all[at] = TABLES[table][row];
            at += 1;
            row += 1;
        }
        table += 1;
    }
    all
};

/// The rule of this name.
///
/// ```
/// let rule = errtax_build::rules::find("unknown-key").unwrap();
/// assert_eq!(rule.why, "A misspelt key would count as left out.");
/// assert!(errtax_build::rules::find("no-such-rule").is_none());
/// ```
#[must_use]
pub fn find(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}
