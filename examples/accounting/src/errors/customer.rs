//! The customer register.

use std::error::Error;

use crate::codes::details::CustomerPersonalNumberNotAllowedCustomerType;

/// What keeps a customer from being found, created, changed or deleted.
#[derive(Debug, errtax::ToolError)]
pub enum CustomerError {
    /// There is no such customer.
    #[tool_error(CustomerNotFound)]
    NotFound {
        /// The id that was looked up.
        customer_id: String,
    },
    /// Another customer has the organisation number.
    #[tool_error(CustomerDuplicateOrgNumber)]
    DuplicateOrgNumber {
        /// The customer that has it.
        customer_id: String,
    },
    /// Invoices name it as their buyer.
    #[tool_error(CustomerHasInvoices)]
    HasInvoices {
        /// The customer.
        customer_id: String,
        /// How many invoices there are.
        count: u32,
    },
    /// It was not created, or nobody knows.
    #[tool_error(infer, CustomerCreateFailed)]
    Create(#[source] rusqlite::Error),
    /// It was not changed, or nobody knows.
    #[tool_error(infer, CustomerUpdateFailed)]
    Update {
        /// The customer.
        customer_id: String,
        /// What the database said.
        source: rusqlite::Error,
    },
    /// It was not deleted, or nobody knows.
    #[tool_error(infer, CustomerDeleteFailed)]
    Delete {
        /// The customer.
        customer_id: String,
        /// What the database said.
        source: rusqlite::Error,
    },
    /// The matter is the customer's personal identity number.
    #[tool_error(transparent)]
    PersonalNumber(#[from] PersonalNumberError),
}

/// What keeps a personal identity number from being stored or shown.
#[derive(Debug, errtax::ToolError)]
pub enum PersonalNumberError {
    /// None is stored.
    #[tool_error(CustomerNoPersonalNumber)]
    NoneStored {
        /// The customer.
        customer_id: String,
    },
    /// It cannot be decrypted any more.
    #[tool_error(CustomerPersonalNumberUnreadable)]
    Unreadable {
        /// The customer.
        customer_id: String,
        /// What the decryption said.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The customer is not a person.
    #[tool_error(CustomerPersonalNumberNotAllowed)]
    NotAPerson {
        /// What it is.
        customer_type: CustomerPersonalNumberNotAllowedCustomerType,
    },
}
