//! The annual report and its filing with the Companies Registration Office.

use std::io;

use errtax::{Date, DateTime};

use crate::codes::details::ArsredovisningVersionNotSignableState;
use crate::database::DatabaseError;

/// What keeps a request from the office: the way there.
#[derive(Debug, errtax::ToolError)]
pub enum OfficeError {
    /// The office failed, by its own account.
    #[tool_error(BolagsverketApiError)]
    Api {
        #[tool_error(skip)]
        status: u16,
    },
    /// No answer, and the cause knows how far the request got.
    #[tool_error(infer, InternalError)]
    Transport(#[from] io::Error),
    #[tool_error(BolagsverketInvalidEnvironment)]
    NoSuchEnvironment { environment: String },
    #[tool_error(BolagsverketEnvNotAllowed)]
    EnvironmentNotAllowed { environment: String, ceiling: String },
    #[tool_error(BolagsverketConfigMissing)]
    ConfigMissing { settings: Vec<String> },
    #[tool_error(BolagsverketNotReleased)]
    NotReleased,
    #[tool_error(BolagsverketNoSubscription)]
    NoSubscription,
}

/// What keeps an annual report from being filed.
#[derive(Debug, errtax::ToolError)]
pub enum FilingError {
    #[tool_error(BolagsverketForbidden)]
    Forbidden { role: Option<String> },
    #[tool_error(BolagsverketSubmissionExists)]
    UnderWay {
        fiscal_year: i32,
        filing_id: String,
        filed_at: Option<DateTime>,
    },
    #[tool_error(BolagsverketVersionNotFound)]
    VersionNotFound { fiscal_year: i32, version_id: String },
    #[tool_error(BolagsverketVersionNotSigned)]
    NotSigned { version_id: String, open: Option<u32> },
    #[tool_error(BolagsverketDigitalIneligible)]
    Ineligible { reasons: Vec<String>, count: usize },
    #[tool_error(BolagsverketSignatureEvidenceIncomplete)]
    EvidenceIncomplete {
        version_id: String,
        count: usize,
        /// Declared sensitive: they go to the log alone.
        signers: Vec<String>,
    },
    #[tool_error(BolagsverketCertificateSignerMismatch)]
    CertificateSigner {
        version_id: String,
        /// Declared sensitive: it goes to the log alone.
        named: Option<String>,
    },
    #[tool_error(BolagsverketArelleUnavailable)]
    ValidatorUnavailable(#[source] io::Error),
    #[tool_error(BolagsverketArelleFailed)]
    ValidatorRefused {
        version_id: String,
        count: usize,
        errors: Vec<String>,
    },
    #[tool_error(transparent)]
    Office(#[from] OfficeError),
}

/// What keeps an annual report from being edited, frozen or signed.
#[derive(Debug, errtax::ToolError)]
pub enum AnnualReportError {
    #[tool_error(ArsredovisningIncomplete)]
    Incomplete {
        fiscal_year: i32,
        parts: Vec<String>,
        count: usize,
    },
    #[tool_error(ArsredovisningVersionNotSignable)]
    NotSignable {
        fiscal_year: i32,
        version_id: String,
        state: ArsredovisningVersionNotSignableState,
    },
    #[tool_error(ArsredovisningSignatureDateInvalid)]
    SignatureDate { signed_on: Date, frozen_on: Date },
    #[tool_error(ArsredovisningSignerRosterLocked)]
    RosterLocked { version_id: String },
    #[tool_error(ArsredovisningSignerAlreadyExists)]
    SignerExists {
        fiscal_year: i32,
        role: String,
        /// Declared sensitive: it goes to the log alone.
        signer: Option<String>,
    },
    #[tool_error(ArsredovisningRegistered)]
    Registered {
        fiscal_year: i32,
        registered_on: Option<Date>,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
