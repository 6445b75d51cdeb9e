//! What says that the input is wrong, or the configuration.

use super::Meaning::{self, Proves};
use super::Weight::{Certain, Veto};
use crate::causes::proof::Fact;

pub(super) const PHRASES: &[(Meaning, &str)] = &[
    // Not the protocol that was expected: TLS spoken to what does not speak it, or the reverse.
    (
        Proves(Certain, Fact::BAD_INPUT),
        "
client sent an http request to an https server
does not support ssl
does not support tls
eproto
err_ssl_protocol_error
err_ssl_version_or_cipher_mismatch
err_ssl_wrong_version_number
first record does not look like a tls handshake
handshake failure
handshake_failure
http_request
invalidcontenttype
no cipher suites in common
no protocols available
no ssl connection
not a tls
not an ssl/tls record
packet length too long
plaintext connection
received corrupt message
record overflow
server gave http response to https client
ssl is not enabled on the server
unsupported or unrecognized ssl message
unsupported protocol
wrong version number
wrong_version_number
",
    ),
    // What is wrong with it.
    (
        Proves(Certain, Fact::BAD_INPUT),
        "
argumentexception
argumentoutofrangeexception
bad port
bad_request
builder error
cannot set a 0 duration timeout
check constraint failed
checkviolation
context_length_exceeded
crossslot
dataerror
division by zero
empty host
err_invalid_arg_type
err_invalid_arg_value
err_invalid_protocol
err_invalid_url
err_out_of_range
err_socket_bad_port
err_unescaped_characters
exceed the maximum
exceeds maximum
exceeds the limit
exceeds the maximum
foreign key constraint failed
foreign key constraint fails
foreignkeyviolation
formatexception
idempotency_error
illegalargumentexception
invalid uri
invalid_argument
invalid_request
invalid_request_error
invalidargument
invalidparameter
invalidparametervalue
invalidschema
invalidtextrepresentation
invalidurl
is required
keys for idempotent requests can only be used with the same parameters
larger than max
malformed
maximum context length
method not allowed
missing field
missing required
missingschema
no such column
no such table
not in a correct format
not null constraint failed
notnullviolation
p2003
p2011
p2012
packet for query is too large
programmingerror
relative url without a base
required parameter
syntaxerror
too large
too long
type mismatch
typeerror: invalid
und_err_invalid_arg
undefinedcolumn
undefinedfunction
undefinedobject
undefinedtable
unexpected keyword argument
unknown argument
unknown column
unknown field
unknown flag
unknown option
unknown parameter
unknown property
unknown system variable
unknown table
unprocessable entity
unrecognized argument
unsupported media type
url malformed
url using bad
validation error
validation failed
validationerror
validationexception
value too long
valueerror
violates check constraint
violates foreign key constraint
violates not null constraint
wrong number of arguments
wrong type
wrongtype
",
    ),
    // Words of refusal. One of them outweighs all that may pass, so that a setting named `retry_timeout` is not taken for one.
    (
        Proves(Veto, Fact::BAD_INPUT),
        "
bad request
but got
can not be
can only be used
can't be
can't be set
can't set
cannot alter
cannot be
cannot contain
cannot convert
cannot create
cannot decode
cannot drop
cannot parse
cannot set
cannot specify
cannot use
certificate
configuration error
constraint failed
constraint fails
could not decode
could not parse
could not set
couldn't parse
couldn't set
deadlock detected in
denied
deprecated
disallowed
do not exist
does not exist
doesn't exist
duplicate
exceeded the allowed
exceeded the configured
exceeded the maximum
exceeds
expected
failed to parse
greater than
illegal
incompatible
invalid
invalid value
is disabled
is not a function
is not defined
is not valid
is undefined
less than
may not be
misconfigured
mismatch
missing
must be
must contain
must have
must match
must not
must provide
must set
must specify
must start
no connection adapters were found
no default
no host supplied
no pipeline
no such
non negative
nonnegative
not a number
not a valid
not allowed
not an integer
not available for
not configured
not enabled
not implemented
not in range
not permitted
not recognized
not supported
not unique
not valid
only be used
out of bounds
out of range
parse error
parsing error
please specify
positive integer
potential deadlock
rate limited to
refused by the
refused to
rejected by policy
shall be
should be
syntax error
too many requests for
too short
too small
unable to parse
unavailable for
unavailable in your
undefined
unit is missing
unknown setting
unknown variable
unrecognised
unrecognized
unsupported
violates
violation
",
    ),
];
