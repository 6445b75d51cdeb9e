//! "Did you mean": the known name that a wrong one most likely stands for.

use crate::read::names::is_code;
use crate::standard;

/// The candidate nearest to `word`, where one is near enough to be meant.
///
/// Case and separators count for nothing, a swap of two neighbours counts as one slip. Of equally near candidates the
/// first in alphabetical order is taken, so that the answer does not depend on the order of a file.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = fold(word);
    let allowed = (wanted.len() / 3).clamp(1, 4);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        .filter_map(|candidate| {
            let folded = fold(candidate);
            // Most of ten thousand candidates are ruled out by this, which is cheap.
            if wanted.len().abs_diff(folded.len()) > allowed {
                return None;
            }
            let distance = distance(&wanted, &folded);
            let close = distance <= allowed && distance < wanted.len().max(folded.len());
            close.then_some((distance, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// `` did you mean `x`? `` or the list of what there is, for a help line.
pub(crate) fn help(word: &str, candidates: &[&str], otherwise: &str) -> String {
    match nearest(word, candidates.iter().copied()) {
        Some(candidate) => format!("did you mean `{candidate}`?"),
        None if !candidates.is_empty() && candidates.len() <= 20 => {
            format!("write one of {}", list(candidates.iter().copied()))
        }
        None => otherwise.to_owned(),
    }
}

/// What to do about a name where that of a code belongs.
pub(crate) const EXISTING: &str = "name a code that exists: `cargo errtax list` has them all";

/// What to do about a code of this name, which no registry declares.
pub(crate) fn code(name: &str, known: &[&str]) -> String {
    if standard::has(name) {
        return format!(
            "it is a standard code: write {} below `[registry]`",
            standard::extends()
        );
    }
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if is_code(name) => format!("declare it: `cargo errtax new {name}`; or {EXISTING}"),
        None => EXISTING.to_owned(),
    }
}

/// `` `a`, `b`, `c` ``.
pub(crate) fn list<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words
        .into_iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// `` `a`, `b` or `c` ``, of which one is to be chosen.
pub(crate) fn either<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    either_of(words.into_iter().map(str::to_owned))
}

/// `` `key = "a"` or `key = "b"` ``, of which one is to be written.
pub(crate) fn either_value<'a>(key: &str, words: impl IntoIterator<Item = &'a str>) -> String {
    either_of(words.into_iter().map(|word| format!("{key} = \"{word}\"")))
}

fn either_of(words: impl Iterator<Item = String>) -> String {
    let mut words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    match words.pop() {
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} or {last}", words.join(", ")),
        None => String::new(),
    }
}

fn fold(word: &str) -> Vec<char> {
    word.chars()
        .filter(|c| !matches!(c, '_' | '-' | ' '))
        .flat_map(char::to_lowercase)
        .take(80)
        .collect()
}

/// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX / 2);
            let mut best = (at(&last, j) + usize::from(x != y))
                .min(at(&last, j + 1) + 1)
                .min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_what_was_meant_and_a_stranger_finds_nothing() {
        let words = [
            "transient",
            "rate_limit",
            "not_found",
            "conflict",
            "class",
            "action",
            "retryable",
        ];
        for (slip, meant) in [
            ("transiant", Some("transient")),
            ("tranisent", Some("transient")),
            ("rate-limit", Some("rate_limit")),
            ("RateLimit", Some("rate_limit")),
            ("notfound", Some("not_found")),
            ("clas", Some("class")),
            ("retriable", Some("retryable")),
            ("colour", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(slip, words), meant, "{slip}");
        }
    }
}
