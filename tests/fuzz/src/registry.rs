//! `registry.toml`, and what it includes and extends.

use errtax_build::finding::Finding;
use errtax_build::lock::Lock;
use errtax_build::model::Registry;
use errtax_build::{Analysis, analyse, generate, style, write};

use crate::files::{Files, LOCK, REGISTRY};
use crate::places;

/// It is answered, and always the same; and what is accepted reads back from what is written of it.
pub fn check(text: &str) {
    let files = Files::split(text);
    let analysis = answered(&files, thorough(text));
    // What has shipped is not the question here: without a lock of its own, all of it has, as it is.
    let unlocked = |finding: &Finding| {
        let own = analysis.sources.file(finding.place.file).path == REGISTRY;
        files.text(LOCK).is_none() && finding.rule.id == "lock-missing" && own
    };
    let fails = analysis
        .findings
        .iter()
        .any(|finding| finding.level.fails() && !unlocked(finding));
    assert!(analysis.registry.is_some() || fails, "nothing read, nothing said");
    let Some(registry) = analysis.registry.as_ref().filter(|_| !fails) else {
        return;
    };
    let (text, lock) = (write::registry(registry), Lock::of(registry).render());
    let back = answered(&files.with(REGISTRY, &*text).with(LOCK, &*lock), false);
    let failing = back.findings.iter().filter(|finding| finding.level.fails());
    let failing: Vec<_> = failing.map(|finding| (finding.rule.id, &finding.message)).collect();
    assert!(
        failing.is_empty(),
        "what was accepted is refused as it is written: {failing:?}\n{text}"
    );
    let back = back.registry.expect("a registry in which nothing is wrong");
    assert_eq!(write::registry(&back), text, "it reads back as another one");
    assert_eq!(Lock::of(&back).render(), lock);
    same(registry, &back);
}

/// What takes long is asked of some inputs, always of the same ones.
pub(crate) fn thorough(text: &str) -> bool {
    text.len().is_multiple_of(8)
}

/// What a text cannot show.
fn same(registry: &Registry, back: &Registry) {
    assert_eq!(generate::schema(back), generate::schema(registry));
    let contracts = |registry: &Registry| -> Vec<_> {
        let codes = registry.codes.values();
        codes
            .map(|code| (code.name.clone(), code.ident.clone(), code.contract.clone()))
            .collect()
    };
    assert_eq!(contracts(back), contracts(registry));
    assert_eq!(back.roles, registry.roles);
}

/// The answer, and all that a build makes of it where it is `thorough`.
fn answered(files: &Files, thorough: bool) -> Analysis {
    let folder = files.write();
    let analysis = analyse(folder.path(), REGISTRY);
    places::check(&analysis.findings, &analysis.sources, folder.path());
    if let Some(registry) = &analysis.registry {
        places::check(&style(registry), &analysis.sources, folder.path());
    }
    if !thorough {
        return analysis;
    }
    if let Some(registry) = &analysis.registry {
        // A build gets a module out of it whatever is wrong.
        let rust = generate::rust(registry, &analysis.sources, &analysis.findings);
        assert!(!rust.is_empty());
        let _ = generate::errors(&analysis.sources, &analysis.findings);
    }
    assert_eq!(
        analyse(folder.path(), REGISTRY).findings,
        analysis.findings,
        "a second answer is another one"
    );
    analysis
}
