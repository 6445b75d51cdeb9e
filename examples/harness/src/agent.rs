//! The agent's loop: it makes the calls of a plan, each of them recovered, and writes a report. This is what to copy.

use std::io;
use std::time::Duration;

use accounting::codes;
use errtax::recovery::mcp::{Client, Said, Written};
use errtax::recovery::{Answer, Call, Found, Jitter, Seen, SharedTask, Task, TokioClock, Tool, Trust};
use fastrand::Rng;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use crate::books::Books;
use crate::compare::State;
use crate::connection::{Connections, Person};
use crate::fault::Faults;
use crate::line::Line;
use crate::plan::{Knowledge, Plan, Step, Voucher, Work, object, row_of};
use crate::wire::Sent;

/// The tools that the agent calls because an error names them. Everything else that an error says is for whoever reads it.
pub const STEPS: [&str; 1] = ["unlock_period"];

/// A task that is over: what it says of itself, and what went over its line.
#[derive(Debug)]
pub struct Ended {
    /// The five lines.
    pub report: String,
    /// How the books stood when it was written.
    pub books: State,
    /// The task itself.
    pub task: Task,
    /// What was sent.
    pub sent: Vec<Sent>,
    /// When something was to be sent and no new connection came about.
    pub unconnected: Vec<Duration>,
    /// When each step was begun and over, and how many calls had been sent before it.
    pub steps: Vec<Span>,
}

/// From when to when a step went on.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// How many calls had been sent before.
    pub sent_before: usize,
    /// Whether it was left out, because what it was to repeat was done.
    pub is_left_out: bool,
    /// When it was over.
    pub until: Duration,
}

impl Ended {
    /// What was sent first for a step of the plan, if anything was sent for it: that is no recovery.
    #[must_use]
    pub fn first_try(&self, step: usize) -> Option<usize> {
        let number = self.steps.get(step)?.sent_before;
        let is_of_it = self.sent.get(number).is_some_and(|sent| sent.step == step);
        is_of_it.then_some(number)
    }
}

/// Carries out a plan against a server on these books, over a line on which these faults lie in wait.
///
/// # Errors
///
/// When no connection to the server comes about, which no fault of the line's does.
pub async fn carry_out(plan: &Plan, books: &Books, faults: Faults, mut random: Rng) -> io::Result<Ended> {
    let line = Line::new(faults);
    let person = Person {
        agrees: plan.person_agrees,
    };
    let connections = Connections::new(books, line.clone(), person);
    let mut keys = random.fork();
    let again = connections.clone();
    let client = Client::new(connections.connect().await?)
        .random(move || Some(keys.u128(..).to_be_bytes()))
        .reconnect(move || {
            let again = again.clone();
            async move { again.connect_again().await }
        });
    let client = match plan.knowledge {
        Knowledge::Registry | Knowledge::Wrong => client.registry(&codes::REGISTRY),
        Knowledge::Annotations => client.trust(Trust::Trusted),
        Knowledge::Nothing => client,
    };
    let task = SharedTask::tokio(plan.name.clone()).with_jitter(move || Jitter::from_random(random.u32(..)));

    let mut steps = Vec::new();
    let mut is_done = false;
    for (number, step) in plan.steps.iter().enumerate() {
        line.begin_step(number, step.is_lateness_harmless(plan.knowledge));
        let sent_before = line.sent().len();
        let is_left_out = step.is_repeated && is_done;
        if !is_left_out {
            is_done = take(step, plan.knowledge, &client, &task).await;
        }
        steps.push(Span {
            sent_before,
            is_left_out,
            until: line.now(),
        });
    }
    let (report, task) = (task.report().to_string(), task.to_task());
    let told = books.state().map_err(io::Error::other)?;
    line.settle().await;
    connections.close().await;
    Ok(Ended {
        report,
        books: told,
        task,
        sent: line.sent(),
        unconnected: line.unconnected(),
        steps,
    })
}

/// Makes one call, with whatever recovers it, and says whether it is done. An agent that goes by the answer finds it in the outcome.
async fn take(step: &Step, knowledge: Knowledge, client: &Client, task: &SharedTask<TokioClock>) -> bool {
    if knowledge == Knowledge::Wrong {
        return take_recklessly(step, client, task).await;
    }
    let call = client.call(task, step.work.tool(), step.work.arguments());
    let mut call = call.named(step.name.clone()).timeout(step.patience);
    if step.is_verified {
        call = call.verify(|written| look(client, step, written));
    }
    if step.is_fixed {
        call = call.fix(async |said| balanced(&said));
    }
    if step.follows_next {
        call = call.follow_next(STEPS);
    }
    if let (true, Work::Import(rows)) = (step.is_batch, &step.work) {
        let names = rows.iter().map(|row| row.description.clone());
        call = call.batch_with(names, |place, _| row_of(rows, place));
    }
    let outcome = match call.run().await {
        Ok(outcome) => outcome,
        // Nothing would tell what became of it. A plan that has such a step wants it made all the same, and then its report
        // may have to say that nobody knows.
        Err(unprotected) => unprotected.run_once().await,
    };
    outcome.is_done()
}

