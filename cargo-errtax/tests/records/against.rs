//! Records in real repositories: from the command to the merge, and what a change cannot get around.

use crate::common::REGISTRY;
use crate::repo::Repo;
use crate::{PATH, POLICY, RECORD};

const WHY: [&str; 4] = ["--reason", "Agents can reopen it by now.", "--issue", "#42"];
const DRAFT: &str = "docs/decisions/accepted/0002-amend-action-of-account-closed.md";

/// On a branch of a repository that keeps records; `more` is added to its policy.
fn branched(more: &str) -> Repo {
    let repo = Repo::empty("");
    repo.manifest("");
    repo.write("registry.toml", &format!("{REGISTRY}{POLICY}{more}"));
    repo.write(PATH, RECORD);
    repo.freeze();
    repo.run(&["check", "--fix"]).ends(0);
    repo.commit("the contract");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo
}

fn amend(repo: &Repo) {
    repo.mutate();
    repo.run(&[&["amend", "ACCOUNT_CLOSED", "action"], &WHY[..]].concat())
        .ends(0);
}

/// Writes what a draft leaves to its author.
fn finish(repo: &Repo, path: &str) {
    let text = repo.read(path);
    let lines = text.lines().map(|line| match line.starts_with("TODO: ") {
        true => "Agents ask no more, and reopen the account themselves.\n".to_owned(),
        false => format!("{line}\n"),
    });
    repo.write(path, &lines.collect::<String>());
}

#[test]
fn an_amendment_passes_once_its_record_says_everything_and_is_quiet_ever_after() {
    let repo = branched("");
    amend(&repo);
    let judged = repo.judge();
    assert_eq!(judged.findings(), ["record-unfinished", "record-unfinished"]);
    judged
        .ends(1)
        .says(&[&format!("{DRAFT}:17:1"), &format!("{DRAFT}:21:1")]);
    finish(&repo, DRAFT);
    repo.judge().passes();
    repo.commit("ask no more");
    repo.judge().passes();
    // Merged: the decision is accepted, and nothing has to be moved or rewritten.
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["merge", "-q", "--no-ff", "-m", "merge", "feature"]);
    repo.check(&["--against", "main"]).passes();
    repo.check(&["--against", "HEAD^1", "--exact"]).passes();
    repo.run(&["check", "--deny", "warnings"]).ends(0);
}

#[test]
fn without_its_record_a_break_does_not_pass() {
    let repo = branched("");
    amend(&repo);
    finish(&repo, DRAFT);
    let record = repo.read(DRAFT);
    repo.remove(DRAFT);
    repo.run(&["check", "--fix"]).ends(1);
    let judged = repo.judge();
    assert_eq!(judged.findings(), ["record-not-found ACCOUNT_CLOSED"]);
    judged.ends(1).says(&["there is no decision record"]);
    // Rejected, it says the opposite.
    let rejected = DRAFT.replace("accepted", "rejected");
    repo.write(&rejected, &record.replace("Status: accepted", "Status: rejected"));
    repo.edit("registry.toml", DRAFT, &rejected);
    repo.run(&["check", "--fix"]).ends(1);
    assert_eq!(repo.judge().findings(), ["record-not-accepted ACCOUNT_CLOSED"]);
    // And a policy that goes with the change goes from the next one on.
    repo.edit("registry.toml", POLICY, "");
    let judged = repo.judge();
    assert_eq!(judged.all(), ["records-dropped", "record-not-accepted ACCOUNT_CLOSED"]);
    judged.ends(1);
}

#[test]
fn a_later_day_for_alternatives_excuses_nothing_in_the_same_change() {
    let repo = branched("alternatives_since = \"2024-01-01\"\n");
    amend(&repo);
    finish(&repo, DRAFT);
    let text = repo.read(DRAFT);
    let (before, after) = text.split_once("## Alternatives considered").unwrap();
    let (_, after) = after.split_once("## Consequences").unwrap();
    let note = "Note, 2025-06-01: the alternatives were not written down.";
    repo.write(DRAFT, &format!("{before}{note}\n\n## Consequences{after}"));
    assert_eq!(repo.judge().findings(), ["record-section-missing"]);
    repo.edit("registry.toml", "2024-01-01", "2026-12-01");
    repo.run(&["check"]).ends(0);
    let judged = repo.judge();
    assert_eq!(judged.all(), ["record-section-missing", "records-relaxed"]);
    judged.ends(1).says(&[
        "a note of 2025-06-01 excuses nothing, since 2024-01-01 every record has them",
        "counts once this is merged",
    ]);
    // From the next change on it does.
    repo.commit("later");
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["merge", "-q", "feature"]);
    repo.judge().passes();
    // An earlier day is stricter, and holds at once.
    repo.edit("registry.toml", "2026-12-01", "2024-01-01");
    assert_eq!(repo.judge().all(), ["record-section-missing"]);
}

