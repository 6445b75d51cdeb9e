//! What says that something was under way when it broke off.

use super::Meaning::{self, Proves};
use super::Weight::{Certain, Loose, Passing};
use crate::causes::proof::{Fact, Scope};

pub(super) const PHRASES: &[(Meaning, &str)] = &[
    // The connection broke.
    (
        Proves(Passing, Fact::LOST.scoped(Scope::NewConnection)),
        "
_all_brokers_down
_transport
a connection that was expected to be kept alive was closed by the server
adminshutdown
an established connection was aborted
an i/o error occurred while sending to the backend
bad connection
body is incomplete
broken pipe
broken transport
brokenpipeerror
broker transport failure
chunkedencodingerror
clientpayloaderror
closed connection
closed the connection
closed the connection unexpectedly
closing transmission channel
communications link failure
connection # to * closed
connection * closed
connection aborted
connection already closed
connection broken
connection closed
connection closed before message completed
connection closed before response
connection closed by foreign host
connection closed by peer
connection closed by remote host
connection closed by server
connection closed unexpectedly
connection dropped
connection has been closed
connection has been terminated
connection is already closed
connection is closed
connection lost during
connection reset
connection reset by peer
connection reset by server
connection terminated unexpectedly
connection was closed by peer
connection was closed by the server
connection was dropped
connection was forcibly closed
connection was killed
connection was not closed cleanly
connection was reset
connection_forced
connectionabortederror
connectionreseterror
contentlengtherror
crashshutdown
disconnect/reset before headers
driver: bad connection
early eof
econnaborted
empty reply from server
empty response from server
end of file before message length reached
end of file on communication channel
end of file reached
enotconn
eof detected
eof$
epipe
err_connection_aborted
err_connection_closed
err_connection_reset
err_empty_response
err_http2_stream_error
err_incomplete_chunked_encoding
err_network_changed
error while reading from socket
error while reading from stream
error while writing to socket
exception while reading from stream
exception while writing to stream
expected to read # bytes, got # bytes at eof
expected to read # bytes, read # bytes before connection was unexpectedly lost
failed to respond
forcibly closed by the remote host
goaway
got minus one from a read call
h2 protocol error
has closed the connection
http2 framing layer
http2: client connection lost
http2: server sent goaway
i/o error occurred while sending to the backend
incomplete message
incomplete read
incompletemessage
incompleteread
incompleteread(# bytes read, # more expected
interrupted at shutdown
interruptedduetoreplstatechange
invalid connection$
local: broker transport failure
lost connection during query
lost connection to
lost connection to server during query
messages are written to the log, but
mysql server has gone away
network connection was lost
network error communicating
network is disconnected
nghttp2_internal_error
no http response received
no leader for partition
no more data to read from socket
node is recovering
nohttpresponseexception
not found: limit=# content=
not master
not primary and secondaryok
not primary or secondary
not_enough_replicas_after_append
notenoughreplicasafterappend
notwritableprimary
other side closed
p1017
payload is not completed
peer closed connection without sending
peer closed connection without sending complete message body
physical connection is not usable
pool was cleared
premature close
premature end of
premature end of content
premature eof
prematurely closed
prematurely reached end
primarysteppeddown
protocol_connection_lost
raft: no leader
received an unexpected eof
recv failure
remote end closed connection without response
remote end hung up unexpectedly
remotedisconnected
response ended prematurely
response payload is not completed
rst_stream
send failure
server closed idle connection
server closed the connection unexpectedly
server disconnected
server disconnected without sending a response
server has gone away
server sent goaway
server unexpectedly closed
serverdisconnectederror
session expired unexpectedly
socket hang up
socket has been disconnected
socket was closed
socketerror: other side closed
software caused connection abort
ssl connection has been closed unexpectedly
ssl syscall error: eof detected
terminated unexpectedly
terminating connection because of crash of another server process
terminating connection due to administrator command
the connection is closed
the network connection was aborted
the response ended prematurely
the server closed the connection
the transport connection
the underlying connection was closed
this connection has been closed
this server does not host this topic partition
transfer closed with
transfer closed with outstanding read data remaining
transferencodingerror: #, message=
transport closed
transport endpoint is not connected
transport error
transport is closing
transport level error has occurred
truncated chunk (expected size:
typeerror: terminated
unable to read data from the transport connection
unable to write data to the transport connection
und_err_socket
unexpected end of file
unexpected end of response
unexpected end of stream
unexpected eof
unexpectedeof
unexpectedly lost
unexpectedly terminated
upstream connect error or disconnect/reset before headers
use of closed network connection
was not closed cleanly
writeconcernerror
writeconcernfailed
",
    ),
    // The time ran out.
    (
        Proves(Passing, Fact::LOST),
        "
_msg_timed_out
_timed_out
_timed_out_queue
a timeout occurred
body timeout error
client.timeout exceeded
client.timeout or context cancellation while reading body
command timeout
deadline exceeded (
deadline exceeded after
deadlineexceeded
did not respond in time
did not respond within
err_timed_out
error: deadline exceeded
etcdserver: request timed out
execution timeout
execution timeout expired
gateway timeout
headers timeout error
i/o timeout
in the time allotted
listener timeout after waiting for
local: message timed out
local: timed out
maxtimemsexpired
nats: timeout
net/http: timeout awaiting response headers
net::readtimeout
network timeout
no response received
not respond in time
operation exceeded time limit
operation timed out after # milliseconds with
p1008
process_cluster_event_timeout_exception
query read timeout
query timeout
read timed out
read timeout on endpoint
read timeout$
readtimeout
readtimeouterror
readtimeoutexception
request did not complete within
request timeout$
requesttimeout
requesttimeouterror
requesttimeoutexception
response not received within
response timeout
responsetimeout
socket timeout
sockettimeout
statement timed out
status: deadline exceeded
stream timeout
timeout #ms exceeded
timeout awaiting
timeout awaiting response headers
timeout during read query
timeout during reading attempt
timeout during write query
timeout during writing attempt
timeout has occurred
timeout of # exceeded
timeout of #ms exceeded
timeout performing
timeout period elapsed prior to completion of the operation
timeout waiting for response
timeout was reached
timeout while waiting for
took too long to respond
und_err_body_timeout
und_err_headers_timeout
write timed out
write timeout$
writetimeout
writetimeoutexception
",
    ),
    // It was called off because the time ran out.
    (
        Proves(Certain, Fact::LOST),
        "
aborted due to timeout
canceled due to timeout
cancelled due to timeout
net/http: request canceled (client.timeout exceeded while awaiting headers)
request canceled (client.timeout exceeded
the operation was aborted due to timeout
the request was aborted: the operation has timed out
the request was canceled due to the configured httpclient.timeout
",
    ),
    // The same, in words that many use for the time that ran out before anything was sent as well.
    (
        Proves(Loose, Fact::LOST),
        "
asyncio.exceptions.timeouterror
connection lost
connection timed out
connection was lost
context deadline exceeded
deadline exceeded$
deadline has elapsed
econnreset
eof occurred in violation of protocol
esockettimedout
etimedout
execution expired
operation timed out
operationtimedout
redistimeoutexception
request timed out
resource temporarily unavailable
socket closed
socket is closed
sockettimeoutexception
ssl_error_syscall
stream error
stream reset
stream was reset
timed out
timeout exceeded
timeout expired
timeouterror
timeoutexception
tlsv1 alert internal error
tlsv1_alert_internal_error
",
    ),
    // Somebody on the way, or the other side itself, could not say what came of it.
    (
        Proves(Passing, Fact::LOST),
        "
an internal error occurred, please try again
backend fetch failed
bad gateway
commit outcome is unknown
error trying to commit
etcdserver: leader changed
etcdserver: no leader
experiencing high demand
failed to respond to the request in time
had an error while processing your request
has prevented the request from succeeding
in maintenance mode
internal server error
internalservererror
internalservererrorexception
is currently overloaded
is temporarily overloaded
leader changed
leadership lost
model is overloaded
no healthy upstream
no server is available to handle this request
outcome is unknown
overloaded$
overloaded_error
result is ambiguous
server is currently unable to handle the request
server is overloaded
server_error
service is currently unavailable
service temporarily unavailable
service unavailable
serviceunavailable
serviceunavailableexception
statement_completion_unknown
system is busy
temporarily unable to
temporarily unavailable
transaction resolution unknown
transactionresolutionunknown
under maintenance
unknowntransactioncommitresult
upstream request timeout
web server is down
",
    ),
];
