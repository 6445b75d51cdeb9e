//! Two changes that meet: what each branch did alone is fine, and the merged tree is judged too.

use crate::common::REGISTRY;
use crate::repo::Repo;

/// A frozen code.
fn code(name: &str) -> String {
    format!(
        "\n[codes.{name}]\nclass = \"bad_input\"\naction = \"fix_input\"\nretryable = false\nexecuted = \"no\"\n\
         status = \"frozen\"\nsince = \"1.3.0\"\nhttp = 400\nmessage = \"{name} it is.\"\nhint = \"Mend what {name} says.\"\n"
    )
}

/// A registry with one file a code; both branches raise its version the same way.
fn main() -> Repo {
    let repo = Repo::empty("");
    repo.manifest("");
    repo.write(
        "registry.toml",
        &REGISTRY.replace(
            "edition = \"2026\"\n",
            "edition = \"2026\"\ninclude = [\"codes/*.toml\"]\n",
        ),
    );
    repo.write("codes/first.toml", &code("VOUCHER_ALL"));
    repo.edit("registry.toml", "version = \"1.2.0\"", "version = \"1.3.0\"");
    repo.freeze();
    repo.commit("the contract");
    repo
}

/// A branch on which a code is added and frozen.
fn branch(repo: &Repo, branch: &str, file: &str, name: &str) {
    repo.git(&["checkout", "-q", "-b", branch, "main"]);
    repo.write(&format!("codes/{file}.toml"), &code(name));
    repo.edit("registry.toml", "version = \"1.3.0\"", "version = \"1.4.0\"");
    repo.run(&["freeze"]).ends(0);
    repo.commit(name);
    repo.judge().passes();
}

/// Merges as its author would: keeps the lines of both sides of the lock, then freezes.
fn merge(repo: &Repo, into: &str, branch: &str) {
    repo.git(&["checkout", "-q", into]);
    let clean = crate::repo::git(repo.top(), &["merge", "-q", branch], "2026-11-30T12:00:00+00:00");
    if !clean.status.success() {
        let both: String = repo
            .read("registry.lock")
            .split_inclusive('\n')
            .filter(|line| {
                !["<<<<<<<", "=======", ">>>>>>>"]
                    .iter()
                    .any(|marker| line.starts_with(marker))
            })
            .collect();
        repo.write("registry.lock", &both);
        repo.run(&["freeze"]).ends(0);
        repo.commit("merged");
    }
}

#[test]
fn neighbours_merge_in_either_order_to_the_same_lock() {
    let mut locks = Vec::new();
    for order in [["ours", "theirs"], ["theirs", "ours"]] {
        let repo = main();
        branch(&repo, "ours", "ours", "VOUCHER_BAD");
        branch(&repo, "theirs", "theirs", "VOUCHER_BENT");
        repo.git(&["checkout", "-q", "-b", "merged", "main"]);
        for side in order {
            merge(&repo, "merged", side);
            repo.judge().passes();
        }
        repo.check(&["--against", "main", "--exact"])
            .passes()
            .says(&["checked 7 codes of `bank` (5 frozen)"]);
        assert_eq!(repo.git(&["status", "--porcelain"]), "");
        locks.push(repo.read("registry.lock"));
    }
    assert_eq!(locks[0], locks[1]);
}

