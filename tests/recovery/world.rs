//! A server that loses requests and answers, and a harness that drives a task against it. It knows what really happened.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use errtax::recovery::testkit::Random;
use errtax::recovery::{
    Arguments, Call, CallId, Jitter, Key, Limits, Next, Probe, Reply, Rule, Seen, Success, Task, Tool, Transport,
};
use errtax::{Class, Executed};

/// Random choices, the same for the same seed.
pub struct Dice(Random);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(Random::seeded(seed))
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.0.below(bound)
    }

    pub fn once_in(&mut self, bound: u64) -> bool {
        self.below(bound) == 0
    }
}

/// A planned call as the world knows it.
#[derive(Clone, Debug)]
pub struct Plan {
    pub name: String,
    pub writes: bool,
    pub idempotent: bool,
    pub keyed: bool,
    pub probe: bool,
    pub items: Vec<String>,
}

/// What is done once: a call, or an item of one; `true` for the fixed call.
type Action = (CallId, bool);

/// What was seen of an action on the way.
#[derive(Default)]
struct History {
    sends: u32,
    keys: Vec<Option<Key>>,
    /// Whether a lost answer has not been settled by a read since.
    in_doubt: bool,
}

/// What was handed out and is not over.
struct Open {
    due: u64,
    next: Next,
    is_cut: bool,
    is_recovery: bool,
}

pub struct World {
    open: Vec<Open>,
    pub task: Task,
    pub now: u64,
    told: u64,
    /// A clock that jumps back; `true` for one that stands still instead.
    pub skew: Option<(Dice, bool)>,
    pub dice: Dice,
    pub plans: HashMap<CallId, Plan>,
    /// How often each action took effect, what the server dedupes counted once.
    pub landed: HashMap<Action, u32>,
    /// The same for what of a batch took effect when it was sent as a whole.
    parts: HashMap<(CallId, usize), u32>,
    by_key: HashSet<Key>,
    history: HashMap<Action, History>,
    pub first_failure: Option<u64>,
    /// When the server would be called again at the earliest, by call.
    not_before: HashMap<Action, u64>,
    /// Ends after so many steps: true to cancel, false to drop everything.
    pub end_after: Option<(u64, bool)>,
    pub steps: u64,
    /// Told after each step.
    pub after_step: fn(&Task),
}

pub fn random_plan(dice: &mut Dice, number: u64) -> Plan {
    let writes = !dice.once_in(4);
    let batch = if writes && dice.once_in(4) {
        dice.below(4) + 1
    } else {
        0
    };
    Plan {
        name: format!("op{number}"),
        writes,
        idempotent: writes && dice.once_in(5),
        keyed: writes && dice.once_in(3),
        probe: dice.below(3) > 0,
        items: (0..batch).map(|item| format!("i{item}")).collect(),
    }
}

impl World {
    pub fn new(seed: u64) -> Self {
        Self {
            open: Vec::new(),
            task: Task::new(format!("seed {seed}")),
            now: 0,
            told: 0,
            skew: None,
            dice: Dice::new(seed),
            plans: HashMap::new(),
            landed: HashMap::new(),
            parts: HashMap::new(),
            by_key: HashSet::new(),
            history: HashMap::new(),
            first_failure: None,
            not_before: HashMap::new(),
            end_after: None,
            steps: 0,
            after_step: |_| {},
        }
    }

    /// With other limits, before anything has begun.
    pub fn limits(&mut self, limits: Limits) {
        self.task = Task::with_limits("limited", limits);
    }

    /// Plans some calls and drives them, many at a time, until nothing is left to do.
    pub fn run(mut self) -> Self {
        let count = self.dice.below(6) + 1;
        for number in 0..count {
            let plan = random_plan(&mut self.dice, number);
            if let Ok(id) = self.begin(&plan, number) {
                self.plans.insert(id, plan);
                self.hand_out(Next::Send(id), false);
            }
            if self.dice.once_in(2) && !self.drive() {
                return self;
            }
        }
        while !self.open.is_empty() && self.drive() {}
        self
    }

