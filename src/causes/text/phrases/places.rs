//! What says where something went wrong, and nothing of what.

use super::Meaning::{self, Connecting, Inner};

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
could not establish
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
httphostconnectexception
hyper::error(connect
java.net.connectexception
proxyconnect tcp
ssl handshake
ssl handshake failed
sslhandshakeerror
sslhandshakeexception
tcp connect error
tls handshake
trying to connect
unable to connect
unable to connect to
unable to establish
while connecting
",
    ),
];
