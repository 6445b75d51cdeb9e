//! SQL Server and Azure SQL: the numbers of their errors, and those that the client has from the operating system.
//!
//! EF Core lists 176 numbers as transient, SqlClient 20. Both mean that another attempt may succeed; what became of the first
//! is another matter, and decides here.

use std::time::Duration;

use super::Row;
use super::index::{Index, count};
use crate::causes::because::Because;
use crate::causes::proof::{Fact, Proof, Scope};

/// What a number proves.
pub(crate) fn prove(number: i64, message: &str) -> Option<Proof> {
    let found = INDEX.find(number, message)?;
    let proof = found.row.fact.because(Because::number("SQL Server", number));
    Some(if number == BUSY {
        proof.after(Some(BUSY_WAIT))
    } else {
        proof
    })
}

/// "The service is currently busy. Retry the request after 10 seconds."
const BUSY: i64 = 40_501;
const BUSY_WAIT: Duration = Duration::from_secs(10);

static INDEX: Index<i64, { count(ROWS) }> = Index::of_numbers(ROWS);

const AGAIN: Fact = Fact::NOT_SENT.scoped(Scope::Transaction);
const STATEMENT: Fact = Fact::NOT_SENT.scoped(Scope::Statement);
const NO_CONNECTION: Fact = Fact::NOT_SENT.scoped(Scope::NewConnection);
const LOST: Fact = Fact::LOST.scoped(Scope::NewConnection);

