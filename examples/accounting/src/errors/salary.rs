//! Payroll.

use std::error::Error;
use std::io;

use errtax::Date;

use crate::codes::details::{
    SalaryPayslipsSendInvalidStatusState, SalaryRunBookNotPaidState, SalaryRunCalculateNotDraftState,
    SalaryRunDeleteNotDraftState, SalaryRunEmployeesNotDraftState, SalaryRunLineNotDraftState,
    SalaryRunMarkPaidNotApprovedState, SalaryRunPatchNotDraftState,
};
use crate::database::DatabaseError;
use crate::money::Amount;

/// What keeps a salary run from being set up, edited or deleted.
#[derive(Debug, errtax::ToolError)]
pub enum SalaryRunError {
    #[tool_error(SalaryRunNotFound)]
    NotFound { salary_run_id: String },
    #[tool_error(SalaryRunDuplicatePeriod)]
    DuplicatePeriod { period: String, salary_run_id: String },
    #[tool_error(infer, SalaryRunCreateFailed)]
    CreateFailed {
        period: String,
        source: Box<dyn Error + Send + Sync>,
    },
    #[tool_error(SalaryRunPatchNotDraft)]
    PatchNotDraft {
        salary_run_id: String,
        state: SalaryRunPatchNotDraftState,
    },
    #[tool_error(SalaryRunDeleteNotDraft)]
    DeleteNotDraft {
        salary_run_id: String,
        state: SalaryRunDeleteNotDraftState,
    },
    #[tool_error(SalaryRunDeleteHasJournalEntry)]
    HasJournalEntry { salary_run_id: String, voucher_id: String },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps employees and their lines from going into a run, or out of it.
#[derive(Debug, errtax::ToolError)]
pub enum RosterError {
    #[tool_error(SalaryRunNoEmployees)]
    NoEmployees {
        salary_run_id: String,
        active_employees: Option<u32>,
    },
    #[tool_error(SalaryRunEmployeeNotFound)]
    NotInRun { salary_run_id: String, employee_id: String },
    #[tool_error(SalaryRunEmployeeDuplicate)]
    InRunAlready { salary_run_id: String, employee_id: String },
    #[tool_error(SalaryRunEmployeesNotDraft)]
    RosterFixed {
        salary_run_id: String,
        state: SalaryRunEmployeesNotDraftState,
    },
    #[tool_error(SalaryLineNotFound)]
    NoSuchLine { salary_run_id: String, line_id: String },
    #[tool_error(SalaryRunLineNotDraft)]
    LinesFixed {
        salary_run_id: String,
        state: SalaryRunLineNotDraftState,
    },
    #[tool_error(transparent)]
    Run(#[from] SalaryRunError),
}

/// What keeps a run from its next state: calculated, approved, paid, booked.
#[derive(Debug, errtax::ToolError)]
pub enum LifecycleError {
    #[tool_error(SalaryRunCalculateNotDraft)]
    CalculatedAlready {
        salary_run_id: String,
        state: SalaryRunCalculateNotDraftState,
    },
    #[tool_error(SalaryRunTaxTableMissing)]
    TaxTablesMissing { year: i32, tables: Vec<i64> },
    /// The service that has the tables did not give them: the cause says whether to ask again.
    #[tool_error(infer, InternalError)]
    TaxTablesNotRead(#[source] io::Error),
    /// Saved employee by employee, so what stopped it proves nothing of those before.
    #[tool_error(SalaryRunCalculateFailed)]
    CalculateFailed {
        salary_run_id: String,
        employee_id: Option<String>,
        source: Box<dyn Error + Send + Sync>,
    },
    #[tool_error(SalaryRunNotCalculated)]
    NotCalculated { salary_run_id: String },
    #[tool_error(SalaryRunApproveNotReview)]
    NotInReview { salary_run_id: String },
    #[tool_error(SalaryRunApproveValidationFailed)]
    ProblemsLeft {
        salary_run_id: String,
        count: usize,
        problems: Vec<String>,
    },
    #[tool_error(SalaryRunMarkPaidNotApproved)]
    NotApproved {
        salary_run_id: String,
        state: SalaryRunMarkPaidNotApprovedState,
    },
    #[tool_error(SalaryRunBookNotPaid)]
    NotPaid {
        salary_run_id: String,
        state: SalaryRunBookNotPaidState,
    },
    #[tool_error(SalaryRunAlreadyBooked)]
    BookedAlready {
        salary_run_id: String,
        voucher_ids: Vec<String>,
    },
    #[tool_error(SalaryRunPeriodLocked)]
    PeriodLocked {
        salary_run_id: String,
        period_id: String,
        lock_date: Date,
        payment_date: Option<Date>,
    },
    /// One voucher after the other: a lock not obtained for the third proves nothing of the first two.
    #[tool_error(SalaryRunBookFailed)]
    BookFailed {
        salary_run_id: String,
        source: Box<dyn Error + Send + Sync>,
    },
    #[tool_error(transparent)]
    Roster(#[from] RosterError),
    #[tool_error(transparent)]
    Run(#[from] SalaryRunError),
}

/// What keeps an absence from being registered.
#[derive(Debug, errtax::ToolError)]
pub enum AbsenceError {
    #[tool_error(AbsenceRangeTooLarge)]
    RangeTooLarge { days: u32, limit_days: u32 },
    #[tool_error(AbsenceHoursConflict)]
    HoursConflict {
        employee_id: String,
        date: Date,
        registered_hours: Option<f64>,
    },
    #[tool_error(transparent)]
    Employee(#[from] EmployeeError),
}

/// What keeps a vacation year from being closed, and balances from being read or set.
#[derive(Debug, errtax::ToolError)]
pub enum VacationError {
    #[tool_error(VacationYearNotEnded)]
    NotEnded { vacation_year: i32, last_day: Date },
    #[tool_error(VacationYearAlreadyClosed)]
    AlreadyClosed {
        vacation_year: i32,
        closed_on: Option<Date>,
    },
    /// The days are carried over, and the transaction with the voucher was rolled back.
    #[tool_error(VacationCloseAdjustmentFailed)]
    AdjustmentMissing {
        vacation_year: i32,
        adjustment: Amount,
        closing_id: Option<String>,
        source: DatabaseError,
    },
    #[tool_error(VacationBalanceNotFound)]
    NoBalance { employee_id: String, vacation_year: i32 },
    #[tool_error(OpeningBalancesLocked)]
    OpeningBalancesLocked { employee_id: String, salary_run_id: String },
    #[tool_error(transparent)]
    Employee(#[from] EmployeeError),
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}

/// What keeps payslips from going out.
#[derive(Debug, errtax::ToolError)]
pub enum PayslipError {
    #[tool_error(SalaryPayslipsSendInvalidStatus)]
    NotApproved {
        salary_run_id: String,
        state: SalaryPayslipsSendInvalidStatusState,
    },
    #[tool_error(SalaryPayslipsNoEmployees)]
    NobodySelected {
        salary_run_id: String,
        employee_ids: Vec<String>,
    },
    #[tool_error(transparent)]
    Run(#[from] SalaryRunError),
}

/// What keeps an employer declaration (AGI) from being generated.
#[derive(Debug, errtax::ToolError)]
pub enum AgiError {
    #[tool_error(AgiNoSalaryRun)]
    NoRun { period: String },
    #[tool_error(AgiGenerateNotBookable)]
    RunIsDraft { salary_run_id: String },
    #[tool_error(AgiFskattVerificationFailed)]
    FskattNotConfirmed { count: usize, payee_ids: Vec<String> },
    /// The register of F-tax approvals gave no answer: the cause says whether to ask again.
    #[tool_error(infer, AgiGenerationFailed)]
    RegisterSilent { period: String, source: io::Error },
    #[tool_error(AgiIncompleteData)]
    IncompleteData { missing: Vec<String> },
    #[tool_error(infer, AgiGenerationFailed)]
    GenerationFailed {
        period: String,
        source: Box<dyn Error + Send + Sync>,
    },
    #[tool_error(transparent)]
    Run(#[from] SalaryRunError),
}

/// What keeps an employee from being found or entered.
#[derive(Debug, errtax::ToolError)]
pub enum EmployeeError {
    EmployeeNotFound {
        employee_id: String,
    },
    #[tool_error(EmployeeDuplicatePersonnummer)]
    DuplicatePersonnummer {
        employee_id: String,
        active: Option<bool>,
        /// Declared sensitive: it goes to the log alone.
        personnummer: Option<String>,
    },
}
