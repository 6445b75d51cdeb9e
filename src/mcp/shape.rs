//! An input schema, made ready to say which argument is at fault.
//!
//! serde's own words name no path. So the arguments are held against the schema before the call, by as much of JSON Schema
//! (draft 2020-12) as describes Rust types: types, properties, items, choices, limits, `$ref` into the same document. What
//! is not understood is not judged, and but for names that the schema forbids the tool has the last word.

use std::fmt;

use rmcp::model::JsonObject;
use serde_json::{Map, Value};

use super::arguments::{Fault, Problem, nearest};

/// How deep arguments and schemas are followed.
const DEPTH: usize = 32;
/// How many mistakes are looked for. One is told; the others are there to find the one that the tool means.
const FAULTS: usize = 16;
/// The longest value that is shown to whoever sent it.
const SHOWN: usize = 60;

type Id = usize;

/// A schema.
#[derive(Debug)]
pub(super) struct Shape {
    nodes: Vec<Node>,
    root: Id,
}

#[derive(Debug, Default)]
struct Node {
    /// The types that may be; empty for any.
    types: Vec<Type>,
    properties: Vec<(String, Id)>,
    required: Vec<String>,
    /// No other properties than those.
    closed: bool,
    /// What other properties have to be.
    others: Option<Id>,
    items: Option<Id>,
    /// The values that may be; empty for any.
    allowed: Vec<Value>,
    minimum: Option<f64>,
    maximum: Option<f64>,
    /// Each has to hold.
    all: Vec<Id>,
    /// One has to hold; empty for none.
    any: Vec<Id>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Null,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

impl Type {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "null" => Self::Null,
            "boolean" => Self::Boolean,
            "integer" => Self::Integer,
            "number" => Self::Number,
            "string" => Self::String,
            "array" => Self::Array,
            "object" => Self::Object,
            _ => return None,
        })
    }

    fn phrase(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "true or false",
            Self::Integer => "a whole number",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }

    fn is(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Null, Value::Null)
            | (Self::Boolean, Value::Bool(_))
            | (Self::Number, Value::Number(_))
            | (Self::String, Value::String(_))
            | (Self::Array, Value::Array(_))
            | (Self::Object, Value::Object(_)) => true,
            // JSON has one kind of number: 1.0 is whole.
            (Self::Integer, Value::Number(number)) => {
                !number.is_f64() || number.as_f64().is_some_and(|number| number.fract() == 0.0)
            }
            _ => false,
        }
    }
}

impl Shape {
    /// Reads a schema. What it does not understand it leaves out.
    pub(super) fn of(schema: &JsonObject) -> Self {
        let mut reader = Reader {
            document: schema,
            nodes: Vec::new(),
            known: Vec::new(),
        };
        let root = reader.schema(schema, 0);
        Self {
            nodes: reader.nodes,
            root,
        }
    }

    /// The mistakes in the arguments, in their order, and no more than a few. For arguments without any this allocates
    /// nothing.
    pub(super) fn check(&self, arguments: Option<&JsonObject>) -> Vec<Fault> {
        let mut faults = Faults::new(Telling::All);
        match arguments {
            Some(arguments) => self.object(self.root, arguments, None, &Path::Root, 0, &mut faults),
            None => self.object(self.root, &Map::new(), None, &Path::Root, 0, &mut faults),
        }
        faults.found
    }

    /// Whether the schema has a property of this name or a value of this text, anywhere.
    pub(super) fn has(&self, name: &str) -> bool {
        let property = |node: &Node| node.properties.iter().any(|(known, _)| known == name);
        let value = |node: &Node| node.allowed.iter().any(|value| value.as_str() == Some(name));
        self.nodes.iter().any(|node| property(node) || value(node))
    }

    fn node(&self, id: Id) -> Option<&Node> {
        self.nodes.get(id)
    }

    /// The schema itself, or what it refers to where that is all it says.
    fn referred(&self, mut id: Id) -> Option<&Node> {
        for _ in 0..DEPTH {
            match self.node(id)? {
                Node { types, all, .. } if types.is_empty() && all.len() == 1 => id = *all.first()?,
                node => return Some(node),
            }
        }
        None
    }

