//! A registry that the base has and that is no longer there: every code of it is gone with it.

use errtax_build::merge::rules::REGISTRY_GONE;

use crate::against::{Against, Lost};
use crate::package::Package;
use crate::report::count;
use crate::trouble::Trouble;

use super::Checked;

/// A package without a registry. Where the base has nothing of it either, there is nothing to judge.
pub(super) fn alone(package: Package, against: Option<&Against>) -> Result<Checked, Trouble> {
    let gone = against.map(|against| against.gone(&package)).transpose();
    match gone.map_err(|obstacle| obstacle.at(package.show(&package.registry)))? {
        Some(Some(lost)) => {
            let mut checked = Checked::nothing(package);
            checked.gone(&lost);
            checked.compared = Some(lost.codes);
            Ok(checked)
        }
        _ => Err(package.no_registry()),
    }
}

impl Checked {
    /// A package of which there is nothing to say yet.
    pub(super) fn nothing(package: Package) -> Self {
        let mut analysis = errtax_build::analyse(&package.directory, &package.registry);
        analysis.findings.clear();
        Self {
            package,
            analysis,
            findings: Vec::new(),
            fixed: Vec::new(),
            side: None,
            introduced: false,
            compared: None,
        }
    }

    /// A registry of the base that nothing here continues.
    pub(super) fn gone(&mut self, lost: &Lost) {
        let Lost { shown, codes } = lost;
        let codes = count(*codes, "code");
        self.tell(
            &REGISTRY_GONE,
            format!("the registry {shown} is gone, and with it {codes} that shipped"),
            format!(
                "put it back: `git show {shown}` has it; if it was moved, keep its `name`, and name it in Cargo.toml where it is \
                 not registry.toml. A contract ends with its codes retired one by one, and its registry stays, with their \
                 tombstones"
            ),
        )
    }
}
