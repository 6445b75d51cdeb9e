//! MySQL, MariaDB and TiDB: the numbers of servers (1000 to 1999, 3000 and up) and of the client library (2000 to 2999).
//!
//! The SQLSTATE that comes with them is of no use: 1040, too many connections, carries 08004, and most others HY000.

use super::Row;
use super::index::{Index, count};
use crate::causes::because::Because;
use crate::causes::proof::{Fact, Proof, Scope};

/// What a number proves.
pub(crate) fn prove(number: i64, message: &str) -> Option<Proof> {
    let found = INDEX.find(number, message)?;
    Some(found.row.fact.because(Because::number("MySQL", number)))
}

static INDEX: Index<i64, { count(ROWS) }> = Index::of_numbers(ROWS);

/// Rolled back, at least the statement; the transaction has to be run from its begin.
const AGAIN: Fact = Fact::NOT_SENT.scoped(Scope::Transaction);
const NO_CONNECTION: Fact = Fact::NOT_SENT.scoped(Scope::NewConnection);
const LOST: Fact = Fact::LOST.scoped(Scope::NewConnection);

pub(super) const ROWS: &[Row<i64>] = &[
    Row::new(
        &[1213, 1613, 1614],
        AGAIN,
        "MySqlConnector, IsTransient: a deadlock; the server has rolled the whole transaction back",
    ),
    Row::new(
        &[1205],
        AGAIN,
        "mysql-otp#89, redaxo#5719: only the statement is undone, so the program has to roll back before it begins anew",
    ),
    Row::new(
        &[3572],
        AGAIN,
        "MySQL reference: NOWAIT, and the lock was not to be had",
    ),
    Row::new(
        &[1020],
        AGAIN,
        "MariaDB, innodb_snapshot_isolation: the record changed since it was read",
    ),
    Row::new(
        &[1412, 1637, 3058, 3101, 3132, 3133],
        AGAIN,
        "MySQL reference: rolled back, by a change of the table, a limit of transactions, a lock or the group",
    ),
    Row::new(
        &[8002, 8022, 8028, 9007],
        AGAIN,
        "TiDB error codes: a write conflict or a changed schema; the transaction was rolled back",
    ),
    Row::new(
        &[8501, 9001, 9002, 9003, 9004, 9005],
        Fact::LOST,
        "TiDB error codes: the store did not answer in time, or the outcome is undetermined",
    ),
    Row::new(
        &[1615],
        Fact::NOT_SENT.scoped(Scope::Statement),
        "MySQL reference: the statement has to be prepared anew",
    ),
    Row::new(&[1297], AGAIN, "MySQL reference: a temporary error of NDB"),
    // Connections.
    Row::new(
        &[1040, 1203, 2002, 2003, 2004, 2012, 2037],
        NO_CONNECTION,
        "MySqlConnector, IsTransient; MySQL client reference: no session was begun",
    ),
    Row::new(
        &[1042],
        NO_CONNECTION,
        "MySqlConnector, IsTransient: unable to connect to any host",
    ),
    Row::new(
        &[4031],
        NO_CONNECTION,
        "SQLAlchemy, is_disconnect: the server had closed the session because it was idle",
    ),
    Row::new(
        &[1226],
        NO_CONNECTION,
        "MySQL reference: too many sessions of this user",
    )
    .saying(&["max_user_connections"]),
    Row::new(
        &[1226],
        Fact::EXHAUSTED,
        "MySQL reference: the user's queries, updates or connections an hour are used up",
    ),
    Row::new(
        &[2013],
        NO_CONNECTION,
        "MySQL, B.3.2.3: lost before the session was begun",
    )
    .saying(&[
        "initial communication packet",
        "authorization packet",
        "sending authentication information",
        "initial handshake",
    ]),
    Row::new(
        &[2006, 2013, 2045, 2048, 2055],
        LOST,
        "SQLAlchemy, is_disconnect; go-sql-driver#302: the connection is gone, which proves nothing of what was sent",
    ),
    Row::new(
        &[1053, 1927, 3169],
        LOST,
        "MySQL and MariaDB: the server went down or the session was killed, in the midst of it",
    ),
    Row::new(
        &[1152, 1158, 1159, 1160, 1161, 1180, 1184, 1189, 1190],
        LOST,
        "MySQL reference: an error while packets were exchanged, or in the commit",
    ),
    Row::new(
        &[2005],
        Fact::UNAVAILABLE,
        "MySQL client reference: the name of the host does not resolve",
    ),
    Row::new(
        &[2026],
        Fact::AUTH,
        "MySQL client reference: the certificate was not accepted",
    )
    .saying(&["certificate", "self-signed", "self signed", "hostname", "verif"]),
    Row::new(
        &[2026],
        Fact::UNAVAILABLE,
        "MySQL client reference: no session of TLS was begun; why does not show",
    ),
    Row::new(
        &[1290],
        Fact::UNAVAILABLE.scoped(Scope::NewConnection),
        "go-sql-driver, rejectReadOnly: after a failover the connection leads to a replica",
    )
    .saying(&["read-only", "read_only"]),
    Row::new(
        &[1290],
        Fact::BAD_INPUT,
        "MySQL reference: an option of the server forbids the statement",
    ),
    Row::new(
        &[1792, 1836],
        Fact::UNAVAILABLE.scoped(Scope::NewConnection),
        "node-mysql2#4075: after a failover the connection leads to a replica",
    ),
    Row::new(
        &[1015, 1021, 1037, 1038, 1041, 1114, 1129, 1135, 1206, 1461, 2008],
        Fact::UNAVAILABLE,
        "MySQL reference: disk, memory, locks or a blocked host need an operator",
    ),
    Row::new(
        &[1317, 1028, 1080],
        Fact::CANCELLED,
        "MySQL reference: the query was killed; what a table without transactions kept of it is not known",
    ),
    Row::new(
        &[3024],
        AGAIN.once(),
        "MySQL, max_execution_time: a limit on reads; the statement may take as long again",
    ),
    Row::new(
        &[1969],
        Fact::LOST.once(),
        "MariaDB, max_statement_time: a limit on writes as well, of which tables without transactions keep what was done",
    ),
    Row::new(
        &[1047],
        Fact::NOT_SENT.scoped(Scope::NewConnection),
        "Galera: the node takes no statements until it is in step with the others",
    )
    .saying(&["WSREP has not yet prepared"]),
    // What is wrong, and stays so.
    Row::new(
        &[1022, 1062, 1169, 1586, 1761, 1762],
        Fact::CONFLICT,
        "MySQL reference: the key is there already",
    ),
    Row::new(
        &[1007, 1050],
        Fact::CONFLICT,
        "MySQL reference: the database or table is there already",
    ),
    Row::new(
        &[
            1044, 1045, 1095, 1130, 1131, 1132, 1133, 1141, 1142, 1143, 1227, 1251, 1275, 1370, 1396, 1403, 1410, 1524,
            1698, 1820, 1862, 1873, 2054, 2058, 2059, 2061, 3118, 3159, 3955, 4151,
        ],
        Fact::AUTH,
        "MySQL reference: access denied, or a way to authenticate that one of the two does not have",
    ),
    Row::new(
        &[1008, 1049, 1305],
        Fact::NOT_FOUND,
        "MySQL reference: no such database or routine",
    ),
    Row::new(
        &[
            1046, 1048, 1051, 1052, 1054, 1055, 1056, 1058, 1059, 1060, 1061, 1063, 1064, 1065, 1066, 1067, 1068, 1069,
            1070, 1071, 1072, 1074, 1075, 1091, 1093, 1101, 1109, 1110, 1111, 1113, 1115, 1118, 1136, 1138, 1139, 1140,
            1146, 1149, 1153, 1162, 1166, 1170, 1176, 1191, 1193, 1210, 1215, 1216, 1217, 1222, 1230, 1231, 1232, 1235,
            1238, 1239, 1241, 1242, 1247, 1248, 1264, 1265, 1267, 1273, 1286, 1292, 1300, 1318, 1335, 1336, 1353, 1356,
            1364, 1365, 1366, 1367, 1382, 1390, 1406, 1411, 1416, 1425, 1426, 1451, 1452, 1525, 1526, 1557, 1582, 1630,
            1644, 1690, 1701, 1718, 1748, 1830, 2019, 2020, 3065, 3140, 3141, 3143, 3144, 3146, 3157, 3730, 3780, 3819,
            3948, 4025, 4078, 4079,
        ],
        Fact::BAD_INPUT,
        "MySQL reference: the statement, a value in it or the configuration is wrong",
    ),
    Row::new(
        &[
            1030, 1034, 1035, 1043, 1099, 1100, 1105, 1192, 1196, 1223, 1243, 1295, 1296, 1399, 1400, 1402, 1568, 2014,
            2030, 2033,
        ],
        Fact::BROKEN_MIDWAY,
        "MySQL reference: an error of the server, its storage or the order of commands",
    ),
    Row::new(&[2027], Fact::UNREADABLE, "MySQL client reference: a malformed packet"),
];
