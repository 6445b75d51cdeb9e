//! The scenes: each makes one thing go wrong for real, and lets the agent go on from there.

use std::error::Error;
use std::fs;

use errtax::wire::WireError;
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::agent::{Agent, Answer, Call};
use crate::bank_file::HEADING;
use crate::database::Ledger;
use crate::rate_service::{Fault, RateService};
use crate::rates::Rates;
use crate::server::Accounting;

/// A failure, and how it went on.
#[derive(Debug)]
pub(super) struct Scene {
    /// What was the matter.
    pub(super) situation: &'static str,
    /// What the agent received.
    pub(super) failure: WireError,
    /// What it did then, and what came of it.
    pub(super) ending: String,
}

type Played = Result<Scene, Box<dyn Error>>;

/// Books, a rate service, and an agent.
#[derive(Debug)]
pub(super) struct Stage {
    ledger: Ledger,
    service: RateService,
    agent: Agent,
    /// Holds the books, and takes them away in the end.
    _folder: TempDir,
}

impl Stage {
    pub(super) async fn set() -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let ledger = Ledger::new(folder.path().join("books.sqlite"));
        let service = RateService::start(None)?;
        let agent = Agent::connect(Accounting::new(ledger.clone(), Rates::new(service.url()), None)).await?;
        let stage = Self {
            ledger,
            service,
            agent,
            _folder: folder,
        };
        let empty = stage.agent.call(&Call::new("list_periods", json!({}))).await?;
        empty.map_err(|failure| format!("the books could not be made: {}", failure.message))?;
        Ok(stage)
    }

    async fn fails(&self, call: &Call) -> Result<WireError, Box<dyn Error>> {
        match self.agent.call(call).await? {
            Ok(result) => Err(format!("{} was to fail and answered {result}", call.tool).into()),
            Err(failure) => Ok(*failure),
        }
    }

    async fn goes_on(&self, call: &Call, failure: &WireError) -> Result<Value, Box<dyn Error>> {
        done(
            self.agent
                .follow(call, failure)
                .await?
                .ok_or("the failure says nothing to do")?,
        )
    }

    async fn succeeds(&self, call: &Call) -> Result<Value, Box<dyn Error>> {
        done(self.agent.call(call).await?)
    }

    /// Another program on the same file, such as a backup or a second server.
    fn other_program(&self, begin: &str) -> Result<Connection, Box<dyn Error>> {
        let connection = Connection::open(self.ledger.path())?;
        connection.execute_batch(begin)?;
        Ok(connection)
    }

    pub(super) async fn database_is_busy(&self) -> Played {
        let call = sale("2026-01-12", 1250.0, 1250.0);
        let other = self.other_program("BEGIN IMMEDIATE")?;
        let failure = self.fails(&call).await?;
        drop(other);
        let voucher = self.goes_on(&call, &failure).await?;
        let ending = format!("the same call again after a pause: posted as {}", text(&voucher, "id"));
        Ok(Scene {
            situation: "post_voucher while another program writes",
            failure,
            ending,
        })
    }

    pub(super) async fn rate_limit(&self) -> Played {
        let call = Call::new("fetch_exchange_rate", json!({"currency": "EUR", "date": "2026-01-12"}));
        self.service.fail_next(Fault::RateLimit);
        let failure = self.fails(&call).await?;
        let rate = self.goes_on(&call, &failure).await?;
        let ending = format!("the same call again: 1 EUR is {} kronor", text(&rate, "kronor"));
        Ok(Scene {
            situation: "fetch_exchange_rate, too soon for the provider",
            failure,
            ending,
        })
    }

    pub(super) async fn answer_to_the_commit_is_lost(&self) -> Played {
        let call = sale("2026-01-13", 480.0, 480.0);
        let other = self.other_program("BEGIN; SELECT count(*) FROM vouchers")?;
        let failure = self.fails(&call).await?;
        // The commit, which the server could neither wait for nor call off, goes through now.
        drop(other);
        let voucher = self.goes_on(&call, &failure).await?;
        let ending = format!("it is there (\"{}\"): not sent again", text(&voucher, "description"));
        Ok(Scene {
            situation: "post_voucher, and the commit does not answer",
            failure,
            ending,
        })
    }

    pub(super) async fn sides_differ(&self) -> Played {
        let failure = self.fails(&sale("2026-01-14", 1000.0, 900.0)).await?;
        let voucher = self.succeeds(&sale("2026-01-14", 1000.0, 1000.0)).await?;
        let ending = format!(
            "the credit line was wrong; corrected and posted as {}",
            text(&voucher, "id")
        );
        Ok(Scene {
            situation: "post_voucher with 1000 kr against 900 kr",
            failure,
            ending,
        })
    }

    pub(super) async fn key_has_expired(&self) -> Played {
        let key = "key-of-last-year";
        self.other_program("INSERT INTO api_keys VALUES ('key-of-last-year', 'bookkeeper', 'expired')")?;
        let server = Accounting::new(self.ledger.clone(), Rates::new(self.service.url()), Some(key));
        let agent = Agent::connect(server).await?;
        match agent.call(&Call::new("list_periods", json!({}))).await? {
            Ok(_) => Err("an expired key was accepted".into()),
            Err(failure) => {
                let ending = "holds no other key: tells the user that access has to be renewed".to_owned();
                Ok(Scene {
                    situation: "list_periods with a key of last year",
                    failure: *failure,
                    ending,
                })
            }
        }
    }

    pub(super) async fn no_such_voucher(&self) -> Played {
        let failure = self
            .fails(&Call::new("get_voucher", json!({"id": "V-000000000000"})))
            .await?;
        let ending = "compares the id with its notes: mistyped; goes on with the right one".to_owned();
        Ok(Scene {
            situation: "get_voucher with a wrong id",
            failure,
            ending,
        })
    }

    pub(super) async fn period_is_locked_already(&self) -> Played {
        let call = Call::new("lock_period", json!({"period_id": "2025"}));
        let failure = self.fails(&call).await?;
        let periods = self.goes_on(&call, &failure).await?;
        let period = periods.pointer("/periods/1").unwrap_or(&Value::Null);
        let ending = format!(
            "it says {} is {}: nothing left to do",
            text(period, "period_id"),
            text(period, "state")
        );
        Ok(Scene {
            situation: "lock_period 2025",
            failure,
            ending,
        })
    }

    pub(super) async fn partial_import(&self) -> Played {
        let rows = [
            "2026-01-15;Card payment;3001;600",
            "2025-12-31;Bank fee;6570;-80",
            "2026-01-16;Rent;5010;-9000",
        ];
        let failure = self.fails(&import(&rows)).await?;
        let imported = self
            .succeeds(&import(&["2026-01-02;Bank fee of 2025-12-31;6570;-80"]))
            .await?;
        let ids = imported
            .get("voucher_ids")
            .and_then(Value::as_array)
            .map_or(0, Vec::len);
        let ending = format!("row 2 alone, dated in the open period: {ids} row booked, none twice");
        Ok(Scene {
            situation: "import_bank_file with a row of 2025",
            failure,
            ending,
        })
    }

    pub(super) async fn period_is_locked_and_stays_so(&self) -> Result<(Scene, Scene), Box<dyn Error>> {
        let call = sale("2025-12-30", 300.0, 300.0);
        let failure = self.fails(&call).await?;
        let declined = match self.agent.follow(&call, &failure).await? {
            Some(Err(declined)) => *declined,
            _ => return Err("the person was to decline".into()),
        };
        let ending = format!("which asks a person first: {}", declined.code);
        let locked = Scene {
            situation: "post_voucher dated in the locked 2025",
            failure,
            ending,
        };
        let ending = "leaves 2025 locked and reports the voucher as not posted".to_owned();
        let declined = Scene {
            situation: "unlock_period 2025, and the person says no",
            failure: declined,
            ending,
        };
        Ok((locked, declined))
    }

    pub(super) async fn file_is_damaged(&self) -> Played {
        fs::write(self.ledger.path(), "This is no database any more.\n".repeat(64))?;
        let failure = self.fails(&Call::new("list_periods", json!({}))).await?;
        let id = failure.correlation_id.as_deref().unwrap_or_default();
        let ending = format!("makes no further call; reports the failure with its id {id}");
        Ok(Scene {
            situation: "list_periods on a damaged file",
            failure,
            ending,
        })
    }
}

fn done(answer: Answer) -> Result<Value, Box<dyn Error>> {
    answer.map_err(|failure| format!("the agent got {}: {}", failure.code, failure.message).into())
}

fn sale(date: &str, debit: f64, credit: f64) -> Call {
    let lines = json!([{"account": "1930", "debit": debit}, {"account": "3001", "credit": credit}]);
    Call::new(
        "post_voucher",
        json!({"date": date, "description": "Sale", "lines": lines}),
    )
}

fn import(rows: &[&str]) -> Call {
    Call::new(
        "import_bank_file",
        json!({"content": format!("{HEADING}\n{}\n", rows.join("\n"))}),
    )
}

/// A member of a result, as text.
fn text(result: &Value, name: &str) -> String {
    match result.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
        None => String::new(),
    }
}
