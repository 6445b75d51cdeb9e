//! A server that answers by a script and knows what really happened, and calls of every kind that are driven against it: by
//! futures, by blocking, and by hand.

use std::collections::VecDeque;
use std::future::{Future, pending};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use errtax::recovery::{
    Answer, Arguments, Attempt, Call, Clock, Found, Jitter, Key, Name, Next, Once, Outcome, Recoverable, Reply, Seen,
    SharedTask, Success, Task, Tool, Transport,
};
use errtax::{Action, Class, Executed};

use super::hand::{Hand, turn};

static GET: Tool = Tool::read("get");
static SET: Tool = Tool::write("set").idempotent();
static POST: Tool = Tool::write("post");
static KEYED: Tool = Tool::write("keyed").keyed_by("request_id");

const ITEMS: [&str; 3] = ["a", "b", "c"];
/// How long a call is under way.
const TRIP: Duration = Duration::from_millis(100);
/// The longest that an attempt may take.
pub const TIMEOUT: Duration = Duration::from_secs(5);

/// What the server says to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    Ok,
    /// It carries the call out, and the answer is lost.
    LostAfter,
    /// The call is lost.
    LostBefore,
    Refused,
    /// Come back in two seconds.
    Busy,
    /// Come back just before the time for recovery is over.
    Late,
    BadInput,
    Closed,
    Conflict,
    NotFound,
    Auth,
    Partial,
    /// It carries the call out and never answers.
    Hangs,
}

impl Says {
    pub const ALL: [Self; 13] = [
        Self::Ok,
        Self::LostAfter,
        Self::LostBefore,
        Self::Refused,
        Self::Busy,
        Self::Late,
        Self::BadInput,
        Self::Closed,
        Self::Conflict,
        Self::NotFound,
        Self::Auth,
        Self::Partial,
        Self::Hangs,
    ];
}

/// What a read says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looks {
    Truth,
    Unclear,
    Fails,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Read,
    Idempotent,
    Keyed,
    Verified,
    KeyedVerified,
    Once,
    Batch,
}

impl Kind {
    pub const ALL: [Self; 7] = [
        Self::Read,
        Self::Idempotent,
        Self::Keyed,
        Self::Verified,
        Self::KeyedVerified,
        Self::Once,
        Self::Batch,
    ];

    pub fn writes(self) -> bool {
        self != Self::Read
    }

    fn has_probe(self) -> bool {
        matches!(self, Self::Verified | Self::KeyedVerified | Self::Batch)
    }

    fn plain(self) -> Call<Once> {
        let tool = match self {
            Self::Read => &GET,
            Self::Idempotent => &SET,
            Self::Keyed | Self::KeyedVerified => &KEYED,
            Self::Verified | Self::Once | Self::Batch => &POST,
        };
        let call = Call::new(tool).json(r#"{"n":1}"#);
        match self {
            Self::Batch => call.batch(ITEMS.map(Name::from)),
            _ => call,
        }
    }

    fn call(self) -> Call<Recoverable> {
        let call = self.plain();
        match self {
            Self::Read | Self::Idempotent => call.repeatable().unwrap(),
            Self::Keyed => call.keyed([7; 16]).unwrap(),
            Self::KeyedVerified => call.keyed([7; 16]).unwrap().verified(),
            Self::Verified | Self::Batch | Self::Once => call.verified(),
        }
    }

    /// Plans the same call once more.
    pub fn again(self, task: &mut Task, now: Duration) -> Result<(), errtax::recovery::Rule> {
        match self {
            Self::Once => task.begin_once(self.plain(), now).map(|_| ()),
            _ => task.begin(self.call(), now).map(|_| ()),
        }
    }
}

/// What is there to be told.
#[derive(Debug)]
pub struct World {
    says: VecDeque<Says>,
    looks: Looks,
    /// How often each item was carried out; of a call that is no batch the first.
    pub effects: [u32; 3],
    known: Vec<Key>,
    pub arrived: u32,
    pub reads: u32,
    /// A call arrived, and no answer to it has come yet.
    pub in_flight: bool,
    /// It was fixed, so that it is another call now.
    pub is_fixed: bool,
    pub keys: Vec<Option<Key>>,
}

impl World {
    fn arrives(&mut self, attempt: &Attempt, kind: Kind) -> Says {
        self.arrived += 1;
        self.in_flight = true;
        self.keys.push(attempt.key);
        let says = self.says.pop_front().unwrap_or(Says::Ok);
        let is_done = matches!(says, Says::Ok | Says::LostAfter | Says::Hangs | Says::Partial);
        if !is_done || attempt.key.is_some_and(|key| self.known.contains(&key)) {
            return says;
        }
        self.known.extend(attempt.key);
        let count = match (attempt.item, kind) {
            (None, Kind::Batch) if says == Says::Partial => 0..1,
            (None, Kind::Batch) => 0..3,
            (item, _) => item.unwrap_or(0)..item.unwrap_or(0) + 1,
        };
        for place in count {
            self.effects[place] += 1;
        }
        says
    }

