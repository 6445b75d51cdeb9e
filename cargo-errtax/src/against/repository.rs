//! The repository that a package is in: which commit a ref names, and where it parted from the working tree's.

use std::collections::BTreeSet;
use std::path::Path;

use super::day;
use super::git::Git;
use super::obstacle::Obstacle;
use super::refs;

/// The repository, and where in it the package is.
#[derive(Debug)]
pub(super) struct Repository {
    /// git in the package's folder.
    pub(super) git: Git,
    /// The folder of the top, as git names it.
    pub(super) top: String,
    /// The package's folder from the top, with `/` between the parts; empty for the top itself.
    pub(super) prefix: String,
    /// Whether history was cut when it was cloned.
    pub(super) shallow: bool,
}

impl Repository {
    /// That of a folder. A submodule is a repository of its own.
    pub(super) fn of(directory: &Path) -> Result<Self, Obstacle> {
        let git = Git::new(directory);
        let text = git.line(&[
            "rev-parse",
            "--is-shallow-repository",
            "--show-toplevel",
            "--show-prefix",
        ])?;
        let mut lines = text.as_deref().unwrap_or_default().splitn(3, '\n');
        match (lines.next(), lines.next()) {
            (Some(shallow), Some(top)) => Ok(Self {
                git,
                top: top.to_owned(),
                prefix: lines.next().unwrap_or_default().trim_end_matches('/').to_owned(),
                shallow: shallow == "true",
            }),
            _ => Err(none(directory)),
        }
    }

    /// The commit that a name stands for; `None` where there is none.
    pub(super) fn commit(&self, name: &str) -> Result<Option<String>, Obstacle> {
        if name.is_empty() || name.starts_with('-') {
            return Ok(None);
        }
        // Resolved before it is peeled: a name may end in what takes the suffix for its own (`:/text`).
        let Some(object) = self.git.line(&["rev-parse", "--verify", "--quiet", name])? else {
            return Ok(None);
        };
        self.git
            .line(&["rev-parse", "--verify", "--quiet", &format!("{object}^{{commit}}")])
    }

    /// Whether there is a ref of exactly this name.
    pub(super) fn is_ref(&self, full: &str) -> bool {
        let found = self.git.output(&["show-ref", "--verify", "--quiet", full]);
        found.is_ok_and(|output| output.status.success())
    }

    /// The commit that a name must stand for, and no other one.
    pub(super) fn must_commit(&self, name: &str) -> Result<String, Obstacle> {
        if let Some(obstacle) = refs::unnameable(name) {
            return Err(obstacle);
        }
        refs::unambiguous(self, name)?;
        match self.commit(name)? {
            Some(commit) => Ok(commit),
            None => Err(refs::unknown(self, name)?),
        }
    }

    /// The one commit at which the working tree's history and that of `tip`, which `name` stands for, parted.
    pub(super) fn merge_base(&self, name: &str, tip: &str) -> Result<String, Obstacle> {
        let Some(head) = self.commit("HEAD")? else {
            let help =
                format!("commit first; or compare with {name} itself: `cargo errtax check --against {name} --exact`");
            return Err(Obstacle::new(
                "there is no commit yet, so nothing parted from the base",
                help,
            ));
        };
        let output = self.git.output(&["merge-base", "--all", &head, tip])?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut bases = text.lines();
        let base = match (bases.next(), bases.next()) {
            (Some(base), None) => base.to_owned(),
            (Some(_), Some(_)) => {
                let message = format!("HEAD and {name} parted at several commits: each was merged into the other");
                let help = format!(
                    "run `git merge {name}`, after which they have one; or name the commit: `cargo errtax check --against \
                     COMMIT --exact`, with one that `git merge-base --all HEAD {name}` lists"
                );
                return Err(Obstacle::new(message, help));
            }
            (None, _) if self.shallow => return Err(refs::cut(self, name)?),
            (None, _) => {
                let message = format!("HEAD and {name} have no commit in common, so there is no merge base");
                let help = format!(
                    "is it the right branch? To compare with {name} itself: `cargo errtax check --against {name} --exact`"
                );
                return Err(Obstacle::new(message, help));
            }
        };
        // The tip of either is the merge base whatever is missing below it.
        if self.shallow && base != tip && base != head && self.is_cut(&head, tip, &base)? {
            return Err(refs::cut(self, name)?);
        }
        Ok(base)
    }

    /// Whether history was cut above `base`, so that a later merge base may be hidden.
    fn is_cut(&self, head: &str, tip: &str, base: &str) -> Result<bool, Obstacle> {
        let above = self.git.lines(&["rev-list", head, tip, &format!("^{base}")])?;
        let path = self
            .git
            .line(&["rev-parse", "--git-path", "shallow"])?
            .unwrap_or_default();
        let Ok(ends) = std::fs::read_to_string(self.git.directory().join(path)) else {
            return Ok(true);
        };
        let ends: BTreeSet<&str> = ends.lines().map(str::trim).collect();
        Ok(above.iter().any(|commit| ends.contains(commit.as_str())))
    }

    /// The day of the head commit: when it was committed, in UTC. `None` where there is none.
    pub(super) fn day(&self) -> Result<Option<String>, Obstacle> {
        let Some(head) = self.commit("HEAD")? else {
            return Ok(None);
        };
        let line = self.git.line(&["rev-list", "--max-count=1", "--timestamp", &head])?;
        let seconds = line.and_then(|line| line.split(' ').next()?.parse().ok());
        Ok(seconds.map(day::of))
    }
}

fn none(directory: &Path) -> Obstacle {
    if directory.ancestors().any(|above| above.join(".git").exists()) {
        return Obstacle::new(
            "git refuses to read this repository",
            "`git status` says why. Where the folder belongs to another user, as in many containers: `git config --global \
             --add safe.directory '*'`",
        );
    }
    Obstacle::new(
        "the package is in no git repository, so there is no base to read",
        "run this in a clone of the repository; or compare with a folder that holds the base: `--against path:../base` \
         (GIT_DIR is not followed)",
    )
}
