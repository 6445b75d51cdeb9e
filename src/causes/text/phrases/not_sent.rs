//! What says that nothing was sent, or that what was sent was rolled back.

use super::Meaning::{self, Proves};
use super::Weight::Passing;
use crate::causes::proof::{Fact, Scope};

pub(super) const PHRASES: &[(Meaning, &str)] = &[
    // No connection came about.
    (
        Proves(Passing, Fact::NOT_SENT),
        "
actively refused it
address information: try again
all connection attempts failed
because the connected party did not properly respond after a period of time
can't assign requested address
can't connect to local mysql server through socket
can't connect to mysql server on
cannot assign requested address
cannot connect to the docker daemon
connect call failed
connect etimedout
connect operation timed out
connect timed out
connect timeout error
connect timeout on endpoint
connect timeout$
connection attempt failed because the connected party
connection attempt timed out
connection establishment timed out
connection refused
connection terminated due to connection timeout
connection timed out after # milliseconds
connection timeout expired
connection timeout to host
connection to * refused
connection to the server * was refused
connection was refused
connectionrefusederror
connecttimeout$
connecttimeout:
connecttimeouterror
connecttimeoutexception
connrefused
could not connect to the endpoint url
could not connect to the server
couldn't connect to server
eaddrnotavail
econnrefused
ehostdown
ehostunreach
enetdown
enetunreach
err_address_unreachable
err_connection_refused
err_connection_timed_out
err_internet_disconnected
exceptions.connecttimeout
failed to connect to * (port #) from * (port #) after #ms
host is unreachable
host unreachable
httpcore.connecttimeout
httpx.connecttimeout
internet connection appears to be offline
it was not possible to connect to the redis server
kafkajsconnectionerror: connection timeout
kex_exchange_identification: connection closed by remote host
login timeout expired
net::opentimeout
network is down
network is unreachable
no responders available
no route to host
no servers available for connection
noroutetohostexception
opentimeout
request canceled while waiting for connection
socket operation was attempted to an unreachable host
socket operation was attempted to an unreachable network
the network adapter could not establish the connection
the server was not found or was not accessible
timed out connecting
timed out trying to connect
timed out waiting for connection
timed out while connecting
timeout connecting
timeout exceeded when trying to connect
timeout expired during connection
timeout while connecting
unable to connect to the remote server
und_err_connect_timeout
while waiting for connection (client.timeout exceeded while awaiting headers)
",
    ),
    // A name did not resolve this time.
    (
        Proves(Passing, Fact::NOT_SENT),
        "
could not resolve host: * (temporary failure
could not translate host name * to address: temporary failure in name resolution
dns server returned a temporary
eai_again
getaddrinfo eai_again
getaddrinfo thread failed to start
name resolution temporarily failed
server misbehaving
temporary error resolving
temporary failure in name resolution
temporary lookup failure
this is usually a temporary error during hostname resolution
try again (eai_again)
",
    ),
    // The handshake of TLS broke off. What is wrong with a certificate is another matter.
    (
        Proves(Passing, Fact::NOT_SENT),
        "
client network socket disconnected before secure tls connection was established
connection closed during tls handshake
during handshake
during opening handshake
during ssl handshake
during the handshake
during tls handshake
eof during handshake
eof during negotiation
handshake operation timed out
handshake timed out
peer closed connection during handshake
remote host closed connection during handshake
remote host terminated the handshake
ssl handshake timed out
tls handshake eof
tls handshake timed out
tls handshake timeout
unexpected eof during handshake
",
    ),
    // No connection was to be had from a pool or from the server.
    (
        Proves(Passing, Fact::NOT_SENT.scoped(Scope::NewConnection)),
        "
buffering timed out
connection is not available, request timed out after
connection pool exhausted
connection pool is exhausted
connection pool timed out
connection pool timeout
connectionpooltimeoutexception
could not get a resource from the pool
could not obtain a connection from the pool within
could not obtain a database connection within
couldn't get a connection after
er_con_count_error
er_too_many_user_connections
knex: timeout acquiring a connection
knex: timeout acquiring a connection. the pool is probably full. are you missing a .transacting(trx) call
max number of clients reached
max_user_connections
no available connections
no connection is active/available to service this operation
no connections available
nobrokersavailable
operationerror: pool timeout
p2024
pool exhausted
pool timed out while waiting for an open connection
pool timeout
poolacquirependinglimitexception
poolacquiretimeoutexception
pooltimeout
prior to obtaining a connection from the pool
queuepool limit of size
queuepool limit of size # overflow # reached
remaining connection slots are reserved
resourcerequest timed out
sequelizeconnectionacquiretimeouterror
sorry, too many clients
the connection pool has been exhausted
timed out acquiring connection
timed out fetching a new connection from the connection pool
timed out in bb8
timed out waiting for a connection from the pool
timed out waiting for connection from pool
timed out while checking out a connection
timed out while waiting for a connection from the pool
timeout acquiring a connection
timeout occurred while creating a new object
timeout occurred while recycling an object
timeout occurred while waiting for a slot to become available
timeout waiting for a connection from the pool
timeout waiting for connection from pool
timeout waiting for idle object
timeoutexception: timeout waiting for idle object
too many clients already
too many concurrent connections
too many connections (
too many connections for database
too many connections for role
too many connections$
too many database connections opened
too many open connections
unable to acquire a connection
unable to fetch a connection in # seconds
waitqueuetimeouterror
",
    ),
    // The server takes no work yet, or none any more.
    (
        Proves(Passing, Fact::NOT_SENT.scoped(Scope::NewConnection)),
        "
against a read only replica
can't reach database server
can't write against a read only replica
cannot achieve consistency level
cannot connect now
client_login_timeout
clusterdown
database system is in recovery mode
database system is not yet accepting connections
database system is shutting down
database system is starting up
idle session timeout
is full and does not permit further calls
is open and does not permit further calls
link with master is down
masterdown
no living connections
no more connections allowed
no primary available for writes
no replica set members match
no servers found yet
no suitable servers found
nohostavailable
nonodeavailableexception
not currently accepting connections
on server * is not currently available
oracle initialization or shutdown in progress
oracle not available
p1001
p1002
pgbouncer cannot connect to server
redis is busy running a script
redis is loading the dataset in memory
server is starting up
server login has been failing
server selection timed out after
server_login_retry
service is starting up
sorry, too many clients already
temporary authentication failure
terminating connection due to idle in transaction timeout
terminating connection due to idle session timeout
the circuit is now open
the cluster is down
wsrep has not yet prepared node
you can't write against a read only replica
",
    ),
    // Refused before it was looked at (RFC 9113, 8.7), or never handed over.
    (
        Proves(Passing, Fact::NOT_SENT),
        "
_queue_full
connection was not ready
emfile
enfile
enobufs
err_http2_goaway_session
hyper::error(canceled
leader not available
leader_not_available
local: queue full
no buffer space available
not enough in sync replicas
not leader for partition
notenoughreplicas
operation was canceled: connection closed
operation was canceled: connection was not ready
queue full
queue is full
queuefull
refused stream
refused_stream
rejectedexecutionexception
stream refused
too many open files
",
    ),
    // Others were first, the transaction was rolled back, and the server asks for another attempt.
    (
        Proves(Passing, Fact::NOT_SENT.scoped(Scope::Transaction)),
        "
can't serialize access for this transaction
canceling statement due to conflict with recovery
canceling statement due to lock timeout
cannotacquirelockexception
could not obtain lock on
could not serialize access
could not serialize transaction
database is locked
database schema is locked
database table is locked
deadlock detected
deadlock detected while waiting for resource
deadlock found when trying to get lock
deadlock loser
deadlock victim
deadlockdetected
deadlockloserdataaccessexception
due to concurrent update
due to read/write dependencies among transactions
er_lock_deadlock
er_lock_wait_timeout
has been chosen as the deadlock victim
is being accessed by other users
lock request time out period exceeded
lock wait timeout exceeded
lock_not_available
lockacquisitionexception
locknotavailable
p2034
resource busy and acquire with nowait specified
restart transaction
restart transaction: transactionretrywitherror
retry_serializable
retry_write_too_old
serializable isolation violation
serialization failure:
serializationfailure
snapshot isolation transaction aborted due to update conflict
transactioncanceledexception: transaction cancelled, please refer cancellation reasons for specific reasons [transactionconflict
transactionconflictexception
transactionretryerror
transactionretrywithprotorefresherror
transienttransactionerror
txn conflict
was deadlocked on
write conflict during plan execution
write conflict or a deadlock
write write conflict
writeconflict
writetooolderror
",
    ),
    // A limit on the time of a statement: rolled back, and likely to happen again.
    (
        Proves(Passing, Fact::NOT_SENT.scoped(Scope::Statement).once()),
        "
canceling statement due to statement timeout
maximum statement execution time exceeded
query execution was interrupted, maximum statement execution time exceeded
query_timeout exceeded
statement timeout reached
",
    ),
];
