//! What a schema surely says of the values that it admits, as far as it stands in one place.
//!
//! A value meets all parts of a whole (`allOf`, a `$ref` and what stands beside it) and one of several (`anyOf`, `oneOf`). So
//! a property is there if one part of a whole requires it, or if each of several does.

use std::cell::Cell;

use serde_json::{Map, Value};

/// How far references and parts are followed, one below the other: references to themselves end somewhere.
const DEEPEST: usize = 48;

/// How many parts are looked at. What refers to one thing many times over would keep us for ever.
const MOST: usize = 4_096;

const TOO_MANY: &str = "";

/// Why nothing is known of what a reference leads to.
pub(super) fn not_followed(reference: &str) -> String {
    match reference {
        TOO_MANY => "its schema nests more references than are followed".to_owned(),
        reference => format!("its schema refers to `{reference}`, which is not in it"),
    }
}

/// A schema, taken apart.
#[derive(Clone, Debug)]
pub(super) enum Shape<'a> {
    /// What stands in one place, without what it refers to.
    Own(&'a Map<String, Value>),
    /// All of these hold.
    All(Vec<Shape<'a>>),
    /// One of these holds.
    Any(Vec<Shape<'a>>),
    /// It stands elsewhere, where nobody looks.
    Elsewhere(&'a str),
}

/// What a schema says of one property.
#[derive(Clone, Debug, Default)]
pub(super) struct Property<'a> {
    /// What it has to be, where it is declared.
    pub(super) shape: Option<Shape<'a>>,
    /// Whether it has to be there.
    pub(super) required: bool,
    /// A reference that was not followed, and could say more.
    pub(super) elsewhere: Option<&'a str>,
}

/// A schema in the whole that its references are about.
pub(super) struct Schema<'a> {
    whole: &'a Value,
    looked: Cell<usize>,
}

impl<'a> Schema<'a> {
    pub(super) fn new(whole: &'a Value) -> Self {
        Self {
            whole,
            looked: Cell::new(0),
        }
    }

    /// What the outputs of calls that succeed are. One of several that is the wire object of a failure is left out: errtax
    /// advertises it beside the tool's own where `structuredContent` is a union.
    pub(super) fn of_success(&self) -> Shape<'a> {
        self.without_failure(self.open(self.whole, 0))
    }

    fn without_failure(&self, shape: Shape<'a>) -> Shape<'a> {
        match shape {
            Shape::All(parts) => Shape::All(parts.into_iter().map(|part| self.without_failure(part)).collect()),
            Shape::Any(parts) => {
                let several = parts.into_iter().filter(|part| !self.is_failure(part));
                Shape::Any(several.collect())
            }
            shape => shape,
        }
    }

    /// `{"error": {"code", "action", …}}`, and nothing that could do without.
    fn is_failure(&self, shape: &Shape<'a>) -> bool {
        let error = self.property(shape, "error");
        let Some(error) = error.shape.filter(|_| error.required) else {
            return false;
        };
        let members = ["code", "class", "action", "retryable", "executed"];
        members.iter().all(|member| self.property(&error, member).required)
    }

    fn open(&self, schema: &'a Value, depth: usize) -> Shape<'a> {
        let Some(members) = schema.as_object() else {
            return Shape::All(Vec::new());
        };
        self.looked.set(self.looked.get() + 1);
        if depth > DEEPEST || self.looked.get() > MOST {
            return Shape::Elsewhere(TOO_MANY);
        }
        let mut parts = vec![Shape::Own(members)];
        for key in ["$ref", "$dynamicRef", "$recursiveRef"] {
            if let Some(reference) = members.get(key).and_then(Value::as_str) {
                parts.push(match self.target(reference) {
                    Some(target) => self.open(target, depth + 1),
                    None => Shape::Elsewhere(reference),
                });
            }
        }
        let several = |key: &str| members.get(key).and_then(Value::as_array).into_iter().flatten();
        parts.extend(several("allOf").map(|part| self.open(part, depth + 1)));
        for key in ["anyOf", "oneOf"] {
            let any: Vec<Shape<'a>> = several(key).map(|part| self.open(part, depth + 1)).collect();
            if !any.is_empty() {
                parts.push(Shape::Any(any));
            }
        }
        match parts.len() {
            1 => Shape::Own(members),
            _ => Shape::All(parts),
        }
    }

    /// What a reference within the schema leads to.
    fn target(&self, reference: &str) -> Option<&'a Value> {
        let pointer = reference.strip_prefix('#')?;
        let found = self.whole.pointer(pointer);
        found.or_else(|| self.whole.pointer(&decoded(pointer)?))
    }

    /// What is said of the property of this name.
    pub(super) fn property(&self, shape: &Shape<'a>, name: &str) -> Property<'a> {
        match shape {
            Shape::Own(members) => {
                let required = members.get("required").and_then(Value::as_array);
                let declared = members.get("properties").and_then(|properties| properties.get(name));
                Property {
                    shape: declared.map(|schema| self.open(schema, 0)),
                    required: required.is_some_and(|names| names.iter().any(|required| required == name)),
                    elsewhere: None,
                }
            }
            Shape::Elsewhere(reference) => Property {
                elsewhere: Some(reference),
                ..Property::default()
            },
            Shape::All(parts) => {
                let found: Vec<Property<'a>> = parts.iter().map(|part| self.property(part, name)).collect();
                let required = found.iter().any(|part| part.required);
                let elsewhere = found.iter().find_map(|part| part.elsewhere);
                let shapes: Vec<Shape<'a>> = found.into_iter().filter_map(|part| part.shape).collect();
                Property {
                    shape: (!shapes.is_empty()).then_some(Shape::All(shapes)),
                    required,
                    elsewhere,
                }
            }
            Shape::Any(parts) => {
                let several = parts.iter().filter(|part| part.kind() != Kind::Null);
                let found: Vec<Property<'a>> = several.map(|part| self.property(part, name)).collect();
                let declared = !found.is_empty() && found.iter().all(|part| part.shape.is_some());
                let open = found.iter().filter(|part| !part.is_promised());
                let elsewhere = open.clone().find_map(|part| part.elsewhere);
                // Where one of them surely lacks it, nothing that stands elsewhere helps.
                let is_lost = open.clone().any(|part| part.elsewhere.is_none());
                Property {
                    required: !found.is_empty() && found.iter().all(|part| part.required),
                    elsewhere: elsewhere.filter(|_| !is_lost),
                    shape: declared.then(|| Shape::Any(found.into_iter().filter_map(|part| part.shape).collect())),
                }
            }
        }
    }
}

impl Property<'_> {
    /// Whether it is declared, and always there.
    pub(super) fn is_promised(&self) -> bool {
        self.shape.is_some() && self.required
    }
}

/// What a schema says of the type of its values, as far as the rules ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It is a boolean.
    Boolean,
    /// It is null.
    Null,
    /// It may be something else.
    Other,
    /// Nothing is said.
    Unsaid,
}

