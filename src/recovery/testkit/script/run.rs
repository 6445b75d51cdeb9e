//! Runs a script through the engine, on virtual time.

use std::fmt;
use std::time::Duration;

use errtax_core::Executed;
use serde_json::{Map, Value};

use super::Script;
use super::answer::{Answer, At};
use super::plan::{Planned, UNNAMED};
use super::trace::{Step, Trace};
use crate::recovery::text::harmless;
use crate::recovery::{Arguments, Call, CallId, Jitter, Next, Reader, Reply, Rule, Seen, Task, Transport};

/// The engine sent what the script has no answer for.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OffScript {
    /// The id of the script.
    pub id: String,
    /// Which call was sent: `send`, `read`, `fix`, `step`, `item:NAME`.
    pub sent: String,
    /// At which millisecond.
    pub at_ms: u64,
    /// Which call the next answer of the script is for; none where no answer is left.
    pub script: Option<String>,
    /// The number of that answer, from 1.
    pub answer: usize,
    /// What happened until then.
    pub trace: Box<Trace>,
}

impl fmt::Display for OffScript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sent, answer, .. } = self;
        let sent = harmless(sent);
        match &self.script {
            Some(script) => {
                let script = harmless(script);
                write!(
                    f,
                    "`{sent}` was sent, and answer {answer} of the script is for `{script}`"
                )
            }
            None => write!(
                f,
                "`{sent}` was sent, and the script has no answer left: it has {}",
                answer - 1
            ),
        }
    }
}

impl std::error::Error for OffScript {}

pub(super) fn run(script: &Script, reader: Reader<'_>, jitter: &mut dyn FnMut() -> Jitter) -> Result<Trace, OffScript> {
    let mut run = Run {
        script,
        reader,
        jitter,
        used: 0,
        now: 0,
        trace: Trace {
            id: script.id.clone(),
            task: Task::with_limits(script.id.clone(), script.plan.limits),
            waits_ms: Vec::new(),
            sequence: Vec::new(),
            keys: Vec::new(),
            unused: 0,
            steps: Vec::new(),
        },
    };
    for (position, planned) in script.plan.calls.iter().enumerate() {
        run.call(planned, position)?;
    }
    run.trace.unused = script.answers.len() - run.used;
    Ok(run.trace)
}

struct Run<'r> {
    script: &'r Script,
    reader: Reader<'r>,
    jitter: &'r mut dyn FnMut() -> Jitter,
    /// How many answers were used.
    used: usize,
    now: u64,
    trace: Trace,
}

impl<'r> Run<'r> {
    fn call(&mut self, planned: &Planned, position: usize) -> Result<(), OffScript> {
        self.cancel_if_due();
        let id = match self.begin(planned, position) {
            Ok(id) => id,
            Err(rule) => {
                self.decided(format!("not sent{}", name_of(planned)), Some(rule));
                return Ok(());
            }
        };
        let mut next = Next::Send(id);
        loop {
            let due = self.script.plan.cancel_at.is_some_and(|at| at <= self.now);
            next = match next {
                Next::Done => {
                    let rule = self.last_rule();
                    self.decided("done".to_owned(), rule);
                    return Ok(());
                }
                Next::Stop(rule) => {
                    self.decided("stop".to_owned(), Some(rule));
                    return Ok(());
                }
                _ if due => self.cancel(),
                Next::Wait(id, pause) => self.wait(id, pause),
                Next::Send(id) => self.send(id, planned)?,
                Next::Read(id) => self.read(id, planned)?,
                Next::Fix(id) => {
                    let fixed = self.fixed(id, planned);
                    let fixed = Arguments::json(&planned.tool, &fixed);
                    self.trace.task.fixed(id, Some(fixed), self.now())
                }
                Next::Step(id) => self.step(id, planned)?,
            };
        }
    }

    /// Other arguments than it had, and for each item of a batch others.
    fn fixed(&self, id: CallId, planned: &Planned) -> String {
        if let Some(fixed) = &planned.fixed {
            return fixed.clone();
        }
        let arguments = planned.arguments.as_deref().map(serde_json::from_str);
        let mut fixed = match arguments {
            Some(Ok(Value::Object(members))) => members,
            _ => Map::new(),
        };
        let item = self.trace.task.item(id).map(|(_, place)| place);
        fixed.insert("fixed".to_owned(), item.map_or(Value::Bool(true), Value::from));
        Value::Object(fixed).to_string()
    }

