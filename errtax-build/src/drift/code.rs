//! What became of each code and each tombstone: still there, renamed, retired, gone, back again.

use crate::map::{Map, Set};

use errtax_core::Status;

use super::lock_file::FREEZE;
use super::{DEPRECATE, Pair, SUPERSEDE, Unrecorded, contract, detail, lifecycle, rules};
use crate::finding::{Finding, Level};
use crate::ident;
use crate::lock::{Entry, Lock, Row, Tombstone};
use crate::model::{Code, Origin, Registry, Retired, Version};

/// `known` says of which other codes the baseline has heard: those are no new names for old codes.
pub(super) fn judge(base: &Lock, head: &Registry, known: &dyn Fn(&str) -> bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut unrecorded = Vec::new();
    // What an edited block says is not what has shipped, and what it has shipped as, nobody here knows.
    let edited: Set<&str> = base.edited().into_iter().map(|(name, _)| name).collect();
    let renames = renames(base, head, &edited, known);
    for (name, entry) in base.codes.iter().filter(|(name, _)| !edited.contains(name.as_str())) {
        match (head.codes.get(name), head.retired.get(name)) {
            (Some(code), _) => findings.extend(kept(entry, code, &mut unrecorded)),
            (None, Some(tombstone)) => match &entry.row.deprecated {
                Some(deprecated) if tombstone.since <= deprecated.since => {
                    findings.push(retired_unseen(name, entry, tombstone, deprecated.since));
                }
                Some(_) => {
                    unrecorded.push(Unrecorded {
                        place: tombstone.place,
                        what: format!("that {name} is retired"),
                        lost: false,
                    });
                }
                None => findings.push(retired_early(name, entry, tombstone)),
            },
            (None, None) => findings.push(match renames.get(name.as_str()) {
                Some(new) => renamed(name, entry, new),
                None => deleted(name, entry, head),
            }),
        }
    }
    for (name, entry) in base.retired.iter().filter(|(name, _)| !edited.contains(name.as_str())) {
        match (head.codes.get(name), head.retired.get(name)) {
            (Some(code), _) => findings.push(back_again(name, entry, code)),
            (None, None) => findings.push(unburied(name, entry, head)),
            (None, Some(tombstone)) => {
                if tombstone.since != entry.row.since {
                    findings.push(tombstone_moved(name, entry, tombstone));
                }
            }
        }
    }
    unrecorded.extend(new_codes(base, head, &renames));
    unrecorded.extend(new_tombstones(base, head));
    // An edited block may have had another name, and the lock is to be restored in any case.
    if edited.is_empty() {
        findings.extend(stale(unrecorded));
    }
    findings
}

/// A code that is in both.
fn kept(entry: &Entry<Row>, code: &Code, unrecorded: &mut Vec<Unrecorded>) -> Vec<Finding> {
    let row = Row::of(code);
    let pair = Pair {
        name: &code.name,
        base: entry,
        head: &row,
        places: &code.places,
    };
    let mut findings = Vec::new();
    if code.status != Status::Frozen {
        findings.push(
            Finding::new(
                &rules::CODE_THAWED,
                code.places.get("status"),
                format!("{} has shipped as frozen, and is now a {}", code.name, code.status),
                format!(
                    "put it back: `status = \"frozen\"`. What has shipped stays; deprecate {} if it is to go",
                    code.name
                ),
            )
            .code(&code.name)
            .field("status")
            .label(format!("now `{}`", code.status))
            .related(entry.places.name, pair.shipped("shipped"))
            .change(Status::Frozen.as_str(), code.status.as_str()),
        );
    }
    // Row is taken apart here: what is added to it does not compile until one of these judges it.
    let Row {
        class: _,
        action: _,
        retryable: _,
        executed: _,
        in_doubt: _,
        next: _,
        http: _,
        grpc: _,
        details: _,
        since: _,
        deprecated: _,
        hint_hash: _,
        message_hash: _,
    } = &row;
    findings.extend(contract::judge(&pair));
    findings.extend(detail::judge(&pair));
    findings.extend(lifecycle::judge(&pair));
    if entry.row.deprecated.is_some() {
        for finding in &mut findings {
            finding.level = finding.rule.deprecated;
        }
    }

    // Texts are compared by `check` alone and make no lock stale, and what breaks is not to be recorded but put back.
    let same_but_texts = Row {
        hint_hash: entry.row.hint_hash,
        message_hash: entry.row.message_hash,
        ..row.clone()
    } == entry.row;
    let broken = findings.iter().any(|finding| finding.level >= Level::Break);
    if code.origin != Origin::Own {
        unrecorded.push(Unrecorded {
            place: code.places.name,
            what: format!("that {} comes from an extended registry", code.name),
            lost: false,
        });
    } else if !same_but_texts && !broken {
        unrecorded.push(Unrecorded {
            place: code.places.name,
            what: format!("what changed in {}", code.name),
            lost: false,
        });
    }
    findings
}

