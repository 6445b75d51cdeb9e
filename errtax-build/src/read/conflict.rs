//! The markers that a merge leaves behind. They are looked for before TOML is, for its messages would not name them.

use std::ops::Range;

use crate::source::{FileId, Place};

/// One conflict, as the parts of the file that it takes up.
#[derive(Debug, PartialEq)]
pub(crate) struct Conflict {
    /// Its first marker.
    pub(crate) place: Place,
    /// Every marker line, without the line's end.
    pub(crate) markers: Vec<Range<usize>>,
    /// What is not of the side that comes first: that of the other branch, and of the ancestor where it is shown.
    pub(crate) others: Vec<Range<usize>>,
    /// It has its beginning, its middle and its end.
    pub(crate) whole: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Marker {
    Start,
    Ancestor,
    Middle,
    End,
}

/// What kind of marker a line is, if it is one.
fn marker(line: &str) -> Option<Marker> {
    [
        ("<<<<<<<", Marker::Start),
        ("|||||||", Marker::Ancestor),
        ("=======", Marker::Middle),
        (">>>>>>>", Marker::End),
    ]
    .into_iter()
    .find(|(sign, _)| {
        line.strip_prefix(sign)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    })
    .map(|(_, marker)| marker)
}

/// Every conflict of a file. What is left of one that was half mended is one as well, but not `whole`.
pub(crate) fn find(file: FileId, text: &str) -> Vec<Conflict> {
    let mut conflicts: Vec<Conflict> = Vec::new();
    // Whether the last one goes on, and where the other side began.
    let (mut open, mut other) = (false, None);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        let span = start..start + content.len();
        start += line.len();
        let Some(marker) = marker(content) else { continue };
        if let Some(from) = other.take() {
            if let Some(conflict) = conflicts.last_mut() {
                conflict.others.push(from..span.start);
            }
        }
        let goes_on = open && marker != Marker::Start;
        if !goes_on {
            let place = Place {
                file,
                start: span.start,
                end: span.end,
            };
            conflicts.push(Conflict {
                place,
                markers: Vec::new(),
                others: Vec::new(),
                whole: false,
            });
        }
        let Some(conflict) = conflicts.last_mut() else { continue };
        conflict.markers.push(span);
        match marker {
            Marker::Start => {}
            Marker::Ancestor | Marker::Middle => other = goes_on.then_some(start),
            Marker::End => conflict.whole = goes_on && !conflict.others.is_empty(),
        }
        open = marker != Marker::End;
    }
    conflicts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes(text: &str) -> Vec<(usize, usize, bool)> {
        find(FileId(0), text)
            .iter()
            .map(|conflict| (conflict.markers.len(), conflict.others.len(), conflict.whole))
            .collect()
    }

    #[test]
    fn a_conflict_is_one_however_much_of_it_is_left() {
        for (text, expected) in [
            ("<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n", &[(3, 1, true)][..]),
            ("<<<<<<< a\r\n||||||| b\r\n=======\r\n>>>>>>> c\r\n", &[(4, 2, true)]),
            (
                "<<<<<<<\n=======\n>>>>>>>\nx\n<<<<<<< HEAD\n=======\n>>>>>>>",
                &[(3, 1, true), (3, 1, true)],
            ),
            ("<<<<<<< HEAD\na\n", &[(1, 0, false)]),
            ("a\n=======\nb\n>>>>>>> other\n", &[(2, 0, false)]),
            ("=======\n", &[(1, 0, false)]),
            ("========\n <<<<<<< a\n<<<<<<<a\n", &[]),
        ] {
            assert_eq!(shapes(text), expected, "{text}");
        }
    }
}
