//! Whatever a registry looks like, a command changes the lines that it is about and no others.

use proptest::prelude::*;

use crate::common::{Package, REGISTRY};
use crate::{WHY, changed};

/// Lines that say nothing, to be put anywhere between two others.
const NOISE: [&str; 5] = ["", "# noise \u{e4}", "   # indented", "\t", "## [codes.NOT_ONE]"];

/// How a registry is laid out.
#[derive(Clone, Debug)]
struct Layout {
    noise: Vec<(usize, &'static str)>,
    end: &'static str,
    mark: bool,
    last: bool,
    aligned: bool,
    indented: bool,
}

prop_compose! {
    fn layout()(
        noise in prop::collection::vec((0_usize..60, prop::sample::select(NOISE.to_vec())), 0..20),
        end in prop::sample::select(vec!["\n", "\r\n"]),
        mark in any::<bool>(),
        last in any::<bool>(),
        aligned in any::<bool>(),
        indented in any::<bool>(),
    ) -> Layout {
        Layout { noise, end, mark, last, aligned, indented }
    }
}

impl Layout {
    fn of(&self, text: &str) -> String {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for line in &mut lines {
            if !self.aligned
                && let Some((key, value)) = line.split_once('=')
            {
                *line = format!("{} ={value}", key.trim_end());
            }
            if self.indented && !line.starts_with(['[', '#']) && !line.is_empty() {
                line.insert_str(0, "  ");
            }
        }
        for (at, noise) in &self.noise {
            lines.insert((*at).min(lines.len()), (*noise).to_owned());
        }
        let mut text = lines.join(self.end);
        if self.last {
            text.push_str(self.end);
        }
        if self.mark {
            text.insert(0, '\u{feff}');
        }
        text
    }
}

/// Runs a command on the registry laid out so, and gives the text before and after.
fn run(layout: &Layout, registry: &str, edit: (&str, &str), arguments: &[&str]) -> (String, String) {
    let package = Package::new(&layout.of(registry));
    package.run(&["freeze"]).ends(0);
    let old = layout.of(&registry.replace(edit.0, edit.1));
    package.write("registry.toml", &old);
    package.run(arguments).ends(0);
    let new = package.read("registry.toml");
    package.run(&["check"]).ends(0);
    (old, new)
}

/// The lines without what a layout puts around them.
fn bare(lines: Vec<String>) -> Vec<String> {
    let bare = lines.into_iter().map(|line| {
        let line = line.trim_start_matches('\u{feff}').trim().to_owned();
        match line.split_once('=') {
            Some((key, value)) => format!("{} = {}", key.trim(), value.trim()),
            None => line,
        }
    });
    bare.filter(|line| !line.is_empty()).collect()
}

fn whole(old: &str, new: &str, layout: &Layout) {
    let all = new.matches('\n').count();
    assert_eq!(
        new.matches("\r\n").count(),
        if layout.end == "\n" { 0 } else { all },
        "{new:?}"
    );
    assert_eq!(new.starts_with('\u{feff}'), layout.mark);
    assert_eq!(new.ends_with('\n'), old.ends_with('\n'), "{new:?}");
    for line in new.lines() {
        let aligned = layout.aligned || !line.contains("  = ");
        assert!(aligned, "not like its neighbours: {line:?} in {new}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_deprecation(layout in layout()) {
        let registry = REGISTRY.replace("version = \"1.2.0\"", "version = \"1.0.0\"");
        let (old, new) = run(&layout, &registry, ("", ""), &["deprecate", "ACCOUNT_CLOSED", "--reason", "Gone."]);
        let (removed, added) = changed(&old, &new);
        prop_assert_eq!(bare(removed), ["version = \"1.0.0\""]);
        prop_assert_eq!(bare(added), ["version = \"1.1.0\"", "deprecated = { since = \"1.1.0\", reason = \"Gone.\" }"]);
        whole(&old, &new, &layout);
    }

    #[test]
    fn a_draft(layout in layout()) {
        let arguments = ["new", "LIMIT_ODD", "--class", "conflict", "--message", "It is {what}.", "--hint", "List them once."];
        let (old, new) = run(&layout, REGISTRY, ("", ""), &arguments);
        let (removed, added) = changed(&old, &new);
        prop_assert_eq!(removed.len(), 0, "{:?}", removed);
        let mut added = bare(added);
        added.sort();
        prop_assert_eq!(added, [
            "[codes.LIMIT_ODD.details]", "[codes.LIMIT_ODD]", "action = \"read_state\"", "class = \"conflict\"",
            "executed = \"no\"", "hint = \"List them once.\"", "message = \"It is {what}.\"", "retryable = false",
            "status = \"draft\"", "what = \"string\"",
        ]);
        whole(&old, &new, &layout);
    }

    #[test]
    fn a_tombstone(layout in layout()) {
        let registry = REGISTRY.replace(
            "http      = 409\n",
            "http      = 409\ndeprecated = { since = \"1.1.0\", reason = \"Say which.\" }\n",
        );
        let (old, new) = run(&layout, &registry, ("", ""), &["retire", "ACCOUNT_CLOSED", "--reason", "Gone."]);
        let (removed, added) = changed(&old, &new);
        prop_assert_eq!(bare(added), ["[retired.ACCOUNT_CLOSED]", "since = \"1.2.0\"", "reason = \"Gone.\""]);
        let removed = bare(removed);
        for line in removed.iter().filter(|line| !line.starts_with('#')) {
            prop_assert!(bare(registry.lines().map(str::to_owned).collect()).contains(line), "{}", line);
        }
        // The other codes are as they were.
        let rest = |text: &str| {
            let at = text.find("[codes.ACCOUNT_NOT_FOUND]").unwrap();
            text[at..].to_owned()
        };
        prop_assert_eq!(rest(&old), rest(&new));
        whole(&old, &new, &layout);
    }

    #[test]
    fn a_successor(layout in layout()) {
        let (old, new) = run(&layout, REGISTRY, ("", ""), &["supersede", "ACCOUNT_CLOSED", "ACCOUNT_SHUT", "--freeze"]);
        let (removed, added) = changed(&old, &new);
        prop_assert_eq!(removed.len(), 0, "{:?}", removed);
        let added = bare(added);
        for line in ["[codes.ACCOUNT_SHUT] # a code", "since = \"1.2.0\"", "[codes.ACCOUNT_SHUT.details]"] {
            prop_assert!(added.contains(&line.to_owned()), "{} in {:?}", line, added);
        }
        whole(&old, &new, &layout);
    }

    #[test]
    fn an_amendment(layout in layout()) {
        let arguments = [&["amend", "ACCOUNT_NOT_FOUND", "http"][..], &WHY].concat();
        let (old, new) = run(&layout, REGISTRY, ("http      = 404", "http      = 410"), &arguments);
        let (removed, added) = changed(&old, &new);
        prop_assert_eq!(bare(removed), ["version = \"1.2.0\""]);
        prop_assert_eq!(bare(added), [
            "version = \"2.0.0\"", "[[amendments]]", "code = \"ACCOUNT_NOT_FOUND\"", "field = \"http\"", "from = \"404\"",
            "to = \"410\"", "reason = \"Agents can reopen it by now.\"", "issue = \"#42\"", "version = \"2.0.0\"",
        ]);
        whole(&old, &new, &layout);
    }
}