    fn begin(&mut self, plan: &Plan, number: u64) -> Result<CallId, Rule> {
        let tool = Tool {
            writes: plan.writes,
            idempotent: plan.idempotent,
            dedupe_key: if plan.keyed { "key".into() } else { "".into() },
            recheck: self.dice.below(2) as u32,
            settle: Duration::from_millis(if self.dice.once_in(4) { 700 } else { 0 }),
            min_time: Duration::from_millis(if self.dice.once_in(6) { 5_000 } else { 0 }),
            not_found_means_not_landed: self.dice.once_in(3),
            ..Tool::unknown(format!("tool{}", number % 3))
        };
        let now = self.now();
        let call = Call::new(tool)
            .named(plan.name.clone())
            .json(&format!("{{\"n\":{number}}}"))
            .fixable()
            .with_steps()
            .batch(plan.items.iter().map(|item| item.clone().into()));
        match (plan.keyed, plan.probe) {
            (true, true) => self.task.begin(call.verified().keyed([number as u8; 16]).unwrap(), now),
            (true, false) => self.task.begin(call.keyed([number as u8; 16]).unwrap(), now),
            (false, true) => self.task.begin(call.verified(), now),
            (false, false) => match call.clone().repeatable() {
                Some(call) => self.task.begin(call, now),
                None => self.task.begin_once(call, now),
            },
        }
    }

    /// What the task is told of the time.
    pub fn now(&self) -> Duration {
        Duration::from_millis(self.told)
    }

    fn look_at_the_clock(&mut self) {
        self.told = match &mut self.skew {
            None => self.now,
            Some((dice, false)) => self.now.saturating_sub(dice.below(9_000)),
            Some((dice, true)) => self.told.max(self.now.saturating_sub(dice.below(9_000))),
        };
    }

    /// What is next takes its time, from now on.
    fn hand_out(&mut self, next: Next, is_recovery: bool) {
        let (due, is_cut) = match next {
            Next::Done | Next::Stop(_) => return,
            Next::Wait(_, pause) => (self.now + pause.as_millis() as u64, false),
            Next::Send(id) => {
                let own = (id, self.task.is_fixed(id));
                let of = self.task.item(id).map(|(batch, _)| (batch, self.task.is_fixed(batch)));
                for action in [Some(own), of.filter(|_| !own.1)].into_iter().flatten() {
                    let earliest = self.not_before.get(&action).copied().unwrap_or(0);
                    assert!(
                        self.skew.is_some() || self.now >= earliest,
                        "I6: {} before {earliest}",
                        self.now
                    );
                }
                self.pass(id, is_recovery)
            }
            Next::Read(id) => self.pass(id, is_recovery),
            Next::Fix(_) | Next::Step(_) => (self.now, false),
        };
        self.open.push(Open {
            due,
            next,
            is_cut,
            is_recovery,
        });
    }

    /// What ends first; false when everything ends here.
    fn drive(&mut self) -> bool {
        let first = (0..self.open.len()).min_by_key(|place| self.open[*place].due);
        let Some(first) = first else { return true };
        if let Some((steps, cancels)) = self.end_after {
            if self.steps >= steps {
                if cancels {
                    self.task.cancel(self.now());
                }
                return false;
            }
        }
        self.steps += 1;
        let open = self.open.swap_remove(first);
        self.now = self.now.max(open.due);
        self.look_at_the_clock();
        let next = match open.next {
            Next::Done | Next::Stop(_) => return true,
            Next::Wait(id, _) => self.waited(id),
            Next::Send(id) => self.send(id, &open),
            Next::Read(id) => self.read(id, open.is_cut),
            Next::Fix(id) => {
                let tool = self.task.tool(id).unwrap().clone();
                let fixed =
                    (!self.dice.once_in(4)).then(|| Arguments::json(&tool, &format!("{{\"fixed\":\"{id:?}\"}}")));
                self.task.fixed(id, fixed, self.now())
            }
            Next::Step(id) => {
                let is_taken = self.dice.once_in(2);
                self.task.stepped(id, is_taken, self.now())
            }
        };
        self.check();
        self.hand_out(next, true);
        true
    }

