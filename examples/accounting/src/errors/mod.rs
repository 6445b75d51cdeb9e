//! The errors of the rest of the server, by section of the registry: what a whole bookkeeping system raises.
//!
//! The eight tools of this example raise those of the modules beside this one. These stand here as a team would write
//! them: one enum for what one operation can meet, `transparent` where it passes on another's failure, `infer` where what
//! failed is undone as a whole and so its cause decides, and a fixed code where earlier steps of the operation stay.

#![allow(
    missing_docs,
    reason = "a variant is a code and a field its detail: the registry documents both"
)]

pub mod api_key;
pub mod article;
pub mod assets;
pub mod bolagsverket;
pub mod bookkeeping;
pub mod bulk_book;
pub mod bulk_import;
pub mod company;
pub mod customer;
pub mod dimension;
pub mod document;
pub mod fx;
pub mod generic;
pub mod invoice;
pub mod link_invoice_voucher;
pub mod link_si_voucher;
pub mod link_tx_je;
pub mod match_batch;
pub mod match_invoice;
pub mod match_si;
pub mod opening_bal;
pub mod opening_balance_import;
pub mod period;
pub mod provider_migration;
pub mod ps_report;
pub mod register_import;
pub mod report;
pub mod salary;
pub mod sie_export;
pub mod sie_import;
pub mod skatteverket;
pub mod supplier;
pub mod supplier_invoice;
pub mod supplier_invoice_wave4;
pub mod tax_decl;
pub mod transactions;
pub mod vat_report;
pub mod year_end;
