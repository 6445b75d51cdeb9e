//! Scripted tasks on virtual time: what a server answers, call by call, and what a task makes of it.
//!
//! Public interface alone, so that whoever wants to rehearse a script elsewhere can do it the same way.

use std::collections::VecDeque;
use std::time::Duration;

use errtax::causes::Http;
use errtax::recovery::{
    Arguments, Call, CallId, Hints, Jitter, Name, Next, Probe, Reader, Reply, Rule, Seen, State, Status, Success, Task,
    Tool, Transport, Trust,
};
use serde_json::{Map, Value, json};

/// One scripted task.
#[derive(Clone, Debug)]
pub struct Case {
    pub id: String,
    pub context: Value,
    pub script: Vec<Value>,
    pub expect: Value,
    pub unused: usize,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Trace {
    pub task: Task,
    pub calls: u32,
    pub waits_ms: Vec<u64>,
    pub status: Status,
    pub stop_reason: Option<Rule>,
    pub sequence: Vec<String>,
    pub recovery_calls: u32,
    pub elapsed_ms: u64,
    pub keys: Vec<Option<String>>,
    pub unused: usize,
}

impl Case {
    pub fn parse(line: &str) -> Result<Self, String> {
        let mut object: Map<String, Value> = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let mut take = |name: &str| object.remove(name).unwrap_or_default();
        Ok(Self {
            id: take("id").as_str().ok_or("no id")?.to_owned(),
            context: take("context"),
            script: take("script").as_array().ok_or("no script")?.clone(),
            expect: take("expect"),
            unused: take("unused").as_u64().unwrap_or(0) as usize,
        })
    }

    /// Runs it, with a sample of jitter for each wait. What the script has no answer for is an error.
    pub fn run(&self, reader: Reader<'_>, jitter: &mut dyn FnMut() -> Jitter) -> Result<Trace, String> {
        let mut run = Run {
            reader,
            jitter,
            task: Task::new(self.id.clone()),
            script: self.script.iter().cloned().collect(),
            now: 0,
            cancel_at: self.context["cancel_at_ms"].as_u64(),
            waits: Vec::new(),
            sequence: Vec::new(),
            keys: Vec::new(),
        };
        let ops = self.context["ops"]
            .as_array()
            .cloned()
            .unwrap_or_else(|| vec![json!({})]);
        for (position, op) in ops.iter().enumerate() {
            let mut facts = self.context.clone();
            let (Some(all), Some(own)) = (facts.as_object_mut(), op.as_object()) else {
                return Err("a context or an operation is no object".to_owned());
            };
            all.extend(own.clone());
            run.operation(&Facts(facts), position)?;
        }
        Ok(Trace {
            calls: run.task.calls(),
            waits_ms: run.waits,
            status: run.task.report().status(),
            stop_reason: run.task.stop_reason(),
            sequence: run.sequence,
            recovery_calls: run.task.recovery_calls(),
            elapsed_ms: run.task.elapsed().as_millis() as u64,
            keys: run.keys,
            unused: run.script.len(),
            task: run.task,
        })
    }
}

/// What a context says of one operation.
struct Facts(Value);

impl Facts {
    fn is(&self, name: &str) -> bool {
        self.0[name].as_bool().unwrap_or(false)
    }

    fn text(&self, name: &str, otherwise: &str) -> String {
        self.0[name].as_str().unwrap_or(otherwise).to_owned()
    }

    fn millis(&self, name: &str) -> Duration {
        Duration::from_millis(self.0[name].as_u64().unwrap_or(0))
    }

    fn names(&self, name: &str) -> Vec<Name> {
        let names = self.0[name].as_array().into_iter().flatten();
        names
            .filter_map(Value::as_str)
            .map(|name| name.to_owned().into())
            .collect()
    }

    fn tool(&self) -> Tool {
        let hints = Hints {
            read_only: self.0["read_only_hint"].as_bool(),
            idempotent: self.0["idempotent_hint"].as_bool(),
        };
        let is_trusted = self.0["trusted"].as_bool().unwrap_or(!self.is("untrusted"));
        let trust = if is_trusted { Trust::Trusted } else { Trust::Untrusted };
        let is_read = self.text("effect", "write") == "read";
        Tool {
            writes: !is_read,
            idempotent: self.is("idempotent"),
            dedupe_key: if self.is("dedupe_key") {
                "request_id".into()
            } else {
                Name::default()
            },
            not_found_means_not_landed: self.0["not_found"] == "not_landed",
            undoes: self.text("undoes", "").into(),
            match_on: self.names("match_on").into(),
            poll: self.is("poll"),
            loop_ignore: self.names("loop_ignore").into(),
            state_ignore: self.names("state_ignore").into(),
            settle: self.millis("settle_ms"),
            recheck: self.0["recheck"].as_u64().unwrap_or(u64::from(self.is("recheck"))) as u32,
            min_time: self.millis("min_time_ms"),
            weak_ack: self.0["ack"] == "weak",
            declared: is_read,
            ..Tool::unknown(self.text("tool", "tool"))
        }
        .hinted(hints, trust)
    }
}

struct Run<'r> {
    reader: Reader<'r>,
    jitter: &'r mut dyn FnMut() -> Jitter,
    task: Task,
    script: VecDeque<Value>,
    now: u64,
    cancel_at: Option<u64>,
    waits: Vec<u64>,
    sequence: Vec<String>,
    keys: Vec<Option<String>>,
}

