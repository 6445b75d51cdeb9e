//! What a record says: its title, its status, its sections. As much of Markdown as that needs.

use std::ops::Range;

/// One record, taken apart. All places are bytes of its text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Page {
    /// Its first line that says something.
    pub(super) first: Range<usize>,
    /// The first heading of the first level.
    pub(super) title: Option<Heading>,
    /// Every `Status: …` before the first section, with the word.
    pub(super) status: Vec<(Range<usize>, String)>,
    /// Every `Note, 2026-03-01: …` that speaks of alternatives, with its day.
    pub(super) notes: Vec<(Range<usize>, String)>,
    /// The sections, in order.
    pub(super) sections: Vec<Section>,
    /// The first marker that a merge left.
    pub(super) conflict: Option<Range<usize>>,
}

/// A heading.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Heading {
    /// Its line.
    pub(super) at: Range<usize>,
    pub(super) text: String,
}

/// What stands below a heading of the second level.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) heading: Heading,
    /// Its lines that say something.
    pub(super) lines: Vec<Line>,
}

/// A line that says something.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) at: Range<usize>,
    pub(super) text: String,
    /// It is code, and means what the code means.
    pub(super) is_code: bool,
    /// It is a dated note, or the rest of one.
    pub(super) is_note: bool,
}

impl Page {
    pub(super) fn of(text: &str) -> Self {
        let mut page = Self {
            conflict: conflict(text),
            ..Self::default()
        };
        let (mut fence, mut note): (Option<Fence>, Option<usize>) = (None, None);
        let visible = without_comments(text);
        let mut start = 0;
        for whole in visible.split_inclusive('\n') {
            let line = whole.trim_end_matches(['\n', '\r']);
            let at = start..start + line.len();
            start += whole.len();
            let words = line.trim();
            if words.is_empty() {
                note = None;
                continue;
            }
            if page.first == (0..0) {
                page.first = at.clone();
            }
            if let Some(open) = &fence {
                if open.closes(line) {
                    fence = None;
                } else {
                    page.say(at, words, true, false);
                }
                continue;
            }
            fence = Fence::opens(line);
            if fence.is_some() {
                continue;
            }
            if let Some((level, name)) = heading(line) {
                note = None;
                page.head(level, at, name);
                continue;
            }
            if page.sections.is_empty() {
                page.status.extend(status(words).map(|word| (at.clone(), word)));
            }
            if let Some(day) = noted(words) {
                note = Some(page.notes.len());
                page.notes.push((at.clone(), day.to_owned()));
            }
            page.say(at, words, false, note.is_some());
        }
        page.only_of_alternatives(text);
        page
    }

    fn head(&mut self, level: usize, at: Range<usize>, name: &str) {
        let heading = Heading {
            at,
            text: name.to_owned(),
        };
        match level {
            1 if self.title.is_none() => self.title = Some(heading),
            2 => self.sections.push(Section {
                heading,
                lines: Vec::new(),
            }),
            _ => {}
        }
    }

    fn say(&mut self, at: Range<usize>, text: &str, is_code: bool, is_note: bool) {
        if let Some(section) = self.sections.last_mut() {
            section.lines.push(Line {
                at,
                text: text.to_owned(),
                is_code,
                is_note,
            });
        }
    }

    /// A note about something else excuses nothing.
    fn only_of_alternatives(&mut self, text: &str) {
        self.notes.retain(|(at, _)| {
            let rest = text.get(at.start..).unwrap_or_default().replace("\r\n", "\n");
            let paragraph = rest.split("\n\n").next().unwrap_or_default();
            paragraph.to_lowercase().contains("alternative")
        });
    }
}

/// A block of code.
struct Fence {
    sign: char,
    length: usize,
}

impl Fence {
    fn opens(line: &str) -> Option<Self> {
        let (sign, length, rest) = Self::signs(line)?;
        // With a backtick after it, it is code within a line.
        (sign != '`' || !rest.contains('`')).then_some(Self { sign, length })
    }

    fn closes(&self, line: &str) -> bool {
        Self::signs(line)
            .is_some_and(|(sign, length, rest)| sign == self.sign && length >= self.length && rest.trim().is_empty())
    }

