//! The form of a case.
//!
//! ```text
//! == 29 frozen: the action changes
//!  [codes.PERIOD_LOCKED]
//!  class = "precondition"
//! -action = "fix_state"
//! +action = "ask_user"
//! => break action-changed PERIOD_LOCKED action registry.toml:20 fix_state → ask_user
//! <= break action-changed PERIOD_LOCKED action registry.toml:20 ask_user → fix_state
//! ```
//!
//! The title begins with the row of the table of verdicts in docs/drift.md and the status of the code. The lines of a hunk
//! stand in the file one after the other; an empty line, or one that begins with `…`, ends a hunk, and the next one is looked
//! for from the top. Lines that begin with `@` say what is special:
//!
//! | line | meaning |
//! |---|---|
//! | `@ file codes/rates.toml` | the hunks below are of this file |
//! | `@ base` | the hunks below are of both revisions, `@ head` ends that |
//! | `@ lock regenerated` | the head's lock is what `amend` writes, not what the base has |
//! | `@ lock deleted` | the head has no lock |
//! | `@ base lock TEXT` | one replacement in the base's lock: `from` → `to` |
//! | `@ day 2027-07-01`, `@ day none` | the day of the head commit |

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::pair::{DAY, Files, Pair, lock};

/// One case.
pub(crate) struct Case {
    /// The rule whose file it is in.
    pub(crate) rule: String,
    pub(crate) title: String,
    /// The row of docs/drift.md.
    pub(crate) row: String,
    /// The status of the code in the base, as the table has it; empty where there is none.
    pub(crate) status: String,
    pub(crate) forth: Vec<String>,
    pub(crate) back: Vec<String>,
    pub(crate) base: Files,
    pub(crate) head: Files,
    pub(crate) day: Option<String>,
    /// The text without what is expected.
    patch: String,
}

#[derive(Clone, Copy, PartialEq)]
enum LockOf {
    Kept,
    Regenerated,
    Deleted,
}

impl Case {
    fn parse(rule: &str, text: &str) -> Self {
        let mut lines = text.lines();
        let title = lines.next().unwrap().trim().to_owned();
        let (row, rest) = title.split_once(' ').unwrap_or((&title, ""));
        let status = rest.split_once(':').map_or("", |(status, _)| status);
        let mut base = common();
        let mut head = base.clone();
        let mut file = "registry.toml".to_owned();
        let (mut both, mut lock_of, mut day) = (false, LockOf::Kept, Some(DAY.to_owned()));
        let mut base_lock = Vec::new();
        let (mut forth, mut back, mut hunk, mut patch) = (Vec::new(), Vec::new(), Vec::new(), String::new());
        for line in lines.chain([""]) {
            let is_hunk = line.starts_with([' ', '-', '+']);
            if !is_hunk && !hunk.is_empty() {
                apply(&mut head, &file, &hunk, &title);
                if both {
                    apply(&mut base, &file, &hunk, &title);
                }
                hunk.clear();
            }
            match line {
                line if is_hunk => hunk.push(line.to_owned()),
                line if line.starts_with("=> ") => forth.push(line[3..].to_owned()),
                line if line.starts_with("<= ") => back.push(line[3..].to_owned()),
                "@ base" => both = true,
                "@ head" => both = false,
                "@ lock regenerated" => lock_of = LockOf::Regenerated,
                "@ lock deleted" => lock_of = LockOf::Deleted,
                "@ day none" => day = None,
                line => {
                    if let Some(name) = line.strip_prefix("@ file ") {
                        name.clone_into(&mut file);
                    } else if let Some(then) = line.strip_prefix("@ day ") {
                        day = Some(then.to_owned());
                    } else if let Some(edit) = line.strip_prefix("@ base lock ") {
                        let (from, to) = edit.split_once(" → ").unwrap();
                        base_lock.push((from.to_owned(), to.to_owned()));
                    } else {
                        assert!(line.is_empty() || line.starts_with('…'), "{title}: {line}");
                    }
                }
            }
            if !line.starts_with("=> ") && !line.starts_with("<= ") {
                patch.push_str(line);
                patch.push('\n');
            }
        }
        let mut recorded = lock(&base, Some(&earlier()));
        for (from, to) in base_lock {
            assert!(recorded.contains(&from), "{title}: {from}");
            recorded = recorded.replace(&from, &to);
        }
        let after = match lock_of {
            LockOf::Kept => Some(recorded.clone()),
            LockOf::Regenerated => Some(lock(&head, Some(&recorded))),
            LockOf::Deleted => None,
        };
        base.push(("registry.lock".into(), recorded));
        head.extend(after.map(|lock| ("registry.lock".into(), lock)));
        Self {
            rule: rule.to_owned(),
            row: row.to_owned(),
            status: status.to_owned(),
            title,
            forth,
            back,
            base,
            head,
            day,
            patch: patch.trim_end().to_owned(),
        }
    }

    fn forth(&self) -> Pair {
        Pair::judge(&self.base, &self.head, self.day.as_deref())
    }

