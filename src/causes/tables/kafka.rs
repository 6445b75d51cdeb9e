//! Kafka: the names of its errors, as the protocol, the Java client, librdkafka and rdkafka write them.
//!
//! `NOT_ENOUGH_REPLICAS`, `NotEnoughReplicasException` and `NotEnoughReplicas` are one name. That the Java client calls an
//! exception retriable says nothing of what became of the records: its producer dedupes by sequence numbers.

use errtax_core::Executed;

use super::Row;
use super::index::{Index, MAX_NAME, count, fold};
use crate::causes::because::Because;
use crate::causes::proof::{Fact, Proof, Scope};
/// What an error proves.
pub(crate) fn prove(name: &str, message: &str) -> Option<Proof> {
    let name = name.as_bytes().trim_ascii();
    let package = name.iter().rposition(|byte| matches!(byte, b'.' | b'$' | b':'));
    let name = name.get(package.map_or(0, |end| end + 1)..)?;
    let mut folded = [0; MAX_NAME];
    let length = fold(name, &mut folded);
    let whole = folded.get(..length)?;
    let found = INDEX.find_folded(whole, message).or_else(|| {
        let stem = whole
            .strip_suffix(b"exception")
            .or_else(|| whole.strip_suffix(b"error"))?;
        INDEX.find_folded(stem, message)
    })?;
    Some(found.row.fact.because(Because::named("Kafka", found.key)))
}

static INDEX: Index<&str, { count(ROWS) }> = Index::of_names(ROWS);

