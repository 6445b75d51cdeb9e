//! Spreading one bank transaction over several invoices.

use std::io;

use errtax::Date;

use crate::codes::details::{
    BatchDirectionMismatchDirection, BatchInvoiceNotOpenStatus, BatchSupplierInvoiceNotOpenStatus,
};
use crate::database::DatabaseError;
use crate::money::Amount;

/// What keeps one bank transaction from being spread over several invoices.
#[derive(Debug, errtax::ToolError)]
pub enum MatchBatchError {
    #[tool_error(BatchTxNotFound)]
    TxNotFound { transaction_id: String },
    #[tool_error(BatchUnauthorized)]
    Unauthorized { role: Option<String> },
    #[tool_error(BatchTxAlreadyBooked)]
    TxAlreadyBooked { transaction_id: String, voucher_id: String },
    #[tool_error(BatchTxZeroAmount)]
    TxZeroAmount { transaction_id: String },
    #[tool_error(BatchNoAllocations)]
    NoAllocations,
    #[tool_error(BatchInvalidAmount)]
    InvalidAmount { position: u32, amount: Amount },
    #[tool_error(BatchDuplicateAllocation)]
    DuplicateAllocation { invoice: String, positions: Vec<u32> },
    #[tool_error(BatchInvalidKind)]
    InvalidKind { position: u32, kind: String },
    #[tool_error(BatchInvoiceNotFound)]
    InvoiceNotFound { position: u32, invoice_no: i64 },
    #[tool_error(BatchInvoiceNotOpen)]
    InvoiceNotOpen {
        position: u32,
        invoice_no: i64,
        status: BatchInvoiceNotOpenStatus,
    },
    #[tool_error(BatchSupplierInvoiceNotFound)]
    SupplierInvoiceNotFound { position: u32, invoice_id: String },
    #[tool_error(BatchSupplierInvoiceNotOpen)]
    SupplierInvoiceNotOpen {
        position: u32,
        invoice_id: String,
        status: BatchSupplierInvoiceNotOpenStatus,
    },
    #[tool_error(BatchOvershoot)]
    Overshoot {
        position: u32,
        amount: Amount,
        remaining: Amount,
    },
    #[tool_error(BatchAmountExceedsTx)]
    AmountExceedsTx { allocated: Amount, amount: Amount },
    #[tool_error(BatchAmountBelowTx)]
    AmountBelowTx { allocated: Amount, amount: Amount },
    #[tool_error(BatchMixedKindsUnsupported)]
    MixedKindsUnsupported {
        customer_invoices: Option<u32>,
        supplier_invoices: Option<u32>,
    },
    #[tool_error(BatchDirectionMismatch)]
    DirectionMismatch {
        transaction_id: String,
        direction: BatchDirectionMismatchDirection,
    },
    #[tool_error(BatchCurrencyMismatch)]
    CurrencyMismatch {
        position: u32,
        invoice_currency: String,
        transaction_currency: String,
    },
    #[tool_error(BatchFxRateMissing)]
    FxRateMissing {
        position: u32,
        currency: String,
        date: Date,
    },
    #[tool_error(BatchFxDeviationTooLarge)]
    FxDeviationTooLarge {
        position: u32,
        currency: String,
        given_rate: f64,
        official_rate: f64,
        limit_percent: Option<f64>,
    },
    #[tool_error(BatchNoFiscalPeriod)]
    NoFiscalPeriod { date: Date },
    #[tool_error(BatchPeriodLocked)]
    PeriodLocked {
        period_id: String,
        date: Date,
        lock_date: Date,
    },
    #[tool_error(infer, BatchRpcFailed)]
    RpcFailed {
        transaction_id: Option<String>,
        source: io::Error,
    },
    #[tool_error(transparent)]
    Database(#[from] DatabaseError),
}
