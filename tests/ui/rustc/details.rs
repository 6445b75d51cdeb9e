// What else can be wrong with a detail.

pub use fixture_codes::codes;

use errtax::{Date, ToolError};

#[derive(Debug, ToolError)]
enum Details<T> {
    // An `Option` does not fill a detail that is required.
    PeriodLocked { period_id: Option<String>, lock_date: Date },
    // Every missing detail of a variant is named, one after the other.
    VoucherUnbalanced {},
    // An enum detail is its own type, or a text where it is open.
    #[tool_error(AllOptional)]
    Enums { state: codes::details::AllTypesMode, mode: String },
    // A name that is given, but not the code's.
    #[tool_error(KeepOut)]
    Renamed(#[tool_error(detail = "reason")] String),
    // A type parameter that cannot be shown to fill it is bounded where it is used.
    PartlyDone { landed: T },
}

fn uses(error: &Details<std::thread::ThreadId>) -> &'static str {
    error.spec().code
}

// The default code must be enough for a variant that gives nothing.
#[derive(Debug, ToolError)]
#[tool_error(default = VoucherUnbalanced)]
enum Defaulted {
    One,
    Two,
    Three {
        #[tool_error(detail = "debit")]
        debit: i64,
    },
}

fn main() {}
