//! The loop: does what the engine says, until it says no more.

use std::sync::Arc;
use std::time::Duration;

use super::super::arguments::Arguments;
use super::super::call::Parts;
use super::super::items::Stepped;
use super::super::report::Status;
use super::super::rule::Rule;
use super::super::seen::{Reply, Seen, Transport};
use super::super::task::{CallId, Next};
use super::super::tool::ToolRef;
use super::attempt::{Attempt, Fixed};
use super::clock::Clock;
use super::event::Event;
use super::hooks::{Fixes, Observes, Read, Sends, Steps, Verifies};
use super::outcome::Outcome;
use super::pace::{First, Pace};
use super::shared::{Decision, SharedTask};

/// The closures of a call.
pub(in crate::recovery) struct Hooks<S, Y, X, P, O> {
    pub(in crate::recovery) send: S,
    pub(in crate::recovery) verify: Y,
    pub(in crate::recovery) fix: X,
    pub(in crate::recovery) step: P,
    pub(in crate::recovery) observe: O,
}

/// A call under way. Where it is dropped before it is over, the task is told.
struct Driving<C: Clock> {
    task: SharedTask<C>,
    id: CallId,
    is_over: bool,
}

impl<C: Clock> Drop for Driving<C> {
    fn drop(&mut self) {
        if !self.is_over {
            self.task.abandon(self.id);
        }
    }
}

/// Arguments that were fixed as JSON, by the call that was.
type FixedJson = Vec<(CallId, Arc<str>)>;

pub(in crate::recovery) async fn drive<M, C, S, Y, X, P, O>(
    task: SharedTask<C>,
    mut parts: Parts,
    mut hooks: Hooks<S, Y, X, P, O>,
    timeout: Option<Duration>,
) -> Outcome<S::Value>
where
    M: Pace<C>,
    C: Clock,
    S: Sends,
    Y: Verifies,
    X: Fixes<S::Value>,
    P: Steps<S::Value>,
    O: Observes,
{
    // What it can do is what there is a closure for.
    parts.has_probe = hooks.verify.is_given();
    parts.is_fixable = hooks.fix.is_given();
    parts.has_steps = hooks.step.is_given();
    let draws_always = parts.until_changed;
    let tool = parts.tool.clone();
    let mut outcome = Outcome {
        value: None,
        ended: Ok(()),
        status: Status::Failed,
        id: None,
        attempts: 0,
        reads: 0,
        waits: Vec::new(),
    };
    let (id, mut decision) = match task.begin(parts, timeout) {
        Ok(begun) => begun,
        Err(rule) => {
            outcome.ended = Err(rule);
            end(&mut hooks.observe, &outcome);
            return outcome;
        }
    };
    outcome.id = Some(id);
    let mut driving = Driving {
        task,
        id,
        is_over: false,
    };
    let task = driving.task.clone();
    let mut fixed_json = FixedJson::new();
    loop {
        let Decision {
            next,
            rule,
            time,
            attempt,
            limit,
        } = decision;
        // What was cut off took all its time, whatever the clock says.
        let cut_at = time.saturating_add(limit.unwrap_or_default());
        decision = match (next, attempt) {
            (Next::Wait(id, pause), _) => {
                tell(&mut hooks.observe, || Event::Wait { id, pause, rule });
                outcome.waits.push(pause);
                match M::pause(task.clone(), pause).await {
                    First::Cancelled => break,
                    First::Cut => task.tell(Duration::ZERO, timeout, |task, now| task.resume(id, now)),
                    First::Ready(()) => {
                        task.tell(time.saturating_add(pause), timeout, |task, now| task.resume(id, now))
                    }
                }
            }
            (Next::Send(id), Some(mut attempt)) => {
                attempt.json = json_of(&fixed_json, &attempt, driving.id);
                tell(&mut hooks.observe, || Event::Send {
                    attempt: attempt.clone(),
                    rule,
                });
                outcome.attempts += 1;
                let (reply, at) = match M::limit(task.clone(), limit, hooks.send.send(attempt)).await {
                    First::Cancelled => break,
                    First::Cut if hooks.send.was_sent() => (Seen::transport(Transport::Timeout).into(), cut_at),
                    First::Cut => (Seen::transport(Transport::NotSent).into(), cut_at),
                    First::Ready(answer) => {
                        outcome.value = Some(answer.value);
                        (answer.reply, Duration::ZERO)
                    }
                };
                let jitter = match &reply {
                    Reply::Success(_) if !draws_always => Default::default(),
                    _ => task.jitter(),
                };
                failed(&mut hooks.observe, id, &reply);
                task.tell(at, timeout, |task, now| task.on_reply(id, &reply, now, jitter))
            }
            (Next::Read(id), Some(attempt)) => {
                tell(&mut hooks.observe, || Event::Read {
                    attempt: attempt.clone(),
                    rule,
                });
                outcome.reads += 1;
                let (found, at) = match M::limit(task.clone(), limit, hooks.verify.verify(attempt)).await {
                    First::Cancelled => break,
                    First::Cut => (Err(Seen::transport(Transport::Timeout)), cut_at),
                    First::Ready(Read(found)) => (found, Duration::ZERO),
                };
                let jitter = task.jitter();
                match found {
                    Ok(found) => task.tell(at, timeout, |task, now| task.on_probe(id, found.probe(), now, jitter)),
                    Err(seen) => {
                        let reply = Reply::Failure(seen);
                        failed(&mut hooks.observe, id, &reply);
                        task.tell(at, timeout, |task, now| task.on_reply(id, &reply, now, jitter))
                    }
                }
            }
            (Next::Fix(id), _) => {
                tell(&mut hooks.observe, || Event::Fix { id });
                let Some(failed) = outcome.value.take().map(Arc::new) else {
                    break;
                };
                let came = M::limit(task.clone(), limit, hooks.fix.fix(Arc::clone(&failed))).await;
                outcome.value = Arc::into_inner(failed);
                let (fixed, at) = match came {
                    First::Cancelled => break,
                    First::Cut => (None, cut_at),
                    First::Ready(fixed) => (fixed, Duration::ZERO),
                };
                let arguments = fixed.map(|fixed| arguments_of(&mut fixed_json, id, &tool, fixed));
                task.tell(at, timeout, |task, now| task.fixed(id, arguments, now))
            }
            (Next::Step(id), _) => {
                tell(&mut hooks.observe, || Event::Step { id });
                let Some(failed) = outcome.value.take().map(Arc::new) else {
                    break;
                };
                let is_call = hooks.step.is_call();
                let (limit, cut_at) = match timeout.filter(|_| !is_call) {
                    Some(own) => within(limit, own, time),
                    None => (limit, cut_at),
                };
                let came = M::limit(task.clone(), limit, hooks.step.step(Arc::clone(&failed))).await;
                outcome.value = Arc::into_inner(failed);
                let (stepped, at) = match came {
                    First::Cancelled => break,
                    // It may have been taken. The call was refused, so sending it again is safe, and shows whether it was.
                    First::Cut if is_call => (Stepped::Called, cut_at),
                    First::Cut => (Stepped::Taken, cut_at),
                    First::Ready(stepped) => (stepped, Duration::ZERO),
                };
                task.tell(at, timeout, |task, now| task.stepped(id, stepped, now))
            }
            (Next::Done | Next::Stop(_) | Next::Send(_) | Next::Read(_), _) => break,
        };
    }
    driving.is_over = true;
    let (status, rule) = task.came_to(id);
    outcome.status = status;
    outcome.ended = match status {
        Status::Done => Ok(()),
        _ => Err(rule.unwrap_or(Rule::Unfinished)),
    };
    end(&mut hooks.observe, &outcome);
    outcome
}

