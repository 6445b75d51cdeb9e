//! What is wrong with the records themselves: where they stand, what they are called, title and status.

use errtax_build::finding::Finding;
use errtax_build::rules::{
    MERGE_CONFLICT, RECORD_MISPLACED, RECORD_NAME, RECORD_NUMBER_TAKEN, RECORD_STATUS, RECORD_TITLE, RECORD_UNREADABLE,
};
use errtax_build::source::{Place, Sources};

use super::folder::{Folder, Record};
use super::form::{self, Standing};
use super::page::{Page, Section};
use super::sections::sections;
use super::unsaid::is_unsaid;
use super::{Slip, index, placed};

/// What is wrong with the folder: files that cannot be read, or stand where no record does. `section` is the policy's place.
pub(super) fn folder(folder: &Folder, section: Place, sources: &mut Sources) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, why) in &folder.unreadable {
        let message = format!("{path}, which decision records are kept in, cannot be read: {why}");
        let help = format!(
            "make {path} a folder that can be read, or name the folder that has the records: `records = \"…\"` under `[policy]`"
        );
        findings.push(
            Finding::new(&RECORD_UNREADABLE, section, message, help).label("what is asked of it, nobody can say"),
        );
    }
    let beside = folder
        .pages
        .iter()
        .filter(|name| !index::NAMES.contains(&name.as_str()))
        .map(|name| format!("{}/{name}", folder.path));
    for path in beside.chain(folder.strays.iter().cloned()) {
        let file = path.rsplit('/').next().unwrap_or_default();
        let home = format!("{}/{}", folder.path, Standing::Accepted.as_str());
        let name = match form::is_name(file) {
            true => file.to_owned(),
            false => form::file_name(folder.next(), file.rsplit_once('.').map_or(file, |(stem, _)| stem)),
        };
        let message = format!("{path} is in none of the folders that say what became of a decision");
        let help = format!(
            "if it is a record: `git mv {path} {home}/{name}`, or to `proposed` or `rejected`; what is none belongs outside of {}",
            folder.path
        );
        let slip = Slip::new(&RECORD_MISPLACED, 0..0, message, "not where a record stands", help);
        findings.extend(placed(vec![slip], &path, "", sources));
    }
    findings
}

/// What is wrong with one record.
pub(super) fn record(record: &Record, folder: &Folder, alternatives_since: Option<&str>) -> Vec<Slip> {
    let mut slips = Vec::new();
    slips.extend(name(record, folder));
    let text = match &record.text {
        Ok(text) => text,
        Err(why) => {
            let message = format!("{} cannot be read: {why}", record.path);
            let help = "make it a text file in UTF-8 that can be read, then check again";
            slips.push(Slip::new(&RECORD_UNREADABLE, 0..0, message, "", help));
            return slips;
        }
    };
    let page = Page::of(text);
    if let Some(at) = page.conflict {
        let message = "this record is half merged: what was decided, it says twice";
        let help = format!(
            "keep one of the two, take the markers out, then `git add {}`",
            record.path
        );
        slips.push(Slip::new(&MERGE_CONFLICT, at, message, "left by a merge", help));
        return slips;
    }
    // One that has to move gets another number anyway.
    let moves = slips.iter().any(|slip| slip.rule == &RECORD_NUMBER_TAKEN);
    let of_number = |slip: &Slip| slip.label == OTHER_NUMBER;
    slips.extend(title(record, &page).filter(|slip| !(moves && of_number(slip))));
    slips.extend(status(record, &page));
    slips.extend(sections(&page, text.len(), alternatives_since));
    slips
}

fn name(record: &Record, folder: &Folder) -> Option<Slip> {
    let Record { path, file, .. } = record;
    let home = path.rsplit_once('/').map_or("", |(home, _)| home);
    if !form::is_name(file) {
        let words = file.trim_start_matches(|c: char| c.is_ascii_digit());
        let stem = words.rsplit_once('.').map_or(words, |(stem, _)| stem);
        let free = record.number().filter(|number| *number > 0).filter(|number| {
            let same = |other: &&Record| other.number() == Some(*number);
            folder.records.iter().filter(same).count() == 1
        });
        let new = form::file_name(free.unwrap_or(folder.next()), stem);
        let message = format!("`{file}` is no name of a record: four digits, a hyphen, and words in small letters");
        let help = format!("`git mv {path} {home}/{new}`");
        return Some(Slip::new(&RECORD_NAME, 0..0, message, "", help));
    }
    let same = |other: &&Record| other.number() == record.number();
    let first = folder.records.iter().find(same)?;
    if first.path == *path {
        return None;
    }
    let number = record.number().unwrap_or_default();
    let words = file.split_once('-').map_or("", |(_, words)| words);
    let next = folder.next();
    let message = format!("the number {number} is that of two records: {} has it too", first.path);
    let help = format!(
        "`git mv {path} {home}/{next:04}-{words}`, give its title the number {next}, name it so where the registry names it, and \
         `cargo errtax check --fix`"
    );
    Some(Slip::new(&RECORD_NUMBER_TAKEN, 0..0, message, "", help))
}

