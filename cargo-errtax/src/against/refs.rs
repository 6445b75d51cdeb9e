//! What to type where a ref is not there, or history does not reach far enough.

use super::obstacle::Obstacle;
use super::repository::Repository;

/// Where a remote keeps what, in a workflow.
const WORKFLOW: &str = "in a GitHub workflow, give `actions/checkout` a `fetch-depth: 0`";

/// `name` stands for no commit here.
pub(super) fn unknown(repository: &Repository, name: &str) -> Result<Obstacle, Obstacle> {
    let message = format!("`{name}` names no commit in this repository");
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
