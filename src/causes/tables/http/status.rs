//! What a status alone proves.

use crate::causes::proof::{Fact, Scope};
use crate::causes::tables::Row;
use crate::causes::tables::index::{Index, count};

/// The fact of a status; RFC 9110, 15: one that is not known is as the first of its hundred.
pub(super) fn find(status: u16) -> Option<Fact> {
    let known = |status: u16| INDEX.find(i64::from(status), "").map(|found| found.row.fact);
    known(status).or_else(|| match status {
        400..=499 => known(400),
        500..=599 => known(500),
        _ => None,
    })
}

static INDEX: Index<i64, { count(ROWS) }> = Index::of_numbers(ROWS);

pub(in crate::causes::tables) const ROWS: &[Row<i64>] = &[
    Row::new(&[429], Fact::LIMITED, "RFC 6585, 4: refused before any work"),
    Row::new(
        &[420, 430],
        Fact::LIMITED,
        "Twitter's and Shopify's own numbers for a rate limit",
    ),
    Row::new(
        &[509],
        Fact::EXHAUSTED,
        "cPanel and others: the bandwidth of the month is used up",
    ),
    Row::new(
        &[440, 498],
        Fact::AUTH.scoped(Scope::AfterReauth),
        "IIS and ArcGIS: the session or the token has run out",
    ),
    Row::new(
        &[444, 460],
        Fact::LOST,
        "nginx and AWS's load balancer: the connection was closed before an answer",
    ),
    Row::new(
        &[421],
        Fact::NOT_SENT.scoped(Scope::NewConnection),
        "RFC 9110, 15.5.20: this server does not answer for that name, so it did nothing",
    ),
    Row::new(
        &[425],
        Fact::NOT_SENT,
        "RFC 8470, 5.2: refused because it came in early data, where it might be a replay",
    ),
    Row::new(
        &[408],
        Fact::LOST,
        "RFC 9110, 15.5.9 says that it did not come whole; gateways send it for anything that took too long",
    ),
    Row::new(
        &[500],
        Fact::LOST,
        "AWS, Azure, Google storage and curl try again, AIP-194 does not; how far it came is not known",
    ),
    Row::new(
        &[502, 504],
        Fact::LOST,
        "Kubernetes, NewTimeoutError: the operation may still complete behind the gateway",
    ),
    Row::new(
        &[503],
        Fact::LOST,
        "RFC 9110, 15.6.4: overloaded; proxies send it after a reset too, with Retry-After as without",
    ),
    Row::new(
        &[520, 522, 524, 527],
        Fact::LOST,
        "curl and got: the edge had no answer of the origin, which may have been at work",
    ),
    Row::new(
        &[521, 523],
        Fact::NOT_SENT,
        "Cloudflare: the origin refused the connection, or is not reachable",
    ),
    Row::new(
        &[529],
        Fact::LOST,
        "Anthropic: overloaded; the vendor says so, which is strong, and no proof that nothing was done",
    ),
    Row::new(
        &[501, 505, 506, 508, 510],
        Fact::BROKEN,
        "go-retryablehttp leaves 501 out: the server does not do that, now or later",
    ),
    Row::new(
        &[507],
        Fact::UNAVAILABLE,
        "RFC 4918, 11.5: no room, until somebody makes some",
    ),
    Row::new(
        &[525, 526, 495, 496],
        Fact::AUTH,
        "Cloudflare and nginx: the certificate is not accepted, or none was shown",
    ),
    Row::new(
        &[401],
        Fact::AUTH.scoped(Scope::AfterReauth),
        "RFC 9110, 15.5.2: the credentials are missing or no longer valid",
    ),
    Row::new(
        &[403, 407, 511],
        Fact::AUTH,
        "RFC 9110 and RFC 6585: who is calling may not do that",
    ),
    Row::new(
        &[404, 410],
        Fact::NOT_FOUND,
        "RFC 9110: not there; zizmor#2000 sent four requests for each 404",
    ),
    Row::new(
        &[409],
        Fact::CONFLICT,
        "Kubernetes: read again, then apply the change to what is there. The SDKs of Stripe and OpenAI retry every 409",
    ),
    Row::new(
        &[412, 423],
        Fact::CONFLICT,
        "RFC 9110, RFC 4918: a precondition failed, or somebody holds the lock",
    ),
    Row::new(
        &[424],
        Fact::CONFLICT,
        "RFC 4918, 11.4: not done, because something it depends on failed",
    ),
    Row::new(&[499], Fact::CANCELLED, "nginx: the client closed the request"),
    Row::new(
        &[301, 307, 308],
        Fact::BAD_INPUT,
        "RFC 9110: it is elsewhere, and nobody followed",
    ),
    Row::new(
        &[400],
        Fact::BAD_INPUT,
        "RFC 9110, 15.5: the request is wrong, as are all of 400 to 499 that have no row",
    ),
];
