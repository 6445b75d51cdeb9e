//! The texts of a registry: words with `{detail}` placeholders, `{{` and `}}` for literal braces.

use std::ops::Range;

/// What a text consists of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    /// The pieces, in order.
    pub parts: Vec<Part>,
    /// What is wrong with its braces, in order.
    pub problems: Vec<Problem>,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Words, braces undone.
    Text(String),
    /// `{name}`.
    Placeholder {
        /// The name.
        name: String,
        /// Where it stands in the text, braces included.
        range: Range<usize>,
    },
}

/// A brace that means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where it stands in the text.
    pub range: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl Template {
    /// Takes a text apart.
    ///
    /// ```
    /// use errtax_build::template::{Part, Template};
    /// let template = Template::parse("Period {period_id} is {{locked}}.");
    /// assert_eq!(template.placeholders().map(|(name, _)| name).collect::<Vec<_>>(), ["period_id"]);
    /// assert_eq!(template.parts.last(), Some(&Part::Text(" is {locked}.".to_owned())));
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut template = Self::default();
        let mut words = String::new();
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let brace = rest.find(['{', '}']).unwrap_or(rest.len());
            words.push_str(rest.get(..brace).unwrap_or_default());
            at += brace;
            let rest = rest.get(brace..).unwrap_or_default();
            if rest.starts_with("{{") || rest.starts_with("}}") {
                words.push_str(rest.get(..1).unwrap_or_default());
                at += 2;
            } else if rest.starts_with('}') {
                template.problem(
                    at..at + 1,
                    "a `}` without a `{` before it",
                    "write `}}` for a brace that is shown",
                );
                at += 1;
            } else if let Some(after) = rest.strip_prefix('{') {
                let length = after
                    .find(['{', '}'])
                    .filter(|end| after.get(*end..).is_some_and(|rest| rest.starts_with('}')));
                let Some(length) = length else {
                    template.problem(
                        at..at + 1,
                        "a `{` that is not closed",
                        "close it with `}`, or write `{{` for a brace that is shown",
                    );
                    at += 1;
                    continue;
                };
                let range = at..at + length + 2;
                at = range.end;
                let name = after.get(..length).unwrap_or_default();
                match refuse(name) {
                    Some((message, help)) => template.problem(range, &message, &help),
                    None => {
                        if !words.is_empty() {
                            template.parts.push(Part::Text(std::mem::take(&mut words)));
                        }
                        template.parts.push(Part::Placeholder {
                            name: name.to_owned(),
                            range,
                        });
                    }
                }
            }
        }
        if !words.is_empty() {
            template.parts.push(Part::Text(words));
        }
        template
    }

    /// The placeholders, each with where it stands in the text.
    pub fn placeholders(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        self.parts.iter().filter_map(|part| match part {
            Part::Placeholder { name, range } => Some((name.as_str(), range.clone())),
            Part::Text(_) => None,
        })
    }

    fn problem(&mut self, range: Range<usize>, message: &str, help: &str) {
        self.problems.push(Problem {
            range,
            message: message.to_owned(),
            help: help.to_owned(),
        });
    }
}

/// Why what stands between two braces is no placeholder.
fn refuse(name: &str) -> Option<(String, String)> {
    let bare = name.trim().split([':', '!', '.']).next().unwrap_or_default().trim();
    if name.trim().is_empty() {
        let help = "write the name of a detail between the braces, or `{{}}` for braces that are shown";
        return Some(("an empty placeholder".to_owned(), help.to_owned()));
    }
    if bare == "self" || bare.bytes().all(|byte| byte.is_ascii_digit()) && !bare.is_empty() {
        let help = "write the name of a detail between the braces";
        return Some((
            format!("`{{{name}}}`, which is Rust's; a text of the registry shows details by name"),
            help.to_owned(),
        ));
    }
    if crate::read::names::is_detail(name) {
        return None;
    }
    let help = match crate::read::names::is_detail(bare) {
        true => format!("write `{{{bare}}}`; a placeholder is a name alone"),
        false => "write the name of a detail between the braces, or double both braces to show them".to_owned(),
    };
    Some((format!("`{{{name}}}`, which is no placeholder"), help))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_that_mean_nothing_are_found_where_they_stand() {
        let cases: &[(&str, &[(usize, usize)])] = &[
            ("{a} and {b_2}", &[]),
            ("{{literal}} {{", &[]),
            ("a } b", &[(2, 3)]),
            ("a { b", &[(2, 3)]),
            ("a {b {c}", &[(2, 3)]),
            ("{}", &[(0, 2)]),
            ("{self} {0} {a:?} {A}", &[(0, 6), (7, 10), (11, 16), (17, 20)]),
            ("ö {} ü }", &[(3, 5), (9, 10)]),
            ("{{{a}}}", &[]),
        ];
        for (text, problems) in cases {
            let found = Template::parse(text).problems.into_iter();
            let found: Vec<_> = found.map(|problem| (problem.range.start, problem.range.end)).collect();
            assert_eq!(&found, problems, "{text}");
        }
    }
}
