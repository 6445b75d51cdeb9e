//! What says why a call was refused for good: called off, not allowed, not there, already there.

use super::Meaning::{self, Proves};
use super::Weight::{Certain, Loose};
use crate::causes::proof::Fact;

pub(super) const PHRASES: &[(Meaning, &str)] = &[
    // Somebody called it off.
    (
        Proves(Certain, Fact::CANCELLED),
        "
abort_err
aborted by the user
aborted by user
aborterror
caller canceled
caller cancelled
canceled by client
canceled by the user
canceled by user
canceled$
canceling statement due to user request
cancellationexception
cancelled by client
cancelled by the user
cancelled by user
cancelled$
cancellederror
client closed request
context canceled
context cancelled
err_canceled
interrupted by user
interrupted$
keyboardinterrupt
operation aborted
operation canceled
operation cancelled
operation cancelled by user
operation was aborted
operation was canceled
operation was cancelled
operationcanceledexception
query execution was interrupted
request aborted
request canceled
request cancelled
request was aborted
request was canceled
request was cancelled
task cancelled
task was canceled
task was cancelled
taskcanceledexception
user aborted a request
user requested cancel of current operation
was cancelled by the caller
",
    ),
    // Who is calling, or what they may do.
    (
        Proves(Certain, Fact::AUTH),
        "
access denied
access is denied
access refused
access_refused
accessdenied
accessdeniedexception
account has been disabled
account is locked
authentication credentials
authentication error
authentication failed
authentication failure
authentication required
authenticationerror
authorization failed
authorization required
bad credentials
could not find credentials
could not validate credentials
credentials have expired
does not have permission
eacces
eperm
er_access_denied_error
expiredtoken
expiredtokenexception
forbidden
has been expired or revoked
has no permissions
host key verification failed
incorrect api key
incorrect username or password
insufficient permissions
insufficient privilege
insufficient privileges
insufficient scope
insufficient_scope
insufficientprivilege
invalid access token
invalid api key
invalid bearer token
invalid credentials
invalid password
invalid signature
invalid token
invalid username
invalid username/password
invalid x api key
invalid_api_key
invalid_client
invalid_grant
invalid_token
invalidaccesskeyid
invalidsignatureexception
is not allowed to connect to this
jwt expired
lacks permission
log in again
login denied
login failed for user
login required
login was refused
logon denied
mfa required
missing credentials
multi factor authentication
must be owner of
must be superuser
no password supplied
no permissions to
no pg_hba.conf entry
noauth
noperm
nopermissionerror
not allowed to access
not authorised
not authorized
not permitted to
notauthorized
operation not permitted
p1000
password authentication failed
permission denied
permission_denied
permissiondenied
pg_hba.conf rejects connection
please log in
please re authenticate
please reauthenticate
please sign in
re authenticate
refused by policy
requires authentication
resource not accessible by integration
role * does not exist
security token included
session has expired
session has timed out
session timed out
sign in again
signaturedoesnotmatch
token expired
token has expired
token is expired
token_expired
unable to locate credentials
unauthenticated
unauthorised
unauthorized
unauthorizedexception
unrecognizedclientexception
user is not authorized
wrongpass
you do not have permission
",
    ),
    // A certificate: of who answers, or of who calls.
    (
        Proves(Certain, Fact::AUTH),
        "
bad certificate
cert_has_expired
cert_not_yet_valid
cert_untrusted
certificate chain
certificate expired
certificate has expired
certificate is not trusted
certificate is not valid for
certificate is not yet valid
certificate is valid for
certificate not valid for name
certificate required
certificate revoked
certificate signed by unknown authority
certificate unknown
certificate verification failed
certificate verify failed
certificate's altnames
certificate_verify_failed
certificateexception
certpathvalidatorexception
depth_zero_self_signed_cert
does not match certificate's altnames
doesn't match certificate subject
err_cert_authority_invalid
err_cert_common_name_invalid
err_cert_date_invalid
err_tls_cert_altname_invalid
failed to verify certificate
hostname mismatch
invalid certificate
invalid peer certificate
no alternative certificate subject name matches
notvalidforname
path validation failed
peer certificate
pkix path building failed
pkix path validation failed
remote certificate is invalid
remotecertificatenamemismatch
self signed certificate
self_signed_cert_in_chain
ssl certificate problem
sslcertverificationerror
sslpeerunverifiedexception
tlsv1 alert unknown ca
trust anchor for certification path not found
unable to find valid certification path
unable to get issuer certificate
unable to get local issuer certificate
unable to verify the first certificate
unable_to_get_issuer_cert
unable_to_get_issuer_cert_locally
unable_to_verify_leaf_signature
unknown ca
unknownissuer
untrusted root
x509
",
    ),
    // It is not there.
    (
        Proves(Certain, Fact::NOT_FOUND),
        "
cannot open database
could not be found
could not find * with
could not find a version
couldn't find * with
database * does not exist
does not exist or you do not have access
enoent
entity not found
filenotfounderror
filenotfoundexception
is not in this registry
manifest unknown
model_not_found
no matching distribution found
no rows in result set
no rows returned
no such container
no such file or directory
nosuchbucket
nosuchfileexception
nosuchkey
not found
not_found_error
object not found
p1003
p2025
page not found
prepared transaction with identifier * does not exist
query returned no rows
record not found
recordnotfound
repository not found
requested entity was not found
resource not found
resourcenotfoundexception
the specified bucket does not exist
the specified key does not exist
unknown database
was not found
",
    ),
    // Its name does not resolve. Some hold this to be worth another attempt; a wrong name is the likelier reason.
    (
        Proves(Certain, Fact::UNAVAILABLE),
        "
could not find host
could not resolve host
couldn't resolve host
enotfound
err_name_not_resolved
host not found
name does not resolve
name or service not known
no address associated with hostname
no such host
no such host is known
nodename nor servname provided
non existent domain
nxdomain
the remote name could not be resolved
unknown host
unknown mysql server host
unknownhostexception
",
    ),
    // The same, in words that many use for a lookup that failed this time as well.
    (
        Proves(Loose, Fact::UNAVAILABLE),
        "
could not translate host name
failed to resolve
getaddrinfo failed
name resolution failed
",
    ),
    // There is no room left.
    (
        Proves(Certain, Fact::UNAVAILABLE),
        "
cannot allocate memory
could not extend file
database or disk is full
disk full
disk is full
disk quota exceeded
edquot
enomem
enospc
no space left on device
not enough space on the disk
oom command not allowed
out of memory
",
    ),
    // Somebody else was first, or it is done.
    (
        Proves(Certain, Fact::CONFLICT),
        "
address already in use
already exists
already in use
already running
already taken
busygroup
busykey
cannot insert duplicate key
cannot publish over
conditional request failed
conditionalcheckfailedexception
conflicting key value violates exclusion constraint
database is locked by
database is locked for
database operation was expected to affect
dbupdateconcurrencyexception
document update conflict
duplicate entry
duplicate key
duplicate key value violates unique constraint
e11000
eaddrinuse
eexist
er_dup_entry
etag mismatch
exclusionviolation
failed to push some refs
fetch first
file exists
has been modified by another
has changed since
merge conflict
modified since
no matching document found
non fast forward
object has been modified
operation cannot be fulfilled on
optimistic lock
optimisticlockexception
p2002
precondition failed
preconditionfailed
previously published versions
resource version conflict
resourceversion
stale object
stale version
staleobjectstateexception
the conditional request failed
unique constraint
unique constraint failed
unique constraint violated
uniqueviolation
version conflict
version_conflict_engine_exception
versionerror
violates unique constraint
violation of primary key constraint
violation of unique key constraint
was modified by another
",
    ),
];
