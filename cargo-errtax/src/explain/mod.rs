//! `cargo errtax explain`: a code as agents and as developers meet it, or a rule.
//!
//! Codes are in capitals, rules are not, so a name says which of the two it is. `wire` makes the example that an agent
//! would receive, `rust` how it is raised; `code` tells all of it.

mod code;
mod rust;
mod wire;

use std::io;

use errtax_build::rules::{self as rule_table, RULES};
use errtax_build::suggest;

use crate::arguments::{Arguments, ExplainCommand};
use crate::exit::Exit;
use crate::opened::{self, Opened};
use crate::package::Package;
use crate::report;
use crate::rules;
use crate::trouble::Trouble;

/// Runs it.
pub(crate) fn run(arguments: &Arguments, command: &ExplainCommand) -> io::Result<Exit> {
    let name = command.name.as_str();
    if let Some(rule) = rule_table::find(name) {
        return rules::explain(arguments, rule);
    }
    if !could_be_code(name) {
        return unknown(arguments, name, None);
    }
    let opened = match opened::open(arguments)? {
        Ok(opened) => opened,
        Err(exit) => return Ok(exit),
    };
    let registry = &opened.registry;
    // As Rust spells it is as good: no two codes share that either.
    let named = registry.codes.get(name);
    let code = named.or_else(|| registry.codes.values().find(|code| code.ident == name));
    if let Some(code) = code {
        return code::explain(arguments, &opened, code);
    }
    if let Some(retired) = registry.retired.get(name) {
        return code::explain_retired(arguments, &opened, name, retired);
    }
    unknown(arguments, name, Some(&opened))
}

/// A code that may have been meant, where there is a registry at all: rules are explained anywhere.
fn near_code(arguments: &Arguments, name: &str) -> Option<String> {
    let package = Package::find(arguments).ok()?;
    let registry = errtax_build::analyse(&package.directory, &package.registry).registry?;
    suggest::nearest(name, registry.codes.keys().map(String::as_str)).map(str::to_owned)
}

/// Whether it is worth looking for a code: rules have no capitals and no underscores.
fn could_be_code(name: &str) -> bool {
    name.contains(|c: char| c.is_ascii_uppercase() || c == '_')
}

fn unknown(arguments: &Arguments, name: &str, opened: Option<&Opened>) -> io::Result<Exit> {
    let rules = RULES.iter().map(|rule| rule.id);
    let Some(opened) = opened else {
        let near = suggest::nearest(name, rules)
            .map(str::to_owned)
            .or_else(|| near_code(arguments, name));
        let help = match near {
            Some(near) => format!("did you mean `cargo errtax explain {near}`?"),
            None => "`cargo errtax rules` lists them all; a code is written in capitals, and `cargo errtax list` lists those"
                .to_owned(),
        };
        let trouble = Trouble::new("Cargo.toml", format!("there is no rule `{name}`"), help);
        return report::trouble(&trouble, Exit::CouldNotJudge, arguments.format);
    };
    let registry = &opened.registry;
    let codes = registry.codes.keys().chain(registry.retired.keys()).map(String::as_str);
    // Something like a code was meant, but a rule in capitals is understood too.
    let near = suggest::nearest(name, codes).or_else(|| suggest::nearest(name, rules));
    let help = match near {
        Some(near) => format!("did you mean `cargo errtax explain {near}`?"),
        None => "`cargo errtax list --all` lists the codes, `cargo errtax rules` the rules".to_owned(),
    };
    let shown = opened.package.show(&opened.package.registry);
    let trouble = Trouble::new(
        shown,
        format!("the registry `{}` has no code `{name}`", registry.name),
        help,
    );
    report::trouble(&trouble, Exit::CouldNotJudge, arguments.format)
}
