//! What says where something went wrong, and nothing of what.

use super::Meaning::{self, Connecting, Doubt, Inner, Sent};

pub(super) const PHRASES: &[(Meaning, &str)] = &[
    // A cause follows.
    (
        Inner,
        "
caused by
nested exception is
root cause
",
    ),
    // Nothing had been sent yet.
    (
        Connecting,
        "
attempting to connect
can not connect to
can't connect to
cannot connect to
cannot connect to host
client error (connect)
connect failed
connect to host
connecterror
connecting to
connection attempt failed
connection to server at
connection to server on socket
connectionerror: error connecting
could not connect to
could not establish a connection
could not establish a tls
could not establish connection
could not establish the connection
could not open connection
couldn't connect to
dial error
dial tcp
dial udp
dial unix
dns error
during connect
error connecting
error connecting to
error connecting to server
error trying to connect
failed to connect
failed to connect to
failed to establish a new connection
failed to open a connection
failed to open connection
failed to open tcp connection to
http connect timeout occurred
httphostconnectexception
hyper::error(connect
java.net.connectexception
proxyconnect tcp
ssl handshake
ssl handshake failed
ssl_connect
sslhandshakeerror
sslhandshakeexception
tcp connect error
tls handshake
trying to connect
unable to connect
unable to connect to
unable to establish a connection
unable to establish connection
unable to establish ssl
while connecting
",
    ),
    // Something had been sent.
    (
        Sent,
        "
could not receive data
could not send data
error reading from
error reading response
read ehostunreach
read enetdown
read enetunreach
read enobufs
read error
read tcp
reading a response
reading response
reading the response
recv failed
recv:
recvfrom
send failed
sendto
ssl_read
ssl_write
when receiving results
when sending the request
while reading from
while reading response
while reading the
write ehostunreach
write enetdown
write enetunreach
write enobufs
write error
write tcp
",
    ),
    // Something was done, or tried, before. It costs a repeat of a write, so one word too many does little harm.
    (
        Doubt,
        "
# of #
# of # items
# of # parts
# succeeded
accepted for
acknowledged
acknowledgement was lost
after commit
after posting
after saving
all attempts
all retries
applied
applied # of
attempt #
attempts fail
bulkindexerror
charge done
charged card
commit
commit acknowledged
commit acknowledgement
committed
compensating
compensation failed
completed.
configured;
confirmation missing
connected. http request sent
created
creation complete
during handling of the above exception
email sent
enqueued
errors occurred
executed at
failed to index
first attempt
gave up after
giving up after
handshake was fine
has been sent
http 200
http/1.1 200
instead:
maximum number of retries
mined
more errors occurred
on retry
order created
partial
partial failure
partialfailureerror
partially
payment sent
polling
posted
previous attempt
previous error
pushed
queued
request sent
retries exhausted
retry budget
retry limit
retry: rpc error
retryerror
rollback of
saved
second attempt
sent #
state unknown
succeeded
unconfirmed
undo the
uploaded
uploaded #
used the primary instead
was booked
was captured
was charged
was created
was executed
was placed
was posted
was reported for another
was saved
was sent
was submitted
went through
were sent
write completed
write results unavailable
wrote #
",
    ),
];
