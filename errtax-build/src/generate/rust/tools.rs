//! The tools as names in Rust, so that a harness cannot misspell one. The facts are in a table; each name is one line that
//! points there.

use std::fmt::Write as _;

use super::module::{Module, Named};
use super::text::code_span;

pub(super) fn generate(module: &Module<'_>, out: &mut String) {
    if module.tools.is_empty() {
        return;
    }
    out.push_str("/// The tools that the registry declares, each as a constant.\n");
    for named in &module.tools {
        // Which of them a name means must not depend on which others there are.
        if let Named::Several(ident, names) = named {
            let names: Vec<String> = names.iter().map(|name| code_span(name)).collect();
            let _ = writeln!(
                out,
                "///\n/// There is no {}: {} would all be called so, and are found by `REGISTRY.tool`.",
                code_span(ident),
                names.join(", ")
            );
        }
    }
    // Where no name is left, nothing uses it.
    out.push_str(
        "#[allow(dead_code)]\npub mod tools {\n    #[allow(unused_imports)]\n    use super::__errtax::DeclaredTool;\n",
    );
    for named in &module.tools {
        if let Named::One(ident, tool) = named {
            let _ = writeln!(
                out,
                "    /// The tool {}, which {} ({}).\n    pub static {ident}: DeclaredTool = DeclaredTool::new(&super::TOOLS[{}]);",
                code_span(tool.name),
                if tool.tool.writes { "writes" } else { "reads" },
                code_span(&tool.line),
                tool.position
            );
        }
    }
    out.push_str("}\n");
}
