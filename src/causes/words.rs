//! Comparing what something says with fixed words, without writing it down.

use std::fmt::{self, Write};

/// Whether this is what it says, to the letter.
pub(super) fn is(said: &dyn fmt::Display, words: &str) -> bool {
    ends_with(said, "", words)
}

/// Whether it says this first and then that, to the letter.
pub(super) fn ends_with(said: &dyn fmt::Display, first: &str, then: &str) -> bool {
    let mut left = Left([first, then]);
    write!(left, "{said}").is_ok() && left.0.iter().all(|words| words.is_empty())
}

/// Whether it begins with these words.
#[cfg(any(feature = "hyper", feature = "tokio-postgres"))]
pub(super) fn begins_with(said: &dyn fmt::Display, words: &str) -> bool {
    let mut left = Left([words, ""]);
    // Writing ends with an error after the words, which is what saves the rest.
    let _ = write!(left, "{said}");
    left.0[0].is_empty()
}

/// What has not been said yet.
struct Left<'a>([&'a str; 2]);

impl Write for Left<'_> {
    fn write_str(&mut self, said: &str) -> fmt::Result {
        let mut said = said;
        for words in &mut self.0 {
            match (words.strip_prefix(said), said.strip_prefix(*words)) {
                (Some(left), _) => {
                    *words = left;
                    return Ok(());
                }
                (None, Some(rest)) => {
                    *words = "";
                    said = rest;
                }
                (None, None) => return Err(fmt::Error),
            }
        }
        Err(fmt::Error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_across_the_pieces_in_which_they_are_written() {
        assert!(is(&format_args!("{}{}", "connection ", "closed"), "connection closed"));
        assert!(!is(&"connection closed early", "connection closed"));
        assert!(!is(&"connection", "connection closed"));
        assert!(is(&"", ""));
        assert!(ends_with(
            &format_args!("{}: {}", "looked up", "nothing"),
            "looked up: ",
            "nothing"
        ));
        assert!(!ends_with(&"looked up: nothing at all", "looked up: ", "nothing"));
    }
}