impl Run<'_> {
    fn operation(&mut self, facts: &Facts, position: usize) -> Result<(), String> {
        let tool = facts.tool();
        let arguments = facts.0["args"].to_string();
        let is_bare = tool.writes && !tool.idempotent;
        let mut call = Call::new(tool.clone()).json(&arguments);
        if let Some(name) = facts.0["name"].as_str() {
            call = call.named(name.to_owned());
        }
        if facts.is("fixer") {
            call = call.fixable();
        }
        if facts.is("poll") {
            call = call.until_changed();
        }
        if facts.0["verify"] == "always" {
            call = call.always_verify();
        }
        let call = call.batch(facts.names("batch"));
        let random = [position as u8 + 1; 16];
        let has_key = !tool.dedupe_key.is_empty();
        let now = self.now();
        let begun = if facts.is("probe") && has_key {
            self.task.begin(call.verified().keyed(random).ok_or("no key")?, now)
        } else if facts.is("probe") {
            self.task.begin(call.verified(), now)
        } else if has_key {
            self.task.begin(call.keyed(random).ok_or("no key")?, now)
        } else if is_bare {
            self.task.begin_once(call, now)
        } else {
            self.task.begin(call.repeatable().ok_or("not repeatable")?, now)
        };
        let Ok(id) = begun else { return Ok(()) };
        let mut next = Next::Send(id);
        loop {
            next = match next {
                Next::Done | Next::Stop(_) => return Ok(()),
                Next::Wait(id, pause) => self.wait(id, pause),
                Next::Send(id) => self.send(id, facts)?,
                Next::Read(id) => self.read(id, facts)?,
                Next::Fix(id) => {
                    let fixed = Arguments::json(&tool, &json!({"fixed": facts.0["args"]}).to_string());
                    self.task.fixed(id, Some(fixed), self.now())
                }
                Next::Step(id) => self.task.stepped(id, false, self.now()),
            };
        }
    }

    fn now(&self) -> Duration {
        Duration::from_millis(self.now)
    }

    fn wait(&mut self, id: CallId, pause: Duration) -> Next {
        let pause = pause.as_millis() as u64;
        if let Some(cancel) = self.cancel_at.filter(|at| *at < self.now + pause) {
            self.waits.push(cancel - self.now);
            return self.cancel(cancel);
        }
        self.waits.push(pause);
        self.now += pause;
        self.task.resume(id, self.now())
    }

    fn cancel(&mut self, at: u64) -> Next {
        self.now = at;
        self.task.cancel(self.now());
        Next::Stop(Rule::Cancelled)
    }

    /// The answer to this kind of call, if it came in time.
    fn answer(&mut self, id: CallId, label: &str) -> Result<Option<Value>, String> {
        let limit = self.task.timeout(id, self.now()).map(|limit| limit.as_millis() as u64);
        let Some(answer) = self.script.pop_front() else {
            return Err(format!("no answer is left for `{label}`"));
        };
        if answer["at"] != label {
            return Err(format!(
                "`{label}` was sent, the script has an answer to {}",
                answer["at"]
            ));
        }
        self.sequence.push(label.to_owned());
        let took = answer["took_ms"].as_u64().unwrap_or(0);
        let is_cut = limit.is_some_and(|limit| took > limit);
        self.now += limit.map_or(took, |limit| limit.min(took));
        Ok((!is_cut).then_some(answer))
    }

    fn send(&mut self, id: CallId, facts: &Facts) -> Result<Next, String> {
        let label = match self.task.item(id) {
            Some((_, place)) => format!("item:{}", facts.names("batch")[place]),
            None if self.task.is_fixed(id) => "fix".to_owned(),
            None if facts.is("poll") => "read".to_owned(),
            None => "send".to_owned(),
        };
        self.keys.push(self.task.key(id).map(|key| key.to_string()));
        let start = self.now;
        let answer = self.answer(id, &label)?;
        if let Some(cancel) = self.cancel_at.filter(|at| (start..self.now).contains(at)) {
            return Ok(self.cancel(cancel));
        }
        let jitter = (self.jitter)();
        let reply = match &answer {
            None => Seen::transport(Transport::Timeout).into(),
            Some(answer) if answer["error"].is_object() => self.failure(&answer["error"])?,
            Some(answer) => success(answer, &facts.tool()),
        };
        Ok(self.task.on_reply(id, &reply, self.now(), jitter))
    }

    fn read(&mut self, id: CallId, facts: &Facts) -> Result<Next, String> {
        let answer = self.answer(id, "read")?;
        let jitter = (self.jitter)();
        let now = self.now();
        let Some(answer) = answer else {
            let lost = Seen::transport(Transport::Timeout).into();
            return Ok(self.task.on_reply(id, &lost, now, jitter));
        };
        if answer["error"].is_object() {
            let failure = self.failure(&answer["error"])?;
            return Ok(self.task.on_reply(id, &failure, now, jitter));
        }
        if let Some(landed) = answer["landed_items"].as_array() {
            let there: Vec<bool> = facts
                .names("batch")
                .iter()
                .map(|item| landed.contains(&json!(item)))
                .collect();
            return Ok(self.task.on_probe(id, Probe::Items(&there), now, jitter));
        }
        let probe = match answer["landed"].as_str() {
            Some("yes") => Probe::Landed,
            Some("no") => Probe::NotLanded,
            _ => Probe::Unclear,
        };
        Ok(self.task.on_probe(id, probe, now, jitter))
    }

    fn failure(&self, error: &Value) -> Result<Reply<'static>, String> {
        if let Some(transport) = error["transport"].as_str() {
            let code = format!("transport_{transport}");
            let found = Transport::ALL.iter().find(|known| known.code() == code);
            return Ok(Seen::transport(*found.ok_or(code)?).into());
        }
        let mut body = error.as_object().cloned().unwrap_or_default();
        let Some(status) = body.remove("http").and_then(|status| status.as_u64()) else {
            return Ok(self.reader.result(&Value::Object(body).to_string()).into());
        };
        let mut headers = Vec::new();
        for (member, header) in [("retry_after", "Retry-After"), ("date", "Date")] {
            if let Some(value) = body.remove(member) {
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                headers.push((header, value));
            }
        }
        let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let seen = self.reader.http(&Http {
            status: status as u16,
            headers: &headers,
            body: &Value::Object(body).to_string(),
            now: None,
        });
        Ok(seen.into())
    }
}