const OTHER_NUMBER: &str = "another number";

fn title(record: &Record, page: &Page) -> Option<Slip> {
    let number = record.number().filter(|_| form::is_name(&record.file))?;
    let before = |section: &Section| {
        let title = page.title.as_ref();
        title.is_none_or(|title| section.heading.at.start < title.at.start)
    };
    let title = page
        .title
        .as_ref()
        .filter(|_| !page.sections.first().is_some_and(before));
    let Some(title) = title else {
        let message = "the record has no title above its sections";
        let help =
            format!("begin it with what was decided, in a line: `# {number}. Ask an accountant to unlock periods`");
        return Some(Slip::new(
            &RECORD_TITLE,
            page.first.clone(),
            message,
            "a title belongs here",
            help,
        ));
    };
    let (said, words) = numbered(&title.text);
    if let Some(said) = said.filter(|said| *said != number) {
        let message = format!("the title says {said}, and the name of the file {number}");
        let help = format!("write `# {number}. {words}`");
        return Some(Slip::new(&RECORD_TITLE, title.at.clone(), message, OTHER_NUMBER, help));
    }
    if is_unsaid(words) {
        let message = "the title says nothing";
        let help = format!("say what was decided, in a line: `# {number}. Ask an accountant to unlock periods`");
        return Some(Slip::new(&RECORD_TITLE, title.at.clone(), message, "no words", help));
    }
    None
}

/// The number that a title begins with, and its words.
pub(super) fn numbered(title: &str) -> (Option<u32>, &str) {
    let number = title.split_once('.').and_then(|(number, words)| {
        let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        Some((number.parse().ok().filter(|_| digits)?, words.trim()))
    });
    match number {
        Some((number, words)) => (Some(number), words),
        None => (None, title.trim()),
    }
}

fn status(record: &Record, page: &Page) -> Option<Slip> {
    let folder = record.standing.as_str();
    let write = format!("write `Status: {folder}` below the title");
    let Some((at, word)) = page.status.first() else {
        let at = page.title.as_ref().map_or(page.first.clone(), |title| title.at.clone());
        let message = format!("the record does not say its status; it stands in `{folder}`");
        return Some(Slip::new(&RECORD_STATUS, at, message, "no status below it", write));
    };
    if let Some((again, _)) = page.status.get(1) {
        let message = "the record says its status twice";
        let mut slip = Slip::new(
            &RECORD_STATUS,
            again.clone(),
            message,
            "said again",
            "keep one of the two lines",
        );
        slip.related = Some((at.clone(), "said first"));
        return Some(slip);
    }
    let Some(said) = Standing::named(word) else {
        let message = format!("`{word}` is no status: a record is proposed, accepted or rejected");
        return Some(Slip::new(&RECORD_STATUS, at.clone(), message, "no such status", write));
    };
    if said == record.standing {
        return None;
    }
    let Record { path, .. } = record;
    let other = path.replacen(&format!("/{folder}/"), &format!("/{}/", said.as_str()), 1);
    let message = format!("the record says `{}`, and stands in `{folder}`", said.as_str());
    let help = format!(
        "if it is {folder}: `Status: {folder}`; if it is {}: `git mv {path} {other}`, then `cargo errtax check --fix`",
        said.as_str()
    );
    Some(Slip::new(&RECORD_STATUS, at.clone(), message, "not its folder's", help))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_may_begin_with_its_number() {
        for (title, expected) in [
            ("7. Ask", (Some(7), "Ask")),
            ("0007. Ask", (Some(7), "Ask")),
            ("Ask. Then act", (None, "Ask. Then act")),
            ("7 things", (None, "7 things")),
            ("7.", (Some(7), "")),
            (". x", (None, ". x")),
        ] {
            assert_eq!(numbered(title), expected, "{title}");
        }
    }
}