    fn jitter(&mut self) -> Jitter {
        Jitter::from_random(self.dice.below(1 << 32) as u32)
    }

    fn waited(&mut self, id: CallId) -> Next {
        self.task.resume(id, self.now())
    }

    fn deadline(&self) -> u64 {
        let time = u64::try_from(self.task.limits().recovery_time.as_millis()).unwrap();
        self.first_failure.map_or(u64::MAX, |seen| seen.saturating_add(time))
    }

    /// When something that is sent now is over, and whether it was cut off.
    fn pass(&mut self, id: CallId, is_recovery: bool) -> (u64, bool) {
        let limit = self.task.timeout(id, self.now()).map(|limit| limit.as_millis() as u64);
        if is_recovery && self.skew.is_none() {
            assert!(self.now < self.deadline(), "I3: a recovery call at {}", self.now);
            assert!(limit.is_some(), "a recovery call without a limit");
        }
        let took = match self.dice.below(40) {
            0 => 100_000,
            1..=4 => self.dice.below(30_000),
            _ => self.dice.below(200),
        };
        let is_cut = limit.is_some_and(|limit| took > limit);
        (self.now + limit.map_or(took, |limit| took.min(limit)), is_cut)
    }

    fn plan(&self, id: CallId) -> (&Plan, Option<usize>) {
        match self.task.item(id) {
            Some((batch, item)) => (&self.plans[&batch], Some(item)),
            None => (&self.plans[&id], None),
        }
    }