pub(super) const ROWS: &[Row<&str>] = &[
    Row::new(
        &["NotEnoughReplicas"],
        Fact::NOT_SENT,
        "Kafka, Errors: rejected before it is appended",
    ),
    Row::new(
        &["NotEnoughReplicasAfterAppend"],
        Fact {
            executed: Executed::Yes,
            ..Fact::LOST
        },
        "Kafka, Errors: appended already, to too few replicas; sent again it is there twice",
    ),
    Row::new(
        &[
            "NotLeaderOrFollower",
            "NotLeaderForPartition",
            "UnknownTopicOrPartition",
            "CoordinatorNotAvailable",
            "NotCoordinator",
            "GroupCoordinatorNotAvailable",
            "NotCoordinatorForGroup",
            "NotCoordinatorForConsumer",
            "NotController",
        ],
        Fact::LOST,
        "Kafka, DelayedProduce and its kin: also said when the role was lost after the append, while others were waited for",
    ),
    Row::new(
        &[
            "LeaderNotAvailable",
            "UnknownTopicId",
            "InconsistentTopicId",
            "FencedLeaderEpoch",
            "UnknownLeaderEpoch",
            "CoordinatorLoadInProgress",
            "GroupLoadInProgress",
            "ControllerMoved",
            "StaleControllerEpoch",
            "BrokerNotAvailable",
            "ReplicaNotAvailable",
            "PreferredLeaderNotAvailable",
            "EligibleLeadersNotAvailable",
            "ListenerNotFound",
            "OffsetNotAvailable",
            "InvalidMetadata",
            "StaleMetadata",
            "StaleBrokerEpoch",
            "RebootstrapRequired",
            "LeaderChange",
            "WaitingForCoordinator",
            "WaitCoord",
        ],
        Fact::NOT_SENT,
        "Kafka, RetriableException: this broker does not serve it now; it refused before anything was done",
    ),
    Row::new(
        &[
            "ConcurrentTransactions",
            "UnstableOffsetCommit",
            "RebalanceInProgress",
            "OperationNotAttempted",
            "MemberIdRequired",
            "FetchSessionIdNotFound",
            "InvalidFetchSessionEpoch",
            "FetchSessionTopicId",
            "ShareSessionNotFound",
            "InvalidShareSessionEpoch",
            "CorruptRecord",
            "CorruptMessage",
            "InvalidMsg",
            "BadMsg",
        ],
        Fact::NOT_SENT,
        "Kafka, Errors: refused before anything was done, and right again when the other work or session is renewed",
    ),
    Row::new(
        &["BufferExhausted", "QueueFull"],
        Fact::NOT_SENT,
        "Kafka clients: the client's own buffer is full, so it was never sent",
    ),
    Row::new(
        &["ThrottlingQuotaExceeded", "ShareSessionLimitReached"],
        Fact::LIMITED,
        "Kafka, KIP-599: refused by a quota",
    ),
    Row::new(
        &["TransactionAbortable"],
        Fact::NOT_SENT.scoped(Scope::Transaction),
        "Kafka, KIP-890: abort, and run the whole transaction again",
    ),
    Row::new(
        &[
            "Timeout",
            "RequestTimedOut",
            "Disconnect",
            "Network",
            "TimedOut",
            "OperationTimedOut",
            "MsgTimedOut",
            "MessageTimedOut",
            "TimedOutQueue",
            "Transport",
            "BrokerTransportFailure",
            "AllBrokersDown",
            "KafkaStorage",
            "RetriableCommitFailed",
            "Retriable",
            "NodeUpdate",
            "UnknownProducerId",
        ],
        Fact::LOST,
        "Kafka, RetriableException: no answer came in time, or the connection or disk was lost; it may have been appended",
    ),
    Row::new(
        &["DuplicateSequence", "DuplicateSequenceNumber"],
        Fact {
            executed: Executed::Yes,
            ..Fact::CONFLICT
        },
        "Kafka, Errors: the records had been appended before",
    ),
    Row::new(
        &[
            "ProducerFenced",
            "InvalidProducerEpoch",
            "FencedInstanceId",
            "FencedMemberEpoch",
            "FencedStateEpoch",
            "Fenced",
            "IllegalGeneration",
            "UnknownMemberId",
            "CommitFailed",
            "StaleMemberEpoch",
            "UnreleasedInstanceId",
            "TopicAlreadyExists",
            "TopicExists",
            "GroupNotEmpty",
            "NonEmptyGroup",
            "GroupSubscribedToTopic",
            "ReassignmentInProgress",
            "DuplicateResource",
            "DuplicateBrokerRegistration",
            "DuplicateVoter",
            "ElectionNotNeeded",
            "NoReassignmentInProgress",
            "TransactionCoordinatorFenced",
        ],
        Fact::CONFLICT,
        "Kafka, Errors: another producer, member or request was there first",
    ),
    Row::new(
        &[
            "TopicAuthorization",
            "TopicAuthorizationFailed",
            "GroupAuthorization",
            "GroupAuthorizationFailed",
            "ClusterAuthorization",
            "ClusterAuthorizationFailed",
            "TransactionalIdAuthorization",
            "TransactionalIdAuthorizationFailed",
            "DelegationTokenAuthorization",
            "DelegationTokenAuthorizationFailed",
            "Authorization",
            "Authentication",
            "SaslAuthentication",
            "SaslAuthenticationFailed",
            "SslAuthentication",
            "Ssl",
            "UnsupportedSaslMechanism",
            "IllegalSaslState",
            "SecurityDisabled",
            "DelegationTokenAuthDisabled",
            "DelegationTokenDisabled",
            "DelegationTokenExpired",
            "DelegationTokenNotFound",
            "DelegationTokenOwnerMismatch",
            "DelegationTokenRequestNotAllowed",
            "InvalidPrincipalType",
            "PrincipalDeserialization",
            "PrincipalDeserializationFailure",
            "UnacceptableCredential",
        ],
        Fact::AUTH,
        "Kafka, Errors: not authenticated, or not authorized",
    ),
    Row::new(
        &[
            "GroupIdNotFound",
            "ResourceNotFound",
            "TransactionalIdNotFound",
            "LogDirNotFound",
            "BrokerIdNotRegistered",
            "VoterNotFound",
            "UnknownTopic",
            "UnknownPartition",
            "UnknownSubscriptionId",
        ],
        Fact::NOT_FOUND,
        "Kafka, Errors: not there",
    ),
    Row::new(
        &[
            "Config",
            "InvalidConfig",
            "InvalidConfiguration",
            "InvalidTopic",
            "RecordTooLarge",
            "MessageTooLarge",
            "MessageSizeTooLarge",
            "RecordBatchTooLarge",
            "RecordListTooLarge",
            "OffsetMetadataTooLarge",
            "InvalidRequiredAcks",
            "InvalidGroupId",
            "InvalidSessionTimeout",
            "InvalidTimestamp",
            "UnsupportedVersion",
            "InvalidPartitions",
            "InvalidReplicationFactor",
            "InvalidReplicaAssignment",
            "InvalidRequest",
            "UnsupportedForMessageFormat",
            "PolicyViolation",
            "InvalidRecord",
            "Serialization",
            "RecordDeserialization",
            "OffsetOutOfRange",
            "InvalidOffset",
            "NoOffsetForPartition",
            "InvalidCommitOffsetSize",
            "InconsistentGroupProtocol",
            "UnsupportedCompressionType",
            "InvalidTransactionTimeout",
            "InvalidTxnTimeout",
            "TopicDeletionDisabled",
            "InvalidRegularExpression",
            "PositionOutOfRange",
            "InvalidFetchSize",
            "InvalidFetch",
            "InvalidUpdateVersion",
            "FeatureUpdateFailed",
            "UnsupportedAssignor",
            "TelemetryTooLarge",
            "UnsupportedEndpointType",
            "MismatchedEndpointType",
            "InvalidRegistration",
            "InvalidArg",
            "InvalidRecordState",
            "GroupMaxSizeReached",
        ],
        Fact::BAD_INPUT,
        "Kafka, Errors: the record, the request or the configuration is wrong",
    ),
    Row::new(
        &[
            "OutOfOrderSequence",
            "OutOfOrderSequenceNumber",
            "InvalidTxnState",
            "InvalidProducerIdMapping",
            "InvalidPidMapping",
            "TransactionAborted",
        ],
        Fact::BROKEN,
        "Kafka, Errors: the producer is in a state from which no record can be sent",
    ),
    Row::new(
        &[
            "UnknownServer",
            "Unknown",
            "Fatal",
            "InconsistentVoterSet",
            "InconsistentClusterId",
            "SnapshotNotFound",
            "Schema",
            "Kafka",
        ],
        Fact::BROKEN_MIDWAY,
        "Kafka, Errors: an error of the server, of which nothing is known",
    ),
    Row::new(
        &["Interrupt", "Wakeup", "PurgeQueue", "PurgeInflight"],
        Fact::CANCELLED,
        "Kafka clients: the program called it off",
    ),
];
