//! The pages, and what of Markdown they are made of.

use crate::support::workspace;

/// Every page for users, by its path.
pub const PAGES: &[&str] = &[
    "README.md",
    "docs/registry.md",
    "docs/guide.md",
    "docs/ci.md",
    "docs/drift.md",
    "docs/rules.md",
    "docs/guide/audit.md",
    "docs/guide/causes.md",
    "docs/guide/changing-codes.md",
    "docs/guide/classify.md",
    "docs/guide/decision-records.md",
    "docs/guide/generated-code.md",
    "docs/guide/hotfix.md",
    "docs/guide/merge-gate.md",
    "docs/guide/recovery.md",
    "docs/guide/replay.md",
    "docs/guide/rust-errors.md",
    "docs/guide/sharing-codes.md",
    "docs/guide/tools.md",
    "docs/guide/troubleshooting.md",
    "docs/guide/wire.md",
    "docs/what-500-codes-taught.md",
];

/// A page, cut into its parts.
#[derive(Debug, Default)]
pub struct Page {
    pub path: &'static str,
    pub headings: Vec<Heading>,
    pub blocks: Vec<Block>,
    pub tables: Vec<Table>,
    /// Everything outside of code blocks, with the number of its line.
    pub prose: Vec<(usize, String)>,
}

#[derive(Debug)]
pub struct Heading {
    pub text: String,
}

/// A code block.
#[derive(Debug)]
pub struct Block {
    pub line: usize,
    pub language: String,
    pub text: String,
    /// The file that it is, where the line above names one: `` `src/lib.rs`: ``.
    pub file: Option<String>,
}

/// A table: its head and its rows, cell by cell.
#[derive(Debug)]
pub struct Table {
    pub line: usize,
    /// The heading that it stands under.
    pub heading: String,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// Reads a page of the repository.
pub fn page(path: &'static str) -> Page {
    let text = std::fs::read_to_string(workspace().join(path)).unwrap();
    let mut page = Page {
        path,
        ..Page::default()
    };
    let mut label = None;
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line)).peekable();
    while let Some((number, line)) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let body = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
            page.blocks.push(Block {
                line: number,
                language: info.split(',').next().unwrap_or_default().to_owned(),
                text: body.flat_map(|line| [line, "\n"]).collect(),
                file: label.take(),
            });
            continue;
        }
        page.prose.push((number, line.to_owned()));
        if let Some(heading) = line.strip_prefix('#') {
            let text = heading.trim_start_matches('#').trim().to_owned();
            page.headings.push(Heading { text });
        } else if line.starts_with('|') {
            let is_row = page
                .tables
                .last()
                .is_some_and(|table| table.line + table.rows.len() + 2 == number);
            match page.tables.last_mut() {
                Some(table) if is_row => table.rows.push(cells(line)),
                _ => {
                    let (rule, _) = lines
                        .next_if(|(_, line)| line.starts_with("|--"))
                        .expect("a table has a rule");
                    page.prose.push((rule, String::new()));
                    page.tables.push(Table {
                        line: number,
                        heading: page
                            .headings
                            .last()
                            .map(|heading| heading.text.clone())
                            .unwrap_or_default(),
                        head: cells(line),
                        rows: Vec::new(),
                    });
                }
            }
        }
        if !line.is_empty() {
            label = line
                .strip_suffix("`:")
                .and_then(|line| line.strip_prefix('`'))
                .map(str::to_owned);
        }
    }
    page
}

fn cells(line: &str) -> Vec<String> {
    line.trim_matches('|')
        .split('|')
        .map(|cell| cell.trim().to_owned())
        .collect()
}

/// What stands between backticks.
pub fn ticked(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

impl Page {
    /// The one table whose head begins with these words.
    #[track_caller]
    pub fn table(&self, head: &[&str]) -> &Table {
        let mut found = self
            .tables
            .iter()
            .filter(|table| table.head.iter().zip(head).all(|(cell, word)| cell == word));
        let table = found
            .next()
            .unwrap_or_else(|| panic!("{} has no table {head:?}", self.path));
        assert!(found.next().is_none(), "{} has one table {head:?}", self.path);
        table
    }
}

impl Table {
    /// The cells of one column, from the top.
    #[track_caller]
    pub fn column(&self, name: &str) -> Vec<&str> {
        let at = self.head.iter().position(|cell| cell == name);
        let at = at.unwrap_or_else(|| panic!("line {}: no column {name:?}", self.line));
        self.rows.iter().map(|row| row[at].as_str()).collect()
    }

    /// The one name in each cell of the first column.
    pub fn names(&self) -> Vec<String> {
        let names = self.rows.iter().map(|row| match ticked(&row[0]).as_slice() {
            [name] => name.clone(),
            _ => panic!("line {}: {:?} is one name", self.line, row[0]),
        });
        names.collect()
    }
}
