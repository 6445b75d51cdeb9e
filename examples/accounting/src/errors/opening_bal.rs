//! Opening balances.

use crate::voucher::VoucherError;

/// What keeps opening balances from being set.
#[derive(Debug, errtax::ToolError)]
pub enum OpeningBalanceError {
    #[tool_error(OpeningBalPeriodNotFound)]
    PeriodNotFound { period_id: String },
    #[tool_error(transparent)]
    Voucher(#[from] VoucherError),
}
