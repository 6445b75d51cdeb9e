//! What docs/guide/recovery.md shows of the drivers.

use std::cell::Cell;
use std::io;
use std::time::Duration;

use errtax::recovery::{Answer, Call, Event, IntoAnswer, Report, Seen, SharedTask, Tool};
use errtax::{Class, Executed};

static POST: Tool = Tool::write("post_voucher");

/// A client as anybody has one: it loses the first answer, and then says that the voucher has no text.
#[derive(Default)]
struct Books {
    posted: Cell<u32>,
    has_looked: Cell<bool>,
}

enum Refused {
    Io(io::Error),
    NoText,
}

struct Posted(Result<u32, Refused>);

impl Books {
    async fn post(&self, voucher: &str) -> Posted {
        tokio::task::yield_now().await;
        Posted(if self.posted.replace(self.posted.get() + 1) == 0 {
            Err(Refused::Io(io::ErrorKind::ConnectionReset.into()))
        } else if !voucher.contains("text") {
            Err(Refused::NoText)
        } else {
            Ok(7)
        })
    }

    async fn has(&self, voucher: &str) -> Result<bool, io::Error> {
        self.has_looked.set(true);
        Ok(voucher.is_empty())
    }
}

async fn close_march(books: &Books, voucher: &str) -> Report {
    let task = SharedTask::tokio("close march");
    let outcome = task
        .call(Call::new(&POST).json(voucher), async |attempt| {
            books.post(attempt.json.as_deref().unwrap_or(voucher)).await
        })
        .verify(async |_| books.has(voucher).await)
        .fix(async |failed| match &*failed {
            Err(Refused::NoText) => Some(r#"{"amount": 12, "text": "rent"}"#),
            _ => None,
        })
        .timeout(Duration::from_secs(30))
        .observe(show)
        .run()
        .await;
    if let Ok(Some(Ok(number))) = outcome.done() {
        println!("posted as {number}");
    }
    task.report()
}

impl IntoAnswer for Posted {
    type Value = Result<u32, Refused>;

    fn into_answer(self) -> Answer<Self::Value> {
        match &self.0 {
            Ok(_) => Answer::ok(self.0),
            Err(Refused::Io(error)) => {
                let seen = Seen::of(error);
                Answer::failed(self.0, seen)
            }
            Err(Refused::NoText) => {
                let seen = Seen::new(Class::BadInput, Executed::No, "NO_TEXT".into());
                Answer::failed(self.0, seen)
            }
        }
    }
}

fn show(event: &Event) {
    if let Event::Wait { pause, rule, .. } = event {
        println!("{rule}: {pause:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_driver_of_the_page_works() {
    let books = Books::default();
    let report = close_march(&books, r#"{"amount": 12}"#).await;
    assert_eq!(report.done(), ["post_voucher (ack)"]);
    assert_eq!((books.posted.get(), books.has_looked.get()), (3, true));
}
