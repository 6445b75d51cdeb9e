//! The words of `#[tool_error(…)]`: what each looks like and where it may stand. Written once, here; parsing and every
//! message about a misplaced, misspelt or malformed word read this table.

use std::fmt::Write as _;

/// Where an attribute stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// On an enum.
    Enum,
    /// On a struct, which is type and variant at once.
    Struct,
    /// On a variant of an enum.
    Variant,
    /// On a field.
    Field,
}

impl Place {
    /// With its article, for messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Enum => "an enum",
            Self::Struct => "a struct",
            Self::Variant => "a variant",
            Self::Field => "a field",
        }
    }
}

/// What follows a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Nothing.
    Flag,
    /// `= true` or `= false`.
    Bool,
    /// `= false` only: the opposite is said in another way.
    False,
    /// `= Identifier`.
    Code,
    /// `= some::path`.
    Path,
    /// `= "text"`.
    Text,
}

/// One word.
#[derive(Debug)]
pub(crate) struct Word {
    /// As it is written.
    pub name: &'static str,
    /// What follows it.
    pub form: Form,
    /// Where it may stand.
    pub places: &'static [Place],
    /// How it is written, for messages.
    pub example: &'static str,
}

/// Every word, sorted.
pub(crate) static WORDS: &[Word] = &[
    Word {
        name: "codes",
        form: Form::Path,
        places: &[Place::Enum, Place::Struct],
        example: "codes = acme::codes",
    },
    Word {
        name: "crate",
        form: Form::Path,
        places: &[Place::Enum, Place::Struct],
        example: "crate = acme::errtax",
    },
    Word {
        name: "default",
        form: Form::Code,
        places: &[Place::Enum],
        example: "default = InternalError",
    },
    Word {
        name: "detail",
        form: Form::Text,
        places: &[Place::Field],
        example: "detail = \"name\"",
    },
    Word {
        name: "display",
        form: Form::Bool,
        places: &[Place::Enum, Place::Struct],
        example: "display = false",
    },
    Word {
        name: "infer",
        form: Form::Flag,
        places: &[Place::Variant, Place::Struct],
        example: "infer, InternalError",
    },
    Word {
        name: "prelude",
        form: Form::Bool,
        places: &[Place::Enum, Place::Struct],
        example: "prelude = false",
    },
    Word {
        name: "retry_after",
        form: Form::Flag,
        places: &[Place::Field],
        example: "retry_after",
    },
    Word {
        name: "rmcp",
        form: Form::Bool,
        places: &[Place::Enum, Place::Struct],
        example: "rmcp = false",
    },
    Word {
        name: "skip",
        form: Form::Flag,
        places: &[Place::Field],
        example: "skip",
    },
    Word {
        name: "source",
        form: Form::False,
        places: &[Place::Field],
        example: "source = false",
    },
    Word {
        name: "transparent",
        form: Form::Flag,
        places: &[Place::Variant, Place::Struct],
        example: "transparent",
    },
];

/// The places of a code that stands by itself: `#[tool_error(PeriodLocked)]`.
pub(crate) const CODE_PLACES: &[Place] = &[Place::Variant, Place::Struct];

/// The word of this name.
pub(crate) fn word(name: &str) -> Option<&'static Word> {
    WORDS.iter().find(|word| word.name == name)
}

/// What to say when `what` stands at `place`, which is none of its `places`.
pub(crate) fn misplaced(what: &str, places: &[Place], place: Place) -> String {
    let names: Vec<_> = places.iter().map(|place| place.name()).collect();
    format!(
        "{what} is only valid on {}, not on {}",
        names.join(" or "),
        place.name()
    )
}

/// What to say about a name that is no word.
pub(crate) fn unknown(name: &str, place: Place) -> String {
    let mut message = format!("`{name}` is no word of `#[tool_error(…)]`");
    let closest = WORDS
        .iter()
        .filter(|word| word.places.contains(&place))
        .map(|word| (distance(name, word.name), word))
        .min_by_key(|(distance, _)| *distance);
    let _ = match closest {
        Some((distance, word)) if distance <= 1 + name.chars().count() / 4 => {
            write!(message, "\nhelp: did you mean `{}`?", word.example)
        }
        _ => write!(message, "\nhelp: on {} there may be {}", place.name(), list(place)),
    };
    message
}

/// Everything that may stand at a place.
pub(crate) fn list(place: Place) -> String {
    let code = CODE_PLACES
        .contains(&place)
        .then_some("a code such as `PeriodLocked`".to_owned());
    let words = WORDS
        .iter()
        .filter(|word| word.places.contains(&place))
        .map(|word| format!("`{}`", word.example));
    let all: Vec<_> = code.into_iter().chain(words).collect();
    match all.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => all.concat(),
    }
}

/// How many insertions, removals, replacements and swaps of neighbours turn one name into the other.
fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    // Three rows of the table are enough: the one being filled and the two above it.
    let mut above: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    let mut before: Option<char> = None;
    for (row, &from) in left.iter().enumerate() {
        let mut current = vec![row + 1];
        let mut neighbour: Option<char> = None;
        for (column, &to) in right.iter().enumerate() {
            let at = |cells: &[usize], column: usize| cells.get(column).copied().unwrap_or(usize::MAX - 1);
            let mut best = at(&last, column) + usize::from(from != to);
            best = best.min(at(&last, column + 1) + 1).min(at(&current, column) + 1);
            if before == Some(to) && neighbour == Some(from) {
                best = best.min(at(&above, column.wrapping_sub(1)) + 1);
            }
            current.push(best);
            neighbour = Some(to);
        }
        above = std::mem::replace(&mut last, current);
        before = Some(from);
    }
    last.last().copied().unwrap_or_default()
}

/// The identifier of a code that is written as on the wire: `PERIOD_LOCKED` becomes `PeriodLocked`.
pub(crate) fn identifier(code: &str) -> String {
    let mut name = String::with_capacity(code.len());
    for segment in code.split('_') {
        let mut letters = segment.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.extend(letters.map(|letter| letter.to_ascii_lowercase()));
    }
    if name == "Self" {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted_and_their_examples_begin_with_them() {
        assert!(WORDS.is_sorted_by_key(|word| word.name));
        for word in WORDS {
            assert!(word.example.starts_with(word.name), "{}", word.name);
            assert!(!word.places.is_empty(), "{}", word.name);
        }
    }

    #[test]
    fn distance_counts_edits_and_swaps() {
        for (left, right, expected) in [
            ("skip", "skip", 0),
            ("skp", "skip", 1),
            ("sikp", "skip", 1),
            ("", "skip", 4),
            ("sorce", "source", 1),
        ] {
            assert_eq!(distance(left, right), expected, "{left} {right}");
            assert_eq!(distance(right, left), expected, "{right} {left}");
        }
    }

    #[test]
    fn codes_as_on_the_wire_have_an_identifier() {
        for (code, expected) in [
            ("PERIOD_LOCKED", "PeriodLocked"),
            ("SELF", "Self_"),
            ("HTTP_404", "Http404"),
        ] {
            assert_eq!(identifier(code), expected);
        }
    }
}