impl Shape<'_> {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Own(members) => own_kind(members),
            Self::Elsewhere(_) => Kind::Unsaid,
            Self::All(parts) => {
                // Each part is asked once: parts within parts would be asked twice as often on every level.
                parts
                    .iter()
                    .map(Self::kind)
                    .fold(Kind::Unsaid, |known, kind| match (known, kind) {
                        // What is one thing in one part cannot be another in the next.
                        (Kind::Boolean | Kind::Null, _) | (_, Kind::Unsaid) => known,
                        (_, kind) => kind,
                    })
            }
            Self::Any(parts) => {
                let mut kinds = parts.iter().map(Self::kind);
                let first = kinds.next().unwrap_or(Kind::Unsaid);
                match kinds.all(|kind| kind == first) {
                    true => first,
                    false => Kind::Other,
                }
            }
        }
    }

    /// A reference in it that was not followed.
    pub(super) fn elsewhere(&self) -> Option<&str> {
        match self {
            Self::Own(_) => None,
            Self::Elsewhere(reference) => Some(reference),
            Self::All(parts) | Self::Any(parts) => parts.iter().find_map(Self::elsewhere),
        }
    }
}

fn own_kind(members: &Map<String, Value>) -> Kind {
    let of_value = |value: &Value| match value {
        Value::Bool(_) => Kind::Boolean,
        Value::Null => Kind::Null,
        _ => Kind::Other,
    };
    let of_name = |name: &Value| match name.as_str() {
        Some("boolean") => Kind::Boolean,
        Some("null") => Kind::Null,
        _ => Kind::Other,
    };
    let all = |values: &[Value], kind: &dyn Fn(&Value) -> Kind| {
        let mut kinds = values.iter().map(kind);
        let first = kinds.next().unwrap_or(Kind::Other);
        match kinds.all(|kind| kind == first) {
            true => first,
            false => Kind::Other,
        }
    };
    match (members.get("type"), members.get("const"), members.get("enum")) {
        (_, Some(value), _) => of_value(value),
        (_, _, Some(Value::Array(values))) => all(values, &of_value),
        (Some(Value::Array(names)), ..) => all(names, &of_name),
        (Some(name), ..) => of_name(name),
        _ => Kind::Unsaid,
    }
}

/// A JSON pointer that stands in a URL: `%C3%B6` is `ö`.
fn decoded(pointer: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(pointer.len());
    let mut rest = pointer.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = rest.get(..2).and_then(|digits| std::str::from_utf8(digits).ok())?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = rest.get(2..)?;
    }
    String::from_utf8(bytes).ok()
}
