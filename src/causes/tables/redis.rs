//! Redis and Valkey: an error reply begins with its code, which is its first word.
//!
//! `ERR` is the code of everything that has none. What stands behind it is of no account, whatever words are in it: nearly all
//! of it is a wrong argument.

use super::Row;
use super::index::{Index, count};
use crate::causes::because::Because;
use crate::causes::proof::{Fact, Proof, Scope};

/// What a reply proves. A code that is not known is one that repeating does not change.
pub(crate) fn prove(message: &str) -> Option<Proof> {
    let reply = message.as_bytes().trim_ascii_start();
    let reply = reply.strip_prefix(b"-").unwrap_or(reply);
    let end = reply.iter().position(u8::is_ascii_whitespace).unwrap_or(reply.len());
    let word = reply.get(..end)?;
    match INDEX.find_bytes(word, message) {
        Some(found) => Some(found.row.fact.because(Because::named("Redis", found.key))),
        None => {
            let is_code = word.iter().all(|byte| byte.is_ascii_uppercase() || *byte == b'_') && word.len() > 1;
            is_code.then_some(OTHER.because(Because::named("Redis", "a code without a row")))
        }
    }
}

/// Whether a word is the code of a reply.
pub(crate) fn knows(word: &str) -> bool {
    INDEX.find(word, "").is_some()
}

static INDEX: Index<&str, { count(ROWS) }> = Index::of_words(ROWS);

/// What codes of modules and of versions to come prove.
const OTHER: Fact = Fact::BROKEN;

pub(super) const ROWS: &[Row<&str>] = &[
    Row::new(
        &["LOADING"],
        Fact::NOT_SENT,
        "redis-rs, BusyLoading: refused while the data set is loaded",
    ),
    Row::new(
        &["BUSY"],
        Fact::NOT_SENT,
        "Redis, scripting: refused while a script runs",
    ),
    Row::new(
        &["TRYAGAIN"],
        Fact::NOT_SENT,
        "Redis cluster specification: the keys of the slot are under way",
    ),
    Row::new(
        &["CLUSTERDOWN"],
        Fact::NOT_SENT,
        "Redis cluster specification: refused while slots are not served",
    ),
    Row::new(
        &["MASTERDOWN"],
        Fact::NOT_SENT,
        "Redis replication: refused while the link to the master is down",
    ),
    Row::new(
        &["NOREPLICAS"],
        Fact::NOT_SENT,
        "Redis, min-replicas-to-write: refused before it is written",
    ),
    Row::new(
        &["MOVED", "ASK", "REDIRECT"],
        Fact::NOT_SENT.scoped(Scope::NewConnection),
        "Redis cluster specification: another node serves the slot; a client follows it",
    ),
    Row::new(
        &["READONLY"],
        Fact::NOT_SENT.scoped(Scope::NewConnection),
        "redis-rs, RefreshSlotsAndRetry: a replica refused the write; the master is elsewhere",
    ),
    Row::new(
        &["FAILOVER"],
        Fact::NOT_SENT,
        "Redis, FAILOVER: refused while the master hands over",
    ),
    Row::new(
        &["UNBLOCKED"],
        Fact::NOT_SENT.scoped(Scope::NewConnection),
        "Redis: a blocked call was ended because the node is no longer the master",
    ),
    Row::new(
        &["MISCONF", "OOM"],
        Fact::UNAVAILABLE,
        "Redis: writes are refused for want of disk or memory, until an operator helps",
    ),
    Row::new(
        &["ERR"],
        Fact::NOT_SENT.scoped(Scope::NewConnection),
        "Redis, maxclients: refused before any command",
    )
    .saying(&[
        "ERR max number of clients reached",
        "ERR max number of clients + cluster connections reached",
    ]),
    Row::new(
        &["ERR"],
        Fact::AUTH,
        "Redis before 6: a password is wrong, missing or not wanted",
    )
    .saying(&[
        "ERR invalid password",
        "ERR Client sent AUTH, but no password is set",
        "ERR operation not permitted",
    ]),
    Row::new(
        &["ERR"],
        Fact::LOST,
        "twemproxy: it passes on what became of its connection to a server",
    )
    .saying(&[
        "ERR Connection timed out",
        "ERR Connection refused",
        "ERR Connection reset by peer",
    ]),
    Row::new(
        &["ERR"],
        Fact::EXHAUSTED,
        "Upstash: the requests of the day or the month are used up",
    )
    .saying(&["ERR max daily request limit exceeded", "ERR max requests limit exceeded"]),
    Row::new(
        &["EXECABORT"],
        Fact::NOT_SENT,
        "Redis: the transaction was given up because a command was refused while the data set is loaded, or by a replica",
    )
    .saying(&[
        "EXECABORT Transaction discarded because of: LOADING",
        "EXECABORT Transaction discarded because of: READONLY",
    ]),
    Row::new(&["ERR"], Fact::NOT_FOUND, "Redis: no such key").saying(&["ERR no such key"]),
    Row::new(
        &["ERR"],
        Fact::BAD_INPUT,
        "Redis: a command or an argument is wrong, whatever words are in it",
    ),
    Row::new(
        &[
            "WRONGTYPE",
            "CROSSSLOT",
            "NOTBUSY",
            "UNKILLABLE",
            "NOPROTO",
            "INVALIDOBJ",
            "NOTINTEGER",
            "DENIED",
            "UNKNOWNCMD",
        ],
        Fact::BAD_INPUT,
        "Redis: the command does not fit the key, the slot or the state",
    ),
    Row::new(
        &["NOAUTH", "WRONGPASS", "NOPERM", "NOMASTERLINK_AUTH"],
        Fact::AUTH,
        "Redis, ACL: not authenticated, or not permitted",
    ),
    Row::new(
        &["EXECABORT"],
        Fact::BAD_INPUT,
        "Redis transactions: discarded, because a command in it was wrong",
    ),
    Row::new(
        &["BUSYKEY", "BUSYGROUP"],
        Fact::CONFLICT,
        "Redis: the key or the group is there already",
    ),
    Row::new(
        &["NOGROUP", "NOSUB", "UNKNOWN"],
        Fact::NOT_FOUND,
        "Redis streams: no such group",
    ),
    Row::new(
        &["NOSCRIPT"],
        Fact::BROKEN,
        "Redis, scripting: the script has to be loaded; the same call fails again",
    ),
    Row::new(
        &["NOQUORUM", "INPROG", "NOGOODSLAVE"],
        Fact::UNAVAILABLE,
        "Redis Sentinel: no failover is possible now",
    ),
    Row::new(
        &["NOMASTERLINK"],
        Fact::NOT_SENT,
        "Redis replication: the link to the master is being made",
    ),
    Row::new(
        &["IOERR"],
        Fact::LOST,
        "Redis, MIGRATE: the other node did not answer in time; the keys may be there",
    ),
];
