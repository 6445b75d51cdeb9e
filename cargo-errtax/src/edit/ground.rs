//! What a command finds before it plans, and how it refuses.

use std::fmt::Display;
use std::path::Path;

use errtax_build::Analysis;
use errtax_build::model::{Code, Origin, Registry, Version};
use errtax_build::suggest;
use errtax_core::Status;

use crate::arguments::Arguments;
use crate::package::Package;
use crate::paths::{normalize, relative};
use crate::trouble::Trouble;

/// What a command finds.
#[derive(Debug)]
pub(crate) struct Ground<'a> {
    pub(crate) arguments: &'a Arguments,
    pub(crate) package: &'a Package,
    pub(crate) analysis: &'a Analysis,
    pub(crate) registry: &'a Registry,
}

/// Why nothing is done.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// What is asked for cannot be.
    Refused(Trouble),
    /// It cannot be told.
    CouldNot(Trouble),
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Self {
        Self::CouldNot(trouble)
    }
}

impl<'a> Ground<'a> {
    /// The registry's file, as shown.
    pub(crate) fn shown(&self) -> String {
        self.package.show(&self.package.registry)
    }

    /// A refusal about the registry as a whole.
    pub(crate) fn refuse(&self, message: impl Display, help: impl Display) -> Refusal {
        Refusal::Refused(Trouble::new(self.shown(), message, help))
    }

    /// A refusal about a code, at its place.
    pub(crate) fn refuse_at(&self, code: &Code, field: &str, message: impl Display, help: impl Display) -> Refusal {
        let place = code.places.get(field);
        let file = self.analysis.sources.file(place.file);
        Refusal::Refused(Trouble::new(self.package.show(&file.path), message, help).at(&file.text, place.start))
    }

    /// The file of a code, in the package.
    pub(crate) fn file_of(&self, code: &Code) -> &'a str {
        &self.analysis.sources.file(code.places.name.file).path
    }

    /// A path as it was typed, relative to the package; `what` it is of.
    pub(crate) fn in_package(&self, typed: &Path, what: &str) -> Result<String, Refusal> {
        let here = std::env::current_dir().map_err(|error| {
            Trouble::new(
                self.shown(),
                format!("cannot tell the current directory: {error}"),
                "change to a directory that exists",
            )
        })?;
        match relative(&normalize(&here.join(typed)), &self.package.directory) {
            Some(file) if !file.is_empty() && file != ".." && !file.starts_with("../") => Ok(file),
            _ => Err(self.refuse(
                format!("{} is outside of the package: {what} belongs in it", typed.display()),
                "name a file of the package, from where you are",
            )),
        }
    }

    /// A code that this registry itself declares. `command` is what was typed before its name.
    pub(crate) fn own(&self, name: &str, command: &str) -> Result<&'a Code, Refusal> {
        let registry = self.registry;
        let Some(code) = registry.codes.get(name) else {
            if let Some(retired) = registry.retired.get(name) {
                let message = format!("{name} is retired since {}: it is no code any more", retired.since);
                return Err(self.refuse(message, "nothing is left to do about it; its tombstone stays"));
            }
            let message = format!("the registry `{}` has no code `{name}`", registry.name);
            let own = registry.codes.values().filter(|code| code.origin == Origin::Own);
            let help = match suggest::nearest(name, own.map(|code| code.name.as_str())) {
                Some(near) => format!("did you mean `cargo errtax {command} {near}`?"),
                None => "`cargo errtax list` shows the codes there are".to_owned(),
            };
            return Err(self.refuse(message, help));
        };
        if let Origin::Extended(origin) = &code.origin {
            let message = format!("{name} is a code of the registry `{origin}`, and only that can change it");
            let paths: Vec<&String> = registry
                .extends
                .iter()
                .filter(|entry| entry.ends_with(".toml"))
                .collect();
            let help = match (self.file_of(code).contains(':'), paths.as_slice()) {
                (false, [path]) => format!("`cargo errtax {command} {name} --registry {}`", self.package.show(path)),
                _ => format!("name a code that `{}` itself declares", registry.name),
            };
            return Err(self.refuse(message, help));
        }
        Ok(code)
    }

    /// A code that has shipped, is recorded in the lock, and is declared here.
    pub(crate) fn shipped(&self, name: &str, command: &str) -> Result<&'a Code, Refusal> {
        let code = self.own(name, command)?;
        let recorded = self
            .analysis
            .lock
            .as_ref()
            .is_some_and(|lock| lock.codes.contains_key(name));
        if code.status == Status::Draft && !recorded {
            return Err(self.refuse_at(
                code,
                "status",
                format!("{name} is a draft: it has not shipped, so nobody has to be led away from it"),
                format!(
                    "change, rename or delete `[codes.{name}]` as you like; if it has shipped, freeze it first: `cargo errtax \
                     freeze {name}`"
                ),
            ));
        }
        if !recorded {
            return Err(self.refuse_at(
                code,
                "status",
                format!("{name} says that it is frozen, and the lock does not record it"),
                "run `cargo errtax freeze`, then this again".to_owned(),
            ));
        }
        Ok(code)
    }

    /// The version of the registry.
    pub(crate) fn version(&self) -> Version {
        self.registry.version
    }
}
