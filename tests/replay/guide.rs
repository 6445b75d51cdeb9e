//! The page docs/guide/replay.md: its code stands here word for word, and does what the page says.

use std::cell::RefCell;
use std::convert::Infallible;
use std::time::SystemTime;

use errtax::replay::{
    Begun, Call, MemoryStore, Reason, Record, Refused, Replay, Replayed, Slot, SqliteFile, SqliteStore, Store, Version,
};
use errtax::{Context, ToolError as _};
use rusqlite::{Connection, TransactionBehavior};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Debug, errtax::ToolError)]
#[tool_error(codes = errtax::standard)]
enum PostError {
    #[tool_error(transparent)]
    Refused(#[from] Refused),
    #[tool_error(infer, InternalError)]
    Books(#[from] rusqlite::Error),
}

#[derive(Debug, errtax::ToolError)]
#[tool_error(codes = errtax::standard)]
enum PayError {
    #[tool_error(transparent)]
    Refused(#[from] Refused),
    #[tool_error(ConnectionLost)]
    NoAnswer,
    #[tool_error(InternalError)]
    Json(#[from] serde_json::Error),
}

#[derive(Serialize)]
struct Voucher {
    amount: i64,
    idempotency_key: Option<&'static str>,
}

type Payment = Voucher;

#[derive(Debug, Serialize)]
struct Posted {
    id: i64,
}

#[derive(Clone, Debug, Serialize)]
struct Receipt {
    number: usize,
}

enum Found {
    Receipt(Receipt),
    Nothing,
    NoAnswer,
}

/// What the provider does next, and what it has done.
#[derive(Default)]
struct Provider {
    loses_its_answer: bool,
    cannot_be_asked: bool,
    loses_the_payment: bool,
    paid: usize,
}

thread_local! {
    static PROVIDER: RefCell<Provider> = RefCell::default();
}

fn provider_pays(_: &Payment) -> Result<Receipt, PayError> {
    PROVIDER.with_borrow_mut(|provider| {
        provider.paid += usize::from(!provider.loses_the_payment);
        match provider.loses_its_answer {
            true => Err(PayError::NoAnswer),
            false => Ok(Receipt { number: provider.paid }),
        }
    })
}

fn provider_has(_: &Payment) -> Result<Found, PayError> {
    PROVIDER.with_borrow(|provider| {
        Ok(match provider.paid {
            _ if provider.cannot_be_asked => Found::NoAnswer,
            0 => Found::Nothing,
            number => Found::Receipt(Receipt { number }),
        })
    })
}

fn post_voucher(books: &mut Connection, arguments: &Voucher) -> Result<Replayed<Posted>, PostError> {
    let call = Call::current("tenant 7", arguments)?;
    let transaction = books.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let posted = Replay::new().run(&SqliteStore::new(&transaction), &call, || {
        transaction.execute("INSERT INTO vouchers (amount) VALUES (?1)", [arguments.amount])?;
        Ok::<_, PostError>(Posted {
            id: transaction.last_insert_rowid(),
        })
    })?;
    transaction.commit()?;
    Ok(posted)
}

fn pay(replay: &Replay, records: &SqliteFile, arguments: &Payment) -> Result<Replayed<Receipt>, PayError> {
    let call = Call::current("tenant 7", arguments)?;
    replay.run(records, &call, || provider_pays(arguments))
}

fn pay_or_settle(replay: &Replay, records: &SqliteFile, arguments: &Payment) -> Result<Value, PayError> {
    let call = Call::current("tenant 7", arguments)?;
    let claim = match replay.begin(records, &call)? {
        Begun::First(claim) => claim,
        Begun::Earlier(answer) => return Ok(answer),
        Begun::InDoubt(doubt) => match provider_has(arguments)? {
            Found::Receipt(receipt) => return Ok(doubt.landed(&receipt)?),
            Found::Nothing => doubt.did_not_land()?,
            Found::NoAnswer => return Err(doubt.refused().into()),
        },
    };
    match provider_pays(arguments) {
        Ok(receipt) => {
            claim.finish(&receipt)?;
            Ok(serde_json::to_value(receipt)?)
        }
        Err(error) => {
            claim.failed(&error)?;
            Err(error)
        }
    }
}

#[derive(Default)]
struct MyStore(MemoryStore);

impl Store for MyStore {
    type Error = Infallible;

    fn load(&self, slot: &Slot) -> Result<Option<Record>, Infallible> {
        self.0.load(slot)
    }

    fn swap(&self, slot: &Slot, held: Option<Version>, new: Option<&Record>) -> Result<bool, Infallible> {
        self.0.swap(slot, held, new)
    }

    fn sweep(&self, now: SystemTime) -> Result<(), Infallible> {
        self.0.sweep(now)
    }
}

#[test]
fn my_store_keeps_its_promises() {
    let store = MyStore::default();
    errtax::replay::conformance::check(|| &store).unwrap();
}

const SALE: Voucher = Voucher {
    amount: 5,
    idempotency_key: Some("k"),
};

/// Serves something as a call of `post_voucher`.
fn serve<T>(work: impl FnOnce() -> T) -> T {
    Context::of_call(&fixture_codes::codes::REGISTRY, "post_voucher", |_| true).run(work)
}

#[test]
fn the_code_of_the_page_is_the_code_of_this_file() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guide/replay.md")).unwrap();
    let mut blocks = 0;
    for block in page.split("```rust\n").skip(1) {
        let code = block.split("```").next().unwrap();
        assert!(
            include_str!("guide.rs").contains(&format!("\n{code}")),
            "not here:\n{code}"
        );
        blocks += 1;
    }
    assert_eq!(blocks, 4);
}

#[test]
fn a_voucher_is_posted_once() {
    let mut books = Connection::open_in_memory().unwrap();
    books.execute_batch(SqliteStore::SCHEMA).unwrap();
    books
        .execute_batch("CREATE TABLE vouchers (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL CHECK (amount > 0))")
        .unwrap();
    let mut post = |voucher: &Voucher| serve(|| post_voucher(&mut books, voucher));
    // What is refused leaves its key free.
    let refused = Voucher { amount: 0, ..SALE };
    assert!(post(&refused).is_err());
    assert!(!post(&SALE).unwrap().is_duplicate());
    assert_eq!(
        serde_json::to_value(post(&SALE).unwrap()).unwrap(),
        json!({"id": 1, "duplicate": true})
    );
    assert_eq!(post(&refused).unwrap_err().spec().code, "IDEMPOTENCY_KEY_REUSED");
}

fn records() -> (tempfile::TempDir, SqliteFile) {
    let folder = tempfile::tempdir().unwrap();
    let file = SqliteFile::open(folder.path().join("replay.sqlite")).unwrap();
    (folder, file)
}

fn paid() -> usize {
    PROVIDER.with_borrow(|provider| provider.paid)
}

#[track_caller]
fn in_doubt(error: PayError) {
    match error {
        PayError::Refused(refused) => assert_eq!(refused.reason(), Reason::InDoubt),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_payment_whose_answer_is_lost_is_not_made_again() {
    let (_folder, records) = records();
    let replay = Replay::new();
    PROVIDER.with_borrow_mut(|provider| provider.loses_its_answer = true);
    let lost = serve(|| pay(&replay, &records, &SALE)).unwrap_err();
    assert_eq!(lost.spec().code, "CONNECTION_LOST");
    in_doubt(serve(|| pay(&replay, &records, &SALE)).unwrap_err());
    assert_eq!(paid(), 1);
}

#[test]
fn a_server_that_can_read_the_state_settles_the_doubt_itself() {
    let replay = Replay::new();
    for (lands, paid_in_all) in [(true, 1), (false, 1)] {
        let (_folder, records) = records();
        let pay = || serve(|| pay_or_settle(&replay, &records, &SALE));
        PROVIDER.set(Provider {
            loses_its_answer: true,
            cannot_be_asked: true,
            loses_the_payment: !lands,
            paid: 0,
        });
        assert!(matches!(pay(), Err(PayError::NoAnswer)));
        in_doubt(pay().unwrap_err());
        PROVIDER.with_borrow_mut(|provider| {
            provider.loses_its_answer = false;
            provider.cannot_be_asked = false;
            provider.loses_the_payment = false;
        });
        for _ in 0..2 {
            assert_eq!(pay().unwrap(), json!({"number": 1}));
        }
        assert_eq!(paid(), paid_in_all);
    }
}
