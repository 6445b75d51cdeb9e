//! What freezing must not do: paper over a change of what has shipped, or record a registry that is wrong by itself.

use std::io;

use errtax_build::Analysis;
use errtax_build::drift::{self, rules::CODE_THAWED};
use errtax_build::finding::{Finding, Level, Rule, Stage};
use errtax_build::lock::Lock;

use crate::arguments::Format;
use crate::edit::{self, MENDED};
use crate::exit::Exit;
use crate::report::Report;

use super::select::Selected;

/// The findings that stop it whatever else changes. Whether the registry is sound by itself is asked of the registry as it
/// will be: freezing a code may put right what was wrong with a draft, and the other way round.
pub(crate) fn findings(analysis: &Analysis, selected: &[Selected], deny_warnings: bool) -> Vec<Finding> {
    let stops = |finding: &&Finding| {
        let named = || selected.iter().any(|code| Some(&code.code) == finding.code.as_ref());
        let denied = deny_warnings && finding.level == Level::Warning;
        // A frozen code that calls itself a draft: freezing that very code puts it right.
        let put_right = MENDED.contains(&finding.rule) || (finding.rule == &CODE_THAWED && named());
        finding.rule.stage != Stage::Structure && (finding.level.fails() || denied) && !put_right
    };
    analysis.findings.iter().filter(stops).cloned().collect()
}

/// What is wrong with the registry by itself.
pub(crate) fn wrong_by_itself(analysis: &Analysis) -> Vec<Finding> {
    let wrong = |finding: &&Finding| finding.rule.stage == Stage::Structure && finding.level.fails();
    analysis.findings.iter().filter(wrong).cloned().collect()
}

/// What is wrong with the package as it will be: by itself, and once more against the lock as it was, so that no edit can
/// hide a change of what has shipped.
pub(crate) fn unsound(proven: &Analysis, before: Option<&Lock>) -> Vec<Finding> {
    let drift = before
        .zip(proven.registry.as_ref())
        .map(|(lock, registry)| drift::judge(lock, registry));
    let all = proven.findings.iter().cloned().chain(drift.into_iter().flatten());
    all.filter(|finding| finding.level.fails() && !MENDED.contains(&finding.rule))
        .collect()
}

/// What is worth knowing about that which is recorded now: reworded texts, stronger promises. Afterwards it is what has
/// shipped, and nobody speaks of it again.
pub(crate) fn remarks(analysis: &Analysis) -> Vec<Finding> {
    let remark = |finding: &&Finding| {
        let Rule { level, stage, .. } = finding.rule;
        *stage == Stage::Drift && !level.fails() && !MENDED.contains(&finding.rule)
    };
    analysis.findings.iter().filter(remark).cloned().collect()
}

/// Tells them, and why nothing was written.
pub(crate) fn print(report: &Report<'_>, format: Format) -> io::Result<Exit> {
    edit::refused(report, &advice(report), format)
}

/// What to do, one line a kind of finding.
fn advice(report: &Report<'_>) -> Vec<String> {
    let any = |wanted: &dyn Fn(&Finding) -> bool| report.findings.iter().any(wanted);
    let drift = |finding: &Finding| finding.rule.stage == Stage::Drift;
    let mut lines = Vec::new();
    if any(&|finding| !drift(finding)) {
        lines.push("what ships must be sound: mend the registry, then freeze".to_owned());
    }
    if any(&|finding| drift(finding) && matches!(finding.level, Level::Break | Level::Unamendable)) {
        lines.push(
            "freezing adds to what has shipped and never rewrites it: put the shipped meaning back, or give the new \
             meaning a code of its own and deprecate this one"
                .to_owned(),
        );
    }
    for finding in report.findings.iter().filter(|finding| drift(finding)) {
        let file = &report.analysis.sources.file(finding.place.file).path;
        let lock = if file.ends_with(".lock") {
            report.package.show(file)
        } else {
            report.package.show(&report.package.lock())
        };
        let line = match finding.level {
            Level::Tamper => {
                format!("only this command writes {lock}; restore what was committed: `git checkout -- {lock}`")
            }
            Level::CouldNotJudge => format!("mend {lock} as said above, then freeze"),
            _ => continue,
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    if any(&|finding| finding.level == Level::Warning) {
        lines.push("warnings are denied; without `--deny warnings` they are recorded".to_owned());
    }
    lines
}
