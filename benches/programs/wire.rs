//! What an error becomes: the wire JSON, and `Display`. `benches/wire` builds and runs this.
//!
//! The JSON of `serde_json` is that of a struct written by hand, and byte by byte errtax's; that is asserted before
//! anything is measured. Both begin with an error's fields and end with a `String`: they fill in the message, and build
//! what they serialize. So does the second one of serde_json, which serializes the message without a `String` of its
//! own. The third one has the message ready, which errtax never has.
//!
//! masterror's errors carry a code, a message and fields too, and its derive writes `Display`. What a client gets of
//! them is another object (RFC 7807: with a title, a status and a gRPC code, without action, hint and next call), so
//! only the whole way from a typed error to that client's JSON compares, and only roughly. It takes its error by value;
//! the fields are constants here, so that a copy of it costs nothing.

mod pairs;

use std::fmt::{Display, Write as _};
use std::hint::black_box;

use errtax::ToolError;
use errtax::wire::{Call, Envelope};
use masterror::{AppCode, AppErrorKind, Masterror, ProblemJson, field};
use pairs::{Contestant, compare};
use serde::Serialize;

errtax::include_registry!();

#[derive(Debug, ToolError)]
enum Ours {
    PeriodLocked {
        period_id: String,
        lock_date: String,
        open_vouchers: i64,
    },
    LedgerClosed,
    ImportRejected {
        column: String,
        found: String,
        line: i64,
    },
}

#[derive(Debug, thiserror::Error)]
enum ByHand {
    #[error("Fiscal period {period_id} is locked since {lock_date}.")]
    PeriodLocked {
        period_id: String,
        lock_date: String,
        open_vouchers: i64,
    },
    #[error("The ledger is closed, so nothing was posted.")]
    LedgerClosed,
    #[error("Line {line} was not imported: {found} is no value of {column}.")]
    ImportRejected { column: String, found: String, line: i64 },
}

#[derive(Clone, Copy, Debug, Masterror)]
#[error("Fiscal period {period_id} is locked since {lock_date}.")]
#[masterror(
    code = AppCode::Conflict,
    category = AppErrorKind::Conflict,
    message,
    telemetry(
        Some(field::str("lock_date", lock_date)),
        Some(field::i64("open_vouchers", open_vouchers)),
        Some(field::str("period_id", period_id))
    )
)]
struct Theirs {
    period_id: &'static str,
    lock_date: &'static str,
    open_vouchers: i64,
}

#[derive(Serialize)]
struct Wire<'a, M> {
    error: Body<'a, M>,
}

#[derive(Serialize)]
struct Body<'a, M> {
    code: Code,
    class: Class,
    action: Action,
    retryable: bool,
    executed: Executed,
    message: M,
    hint: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Next<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Details<'a>>,
}

#[derive(Serialize, strum::Display)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
enum Code {
    PeriodLocked,
    LedgerClosed,
    ImportRejected,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Class {
    Precondition,
    BadInput,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    FixState,
    FixInput,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Executed {
    No,
}

#[derive(Serialize)]
struct Next<'a> {
    tool: &'static str,
    args: Args<'a>,
}

#[derive(Serialize)]
struct Args<'a> {
    period_id: &'a str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Details<'a> {
    PeriodLocked {
        lock_date: &'a str,
        open_vouchers: i64,
        period_id: &'a str,
    },
    ImportRejected {
        column: &'a str,
        found: &'a str,
        line: i64,
    },
}

impl ByHand {
    fn wire<M>(&self, message: M) -> Wire<'_, M> {
        let (code, class, action, hint, next, details) = match self {
            Self::PeriodLocked {
                period_id,
                lock_date,
                open_vouchers,
            } => (
                Code::PeriodLocked,
                Class::Precondition,
                Action::FixState,
                "Call unlock_period first, or date the voucher in an open period.",
                Some(Next {
                    tool: "unlock_period",
                    args: Args { period_id },
                }),
                Some(Details::PeriodLocked {
                    lock_date,
                    open_vouchers: *open_vouchers,
                    period_id,
                }),
            ),
            Self::LedgerClosed => (
                Code::LedgerClosed,
                Class::Precondition,
                Action::FixState,
                "Reopen the ledger, or post to the one that is open now.",
                None,
                None,
            ),
            Self::ImportRejected { column, found, line } => (
                Code::ImportRejected,
                Class::BadInput,
                Action::FixInput,
                "Correct that line of the file as the column demands, then import the whole file again.",
                None,
                Some(Details::ImportRejected {
                    column,
                    found,
                    line: *line,
                }),
            ),
        };
        let (retryable, executed) = (false, Executed::No);
        Wire {
            error: Body {
                code,
                class,
                action,
                retryable,
                executed,
                message,
                hint,
                next,
                details,
            },
        }
    }
}