    fn begin(&mut self, planned: &Planned, position: usize) -> Result<CallId, Rule> {
        let mut call = Call::new(planned.tool.clone()).batch(planned.items.clone());
        if let Some(arguments) = &planned.arguments {
            call = call.json(arguments);
        }
        if let Some(name) = &planned.name {
            call = call.named(name.clone());
        }
        if planned.is_fixable {
            call = call.fixable();
        }
        if planned.has_steps {
            call = call.with_steps();
        }
        if planned.tool.poll {
            call = call.until_changed();
        }
        if planned.always_verify {
            call = call.always_verify();
        }
        let (now, task) = (self.now(), &mut self.trace.task);
        // Any bytes will do, as long as no two calls have the same.
        let random = (position as u128 + 1).wrapping_mul(0x0101_0101_0101_0101_0101_0101_0101_0101);
        if let Some(keyed) = call.clone().keyed(random.to_le_bytes()) {
            return task.begin(if planned.has_probe { keyed.verified() } else { keyed }, now);
        }
        if planned.has_probe {
            return task.begin(call.verified(), now);
        }
        match call.clone().repeatable() {
            Some(call) => task.begin(call, now),
            None => task.begin_once(call, now),
        }
    }

    fn now(&self) -> Duration {
        Duration::from_millis(self.now)
    }

    fn last_rule(&self) -> Option<Rule> {
        self.trace.task.rules().last()
    }

    /// Notes what the engine decided.
    fn decided(&mut self, what: String, rule: Option<Rule>) {
        let at_ms = self.now;
        self.trace.steps.push(Step { at_ms, what, rule });
    }

    fn wait(&mut self, id: CallId, pause: Duration) -> Next {
        let pause = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
        let rule = self.last_rule();
        self.decided(format!("wait {pause} ms"), rule);
        let end = self.now.saturating_add(pause);
        if let Some(at) = self.script.plan.cancel_at.filter(|at| *at <= end) {
            self.trace.waits_ms.push(at.saturating_sub(self.now));
            self.now = at;
            return self.cancel();
        }
        self.trace.waits_ms.push(pause);
        self.now = end;
        self.trace.task.resume(id, self.now())
    }

    fn cancel_if_due(&mut self) {
        let is_due = self.script.plan.cancel_at.is_some_and(|at| at <= self.now);
        if is_due && self.trace.task.stop_reason() != Some(Rule::Cancelled) {
            let _ = self.cancel();
        }
    }

    fn cancel(&mut self) -> Next {
        let now = self.now();
        self.trace.task.cancel(now);
        Next::Stop(Rule::Cancelled)
    }

