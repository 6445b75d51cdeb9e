//! A call is planned, and driven over the wire.

use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use errtax_core::Effect;
use rmcp::model::CallToolRequestParams;
use rmcp::service::ServiceError;

use super::answer::{Answered, success_text};
use super::call::{Fix, Observe, Request, Step, ToolCall, Verify, Written};
use super::client::{Client, locked};
use super::key;
use super::next::follow;
use super::reading::Reading;
use super::said::Said;
use super::sent::{Sent, members};
use crate::recovery::call::{Call, Parts};
use crate::recovery::drive::{Awaiting, Fixes, Hooks, Observes, Read, Sends, Steps, Verifies, drive, unless_over};
use crate::recovery::{
    Answer, Attempt, Event, Fixed, Found, Key, Outcome, Reply, SharedTask, State, Stepped, Timer, Tool, ToolRef,
};

impl<'a, C: Timer> ToolCall<'a, C> {
    /// Makes the call, and recovers it within the limits of its task.
    ///
    /// # Errors
    ///
    /// With the call, of which nothing was sent, when it is a write whose answer must not be lost: nothing is known by which it
    /// could be repeated (it is no read, not idempotent, has no key), and nothing would show whether it is there. Of a batch
    /// only a read would. [`Unprotected::run_once`] makes it all the same.
    pub async fn run(self) -> Result<Outcome<Answered>, Unprotected<'a, C>> {
        let plan = Plan::of(self).await;
        if plan.is_unprotected {
            return Err(Unprotected(Box::new(plan)));
        }
        Ok(plan.run().await)
    }

    /// Makes the call, whatever it is. A write that nothing protects is sent again only where it was provably refused or not
    /// sent; if its answer is lost, it ends as unknown.
    pub async fn run_anyway(self) -> Outcome<Answered> {
        Plan::of(self).await.run().await
    }
}

/// A write that nothing protects from being lost. It has only [`run_once`](Self::run_once).
pub struct Unprotected<'a, C>(Box<Plan<'a, C>>);

impl<C: Timer> Unprotected<'_, C> {
    /// The tool.
    #[must_use]
    pub fn tool(&self) -> &Tool {
        &self.0.parts.tool
    }

    /// Makes the call. It is sent again only where it was provably refused or not sent; if its answer is lost, it ends as
    /// unknown.
    pub async fn run_once(self) -> Outcome<Answered> {
        self.0.run().await
    }
}

impl<C> fmt::Display for Unprotected<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "nothing tells what becomes of `{}` if its answer is lost: declare it idempotent or its dedupe key, verify it, \
             or run it once",
            self.0.parts.tool.name
        )
    }
}

impl<C> fmt::Debug for Unprotected<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Unprotected").field(&self.0.parts.tool.name).finish()
    }
}

impl<C> std::error::Error for Unprotected<'_, C> {}

/// A call with all that is known of it.
struct Plan<'a, C> {
    wire: Arc<Wire<'a, C>>,
    parts: Parts,
    verify: Option<Verify<'a>>,
    reading: Option<Reading>,
    fix: Option<Fix<'a>>,
    step: Option<Step<'a>>,
    observe: Option<Observe<'a>>,
    request: Option<Request<'a>>,
    timeout: Duration,
    is_unprotected: bool,
}

/// What sender, reader and corrector share.
struct Wire<'a, C> {
    client: Client,
    task: SharedTask<C>,
    tool: ToolRef,
    sent: Mutex<Sent<'a>>,
}

impl<'a, C: Timer> Plan<'a, C> {
    async fn of(call: ToolCall<'a, C>) -> Self {
        let client = call.client;
        // It is no call of the task, and not asked for where none will be sent.
        let listed = unless_over(call.task.clone(), client.listed()).await;
        let (is_over, listed) = (listed.is_none(), listed.flatten());
        let tool = ToolRef::from(client.known(listed.as_deref(), &call.tool));
        let mut sent = Sent::new(&tool, call.arguments);
        let items = call.items.map(|items| sent.split(items)).unwrap_or_default();
        let random = (tool.writes && !tool.dedupe_key.is_empty()).then(|| client.key_bytes());
        let random = random.flatten();
        // The items of a batch are calls of their own: a caller's key for the whole is none for them.
        let counts_own_key = !sent.is_batch() || random.is_some();
        let is_keyed = random.is_some() || (counts_own_key && sent.has_own_key());
        let reading = match (&call.verify, &listed) {
            (None, Some(listed)) if tool.writes => Reading::of(&client, listed, &tool, &sent, is_keyed),
            _ => None,
        };
        let has_probe = call.verify.is_some() || reading.is_some();
        let is_lost = tool.effect(is_keyed) == Effect::Write || (tool.writes && sent.is_batch());

        let mut planned = Call::new(tool.clone())
            .members(members(&sent.planned(&tool, counts_own_key)))
            .batch(items);
        if let Some(name) = call.name {
            planned = planned.named(name);
        }
        if call.until_changed {
            planned = planned.until_changed();
        }
        if call.always_verify {
            planned = planned.always_verify();
        }
        let mut parts = planned.parts;
        parts.key = random.map(Key::new);
        Self {
            parts,
            verify: call.verify,
            reading,
            fix: call.fix,
            step: call.step,
            observe: call.observe,
            request: call.request,
            timeout: call.timeout,
            // What is not begun needs no protection, and is in the report.
            is_unprotected: is_lost && !has_probe && !is_over,
            wire: Arc::new(Wire {
                client,
                task: call.task,
                tool,
                sent: Mutex::new(sent),
            }),
        }
    }

