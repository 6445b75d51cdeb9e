//! What is kept of a call, and what that means for the next one with its key. Time comes in as data.

use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::call::Fingerprint;

/// Marks one writing of a record. Random, so that a record which was removed and made anew is not taken for the old one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Version(u128);

impl Version {
    /// A fresh one.
    #[must_use]
    pub fn random() -> Self {
        // Each `RandomState` has keys of its own, so what it makes of nothing is a random number.
        let [high, low] = [0_u8, 1].map(|half| RandomState::new().hash_one(half));
        Self(u128::from(high) << 64 | u128::from(low))
    }

    /// Reads what [`Display`](fmt::Display) writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        u128::from_str_radix(text, 16).ok().map(Self)
    }
}

/// 32 hexadecimal digits.
impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Version({self})")
    }
}

/// How far a call has come.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// It is being carried out, by one who has promised to be done by `until` or to say so.
    Running {
        /// When that promise ends. From then on nobody knows how the call ended.
        until: SystemTime,
    },
    /// It is done, and this is its answer.
    Done(Value),
    /// It failed, having done some or all of its work: this wire object is its answer.
    Failed(String),
    /// Whether it took effect is not known. The wire object of its failure, where there is one.
    InDoubt(Option<String>),
}

impl State {
    /// The state in a word, for whoever looks into the store.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Running { .. } => "running",
            Self::Done(_) => "done",
            Self::Failed(_) => "failed",
            Self::InDoubt(_) => "in_doubt",
        }
    }
}

/// What is kept of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Marks this writing of it.
    pub version: Version,
    /// What the call asked for.
    pub fingerprint: Fingerprint,
    /// How far it has come.
    pub state: State,
    /// When it ends to count. `None` as long as its outcome is open: time alone does not settle that.
    pub expires_at: Option<SystemTime>,
}

/// What a record means for the next call with its key.
#[derive(Debug, PartialEq)]
pub enum Verdict<'a> {
    /// Nothing stands in the way.
    Start,
    /// This is the answer.
    Answer(&'a Value),
    /// This failure is the answer.
    Failure(&'a str),
    /// The key came with other arguments before.
    Reused,
    /// The first call may still be at work, for as long as this.
    Running(Duration),
    /// Nobody knows whether the first call took effect. The wire object of its failure, where there is one.
    InDoubt(Option<&'a str>),
}

impl Record {
    /// What this record means for a call that asks for `fingerprint` at the time `now`.
    #[must_use]
    pub fn judge(&self, fingerprint: &Fingerprint, now: SystemTime) -> Verdict<'_> {
        if self.expires_at.is_some_and(|end| end <= now) {
            return Verdict::Start;
        }
        if self.fingerprint != *fingerprint {
            return Verdict::Reused;
        }
        match &self.state {
            State::Done(answer) => Verdict::Answer(answer),
            State::Failed(wire) => Verdict::Failure(wire),
            State::InDoubt(wire) => Verdict::InDoubt(wire.as_deref()),
            State::Running { until } => match until.duration_since(now) {
                Ok(left) if !left.is_zero() => Verdict::Running(left),
                _ => Verdict::InDoubt(None),
            },
        }
    }

    /// The record as one text, for stores that keep texts.
    #[must_use]
    pub fn encode(&self) -> String {
        let mut record = json!({
            "version": self.version.to_string(),
            "fingerprint": self.fingerprint.to_string(),
            "state": self.state.name(),
        });
        let (name, value) = match &self.state {
            State::Running { until } => ("until", json!(milliseconds(*until))),
            State::Done(answer) => ("answer", answer.clone()),
            State::Failed(wire) => ("failure", json!(wire)),
            State::InDoubt(wire) => ("failure", json!(wire)),
        };
        if let Some(members) = record.as_object_mut() {
            members.insert(name.to_owned(), value);
            members.insert("expires_at".to_owned(), json!(self.expires_at.map(milliseconds)));
        }
        record.to_string()
    }

    /// Reads what [`encode`](Self::encode) has written. `None` for anything else.
    #[must_use]
    pub fn decode(text: &str) -> Option<Self> {
        let mut record: Value = serde_json::from_str(text).ok()?;
        let time = |value: &Value| value.as_i64().map(instant);
        let state = match record.get("state")?.as_str()? {
            "running" => State::Running {
                until: time(record.get("until")?)?,
            },
            "done" => State::Done(record.get_mut("answer")?.take()),
            "failed" => State::Failed(record.get("failure")?.as_str()?.to_owned()),
            "in_doubt" => State::InDoubt(record.get("failure")?.as_str().map(str::to_owned)),
            _ => return None,
        };
        let expires_at = match record.get("expires_at")? {
            Value::Null => None,
            value => Some(time(value)?),
        };
        Some(Self {
            version: Version::parse(record.get("version")?.as_str()?)?,
            fingerprint: Fingerprint::parse(record.get("fingerprint")?.as_str()?)?,
            state,
            expires_at,
        })
    }
}

/// Milliseconds since 1970: how a time is stored, and as fine as it has to be.
#[must_use]
pub fn milliseconds(time: SystemTime) -> i64 {
    let count = |span: Duration| i64::try_from(span.as_millis()).unwrap_or(i64::MAX);
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => count(after),
        Err(before) => -count(before.duration()),
    }
}

