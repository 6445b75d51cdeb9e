//! What to type where a ref is not there, or history does not reach far enough.

use super::obstacle::Obstacle;
use super::repository::Repository;

/// Where a remote keeps what, in a workflow.
const WORKFLOW: &str = "in a GitHub workflow, give `actions/checkout` a `fetch-depth: 0`";

/// What cannot name one commit, whatever the repository holds.
pub(super) fn unnameable(name: &str) -> Option<Obstacle> {
    let help = if name.is_empty() || name.ends_with('/') {
        "name a branch, a tag or a commit: `cargo errtax check --against refs/remotes/origin/main`. Was a variable empty?"
    } else if name.contains("..") {
        "name one of the two: HEAD is compared with where it parted from that"
    } else if name.contains(':') && !name.starts_with(":/") {
        "name the commit alone; the registry is looked for in it. A folder is named by `path:DIR`"
    } else {
        return None;
    };
    Some(Obstacle::new(
        format!("`{name}` names no commit in this repository"),
        help,
    ))
}

/// Fails where a name is a tag, a branch and a remote's branch at once, and they differ: git takes the tag, and who may push
/// one would say with it what has shipped.
pub(super) fn unambiguous(repository: &Repository, name: &str) -> Result<(), Obstacle> {
    let end = name.find(['~', '^', '@']).unwrap_or(name.len());
    let plain = name.get(..end).unwrap_or(name);
    if plain.is_empty() || plain == "HEAD" {
        return Ok(());
    }
    // A whole name is that ref and no other, whatever else ends in it.
    if plain.starts_with("refs/") && repository.is_ref(plain) {
        return Ok(());
    }
    let mut known = Vec::new();
    for kind in ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"] {
        let full = format!("{kind}{plain}");
        // Only what stands in the folder of refs: a short name by itself is what is in question.
        if !full.starts_with("refs/") || !repository.is_ref(&full) {
            continue;
        }
        if let Some(commit) = repository.commit(&full)? {
            known.push((full, commit));
        }
    }
    let Some((_, first)) = known.first() else {
        return Ok(());
    };
    if known.iter().all(|(_, commit)| commit == first) {
        return Ok(());
    }
    let names: Vec<&str> = known.iter().map(|(full, _)| full.as_str()).collect();
    let meant = names.iter().rev().find(|full| full.starts_with("refs/remotes/"));
    let meant = meant.or(names.last()).copied().unwrap_or_default();
    Err(Obstacle::new(
        format!("`{name}` is ambiguous: {} name different commits", names.join(" and ")),
        format!(
            "say which is meant, such as `--against {meant}{}`; a tag or branch with the name of a remote's branch is no accident \
             more often than it is one",
            name.get(end..).unwrap_or_default()
        ),
    ))
}

/// `name` stands for no commit here.
pub(super) fn unknown(repository: &Repository, name: &str) -> Result<Obstacle, Obstacle> {
    let message = format!("`{name}` names no commit in this repository");
    let name = name.strip_prefix("refs/remotes/").unwrap_or(name);
    let unshallow = if repository.shallow { "--unshallow " } else { "" };
    if is_counted(name) {
        // Nothing of that name can be fetched: only what it is counted from.
        let help = match repository.shallow {
            true => deepen(repository, name)?,
            false => "`git log --oneline` shows how far history reaches".to_owned(),
        };
        return Ok(Obstacle::new(message, help));
    }
    let remotes = repository.git.lines(&["remote"])?;
    let branch_of = |remote: &str| name.strip_prefix(remote)?.strip_prefix('/').map(str::to_owned);
    let remote = remotes
        .iter()
        .filter_map(|remote| Some((remote.as_str(), branch_of(remote)?)))
        .max_by_key(|(remote, _)| remote.len());
    if let Some((remote, branch)) = remote {
        // A clone of one branch follows no other: without a destination the fetch would leave nothing behind that has a name.
        let help =
            format!("run `git fetch {unshallow}{remote} {branch}:refs/remotes/{name}`, then this again; {WORKFLOW}");
        return Ok(Obstacle::new(message, help));
    }
    for remote in &remotes {
        let tracked = format!("{remote}/{name}");
        if repository.commit(&format!("refs/remotes/{tracked}"))?.is_some() {
            let help = format!("did you mean `cargo errtax check --against {tracked}`?");
            return Ok(Obstacle::new(message, help));
        }
    }
    let usual = remotes.iter().find(|remote| *remote == "origin").or(remotes.first());
    let help = match usual {
        None => "`git branch` and `git tag` list what can be named here".to_owned(),
        Some(remote) if is_commit(name) => format!("run `git fetch {unshallow}{remote} {name}`, then this again"),
        Some(remote) if is_version(name) => {
            format!("run `git fetch {unshallow}{remote} tag {name}`, then this again; {WORKFLOW}")
        }
        Some(remote) => format!(
            "run `git fetch {unshallow}{remote} {name}:refs/remotes/{remote}/{name}`, then `cargo errtax check --against \
             {remote}/{name}`"
        ),
    };
    Ok(Obstacle::new(message, help))
}

/// History was cut before the commit at which HEAD and `name` parted.
pub(super) fn cut(repository: &Repository, name: &str) -> Result<Obstacle, Obstacle> {
    let message = format!("this clone is shallow: the merge base of {name} and HEAD is not in it");
    Ok(Obstacle::new(message, deepen(repository, name)?))
}

/// How to have all of history.
pub(super) fn deepen(repository: &Repository, name: &str) -> Result<String, Obstacle> {
    let remotes = repository.git.lines(&["remote"])?;
    let of_name = remotes.iter().find(|remote| name.starts_with(&format!("{remote}/")));
    let remote = of_name
        .or_else(|| remotes.iter().find(|remote| *remote == "origin"))
        .or(remotes.first());
    let remote = remote.map_or("origin", String::as_str);
    Ok(format!(
        "run `git fetch --unshallow {remote}`, then this again; {WORKFLOW}"
    ))
}

/// A commit that is named by its way from another one: `HEAD~1`, `main^2`, `main@{yesterday}`.
fn is_counted(name: &str) -> bool {
    name.contains(['~', '^']) || name.contains("@{")
}

/// A whole object name.
fn is_commit(name: &str) -> bool {
    matches!(name.len(), 40 | 64) && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// What looks like a release tag.
fn is_version(name: &str) -> bool {
    let is_number = |part: &str| {
        let part = part.strip_prefix('v').unwrap_or(part);
        part.starts_with(|c: char| c.is_ascii_digit()) && part.contains('.')
    };
    !name.contains('/') && name.split('-').any(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_tag_is_told_from_a_branch() {
        for (name, expected) in [
            ("v1.0.0", true),
            ("1.2", true),
            ("server-v1.0.0", true),
            ("v1.0.0-rc.1", true),
            ("main", false),
            ("v1", false),
            ("fix-2", false),
            ("release/1.2", false),
        ] {
            assert_eq!(is_version(name), expected, "{name}");
        }
    }
}
