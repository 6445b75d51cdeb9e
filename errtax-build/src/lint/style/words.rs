//! Reading a hint as a reader does: sentence by sentence, negations and all.

/// The clauses of a text in lower case, each without what separates it from the next.
pub(super) fn clauses(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(['.', ';', ':', '!', '?', '(', ')', '—'])
        .map(|clause| clause.trim().to_owned())
        .filter(|clause| !clause.is_empty())
        .collect()
}

/// The words of a text in lower case, punctuation taken away.
pub(super) fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '\'' | '-')))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Whether `phrase` stands in `text` as whole words.
pub(super) fn says(text: &str, phrase: &str) -> bool {
    let text = words(text);
    let phrase = words(phrase);
    !phrase.is_empty() && text.windows(phrase.len()).any(|window| window == phrase.as_slice())
}

/// Whether a clause says no to something, or puts it off.
pub(super) fn negates(clause: &str) -> bool {
    const NEGATIONS: &[&str] = &[
        "not", "no", "never", "nor", "neither", "without", "instead", "rather", "cannot", "unless", "avoid", "don't",
        "won't",
    ];
    words(clause).iter().any(|word| NEGATIONS.contains(&word.as_str()))
}
