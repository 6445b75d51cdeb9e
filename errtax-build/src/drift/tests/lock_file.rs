//! The lock as a file: what was done to it, and what is found.

use errtax_core::Action;

use super::{copy, ids};
use crate::drift::{Subject, compare, sample};
use crate::lock::Lock;
use crate::model::Registry;
use crate::source::Sources;

const USUAL: Subject<'_> = Subject {
    path: "registry.toml",
    usual: true,
};

pub(super) type Edit = fn(String) -> Option<Vec<u8>>;

/// What was done to the file, how, what is found.
pub(super) const LOCK_FILES: &[(&str, Edit, &[&str])] = &[
    ("nothing", |text| Some(text.into()), &[]),
    ("removed", |_| None, &["lock-missing"]),
    ("emptied", |_| Some(Vec::new()), &["lock-version"]),
    ("not UTF-8", |_| Some(vec![b'#', 0xff]), &["lock-unreadable"]),
    ("no TOML", |text| Some((text + "[codes.").into()), &["lock-unreadable"]),
    (
        "of a newer format",
        |text| Some(text.replace("version = 1", "version = 2").into()),
        &["lock-version"],
    ),
    (
        "of no format",
        |text| Some(text.replace("version = 1\n", "").into()),
        &["lock-version"],
    ),
    (
        "unknown key",
        |text| Some(text.replacen(".class =", ".clas =", 1).into()),
        &["lock-unreadable", "lock-unreadable"],
    ),
    (
        "unknown word",
        |text| Some(text.replacen("\"fix_state\"", "\"fix_it\"", 1).into()),
        &["lock-unreadable"],
    ),
    (
        "a conflict",
        |text| {
            let (head, tail) = text.split_once("OUTCOME_UNKNOWN.class").expect("sample has it");
            Some(
                format!("{head}<<<<<<< HEAD\n||||||| base\n=======\n>>>>>>> other\nOUTCOME_UNKNOWN.class{tail}").into(),
            )
        },
        &["lock-conflict"],
    ),
    (
        "edited",
        |text| Some(text.replacen("http = 409", "http = 410", 1).into()),
        &["lock-edited"],
    ),
    (
        "hash edited",
        |text| Some(text.replacen(".hash = \"", ".hash = \"0", 1).into()),
        &["lock-unreadable"],
    ),
    (
        "blocks reordered",
        |text| {
            let mut blocks: Vec<&str> = text.split("\n\n").collect();
            blocks.swap(2, 3);
            Some(blocks.join("\n\n").into())
        },
        &["lock-reordered"],
    ),
    (
        "lines reordered",
        |text| {
            Some(
                text.replacen(
                    "PERIOD_LOCKED.http = 409\nPERIOD_LOCKED.grpc = 9\n",
                    "PERIOD_LOCKED.grpc = 9\nPERIOD_LOCKED.http = 409\n",
                    1,
                )
                .into(),
            )
        },
        &["lock-reordered"],
    ),
    (
        "indented",
        |text| Some(text.replace("OLD_CODE.", "  OLD_CODE . ").into()),
        &["lock-not-canonical"],
    ),
    (
        "commented",
        |text| Some((text + "# mine\n").into()),
        &["lock-not-canonical"],
    ),
    (
        "checked out with CRLF",
        |text| Some(text.replace('\n', "\r\n").into()),
        &[],
    ),
    (
        "a block twice",
        |text| {
            let block = text.split("\n\n").nth(2).expect("sample has codes").to_owned();
            Some(
                text.replace("\n[retired]\n", &format!("\n{block}\n\n[retired]\n"))
                    .into(),
            )
        },
        &["lock-unreadable"],
    ),
    (
        "a block removed",
        |text| {
            let mut blocks: Vec<&str> = text.split("\n\n").collect();
            blocks.remove(2);
            Some(blocks.join("\n\n").into())
        },
        &["lock-stale"],
    ),
];

#[test]
fn a_lock_that_freeze_did_not_write_is_noticed() {
    for (what, edit, expected) in LOCK_FILES {
        let package = tempfile::tempdir().expect("a temporary folder");
        let (registry, mut sources) = sample::registry();
        if let Some(bytes) = edit(Lock::of(&registry).render()) {
            std::fs::write(package.path().join("registry.lock"), bytes).expect("writable");
        }
        let (_, findings) = compare(&registry, &mut sources, package.path(), USUAL);
        assert_eq!(ids(&findings), *expected, "{what}: {findings:#?}");
        for finding in &findings {
            let text = &sources.file(finding.place.file).text;
            assert!(
                text.get(finding.place.start..finding.place.end).is_some(),
                "{what}: place inside the file"
            );
            assert!(!finding.help.is_empty(), "{what}: says what to do");
        }
    }
}

