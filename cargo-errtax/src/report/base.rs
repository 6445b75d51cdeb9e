//! What was compared with what, in words: never left to be guessed.

use crate::against::{Base, How, Side, short};

use super::{Check, Report, count};

/// What stands at the head of every report against a base: `3f2a91c4d5e6, the merge base of origin/main and HEAD`.
pub(super) fn which(base: &Base) -> String {
    let Base {
        reference,
        commit,
        merge_base,
        day,
    } = base;
    let mut text = match commit {
        Some(commit) if *merge_base => format!("{}, the merge base of {reference} and HEAD", short(commit)),
        Some(commit) => format!("{}, the commit of {reference}", short(commit)),
        None => format!("the folder {}", reference.strip_prefix("path:").unwrap_or(reference)),
    };
    if day.is_none() {
        text.push_str("; no commit here tells the day, so sunsets are not judged");
    }
    text
}

/// Where the registry of a package was at the base, where that is not where it is.
pub(super) fn origin(report: &Report<'_>) -> Option<String> {
    let side = report.compared.as_ref()?.side?;
    let known_by = match side.how? {
        How::Unmoved => return None,
        How::Manifest => "the base's Cargo.toml names it",
        How::Renamed => "git sees that it was renamed",
        How::SameName => "it has the same name and is no longer there",
    };
    let now = report.package.show(&report.package.registry);
    Some(format!("{now} was {}: {known_by}", side.show(&side.registry)))
}

/// `42 codes of the base`; `None` where there is no base.
pub(super) fn compared(report: &Report<'_>) -> Option<String> {
    let compared = report.compared.as_ref()?;
    Some(format!("{} of the base", count(compared.codes, "code")))
}

/// Everything about the base, a line each.
pub(super) fn lines(check: &Check<'_>) -> Vec<String> {
    let Some(base) = check.base else {
        return Vec::new();
    };
    let mut lines = vec![which(base)];
    lines.extend(check.packages.iter().filter_map(origin));
    lines
}

/// The word for how a registry was found, for machines.
pub(super) fn how_word(side: Option<&Side>) -> Option<&'static str> {
    Some(match side?.how {
        None => "folder",
        Some(How::Unmoved) => "unmoved",
        Some(How::Manifest) => "manifest",
        Some(How::Renamed) => "renamed",
        Some(How::SameName) => "same_name",
    })
}