    fn answers(&mut self, says: Says) -> Answer<Says> {
        self.in_flight = matches!(says, Says::LostAfter | Says::LostBefore | Says::Hangs);
        let refused = |class, code: &'static str| Seen::new(class, Executed::No, code.into());
        let seen = match says {
            Says::Ok => return Answer::ok(says),
            Says::Partial => {
                let success = Success {
                    partial: true,
                    ..Success::PLAIN
                };
                return Answer::success(says, success);
            }
            Says::LostAfter | Says::LostBefore => Seen::transport(Transport::Reset),
            Says::Hangs => Seen::transport(Transport::Timeout),
            Says::Refused => Seen::transport(Transport::Refused),
            Says::Busy => refused(Class::RateLimit, "BUSY").after(Some(Duration::from_secs(2))),
            Says::Late => refused(Class::RateLimit, "LATE").after(Some(Duration::from_millis(119_950))),
            Says::BadInput => refused(Class::BadInput, "BAD"),
            Says::Closed => Seen {
                action: Some(Action::FixState),
                ..refused(Class::Precondition, "CLOSED")
            },
            Says::Conflict => refused(Class::Conflict, "TAKEN"),
            Says::NotFound => refused(Class::NotFound, "GONE"),
            Says::Auth => refused(Class::Auth, "EXPIRED"),
        };
        Answer::failed(says, seen)
    }

    fn looked(&mut self, kind: Kind) -> Result<Found, Seen<'static>> {
        self.reads += 1;
        let is_there = self.effects.map(|times| times > 0);
        // Now it is known, one way or the other.
        self.in_flight &= self.looks != Looks::Truth;
        match (self.looks, kind) {
            (Looks::Fails, _) => Err(Seen::transport(Transport::Reset)),
            (Looks::Unclear, _) => Ok(Found::Unclear),
            (Looks::Truth, Kind::Batch) => Ok(Found::Items(is_there.to_vec())),
            (Looks::Truth, _) => Ok(is_there[0].into()),
        }
    }
}

/// A call of a kind, and what the server says to it.
#[derive(Clone)]
pub struct Script {
    pub kind: Kind,
    pub hand: Hand,
    pub world: Arc<Mutex<World>>,
}

impl Script {
    pub fn new(kind: Kind, says: &[Says], looks: Looks) -> Self {
        let world = World {
            says: says.iter().copied().collect(),
            looks,
            effects: [0; 3],
            known: Vec::new(),
            arrived: 0,
            reads: 0,
            in_flight: false,
            is_fixed: false,
            keys: Vec::new(),
        };
        Self {
            kind,
            hand: Hand::new(),
            world: Arc::new(Mutex::new(world)),
        }
    }

    pub fn task(&self) -> SharedTask<Hand> {
        SharedTask::with(Task::new("script"), self.hand.clone()).with_jitter(|| Jitter::millis(120))
    }