#[test]
fn of_an_edited_block_nothing_else_is_said_and_of_the_others_everything() {
    let (base, _) = sample::registry();
    let edits: [(&str, &str); 3] = [
        ("PERIOD_LOCKED.http = 409", "PERIOD_LOCKED.http = 410"),
        // Another name, in the lock alone: what it has shipped as is not known.
        ("PERIOD_LOCKED.", "PERIOD_SHUT."),
        ("GONE_CODE.since = \"1.1.0\"", "GONE_CODE.since = \"1.0.0\""),
    ];
    for (from, to) in edits {
        let package = tempfile::tempdir().expect("a temporary folder");
        let text = Lock::of(&base).render().replace(from, to);
        std::fs::write(package.path().join("registry.lock"), text).expect("writable");
        let found = |registry: &Registry| {
            let (_, findings) = compare(registry, &mut Sources::default(), package.path(), USUAL);
            findings
        };
        let findings = found(&base);
        assert_eq!(ids(&findings), ["lock-edited"], "{to}");
        assert!(
            findings[0].help.contains("`git checkout -- registry.lock`"),
            "{}",
            findings[0].help
        );
        let mut head = base.clone();
        head.codes.get_mut("OLD_CODE").expect("sample").contract.action = Action::Stop;
        assert_eq!(ids(&found(&head)), ["action-changed", "lock-edited"], "{to}");
    }
}

#[test]
fn a_help_names_the_files_of_its_registry() {
    let (mut registry, _) = sample::registry();
    let package = tempfile::tempdir().expect("a temporary folder");
    let helps = |registry: &Registry, subject| -> String {
        let (_, findings) = compare(registry, &mut Sources::default(), package.path(), subject);
        findings.into_iter().map(|finding| finding.help + "\n").collect()
    };
    let base = Subject {
        path: "base/codes.toml",
        usual: false,
    };
    std::fs::create_dir(package.path().join("base")).expect("writable");
    let write = |text: &str| {
        for path in ["registry.lock", "base/codes.lock"] {
            std::fs::write(package.path().join(path), text).expect("writable");
        }
    };
    assert!(helps(&registry, USUAL).starts_with("run `cargo errtax freeze`, which creates it"));
    assert!(
        helps(&registry, base).starts_with("run `cargo errtax freeze --registry base/codes.toml`, which creates it")
    );
    let text = Lock::of(&registry).render();
    write(&text);
    copy(&mut registry, "OUTCOME_UNKNOWN", "OTHER_CODE");
    assert_eq!(
        helps(&registry, base),
        "run `cargo errtax freeze --registry base/codes.toml`; if a code was recorded before (a merge may have lost it), \
         restore its lines instead: `git log -p -- base/codes.lock` has them\n"
    );
    for (text, usual, other) in [
        (
            String::new(),
            "restore the lock from version control (`git checkout -- registry.lock`); where there is nothing to \
             restore, delete it and run `cargo errtax freeze`\n",
            "restore the lock from version control (`git checkout -- base/codes.lock`); where there is nothing to \
             restore, delete it and run `cargo errtax freeze --registry base/codes.toml`\n",
        ),
        (
            text.replace("version = 1", "version = 2"),
            "use a newer errtax: a newer `cargo errtax` wrote this lock (`cargo install cargo-errtax`, and a newer \
             errtax-build in Cargo.toml)\n",
            "use a newer errtax: a newer `cargo errtax` wrote this lock (`cargo install cargo-errtax`, and a newer \
             errtax-build in Cargo.toml)\n",
        ),
    ] {
        write(&text);
        assert_eq!(
            (helps(&registry, USUAL).as_str(), helps(&registry, base).as_str()),
            (usual, other)
        );
    }
}

/// What a lock says, without where it stands.
fn said(lock: &Lock) -> String {
    lock.render()
}

#[test]
fn one_byte_changed_anywhere_is_noticed_or_changes_nothing() {
    let (registry, _) = sample::registry();
    let text = Lock::of(&registry).render();
    let file = Sources::default().add("registry.lock", text.as_str());
    let (lock, findings) = crate::drift::lock_file::of_text(&text, file);
    let before = said(&lock.expect("canonical"));
    assert_eq!(findings, []);
    for at in 0..text.len() {
        // A line end, a quote, a digit, a letter, the byte next to it, none, and one more.
        let changed: [Option<&[u8]>; 7] = [
            Some(b"\n"),
            Some(b"\""),
            Some(b"0"),
            Some(b"e"),
            Some(&[text.as_bytes()[at] ^ 1]),
            None,
            Some(&[text.as_bytes()[at], b'#']),
        ];
        // Every offset, and over the offsets every change several times.
        let byte = changed[at % 7].unwrap_or_default();
        let mut bytes = text.clone().into_bytes();
        bytes.splice(at..=at, byte.iter().copied());
        let Ok(edited) = String::from_utf8(bytes) else { continue };
        let (lock, mut findings) = crate::drift::lock_file::of_text(&edited, file);
        if let Some(lock) = &lock {
            findings.extend(crate::drift::judge(lock, &registry));
        }
        let stops = findings.iter().any(|finding| finding.level.fails());
        let same = lock.as_ref().is_some_and(|lock| said(lock) == before);
        assert!(stops || same, "byte {at}, {byte:?}: {findings:#?}\n{edited}");
        // What is merely laid out otherwise is told, unless it is a line end as Windows has it.
        assert!(
            edited == text || !findings.is_empty() || edited.contains('\r'),
            "byte {at}: silent"
        );
    }
}
