//! Articles.

/// What keeps an article from being found, created, changed or deleted.
#[derive(Debug, errtax::ToolError)]
pub enum ArticleError {
    /// There is no such article.
    #[tool_error(ArticleNotFound)]
    NotFound {
        /// The id that was looked up.
        article_id: String,
    },
    /// Another article has the number.
    #[tool_error(ArticleDuplicateNumber)]
    DuplicateNumber {
        /// The number that is taken.
        article_number: String,
        /// The article that has it.
        article_id: String,
    },
    /// Nothing that is sold can be booked there.
    #[tool_error(ArticleRevenueAccountInvalid)]
    Account {
        /// The account number.
        account: String,
    },
    /// Invoices refer to it.
    #[tool_error(ArticleInUse)]
    InUse {
        /// The article.
        article_id: String,
        /// On how many invoices it is.
        invoice_count: Option<u32>,
    },
    /// It was not created, or nobody knows.
    #[tool_error(infer, ArticleCreateFailed)]
    Create(#[source] rusqlite::Error),
    /// It was not changed, or nobody knows.
    #[tool_error(infer, ArticleUpdateFailed)]
    Update {
        /// The article.
        article_id: String,
        /// What the database said.
        source: rusqlite::Error,
    },
    /// It was not deleted, or nobody knows.
    #[tool_error(infer, ArticleDeleteFailed)]
    Delete {
        /// The article.
        article_id: String,
        /// What the database said.
        source: rusqlite::Error,
    },
}
