//! The tables of a document while it is read, and TOML's rules for what may be added to which.

use super::document::{Mistake, MistakeKind};
use super::tree::{Entry, Node, Table, Value};
use crate::source::Place;

/// How deep tables and arrays may be nested. It bounds every recursion over what was read.
pub(super) const DEPTH: usize = 80;

/// A part of a key.
pub(super) type Part = (String, Place);

/// The number of a table among those of a document.
pub(super) type Id = usize;

/// The table that a document is.
pub(super) const ROOT: Id = 0;

/// A table that is being read.
#[derive(Default)]
struct Draft {
    entries: Vec<DraftEntry>,
    /// The numbers of the entries in the order of their keys.
    sorted: Vec<usize>,
    origin: Origin,
    depth: usize,
}

struct DraftEntry {
    key: String,
    key_place: Place,
    place: Place,
    item: Item,
}

enum Item {
    Value(Value),
    Table(Id),
    /// `[[key]]`, each with the place of its header.
    Tables(Vec<(Id, Place)>),
}

/// How a table came to be, on which it depends what may be added to it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Origin {
    /// `[a.b]` made the table `a`: its own header may follow.
    #[default]
    Implied,
    /// `a.b = 1` made the table `a`: only more dotted keys and headers below it may follow.
    Dotted,
    /// By its header.
    Header,
    /// `{ … }`: complete.
    Inline,
}

/// All tables of a document.
pub(super) struct Tables {
    drafts: Vec<Draft>,
    pub(super) mistakes: Vec<Mistake>,
    /// The table of the last header that was there already.
    repeated: Option<Id>,
    /// What is read now stands below it. It goes into the first table of that name, so that what either of the two has is
    /// there; what both have is the same mistake, already told.
    repeats: bool,
}

impl Tables {
    pub(super) fn new() -> Self {
        let root = Draft {
            origin: Origin::Header,
            ..Draft::default()
        };
        Self {
            drafts: vec![root],
            mistakes: Vec::new(),
            repeated: None,
            repeats: false,
        }
    }

    /// A table of its own, which nothing holds yet.
    pub(super) fn add(&mut self, origin: Origin, depth: usize) -> Id {
        self.drafts.push(Draft {
            origin,
            depth,
            ..Draft::default()
        });
        self.drafts.len() - 1
    }

    pub(super) fn depth(&self, table: Id) -> usize {
        self.drafts.get(table).map_or(0, |draft| draft.depth)
    }

    pub(super) fn mistake(&mut self, place: Place, kind: MistakeKind, message: &str) {
        self.mistakes.push(Mistake {
            place,
            kind,
            message: message.to_owned(),
        });
    }

    fn duplicate(&mut self, table: Id, number: usize, at: Place, header: bool) {
        if let Some(first) = self.entry(table, number).map(|entry| entry.key_place) {
            self.mistake(at, MistakeKind::Duplicate { first, header }, "duplicate key");
        }
    }

    /// The entry of a key, or where its number belongs among the sorted ones.
    fn find(&self, table: Id, key: &str) -> Result<usize, usize> {
        let Some(draft) = self.drafts.get(table) else {
            return Err(0);
        };
        let key_of = |number: &usize| draft.entries.get(*number).map_or("", |entry| entry.key.as_str());
        // Mostly a file goes on where it was: with the entry that it has added last, or behind all that are there.
        if draft.entries.last().is_some_and(|last| last.key == key) {
            return Ok(draft.entries.len() - 1);
        }
        if draft.sorted.last().is_none_or(|last| key_of(last) < key) {
            return Err(draft.sorted.len());
        }
        let at = draft.sorted.partition_point(|number| key_of(number) < key);
        match draft.sorted.get(at) {
            Some(number) if key_of(number) == key => Ok(*number),
            _ => Err(at),
        }
    }

    fn entry(&mut self, table: Id, number: usize) -> Option<&mut DraftEntry> {
        self.drafts.get_mut(table)?.entries.get_mut(number)
    }

    /// Adds an entry whose key `find` has not found.
    fn insert(&mut self, table: Id, sorted: usize, (key, key_place): Part, place: Place, item: Item) {
        if let Some(draft) = self.drafts.get_mut(table) {
            draft.sorted.insert(sorted.min(draft.sorted.len()), draft.entries.len());
            draft.entries.push(DraftEntry {
                key,
                key_place,
                place,
                item,
            });
        }
    }