/// Pairs each code that is gone with the new one that it looks to have become, if there is one.
pub(super) fn renames<'a>(
    base: &'a Lock,
    head: &'a Registry,
    edited: &Set<&str>,
    known: &dyn Fn(&str) -> bool,
) -> Map<&'a str, &'a Code> {
    let gone = base
        .codes
        .iter()
        .filter(|(name, _)| !edited.contains(name.as_str()))
        .filter(|(name, _)| !head.codes.contains_key(*name) && !head.retired.contains_key(*name));
    let new: Vec<(&Code, Look<'_>)> = head
        .codes
        .values()
        .filter(|code| code.origin == Origin::Own)
        .filter(|code| !base.codes.contains_key(&code.name) && !base.retired.contains_key(&code.name))
        .filter(|code| !known(&code.name))
        .map(|code| (code, Look::of(&code.name, &Row::of(code))))
        .collect();
    // A team may rename all of its codes at once: each is compared with those alone that it may have become.
    let mut respelled: Map<&str, Vec<usize>> = Map::new();
    let mut alike: Map<u64, Vec<usize>> = Map::new();
    for (at, (_, look)) in new.iter().enumerate() {
        note(&mut respelled, look.folded.as_str(), at);
        note(&mut alike, look.contract, at);
    }
    let mut taken = vec![false; new.len()];
    let mut renames = Vec::new();
    for (old, entry) in gone {
        let wanted = Look::of(old, &entry.row);
        let candidates = [respelled.get(wanted.folded.as_str()), alike.get(&wanted.contract)];
        let candidates = candidates.into_iter().flatten().flatten();
        // Of equally good ones the first by name: the same registries give the same finding.
        let best = candidates
            .filter(|at| taken.get(**at) == Some(&false))
            .filter_map(|at| new.get(*at).map(|(code, look)| (wanted.resemblance(look), *at, *code)))
            .filter(|(resemblance, ..)| *resemblance > 0)
            .max_by_key(|(resemblance, at, _)| (*resemblance, std::cmp::Reverse(*at)));
        if let Some((_, at, code)) = best {
            taken.get_mut(at).into_iter().for_each(|taken| *taken = true);
            renames.push((old.as_str(), code));
        }
    }
    renames.into_iter().collect()
}

fn note<K: Ord>(map: &mut Map<K, Vec<usize>>, key: K, at: usize) {
    match map.get_mut(&key) {
        Some(list) => list.push(at),
        None => {
            map.insert(key, vec![at]);
        }
    }
}

/// What a code is known by when its name has changed.
struct Look<'a> {
    folded: String,
    words: Vec<&'a str>,
    contract: u64,
    message: u64,
    hint: u64,
    has_details: bool,
}

impl<'a> Look<'a> {
    fn of(name: &'a str, row: &Row) -> Self {
        Self {
            folded: ident::folded(name),
            words: name.split('_').collect(),
            contract: row.contract_hash(),
            message: row.message_hash,
            hint: row.hint_hash,
            has_details: !row.details.is_empty(),
        }
    }