    fn value(&self, id: Id, value: &Value, path: &Path<'_>, depth: usize, faults: &mut Faults) {
        let Some(node) = self.node(id).filter(|_| depth < DEPTH && faults.count < FAULTS) else {
            return;
        };
        let mut fault = |problem| {
            faults.add(|| Fault {
                argument: path.to_string(),
                expected: node.phrase(),
                received: describe(value),
                allowed: node.allowed.iter().map(plain).collect(),
                ..Fault::new(problem)
            });
        };
        if !node.types.is_empty() && !node.types.iter().any(|kind| kind.is(value)) {
            return fault(Problem::Type);
        }
        // Equal numbers are equal however they are written.
        let same = |allowed: &Value| allowed == value || (value.is_number() && allowed.as_f64() == value.as_f64());
        if !node.allowed.is_empty() && !node.allowed.iter().any(same) {
            return fault(Problem::Choice);
        }
        let number = value.as_f64();
        let below = number.zip(node.minimum).is_some_and(|(number, limit)| number < limit);
        let above = number.zip(node.maximum).is_some_and(|(number, limit)| number > limit);
        if below || above {
            return fault(Problem::Value);
        }
        match value {
            Value::Object(map) => return self.object(id, map, Some(value), path, depth, faults),
            Value::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    if let Some(shape) = node.items {
                        self.value(shape, item, &Path::Item(path, at), depth + 1, faults);
                    }
                }
            }
            _ => {}
        }
        self.parts(node, value, path, depth, faults);
    }

    /// `whole` is the same object as a value, where there is one.
    fn object(
        &self,
        id: Id,
        map: &JsonObject,
        whole: Option<&Value>,
        path: &Path<'_>,
        depth: usize,
        faults: &mut Faults,
    ) {
        let Some(node) = self.node(id).filter(|_| depth < DEPTH) else {
            return;
        };
        for (name, value) in map {
            let declared = node.properties.iter().find(|(known, _)| known == name);
            match declared.map(|(_, shape)| *shape).or(node.others) {
                Some(shape) => self.value(shape, value, &Path::Name(path, name), depth + 1, faults),
                None if node.closed => {
                    let known = || node.properties.iter().map(|(known, _)| known.as_str());
                    faults.add(|| Fault {
                        argument: Path::Name(path, name).to_string(),
                        received: describe(value),
                        allowed: known().map(str::to_owned).collect(),
                        ..Fault::new(Problem::Unknown(nearest(name, known())))
                    });
                }
                None => {}
            }
        }
        for name in node.required.iter().filter(|name| !map.contains_key(*name)) {
            let shape = node.properties.iter().find(|(known, _)| known == name);
            let shape = shape.and_then(|(_, shape)| self.referred(*shape));
            faults.add(|| Fault {
                argument: Path::Name(path, name).to_string(),
                expected: shape.map(Node::phrase).unwrap_or_default(),
                allowed: shape.map_or_else(Vec::new, |shape| shape.allowed.iter().map(plain).collect()),
                ..Fault::new(Problem::Missing)
            });
        }
        if !node.all.is_empty() || !node.any.is_empty() {
            // Parts are held against the value as a whole. Only arguments themselves are none, and few have parts.
            match whole {
                Some(whole) => self.parts(node, whole, path, depth, faults),
                None => self.parts(node, &Value::Object(map.clone()), path, depth, faults),
            }
        }
    }

    /// The parts of a schema: each of some, one of others.
    fn parts(&self, node: &Node, value: &Value, path: &Path<'_>, depth: usize, faults: &mut Faults) {
        for part in &node.all {
            self.value(*part, value, path, depth + 1, faults);
        }
        let form_of = |telling, part| {
            let mut form = Faults::new(telling);
            self.value(part, value, path, depth + 1, &mut form);
            form
        };
        // Mostly one of them fits. So what is wrong with the others is not told before that is known.
        if node.any.is_empty() || node.any.iter().any(|part| form_of(Telling::Whether, *part).count == 0) {
            return;
        }
        if faults.telling == Telling::Whether {
            faults.count += 1;
            return;
        }
        let forms = node.any.iter().map(|part| (*part, form_of(Telling::All, *part).found));
        let mut forms: Vec<(Id, Vec<Fault>)> = forms.collect();
        // An optional value: of the two, `null` was not meant.
        let is_null = |(part, _): &(Id, Vec<Fault>)| self.node(*part).is_some_and(|node| node.types == [Type::Null]);
        if !forms.iter().all(is_null) {
            forms.retain(|form| !is_null(form));
        }
        let meant = match forms.len() {
            0 => return,
            1 => Some(0),
            _ => forms.iter().position(|(part, _)| self.is_tagged(*part, value, depth)),
        };
        if let Some(meant) = meant {
            return forms
                .swap_remove(meant)
                .1
                .into_iter()
                .for_each(|fault| faults.add(|| fault));
        }
        let here = path.to_string();
        let mut all = Fault::new(Problem::Type);
        let found = || forms.iter().flat_map(|(_, found)| found);
        if found().all(|fault| fault.argument == here && !fault.allowed.is_empty()) {
            all.problem = Problem::Choice;
            all.allowed = found().flat_map(|fault| fault.allowed.clone()).collect();
        } else {
            all.expected = "one of several forms; see the input schema".to_owned();
        }
        all.argument = here;
        all.received = describe(value);
        faults.add(|| all);
    }

    /// Whether a property says that this is the form that was meant: one with a single value, and that one is there.
    fn is_tagged(&self, id: Id, value: &Value, depth: usize) -> bool {
        let Some(node) = self.node(id).filter(|_| depth < DEPTH) else {
            return false;
        };
        let says = |(name, shape): &(String, Id)| {
            let allowed = self.node(*shape).map(|shape| shape.allowed.as_slice());
            matches!(allowed, Some([only]) if value.get(name) == Some(only))
        };
        node.properties.iter().any(says) || node.all.iter().any(|part| self.is_tagged(*part, value, depth + 1))
    }
}