/// Makes one call by facts that are wrong, and past the client, whose server says of its tools that they are.
async fn take_recklessly(step: &Step, client: &Client, task: &SharedTask<TokioClock>) -> bool {
    let (tool, arguments) = (step.work.tool(), step.work.arguments());
    let call = Call::new(Tool::write(tool).idempotent());
    let call = call
        .json(&Value::Object(arguments.clone()).to_string())
        .named(step.name.clone());
    let Some(call) = call.repeatable() else {
        return false;
    };
    let send = async |_| match client.read(tool, arguments.clone()).await {
        Ok(_) => Answer::ok(()),
        Err(seen) => Answer::failed((), seen),
    };
    task.call(call, send).timeout(step.patience).run().await.is_done()
}

/// Whether what a call writes is in the books: one fresh read of what the server lists.
async fn look(client: &Client, step: &Step, written: Written) -> Result<Found, Seen<'static>> {
    match &step.work {
        Work::Post(voucher) => {
            let listed = vouchers_of(client, &voucher.date).await?;
            Ok(listed.map_or(Found::Unclear, |listed| listed.contains(&voucher.description).into()))
        }
        Work::Import(rows) => {
            let there = rows_of(client, rows).await?;
            Ok(match (there, written.attempt.item) {
                (None, _) => Found::Unclear,
                (Some(there), Some(place)) => there.get(place).map_or(Found::Unclear, |is| (*is).into()),
                (Some(there), None) if step.is_batch => Found::Items(there),
                (Some(there), None) if there.iter().all(|is| *is) => Found::Landed,
                (Some(there), None) if there.iter().all(|is| !*is) => Found::NotLanded,
                // Some of it is there, and nobody is to send the rest.
                (Some(_), None) => Found::Unclear,
            })
        }
        Work::Lock(period) => state_of(client, period, "locked").await,
        Work::Unlock(period) => state_of(client, period, "open").await,
        Work::Vouchers(_) | Work::Periods => Ok(Found::Unclear),
    }
}

/// Which of these rows are there. They have the same date, as those of a day's statement do, so one read shows them all.
async fn rows_of(client: &Client, rows: &[Voucher]) -> Result<Option<Vec<bool>>, Seen<'static>> {
    let Some(first) = rows.first() else {
        return Ok(None);
    };
    let listed = vouchers_of(client, &first.date).await?;
    Ok(listed.map(|listed| rows.iter().map(|row| listed.contains(&row.description)).collect()))
}

/// The descriptions of a day's vouchers; none where the answer does not list them.
async fn vouchers_of(client: &Client, date: &str) -> Result<Option<Vec<String>>, Seen<'static>> {
    let result = client.read("list_vouchers", object(json!({"date": date}))).await?;
    let description = |voucher: &Value| Some(voucher.get("description")?.as_str()?.to_owned());
    let listed = result
        .structured_content
        .as_ref()
        .and_then(|content| content.get("vouchers")?.as_array());
    Ok(listed.and_then(|vouchers| vouchers.iter().map(description).collect()))
}

async fn state_of(client: &Client, period: &str, wanted: &str) -> Result<Found, Seen<'static>> {
    let result = client.read("list_periods", JsonObject::new()).await?;
    let listed = result
        .structured_content
        .as_ref()
        .and_then(|content| content.get("periods")?.as_array());
    let found = listed.and_then(|periods| {
        periods
            .iter()
            .find(|listed| listed.get("period_id") == Some(&json!(period)))
    });
    let state = found.and_then(|period| period.get("state")?.as_str());
    Ok(state.map_or(Found::Unclear, |state| (state == wanted).into()))
}

/// Corrects a voucher whose sides differ: a model would find out which side is right, and this knows that it is the debit side.
fn balanced(said: &Said) -> Option<JsonObject> {
    let error = said.wire.as_ref()?;
    if error.code != codes::Code::JournalEntryNotBalanced.as_str() {
        return None;
    }
    let mut arguments = said.arguments.clone();
    let debit = arguments.get("lines")?.pointer("/0/debit")?.clone();
    *arguments.get_mut("lines")?.pointer_mut("/1/credit")? = debit;
    Some(arguments)
}