fn instant(milliseconds: i64) -> SystemTime {
    let span = Duration::from_millis(milliseconds.unsigned_abs());
    let time = if milliseconds < 0 {
        UNIX_EPOCH.checked_sub(span)
    } else {
        UNIX_EPOCH.checked_add(span)
    };
    time.unwrap_or(UNIX_EPOCH)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
mod tests {
    use super::*;

    const T: SystemTime = UNIX_EPOCH;

    fn at(seconds: u64) -> SystemTime {
        T + Duration::from_secs(seconds)
    }

    fn record(state: State, expires_at: Option<SystemTime>) -> Record {
        Record {
            version: Version::random(),
            fingerprint: Fingerprint::of(&json!({"amount": 5})),
            state,
            expires_at,
        }
    }

    #[test]
    fn what_a_record_means_is_a_matter_of_its_state_the_arguments_and_the_time() {
        let same = Fingerprint::of(&json!({"amount": 5}));
        let other = Fingerprint::of(&json!({"amount": 6}));
        let done = record(State::Done(json!(1)), Some(at(100)));
        let running = record(State::Running { until: at(60) }, None);
        let in_doubt = record(State::InDoubt(None), None);
        let failed = record(State::Failed("wire".into()), Some(at(100)));
        let year = 365 * 24 * 3600;
        let cases = [
            (&done, same, 99, Verdict::Answer(&json!(1))),
            (&done, other, 99, Verdict::Reused),
            (&done, other, 100, Verdict::Start),
            (&failed, same, 99, Verdict::Failure("wire")),
            (&running, same, 59, Verdict::Running(Duration::from_secs(1))),
            (&running, other, 59, Verdict::Reused),
            (&running, same, 60, Verdict::InDoubt(None)),
            (&running, same, year, Verdict::InDoubt(None)),
            (&in_doubt, same, year, Verdict::InDoubt(None)),
            (&in_doubt, other, year, Verdict::Reused),
        ];
        for (record, fingerprint, seconds, verdict) in cases {
            assert_eq!(
                record.judge(&fingerprint, at(seconds)),
                verdict,
                "{record:?} at {seconds}"
            );
        }
    }

    #[test]
    fn a_record_reads_back_as_it_was_written() {
        let states = [
            State::Running { until: at(7) },
            State::Done(json!({"id": "V-1", "lines": [1.5, null]})),
            State::Done(Value::Null),
            State::Failed("{\"error\":{}}".into()),
            State::InDoubt(None),
            State::InDoubt(Some("{\"error\":{}}".into())),
        ];
        for state in states {
            for expires_at in [None, Some(at(100)), Some(T - Duration::from_millis(5))] {
                let record = record(state.clone(), expires_at);
                assert_eq!(Record::decode(&record.encode()), Some(record));
            }
        }
        for text in ["", "{}", "[1]", "{\"state\":\"done\"}"] {
            assert_eq!(Record::decode(text), None, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn an_answer_reads_back_to_the_last_digit(
            number in proptest::num::f64::NORMAL | proptest::num::f64::SUBNORMAL,
            whole in proptest::num::u64::ANY,
            text in proptest::prelude::any::<String>(),
        ) {
            let record = record(State::Done(json!({"number": number, "whole": whole, "text": text})), Some(at(1)));
            proptest::prop_assert_eq!(Record::decode(&record.encode()), Some(record));
        }
    }

    #[test]
    fn no_two_versions_are_the_same() {
        let versions: std::collections::HashSet<_> = (0..1_000).map(|_| Version::random()).collect();
        assert_eq!(versions.len(), 1_000);
        let version = Version::random();
        assert_eq!(Version::parse(&version.to_string()), Some(version));
    }
}