    fn signs(line: &str) -> Option<(char, usize, &str)> {
        let text = indented(line)?;
        let sign = text.chars().next().filter(|sign| ['`', '~'].contains(sign))?;
        let rest = text.trim_start_matches(sign);
        let length = text.len() - rest.len();
        (length >= 3).then_some((sign, length, rest))
    }
}

/// The line without the up to three spaces that change nothing about it.
fn indented(line: &str) -> Option<&str> {
    let text = line.trim_start_matches(' ');
    (line.len() - text.len() <= 3).then_some(text)
}

/// Level and words of a heading.
fn heading(line: &str) -> Option<(usize, &str)> {
    let text = indented(line)?;
    let name = text.trim_start_matches('#');
    let level = text.len() - name.len();
    if !(1..=6).contains(&level) || !(name.is_empty() || name.starts_with([' ', '\t'])) {
        return None;
    }
    let name = name.trim();
    let closed = name.trim_end_matches('#');
    let name = match closed.is_empty() || closed.ends_with([' ', '\t']) {
        true => closed.trim_end(),
        false => name,
    };
    Some((level, name))
}

/// What stands before the words of a line and only dresses them: a list, a quotation, emphasis.
pub(super) fn undressed(line: &str) -> &str {
    line.trim_start_matches(|c: char| c.is_whitespace() || ['-', '*', '+', '>', '_', '~'].contains(&c))
}

/// The word after `Status:`.
fn status(line: &str) -> Option<String> {
    let plain: String = line.chars().filter(|c| !['*', '_', '`'].contains(c)).collect();
    let plain = undressed(&plain);
    let (key, value) = plain.split_once(':')?;
    if !key.trim().eq_ignore_ascii_case("status") {
        return None;
    }
    let word: String = value.trim().chars().take_while(|c| c.is_alphanumeric()).collect();
    Some(word)
}

/// The day of `Note, 2026-03-01: …`.
fn noted(line: &str) -> Option<&str> {
    let rest = undressed(line).strip_prefix("Note")?;
    let rest = rest.trim_start_matches(|c: char| [' ', ',', '(', ':', '*', '_'].contains(&c));
    let rest = rest.strip_prefix("of ").unwrap_or(rest);
    rest.get(..10).filter(|day| errtax_build::is_date(day))
}

/// The text with a blank for every byte of a comment: what no reader sees says nothing.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut fence: Option<Fence> = None;
    let mut in_comment = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let mut rest = line;
        let end = start + line.len();
        start = end;
        if !in_comment {
            let bare = line.trim_end_matches(['\n', '\r']);
            let was_open = fence.is_some();
            match &fence {
                Some(open) if open.closes(bare) => fence = None,
                Some(_) => {}
                None => fence = Fence::opens(bare),
            }
            if was_open || fence.is_some() {
                out.push_str(line);
                continue;
            }
        }
        loop {
            if in_comment {
                let (hidden, after) = match rest.find("-->") {
                    Some(at) => rest.split_at(at + 3),
                    None => (rest, ""),
                };
                in_comment = after.is_empty() && !hidden.ends_with("-->");
                out.extend(hidden.bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }));
                rest = after;
            }
            let closes = |at: usize| {
                let within = text.get(end - rest.len() + at + 4..).unwrap_or_default();
                within.contains("-->") || rest.get(..at).is_some_and(|before| before.trim().is_empty())
            };
            match rest.find("<!--").filter(|at| closes(*at)) {
                Some(at) => {
                    let (shown, hidden) = rest.split_at(at);
                    out.push_str(shown);
                    out.push_str("    ");
                    rest = hidden.get(4..).unwrap_or_default();
                    in_comment = true;
                }
                None => {
                    out.push_str(rest);
                    break;
                }
            }
        }
    }
    out
}

