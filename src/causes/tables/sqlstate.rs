//! SQLSTATE, as PostgreSQL has it and what speaks its protocol: CockroachDB, PgBouncer, Redshift.
//!
//! A code of two characters is a class: it stands for all of its codes that have no row of their own. Codes of the standard
//! that other systems send through the same drivers are here as well.

use super::Row;
use super::index::{Index, count};
use crate::causes::because::Because;
use crate::causes::proof::{Fact, Proof, Scope};

/// What a SQLSTATE proves.
pub(crate) fn prove(code: &str, message: &str) -> Option<Proof> {
    let code = code.as_bytes().trim_ascii();
    let state: [u8; 5] = code.try_into().ok()?;
    match known(code, state, message) {
        None if state.iter().any(u8::is_ascii_lowercase) => {
            let state = state.map(|byte| byte.to_ascii_uppercase());
            known(&state, state, message)
        }
        known => known,
    }
}

/// The same for a code in capital letters, and what it is called.
fn known(code: &[u8], state: [u8; 5], message: &str) -> Option<Proof> {
    let found = INDEX.find_bytes(code, message).or_else(|| {
        let is_state = code
            .iter()
            .all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
        INDEX.find_bytes(code.get(..2).filter(|_| is_state)?, message)
    })?;
    Some(found.row.fact.because(Because::sql_state(state, found.phrase)))
}

static INDEX: Index<&str, { count(ROWS) }> = Index::of_words(ROWS);

/// Gone with its transaction, which has to be run from its begin.
const AGAIN: Fact = Fact::NOT_SENT.scoped(Scope::Transaction);
/// Never sent, for want of a connection.
const NO_CONNECTION: Fact = Fact::NOT_SENT.scoped(Scope::NewConnection);
/// The connection went in the midst of it.
const LOST: Fact = Fact::LOST.scoped(Scope::NewConnection);