impl Node {
    /// What it takes, as a noun phrase; empty for anything.
    fn phrase(&self) -> String {
        let types: Vec<&str> = self.types.iter().map(|kind| kind.phrase()).collect();
        let mut phrase = types.join(" or ");
        if phrase.is_empty() {
            return phrase;
        }
        match (self.minimum, self.maximum) {
            (Some(minimum), Some(maximum)) => phrase.push_str(&format!(" from {minimum} to {maximum}")),
            (Some(minimum), None) => phrase.push_str(&format!(" of at least {minimum}")),
            (None, Some(maximum)) => phrase.push_str(&format!(" of at most {maximum}")),
            (None, None) => {}
        }
        phrase
    }
}

/// What came, for whoever sent it: the value where it is short.
fn describe(value: &Value) -> String {
    let whole = match value {
        Value::Array(items) => return format!("an array of {}", items.len()),
        Value::Object(_) => return "an object".to_owned(),
        Value::String(text) if text.len() > SHOWN => {
            return format!("a string of {} characters", text.chars().count());
        }
        value => value.to_string(),
    };
    match value {
        Value::String(_) => format!("the string {whole}"),
        Value::Number(_) => format!("the number {whole}"),
        _ => whole,
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What was found to be wrong.
struct Faults {
    telling: Telling,
    count: usize,
    /// Empty where it is only asked whether there is any.
    found: Vec<Fault>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Telling {
    All,
    Whether,
}

impl Faults {
    fn new(telling: Telling) -> Self {
        Self {
            telling,
            count: 0,
            found: Vec::new(),
        }
    }

    fn add(&mut self, fault: impl FnOnce() -> Fault) {
        self.count += 1;
        if self.telling == Telling::All {
            self.found.push(fault());
        }
    }
}

/// The way to a value, on the stack: a text is made of it only where something is wrong.
enum Path<'p> {
    Root,
    Name(&'p Path<'p>, &'p str),
    Item(&'p Path<'p>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Name(Self::Root, name) => f.write_str(name),
            Self::Name(path, name) => write!(f, "{path}.{name}"),
            Self::Item(path, at) => write!(f, "{path}[{at}]"),
        }
    }
}

struct Reader<'s> {
    document: &'s JsonObject,
    nodes: Vec<Node>,
    /// What `$ref` was followed already.
    known: Vec<(&'s str, Id)>,
}

impl<'s> Reader<'s> {
    fn any(&mut self, schema: &'s Value, depth: usize) -> Id {
        match schema.as_object().filter(|_| depth < DEPTH) {
            Some(schema) => self.schema(schema, depth),
            None => self.add(Node::default()),
        }
    }

    fn add(&mut self, node: Node) -> Id {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn schema(&mut self, schema: &'s JsonObject, depth: usize) -> Id {
        // The place is taken first: what refers to it may stand within.
        let id = self.add(Node::default());
        let node = self.read(schema, depth);
        if let Some(place) = self.nodes.get_mut(id) {
            *place = node;
        }
        id
    }

    fn read(&mut self, schema: &'s JsonObject, depth: usize) -> Node {
        let mut node = Node::default();
        let types: &[Value] = match schema.get("type") {
            Some(Value::Array(types)) => types,
            Some(one) => std::slice::from_ref(one),
            None => &[],
        };
        node.types = types.iter().filter_map(Value::as_str).filter_map(Type::named).collect();
        if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
            for (name, schema) in properties {
                let shape = self.any(schema, depth + 1);
                node.properties.push((name.clone(), shape));
            }
        }
        node.required = list(schema, "required")
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect();
        match schema.get("additionalProperties") {
            // A pattern may admit a name that is not listed.
            Some(Value::Bool(false)) => node.closed = !schema.contains_key("patternProperties"),
            Some(others @ Value::Object(_)) => node.others = Some(self.any(others, depth + 1)),
            _ => {}
        }
        if !schema.contains_key("prefixItems") {
            node.items = schema.get("items").map(|items| self.any(items, depth + 1));
        }
        node.allowed = match schema.get("const") {
            Some(only) => vec![only.clone()],
            None => list(schema, "enum").cloned().collect(),
        };
        node.minimum = schema.get("minimum").and_then(Value::as_f64);
        node.maximum = schema.get("maximum").and_then(Value::as_f64);
        node.all = list(schema, "allOf").map(|part| self.any(part, depth + 1)).collect();
        for key in ["anyOf", "oneOf"] {
            // Where both are there, only one of them can be told apart here.
            if node.any.is_empty() {
                node.any = list(schema, key).map(|part| self.any(part, depth + 1)).collect();
            }
        }
        if let Some(referred) = schema.get("$ref").and_then(Value::as_str) {
            node.all.extend(self.refer(referred, depth + 1));
        }
        node
    }

    fn refer(&mut self, to: &'s str, depth: usize) -> Option<Id> {
        if let Some((_, id)) = self.known.iter().find(|(known, _)| *known == to) {
            return Some(*id);
        }
        let pointer = to.strip_prefix("#/")?;
        let (first, rest) = pointer.split_once('/').unwrap_or((pointer, ""));
        let mut schema = self.document.get(first)?;
        for part in rest.split('/').filter(|part| !part.is_empty()) {
            schema = schema.get(part.replace("~1", "/").replace("~0", "~"))?;
        }
        let id = self.add(Node::default());
        self.known.push((to, id));
        let node = schema
            .as_object()
            .filter(|_| depth < DEPTH)
            .map(|schema| self.read(schema, depth));
        if let (Some(place), Some(node)) = (self.nodes.get_mut(id), node) {
            *place = node;
        }
        Some(id)
    }
}

fn list<'s>(schema: &'s JsonObject, key: &str) -> impl Iterator<Item = &'s Value> {
    schema.get(key).and_then(Value::as_array).into_iter().flatten()
}
