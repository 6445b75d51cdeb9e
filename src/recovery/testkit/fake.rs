//! A server that fails as it is told, and knows what really took effect.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use errtax_core::{Class, Executed};

use super::clock::VirtualClock;
use super::random::Random;
use crate::recovery::{Attempt, Key, Reply, Seen, State as Shown, Success, Tool, Transport, Value};

/// What becomes of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Behaviour {
    /// It is carried out and answered.
    Succeed,
    /// It is answered with this failure, and not carried out.
    Fail(Seen<'static>),
    /// The connection is refused, so nothing arrives.
    Unreachable,
    /// It is carried out, and the answer is lost.
    CommitThenDrop,
    /// The request is lost, and nothing is carried out. To whoever calls it looks like [`CommitThenDrop`](Self::CommitThenDrop).
    LoseRequest,
    /// It is carried out and answered after so long. Whoever does not wait so long knows nothing, and it takes effect all the
    /// same, late: what [`Tool::settle`] is for.
    Hang(Duration),
}

/// Something that took effect.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effect {
    /// The tool.
    pub tool: String,
    /// The arguments that it was called with.
    pub arguments: String,
    /// The key that came with it.
    pub key: Option<Key>,
    /// When it took effect, by the clock of the server.
    pub at: Duration,
}

/// A server for tests of your own: it fails as it is told, on a [`VirtualClock`], and keeps what really took effect.
///
/// Behaviours come in a row ([`then`](Self::then), [`then_reading`](Self::then_reading)); when the row is used up, calls succeed, or
/// are drawn by a seed ([`seeded`](Self::seeded)). Clones are the same server.
///
/// ```
/// use errtax::recovery::testkit::{Behaviour, FakeServer, VirtualClock};
/// use errtax::recovery::{Call, SharedTask, Status, Task, Tool};
///
/// static POST: Tool = Tool::write("post_voucher");
/// const ARGUMENTS: &str = r#"{"amount": 12}"#;
///
/// let clock = VirtualClock::new();
/// let server = FakeServer::new(clock.clone()).then([Behaviour::CommitThenDrop]);
/// let request = || server.request("post_voucher", ARGUMENTS);
///
/// let task = SharedTask::with(Task::new("close march"), clock);
/// let outcome = task
///     .call_blocking(Call::new(&POST).json(ARGUMENTS), |attempt| request().attempt(&attempt).send())
///     .verify(|attempt| request().attempt(&attempt).read())
///     .run();
///
/// // The answer was lost, a read found the voucher, and it was posted once.
/// assert!(outcome.is_done());
/// assert_eq!(task.report().status(), Status::Done);
/// assert_eq!((server.calls(), server.reads(), server.effects().len()), (1, 1, 1));
/// ```
///
/// Whoever drives a [`Task`](crate::recovery::Task) without a driver gives [`Request::key`] and [`Request::timeout`] what the task says.
#[derive(Clone, Debug)]
pub struct FakeServer {
    clock: VirtualClock,
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    sends: VecDeque<Behaviour>,
    reads: VecDeque<Behaviour>,
    drawn: Option<Random>,
    dedupes: bool,
    read_only: Vec<String>,
    patience: Duration,
    calls: u32,
    reads_made: u32,
    /// What took effect, and what will when its time has come.
    effects: Vec<Effect>,
}

/// How long a caller waits for an answer that does not come.
const PATIENCE: Duration = Duration::from_secs(10);

impl FakeServer {
    /// A server at which every call succeeds.
    #[must_use]
    pub fn new(clock: VirtualClock) -> Self {
        Self {
            clock,
            state: Arc::new(Mutex::new(State {
                sends: VecDeque::new(),
                reads: VecDeque::new(),
                drawn: None,
                dedupes: false,
                read_only: Vec::new(),
                patience: PATIENCE,
                calls: 0,
                reads_made: 0,
                effects: Vec::new(),
            })),
        }
    }

    /// A server at which half of the calls succeed and half of the others are lost, always the same for one seed. None hangs for
    /// more than 20 s: whoever waits so long meets no late effect.
    #[must_use]
    pub fn seeded(clock: VirtualClock, seed: u64) -> Self {
        let server = Self::new(clock);
        server.state().drawn = Some(Random::seeded(seed));
        server
    }

