//! The line at the root of the crate.

use syn::{Item, UseTree};

use crate::edit::Files;
use crate::package::Package;
use crate::raised::before_tokens;
use crate::trouble::Trouble;

use super::Steps;
use super::manifest::Manifest;

const LINE: &str = "errtax::include_registry!();";

/// The file that is the root: of the library, else of the program.
pub(super) fn find(package: &Package, manifest: &Manifest) -> Result<String, Trouble> {
    let usual = ["src/lib.rs", "src/main.rs"].map(str::to_owned);
    let [library, program] = usual;
    let candidates = [
        manifest.lib_path.clone(),
        Some(library),
        Some(program),
        manifest.program.clone(),
    ];
    let mut candidates = candidates.into_iter().flatten();
    candidates.find(|path| package.path(path).is_file()).ok_or_else(|| {
        Trouble::new(
            package.show("Cargo.toml"),
            "the package has no Rust code yet: neither src/lib.rs nor src/main.rs is there",
            "begin the crate first: `cargo init`, then this again",
        )
    })
}

/// Adds the line, or says where it goes.
pub(super) fn add(
    package: &Package,
    files: &mut Files<'_>,
    manifest: &Manifest,
    root: &str,
    steps: &mut Steps,
) -> Result<(), Trouble> {
    let text = files.text(root)?.unwrap_or_default();
    let shown = package.show(root);
    match with_line(&text) {
        Placed::There => {}
        Placed::At(new) => {
            files.put(root, new)?;
            steps.added(format!("`{LINE}` to {shown}"));
        }
        Placed::Unsure(why) => steps.left.push(format!(
            "at the top of {shown}, below its `//!` and `use` lines: {LINE} ({why})"
        )),
    }
    let is_library = root != "src/main.rs" && manifest.program.as_deref() != Some(root);
    if is_library && package.path("src/main.rs").is_file() {
        steps.notes.push(format!(
            "{} is a crate of its own: its errors name the codes with `use …::codes;`",
            package.show("src/main.rs")
        ));
    }
    Ok(())
}

