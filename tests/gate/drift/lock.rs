//! A lock that was treated by other means than `cargo errtax freeze`.

use crate::support::{Package, rule};

/// A way to treat the lock, what complains, and what it says.
type Treatment = (
    &'static str,
    fn(&str) -> Option<String>,
    &'static [&'static str],
    &'static [&'static str],
);

const LOCK: &[Treatment] = &[
    (
        "missing",
        |_| None,
        &["lock-missing"],
        &[
            "registry.toml:3:",
            "there is no `registry.lock`",
            "run `cargo errtax freeze`",
        ],
    ),
    (
        "from before the code was frozen",
        |lock| Some(without(lock, "RATE_LIMITED.")),
        &["lock-stale"],
        &[
            "does not record the frozen code RATE_LIMITED",
            "run `cargo errtax freeze`; if a code was recorded before",
            "`git log -p -- registry.lock`",
        ],
    ),
    (
        "edited to match",
        |lock| Some(lock.replacen("action = \"fix_state\"", "action = \"ask_user\"", 1)),
        &["lock-edited"],
        &[
            "registry.lock:",
            "the lock's block of PERIOD_LOCKED was edited",
            "restore the lock from version control",
        ],
    ),
    (
        "reordered",
        |lock| {
            let mut blocks: Vec<&str> = lock.split("\n\n").collect();
            blocks.swap(2, 3);
            Some(blocks.join("\n\n"))
        },
        &["lock-reordered"],
        &["registry.lock:", "is not in its order", "run `cargo errtax freeze`"],
    ),
    (
        "half merged",
        |lock| {
            let conflict = "\n<<<<<<< HEAD\n=======\n>>>>>>> other\nMISSING.class";
            Some(lock.replacen("\nMISSING.class", conflict, 1))
        },
        &["lock-conflict"],
        &["registry.lock:", "<<<<<<< HEAD"],
    ),
    (
        "empty",
        |_| Some(String::new()),
        &["lock-version"],
        &[
            "registry.lock",
            "the lock is empty",
            "delete it and run `cargo errtax freeze`",
        ],
    ),
];

fn without(lock: &str, block: &str) -> String {
    let blocks: Vec<&str> = lock.split("\n\n").filter(|text| !text.starts_with(block)).collect();
    blocks.join("\n\n")
}

#[test]
fn a_lock_that_cannot_be_trusted_does_not_compile() {
    let package = Package::new("drift-lock");
    let lock = package.read("registry.lock");
    package.check().succeeds("before the lock is touched");
    for (what, treat, rules, says) in LOCK {
        match treat(&lock) {
            Some(text) => {
                assert_ne!(text, lock, "{what}");
                package.write("registry.lock", &text);
            }
            None => package.remove("registry.lock"),
        }
        let build = package.check();
        assert!(!build.ok, "a lock that is {what} compiles");
        let mut found = build.rules();
        found.sort();
        assert_eq!(found, *rules, "{what}\n{}", build.errors().join("\n\n"));
        let error = build
            .errors()
            .into_iter()
            .find(|error| rule(error) == rules.last().copied())
            .unwrap();
        for fragment in *says {
            assert!(error.contains(fragment), "{what}: {fragment}\n{error}");
        }
        assert!(error.contains(" = help: "), "{what}\n{error}");
        package.write("registry.lock", &lock);
        package.check().succeeds(what);
    }
}

#[test]
fn an_edited_lock_does_not_hide_the_drift_that_it_was_edited_for() {
    let package = Package::new("drift-hidden");
    package.edit("registry.toml", "action = \"fix_state\"", "action = \"ask_user\"");
    let lock = package.read("registry.lock");
    package.write(
        "registry.lock",
        &lock.replacen("action = \"fix_state\"", "action = \"ask_user\"", 1),
    );
    let build = package.check();
    assert!(!build.ok);
    assert_eq!(build.rules(), ["lock-edited"]);
    // Nor does the finding pass for the only one.
    package.edit("registry.toml", "http = 429", "http = 430");
    let mut rules = package.check().rules();
    rules.sort();
    assert_eq!(rules, ["http-changed", "lock-edited"]);
}