    /// The table at one part of a path, made where it is missing; none where something else stands there.
    fn descend(&mut self, table: Id, part: Part, made: Origin) -> Option<Id> {
        let (key, at) = part;
        let depth = self.drafts.get(table)?.depth + 1;
        let number = match self.find(table, &key) {
            Ok(number) => number,
            Err(_) if depth > DEPTH => {
                self.mistake(at, MistakeKind::Syntax, "nested too deep");
                return None;
            }
            Err(sorted) => {
                let new = self.add(made, depth);
                self.insert(table, sorted, (key, at), at, Item::Table(new));
                return Some(new);
            }
        };
        let dotted = made == Origin::Dotted;
        let kind = match &self.entry(table, number)?.item {
            Item::Table(found) => {
                let found = *found;
                let draft = self.drafts.get_mut(found)?;
                match draft.origin {
                    Origin::Implied if dotted => draft.origin = Origin::Dotted,
                    Origin::Header if dotted => {
                        self.duplicate(table, number, at, false);
                        return None;
                    }
                    Origin::Implied | Origin::Header | Origin::Dotted => {}
                    Origin::Inline => {
                        self.mistake(
                            at,
                            MistakeKind::Syntax,
                            "an inline table is complete, nothing can be added to it",
                        );
                        return None;
                    }
                }
                return Some(found);
            }
            // A header goes on in the last table of the array; dotted keys may not enter it.
            Item::Tables(tables) if !dotted => return tables.last().map(|(id, _)| *id),
            Item::Tables(_) => "an array of tables",
            Item::Value(value) => value.kind(),
        };
        let message = format!("`{key}` is {kind}, nothing can be added to it");
        self.mistake(at, MistakeKind::Syntax, &message);
        None
    }

    /// Sets the value of a key, dotted or not, in a table.
    pub(super) fn assign(&mut self, mut table: Id, mut path: Vec<Part>, node: Node) {
        let Some(last) = path.pop() else {
            return;
        };
        for part in path {
            match self.descend(table, part, Origin::Dotted) {
                Some(found) => table = found,
                None => return,
            }
        }
        match self.find(table, &last.0) {
            Ok(_) if self.repeats => {}
            Ok(number) => self.duplicate(table, number, last.1, false),
            Err(sorted) => self.insert(table, sorted, last, node.place, Item::Value(node.value)),
        }
    }

    /// The table of a header, to which the keys below it belong. What follows a wrong header is read, and belongs nowhere.
    pub(super) fn header(&mut self, mut path: Vec<Part>, array: bool, place: Place) -> Id {
        let new = self.add(Origin::Header, 1);
        self.repeats = false;
        let Some(last) = path.pop() else {
            return new;
        };
        let mut parent = ROOT;
        for part in path {
            match self.descend(parent, part, Origin::Implied) {
                Some(found) => parent = found,
                None => return new,
            }
            self.repeats |= self.repeated == Some(parent);
        }
        self.repeated = self.repeated.filter(|_| self.repeats);
        let depth = self.drafts.get(parent).map_or(1, |parent| parent.depth + 1);
        if depth > DEPTH {
            self.mistake(last.1, MistakeKind::Syntax, "nested too deep");
            return new;
        }
        if let Some(draft) = self.drafts.get_mut(new) {
            draft.depth = depth;
        }
        let number = match self.find(parent, &last.0) {
            Ok(number) => number,
            Err(sorted) => {
                let item = if array {
                    Item::Tables(vec![(new, place)])
                } else {
                    Item::Table(new)
                };
                self.insert(parent, sorted, last, place, item);
                return new;
            }
        };
        let Some(entry) = self.entry(parent, number) else {
            return new;
        };
        match &mut entry.item {
            Item::Tables(tables) if array => {
                tables.push((new, place));
                return new;
            }
            Item::Table(found) if !array => {
                let found = *found;
                match self.drafts.get_mut(found) {
                    Some(draft) if draft.origin == Origin::Implied => {
                        draft.origin = Origin::Header;
                        if let Some(entry) = self.entry(parent, number) {
                            (entry.key_place, entry.place) = (last.1, place);
                        }
                        return found;
                    }
                    Some(draft) if draft.origin == Origin::Header => {
                        if !self.repeats {
                            self.duplicate(parent, number, last.1, true);
                            self.repeated = Some(found);
                            self.repeats = true;
                        }
                        return found;
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        self.duplicate(parent, number, last.1, true);
        new
    }

    /// The finished table, its entries in the order of the file. Recursion ends at `DEPTH`.
    pub(super) fn finish(&mut self, id: Id) -> Table {
        let entries = match self.drafts.get_mut(id) {
            Some(draft) => std::mem::take(&mut draft.entries),
            None => Vec::new(),
        };
        let mut entries: Vec<Entry> = entries
            .into_iter()
            .map(|entry| {
                let value = match entry.item {
                    Item::Value(value) => value,
                    Item::Table(id) => Value::Table(self.finish(id)),
                    Item::Tables(tables) => {
                        let node = |(id, place)| Node {
                            value: Value::Table(self.finish(id)),
                            place,
                        };
                        Value::Array(tables.into_iter().map(node).collect())
                    }
                };
                Entry {
                    key: entry.key,
                    key_place: entry.key_place,
                    node: Node {
                        value,
                        place: entry.place,
                    },
                }
            })
            .collect();
        entries.sort_by_key(|entry| entry.key_place.start);
        Table { entries }
    }
}
