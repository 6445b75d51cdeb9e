//! The `Code` enum and its conversions.

use std::fmt::Write as _;

use super::module::Module;
use super::text::{code_span, literal};

pub(super) fn generate(module: &Module<'_>, out: &mut String) {
    let registry = module.registry;
    let _ = writeln!(
        out,
        "/// The codes of the registry {}, version {}.",
        code_span(&registry.name),
        registry.version
    );
    out.push_str("#[derive(Clone, Copy, PartialEq, Eq, Hash)]\n#[non_exhaustive]\n");
    // A common prefix is what a registry of one domain has, and an acronym of single letters what its code spells.
    out.push_str("#[allow(dead_code, clippy::enum_variant_names, clippy::upper_case_acronyms)]\n");
    // An enum without variants can have no representation.
    out.push_str(if module.codes.is_empty() { "" } else { "#[repr(u16)]\n" });
    out.push_str("pub enum Code {\n");
    for item in &module.codes {
        let contract = &item.code.contract;
        let _ = writeln!(
            out,
            "    /// {}\n    ///\n    /// {}: class `{}`, action `{}` ({}).",
            code_span(&item.code.message),
            code_span(&item.code.name),
            contract.class,
            contract.action,
            code_span(&item.line)
        );
        if let Some(deprecation) = item.deprecation() {
            let _ = writeln!(out, "    {deprecation}");
        }
        let _ = writeln!(out, "    {},", item.ident);
    }
    out.push_str("}\n");

    let deprecated = module.codes.iter().any(|item| item.code.deprecated.is_some());
    let all: Vec<String> = module
        .codes
        .iter()
        .map(|item| format!("Self::{}", item.ident))
        .collect();
    let spec = if all.is_empty() {
        "match self {}"
    } else {
        "&SPECS[self as usize]"
    };
    let allow = if deprecated { "    #[allow(deprecated)]\n" } else { "" };
    let name = literal(&registry.name);
    let _ = write!(
        out,
        "#[allow(dead_code)]
impl Code {{
    /// Every code, sorted by its text.
{allow}    pub const ALL: &'static [Self] = &[{all}];

    /// The code as it stands on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {{
        self.spec().code
    }}

    /// Everything the registry says about this code.
    #[must_use]
    pub const fn spec(self) -> &'static __errtax::CodeSpec {{
        {spec}
    }}
}}
impl __errtax::Code for Code {{
    const ALL: &'static [Self] = Self::ALL;
    fn spec(self) -> &'static __errtax::CodeSpec {{
        Self::spec(self)
    }}
}}
impl ::core::fmt::Debug for Code {{
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {{
        f.pad(self.as_str())
    }}
}}
impl ::core::fmt::Display for Code {{
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {{
        f.pad(self.as_str())
    }}
}}
impl ::core::convert::AsRef<str> for Code {{
    fn as_ref(&self) -> &str {{
        self.as_str()
    }}
}}
impl ::core::str::FromStr for Code {{
    type Err = __errtax::UnknownCode;
    fn from_str(text: &str) -> ::core::result::Result<Self, __errtax::UnknownCode> {{
        let code = REGISTRY.index.position(text).and_then(|at| Self::ALL.get(at).copied());
        code.ok_or_else(|| __errtax::UnknownCode::new(text, {name}))
    }}
}}
impl ::core::convert::TryFrom<&str> for Code {{
    type Error = __errtax::UnknownCode;
    fn try_from(text: &str) -> ::core::result::Result<Self, __errtax::UnknownCode> {{
        text.parse()
    }}
}}
impl ::core::convert::From<Code> for &'static str {{
    fn from(code: Code) -> Self {{
        code.as_str()
    }}
}}
__errtax::__impl_serde!(Code);
",
        all = all.join(", "),
    );
}
