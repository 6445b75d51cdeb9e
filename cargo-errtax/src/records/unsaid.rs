//! What stands where something is still to be said.

use super::form::PLACEHOLDER;
use super::page::undressed;

/// Whether a line says that it is still to be written.
pub(super) fn is_placeholder(line: &str) -> bool {
    let words = undressed(line);
    let item = words.trim_start_matches(|c: char| c.is_ascii_digit());
    let words = item.strip_prefix(". ").unwrap_or(words);
    let words = words.trim_start_matches(['[', '(', '{', '<', '`', '*', '_']);
    [PLACEHOLDER, "TBD", "FIXME", "XXX"].iter().any(|filler| {
        words.strip_prefix(filler).is_some_and(|rest| {
            // `TODO_LIST_FULL` is a code, `_TODO_` is none.
            let rest = rest.trim_start_matches('_');
            !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-')
        })
    })
}

/// Whether a text says nothing, or what is written where something is to be said.
pub(super) fn is_unsaid(text: &str) -> bool {
    let word = text.trim_matches(|c: char| !c.is_alphanumeric());
    let fillers = [
        "todo",
        "tbd",
        "fixme",
        "xxx",
        "to do",
        "to be done",
        "to be decided",
        "to be written",
    ];
    word.is_empty() || fillers.iter().any(|filler| word.eq_ignore_ascii_case(filler))
}

/// Whether a text is what a template asks: `{describe the problem}`, `<why?>`.
pub(super) fn is_prompt(text: &str) -> bool {
    [('{', '}'), ('<', '>'), ('[', ']')].iter().any(|(open, close)| {
        let inner = text.strip_prefix(*open).and_then(|text| text.strip_suffix(*close));
        inner.is_some_and(|inner| !inner.contains([*open, *close]) && !inner.contains("://"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_still_to_be_said_is_told_from_what_speaks_of_it() {
        for line in [
            "TODO",
            "TODO: why",
            "- TODO why",
            "> **TBD**",
            "1. XXX",
            "[FIXME] later",
            "_TODO_",
        ] {
            assert!(is_placeholder(line), "{line}");
        }
        for line in [
            "TODO_LIST_FULL is raised",
            "A TODO stays",
            "todo lists are locked",
            "TODO-12 has it",
            "TODOS",
        ] {
            assert!(!is_placeholder(line), "{line}");
        }
        for text in ["…", "-", "...", "tbd.", "To be done", "**TBD**"] {
            assert!(is_unsaid(text), "{text}");
        }
        for text in ["None.", "Nothing changes.", "no"] {
            assert!(!is_unsaid(text), "{text}");
        }
        assert!(is_prompt("{Describe the problem}") && is_prompt("<why?>") && is_prompt("[what else]"));
        assert!(!is_prompt("<https://example.com>") && !is_prompt("[a](b)") && !is_prompt("{a} or {b}"));
    }
}
