//! `registry.lock`.

use std::sync::OnceLock;

use errtax_build::analyse;
use errtax_build::lock::Lock;
use errtax_build::model::Registry;
use errtax_build::source::Sources;

use crate::files::{Files, LOCK, REGISTRY};
use crate::places;

/// It is answered; what is accepted reads back from what is written of it; and beside the registry that the fixtures start
/// from, a lock about which nothing is said is the lock of that registry.
pub fn check(text: &str) {
    alone(text);
    beside(text);
}

fn alone(text: &str) {
    let mut sources = Sources::default();
    let file = sources.add(LOCK, text);
    match Lock::parse(text, file) {
        Ok(lock) => {
            let canonical = lock.render();
            let back = Lock::parse(&canonical, sources.add(LOCK, &*canonical)).expect("what is written can be read");
            assert_eq!(back.render(), canonical, "it reads back as another one");
            same(&lock, &back);
        }
        Err(findings) => {
            assert!(!findings.is_empty(), "refused, nothing said");
            places::inside(&findings, &sources);
        }
    }
}

fn beside(text: &str) {
    let (files, registry) = common();
    let folder = files.with(LOCK, text).write();
    let analysis = analyse(folder.path(), REGISTRY);
    places::check(&analysis.findings, &analysis.sources, folder.path());
    if analysis.findings.is_empty() {
        let lock = analysis.lock.expect("a lock of which nothing is said can be read");
        // What a tombstone stood for is known to the lock alone.
        same(
            &Lock {
                retired: Lock::of(registry).retired,
                ..lock
            },
            &Lock::of(registry),
        );
    }
}

/// Whether two locks say the same, wherever that stands.
fn same(one: &Lock, other: &Lock) {
    let codes = |lock: &Lock| -> Vec<_> {
        let codes = lock.codes.iter();
        codes.map(|(name, entry)| (name.clone(), entry.row.clone())).collect()
    };
    let retired = |lock: &Lock| -> Vec<_> {
        let retired = lock.retired.iter();
        retired.map(|(name, entry)| (name.clone(), entry.row.clone())).collect()
    };
    assert_eq!(codes(one), codes(other));
    assert_eq!(retired(one), retired(other));
}

/// The registry that the fixtures of the merge gate start from, without its lock.
pub(crate) fn common() -> &'static (Files, Registry) {
    static COMMON: OnceLock<(Files, Registry)> = OnceLock::new();
    COMMON.get_or_init(|| {
        let files = Files(vec![
            (
                REGISTRY.into(),
                include_str!("../../../errtax-build/tests/drift/base/registry.toml").into(),
            ),
            (
                "codes/rates.toml".into(),
                include_str!("../../../errtax-build/tests/drift/base/codes/rates.toml").into(),
            ),
            (
                "shared.toml".into(),
                include_str!("../../../errtax-build/tests/drift/base/shared.toml").into(),
            ),
        ]);
        let registry = |path: &str| {
            let folder = files.write();
            analyse(folder.path(), path).registry.expect("the fixture can be read")
        };
        let shared = Lock::of(&registry("shared.toml")).render();
        (files.with("shared.lock", shared), registry(REGISTRY))
    })
}