/// The shorter of both limits, and when it is over.
fn within(limit: Option<Duration>, own: Duration, from: Duration) -> (Option<Duration>, Duration) {
    let limit = limit.map_or(own, |limit| limit.min(own));
    (Some(limit), from.saturating_add(limit))
}

/// The arguments that this attempt is sent with, if they were fixed: its own, else those of its batch.
fn json_of(fixed: &FixedJson, attempt: &Attempt, batch: CallId) -> Option<Arc<str>> {
    let of = |wanted: CallId| fixed.iter().find(|(id, _)| *id == wanted);
    of(attempt.id).or_else(|| of(batch)).map(|(_, json)| Arc::clone(json))
}

fn arguments_of(known: &mut FixedJson, id: CallId, tool: &ToolRef, fixed: Fixed) -> Arguments {
    match fixed {
        Fixed::Arguments(arguments) => arguments,
        Fixed::Json(json) => {
            let arguments = Arguments::json(tool, &json);
            known.push((id, json));
            arguments
        }
    }
}

fn tell<O: Observes>(observer: &mut O, event: impl FnOnce() -> Event) {
    if observer.is_given() {
        observer.observe(&event());
    }
}

fn failed<O: Observes>(observer: &mut O, id: CallId, reply: &Reply<'static>) {
    if let Reply::Failure(seen) = reply {
        tell(observer, || Event::Failed { id, seen: seen.clone() });
    }
}

fn end<O: Observes, V>(observer: &mut O, outcome: &Outcome<V>) {
    tell(observer, || Event::End {
        id: outcome.id,
        ended: outcome.ended,
        status: outcome.status,
    });
}
