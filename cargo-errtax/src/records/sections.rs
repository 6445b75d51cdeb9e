//! What is wrong with the sections of a record.

use std::ops::Range;

use errtax_build::rules::{RECORD_SECTION_MISSING, RECORD_SECTION_ORDER, RECORD_UNFINISHED};
use errtax_build::suggest;

use super::Slip;
use super::form::{self, ALTERNATIVES, SECTIONS};
use super::page::{Page, Section};
use super::unsaid::{is_placeholder, is_prompt, is_unsaid};

/// Those that are missing, in another order, or empty. `end` is where the text ends.
pub(super) fn sections(page: &Page, end: usize, alternatives_since: Option<&str>) -> Vec<Slip> {
    let mut slips = Vec::new();
    let mut last: Option<(usize, &Section)> = None;
    for (rank, section) in SECTIONS.iter().enumerate() {
        let mut found = page
            .sections
            .iter()
            .filter(|there| there.heading.text.eq_ignore_ascii_case(section.name));
        let Some(there) = found.next() else {
            slips.extend(missing(page, rank, end, alternatives_since));
            continue;
        };
        if let Some(again) = found.next() {
            let at = again.heading.at.clone();
            let message = format!("the section \"{}\" is there twice", section.name);
            let help = format!("put what both say below the first `## {}`", section.name);
            let mut slip = Slip::new(&RECORD_SECTION_ORDER, at, message, "here again", help);
            slip.related = Some((there.heading.at.clone(), "here first"));
            slips.push(slip);
        }
        match last {
            Some((before, other)) if there.heading.at.start < other.heading.at.start => {
                let after = SECTIONS.get(before).map_or("", |section| section.name);
                let at = there.heading.at.clone();
                let message = format!("the section \"{}\" comes before \"{after}\"", section.name);
                let help = format!("move it below \"{after}\": {}", order());
                let mut slip = Slip::new(&RECORD_SECTION_ORDER, at, message, "too early", help);
                slip.related = Some((other.heading.at.clone(), "this comes first"));
                slips.push(slip);
            }
            _ => last = Some((rank, there)),
        }
        slips.extend(unfinished(page, there, section, alternatives_since));
    }
    slips
}

/// `Problem, Decision, Alternatives considered, Consequences`.
fn order() -> String {
    let names: Vec<&str> = SECTIONS.iter().map(|section| section.name).collect();
    names.join(", ")
}

/// A section that is not there, unless the record is too old to have it.
fn missing(page: &Page, rank: usize, end: usize, alternatives_since: Option<&str>) -> Option<Slip> {
    let section = SECTIONS.get(rank)?;
    if section.name == ALTERNATIVES {
        match excuse(page, alternatives_since) {
            Excuse::Holds => return None,
            Excuse::None => {}
            Excuse::Not(slip) => return Some(*slip),
        }
    }
    // Where it would stand: at the heading that should come after it.
    let later = SECTIONS.get(rank + 1..).unwrap_or_default();
    let at = page
        .sections
        .iter()
        .find(|there| {
            later
                .iter()
                .any(|other| there.heading.text.eq_ignore_ascii_case(other.name))
        })
        .map_or(end..end, |there| there.heading.at.clone());
    let known = |there: &&Section| {
        SECTIONS
            .iter()
            .any(|other| there.heading.text.eq_ignore_ascii_case(other.name))
    };
    let others = page.sections.iter().filter(|there| !known(there));
    let near = suggest::nearest(section.name, others.map(|there| there.heading.text.as_str()));
    let message = format!("the section \"{}\" is missing", section.name);
    let help = match near {
        Some(near) => format!("write `## {}` for `## {near}`", section.name),
        None => format!("write `## {}` here, and below it {}", section.name, section.says),
    };
    Some(Slip::new(
        &RECORD_SECTION_MISSING,
        at,
        message,
        "before this, at the latest",
        help,
    ))
}

/// Whether a record may lack its alternatives.
enum Excuse {
    Holds,
    None,
    Not(Box<Slip>),
}

fn excuse(page: &Page, alternatives_since: Option<&str>) -> Excuse {
    let Some((at, day)) = page.notes.first() else {
        return Excuse::None;
    };
    let (message, label) = match alternatives_since {
        Some(since) if day.as_str() < since => return Excuse::Holds,
        Some(since) => (
            format!(
                "the alternatives are missing: a note of {day} excuses nothing, since {since} every record has them"
            ),
            "not old enough",
        ),
        None => (
            format!(
                "the alternatives are missing: a note of {day} excuses that only where the policy says from when on they are asked for"
            ),
            "excuses nothing",
        ),
    };
    let mut help =
        format!("write `## {ALTERNATIVES}`, and below it what else could have been done, and why it was not");
    if alternatives_since.is_none() {
        help.push_str(
            "; if the team asks for that only of newer records: `alternatives_since = \"2026-12-01\"` under `[policy]`",
        );
    }
    Excuse::Not(Box::new(Slip::new(
        &RECORD_SECTION_MISSING,
        at.clone(),
        message,
        label,
        help,
    )))
}

/// A section that does not say what it is for.
fn unfinished(page: &Page, there: &Section, section: &form::Section, alternatives_since: Option<&str>) -> Option<Slip> {
    let name = section.name;
    let said: Vec<_> = there.lines.iter().filter(|line| !line.is_note).collect();
    if name == ALTERNATIVES && said.is_empty() && !there.lines.is_empty() {
        // The note says that they are missing, under their heading or without it.
        return match excuse(page, alternatives_since) {
            Excuse::Holds => None,
            Excuse::None => None,
            Excuse::Not(slip) => Some(*slip),
        };
    }
    let slip = |at: Range<usize>, message: String, label| {
        let help = format!("say below `## {name}` {}, in place of what stands there", section.says);
        Some(Slip::new(&RECORD_UNFINISHED, at, message, label, help))
    };
    if there.lines.is_empty() {
        let help = format!("say below `## {name}` {}", section.says);
        let message = format!("the section \"{name}\" says nothing");
        let at = there.heading.at.clone();
        return Some(Slip::new(&RECORD_UNFINISHED, at, message, "nothing below it", help));
    }
    let left = format!("the section \"{name}\" is left as a placeholder");
    if let Some(line) = there
        .lines
        .iter()
        .find(|line| !line.is_code && is_placeholder(&line.text))
    {
        return slip(line.at.clone(), left, "still to be said");
    }
    let all: Vec<&str> = there.lines.iter().map(|line| line.text.as_str()).collect();
    let first = there.lines.first()?;
    (is_unsaid(&all.join(" ")) || is_prompt(&all.join(" ")))
        .then(|| slip(first.at.clone(), left, "still to be said"))
        .flatten()
}
