//! Decision records: why a promise was broken, a code retired or superseded, for whoever asks in a year. `[policy] records`
//! names their folder.
//!
//! what stands in the folder (`folder`) → what each record says (`page`) → what is wrong with it (`judge`, `sections`,
//! `unsaid`), with all of them together and with what the registry names (`named`), and with the index (`index`). `draft`
//! writes a new one for the commands that edit. The form is the same for everybody: `form` has it.

mod draft;
mod folder;
mod form;
mod index;
mod judge;
mod named;
mod page;
mod sections;
mod unsaid;

use errtax_build::Analysis;
use errtax_build::finding::{Finding, Rule};
use errtax_build::model::Policy;
use errtax_build::source::{Place, Sources};

use std::ops::Range;

use crate::package::Package;
use crate::write::Change;

pub(crate) use draft::{Subject, draft};
pub(crate) use named::refusal;

use folder::Folder;

/// What is asked of the records: the policy of the registry, and where a change is compared with a base that of the base,
/// where it is stricter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    /// Their folder, in the package.
    folder: String,
    /// The day before which one may lack its alternatives.
    alternatives_since: Option<String>,
}

impl Asked {
    /// `None` where no policy wants any.
    pub(crate) fn of(head: &Policy, base: Option<&Policy>) -> Option<Self> {
        let base = base.filter(|base| base.records.is_some());
        let folder = head.records.as_ref().or_else(|| base?.records.as_ref())?;
        let own = head.alternatives_since.as_ref();
        let since = match base {
            // The earlier day excuses fewer records, and none is earlier than that.
            Some(base) => own.min(base.alternatives_since.as_ref()),
            None => own,
        };
        Some(Self {
            folder: folder.clone(),
            alternatives_since: since.cloned(),
        })
    }
}

/// The findings about the records, and about what the registry names of them. Files that are shown are added to the sources.
pub(crate) fn judge(package: &Package, analysis: &mut Analysis, asked: &Asked) -> Vec<Finding> {
    let Some(registry) = &analysis.registry else {
        return Vec::new();
    };
    let folder = Folder::read(package, &asked.folder);
    let section = registry.policy.place.unwrap_or(registry.place);
    let mut findings = named::judge(registry, &folder);
    let sources = &mut analysis.sources;
    findings.extend(judge::folder(&folder, section, sources));
    for record in &folder.records {
        let slips = judge::record(record, &folder, asked.alternatives_since.as_deref());
        findings.extend(placed(
            slips,
            &record.path,
            record.text.as_deref().unwrap_or(""),
            sources,
        ));
    }
    findings.extend(index::judge(package, &folder, section, sources));
    findings
}

/// What would make the index what it should be.
pub(crate) fn fixes(package: &Package, analysis: &Analysis) -> Option<Change> {
    let policy = &analysis.registry.as_ref()?.policy;
    let folder = Folder::read(package, policy.records.as_deref()?);
    index::fix(package, &folder)
}

/// Something that is wrong with a file, before the file is one of the sources.
#[derive(Debug)]
struct Slip {
    rule: &'static Rule,
    at: Range<usize>,
    message: String,
    label: &'static str,
    help: String,
    /// Another place in the same file.
    related: Option<(Range<usize>, &'static str)>,
}

impl Slip {
    fn new(
        rule: &'static Rule,
        at: Range<usize>,
        message: impl Into<String>,
        label: &'static str,
        help: impl Into<String>,
    ) -> Self {
        Self {
            rule,
            at,
            message: message.into(),
            label,
            help: help.into(),
            related: None,
        }
    }
}

/// The findings of one file, which is shown only where there are some.
fn placed(slips: Vec<Slip>, path: &str, text: &str, sources: &mut Sources) -> Vec<Finding> {
    if slips.is_empty() {
        return Vec::new();
    }
    let file = sources.add(path, text);
    let place = |at: Range<usize>| Place {
        file,
        start: at.start,
        end: at.end,
    };
    let finding = |slip: Slip| {
        let finding = Finding::new(slip.rule, place(slip.at), slip.message, slip.help).label(slip.label);
        match slip.related {
            Some((at, text)) => finding.related(place(at), text),
            None => finding,
        }
    };
    slips.into_iter().map(finding).collect()
}