fn success(answer: &Value, tool: &Tool) -> Reply<'static> {
    let is = |name: &str| answer[name].as_bool().unwrap_or(false);
    Reply::Success(Success {
        duplicate: is("duplicate"),
        partial: is("partial"),
        weak: is("weak") || is("queued"),
        changed: answer["changed"].as_bool(),
        state: answer.get("state").map(|state| State::json(tool, &state.to_string())),
    })
}

impl Trace {
    /// What is not as the case expects it.
    pub fn faults(&self, case: &Case) -> Vec<String> {
        let mut faults = Vec::new();
        let mut equal = |what: &str, found: Value, expected: &Value| {
            if !expected.is_null() && found != *expected {
                faults.push(format!("{what} {found}, expected {expected}"));
            }
        };
        let expect = &case.expect;
        equal("calls", json!(self.calls), &expect["calls"]);
        equal("status", json!(self.status.as_str()), &expect["status"]);
        equal("sequence", json!(self.sequence), &expect["sequence"]);
        equal("recovery_calls", json!(self.recovery_calls), &expect["recovery_calls"]);
        equal("unused", json!(self.unused), &json!(case.unused));
        let is_same = self.keys.windows(2).all(|pair| pair[0] == pair[1] && pair[0].is_some());
        equal("same_key", json!(is_same), &expect["same_key"]);
        let stop = self.stop_reason.map(Rule::as_str);
        if json!(stop) != expect["stop_reason"] {
            faults.push(format!("stop_reason {stop:?}, expected {}", expect["stop_reason"]));
        }
        let waits = expect["waits_ms"].as_array().cloned().unwrap_or_default();
        let fit = |wait: u64, range: &Value| range[0].as_u64() <= Some(wait) && Some(wait) <= range[1].as_u64();
        if waits.len() != self.waits_ms.len()
            || !self.waits_ms.iter().zip(&waits).all(|(wait, range)| fit(*wait, range))
        {
            faults.push(format!("waits {:?}, expected {}", self.waits_ms, expect["waits_ms"]));
        }
        if expect["elapsed_ms"].is_array() && !fit(self.elapsed_ms, &expect["elapsed_ms"]) {
            faults.push(format!(
                "elapsed {}, expected {}",
                self.elapsed_ms, expect["elapsed_ms"]
            ));
        }
        faults
    }
}