pub(super) const ROWS: &[Row<i64>] = &[
    Row::new(
        &[1205],
        AGAIN,
        "EF Core: the victim of a deadlock, whose transaction was rolled back",
    ),
    Row::new(
        &[
            3941, 3947, 3948, 3953, 3957, 3960, 3966, 6292, 20041, 41301, 41302, 41305, 41325, 41339, 41823, 41839,
            41840,
        ],
        AGAIN,
        "EF Core: the transaction was rolled back, because its snapshot or what it depends on changed, and may be run again",
    ),
    Row::new(
        &[1203, 1204, 1221, 1222, 1232, 1807, 22335, 22355],
        AGAIN,
        "EF Core: a lock was not to be had, now or in time",
    ),
    Row::new(
        &[
            539, 601, 617, 669, 1532, 1533, 1534, 1535, 2021, 2816, 3635, 3935, 3950, 3980, 4117, 4184, 5280, 5529,
            7951, 8628, 8645, 8651, 9020, 9515, 9985, 10922, 11539, 30085, 40106, 41383,
        ],
        STATEMENT,
        "EF Core: the statement was given up for a schema that changed, a plan or memory, and asks to be run again",
    ),
    Row::new(
        &[BUSY],
        Fact::LIMITED,
        "Azure SQL: the service is busy and asks for ten seconds",
    ),
    Row::new(
        &[37327, 39108, 39110, 40648, 40903],
        Fact::LIMITED,
        "EF Core: a limit of requests is reached, and the request was refused",
    ),
    Row::new(
        &[10928, 10929, 10930, 10936, 17889, 49918, 49919, 49920],
        Fact::NOT_SENT,
        "EF Core and SqlClient: want of resources, sessions or operations; the request was refused",
    ),
    Row::new(
        &[40189],
        Fact::EXHAUSTED,
        "EF Core: the quota is used up until the next window, which is not near",
    ),
    Row::new(
        &[
            615, 904, 921, 926, 927, 941, 952, 982, 988, 4221, 17142, 17197, 18401, 40613, 40642, 40671, 40675, 42108,
            42109, 49802,
        ],
        NO_CONNECTION,
        "EF Core and SqlClient: the database does not take sessions now",
    ),
    Row::new(
        &[40143, 40166, 40197, 40540],
        LOST,
        "Azure SQL moved the database and cut the session, at any point of a statement; EF Core and SqlClient call it transient",
    ),
    Row::new(
        &[53, 64, 121, 10051, 10053, 10054, 10060, 10061, 10065],
        LOST,
        "SqlClient: the same numbers come while an answer is read",
    )
    .saying(&["transport-level error has occurred"]),
    Row::new(
        &[2, 26, 35, 40],
        NO_CONNECTION,
        "SqlClient: a connection could not be made, or its login did not come through",
    )
    .saying(&[
        "establishing a connection",
        "Could not open a connection to SQL Server",
        "Error Locating Server",
        "during the login process",
    ]),
    Row::new(&[11], LOST, "SqlClient: a general network error").saying(&["General network error"]),
    Row::new(
        &[53, 10051, 10060, 10061, 10065],
        NO_CONNECTION,
        "EF Core: a connection could not be made",
    ),
    Row::new(
        &[11001, 11002, 11004],
        Fact::UNAVAILABLE,
        "Windows Sockets: the name of the host does not resolve",
    ),
    Row::new(
        &[-2, -1, 233, 997],
        NO_CONNECTION,
        "SqlClient: it failed before the login was through",
    )
    .saying(&[
        "Connection Timeout Expired",
        "pre-login handshake",
        "during the login process",
        "initialization process before login",
        "while establishing a connection",
        "from the pool",
    ]),
    Row::new(
        &[-2],
        LOST,
        "EF Core leaves it out: the time ran out, even though the operation may have been completed; ef6#218",
    ),
    Row::new(
        &[64, 121, 233, 258, 596, 997, 1236, 10053, 10054, 10058],
        LOST,
        "SqlClient: the connection broke, in the login or under way; EF Core calls 64, 121, 233, 10053 and 10054 transient",
    ),
    Row::new(
        &[109, 232],
        LOST,
        "Windows: the pipe has ended; the same numbers are of wrong statements in Transact-SQL",
    )
    .saying(&["pipe"]),
    Row::new(
        &[3429, 6005, 6006, 17148, 35256],
        LOST,
        "SQL Server: shut down or cut off in the midst of it; with 3429 the outcome is not known",
    ),
    Row::new(
        &[
            1413, 1421, 22754, 22758, 22759, 22760, 45179, 45547, 16554, 16555, 22226, 22225, 22427, 22491, 22493,
            39151, 39152,
        ],
        Fact::LOST,
        "EF Core: an operation in the background did not finish in time, or failed; how far it came is not known",
    ),
    Row::new(
        &[
            1215, 1216, 1404, 1438, 14355, 14817, 14868, 14906, 16528, 18858, 19413, 19416, 19494, 21503, 22353, 22358,
            22430, 22498, 22984, 25003, 25738, 25740, 30080, 33123, 35216, 35218, 35293, 37202, 39025, 40890, 40918,
            40938, 41614, 41619, 41640, 41700, 41701, 42029, 45153, 45156, 45157, 45161, 45182, 45319, 47132, 47137,
            47139, 49510, 49977, 49983,
        ],
        Fact::NOT_SENT,
        "EF Core: the service is busy with another operation and refused this one",
    ),
    Row::new(
        &[17065, 17066, 17067],
        Fact::BROKEN_MIDWAY,
        "an assertion of the server failed; EF Core calls it transient, because it may depend on timing",
    ),
    Row::new(
        &[976, 978, 983, 3906],
        Fact::UNAVAILABLE.scoped(Scope::NewConnection),
        "SQL Server: this replica cannot do it; another may",
    ),
    Row::new(
        &[
            701, 802, 1101, 1105, 3271, 3967, 9002, 40544, 40549, 40550, 40551, 40552, 40553,
        ],
        Fact::UNAVAILABLE,
        "SQL Server: disk, log, memory or a quota needs an operator, or smaller transactions",
    ),
    Row::new(&[0, 3204], Fact::CANCELLED, "SqlClient: the user called it off").saying(&[
        "cancelled by user",
        "canceled by user",
        "user abort",
    ]),
    Row::new(&[2601, 2627], Fact::CONFLICT, "SQL Server: the key is there already"),
    Row::new(
        &[1801, 1913, 2714, 3728, 15023, 15025],
        Fact::CONFLICT,
        "SQL Server: it is there already",
    ),
    Row::new(
        &[
            229, 230, 262, 297, 300, 916, 1088, 4060, 4064, 15151, 15247, 15404, 18450, 18452, 18456, 18458, 18459,
            18461, 18463, 18464, 18465, 18466, 18467, 18468, 18470, 18486, 18487, 18488, 18489, 40532, 40607, 40615,
            40623, 40914, 47073, 17892,
        ],
        Fact::AUTH,
        "SQL Server: a login or a permission; EF Core and SqlClient retry 4060, which is a wrong name as often as a failover",
    ),
    Row::new(
        &[911, 942, 3701, 4902, 5701, 15009],
        Fact::NOT_FOUND,
        "SQL Server: no such database or object",
    ),
    Row::new(
        &[
            20, 102, 103, 105, 107, 109, 110, 120, 128, 130, 137, 139, 145, 147, 148, 156, 170, 174, 195, 201, 203,
            205, 206, 207, 208, 209, 213, 214, 220, 232, 235, 241, 242, 243, 244, 245, 248, 255, 257, 260, 264, 273,
            312, 319, 334, 402, 406, 468, 505, 511, 512, 515, 529, 530, 535, 544, 545, 547, 550, 1007, 1011, 1013,
            1033, 1038, 1087, 1701, 1750, 1776, 1785, 1934, 2628, 2705, 2812, 3609, 3726, 3727, 4104, 4121, 4145, 4405,
            4502, 4924, 6401, 6522, 8101, 8102, 8106, 8114, 8115, 8116, 8117, 8120, 8134, 8144, 8145, 8146, 8152, 8162,
            8169, 8178, 8180, 9420, 9436, 10700, 11537, 13535, 13608, 13609, 16924, 40508, 40510, 40515, 50000,
        ],
        Fact::BAD_INPUT,
        "SQL Server: the statement, a value in it or the configuration is wrong",
    ),
    Row::new(
        &[
            266, 823, 824, 825, 3616, 3621, 3902, 3903, 3930, 3971, 3988, 3998, 8179, 8623, 8630,
        ],
        Fact::BROKEN_MIDWAY,
        "SQL Server: the program or the storage is wrong",
    ),
];