#[test]
fn one_code_from_two_branches_is_seen_on_the_merged_tree() {
    for (name, meaning) in [("the same", "bad_input"), ("another", "precondition")] {
        let repo = main();
        branch(&repo, "ours", "ours", "VOUCHER_BAD");
        branch(&repo, "theirs", "theirs", "VOUCHER_BAD");
        repo.git(&["checkout", "-q", "theirs"]);
        let text = repo.read("codes/theirs.toml").replace("bad_input", meaning);
        repo.write(
            "codes/theirs.toml",
            &text.replace(
                "fix_input",
                if meaning == "bad_input" {
                    "fix_input"
                } else {
                    "ask_user"
                },
            ),
        );
        repo.freeze();
        repo.commit(name);
        repo.judge().passes();
        repo.git(&["checkout", "-q", "-b", "merged", "ours"]);
        // git sees no conflict in the registry: each side added a file.
        let _ = crate::repo::git(
            repo.top(),
            &["merge", "-q", "-X", "ours", "theirs"],
            "2026-11-30T12:00:00+00:00",
        );
        let judged = repo.check(&["--against", "main", "--exact"]).ends(1);
        let found = judged.findings();
        assert!(
            found.contains(&"duplicate-declaration VOUCHER_BAD".to_owned()),
            "{name}: {found:?}"
        );
        judged.says(&["--> codes/theirs.toml:2:8", "::: codes/ours.toml:2:8"]);
    }
}

#[test]
fn a_broken_main_does_not_stop_who_mends_it() {
    let repo = main();
    repo.write("codes/second.toml", &code("VOUCHER_ALL"));
    repo.commit("two green changes, merged");
    repo.git(&["checkout", "-q", "-b", "fix"]);
    repo.judge().ends(1);
    repo.remove("codes/second.toml");
    repo.commit("one of them is enough");
    repo.judge().passes();
}

#[test]
fn what_main_amended_is_not_told_again_when_a_branch_catches_up() {
    let repo = main();
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.write("notes.md", "work\n");
    repo.commit("work");
    repo.git(&["checkout", "-q", "main"]);
    repo.mutate();
    repo.edit(
        "registry.toml",
        "name    = \"bank\"\nversion = \"1.3.0\"",
        "name    = \"bank\"\nversion = \"2.0.0\"",
    );
    let text = repo.read("registry.toml");
    repo.write(
        "registry.toml",
        &format!(
            "{text}\n[[amendments]]\ncode = \"ACCOUNT_CLOSED\"\nfield = \"action\"\nfrom = \"ask_user\"\nto = \"fix_state\"\n\
             reason = \"Agents can reopen accounts.\"\nissue = \"#1\"\nversion = \"2.0.0\"\n"
        ),
    );
    repo.freeze();
    repo.commit("an honest break");
    repo.git(&["checkout", "-q", "feature"]);
    repo.judge().passes();
    repo.git(&["merge", "-q", "main"]);
    assert_eq!(repo.judge().passes().all(), [""; 0]);
}

#[test]
fn a_stack_of_branches_is_judged_one_by_one() {
    let repo = main();
    branch(&repo, "first", "first-new", "VOUCHER_BAD");
    repo.git(&["checkout", "-q", "-b", "second"]);
    repo.edit("codes/first-new.toml", "http = 400", "http = 422");
    repo.freeze();
    repo.commit("another status");
    // For main the code is new, whatever it looked like in between; for the branch below it has shipped.
    repo.judge().passes();
    let judged = repo.check(&["--against", "first"]).ends(1);
    assert!(
        judged.findings().contains(&"http-changed VOUCHER_BAD".to_owned()),
        "{:?}",
        judged.findings()
    );
}

#[test]
fn a_draft_that_main_ships_while_a_branch_edits_it_is_seen_on_the_merged_tree() {
    let repo = main();
    repo.write("codes/draft.toml", &code("VOUCHER_ODD").replace("frozen", "draft"));
    repo.commit("a draft");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.edit("codes/draft.toml", "http = 400", "http = 422");
    repo.commit("drafts may change");
    repo.judge().passes();
    repo.git(&["checkout", "-q", "main"]);
    repo.edit("codes/draft.toml", "\"draft\"", "\"frozen\"");
    repo.freeze();
    repo.commit("shipped");
    repo.git(&["checkout", "-q", "feature"]);
    // Neither branch is wrong by itself.
    repo.judge().passes();
    repo.git(&["merge", "-q", "-X", "ours", "main"]);
    repo.freeze();
    let judged = repo.judge().ends(1);
    assert!(
        judged.findings().contains(&"http-changed VOUCHER_ODD".to_owned()),
        "{:?}",
        judged.findings()
    );
}