    fn send(&mut self, id: CallId, open: &Open) -> Next {
        let action = (id, self.task.is_fixed(id));
        let (plan, item) = self.plan(id);
        let plan = plan.clone();
        let key = self.task.key(id);
        let history = self.history.entry(action).or_default();
        history.sends += 1;
        assert!(history.sends <= 3, "I2: sent {} times", history.sends);
        let is_bare = plan.writes && !plan.idempotent && !plan.keyed;
        assert!(!is_bare || !history.in_doubt, "I5: a write in doubt was sent again");
        history.keys.push(key);
        if let Some(known) = self.history.get(&(id, false)).filter(|_| action.1) {
            assert!(
                key.is_none() || !known.keys.contains(&key),
                "a fixed call under the old key"
            );
        }
        let history = self.history.entry(action).or_default();
        assert!(history.keys.iter().all(|known| *known == key), "I7: another key");
        assert_eq!(key.is_some(), plan.keyed);

        let Open {
            is_cut, is_recovery, ..
        } = *open;
        let wait = [0, 0, 40, 3_000, 130_000][self.dice.below(5) as usize];
        let wait = (wait > 0).then(|| Duration::from_millis(wait));
        let what = if is_cut {
            5 + self.dice.below(2)
        } else {
            self.dice.below(14)
        };
        let lands = matches!(what, 0..=3 | 5 | 8) && plan.writes;
        if lands {
            self.land(action, key, &plan, item, what < 4);
        }
        let reply: Reply<'_> = match what {
            0..=3 => Reply::OK,
            4 => Seen::transport(Transport::Refused).into(),
            5 | 6 => Seen::transport(Transport::Timeout).after(wait).into(),
            7 => Seen::new(Class::RateLimit, Executed::No, "RATE_LIMITED".into())
                .after(wait)
                .into(),
            8 if !plan.items.is_empty() && item.is_none() => Success {
                partial: true,
                ..Success::PLAIN
            }
            .into(),
            8 => Seen::UNLISTED.into(),
            9 => Seen::new(Class::BadInput, Executed::No, "BAD".into()).into(),
            10 => Seen::new(Class::NotFound, Executed::No, "GONE".into()).into(),
            11 => Seen::new(Class::Conflict, Executed::No, "CONFLICT".into()).into(),
            12 => Seen {
                action: Some(errtax::Action::FixState),
                ..Seen::new(Class::Precondition, Executed::No, "LOCKED".into())
            }
            .into(),
            _ => Seen::new(Class::Internal, Executed::Unknown, "BROKEN".into()).into(),
        };
        let now = self.now;
        let is_in_doubt = matches!(&reply, Reply::Failure(seen) if seen.executed != Executed::No);
        // Under the same key, a success says that the first one landed too.
        let history = self.history.entry(action).or_default();
        history.in_doubt = match &reply {
            Reply::Success(success) => success.partial,
            Reply::Failure(_) => history.in_doubt || is_in_doubt,
        };
        if let Reply::Failure(seen) = &reply {
            self.first_failure.get_or_insert(now);
            if let Some(wait) = seen.wait {
                self.not_before.insert(action, now + wait.as_millis() as u64);
            }
        } else if matches!(&reply, Reply::Success(success) if success.partial) {
            self.first_failure.get_or_insert(now);
        }
        let jitter = self.jitter();
        let next = self.task.on_reply(id, &reply, self.now(), jitter);
        if is_recovery && self.skew.is_none() {
            assert!(now <= self.deadline(), "I4: recovery went on until {now}");
        }
        next
    }

    /// It takes effect: some of a batch or all of it; under a key once.
    fn land(&mut self, action: Action, key: Option<Key>, plan: &Plan, item: Option<usize>, all: bool) {
        if key.is_some_and(|key| !self.by_key.insert(key)) {
            return;
        }
        if plan.items.is_empty() || item.is_some() {
            *self.landed.entry(action).or_default() += 1;
            return;
        }
        for place in 0..plan.items.len() {
            if all || self.dice.once_in(2) {
                *self.parts.entry((action.0, place)).or_default() += 1;
            }
        }
    }

    fn read(&mut self, id: CallId, is_cut: bool) -> Next {
        let jitter = self.jitter();
        let action = (id, self.task.is_fixed(id));
        let (plan, item) = self.plan(id);
        assert!(plan.probe, "a read that nobody can make");
        let plan = plan.clone();
        if is_cut || self.dice.once_in(5) {
            self.first_failure.get_or_insert(self.now);
            let lost = Seen::transport(Transport::Timeout).into();
            return self.task.on_reply(id, &lost, self.now(), jitter);
        }
        if self.dice.once_in(8) {
            return self.task.on_probe(id, Probe::Unclear, self.now(), jitter);
        }
        if !plan.items.is_empty() && item.is_none() {
            let there: Vec<bool> = (0..plan.items.len())
                .map(|place| self.parts.contains_key(&(id, place)))
                .collect();
            return self.task.on_probe(id, Probe::Items(&there), self.now(), jitter);
        }
        self.history.entry(action).or_default().in_doubt = false;
        let probe = if self.has_landed(action) {
            Probe::Landed
        } else {
            Probe::NotLanded
        };
        self.task.on_probe(id, probe, self.now(), jitter)
    }

    fn has_landed(&self, action: Action) -> bool {
        self.landed.get(&action).is_some_and(|times| *times > 0)
    }

    fn check(&self) {
        assert!(self.task.recovery_calls() <= self.task.limits().recovery_calls, "I1");
        (self.after_step)(&self.task);
    }

    /// What the world knows of a call by the name that the report has for it: how often it took effect.
    pub fn effects(&self) -> HashMap<String, (u32, &Plan)> {
        let mut effects = HashMap::new();
        for (id, plan) in &self.plans {
            let whole = self.times((*id, false)) + self.times((*id, true));
            let mut items = Vec::new();
            for (place, item) in plan.items.iter().enumerate() {
                let part = self.parts.get(&(*id, place)).copied().unwrap_or(0);
                let times = part + self.times_of_item(*id, place);
                effects.insert(format!("{}[{item}]", plan.name), (times, plan));
                items.push(times);
            }
            // A batch is as much as the least of it.
            let whole = items.into_iter().min().unwrap_or(whole);
            effects.insert(plan.name.clone(), (whole, plan));
        }
        effects
    }

    fn times(&self, action: Action) -> u32 {
        self.landed.get(&action).copied().unwrap_or(0)
    }

    fn times_of_item(&self, batch: CallId, place: usize) -> u32 {
        let own = |id: &CallId| self.task.item(*id) == Some((batch, place));
        self.landed
            .iter()
            .filter(|((id, _), _)| own(id))
            .map(|(_, times)| times)
            .sum()
    }
}
