//! Names that `[contract]` has to list: the field of the completion, the scopes of tools and what they are bound to.

use super::Context;
use crate::finding::Finding;
use crate::source::Place;
use crate::{rules, suggest};

/// What is named, where, and among which names it has to be.
struct Named<'a> {
    key: &'a str,
    name: &'a str,
    place: Place,
    /// What a message says that the contract has to list it.
    listed: &'a str,
    known: Vec<&'a str>,
    /// What to do where no name is near.
    help: String,
}

pub(super) fn check(context: &mut Context<'_>) {
    if !context.doubts.sure("", "contract") {
        return;
    }
    let registry = context.registry;
    let promises = &registry.promises;
    let place = |key: &str| {
        promises
            .places
            .as_ref()
            .map_or(registry.place, |places| places.get(key))
    };
    let (fields, scopes) = (&promises.write_output, &promises.scopes);
    if let Some(completion) = &promises.completion {
        let help = format!("add it: `write_output = {}`", with(fields, completion));
        named(
            context,
            Named {
                key: "completion",
                name: completion,
                place: place("completion"),
                listed: "`write_output`",
                known: fields.iter().map(String::as_str).collect(),
                help,
            },
        );
    }
    // What tools name that are taken over, the registry that declares them lists. Only where this one lists something itself is
    // it held to that.
    let taken_over = registry.extends.iter().any(|extended| extended.ends_with(".toml"));
    for tool in registry.tools.values() {
        if let Some(scope) = tool.scope.as_ref().filter(|_| !(taken_over && scopes.is_empty())) {
            let help = format!("add it below `[contract]`: `scopes = {}`", with(scopes, scope));
            named(
                context,
                Named {
                    key: "scope",
                    name: scope,
                    place: tool.places.get("scope"),
                    listed: "`scopes`",
                    known: scopes.iter().map(String::as_str).collect(),
                    help,
                },
            );
        }
        if taken_over && promises.bound.is_empty() {
            continue;
        }
        for bound in &tool.bound {
            named(
                context,
                Named {
                    key: "bound",
                    name: bound,
                    place: tool.places.get("bound"),
                    listed: "`[contract.bound]`",
                    known: promises.bound.keys().map(String::as_str).collect(),
                    help: format!(
                        "add `[contract.bound.{bound}]` with `field = \"{bound}_status\"`, or remove it here"
                    ),
                },
            );
        }
    }
}

fn named(context: &mut Context<'_>, named: Named<'_>) {
    let Named {
        key,
        name,
        place,
        listed,
        known,
        help,
    } = named;
    if known.contains(&name) {
        return;
    }
    let help = match suggest::nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => help,
    };
    let message = format!("`{key}` names `{name}`, which {listed} does not list: nothing is held to it");
    context.add(Finding::new(&rules::NOT_IN_CONTRACT, place, message, help).label("not in the contract"));
}

/// A list with one name more, as TOML.
fn with(list: &[String], name: &str) -> String {
    let names: Vec<&str> = list.iter().map(String::as_str).chain([name]).collect();
    crate::write::texts(&names)
}