    /// The change taken back: what it made is the base now, with a lock of its own.
    fn back(&self) -> Pair {
        let mut base: Files = without_lock(&self.head);
        let mut head: Files = without_lock(&self.base);
        let recorded = lock(&base, Some(&text(&self.base, "registry.lock")));
        base.push(("registry.lock".into(), recorded.clone()));
        head.push(("registry.lock".into(), recorded));
        Pair::judge(&base, &head, self.day.as_deref())
    }

    fn blessed(&self) -> String {
        let mut text = format!("== {}\n{}\n", self.title, self.patch);
        for (arrow, lines) in [("=>", self.forth().lines()), ("<=", self.back().lines())] {
            let nothing = vec!["nothing".to_owned()];
            for line in if lines.is_empty() { nothing } else { lines } {
                text.push_str(&format!("{arrow} {line}\n"));
            }
        }
        text
    }
}

pub(crate) fn without_lock(files: &Files) -> Files {
    files
        .iter()
        .filter(|(path, _)| path != "registry.lock")
        .cloned()
        .collect()
}

pub(crate) fn text(files: &Files, path: &str) -> String {
    let found = files.iter().find(|(name, _)| name == path);
    found.map(|(_, text)| text.clone()).unwrap_or_default()
}

/// The registry that every case starts from, without its lock.
pub(crate) fn common() -> Files {
    let read = |path: &str| {
        let text = fs::read_to_string(format!("tests/drift/base/{path}")).unwrap();
        (path.to_owned(), text)
    };
    let mut files: Files = ["registry.toml", "codes/rates.toml", "shared.toml"].map(read).to_vec();
    let shared = vec![("registry.toml".to_owned(), text(&files, "shared.toml"))];
    files.push(("shared.lock".to_owned(), lock(&shared, None)));
    files
}

/// The lock of an earlier version, from which the base's lock knows what its tombstone stands for.
pub(crate) fn earlier() -> String {
    let text = fs::read_to_string("tests/drift/base/earlier.toml").unwrap();
    lock(&vec![("registry.toml".to_owned(), text)], None)
}

/// Applies one hunk. A file that is not there yet is made of its `+` lines.
pub(crate) fn apply(files: &mut Files, path: &str, hunk: &[String], title: &str) {
    let kept = |line: &&String| !line.starts_with('+');
    let old: String = hunk
        .iter()
        .filter(kept)
        .map(|line| format!("{}\n", &line[1..]))
        .collect();
    let new = hunk.iter().filter(|line| !line.starts_with('-'));
    let new: String = new.map(|line| format!("{}\n", &line[1..])).collect();
    let Some((_, text)) = files.iter_mut().find(|(name, _)| name == path) else {
        files.push((path.to_owned(), new));
        return;
    };
    if old.is_empty() {
        text.push_str(&new);
        return;
    }
    let padded = format!("\n{text}");
    let wanted = format!("\n{old}");
    assert!(
        padded.contains(&wanted),
        "{title}: these lines are not in {path}:\n{old}"
    );
    *text = padded.replacen(&wanted, &format!("\n{new}"), 1)[1..].to_owned();
}

/// A case, and what the gate says about it.
pub(crate) struct Judged {
    pub(crate) case: Case,
    pub(crate) forth: Pair,
    pub(crate) back: Pair,
}

/// Every case of every file, judged once for all tests.
pub(crate) fn all() -> &'static [Judged] {
    static ALL: OnceLock<Vec<Judged>> = OnceLock::new();
    ALL.get_or_init(|| {
        let judged = |path: &PathBuf| {
            let cases = of_file(path).into_iter();
            let judged = cases.map(|case| Judged {
                forth: case.forth(),
                back: case.back(),
                case,
            });
            judged.collect::<Vec<_>>()
        };
        let paths = paths();
        let (some, others) = paths.split_at(paths.len() / 2);
        std::thread::scope(|scope| {
            let others = scope.spawn(|| others.iter().flat_map(judged).collect::<Vec<_>>());
            let mut all: Vec<Judged> = some.iter().flat_map(judged).collect();
            all.extend(others.join().expect("every case can be judged"));
            all
        })
    })
}

pub(crate) fn paths() -> Vec<PathBuf> {
    let folder = fs::read_dir("tests/drift/cases").unwrap();
    let mut files: Vec<_> = folder.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

/// Writes into every file what is found.
pub(crate) fn bless() {
    for path in paths() {
        let blessed: Vec<String> = of_file(&path).iter().map(Case::blessed).collect();
        fs::write(path, blessed.join("\n")).unwrap();
    }
}

pub(crate) fn of_file(path: &Path) -> Vec<Case> {
    let rule = path.file_stem().unwrap().to_str().unwrap();
    let text = fs::read_to_string(path).unwrap();
    let cases: Vec<Case> = format!("\n{text}")
        .split("\n== ")
        .skip(1)
        .map(|case| Case::parse(rule, case))
        .collect();
    assert!(!cases.is_empty(), "{rule} has cases");
    cases
}
