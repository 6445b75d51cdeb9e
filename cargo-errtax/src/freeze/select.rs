//! Which codes are meant.

use std::collections::BTreeSet;

use errtax_build::model::{Origin, Registry};
use errtax_build::source::Place;
use errtax_build::suggest;
use errtax_core::Status;

use crate::trouble::Trouble;

/// A draft code that shall be frozen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Selected {
    /// Its name.
    pub(crate) code: String,
    /// The `since` that it gets, where it has none.
    pub(crate) since: Option<String>,
    /// Where it is declared.
    pub(crate) place: Place,
}

/// The draft codes among `wanted`; those that are frozen already need nothing. `shown` names the registry.
pub(crate) fn select(registry: &Registry, wanted: &[String], shown: &str) -> Result<Vec<Selected>, Trouble> {
    let mut selected: Vec<Selected> = Vec::new();
    let mut named = BTreeSet::new();
    let mut unknown = Vec::new();
    for name in wanted {
        let Some(code) = registry.codes.get(name) else {
            if let Some(retired) = registry.retired.get(name) {
                let message = format!("{name} is retired since {} and cannot ship again", retired.since);
                return Err(Trouble::new(
                    shown,
                    message,
                    "declare a code with a new name, and freeze that",
                ));
            }
            unknown.push(name.as_str());
            continue;
        };
        if let Origin::Extended(origin) = &code.origin {
            let message = format!("{name} is a code of the registry `{origin}`, which freezes its own");
            return Err(Trouble::new(
                shown,
                message,
                format!("name codes that `{}` itself declares", registry.name),
            ));
        }
        if code.status == Status::Draft && named.insert(name) {
            let since = code.since.is_none().then(|| registry.version.to_string());
            selected.push(Selected {
                code: name.clone(),
                since,
                place: code.places.name,
            });
        }
    }
    if unknown.is_empty() {
        Ok(selected)
    } else {
        Err(unknown_codes(registry, wanted, &unknown, shown))
    }
}

/// The registry as it will be.
pub(crate) fn frozen(registry: &Registry, selected: &[Selected]) -> Registry {
    let mut registry = registry.clone();
    let version = registry.version;
    for wanted in selected {
        if let Some(code) = registry.codes.get_mut(&wanted.code) {
            code.status = Status::Frozen;
            code.since.get_or_insert(version);
        }
    }
    registry
}

fn unknown_codes(registry: &Registry, wanted: &[String], unknown: &[&str], shown: &str) -> Trouble {
    let names = unknown
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ");
    let message = format!("the registry `{}` has no code {names}", registry.name);
    let own = || {
        registry
            .codes
            .values()
            .filter(|code| code.origin == Origin::Own)
            .map(|code| code.name.as_str())
    };
    let meant = wanted.iter().map(|name| match unknown.contains(&name.as_str()) {
        true => suggest::nearest(name, own()),
        false => Some(name.as_str()),
    });
    let help = match meant.collect::<Option<Vec<_>>>() {
        Some(meant) => format!("did you mean `cargo errtax freeze {}`?", meant.join(" ")),
        None => {
            let first = unknown.first().copied().unwrap_or_default();
            format!("declare it first, as `[codes.{first}]` in {shown}")
        }
    };
    Trouble::new(shown, message, help)
}