    /// What comes back from a call, as far as it comes: none where it was cancelled meanwhile.
    fn answer(&mut self, id: CallId, at: &At, planned: &Planned) -> Result<Option<Came<'r>>, OffScript> {
        let rule = self.last_rule();
        self.decided(format!("{}{}", harmless(&at.to_string()), name_of(planned)), rule);
        let script = self.script;
        let Some(answer) = script.answers.get(self.used).filter(|answer| answer.at == *at) else {
            return Err(self.off_script(at));
        };
        self.used += 1;
        self.trace.sequence.push(at.to_string());
        let left = self.trace.task.timeout(id, self.now());
        let left = left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX));
        let limit = [left, planned.timeout].into_iter().flatten().min();
        let end = self.now.saturating_add(limit.unwrap_or(u64::MAX).min(answer.took));
        if let Some(cancel) = script.plan.cancel_at.filter(|cancel| *cancel < end) {
            self.now = self.now.max(cancel);
            return Ok(None);
        }
        self.now = end;
        let is_cut = limit.is_some_and(|limit| answer.took > limit);
        let what = if is_cut {
            "← cut off, no answer in time".to_owned()
        } else {
            format!("← {}", answer.told)
        };
        self.decided(what, None);
        Ok(Some(if is_cut { Came::Nothing } else { Came::Answer(answer) }))
    }

    fn is_next(&self, at: &At) -> bool {
        self.script
            .answers
            .get(self.used)
            .is_some_and(|answer| answer.at == *at)
    }

    fn off_script(&mut self, at: &At) -> OffScript {
        let mut trace = self.trace.clone();
        trace.unused = self.script.answers.len() - self.used;
        trace.sequence.push(at.to_string());
        OffScript {
            id: self.script.id.clone(),
            sent: at.to_string(),
            at_ms: self.now,
            script: self.script.answers.get(self.used).map(|answer| answer.at.to_string()),
            answer: self.used + 1,
            trace: Box::new(trace),
        }
    }

    fn send(&mut self, id: CallId, planned: &Planned) -> Result<Next, OffScript> {
        let is_fixed = self.trace.task.is_fixed(id);
        let at = match self.trace.task.item(id) {
            Some(_) if is_fixed && self.is_next(&At::Fix) => At::Fix,
            Some((_, place)) => At::Item(planned.items.get(place).cloned().unwrap_or_default()),
            None if is_fixed => At::Fix,
            // A poll is a read, and is what is planned.
            None if planned.tool.poll && !self.is_next(&At::Send) => At::Read,
            None => At::Send,
        };
        self.trace.keys.push((id, self.trace.task.key(id)));
        let Some(came) = self.answer(id, &at, planned)? else {
            return Ok(self.cancel());
        };
        let reply = match came {
            Came::Nothing => lost(),
            Came::Answer(answer) => answer.reply(&planned.tool, self.reader),
        };
        let jitter = (self.jitter)();
        let now = self.now();
        Ok(self.tell(|task| task.on_reply(id, &reply, now, jitter)))
    }

    /// Tells the engine what came. What it would send at the moment of the cancel is not sent any more, and must not be reserved.
    fn tell(&mut self, what: impl Fn(&mut Task) -> Next) -> Next {
        if self.script.plan.cancel_at.is_none_or(|at| at > self.now) {
            return what(&mut self.trace.task);
        }
        let mut told = self.trace.task.clone();
        let next = what(&mut told);
        if matches!(next, Next::Send(_) | Next::Read(_) | Next::Step(_)) {
            return self.cancel();
        }
        self.trace.task = told;
        next
    }

    fn read(&mut self, id: CallId, planned: &Planned) -> Result<Next, OffScript> {
        let Some(came) = self.answer(id, &At::Read, planned)? else {
            return Ok(self.cancel());
        };
        let (jitter, now) = ((self.jitter)(), self.now());
        let answer = match came {
            Came::Nothing => return Ok(self.tell(|task| task.on_reply(id, &lost(), now, jitter))),
            Came::Answer(answer) => answer,
        };
        if let Some(failure) = &answer.failure {
            let reply = failure.seen(self.reader).into();
            return Ok(self.tell(|task| task.on_reply(id, &reply, now, jitter)));
        }
        let item = self.trace.task.item(id).and_then(|(_, place)| planned.items.get(place));
        let mut there = Vec::new();
        let probe = answer.probe(&planned.items, item, &mut there);
        Ok(self.tell(|task| task.on_probe(id, probe, now, jitter)))
    }

    fn step(&mut self, id: CallId, planned: &Planned) -> Result<Next, OffScript> {
        let Some(came) = self.answer(id, &At::Step, planned)? else {
            return Ok(self.cancel());
        };
        // Where its answer is lost it may have been taken, and the call that follows shows whether it was.
        let is_taken = match came {
            Came::Answer(answer) => answer
                .failure
                .as_ref()
                .is_none_or(|failure| failure.seen(self.reader).executed != Executed::No),
            Came::Nothing => true,
        };
        let now = self.now();
        Ok(self.tell(|task| task.stepped(id, is_taken, now)))
    }
}

/// What came back in time.
enum Came<'a> {
    Answer(&'a Answer),
    Nothing,
}

fn lost() -> Reply<'static> {
    Seen::transport(Transport::Timeout).into()
}

/// What tells a call from others, where the script says so.
fn name_of(planned: &Planned) -> String {
    let name = planned.name.as_ref().unwrap_or(&planned.tool.name);
    if name == UNNAMED {
        return String::new();
    }
    format!(" {}", harmless(name))
}
