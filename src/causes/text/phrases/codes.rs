//! What says that a code follows, or is one.

use super::Code;
use super::Meaning::{self, Reads};

pub(super) const PHRASES: &[(Meaning, &str)] = &[
    // `SQLSTATE 40001`, `SQLSTATE[HY000] [2002]`.
    (
        Reads(Code::SqlState),
        "
sqlstate
",
    ),
    // Of an operating system: std, Python, .NET.
    (
        Reads(Code::Os),
        "
errno #
errno: #
errno=#
os error #
socketexception (#
winerror #
",
    ),
    // `ORA-00060`, and the listener's `TNS-12541`.
    (
        Reads(Code::Oracle),
        "
ora
tns
",
    ),
    // `ERROR 1213 (40001): …` of its client, `Error 1213: …` of Go's driver.
    (
        Reads(Code::MySql),
        "
error # (
error #:
mysql error #
mysql_errno #
",
    ),
    // `Msg 1205, Level 13, State 51` of its tools, `Error Number:1205,State:51` of .NET.
    (
        Reads(Code::SqlServer),
        "
error number:#
msg #, level
sql server error #
sqlserver error #
",
    ),
    // What the libraries of each language write around the name or the number of a status.
    (
        Reads(Code::Grpc),
        "
# aborted:
# already_exists:
# cancelled:
# data_loss:
# deadline_exceeded:
# failed_precondition:
# internal:
# invalid_argument:
# not_found:
# out_of_range:
# permission_denied:
# resource_exhausted:
# unauthenticated:
# unavailable:
# unimplemented:
# unknown:
code: *, message:
grpc status #
grpc status: #
grpc status: *
grpc: *
rpc error: code = *
status: *, message:
statuscode.*
statuscode=*
statusruntimeexception: *
",
    ),
    // A status in its context, never a number alone; and with the reason phrases of RFC 9110 and of those that came after it.
    (
        Reads(Code::Http),
        "
# bad gateway
# bad request
# client closed request
# client error
# conflict
# content too large
# error responses
# expectation failed
# failed dependency
# forbidden
# gateway time out
# gateway timeout
# gone
# http version not supported
# insufficient storage
# internal server error
# length required
# locked
# loop detected
# method not allowed
# misdirected request
# network authentication required
# not acceptable
# not found
# not implemented
# origin is unreachable
# overloaded
# payload too large
# payment required
# precondition failed
# precondition required
# proxy authentication required
# range not satisfiable
# request entity too large
# request header fields too large
# request time out
# request timeout
# server error
# service temporarily unavailable
# service unavailable
# too early
# too many requests
# unauthorized
# unavailable for legal reasons
# unprocessable content
# unprocessable entity
# unsupported media type
# upgrade required
# uri too long
#, message=
api error #
api error: #
api returned #
apierror(#
apierror: #
authenticationexception(#
authorizationexception(#
client error (#
code: # -
code=#
conflicterror(#
does not indicate success: #
error code #
error code: #
http #
http code #
http error #
http error: #
http response code #
http response code: #
http response status #
http status #
http status code #
http status code: #
http status: #
http/1.0 #
http/1.1 #
http/2 #
http/2.0 #
http/3 #
http: #
http_status: #
http_status=#
httpstatus #
httpstatus: #
non 200 response: #
notfounderror(#
received # from
request failed with #
requesterror(#
responded with #
response code #
response code: #
response code: (#
response from *, got #
response status #
response status: #
responsecode: #
resulted in #
resulted in a #
returned error: #
server error (#
server error: #
server replied: #
server responded with #
server returned #
status #
status (#
status = #
status code #
status code (#
status code of #
status code: #
status code=#
status error (#
status: #
status=#
status_code #
status_code: #
status_code=#
statuscode #
statuscode = #
statuscode: #
statuscode=#
transporterror(#
upstream returned #
",
    ),
    // The names of its result codes.
    (
        Reads(Code::Sqlite),
        "
sqlite_abort
sqlite_auth
sqlite_busy
sqlite_busy_recovery
sqlite_busy_snapshot
sqlite_busy_timeout
sqlite_cantopen
sqlite_constraint
sqlite_constraint_check
sqlite_constraint_foreignkey
sqlite_constraint_notnull
sqlite_constraint_primarykey
sqlite_constraint_rowid
sqlite_constraint_trigger
sqlite_constraint_unique
sqlite_corrupt
sqlite_error
sqlite_full
sqlite_interrupt
sqlite_ioerr
sqlite_locked
sqlite_locked_sharedcache
sqlite_mismatch
sqlite_misuse
sqlite_nomem
sqlite_notadb
sqlite_perm
sqlite_range
sqlite_readonly
sqlite_toobig
",
    ),
    // The exceptions of its Java client.
    (
        Reads(Code::Kafka),
        "
org.apache.kafka.common.errors.*
",
    ),
    // Its command line, PHP and git.
    (
        Reads(Code::Curl),
        "
curl #
curl: (#
curl error #
curl error: #
",
    ),
    // The SDK of AWS for Python.
    (
        Reads(Code::Vendor),
        "
an error occurred (*) when calling
error occurred (*) when calling
",
    ),
];
