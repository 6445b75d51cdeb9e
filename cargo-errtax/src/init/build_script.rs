//! The build script.

use crate::edit::Files;
use crate::package::Package;
use crate::trouble::Trouble;

use super::Steps;
use super::manifest::Manifest;

/// Where cargo looks for it.
const USUAL: &str = "build.rs";

/// Writes it; where there is one, says what is missing in it.
pub(super) fn add(
    package: &Package,
    files: &mut Files<'_>,
    manifest: &Manifest,
    steps: &mut Steps,
) -> Result<(), Trouble> {
    let call = format!("errtax_build::compile({})", crate::edit::string(&package.registry));
    let path = match &manifest.build {
        Some(Err(())) => {
            steps.left.push(format!(
                "{} says `build = false`: take that away, and write {USUAL} with `fn main() {{ {call} }}`",
                package.show("Cargo.toml")
            ));
            return Ok(());
        }
        Some(Ok(path)) => path.as_str(),
        None => USUAL,
    };
    let shown = package.show(path);
    if !package.path(path).exists() {
        files.put(path, format!("fn main() {{\n    {call}\n}}\n"))?;
        steps.added(format!("{shown}, which compiles the registry"));
        return Ok(());
    }
    let there = files.text(path)?.unwrap_or_default();
    if !there.contains("errtax_build") {
        steps.left.push(format!("in `main` of {shown}: {call};"));
    }
    Ok(())
}
