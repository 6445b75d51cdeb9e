// A wrong identifier, a missing, an extra and a mistyped detail, of another crate's codes: four errors, each at the
// token that is wrong, and no more.

use errtax::{Date, ToolError};

#[derive(Debug, ToolError)]
#[tool_error(codes = fixture_codes::codes)]
enum Voucher {
    #[tool_error(PeriodLockd)]
    Wrong { period_id: String, lock_date: Date },
    #[tool_error(PeriodLocked)]
    Missing { period_id: String },
    #[tool_error(PeriodLocked)]
    Extra { period_id: String, lock_date: Date, lock_day: Date },
    VoucherUnbalanced { debit: std::time::Duration, credit: i64 },
}

fn main() {}
