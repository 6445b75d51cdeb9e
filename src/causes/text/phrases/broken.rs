//! What says that something is broken.

use super::Meaning::{self, Proves};
use super::Weight::{Certain, Faint};
use crate::causes::proof::Fact;

pub(super) const PHRASES: &[(Meaning, &str)] = &[
    // In the program, or in its data.
    (
        Proves(Certain, Fact::BROKEN_MIDWAY),
        "
assertion error
assertion failed
assertionerror
cached plan must not change result type
checksum mismatch
commands out of sync
corrupted
current transaction is aborted
data loss
database disk image is malformed
exceeded # redirects
file is not a database
index out of bounds
infailedsqltransaction
internal error: entered unreachable code
is corrupt
maximum number of redirects
maximum redirects
maxredirectserror
no transaction in progress
not implemented yet
null pointer
nullpointerexception
out of sync
outofmemoryerror
panicked at
panicked with
redirect loop
savepoint can only be used in transaction blocks
segmentation fault
stack overflow
stopped after # redirects
too many redirects
toomanyredirects
unreachable code
",
    ),
    // In an answer.
    (
        Proves(Certain, Fact::UNREADABLE),
        "
bad status line
badstatusline
decoding response
eof while parsing
expected value at line
hpe_
hpe_invalid_constant
hpe_invalid_eof_state
hpe_invalid_header_token
hpe_invalid_version
invalid character * looking for beginning of value
invalid http header parsed
invalid http status code parsed
invalid http version parsed
is not valid json
json parse error
jsondecodeerror
jsonparseexception
looking for beginning of value
malformed communication packet
malformed http response
malformed packet
malformed response
missing_exact
parse error: expected http/
protocol violation
trailing characters at line
unexpected end of json input
unexpected packet
unexpected token
unsupported frame
",
    ),
    // In an answer, or the connection broke while it came: what stands behind it decides.
    (
        Proves(Faint, Fact::UNREADABLE),
        "
error decoding response body
error reading a body from connection
failed to decode response
invalid response body while trying to fetch
",
    ),
];