    /// How much one code looks like the other under a new name; 0 for not at all.
    fn resemblance(&self, other: &Self) -> u32 {
        if self.folded == other.folded {
            return 100;
        }
        if self.contract != other.contract {
            return 0;
        }
        // A bare contract is shared by many codes: it takes something more to look like the same one.
        [
            (self.message == other.message, 8),
            (self.hint == other.hint, 4),
            (self.has_details, 2),
            (self.words.iter().any(|word| other.words.contains(word)), 1),
        ]
        .iter()
        .map(|(holds, weight)| if *holds { *weight } else { 0 })
        .sum()
    }
}

fn renamed(old: &str, entry: &Entry<Row>, new: &Code) -> Finding {
    let respelled = ident::folded(old) == ident::folded(&new.name);
    let (rule, message) = if respelled {
        (
            &rules::CODE_RESPELLED,
            format!("{old} has shipped, and is now spelled {}", new.name),
        )
    } else {
        (
            &rules::CODE_RENAMED,
            format!("{old} has shipped and is gone; {} looks like a rename of it", new.name),
        )
    };
    let help = if respelled {
        format!("put it back: `[codes.{old}]`")
    } else {
        format!(
            "put `[codes.{old}]` back. To lead users over, keep both: `{SUPERSEDE} {old} {}`",
            new.name
        )
    };
    Finding::new(rule, new.places.name, message, help)
        .code(old)
        .field("name")
        .label(if respelled {
            "another spelling"
        } else {
            "the same contract under a new name"
        })
        .related(entry.places.name, "shipped under this name")
        .change(old, &new.name)
}

fn deleted(name: &str, entry: &Entry<Row>, head: &Registry) -> Finding {
    let help = if entry.row.deprecated.is_some() {
        format!(
            "put `[codes.{name}]` back; when it is time, replace it by `[retired.{name}]` with `since` and `reason`"
        )
    } else {
        format!(
            "put `[codes.{name}]` back. To let it go, first deprecate it (`{DEPRECATE} {name} --reason \"…\"`), and \
             retire it in a later version"
        )
    };
    Finding::new(
        &rules::CODE_DELETED,
        head.place,
        format!("{name} has shipped, and is gone from the registry"),
        help,
    )
    .code(name)
    .field("name")
    .label(format!("no longer declares {name}"))
    .related(entry.places.name, "shipped")
    .change(name, "")
}

fn retired_early(name: &str, entry: &Entry<Row>, tombstone: &Retired) -> Finding {
    let help = format!(
        "put `[codes.{name}]` back and deprecate it (`{DEPRECATE} {name} --reason \"…\"`); retire it in a later \
         version"
    );
    Finding::new(
        &rules::CODE_RETIRED_EARLY,
        tombstone.place,
        format!("{name} is retired, but no release has said that it is deprecated"),
        help,
    )
    .code(name)
    .field("status")
    .label("retired in one step")
    .related(entry.places.name, "shipped, and not deprecated")
    .change(Status::Frozen.as_str(), "retired")
}

/// Deprecated and retired under one version: whoever reads the versions one after the other never saw it deprecated.
fn retired_unseen(name: &str, entry: &Entry<Row>, tombstone: &Retired, deprecated: Version) -> Finding {
    let Version { major, minor, patch: _ } = deprecated;
    let next = Version {
        major,
        minor: minor.saturating_add(1),
        patch: 0,
    };
    let message = format!(
        "{name} is retired in {}, but it was deprecated in {deprecated}: no release has said that it goes",
        tombstone.since
    );
    let help = format!(
        "let {deprecated} reach its users first, and retire {name} in a later version: `version = \"{next}\"` under `[registry]`, \
         `since = \"{next}\"` here"
    );
    Finding::new(&rules::CODE_RETIRED_EARLY, tombstone.place, message, help)
        .code(name)
        .field("status")
        .label("no version in between")
        .related(entry.places.get("deprecated"), "deprecated here")
        .change("deprecated", "retired")
}

