//! Oracle Database: the numbers of its errors, 60 for ORA-00060.

use super::Row;
use super::index::{Index, count};
use crate::causes::because::Because;
use crate::causes::proof::{Fact, Proof, Scope};

/// What a number proves.
pub(crate) fn prove(number: i64, message: &str) -> Option<Proof> {
    let fact = if RAISED.contains(&number) {
        Fact::BAD_INPUT
    } else {
        INDEX.find(number, message)?.row.fact
    };
    Some(fact.because(Because::oracle(u32::try_from(number).ok()?)))
}

/// Oracle, RAISE_APPLICATION_ERROR: numbers that programs give to errors of their own, whatever their texts say.
const RAISED: std::ops::RangeInclusive<i64> = 20_000..=20_999;

static INDEX: Index<i64, { count(ROWS) }> = Index::of_numbers(ROWS);

/// Rolled back, at least the statement; the transaction has to be run from its begin.
const AGAIN: Fact = Fact::NOT_SENT.scoped(Scope::Transaction);
const NO_CONNECTION: Fact = Fact::NOT_SENT.scoped(Scope::NewConnection);
const LOST: Fact = Fact::LOST.scoped(Scope::NewConnection);

pub(super) const ROWS: &[Row<i64>] = &[
    Row::new(
        &[60],
        AGAIN,
        "Oracle error help: only the statement is undone, so the program has to roll back before it begins anew",
    ),
    Row::new(
        &[8177, 8176, 1555, 2049, 24761],
        AGAIN,
        "Oracle error help: a conflict of snapshots or of distributed locks; a new transaction takes a new one",
    ),
    Row::new(
        &[54, 30006, 14450],
        AGAIN,
        "Oracle error help: NOWAIT or WAIT, and the lock was not to be had",
    ),
    Row::new(
        &[4061, 4065, 4068],
        Fact::NOT_SENT.once().scoped(Scope::Statement),
        "Oracle error help: the state of packages was discarded, and the next call begins with a new one",
    ),
    Row::new(
        &[
            18, 20, 376, 1033, 1034, 1090, 12502, 12514, 12515, 12516, 12518, 12519, 12520, 12521, 12523, 12526, 12527,
            12528, 12541, 12542, 12543, 12757, 16456,
        ],
        NO_CONNECTION,
        "python-oracledb, recoverable codes, and Oracle Net: the instance or its listener does not take sessions now",
    ),
    Row::new(
        &[1115],
        Fact::LOST,
        "python-oracledb calls it recoverable: a block could not be read, whatever was done before it",
    ),
    Row::new(
        &[51, 4020, 4021],
        AGAIN,
        "Oracle error help: a lock on an object of the library cache was not to be had",
    ),
    Row::new(
        &[8103],
        AGAIN.once(),
        "Oracle error help: the object was replaced under the statement; a new one finds the new object",
    ),
    Row::new(
        &[12170, 12535, 12536, 12606],
        NO_CONNECTION,
        "Oracle Net: the connection was not made in time",
    )
    .saying(&["connect timeout"]),
    Row::new(
        &[2391],
        NO_CONNECTION,
        "Oracle error help: too many sessions of this user",
    ),
    Row::new(
        &[2396],
        NO_CONNECTION,
        "Oracle error help: the session had been ended because it was idle",
    ),
    Row::new(
        &[
            28, 31, 1012, 1041, 1089, 1092, 1109, 2399, 2068, 3106, 3111, 3113, 3114, 3122, 3135, 3136, 3150, 12153,
            12170, 12535, 12536, 12537, 12547, 12560, 12561, 12569, 12570, 12571, 12583, 12592, 12606, 12609, 24338,
            25400, 25401, 25403, 25405, 25408, 25409, 28547,
        ],
        LOST,
        "python-oracledb and SQLAlchemy, is_disconnect: the session is gone, which proves nothing of what was under way",
    ),
    Row::new(
        &[17002, 17008, 17009, 17410, 17800],
        LOST,
        "Oracle JDBC: an I/O error, a closed connection, or no more data to read",
    ),
    Row::new(
        &[2054],
        Fact::LOST.scoped(Scope::Transaction),
        "Oracle error help: the outcome of a distributed transaction is in doubt",
    ),
    Row::new(
        &[1013],
        Fact::CANCELLED.not_executed(),
        "Oracle error help: the user asked for the operation to be cancelled",
    ),
    Row::new(
        &[12154, 12504, 12505],
        Fact::BAD_INPUT,
        "Oracle Net: the name of the service or its SID is missing or not known",
    ),
    Row::new(
        &[12545],
        Fact::UNAVAILABLE,
        "Oracle Net: the name of the host does not resolve",
    ),
    Row::new(
        &[
            257, 1536, 1628, 1631, 1650, 1652, 1653, 1654, 1658, 1659, 1688, 1691, 4030, 4031, 19502, 19504, 27072,
            30036,
        ],
        Fact::UNAVAILABLE,
        "Oracle error help: space or memory needs an operator",
    ),
    Row::new(
        &[16000, 1456],
        Fact::UNAVAILABLE.scoped(Scope::NewConnection),
        "Oracle error help: the database is open for reading only",
    ),
    Row::new(
        &[1],
        Fact::CONFLICT,
        "Oracle error help: a unique constraint is violated",
    ),
    Row::new(
        &[955, 8102],
        Fact::CONFLICT,
        "Oracle error help: the name is in use already, or an index changed",
    ),
    Row::new(
        &[
            1005, 1017, 1031, 1045, 1918, 1920, 1950, 1988, 1996, 28000, 28001, 28002, 28003, 28009, 28040, 28759,
            28791, 29024,
        ],
        Fact::AUTH,
        "Oracle error help: credentials, privileges, an account that is locked, or a certificate",
    ),
    Row::new(&[100, 1403], Fact::NOT_FOUND, "Oracle error help: no data found"),
    Row::new(
        &[
            900, 901, 902, 903, 904, 905, 906, 907, 908, 909, 911, 913, 917, 918, 920, 921, 922, 923, 924, 925, 926,
            927, 928, 931, 932, 933, 934, 936, 937, 938, 939, 942, 947, 957, 960, 972, 976, 979, 984, 1002, 1006, 1008,
            1036, 1400, 1401, 1407, 1408, 1410, 1418, 1422, 1424, 1426, 1427, 1430, 1438, 1440, 1441, 1450, 1451, 1461,
            1476, 1481, 1489, 1704, 1722, 1790, 1821, 1830, 1839, 1840, 1841, 1843, 1847, 1858, 1861, 2289, 2290, 2291,
            2292, 2298, 2429, 2449, 4043, 4098, 6502, 6512, 6531, 6533, 6550, 6575, 12704, 12714, 12899, 21525, 22275,
            24344, 30926, 40479, 40441,
        ],
        Fact::BAD_INPUT,
        "Oracle error help: the statement or a value in it is wrong",
    ),
    Row::new(
        &[600, 3137, 7445, 24550],
        Fact::BROKEN_MIDWAY,
        "Oracle error help: an internal error",
    ),
];
