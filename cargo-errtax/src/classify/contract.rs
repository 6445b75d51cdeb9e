//! The registry whose codes are named and whose rules count.

use std::io;

use errtax::standard;
use errtax_core::Registry;

use crate::arguments::Arguments;
use crate::exit::Exit;
use crate::leaked::{self, Leaked};
use crate::opened::open_sound;
use crate::package::{Package, USUAL};

/// The registry whose codes are named and whose rules count.
#[derive(Debug)]
pub(super) struct Contract {
    /// As servers have it.
    pub(super) registry: &'static Registry,
    /// Its file; none for the standard codes.
    pub(super) file: Option<String>,
    /// Where its rules about foreign services stand: `registry.toml:14`.
    places: Vec<String>,
}

impl Contract {
    /// The one that the arguments mean: that of the package. Where none is named and none is there, the standard codes do.
    pub(super) fn find(arguments: &Arguments) -> io::Result<Result<Self, Exit>> {
        let is_named = arguments.registry.is_some() || arguments.manifest_path.is_some();
        if !is_named && !has_registry(arguments) {
            return Ok(Ok(Self {
                registry: &standard::REGISTRY,
                file: None,
                places: Vec::new(),
            }));
        }
        let opened = match open_sound(arguments)? {
            Ok(opened) => opened,
            Err(exit) => return Ok(Err(exit)),
        };
        let Leaked { registry, rules } = leaked::registry(&opened.registry);
        let place = |place| {
            let (file, line) = opened.line(place);
            format!("{file}:{line}")
        };
        Ok(Ok(Self {
            registry,
            file: Some(opened.package.show(&opened.package.registry)),
            places: rules.into_iter().map(place).collect(),
        }))
    }

    /// Where a rule stands.
    pub(super) fn place(&self, rule: usize) -> &str {
        self.places.get(rule).map_or("", String::as_str)
    }
}

/// Whether the package here has a registry, or says that it has one.
fn has_registry(arguments: &Arguments) -> bool {
    Package::named(arguments).is_ok_and(|package| package.registry != USUAL || package.path(USUAL).is_file())
}