fn back_again(name: &str, entry: &Entry<Tombstone>, code: &Code) -> Finding {
    let same = entry.row.contract == Some(Row::of(code).contract_hash());
    let (rule, message, label) = if same {
        (
            &rules::TOMBSTONE_REVIVED,
            format!("{name} was retired in {}, and is back", entry.row.since),
            "the same contract again",
        )
    } else {
        (
            &rules::TOMBSTONE_REUSED,
            format!("{name} was retired in {}, and its name is used again", entry.row.since),
            "the name of a retired code",
        )
    };
    let help = format!(
        "give the new code another name, and put back `[retired.{name}]` with `since = \"{}\"`",
        entry.row.since
    );
    Finding::new(rule, code.places.name, message, help)
        .code(name)
        .field("status")
        .label(label)
        .related(entry.places.name, "the tombstone")
        .change("retired", code.status.as_str())
}

fn unburied(name: &str, entry: &Entry<Tombstone>, head: &Registry) -> Finding {
    Finding::new(
        &rules::TOMBSTONE_REMOVED,
        head.place,
        format!("the tombstone of {name} is gone from the registry"),
        format!(
            "put it back: `[retired.{name}]` with `since = \"{}\"` and its `reason`",
            entry.row.since
        ),
    )
    .code(name)
    .field("name")
    .label(format!("no longer says that {name} is retired"))
    .related(entry.places.name, "recorded as retired")
    .change(name, "")
}

fn tombstone_moved(name: &str, entry: &Entry<Tombstone>, tombstone: &Retired) -> Finding {
    Finding::new(
        &rules::SINCE_CHANGED,
        tombstone.place,
        format!(
            "{name} was retired in {}, and now says {}",
            entry.row.since, tombstone.since
        ),
        format!("put it back: `since = \"{}\"`", entry.row.since),
    )
    .code(name)
    .field("since")
    .related(entry.places.get("since"), "recorded")
    .change(entry.row.since.to_string(), tombstone.since.to_string())
}

fn new_codes(base: &Lock, head: &Registry, renames: &Map<&str, &Code>) -> Vec<Unrecorded> {
    let renamed: Set<&str> = renames.values().map(|code| code.name.as_str()).collect();
    head.codes
        .values()
        .filter(|code| code.origin == Origin::Own && code.status == Status::Frozen)
        .filter(|code| !base.codes.contains_key(&code.name) && !base.retired.contains_key(&code.name))
        .filter(|code| !renamed.contains(code.name.as_str()))
        .map(|code| Unrecorded {
            place: code.places.get("status"),
            what: format!("the frozen code {}", code.name),
            lost: true,
        })
        .collect()
}

fn new_tombstones(base: &Lock, head: &Registry) -> Vec<Unrecorded> {
    head.retired
        .iter()
        .filter(|(name, tombstone)| tombstone.origin == Origin::Own && !base.retired.contains_key(*name))
        .filter(|(name, _)| !base.codes.contains_key(*name))
        .map(|(name, tombstone)| Unrecorded {
            place: tombstone.place,
            what: format!("that {name} is retired"),
            lost: false,
        })
        .collect()
}

/// One finding, however much is not recorded: one command mends it all.
fn stale(mut unrecorded: Vec<Unrecorded>) -> Option<Finding> {
    const NAMED: usize = 3;
    unrecorded.sort_by(|a, b| (a.place, &a.what).cmp(&(b.place, &b.what)));
    let mut all = unrecorded.into_iter();
    let first = all.next()?;
    let rest: Vec<Unrecorded> = all.collect();
    let mut message = format!("the lock does not record {}", first.what);
    for more in rest.iter().take(NAMED - 1) {
        message.push_str(", ");
        message.push_str(&more.what);
    }
    if let Some(more) = rest.len().checked_sub(NAMED - 1).filter(|more| *more > 0) {
        message.push_str(&format!(", and {more} more"));
    }
    let mut help = FREEZE.to_owned();
    if first.lost || rest.iter().any(|more| more.lost) {
        help.push_str(
            "; if a code was recorded before (a merge may have lost it), restore its lines instead: `git log -p -- \
             registry.lock` has them",
        );
    }
    let mut finding = Finding::new(&rules::LOCK_STALE, first.place, message, help).label("not recorded");
    for more in rest.into_iter().take(NAMED - 1) {
        finding = finding.related(more.place, "not recorded either");
    }
    Some(finding)
}
