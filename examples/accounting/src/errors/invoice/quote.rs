//! Quotes.

use super::CreateError;
use crate::codes::details::{QuoteInvalidStateState, QuoteNotQuoteDocumentType};

/// What keeps a quote from being found, numbered, answered or turned into an invoice.
#[derive(Debug, errtax::ToolError)]
pub enum QuoteError {
    /// There is no such quote.
    #[tool_error(QuoteNotFound)]
    NotFound {
        /// The id that was looked up.
        quote_id: String,
    },
    /// It is another kind of document.
    #[tool_error(QuoteNotQuote)]
    NotAQuote {
        /// The document.
        document_id: String,
        /// What it is.
        document_type: QuoteNotQuoteDocumentType,
    },
    /// Its state does not allow the step.
    #[tool_error(QuoteInvalidState)]
    State {
        /// The quote.
        quote_id: String,
        /// The state it is in.
        state: QuoteInvalidStateState,
    },
    /// The link that the customer followed leads nowhere.
    #[tool_error(QuoteTokenInvalid)]
    Link,
    /// It got no number.
    #[tool_error(QuoteNumberAssignFailed)]
    Number(#[source] rusqlite::Error),
    /// It did not become an invoice, or nobody knows.
    #[tool_error(infer, QuoteConversionFailed)]
    Conversion {
        /// The quote.
        quote_id: String,
        /// What the database said.
        source: rusqlite::Error,
    },
    /// The invoice made from it breaks a rule.
    #[tool_error(transparent)]
    Invoice(#[from] CreateError),
}
