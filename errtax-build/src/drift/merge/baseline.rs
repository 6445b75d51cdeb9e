//! What has shipped, as the base knows it.

use errtax_core::Status;

use crate::analysis::Analysis;
use crate::lock::{Entry, Lock, Row, Tombstone};
use crate::map::{Map, Set};
use crate::model::{Code, Origin, Places, Registry};

/// What has shipped: frozen or retired in the base's registry or in its lock; either suffices.
pub(super) struct Baseline {
    /// Where both know a code and the registry calls it frozen, the registry counts: what the two disagree about was
    /// wrong before this change.
    pub(super) shipped: Lock,
    /// The lock knows a code that the registry does not call frozen, so that the base may break its own promises.
    pub(super) torn: bool,
    /// What the lock says otherwise than the registry of codes that both call frozen. No build of such a base passes:
    /// whoever goes back to what the lock has mends it.
    pub(super) disputed: Lock,
    /// Codes of which the registry cannot be read in part, and the lock has nothing.
    doubtful: Set<String>,
}

impl Baseline {
    pub(super) fn of(base: &Analysis, registry: &Registry) -> Self {
        let recorded = base.lock.as_ref();
        // What an edited block says has not shipped, and what it has shipped as, nobody here knows.
        let edited: Set<&str> = recorded
            .map(|lock| lock.edited().into_iter().map(|(name, _)| name).collect())
            .unwrap_or_default();
        let row = |name: &str| {
            let entry = recorded.and_then(|lock| lock.codes.get(name));
            entry.filter(|_| !edited.contains(name))
        };
        let mut codes: Vec<(String, Entry<Row>)> = Vec::with_capacity(registry.codes.len());
        let mut disputed = Lock::default();
        let mut doubtful = Set::new();
        for code in registry.codes.values().filter(|code| code.status == Status::Frozen) {
            let sure = base.doubts.none_about(&code.name);
            let recorded = row(&code.name).filter(|_| code.origin == Origin::Own);
            let entry = match recorded {
                // Of what cannot be read there, the lock has what it was.
                Some(entry) if !sure => entry.clone(),
                _ => entry(code),
            };
            if !sure && recorded.is_none() {
                doubtful.insert(code.name.clone());
            }
            if let Some(recorded) = recorded.filter(|recorded| recorded.row != entry.row) {
                disputed.codes.insert(code.name.clone(), recorded.clone());
            }
            codes.push((code.name.clone(), entry));
        }
        let declared: Set<&str> = codes.iter().map(|(name, _)| name.as_str()).collect();
        let only_locked: Vec<(String, Entry<Row>)> = recorded
            .iter()
            .flat_map(|lock| &lock.codes)
            .filter(|(name, _)| !edited.contains(name.as_str()) && !declared.contains(name.as_str()))
            .filter(|(name, _)| !registry.retired.contains_key(*name))
            .map(|(name, entry)| (name.clone(), entry.clone()))
            .collect();
        let mut torn = !only_locked.is_empty();
        codes.extend(only_locked);
        let codes: Map<String, Entry<Row>> = codes.into_iter().collect();

        let mut retired: Vec<(String, Entry<Tombstone>)> = Vec::new();
        for (name, tombstone) in &registry.retired {
            let buried = recorded.and_then(|lock| lock.retired.get(name));
            let alive = row(name).map(|entry| entry.row.contract_hash());
            let row = Tombstone {
                since: tombstone.since,
                contract: buried.and_then(|entry| entry.row.contract).or(alive),
            };
            let places = Places::new(tombstone.place);
            retired.push((
                name.clone(),
                Entry {
                    row,
                    places,
                    hash: None,
                },
            ));
        }
        let only_locked = recorded
            .iter()
            .flat_map(|lock| &lock.retired)
            .filter(|(name, _)| !edited.contains(name.as_str()))
            .filter(|(name, _)| !registry.retired.contains_key(*name) && !codes.contains_key(*name));
        for (name, entry) in only_locked {
            torn = true;
            retired.push((name.clone(), entry.clone()));
        }
        let retired = retired.into_iter().collect();
        Self {
            shipped: Lock { codes, retired },
            torn,
            disputed,
            doubtful,
        }
    }

    /// Whether anything has shipped that this change could break.
    pub(super) fn is_empty(&self) -> bool {
        self.shipped.codes.is_empty() && self.shipped.retired.is_empty()
    }

    /// The code, if it has shipped and is still alive.
    pub(super) fn alive(&self, code: &str) -> Option<&Row> {
        self.shipped.codes.get(code).map(|entry| &entry.row)
    }

    /// Whether what is known of a code does not hang on what cannot be read in the base's registry.
    pub(super) fn is_certain(&self, code: Option<&str>) -> bool {
        code.is_some_and(|code| self.shipped.codes.contains_key(code) && !self.doubtful.contains(code))
    }

    /// How many codes and tombstones have shipped.
    pub(super) fn len(&self) -> usize {
        self.shipped.codes.len() + self.shipped.retired.len()
    }
}

/// What the registry says of a code, as a lock would.
pub(super) fn entry(code: &Code) -> Entry<Row> {
    Entry {
        row: Row::of(code),
        places: code.places.clone(),
        hash: None,
    }
}
