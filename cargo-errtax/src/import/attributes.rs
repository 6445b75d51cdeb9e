//! Adds text to a source, and leaves every other byte of it as it was.

/// A piece of text, and where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Insertion {
    /// The byte before which it goes.
    pub(super) at: usize,
    pub(super) text: Text,
}

/// What goes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Text {
    /// As it stands.
    Inline(String),
    /// On a line of its own, indented like the one it stands before.
    Line(String),
}

/// The source with all of them.
pub(super) fn add(source: &str, insertions: &[Insertion]) -> String {
    let mut insertions: Vec<&Insertion> = insertions.iter().collect();
    // Stable: what goes to the same place keeps its order.
    insertions.sort_by_key(|insertion| insertion.at);
    let newline = if source.contains("\r\n") { "\r\n" } else { "\n" };
    let mut out = String::with_capacity(source.len() + 64 * insertions.len());
    let mut copied = 0;
    for Insertion { at, text } in insertions {
        out.push_str(source.get(copied..*at).unwrap_or_default());
        copied = *at;
        match text {
            Text::Inline(text) => out.push_str(text),
            Text::Line(text) => {
                let start = source
                    .get(..*at)
                    .and_then(|before| before.rfind('\n'))
                    .map_or(0, |newline| newline + 1);
                let lead = source.get(start..*at).unwrap_or_default();
                out.push_str(text);
                // In the middle of a line it stays there.
                if lead.trim().is_empty() {
                    out.push_str(newline);
                    out.push_str(lead);
                } else {
                    out.push(' ');
                }
            }
        }
    }
    out.push_str(source.get(copied..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_indented_like_what_they_stand_before() {
        let source = "enum E {\r\n    A(u8), B,\r\n}\r\n";
        let at = |text: &str| source.find(text).unwrap();
        let line = |at, text: &str| Insertion {
            at,
            text: Text::Line(text.to_owned()),
        };
        let inline = Insertion {
            at: at("u8"),
            text: Text::Inline("#[y] ".to_owned()),
        };
        let all = [line(at("B"), "#[z]"), inline, line(at("A"), "#[x]"), line(0, "#[w]")];
        assert_eq!(
            add(source, &all),
            "#[w]\r\nenum E {\r\n    #[x]\r\n    A(#[y] u8), #[z] B,\r\n}\r\n"
        );
    }
}