    /// The next calls of tools behave like this, in a row.
    #[must_use]
    pub fn then(self, behaviours: impl IntoIterator<Item = Behaviour>) -> Self {
        self.state().sends.extend(behaviours);
        self
    }

    /// The next reads behave like this, in a row.
    #[must_use]
    pub fn then_reading(self, behaviours: impl IntoIterator<Item = Behaviour>) -> Self {
        self.state().reads.extend(behaviours);
        self
    }

    /// It carries out once what comes with the same key, and says of the second that it is a duplicate, with the state.
    #[must_use]
    pub fn dedupes(self) -> Self {
        self.state().dedupes = true;
        self
    }

    /// This tool changes nothing, so no call of it takes effect.
    #[must_use]
    pub fn read_only(self, tool: impl Into<String>) -> Self {
        self.state().read_only.push(tool.into());
        self
    }

    /// How long a caller waits for an answer that does not come, unless its own timeout is shorter: 10 s where this is not said.
    #[must_use]
    pub fn patience(self, patience: Duration) -> Self {
        self.state().patience = patience;
        self
    }

    /// A request, to be [sent](Request::send) or [read](Request::read).
    pub fn request<'s>(&'s self, tool: &'s str, arguments: &'s str) -> Request<'s> {
        Request {
            server: self,
            tool,
            arguments,
            key: None,
            timeout: None,
        }
    }

    /// Its clock.
    #[must_use]
    pub fn clock(&self) -> &VirtualClock {
        &self.clock
    }

    /// How many calls of tools were sent to it, whether they arrived or not. Reads that verify are not among them.
    #[must_use]
    pub fn calls(&self) -> u32 {
        self.state().calls
    }

    /// How many reads were sent to it.
    #[must_use]
    pub fn reads(&self) -> u32 {
        self.state().reads_made
    }

    /// What has taken effect by now, in that order.
    #[must_use]
    pub fn effects(&self) -> Vec<Effect> {
        let now = self.clock.now();
        let mut effects: Vec<Effect> = self
            .state()
            .effects
            .iter()
            .filter(|effect| effect.at <= now)
            .cloned()
            .collect();
        effects.sort_by_key(|effect| effect.at);
        effects
    }

    /// How often a call with these arguments, in whatever form, has taken effect by now. The truth: nothing is sent for it.
    #[must_use]
    pub fn landed(&self, tool: &str, arguments: &str) -> usize {
        let arguments = Value::json(arguments);
        let is_it = |effect: &&Effect| effect.tool == tool && Value::json(&effect.arguments) == arguments;
        self.effects().iter().filter(is_it).count()
    }

    /// A test that panicked while it held the lock left nothing half done.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request to a [`FakeServer`], which is made when it is sent.
#[derive(Clone, Debug)]
#[must_use = "nothing is sent before `send` or `read`"]
pub struct Request<'s> {
    server: &'s FakeServer,
    tool: &'s str,
    arguments: &'s str,
    key: Option<Key>,
    timeout: Option<Duration>,
}

