//! rustls.

use ::rustls::{AlertDescription, Error, InvalidMessage};

use crate::causes::because::Because;
use crate::causes::chain::{Rank, Says};
use crate::causes::evidence::Phase;
use crate::causes::proof::{Fact, Proof};

/// What an error of TLS says. Whether it is of the handshake, only those around it know.
pub(super) fn says(error: &Error, phase: Phase) -> Says {
    let named = |fact: Fact, name| fact.because(Because::named("TLS", name));
    let proof = match error {
        Error::InvalidCertificate(_) => named(Fact::AUTH, "certificate does not hold"),
        Error::InvalidCertRevocationList(_) => named(Fact::AUTH, "revocation list does not hold"),
        Error::NoCertificatesPresented => named(Fact::AUTH, "no certificate was presented"),
        Error::AlertReceived(alert) => of_alert(*alert, phase),
        // The first bytes are not of TLS: the port speaks something else.
        Error::InvalidMessage(InvalidMessage::InvalidContentType) => {
            named(Fact::BAD_INPUT, "other side does not speak it")
        }
        Error::InvalidMessage(_) | Error::InappropriateMessage { .. } | Error::InappropriateHandshakeMessage { .. } => {
            named(garbled(phase), "message does not parse")
        }
        Error::PeerIncompatible(_) | Error::NoApplicationProtocol => named(Fact::BAD_INPUT, "nothing in common"),
        Error::UnsupportedNameType | Error::InconsistentKeys(_) | Error::BadMaxFragmentSize => {
            named(Fact::BAD_INPUT, "settings do not fit")
        }
        Error::DecryptError | Error::PeerMisbehaved(_) | Error::PeerSentOversizedRecord => {
            named(garbled(phase), "other side misbehaved")
        }
        Error::HandshakeNotComplete => named(Fact::NOT_SENT, "handshake not complete"),
        Error::FailedToGetCurrentTime | Error::FailedToGetRandomBytes => {
            named(Fact::BROKEN, "no clock or no randomness")
        }
        _ => return Says::Nothing,
    };
    Says::Proves(Rank::Code, proof)
}

fn garbled(phase: Phase) -> Fact {
    match phase {
        Phase::Connect => Fact::BAD_INPUT,
        Phase::InFlight | Phase::Unknown => Fact::UNREADABLE,
    }
}

fn of_alert(alert: AlertDescription, phase: Phase) -> Proof {
    let (fact, name) = match alert {
        AlertDescription::BadCertificate
        | AlertDescription::UnsupportedCertificate
        | AlertDescription::CertificateRevoked
        | AlertDescription::CertificateExpired
        | AlertDescription::CertificateUnknown
        | AlertDescription::CertificateRequired
        | AlertDescription::NoCertificate
        | AlertDescription::UnknownCA
        | AlertDescription::AccessDenied
        | AlertDescription::UnknownPSKIdentity => (Fact::AUTH, "alert: certificate refused"),
        AlertDescription::HandshakeFailure
        | AlertDescription::ProtocolVersion
        | AlertDescription::InsufficientSecurity
        | AlertDescription::UnrecognisedName
        | AlertDescription::NoApplicationProtocol
        | AlertDescription::UnsupportedExtension
        | AlertDescription::IllegalParameter => (Fact::BAD_INPUT, "alert: nothing in common"),
        AlertDescription::InternalError | AlertDescription::UserCanceled | AlertDescription::CloseNotify => match phase
        {
            Phase::Connect => (Fact::NOT_SENT, "alert: the other side is in trouble"),
            Phase::InFlight | Phase::Unknown => (Fact::LOST, "alert: the other side is in trouble"),
        },
        _ => (garbled(phase), "alert: the other side cannot read this"),
    };
    fact.because(Because::named("TLS", name))
}
