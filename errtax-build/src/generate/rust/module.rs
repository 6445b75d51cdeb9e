//! What the generated module is made of: the codes and tools with their identifiers and positions.
//!
//! A registry with mistakes must give a module that compiles, or each mistake would be followed by others that the user
//! did not make. What has no identifier of its own is left out.

use crate::map::{Map, Set};

use errtax_core::{DetailType, Role};

use super::text;
use crate::ident;
use crate::model::{Code, Deprecated, Detail, Registry, RoleCode, Tool};
use crate::source::Sources;

pub(super) struct Module<'a> {
    pub(super) registry: &'a Registry,
    pub(super) codes: Vec<Item<'a>>,
    /// By their identifiers.
    pub(super) tools: Vec<Named<'a>>,
}

/// One code.
pub(super) struct Item<'a> {
    pub(super) code: &'a Code,
    /// Its identifier: the variant, the details struct, the module of check facts.
    pub(super) ident: &'a str,
    pub(super) details: Vec<Field<'a>>,
    /// `registry.toml:14`.
    pub(super) line: String,
}

/// What an identifier of a tool stands for.
pub(super) enum Named<'a> {
    One(String, ToolItem<'a>),
    /// It would be that of all these, so it is that of none.
    Several(String, Vec<&'a str>),
}

/// One tool.
pub(super) struct ToolItem<'a> {
    pub(super) name: &'a str,
    pub(super) tool: &'a Tool,
    /// Where it stands in the table.
    pub(super) position: usize,
    /// `registry.toml:40`.
    pub(super) line: String,
}

/// One detail.
pub(super) struct Field<'a> {
    pub(super) name: &'a str,
    /// Its identifier in Rust.
    pub(super) ident: String,
    pub(super) detail: &'a Detail,
    /// The generated type of an enum, and its values with their identifiers.
    pub(super) values: Option<EnumType<'a>>,
    /// `registry.toml:16`
    pub(super) line: String,
}

pub(super) struct EnumType<'a> {
    pub(super) ident: String,
    pub(super) values: Vec<(String, &'a str)>,
}

impl<'a> Module<'a> {
    pub(super) fn new(registry: &'a Registry, sources: &Sources) -> Self {
        let mut types = Types::default();
        let codes: Vec<&Code> = registry
            .codes
            .values()
            .filter(|code| is_ident(&code.ident) && types.codes.insert(&code.ident))
            .collect();
        let codes = codes
            .into_iter()
            .map(|code| Item::new(code, sources, &mut types))
            .collect();
        let tools = tools(registry, sources);
        Self { registry, codes, tools }
    }

    /// Where the code of this name stands in the tables.
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.codes
            .binary_search_by(|item| item.code.name.as_str().cmp(name))
            .ok()
    }

    /// The expression for the code that plays this role.
    pub(super) fn role(&self, role: Role) -> String {
        let standard = |name: &str| format!("__errtax::standard::Code::{}.spec()", ident::variant(name));
        match self.registry.roles.get(&role) {
            Some(RoleCode::Standard(name)) => standard(name),
            Some(RoleCode::Here(name)) => match self.position(name) {
                Some(position) => format!("&SPECS[{position}]"),
                None => standard("UNKNOWN_ERROR"),
            },
            None => standard("UNKNOWN_ERROR"),
        }
    }

    /// The name that the exported macro has: unlike everything else, it shares its place with those of other crates.
    pub(super) fn macro_name(&self) -> String {
        let name: String = self
            .registry
            .name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .collect();
        format!("__errtax_check_{name}")
    }
}

fn tools<'a>(registry: &'a Registry, sources: &Sources) -> Vec<Named<'a>> {
    let mut idents: Map<String, Vec<ToolItem<'a>>> = Map::default();
    for (position, (name, tool)) in registry.tools.iter().enumerate() {
        let item = ToolItem {
            name,
            tool,
            position,
            line: sources.show_line(tool.places.name),
        };
        let ident = ident::tool(name);
        match idents.get_mut(&ident) {
            Some(same) => same.push(item),
            None => {
                idents.insert(ident, vec![item]);
            }
        }
    }
    let named = idents.into_iter().map(|(ident, mut items)| match items.pop() {
        Some(item) if items.is_empty() => Named::One(ident, item),
        last => Named::Several(ident, items.into_iter().chain(last).map(|item| item.name).collect()),
    });
    named.collect()
}

/// The names that are taken among the types. The codes are apart, so that both sets come nearly sorted.
#[derive(Default)]
struct Types<'a> {
    codes: Set<&'a str>,
    enums: Set<String>,
}

impl Types<'_> {
    fn take(&mut self, name: &str) -> bool {
        !self.codes.contains(name) && self.enums.insert(name.to_owned())
    }
}

impl<'a> Item<'a> {
    fn new(code: &'a Code, sources: &Sources, types: &mut Types<'_>) -> Self {
        let details = code
            .contract
            .details
            .iter()
            .filter(|(name, _)| is_ident(name) && !is_path_word(name));
        let details = details
            .map(|(name, detail)| Field {
                name,
                ident: ident::field(name),
                detail,
                values: (detail.kind == DetailType::Enum).then(|| EnumType::new(code, name, detail, types)),
                line: sources.show_line(code.places.get(&format!("details.{name}"))),
            })
            .collect();
        Self {
            code,
            ident: &code.ident,
            details,
            line: sources.show_line(code.places.name),
        }
    }

    /// What rustc says where a deprecated code is used.
    pub(super) fn deprecation(&self) -> Option<String> {
        let Deprecated {
            since,
            replaced_by,
            reason,
            sunset: _,
            record: _,
        } = self.code.deprecated.as_ref()?;
        let mut note = format!("{} is deprecated since {since}", self.code.name);
        if let Some(reason) = reason {
            note.push_str(": ");
            note.push_str(reason.trim_end_matches('.'));
        }
        if let Some(code) = replaced_by {
            note.push_str("; use ");
            note.push_str(code);
        }
        note.push_str(" (");
        note.push_str(&self.line);
        note.push(')');
        Some(format!("#[deprecated(note = {})]", text::literal(&note)))
    }
}

impl<'a> EnumType<'a> {
    fn new(code: &Code, detail_name: &str, detail: &'a Detail, types: &mut Types<'_>) -> Self {
        let mut ident = ident::enum_type(&code.name, detail_name);
        while !types.take(&ident) {
            ident.push('_');
        }
        let mut taken = Set::new();
        let values = detail
            .values
            .iter()
            .map(|value| (ident::enum_value(value), value.as_str()));
        Self {
            ident,
            values: values
                .filter(|(ident, _)| is_ident(ident) && taken.insert(ident.clone()))
                .collect(),
        }
    }
}

fn is_ident(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Words that are keywords even when they are raw.
fn is_path_word(name: &str) -> bool {
    matches!(name, "self" | "Self" | "super" | "crate")
}
