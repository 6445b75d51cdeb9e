//! Lines of a text, by their places.

/// What may stand at the start of a file, and is not text.
pub(super) const MARK: char = '\u{feff}';

/// What new lines end in.
pub(super) fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Where the line begins that holds the byte at `at`.
pub(super) fn start_of_line(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    match before.rfind('\n') {
        Some(newline) => newline + 1,
        None if text.starts_with(MARK) => MARK.len_utf8().min(at),
        None => 0,
    }
}

/// Where the next line begins after the byte at `at`, or the text ends.
pub(super) fn after_line(text: &str, at: usize) -> usize {
    let after = text.get(at..).unwrap_or_default();
    after.find('\n').map_or(text.len(), |newline| at + newline + 1)
}

/// The lines of `text` from `from` to `to`, each with its place and its content.
pub(super) fn lines(text: &str, from: usize, to: usize) -> impl Iterator<Item = (usize, &str)> {
    let part = text.get(from..to).unwrap_or_default();
    part.split_inclusive('\n').scan(from, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line.trim_end_matches('\n').trim_end_matches('\r')))
    })
}

pub(super) fn is_blank(line: &str) -> bool {
    line.trim_start_matches(MARK).trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_lines() {
        let text = "\u{feff}ab\r\ncd";
        assert_eq!(start_of_line(text, 4), 3);
        assert_eq!(start_of_line(text, 8), 7);
        assert_eq!((after_line(text, 3), after_line(text, 7)), (7, 9));
        assert_eq!(lines(text, 3, 9).collect::<Vec<_>>(), [(3, "ab"), (7, "cd")]);
    }
}
