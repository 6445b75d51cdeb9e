//! The form of a record, in one place: where it stands, what it is called, which sections it has.

/// What became of a decision; the name of the folder that its record stands in, and its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// It holds.
    Accepted,
    /// Nothing is decided yet.
    Proposed,
    /// It was decided not to.
    Rejected,
}

impl Standing {
    /// In the order of the index.
    pub(super) const ALL: [Self; 3] = [Self::Accepted, Self::Proposed, Self::Rejected];

    /// The folder, and the status.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Proposed => "proposed",
            Self::Rejected => "rejected",
        }
    }

    /// The heading in the index.
    pub(super) fn heading(self) -> &'static str {
        match self {
            Self::Accepted => "Accepted",
            Self::Proposed => "Proposed",
            Self::Rejected => "Rejected",
        }
    }

    pub(super) fn named(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|standing| standing.as_str().eq_ignore_ascii_case(word))
    }
}

/// A section that every record has.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Section {
    /// Its heading, below `## `.
    pub(super) name: &'static str,
    /// What it is to say.
    pub(super) says: &'static str,
}

/// The one that old records may lack.
pub(super) const ALTERNATIVES: &str = "Alternatives considered";

/// The sections, in their order.
pub(super) const SECTIONS: [Section; 4] = [
    Section {
        name: "Problem",
        says: "what was wrong, and for whom",
    },
    Section {
        name: "Decision",
        says: "what is done from now on",
    },
    Section {
        name: ALTERNATIVES,
        says: "what else could have been done, and why it was not",
    },
    Section {
        name: "Consequences",
        says: "what follows for agents, for those who write them and for this server, the unwelcome part too",
    },
];

/// What stands where something is still to be said.
pub(super) const PLACEHOLDER: &str = "TODO";

/// The number that a file name begins with.
pub(super) fn number(file: &str) -> Option<u32> {
    let digits = file.bytes().take_while(u8::is_ascii_digit).count();
    file.get(..digits)?.parse().ok()
}

/// Whether a file name is that of a record: `0007-ask-an-accountant.md`.
pub(super) fn is_name(file: &str) -> bool {
    let Some((digits, words)) = file.strip_suffix(".md").and_then(|stem| stem.split_once('-')) else {
        return false;
    };
    let is_number = digits.bytes().all(|b| b.is_ascii_digit())
        && (digits.len() == 4 || (digits.len() > 4 && !digits.starts_with('0')))
        && digits.parse::<u32>().is_ok_and(|number| number > 0);
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    is_number && words.split('-').all(is_word)
}

/// The longest that the words of a file name get.
const LONGEST: usize = 60;

/// The file name for a title.
pub(super) fn file_name(number: u32, title: &str) -> String {
    let mut words = String::new();
    let letters = title.split(|c: char| !c.is_ascii_alphanumeric());
    for word in letters.filter(|word| !word.is_empty()) {
        if !words.is_empty() && words.len() + 1 + word.len() > LONGEST {
            break;
        }
        if !words.is_empty() {
            words.push('-');
        }
        words.push_str(&word.to_ascii_lowercase());
    }
    if words.is_empty() {
        words.push_str("decision");
    }
    format!("{number:04}-{words}.md")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_number_of_four_digits_and_words() {
        for name in ["0001-a.md", "0042-ask-an-accountant-2.md", "12345-many.md"] {
            assert!(is_name(name), "{name}");
        }
        for name in [
            "1-a.md",
            "0000-a.md",
            "00012-a.md",
            "0001-.md",
            "0001-a--b.md",
            "0001-A.md",
            "0001-a_b.md",
            "0001.md",
            "0001-ä.md",
            "0001-a.MD",
            "0001-a.txt",
            "README.md",
            "99999999999-a.md",
        ] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn a_title_becomes_a_name_whatever_is_in_it() {
        for (title, name) in [
            ("Amend action of PERIOD_LOCKED", "0007-amend-action-of-period-locked.md"),
            ("Änderung: `a`/b!", "0007-nderung-a-b.md"),
            ("…", "0007-decision.md"),
            (
                "Amend action and retryable and executed and http of A_CODE_WITH_A_LONG_NAME",
                "0007-amend-action-and-retryable-and-executed-and-http-of-a-code.md",
            ),
        ] {
            assert_eq!(file_name(7, title), name);
            assert!(is_name(&file_name(7, title)), "{title}");
        }
    }
}
