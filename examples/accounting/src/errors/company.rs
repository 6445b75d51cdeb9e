//! Companies.

use std::error::Error;

/// What keeps a company from being found or set up.
#[derive(Debug, errtax::ToolError)]
pub enum CompanyError {
    #[tool_error(CompanyNotFound)]
    NotFound { company_id: String },
    #[tool_error(CompanyCreateDuplicateOrgNumber)]
    DuplicateOrgNumber { org_number: String },
    #[tool_error(CompanyCreateBasSeedFailed)]
    ChartNotSeeded {
        company_id: Option<String>,
        source: rusqlite::Error,
    },
    #[tool_error(CompanyCreateFailed)]
    CreateFailed(#[source] Box<dyn Error + Send + Sync>),
}
