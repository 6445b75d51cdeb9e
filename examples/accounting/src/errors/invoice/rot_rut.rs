//! Tax reductions for work in homes, which Skatteverket pays out.

use std::io;

use serde_json::{Map, Value};

use crate::codes::details::{
    RotRutInvalidStatusTransitionRequested, RotRutInvalidStatusTransitionStatus, RotRutSettleInvalidStateStatus,
};

/// What keeps a payout for ROT or RUT work from being requested, decided or booked.
#[derive(Debug, errtax::ToolError)]
pub enum RotRutError {
    /// There is no such request.
    #[tool_error(RotRutRequestNotFound)]
    NotFound {
        /// The id that was looked up.
        request_id: String,
    },
    /// No invoice of those chosen can be claimed.
    #[tool_error(RotRutNoEligibleInvoices)]
    NoneEligible {
        /// How many were chosen.
        count: u32,
        /// What stands in the way, by invoice id.
        blockers: Map<String, Value>,
    },
    /// Some invoices cannot be claimed.
    #[tool_error(RotRutInvoicesBlocked)]
    Blocked {
        /// How many they are.
        count: u32,
        /// Which.
        invoice_ids: Vec<String>,
        /// What stands in the way, by invoice id.
        blockers: Option<Map<String, Value>>,
    },
    /// Some invoices are claimed already.
    #[tool_error(RotRutInvoiceConflict)]
    Claimed {
        /// The request that covers them.
        request_id: String,
        /// Which.
        invoice_ids: Vec<String>,
    },
    /// The request does not go from here to there.
    #[tool_error(RotRutInvalidStatusTransition)]
    Transition {
        /// The request.
        request_id: String,
        /// The state it is in.
        status: RotRutInvalidStatusTransitionStatus,
        /// The state that was asked for.
        requested: RotRutInvalidStatusTransitionRequested,
    },
    /// There is no payout to book for it.
    #[tool_error(RotRutSettleInvalidState)]
    Settle {
        /// The request.
        request_id: String,
        /// The state it is in.
        status: RotRutSettleInvalidStateStatus,
    },
    /// The file was not written.
    #[tool_error(infer, RotRutFileCreateFailed)]
    File(#[source] io::Error),
    /// The decision is for another company.
    #[tool_error(RotRutBeslutWrongCompany)]
    WrongCompany {
        /// The number in the file: declared sensitive, because a sole trader's is a personal one.
        file_org_number: Option<String>,
    },
}
