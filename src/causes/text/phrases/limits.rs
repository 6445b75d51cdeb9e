//! What says that a limit was reached.

use super::Meaning::{self, Proves};
use super::Weight::{Certain, Passing};
use crate::causes::proof::Fact;

pub(super) const PHRASES: &[(Meaning, &str)] = &[
    // One that passes.
    (
        Proves(Passing, Fact::LIMITED),
        "
api rate limit exceeded
bandwidthlimitexceeded
concurrency limit exceeded
ec2throttledexception
es_rejected_execution_exception
exceeded a secondary rate limit
exceeded call rate limit
exceeded rate limit
exceeded the rate limit
exceeded your rate limit
greylisted
greylisting in action
hit the rate limit
please reduce your request rate
priorrequestnotcomplete
provisioned throughput exceeded
provisionedthroughputexceededexception
quota exceeded for quota metric * and limit * per minute
rate exceeded$
rate limit exceeded
rate limit hit
rate limit reached
rate limited
rate_limit_error
rate_limit_exceeded
rate_limited
ratelimiterror
ratelimitexceeded
ratelimitreached
reduce your request rate
request limit is # and has been reached
request rate too large
request was denied due to user flow control
request was throttled
request was throttled. expected available in
requestlimitexceeded
requests per minute
requeststhrottled
requestthrottled
requestthrottledexception
resource has been exhausted
secondary rate limit
server busy
server is busy
serverbusy
slowdown:
subscriptionrequeststhrottled
throttled
throttlederror
throttledexception
throttling:
throttlingexception
throttlingexception: rate exceeded
tokens per min
tokens per minute
too many concurrent requests
too many requests
toomanyrequests
toomanyrequestserror
toomanyrequestsexception
userratelimitexceeded
",
    ),
    // One that does not pass while a task runs: a day's, a month's, a bill.
    (
        Proves(Certain, Fact::EXHAUSTED),
        "
billing_hard_limit_reached
billing_not_active
credit balance is too low
daily api limit
daily limit
daily limit exceeded
daily quota
daily request limit
dailylimitexceeded
exceeded your current quota
hard limit has been reached
insufficient balance
insufficient credits
insufficient funds
insufficient_quota
monthly api limit
monthly limit
monthly quota
monthly request limit
payment required
per day
perday
perproject perday
quota exhausted
quota_exceeded
quotaexceeded
requests per day
requests per month
spending limit
tokens per day
usage limit reached
",
    ),
];
