//! Documents: taking them into the archive, reading them, linking them to vouchers.

use std::io;

use errtax::Date;

use crate::database::DatabaseError;

/// What keeps a document out of the archive.
#[derive(Debug, errtax::ToolError)]
pub enum UploadError {
    #[tool_error(DocUploadNoFile)]
    NoFile,
    #[tool_error(DocUploadTooLarge)]
    TooLarge { size_bytes: u64, limit_bytes: u64 },
    #[tool_error(DocUploadUnsupportedType)]
    UnsupportedType { media_type: String, supported: Vec<String> },
    #[tool_error(DocUploadInvalidContent)]
    InvalidContent { media_type: String, found: Option<String> },
    #[tool_error(DocUploadPeriodLocked)]
    PeriodLocked { period_id: String, lock_date: Date },
    #[tool_error(infer, DocUploadStorageFailed)]
    StorageFailed(#[source] io::Error),
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps a document from being read.
#[derive(Debug, errtax::ToolError)]
pub enum DownloadError {
    #[tool_error(DocNotFound)]
    NotFound { document_id: String },
    /// The record is there and the file is not. The cause must not decide here: an agent that is told "not found" takes
    /// it for the answer and moves on.
    #[tool_error(DocDownloadFailed)]
    FileMissing { document_id: String },
    #[tool_error(infer, DocDownloadFailed)]
    Failed { document_id: String, source: io::Error },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps a document from being linked to a voucher.
#[derive(Debug, errtax::ToolError)]
pub enum LinkError {
    #[tool_error(DocNotFound)]
    NotFound { document_id: String },
    #[tool_error(DocLinkEntryNotFound)]
    VoucherNotFound { voucher_id: String },
    #[tool_error(DocLinkAlreadyLinked)]
    AlreadyLinked { document_id: String, voucher_id: String },
    #[tool_error(infer, DocLinkFailed)]
    Failed {
        document_id: String,
        voucher_id: String,
        source: rusqlite::Error,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