/// A root file with the line.
#[derive(Debug, PartialEq, Eq)]
enum Placed {
    /// It has it.
    There,
    /// As it shall be.
    At(String),
    /// A person must look.
    Unsure(&'static str),
}

/// Below the documentation of the crate and the `use` lines at its top: where such a line usually stands.
fn with_line(text: &str) -> Placed {
    let offset = before_tokens(text);
    let Some(file) = parse(text) else {
        return Placed::Unsure("the file cannot be read as Rust");
    };
    if file.items.iter().any(is_line) {
        return Placed::There;
    }
    if file.items.iter().any(is_codes) {
        return Placed::Unsure("there is a module `codes` already: rename that, or put the line into another module");
    }
    let inner = file
        .attrs
        .iter()
        .map(|attribute| attribute.bracket_token.span.close().byte_range().end);
    let used = file.items.iter().map_while(|item| match item {
        Item::Use(import) => Some(import.semi_token.span.byte_range().end),
        Item::ExternCrate(import) => Some(import.semi_token.span.byte_range().end),
        _ => None,
    });
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let new = match inner.chain(used).max() {
        Some(end) => {
            let (before, after) = split_after_line(text, offset + end);
            let open = if before.ends_with('\n') { "" } else { newline };
            let gap = if starts_blank(after) { "" } else { newline };
            format!("{before}{open}{newline}{LINE}{newline}{gap}{after}")
        }
        None => {
            let (before, after) = text.split_at_checked(after_header(text, offset)).unwrap_or((text, ""));
            let gap = if after.trim().is_empty() { "" } else { newline };
            let after = if after.trim().is_empty() { "" } else { after };
            format!("{before}{LINE}{newline}{gap}{after}")
        }
    };
    match parse(&new) {
        Some(parsed) if parsed.items.len() == file.items.len() + 1 && parsed.attrs.len() == file.attrs.len() => {
            Placed::At(new)
        }
        _ => Placed::Unsure("it is not clear where the first items end"),
    }
}

fn parse(text: &str) -> Option<syn::File> {
    let tokens = text.get(before_tokens(text)..)?.parse().ok()?;
    syn::parse2(tokens).ok()
}

/// The text up to the end of the line that holds the byte at `at`, and the rest.
fn split_after_line(text: &str, at: usize) -> (&str, &str) {
    let after = text.get(at..).unwrap_or_default();
    let end = after.find('\n').map_or(text.len(), |newline| at + newline + 1);
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Where a comment ends that heads the file and is followed by an empty line: it says whose the file is.
fn after_header(text: &str, offset: usize) -> usize {
    let mut at = offset;
    let mut lines = text.get(offset..).unwrap_or_default().split_inclusive('\n').peekable();
    while let Some(line) = lines.next_if(|line| line.starts_with("//") && !line.starts_with("///")) {
        at += line.len();
    }
    match lines.next() {
        Some(blank) if at > offset && blank.trim().is_empty() => at + blank.len(),
        _ => offset,
    }
}

fn starts_blank(text: &str) -> bool {
    text.lines().next().is_none_or(|line| line.trim().is_empty())
}

fn is_line(item: &Item) -> bool {
    match item {
        Item::Macro(called) => called
            .mac
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "include_registry"),
        Item::Mod(module) => module.content.iter().any(|(_, items)| items.iter().any(is_line)),
        _ => false,
    }
}

fn is_codes(item: &Item) -> bool {
    match item {
        Item::Mod(module) => module.ident == "codes",
        Item::Use(import) => brings_codes(&import.tree),
        _ => false,
    }
}

fn brings_codes(tree: &UseTree) -> bool {
    match tree {
        UseTree::Path(path) => brings_codes(&path.tree),
        UseTree::Name(name) => name.ident == "codes",
        UseTree::Rename(renamed) => renamed.rename == "codes",
        UseTree::Group(group) => group.items.iter().any(brings_codes),
        UseTree::Glob(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_goes_below_documentation_and_imports() {
        for (before, after) in [
            ("", "errtax::include_registry!();\n"),
            ("\n", "errtax::include_registry!();\n"),
            ("fn main() {}\n", "errtax::include_registry!();\n\nfn main() {}\n"),
            (
                "// Copyright.\n// All of it.\n\nmod a;\n",
                "// Copyright.\n// All of it.\n\nerrtax::include_registry!();\n\nmod a;\n",
            ),
            (
                "// What a is.\nmod a;\n",
                "errtax::include_registry!();\n\n// What a is.\nmod a;\n",
            ),
            (
                "//! A server.\n//! It serves.\n\nmod a;\n",
                "//! A server.\n//! It serves.\n\nerrtax::include_registry!();\n\nmod a;\n",
            ),
            (
                "//! A server.\n#![forbid(unsafe_code)]\n\nuse std::io;\nuse std::{\n    fmt,\n    fs,\n}; // both\n\nmod a;\n",
                "//! A server.\n#![forbid(unsafe_code)]\n\nuse std::io;\nuse std::{\n    fmt,\n    fs,\n}; // both\n\nerrtax::include_registry!();\n\nmod a;\n",
            ),
            (
                "#![allow(x)]\r\nmod a;\r\n",
                "#![allow(x)]\r\n\r\nerrtax::include_registry!();\r\n\r\nmod a;\r\n",
            ),
            ("use std::io;", "use std::io;\n\nerrtax::include_registry!();\n"),
            (
                "#!/usr/bin/env run\n//! ö\nmod a;\n",
                "#!/usr/bin/env run\n//! ö\n\nerrtax::include_registry!();\n\nmod a;\n",
            ),
        ] {
            assert_eq!(with_line(before), Placed::At(after.to_owned()), "{before}");
            assert_eq!(with_line(after), Placed::There);
        }
    }

    #[test]
    fn where_it_is_not_clear_nothing_is_touched() {
        for text in [
            "mod a",
            "pub mod codes;\n",
            "use ledger::codes;\n",
            "use a::{b as codes};\n",
        ] {
            assert!(matches!(with_line(text), Placed::Unsure(_)), "{text}");
        }
        assert_eq!(
            with_line("mod errors { errtax::include_registry!(); }\n"),
            Placed::There
        );
    }
}
