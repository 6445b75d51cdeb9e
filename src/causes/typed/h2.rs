//! h2: what HTTP/2 says of a stream.

use ::h2::Reason;

use crate::causes::because::Because;
use crate::causes::chain::{Rank, Says};
use crate::causes::evidence::Phase;
use crate::causes::proof::Fact;

pub(super) fn says(error: &::h2::Error, phase: Phase) -> Says {
    // `source` of this type says nothing.
    if let Some(io) = error.get_io() {
        return super::io::says(io, phase);
    }
    let named = |name| Because::named("HTTP/2", name);
    let Some(reason) = error.reason() else {
        return Says::Nothing;
    };
    if error.is_remote() && error.is_reset() && reason == Reason::REFUSED_STREAM {
        return Says::Proves(Rank::NotSent, Fact::NOT_SENT.because(named("REFUSED_STREAM")));
    }
    if error.is_remote() && error.is_go_away() && reason == Reason::NO_ERROR {
        // A stream fails with this only if its number is above the last that the server took. Servers have been seen to
        // carry such a stream out all the same, so one more attempt is all that this is good for.
        return Says::Proves(
            Rank::NotSent,
            Fact::NOT_SENT.once().because(named("GOAWAY before this stream")),
        );
    }
    let (fact, name) = match reason {
        Reason::HTTP_1_1_REQUIRED => (Fact::BAD_INPUT, "HTTP_1_1_REQUIRED"),
        Reason::INADEQUATE_SECURITY => (Fact::AUTH, "INADEQUATE_SECURITY"),
        Reason::ENHANCE_YOUR_CALM => (Fact::LOST, "ENHANCE_YOUR_CALM"),
        Reason::CANCEL => (Fact::LOST, "CANCEL"),
        Reason::NO_ERROR => (Fact::LOST, "NO_ERROR"),
        Reason::INTERNAL_ERROR => (Fact::LOST, "INTERNAL_ERROR"),
        Reason::STREAM_CLOSED => (Fact::LOST, "STREAM_CLOSED"),
        Reason::SETTINGS_TIMEOUT => (Fact::LOST, "SETTINGS_TIMEOUT"),
        Reason::CONNECT_ERROR => (Fact::LOST, "CONNECT_ERROR"),
        Reason::PROTOCOL_ERROR => (Fact::UNREADABLE, "PROTOCOL_ERROR"),
        Reason::FRAME_SIZE_ERROR => (Fact::UNREADABLE, "FRAME_SIZE_ERROR"),
        Reason::COMPRESSION_ERROR => (Fact::UNREADABLE, "COMPRESSION_ERROR"),
        Reason::FLOW_CONTROL_ERROR => (Fact::UNREADABLE, "FLOW_CONTROL_ERROR"),
        _ => (Fact::LOST, "stream reset"),
    };
    Says::Proves(Rank::Io, fact.because(named(name)))
}