impl Request<'_> {
    /// Under this key: what [`Task::key`](crate::recovery::Task::key) says.
    pub fn key(mut self, key: impl Into<Option<Key>>) -> Self {
        self.key = key.into();
        self
    }

    /// Given up after so long: what [`Task::timeout`](crate::recovery::Task::timeout) says.
    pub fn timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.timeout = timeout.into();
        self
    }

    /// As a driver hands it out: with its key and its timeout.
    pub fn attempt(self, attempt: &Attempt) -> Self {
        self.key(attempt.key).timeout(attempt.timeout)
    }

    /// Calls the tool. The clock moves on by as long as it takes.
    #[must_use]
    pub fn send(self) -> Reply<'static> {
        let mut state = self.server.state();
        state.calls += 1;
        let behaviour = state.next(false);
        let patience = state.patience;
        match behaviour {
            Behaviour::Succeed => self.carried_out(&mut state, Duration::ZERO),
            Behaviour::Fail(seen) => seen.into(),
            Behaviour::Unreachable => Seen::transport(Transport::Refused).into(),
            Behaviour::CommitThenDrop => {
                let _ = self.carried_out(&mut state, Duration::ZERO);
                self.given_up(patience).into()
            }
            Behaviour::LoseRequest => self.given_up(patience).into(),
            Behaviour::Hang(long) => {
                let reply = self.carried_out(&mut state, long);
                self.took(long).map_or(reply, Reply::from)
            }
        }
    }

    /// Reads whether a call like this has taken effect, as a harness does to verify one. The clock moves on by as long as it takes.
    ///
    /// # Errors
    ///
    /// With what became of the read, where it failed.
    pub fn read(self) -> Result<bool, Seen<'static>> {
        let (behaviour, patience) = {
            let mut state = self.server.state();
            state.reads_made += 1;
            (state.next(true), state.patience)
        };
        match behaviour {
            Behaviour::Succeed => {}
            Behaviour::Fail(seen) => return Err(seen),
            Behaviour::Unreachable => return Err(Seen::transport(Transport::Refused)),
            Behaviour::CommitThenDrop | Behaviour::LoseRequest => return Err(self.given_up(patience)),
            Behaviour::Hang(long) => {
                if let Some(lost) = self.took(long) {
                    return Err(lost);
                }
            }
        }
        Ok(self.server.landed(self.tool, self.arguments) > 0)
    }

    /// It takes effect so much later, unless it has before.
    fn carried_out(&self, state: &mut State, later: Duration) -> Reply<'static> {
        if state.read_only.iter().any(|tool| tool == self.tool) {
            return Reply::OK;
        }
        let now = self.server.clock.now();
        let at = now.saturating_add(later);
        let known = state
            .effects
            .iter_mut()
            .find(|effect| self.key.is_some() && effect.key == self.key);
        if let Some(known) = known.filter(|_| state.dedupes) {
            // Who comes second has to wait for the first, or finds it done.
            known.at = known.at.min(at);
            return Reply::Success(Success {
                duplicate: true,
                state: Some(Shown::json(&Tool::unknown(self.tool.to_owned()), &known.arguments)),
                ..Success::PLAIN
            });
        }
        state.effects.push(Effect {
            tool: self.tool.to_owned(),
            arguments: self.arguments.to_owned(),
            key: self.key,
            at,
        });
        Reply::OK
    }

    /// So much time passes; what is lost where the caller does not wait so long.
    fn took(&self, long: Duration) -> Option<Seen<'static>> {
        let limit = self.timeout.unwrap_or(Duration::MAX);
        self.server.clock.advance(long.min(limit));
        (long > limit).then(|| Seen::transport(Transport::Timeout))
    }

    /// No answer comes.
    fn given_up(&self, patience: Duration) -> Seen<'static> {
        self.server
            .clock
            .advance(self.timeout.map_or(patience, |limit| limit.min(patience)));
        Seen::transport(Transport::Timeout)
    }
}

impl State {
    fn next(&mut self, reads: bool) -> Behaviour {
        let row = if reads { &mut self.reads } else { &mut self.sends };
        match (row.pop_front(), &mut self.drawn) {
            (Some(told), _) => told,
            (None, Some(random)) => drawn(random),
            (None, None) => Behaviour::Succeed,
        }
    }
}

fn drawn(random: &mut Random) -> Behaviour {
    let refused = |class: Class, code: &'static str| Seen::new(class, Executed::No, code.into());
    match random.below(16) {
        0..=7 => Behaviour::Succeed,
        8 | 9 => Behaviour::CommitThenDrop,
        10 | 11 => Behaviour::LoseRequest,
        12 => Behaviour::Unreachable,
        13 => Behaviour::Hang(Duration::from_millis(1 + random.below(20_000))),
        14 => {
            // Zero is none.
            let wait = Duration::from_millis(random.below(4) * 1_500);
            Behaviour::Fail(refused(Class::RateLimit, "RATE_LIMITED").after(Some(wait)))
        }
        _ => match random.below(3) {
            0 => Behaviour::Fail(refused(Class::Transient, "TRANSIENT_ERROR")),
            1 => Behaviour::Fail(refused(Class::BadInput, "INVALID_ARGUMENTS")),
            _ => Behaviour::Fail(refused(Class::Conflict, "CONFLICT")),
        },
    }
}