/// Serialized without a `String` in between.
struct Shown<'a>(&'a dyn Display);

impl Serialize for Shown<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self.0)
    }
}

/// How many operations a block has, so that beginning one costs nothing.
const OPERATIONS: usize = 64;

fn contestant<'a, T>(name: &'a str, operation: impl Fn() -> T + 'a) -> Contestant<'a> {
    (
        name,
        Box::new(move || (0..OPERATIONS).for_each(|_| drop(black_box(operation())))),
    )
}

fn encode(error: &Ours) -> String {
    Envelope::of(black_box(error)).encode(&Call::default())
}

fn serialize<M: Serialize>(error: &ByHand, message: M) -> String {
    serde_json::to_string(&black_box(error).wire(message)).unwrap_or_default()
}

fn main() {
    let rounds = std::env::args()
        .nth(1)
        .and_then(|rounds| rounds.parse().ok())
        .expect("a number of rounds");
    let (period_id, lock_date, open_vouchers) = ("2025-11", "2025-12-05", 17);
    let (column, found, line) = ("amount", "\"12,50\"\t\\\u{1}", 4_711);
    let locked = Ours::PeriodLocked {
        period_id: period_id.into(),
        lock_date: lock_date.into(),
        open_vouchers,
    };
    let locked_by_hand = ByHand::PeriodLocked {
        period_id: period_id.into(),
        lock_date: lock_date.into(),
        open_vouchers,
    };
    let theirs = Theirs {
        period_id,
        lock_date,
        open_vouchers,
    };
    let rejected = Ours::ImportRejected {
        column: column.into(),
        found: found.into(),
        line,
    };
    let rejected_by_hand = ByHand::ImportRejected {
        column: column.into(),
        found: found.into(),
        line,
    };

    for (title, ours, by_hand) in [
        (
            "a message of two details, a hint, a next call, three details",
            &locked,
            &locked_by_hand,
        ),
        (
            "a constant message, a hint, no details",
            &Ours::LedgerClosed,
            &ByHand::LedgerClosed,
        ),
        (
            "a text to escape, in the message and in one of three details",
            &rejected,
            &rejected_by_hand,
        ),
    ] {
        let wire = encode(ours);
        assert_eq!(wire, serialize(by_hand, by_hand.to_string()));
        assert_eq!(wire, serialize(by_hand, Shown(by_hand)));
        let ready = by_hand.to_string();
        let mut contestants = vec![
            contestant("errtax", || encode(ours)),
            contestant("serde_json", || serialize(by_hand, by_hand.to_string())),
            contestant("serde_json, streamed", || serialize(by_hand, Shown(by_hand))),
            contestant("serde_json, message ready", || serialize(by_hand, &ready)),
        ];
        if matches!(ours, Ours::PeriodLocked { .. }) {
            contestants.push(contestant("masterror", || {
                serde_json::to_string(&ProblemJson::from_app_error(black_box(theirs).into())).unwrap_or_default()
            }));
        }
        println!("\n{title}: {} bytes", wire.len());
        compare("wire JSON", rounds, OPERATIONS, contestants);
    }

    println!();
    let shown = std::cell::RefCell::new(String::new());
    let show = |value: &dyn Display| {
        let mut shown = shown.borrow_mut();
        shown.clear();
        let _ = write!(shown, "{value}");
        shown.len()
    };
    assert!(locked.to_string() == locked_by_hand.to_string() && theirs.to_string() == locked.to_string());
    compare(
        "Display of an error",
        rounds,
        OPERATIONS,
        vec![
            contestant("errtax", || show(black_box(&locked))),
            contestant("thiserror", || show(black_box(&locked_by_hand))),
            contestant("masterror", || show(black_box(&theirs))),
        ],
    );
    assert_eq!(codes::Code::PeriodLocked.to_string(), Code::PeriodLocked.to_string());
    compare(
        "Display of a code",
        rounds,
        OPERATIONS,
        vec![
            contestant("errtax", || show(black_box(&codes::Code::PeriodLocked))),
            contestant("strum", || show(black_box(&Code::PeriodLocked))),
        ],
    );
}