#[test]
fn a_team_that_begins_to_keep_records_owes_none_for_what_was() {
    let repo = Repo::branched();
    repo.write("registry.toml", &format!("{}{POLICY}", repo.read("registry.toml")));
    repo.run(&["check", "--fix"])
        .ends(0)
        .says(&["wrote docs/decisions/README.md"]);
    repo.judge().passes();
}

#[test]
fn two_branches_that_took_the_same_number_are_told_on_the_merged_tree() {
    let repo = branched("");
    amend(&repo);
    finish(&repo, DRAFT);
    repo.commit("one");
    repo.git(&["checkout", "-q", "-b", "other", "main"]);
    repo.edit("registry.toml", "http      = 404", "http      = 410");
    repo.run(&[&["amend", "ACCOUNT_NOT_FOUND", "http"], &WHY[..]].concat())
        .ends(0);
    let other = "docs/decisions/accepted/0002-amend-http-of-account-not-found.md";
    finish(&repo, other);
    repo.commit("two");
    // Both change the version, the end of the registry and the index: what a person makes of it.
    repo.git(&["checkout", "-q", "feature"]);
    let _ = crate::repo::git(repo.top(), &["merge", "-q", "other"], "2026-11-30T12:00:00+00:00");
    let amendment = repo.git(&["show", "other:registry.toml"]);
    let (_, amendment) = amendment.split_once("\n[[amendments]]").unwrap();
    let ours = repo.git(&["show", "feature:registry.toml"]);
    repo.write(
        "registry.toml",
        &format!(
            "{}\n[[amendments]]{amendment}",
            ours.replace("http      = 404", "http      = 410")
        ),
    );
    let (ours, theirs) = (
        repo.git(&["show", "feature:registry.lock"]),
        repo.git(&["show", "other:registry.lock"]),
    );
    // A line of the lock begins with its code.
    let lines = ours.lines().zip(theirs.lines());
    let lines = lines.map(|(ours, theirs)| match theirs.starts_with("ACCOUNT_NOT_FOUND") {
        true => format!("{theirs}\n"),
        false => format!("{ours}\n"),
    });
    repo.write("registry.lock", &lines.collect::<String>());
    repo.run(&["check", "--fix"]).ends(1).says(&[
        "the number 2 is that of two records",
        "`git mv docs/decisions/accepted/0002-amend-http-of-account-not-found.md docs/decisions/accepted/0003-amend-http-of-account-not-found.md`",
    ]);
    let new = other.replace("0002", "0003");
    repo.write(&new, &repo.read(other).replace("# 2. ", "# 3. "));
    repo.remove(other);
    repo.edit("registry.toml", other, &new);
    repo.run(&["check", "--fix"]).ends(0);
    repo.commit("merged");
    repo.judge().passes();
}

#[test]
fn a_package_in_a_folder_keeps_its_records_there() {
    let repo = Repo::at("server");
    repo.write("registry.toml", &format!("{}{POLICY}", repo.read("registry.toml")));
    repo.run(&["check", "--fix"]).ends(0);
    repo.commit("records");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.mutate();
    repo.run(&[&["amend", "ACCOUNT_CLOSED", "action"], &WHY[..]].concat())
        .ends(0);
    let draft = "docs/decisions/accepted/0001-amend-action-of-account-closed.md";
    let judged = repo.judge();
    assert_eq!(judged.findings(), ["record-unfinished", "record-unfinished"]);
    // For a code host, from the top of the repository.
    assert!(
        judged.github.contains(&format!("file=server/{draft},line=17,")),
        "{}",
        judged.github
    );
    finish(&repo, draft);
    repo.judge().passes();
    let from_above = crate::repo::check_in(
        repo.top(),
        &["--manifest-path", "server/Cargo.toml", "--against", "main"],
        &[],
    );
    assert_eq!(from_above.findings(), [""; 0]);
}