pub(super) const ROWS: &[Row<&str>] = &[
    // 40: the server has taken the transaction back.
    Row::new(
        &["40001", "40P01"],
        AGAIN,
        "PostgreSQL docs 13.5: serialization failures and deadlocks are cured by running the whole transaction again",
    ),
    Row::new(&["CR000"], AGAIN, "cockroach-go: older servers report a transaction to be restarted as CR000"),
    Row::new(
        &["40003"],
        Fact::LOST.scoped(Scope::Transaction),
        "CockroachDB, common errors: the result is ambiguous, so only idempotent work may be repeated",
    ),
    Row::new(
        &["42P07", "42710", "42P04", "42P06", "42723", "42701"],
        Fact::CONFLICT,
        "PostgreSQL: a table, role, database, schema, function or column of that name is there already",
    ),
    Row::new(&["40002"], Fact::CONFLICT, "SQL standard: the commit violates a constraint, and will again"),
    Row::new(&["40"], AGAIN, "SQL standard: class 40 says that the transaction was rolled back"),
    // 08: connections. What was sent decides, not the class.
    Row::new(
        &["08001", "08006"],
        Fact::AUTH,
        "libpq reports all that goes wrong before the first statement as 08006, and ODBC as 08001",
    )
    .saying(&["password authentication failed", "no pg_hba.conf entry", "authentication failed"]),
    Row::new(
        &["08001", "08006"],
        Fact::BAD_INPUT,
        "libpq and ODBC: the server has no TLS, which the client was told to use",
    )
    .saying(&["does not support SSL"]),
    Row::new(
        &["08001", "08006"],
        NO_CONNECTION,
        "libpq: the name of the host did not resolve this time",
    )
    .saying(&["Temporary failure in name resolution"]),
    Row::new(
        &["08001", "08006"],
        Fact::UNAVAILABLE,
        "libpq: the name of the host does not resolve",
    )
    .saying(&["could not translate host name"]),
    Row::new(
        &["08001"],
        Fact::AUTH,
        "ODBC reports a certificate that is not trusted as 08001: it is as little trusted the next time",
    )
    .saying(&["certificate"]),
    Row::new(
        &["08001", "08003"],
        NO_CONNECTION,
        "pgjdbc, PSQLState: there was no connection, so nothing was sent",
    ),
    Row::new(
        &["08004"],
        NO_CONNECTION,
        "MySQL reports error 1040 as SQLSTATE 08004: refused for now, before anything was sent",
    )
    .saying(&["too many connections", "too many clients"]),
    Row::new(
        &["08004"],
        Fact::AUTH,
        "pgjdbc, PSQLState: the server rejected the connection, usually for its credentials",
    ),
    Row::new(
        &["08007"],
        LOST,
        "SQL standard: transaction resolution unknown; Npgsql calls it transient, which repeats what may have been committed",
    ),
    Row::new(
        &["08P01"],
        NO_CONNECTION,
        "PgBouncer reports its own limits as a protocol violation: no server had been given to the client yet",
    )
    .saying(&[
        "no more connections allowed",
        "query_wait_timeout",
        "server_login_retry",
        "pgbouncer cannot connect to server",
        "client_login_timeout",
        "too many clients",
    ]),
    Row::new(
        &["08P01"],
        LOST,
        "PgBouncer reports a lost server as a protocol violation: what it was doing is not known",
    )
    .saying(&["server conn crashed", "query_timeout", "server_lifetime", "server closed the connection"]),
    Row::new(
        &["08P01"],
        Fact::BROKEN_MIDWAY,
        "pgjdbc, PSQLState: a protocol violation is an error of a program",
    ),
    Row::new(
        &["08"],
        LOST,
        "pgjdbc, PSQLState: it went bad after it was established; Npgsql calls all of class 08 transient",
    ),
    // 53 to 58: the server's own state.
    Row::new(
        &["53300"],
        NO_CONNECTION,
        "sqlx, is_transient_in_connect_phase: refused because of too many connections",
    ),
    Row::new(
        &["53000", "53200"],
        Fact::NOT_SENT,
        "Npgsql, IsTransient: out of resources or memory; the statement was rolled back",
    ),
    Row::new(
        &["53"],
        Fact::UNAVAILABLE,
        "a full disk or a configured limit needs an operator; Npgsql calls both transient, druid#1383 does not",
    ),
    Row::new(&["54"], Fact::BAD_INPUT, "PostgreSQL, errcodes.txt: limits that are built in, not want of resources"),
    Row::new(
        &["55P03"],
        AGAIN,
        "Npgsql, IsTransient; Rails, LockWaitTimeout: a lock was not to be had in time, and the statement was rolled back",
    ),
    Row::new(
        &["55006"],
        AGAIN,
        "Npgsql, IsTransient: the object is in use by other sessions",
    ),
    Row::new(
        &["55P02", "55P04"],
        Fact::BAD_INPUT,
        "PostgreSQL: a parameter that cannot be changed now, an enum value used too early",
    ),
    Row::new(
        &["55"],
        Fact::BROKEN,
        "currval before nextval and an unpopulated view are 55000 too; Npgsql calls it transient",
    ),
    Row::new(
        &["57014"],
        Fact::CANCELLED.not_executed(),
        "PostgreSQL: somebody asked for the statement to be cancelled; Rails, QueryCanceled, does not retry",
    )
    .saying(&["user request", "user's request"]),
    Row::new(
        &["57014"],
        AGAIN,
        "PostgreSQL, before 9.3 and on standbys: given up in favour of a lock or of recovery, rolled back",
    )
    .saying(&["lock timeout", "conflict with recovery"]),
    Row::new(
        &["57014"],
        AGAIN.once(),
        "statement_timeout rolls the statement back, so one repeat does no harm; Npgsql, Rails and stackrox#4716 make none",
    )
    .saying(STATEMENT_TIMEOUT),
    Row::new(
        &["57014"],
        Fact::CANCELLED.not_executed(),
        "the words do not tell whether a time limit or a person cancelled it, so it is taken for a person",
    ),
    Row::new(
        &["57P01", "57P02"],
        LOST,
        "lib/pq#939: two rows for one insert; pgx: not safe to retry. Npgsql calls both transient",
    ),
    Row::new(
        &["57P03"],
        NO_CONNECTION,
        "sqlx, is_transient_in_connect_phase: starting, stopping or recovering, no session was begun",
    ),
    Row::new(&["57P04"], Fact::NOT_FOUND, "PostgreSQL: the database was dropped"),
    Row::new(
        &["57P05"],
        NO_CONNECTION,
        "Npgsql, IsTransient: the session was closed while it was idle, so no statement was running",
    ),
    Row::new(
        &["57033"],
        AGAIN,
        "Db2: a deadlock or a lock that was not to be had in time",
    ),
    Row::new(&["57011"], Fact::UNAVAILABLE, "Db2: no memory or no space left"),
    Row::new(
        &["57"],
        Fact::CANCELLED,
        "SQL standard: class 57 is the intervention of an operator",
    ),
    Row::new(
        &["58P01", "58P02", "58P03"],
        Fact::BROKEN,
        "PostgreSQL: a file of the server is missing, there already, or its name too long",
    ),
    Row::new(
        &["58000", "58030"],
        Fact::LOST.only_reads(),
        "Npgsql calls an I/O error of the server transient; it is worth one more read, and proves nothing of a write",
    ),
    Row::new(
        &["58C00", "58C01"],
        Fact::LOST,
        "CockroachDB, pgcode: a range is not available, or an internal connection failed",
    ),
    Row::new(&["58"], Fact::BROKEN_MIDWAY, "PostgreSQL: an error of the system outside of PostgreSQL"),
    // 25: states of a transaction.
    Row::new(
        &["25006"],
        Fact::UNAVAILABLE.scoped(Scope::NewConnection),
        "HikariCP#1556, vertx-sql-client#981: a pool that kept its connections after a failover never gets a primary from them",
    ),
    Row::new(
        &["25P03"],
        AGAIN,
        "PostgreSQL: the session was closed while it was idle in a transaction, which was rolled back",
    ),
    Row::new(
        &["25P04"],
        AGAIN.once(),
        "PostgreSQL 17: transaction_timeout rolls the transaction back; the next may be as long",
    ),
    Row::new(
        &["25"],
        Fact::BROKEN,
        "PostgreSQL: no statement fits that state; with 25P02 the first error of the transaction is the cause",
    ),
    // What is wrong with the statement or its values.
    Row::new(
        &["0A000", "26000"],
        Fact::BROKEN,
        "a prepared statement is stale: the driver has to prepare it anew; HikariCP drops such connections",
    )
    .saying(&["cached plan must not change result type", "prepared statement"]),
    Row::new(&["26"], Fact::BROKEN, "PostgreSQL: no such prepared statement in this session"),
    Row::new(&["42501"], Fact::AUTH, "PostgreSQL: insufficient privilege"),
    Row::new(
        &["0A", "21", "22", "42", "44"],
        Fact::BAD_INPUT,
        "SQL standard: the statement or a value in it is wrong, and stays so",
    ),
    Row::new(
        &["23505", "23P01"],
        Fact::CONFLICT,
        "PostgreSQL docs 13.5: repeating after a unique violation needs more care than a blind retry",
    ),
    Row::new(
        &["23001", "23502", "23503", "23514"],
        Fact::BAD_INPUT,
        "PostgreSQL: the row itself breaks the constraint",
    ),
    Row::new(&["23"], Fact::CONFLICT, "SQL standard: integrity constraint violation"),
    Row::new(
        &["09", "0F", "0P", "10", "20", "27", "2F", "36"],
        Fact::BAD_INPUT,
        "SQL standard: what the statement asks for cannot be done",
    ),
    Row::new(
        &["03", "07", "0B", "0Z", "24", "2D", "34", "38", "39", "3B"],
        Fact::BROKEN,
        "SQL standard: the program used the interface in a wrong order or state",
    ),
    Row::new(&["0L", "28"], Fact::AUTH, "SQL standard: invalid authorization or grantor"),
    Row::new(&["2B"], Fact::CONFLICT, "PostgreSQL: other objects or privileges depend on it"),
    Row::new(
        &["02", "3D", "3F"],
        Fact::NOT_FOUND,
        "SQL standard: no data, no such catalog, no such schema",
    ),
    Row::new(&["P0004"], Fact::BROKEN, "PostgreSQL: an ASSERT of PL/pgSQL failed"),
    Row::new(
        &["P0"],
        Fact::BAD_INPUT,
        "PostgreSQL: raised by the users' own functions, whatever the words say",
    ),
    // What says that something is broken.
    Row::new(
        &["72"],
        AGAIN,
        "PostgreSQL before 17: the snapshot was too old, a new transaction takes a new one",
    ),
    Row::new(
        &["XXA00"],
        Fact::PARTLY,
        "CockroachDB, pgcode: the transaction was committed, and a schema change in it failed",
    ),
    Row::new(
        &["XXC01", "XXC02"],
        Fact::AUTH,
        "CockroachDB, pgcode: the feature needs a licence",
    ),
    Row::new(
        &["XX", "F0", "HV"],
        Fact::BROKEN_MIDWAY,
        "PostgreSQL: an internal error, a broken configuration file, or a foreign server, of which nothing is known",
    ),
    // Of ODBC, which other systems send too.
    Row::new(
        &["HYT00"],
        NO_CONNECTION,
        "ODBC: the login did not come through in time, so nothing was sent",
    )
    .saying(&["login timeout"]),
    Row::new(
        &["HYT00", "HYT01"],
        Fact::LOST,
        "ODBC: the time ran out; the statement may have been carried out",
    ),
    Row::new(&["HY008", "70100"], Fact::CANCELLED, "ODBC and MySQL: the statement was cancelled"),
    Row::new(&["IM"], Fact::BAD_INPUT, "ODBC: the driver or its configuration is wrong"),
    Row::new(&["00", "01"], Fact::UNKNOWN, "SQL standard: success and warnings are no failure, and prove none"),
];

/// How PostgreSQL and CockroachDB word a time limit, in the languages that PostgreSQL speaks. The words for a lock's differ.
const STATEMENT_TIMEOUT: &[&str] = &[
    "statement timeout",
    "Zeitüberschreitung der Anfrage",
    "el tiempo de espera de sentencias",
    "pour l'exécution de l'instruction",
    "annullamento dell'istruzione a causa di timeout",
    "ステートメントのタイムアウト",
    "명령실행시간 초과",
    "выполнение оператора отменено из-за тайм-аута",
    "sats-timeout",
    "виконання оператора скасовано через тайм-аут",
    "语句执行超时",
];