/// The first marker of a merge that was left half done: all three kinds are there, in order.
fn conflict(text: &str) -> Option<Range<usize>> {
    let mut first = None;
    let mut wanted = ["<<<<<<< ", "=======", ">>>>>>> "].into_iter().peekable();
    let mut start = 0;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end_matches(['\n', '\r']);
        if wanted.peek().is_some_and(|marker| line.starts_with(marker)) {
            first = first.or(Some(start..start + line.len()));
            wanted.next();
        }
        start += whole.len();
    }
    first.filter(|_| wanted.peek().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<(String, Vec<String>)> {
        let lines = |section: &Section| section.lines.iter().map(|line| line.text.clone()).collect();
        Page::of(text)
            .sections
            .iter()
            .map(|section| (section.heading.text.clone(), lines(section)))
            .collect()
    }

    #[test]
    fn headings_are_found_outside_of_code_and_comments() {
        let text = "# 1. T\n\n```md\n## Not this\n```\n   ## One ##\na\n<!-- ## Nor this\n## nor this -->b\n\
                    ### deeper\n~~~\n## code\n```\n~~~\n##Two\n    ## indented\n## C#\n";
        assert_eq!(
            said(text),
            [
                (
                    "One".to_owned(),
                    vec![
                        "a".into(),
                        "b".into(),
                        "## code".into(),
                        "```".into(),
                        "##Two".into(),
                        "## indented".into()
                    ]
                ),
                ("C#".to_owned(), vec![]),
            ]
        );
    }

    #[test]
    fn places_are_those_of_the_text_whatever_its_line_ends() {
        for end in ["\n", "\r\n"] {
            let text = [
                "<!-- ä -->",
                "# 7. Títle",
                "",
                "**Status:** accepted, 2026",
                "",
                "## Problem",
                "x",
            ]
            .join(end);
            let page = Page::of(&text);
            let title = page.title.unwrap();
            assert_eq!(&text[title.at.clone()], "# 7. Títle");
            assert_eq!(page.first, title.at);
            let (at, word) = &page.status[0];
            assert_eq!(
                (&text[at.clone()], word.as_str()),
                ("**Status:** accepted, 2026", "accepted")
            );
            assert_eq!(&text[page.sections[0].lines[0].at.clone()], "x");
        }
    }

    #[test]
    fn a_comment_without_an_end_hides_the_rest_only_where_markdown_does() {
        assert_eq!(said("## A\nsee `<!--` here\n## B\n").len(), 2);
        assert_eq!(said("## A\n<!-- open\n## B\n").len(), 1);
        assert_eq!(said("## A <!-- x --> <!-- y -->\n## B\n")[0].0, "A");
    }

    #[test]
    fn a_note_has_a_day_that_exists_and_speaks_of_alternatives() {
        for (text, day) in [
            (
                "Note, 2026-03-01: the alternatives were not written down.",
                Some("2026-03-01"),
            ),
            (
                "> **Note of 2026-03-01**\n> Nobody wrote\n> Alternatives down.",
                Some("2026-03-01"),
            ),
            ("Note, 2026-02-30: no alternatives.", None),
            ("Note, 2026-03-01: moved from the wiki.\n\nThe alternatives", None),
            ("Noted 2026-03-01 alternatives", None),
        ] {
            let notes = Page::of(text).notes;
            assert_eq!(notes.first().map(|(_, day)| day.as_str()), day, "{text}");
        }
    }

    #[test]
    fn what_a_merge_left_is_seen_and_an_underlined_heading_is_not_that() {
        assert_eq!(
            Page::of("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n").conflict,
            Some(2..14)
        );
        assert_eq!(Page::of("Title\n=======\n\n<<<<<<< HEAD\n").conflict, None);
    }

    proptest::proptest! {
        #[test]
        fn whatever_stands_in_a_file_its_parts_have_a_place_in_it(parts in proptest::collection::vec(
            proptest::sample::select(vec![
                "<!--", "-->", "```", "~~~~", "#", "# ", "## ", " ", "\n", "\r\n", "\r", "ä", "x", "Status: ä",
                "Note, 2024-03-01: alternatives", "Note, 2024-03-0ä", "<<<<<<< a\n", "=======\n", ">>>>>>> b\n",
            ]),
            0..40,
        )) {
            let text = parts.concat();
            let page = Page::of(&text);
            let headings = page.title.iter().chain(page.sections.iter().map(|section| &section.heading));
            let mut places: Vec<Range<usize>> = headings.map(|heading| heading.at.clone()).collect();
            places.extend(page.sections.iter().flat_map(|section| &section.lines).map(|line| line.at.clone()));
            places.extend(page.status.iter().chain(&page.notes).map(|(at, _)| at.clone()));
            places.extend(page.conflict);
            places.push(page.first);
            for place in places {
                proptest::prop_assert!(text.get(place.clone()).is_some(), "{place:?} of {text:?}");
            }
        }
    }
}
