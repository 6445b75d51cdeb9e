//! `cargo errtax check`: are the rules kept, and does every frozen code still mean what has shipped?

use std::io;

use errtax_build::finding::Finding;
use errtax_build::rules::MERGE_CONFLICT;
use errtax_build::source::Sources;

use crate::arguments::Arguments;
use crate::exit::Exit;
use crate::package::Package;
use crate::report::{self, Report};

/// Runs it.
pub(crate) fn run(arguments: &Arguments) -> io::Result<Exit> {
    let package = match Package::find(arguments) {
        Ok(package) => package,
        Err(trouble) => return report::trouble(&trouble, Exit::CouldNotJudge, arguments.format),
    };
    let analysis = errtax_build::analyse(&package.directory, &package.registry);
    let mut findings = analysis.findings.clone();
    // How a half-merged registry reads, nobody will know before it is one again.
    let whole = !findings.iter().any(|finding| finding.rule == &MERGE_CONFLICT);
    if let Some(registry) = analysis.registry.as_ref().filter(|_| whole) {
        findings.extend(errtax_build::style(registry));
    }
    sort(&mut findings, &analysis.sources);
    let report = Report::new(&package, &analysis, findings, arguments);
    report.print(arguments.format)?;
    Ok(report.exit())
}

/// By file, place and rule: the same order on every machine, and the order in which one mends them.
fn sort(findings: &mut Vec<Finding>, sources: &Sources) {
    let path = |finding: &Finding| sources.file(finding.place.file).path.clone();
    findings.sort_by(|a, b| {
        let place = |finding: &Finding| (finding.place.start, finding.place.end, finding.rule.id);
        path(a)
            .cmp(&path(b))
            .then_with(|| place(a).cmp(&place(b)))
            .then_with(|| a.message.cmp(&b.message))
    });
    findings.dedup();
}