    /// As a future that can be dropped at each of its awaits.
    pub async fn awaited(self, task: SharedTask<Hand>) -> Outcome<Says> {
        let Self { kind, hand, world } = self;
        let send = async |attempt: Attempt| {
            turn().await;
            let says = world.lock().unwrap().arrives(&attempt, kind);
            turn().await;
            errtax::recovery::Timer::sleep(&hand, TRIP).await;
            if says == Says::Hangs {
                pending::<()>().await;
            }
            world.lock().unwrap().answers(says)
        };
        let look = async |_: Attempt| {
            turn().await;
            let found = world.lock().unwrap().looked(kind);
            errtax::recovery::Timer::sleep(&hand, TRIP).await;
            found
        };
        let fix = async |failed: Arc<Says>| {
            turn().await;
            world.lock().unwrap().is_fixed |= *failed == Says::BadInput;
            (*failed == Says::BadInput).then_some(r#"{"n":2}"#)
        };
        let step = async |failed: Arc<Says>| {
            turn().await;
            *failed == Says::Closed
        };
        if kind.has_probe() {
            let driven = task.call(kind.call(), send).verify(look).fix(fix).step(step);
            return driven.timeout(TIMEOUT).run().await;
        }
        if kind == Kind::Once {
            let driven = task.call(kind.plain(), send).fix(fix).step(step);
            return driven.timeout(TIMEOUT).run_once().await;
        }
        task.call(kind.call(), send)
            .fix(fix)
            .step(step)
            .timeout(TIMEOUT)
            .run()
            .await
    }

    pub fn blocking(&self, task: &SharedTask<Hand>) -> Outcome<Says> {
        let Self { kind, hand, world } = self;
        let kind = *kind;
        let send = |attempt: Attempt| sent(kind, hand, world, &attempt, attempt.timeout);
        let look = |attempt: Attempt| looked(kind, hand, world, attempt.timeout);
        let fix = |failed: &Says| (*failed == Says::BadInput).then_some(r#"{"n":2}"#);
        let step = |failed: &Says| *failed == Says::Closed;
        if kind.has_probe() {
            let driven = task.call_blocking(kind.call(), send).verify(look).fix(fix).step(step);
            return driven.timeout(TIMEOUT).run();
        }
        if kind == Kind::Once {
            let driven = task.call_blocking(kind.plain(), send).fix(fix).step(step);
            return driven.timeout(TIMEOUT).run_once();
        }
        task.call_blocking(kind.call(), send)
            .fix(fix)
            .step(step)
            .timeout(TIMEOUT)
            .run()
    }

    /// As whoever has no driver does it.
    pub fn by_hand(&self) -> Task {
        let Self { kind, hand, world } = self;
        let (kind, jitter) = (*kind, Jitter::millis(120));
        let mut task = Task::new("script");
        let begun = match kind {
            Kind::Once => task.begin_once(kind.plain().fixable().with_steps(), hand.now()),
            _ => task.begin(kind.call().fixable().with_steps(), hand.now()),
        };
        let mut next = Next::Send(begun.unwrap());
        let mut last = Says::Ok;
        loop {
            let limit = |task: &Task, id| task.timeout(id, hand.now()).map_or(TIMEOUT, |limit| limit.min(TIMEOUT));
            next = match next {
                Next::Done | Next::Stop(_) => return task,
                Next::Wait(id, pause) => {
                    hand.advance(pause);
                    task.resume(id, hand.now())
                }
                Next::Send(id) => {
                    let limit = limit(&task, id);
                    let attempt = self.attempt(&task, id);
                    let answer = sent(kind, hand, world, &attempt, Some(limit));
                    last = answer.value;
                    let jitter = if matches!(answer.reply, Reply::Success(_)) {
                        Jitter::NONE
                    } else {
                        jitter
                    };
                    task.on_reply(id, &answer.reply, hand.now(), jitter)
                }
                Next::Read(id) => {
                    let found = looked(kind, hand, world, Some(limit(&task, id)));
                    match found {
                        Ok(Found::Items(there)) => {
                            task.on_probe(id, errtax::recovery::Probe::Items(&there), hand.now(), jitter)
                        }
                        Ok(Found::Landed) => task.on_probe(id, errtax::recovery::Probe::Landed, hand.now(), jitter),
                        Ok(Found::NotLanded) => {
                            task.on_probe(id, errtax::recovery::Probe::NotLanded, hand.now(), jitter)
                        }
                        Ok(Found::Unclear) => task.on_probe(id, errtax::recovery::Probe::Unclear, hand.now(), jitter),
                        Err(seen) => task.on_reply(id, &seen.into(), hand.now(), jitter),
                    }
                }
                Next::Fix(id) => {
                    let fixed = Arguments::json(task.tool(id).unwrap(), r#"{"n":2}"#);
                    let fixed = (last == Says::BadInput).then_some(fixed);
                    task.fixed(id, fixed, hand.now())
                }
                Next::Step(id) => task.stepped(id, last == Says::Closed, hand.now()),
            };
        }
    }

    /// An attempt can only be had from a driver; this one is for a call that succeeds at once.
    fn attempt(&self, task: &Task, id: errtax::recovery::CallId) -> Attempt {
        let mut attempt = None;
        let _ = SharedTask::with(Task::new("other"), &self.hand)
            .call_blocking(self.kind.plain(), |given| {
                attempt = Some(given);
                Answer::ok(())
            })
            .run_once();
        let mut attempt = attempt.unwrap();
        attempt.key = task.key(id);
        attempt.item = task.item(id).map(|(_, place)| place);
        attempt
    }
}

/// A call that blocks, and keeps to its time.
fn sent(kind: Kind, hand: &Hand, world: &Mutex<World>, attempt: &Attempt, limit: Option<Duration>) -> Answer<Says> {
    let mut world = world.lock().unwrap();
    let says = world.arrives(attempt, kind);
    let took = if says == Says::Hangs { Duration::MAX } else { TRIP };
    let limit = limit.unwrap_or(Duration::MAX);
    hand.advance(took.min(limit));
    if took > limit {
        // What it would have said is not known to whoever is cut off.
        world.in_flight = true;
        return Answer::failed(says, Seen::transport(Transport::Timeout));
    }
    world.answers(says)
}

fn looked(kind: Kind, hand: &Hand, world: &Mutex<World>, limit: Option<Duration>) -> Result<Found, Seen<'static>> {
    let limit = limit.unwrap_or(Duration::MAX);
    let found = world.lock().unwrap().looked(kind);
    hand.advance(TRIP.min(limit));
    if TRIP > limit {
        return Err(Seen::transport(Transport::Timeout));
    }
    found
}

/// Every script of two answers, for every kind of call, with every kind of read.
pub fn scripts() -> impl Iterator<Item = (Kind, [Says; 2], Looks)> {
    let looks = [Looks::Truth, Looks::Unclear, Looks::Fails];
    Kind::ALL.into_iter().flat_map(move |kind| {
        let pairs = Says::ALL
            .into_iter()
            .flat_map(|one| Says::ALL.into_iter().map(move |two| [one, two]));
        let looks = if kind.has_probe() { &looks[..] } else { &looks[..1] }.to_vec();
        pairs.flat_map(move |says| looks.clone().into_iter().map(move |looks| (kind, says, looks)))
    })
}

/// That a future may be sent to another thread.
pub fn is_send<F: Future + Send>(future: F) -> F {
    future
}
