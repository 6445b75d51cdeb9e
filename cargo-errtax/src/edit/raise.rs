//! Which contract version a change carries: one above what others have, and raised once, however many commands make the
//! change.

use errtax_build::model::{Registry, Version};

use crate::against::{Against, short};

use super::{Ground, Refusal};

/// What others have, whose version this change is to be above.
#[derive(Clone, Debug)]
pub(crate) struct Shipped {
    pub(crate) version: Version,
    /// Who says so: `origin/main`, `registry.lock`.
    pub(crate) says: String,
    /// The registry, where it could be read.
    pub(crate) registry: Option<Registry>,
}

/// What becomes of the version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Raise {
    /// It is above what others have already.
    Kept(Version),
    /// It rises, and why.
    To(Version, String),
}

impl Raise {
    /// The version that carries the change.
    pub(crate) fn version(&self) -> Version {
        match self {
            Self::Kept(version) | Self::To(version, _) => *version,
        }
    }
}

impl Shipped {
    /// What the ref has that was named; else the commit at which HEAD and the remote's default branch parted, else HEAD,
    /// else what the lock knows.
    pub(crate) fn of(ground: &Ground<'_>, against: Option<&str>) -> Result<Self, Refusal> {
        if let Some(reference) = against {
            let said = at(ground, reference, false).map_err(|obstacle| {
                let file = ground.package.show(&ground.package.registry);
                Refusal::CouldNot(obstacle.at(file))
            })?;
            return Ok(said.unwrap_or_else(|| locked(ground)));
        }
        let from_git = [("origin/HEAD", false), ("HEAD", true)]
            .into_iter()
            .find_map(|(reference, exact)| at(ground, reference, exact).ok().flatten());
        Ok(from_git.unwrap_or_else(|| locked(ground)))
    }

    /// For a code that is deprecated or retired; later than `after`, the version that deprecated what is retired.
    pub(crate) fn minor(&self, now: Version, after: Option<Version>) -> Raise {
        let step = |version: Version| (version.major, version.minor);
        let above = step(now) > step(self.version);
        if above && after.is_none_or(|after| now > after) {
            return Raise::Kept(now);
        }
        let last = now.max(self.version).max(after.unwrap_or_default());
        let next = Version {
            minor: last.minor.saturating_add(1),
            patch: 0,
            ..last
        };
        let because = match after.filter(|_| above) {
            Some(after) => format!("a code is retired in a later version than {after}, which deprecated it"),
            None => self.because(),
        };
        Raise::To(next, because)
    }

    /// For a break.
    pub(crate) fn major(&self, now: Version) -> Raise {
        if now.major > self.version.major {
            return Raise::Kept(now);
        }
        let next = Version {
            major: now.major.max(self.version.major).saturating_add(1),
            minor: 0,
            patch: 0,
        };
        Raise::To(next, self.because())
    }

    fn because(&self) -> String {
        format!("{} has {}", self.says, self.version)
    }
}

fn at(ground: &Ground<'_>, reference: &str, exact: bool) -> Result<Option<Shipped>, crate::against::Obstacle> {
    let against = Against::open(ground.package, reference, exact)?;
    let name = Some(ground.registry.name.as_str());
    let Some(side) = against.side(ground.package, name, ground.arguments.registry.is_some())? else {
        return Ok(None);
    };
    let base = errtax_build::analyse(side.directory(), &side.registry);
    let commit = against.base().commit.as_deref().map(short);
    Ok(base.registry.map(|registry| Shipped {
        version: registry.version,
        registry: Some(registry),
        says: match commit {
            Some(commit) if against.base().merge_base => format!("the merge base with {reference}, {commit},"),
            _ => reference.to_owned(),
        },
    }))
}

/// The latest version that the lock names.
fn locked(ground: &Ground<'_>) -> Shipped {
    let lock = ground.analysis.lock.iter();
    let versions = lock.flat_map(|lock| {
        let codes = lock.codes.values().flat_map(|entry| {
            let deprecated = entry.row.deprecated.as_ref().map(|deprecated| deprecated.since);
            [entry.row.since, deprecated]
        });
        codes
            .flatten()
            .chain(lock.retired.values().map(|entry| entry.row.since))
    });
    Shipped {
        version: versions.max().unwrap_or_default(),
        says: ground.package.show(&ground.package.lock()),
        registry: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> Version {
        let mut parts = text.split('.').map(|part| part.parse().unwrap());
        let mut next = || parts.next().unwrap();
        Version {
            major: next(),
            minor: next(),
            patch: next(),
        }
    }

    #[test]
    fn the_version_rises_once_and_above_what_others_have() {
        let cases = [
            // Others have, the registry says, not before: minor step, major step.
            ("1.2.0", "1.2.0", None, "1.3.0", "2.0.0"),
            ("1.2.0", "1.3.0", None, "1.3.0", "2.0.0"),
            ("1.2.0", "1.2.4", None, "1.3.0", "2.0.0"),
            ("1.2.0", "2.0.0", None, "2.0.0", "2.0.0"),
            ("1.2.0", "2.1.0", None, "2.1.0", "2.1.0"),
            // Behind what others have.
            ("1.4.2", "1.2.0", None, "1.5.0", "2.0.0"),
            ("0.3.0", "0.3.0", None, "0.4.0", "1.0.0"),
            ("0.0.0", "1.2.0", None, "1.2.0", "1.2.0"),
            // What was deprecated in a version is retired in a later one.
            ("1.2.0", "1.3.0", Some("1.3.0"), "1.4.0", "2.0.0"),
            ("1.2.0", "1.3.0", Some("1.1.0"), "1.3.0", "2.0.0"),
        ];
        for (others, now, after, minor, major) in cases {
            let shipped = Shipped {
                version: version(others),
                says: String::new(),
                registry: None,
            };
            assert_eq!(
                shipped.minor(version(now), after.map(version)).version(),
                version(minor),
                "{others} {now}"
            );
            assert_eq!(shipped.major(version(now)).version(), version(major), "{others} {now}");
        }
    }
}
