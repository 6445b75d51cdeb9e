//! What is sent for each attempt: the caller's arguments, or the corrected ones, or those of one item, and the key.

use std::collections::HashMap;

use rmcp::model::JsonObject;
use serde_json::Value;

use super::call::{CallOf, Items};
use super::key;
use crate::recovery::{Arguments, Attempt, Name, Tool};

/// The arguments of a call, whatever becomes of it.
pub(super) struct Sent<'a> {
    /// The caller's, or the corrected ones.
    whole: JsonObject,
    /// The key that the caller put in.
    own_key: Option<Value>,
    batch: Option<Batch<'a>>,
    /// Those of items that were corrected.
    items: HashMap<usize, JsonObject>,
}

/// What is sent for one item of a batch.
enum Batch<'a> {
    /// The whole, with a list of one in this argument. There were so many.
    List { argument: String, count: usize },
    /// What the caller makes of its place and the whole.
    With(CallOf<'a>),
}

impl<'a> Sent<'a> {
    pub(super) fn new(tool: &Tool, arguments: JsonObject) -> Self {
        Self {
            own_key: key::carried(tool, &arguments).cloned(),
            whole: arguments,
            batch: None,
            items: HashMap::new(),
        }
    }

    /// Makes a batch of it, and says what its items are called. Without items it is a call like any other.
    pub(super) fn split(&mut self, items: Items<'a>) -> Vec<Name> {
        let (names, batch) = match items {
            Items::In(argument, name) => {
                let items = self.whole.get(&argument).and_then(Value::as_array);
                let items = items.into_iter().flatten().enumerate();
                let names: Vec<Name> = items.map(|(place, item)| name(place, item)).collect();
                let count = names.len();
                (names, Batch::List { argument, count })
            }
            Items::With(names, one) => (names, Batch::With(one)),
        };
        self.batch = (!names.is_empty()).then_some(batch);
        names
    }

    pub(super) const fn is_batch(&self) -> bool {
        self.batch.is_some()
    }

    /// Whether the caller's arguments carry a key.
    pub(super) const fn has_own_key(&self) -> bool {
        self.own_key.is_some()
    }

    /// Whether the call has this argument, whoever puts it in.
    pub(super) fn has(&self, name: &str) -> bool {
        self.whole.contains_key(name)
    }

    /// What the engine is to compare calls by; without the caller's key where not every call of it would carry one.
    pub(super) fn planned(&self, tool: &Tool, with_key: bool) -> JsonObject {
        let mut arguments = self.whole.clone();
        if !with_key {
            key::put(tool, &mut arguments, None);
        }
        arguments
    }

    /// The arguments of an attempt without a key that the engine made: what callbacks are shown.
    pub(super) fn shown(&self, item: Option<usize>) -> JsonObject {
        let (Some(item), Some(batch)) = (item, &self.batch) else {
            return self.whole.clone();
        };
        match (self.items.get(&item), batch) {
            (Some(fixed), _) => fixed.clone(),
            (None, Batch::With(one)) => one(item, &self.whole),
            (None, Batch::List { argument, .. }) => {
                let mut arguments = self.whole.clone();
                if let Some(Value::Array(items)) = arguments.get_mut(argument) {
                    *items = items.get(item).cloned().into_iter().collect();
                }
                arguments
            }
        }
    }

    /// The arguments of an attempt as they are sent.
    pub(super) fn of(&self, tool: &Tool, attempt: &Attempt) -> JsonObject {
        let mut arguments = self.shown(attempt.item);
        let carried = key::carried(tool, &arguments);
        let is_own = carried.is_some() && carried == self.own_key.as_ref();
        // A server binds a key to what came with it first, so the caller's stays with the call as the caller made it.
        let is_bound = attempt.item.is_some() || (attempt.fixed && is_own);
        if is_bound || (carried.is_none() && attempt.key.is_some()) {
            key::put(tool, &mut arguments, attempt.key);
        }
        arguments
    }

    /// Takes corrected arguments for the call, or for the item that failed, and says how the engine knows them. None where they do
    /// not fit: the items of a batch are known by their places, so a correction has as many; and the same arguments are none.
    pub(super) fn fix(&mut self, tool: &Tool, item: Option<usize>, arguments: JsonObject) -> Option<Arguments> {
        if let Some(Batch::List { argument, count }) = &self.batch {
            let items = arguments.get(argument).and_then(Value::as_array);
            let expected = if item.is_some() { 1 } else { *count };
            if items.map(Vec::len) != Some(expected) {
                return None;
            }
        }
        // The engine compares a call with itself, but knows an item by its place alone.
        if engine(tool, &self.shown(item)).key == engine(tool, &arguments).key {
            return None;
        }
        let mut known = arguments.clone();
        let carried = key::carried(tool, &arguments);
        if item.is_some() || (carried.is_some() && carried == self.own_key.as_ref()) {
            key::put(tool, &mut known, None);
        }
        match item {
            Some(item) => {
                self.items.insert(item, arguments);
            }
            None => self.whole = arguments,
        }
        Some(engine(tool, &known))
    }
}

/// As the engine knows arguments.
pub(super) fn engine(tool: &Tool, arguments: &JsonObject) -> Arguments {
    Arguments::members(tool, members(arguments))
}

pub(super) fn members(arguments: &JsonObject) -> impl Iterator<Item = (&str, crate::recovery::Value)> {
    arguments.iter().map(|(name, value)| (name.as_str(), value.into()))
}