    async fn run(self) -> Outcome<Answered> {
        let wire = self.wire;
        let task = wire.task.clone();
        let hooks = Hooks {
            send: Sender {
                wire: wire.clone(),
                request: self.request,
                was_sent: false,
            },
            verify: Verifier(wire.clone(), self.verify, self.reading),
            fix: Fixer(wire.clone(), self.fix),
            step: Stepper {
                wire,
                step: self.step,
                timeout: self.timeout,
            },
            observe: Observer(self.observe),
        };
        let outcome = drive::<Awaiting, _, _, _, _, _, _>(task, self.parts, hooks, Some(self.timeout)).await;
        outcome.map(|came: Came| came.answered)
    }
}

/// An answer, and which call it is to.
struct Came {
    answered: Answered,
    item: Option<usize>,
    reply: Reply<'static>,
}

struct Sender<'a, C> {
    wire: Arc<Wire<'a, C>>,
    request: Option<Request<'a>>,
    /// Whether there was a connection to send it by.
    was_sent: bool,
}

impl<C: Timer> Sends for Sender<'_, C> {
    type Value = Came;

    async fn send(&mut self, attempt: Attempt) -> Answer<Came> {
        self.was_sent = false;
        let wire = &self.wire;
        let arguments = locked(&wire.sent).of(&wire.tool, &attempt);
        let is_keyed = key::carried(&wire.tool, &arguments).is_some();
        let mut params = CallToolRequestParams::new(wire.tool.name.clone()).with_arguments(arguments);
        if let Some(request) = &mut self.request {
            let (name, arguments) = (params.name.clone(), params.arguments.clone());
            request(&mut params);
            // What is sent is what the engine knows of.
            (params.name, params.arguments) = (name, arguments);
        }
        let (answered, reply) = match wire.client.peer().await {
            Ok(peer) => {
                self.was_sent = true;
                let answered = Answered::from(peer.call_tool_once(params).await);
                let reply = wire.reply(&answered, is_keyed);
                (answered, reply)
            }
            Err(seen) => (Answered::Error(ServiceError::TransportClosed), seen.into()),
        };
        Answer {
            reply: reply.clone(),
            value: Came {
                answered,
                item: attempt.item,
                reply,
            },
        }
    }

    fn was_sent(&self) -> bool {
        self.was_sent
    }
}

impl<C> Wire<'_, C> {
    fn reply(&self, answered: &Answered, is_keyed: bool) -> Reply<'static> {
        let mut reply = self.client.reply(answered, &self.tool);
        if let Reply::Success(success) = &mut reply {
            if is_keyed && success.duplicate && success.state.is_none() {
                // What was sent under this key before was this call, and the answer to it is what it led to.
                let text = answered.result().map(success_text).unwrap_or_default();
                success.state = Some(State::json(&self.tool, &text));
            }
        }
        reply
    }
}

struct Verifier<'a, C>(Arc<Wire<'a, C>>, Option<Verify<'a>>, Option<Reading>);

impl<C: Timer> Verifies for Verifier<'_, C> {
    fn is_given(&self) -> bool {
        self.1.is_some() || self.2.is_some()
    }

    async fn verify(&mut self, attempt: Attempt) -> Read {
        let Self(wire, verify, reading) = self;
        let arguments = locked(&wire.sent).of(&wire.tool, &attempt);
        match (verify, reading) {
            (Some(verify), _) => verify(Written { attempt, arguments }).await,
            (None, Some(reading)) => Read(reading.look(&wire.client, &arguments).await),
            (None, None) => Read(Ok(Found::Unclear)),
        }
    }
}

impl Came {
    fn said<C>(&self, wire: &Wire<'_, C>) -> Option<Said> {
        let Reply::Failure(seen) = &self.reply else { return None };
        let arguments = locked(&wire.sent).shown(self.item);
        let call = (wire.tool.name.clone(), arguments, self.item);
        Some(Said::new(&self.answered, seen.clone(), call))
    }
}

struct Fixer<'a, C>(Arc<Wire<'a, C>>, Option<Fix<'a>>);

impl<C: Timer> Fixes<Came> for Fixer<'_, C> {
    fn is_given(&self) -> bool {
        self.1.is_some()
    }

    async fn fix(&mut self, failed: Arc<Came>) -> Option<Fixed> {
        let Self(wire, fix) = self;
        let said = failed.said(wire)?;
        let arguments = fix.as_mut()?(said).await?;
        let fixed = locked(&wire.sent).fix(&wire.tool, failed.item, arguments)?;
        Some(Fixed::Arguments(fixed))
    }
}

struct Stepper<'a, C> {
    wire: Arc<Wire<'a, C>>,
    step: Option<Step<'a>>,
    /// Of each attempt of a step that is a call.
    timeout: Duration,
}

impl<C: Timer> Steps<Came> for Stepper<'_, C> {
    fn is_given(&self) -> bool {
        self.step.is_some()
    }

    fn is_call(&self) -> bool {
        matches!(self.step, Some(Step::Follow(_)))
    }

    async fn step(&mut self, failed: Arc<Came>) -> Stepped {
        let Self { wire, step, timeout } = self;
        let (Some(said), Some(step)) = (failed.said(wire), step) else {
            return Stepped::Declined;
        };
        match step {
            Step::Callback(step) => step(said).await,
            Step::Follow(allowed) => follow(&wire.client, &wire.task, *timeout, allowed, &said).await,
        }
    }
}

struct Observer<'a>(Option<Observe<'a>>);

impl Observes for Observer<'_> {
    fn is_given(&self) -> bool {
        self.0.is_some()
    }

    fn observe(&mut self, event: &Event) {
        if let Some(observe) = &mut self.0 {
            observe(event);
        }
    }
}
