//! Finds the package that a command is about, and its registry.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use toml_edit::{Document, Item};

use crate::arguments::Arguments;
use crate::paths::{below, normalize, relative};
use crate::trouble::Trouble;

/// The registry's file where nothing else is said.
pub(crate) const USUAL: &str = "registry.toml";

/// A package with a registry.
#[derive(Debug)]
pub(crate) struct Package {
    /// Its folder, absolute.
    pub(crate) directory: PathBuf,
    /// Its folder as seen from the current directory; empty where they are the same.
    pub(crate) shown: String,
    /// Its registry, relative to the folder, with `/`.
    pub(crate) registry: String,
}

impl Package {
    /// The package that the arguments and the current directory mean.
    pub(crate) fn find(arguments: &Arguments) -> Result<Self, Trouble> {
        Self::find_from(
            &here()?,
            arguments.manifest_path.as_deref(),
            arguments.registry.as_deref(),
        )
    }

    /// The same for commands that only read: a registry that is named need not be in a package.
    pub(crate) fn find_to_read(arguments: &Arguments) -> Result<Self, Trouble> {
        match (&arguments.registry, &arguments.manifest_path) {
            (Some(registry), None) => Self::around(&here()?, registry),
            _ => Self::find(arguments),
        }
    }

    /// That of a registry, or where it is in none, its folder.
    fn around(here: &Path, registry: &Path) -> Result<Self, Trouble> {
        if nearest_manifest(here).is_ok() {
            return Self::find_from(here, None, Some(registry));
        }
        let path = normalize(&here.join(registry));
        let alone = path.parent().zip(path.file_name().and_then(OsStr::to_str));
        let (directory, name) = alone.filter(|_| path.is_file()).ok_or_else(|| {
            let shown = registry.display().to_string();
            let message = format!("there is no registry: {shown} is not a file");
            Trouble::new(shown, message, "name a registry: `--registry registry.toml`")
        })?;
        Ok(Self {
            shown: relative(directory, here).unwrap_or_default(),
            registry: name.to_owned(),
            directory: directory.to_owned(),
        })
    }

    /// The same, whether or not its registry is there.
    pub(crate) fn named(arguments: &Arguments) -> Result<Self, Trouble> {
        Self::named_from(
            &here()?,
            arguments.manifest_path.as_deref(),
            arguments.registry.as_deref(),
        )
    }

    /// That of a manifest, whatever the arguments say, and whether or not its registry is there.
    pub(crate) fn named_by(manifest: &Path) -> Result<Self, Trouble> {
        Self::named_from(&here()?, Some(manifest), None)
    }

    /// The same; `None` where the manifest says nothing of a registry and none is there.
    pub(crate) fn of_manifest(manifest: &Path) -> Result<Option<Self>, Trouble> {
        let found = Self::named_by(manifest)?;
        if found.registry == USUAL && !found.path(USUAL).exists() {
            return Ok(None);
        }
        found.checked().map(Some)
    }

    fn find_from(here: &Path, manifest: Option<&Path>, registry: Option<&Path>) -> Result<Self, Trouble> {
        Self::named_from(here, manifest, registry)?.checked()
    }

    /// Fails where the registry is not there.
    fn checked(self) -> Result<Self, Trouble> {
        match self.path(&self.registry).is_file() {
            true => Ok(self),
            false => Err(self.no_registry()),
        }
    }

    /// That the registry is not there.
    pub(crate) fn no_registry(&self) -> Trouble {
        let message = format!("there is no registry: {} is not a file", self.show(&self.registry));
        Trouble::new(self.show("Cargo.toml"), message, NO_REGISTRY)
    }

    fn named_from(here: &Path, manifest: Option<&Path>, registry: Option<&Path>) -> Result<Self, Trouble> {
        let manifest = manifest_from(here, manifest)?;
        let directory = manifest.parent().unwrap_or(here).to_owned();
        let shown = relative(&directory, here).unwrap_or_default();
        let manifest_shown = below(&shown, "Cargo.toml");
        let text = std::fs::read_to_string(&manifest).map_err(|error| {
            let message = format!("cannot read {}: {}", shown_or(&manifest, here), reason(&error));
            Trouble::new(
                &manifest_shown,
                message,
                "name the Cargo.toml of the package: `--manifest-path server/Cargo.toml`",
            )
        })?;
        let declared = declared_registry(&text, &manifest_shown)?;
        let registry = match registry {
            Some(path) => inside(&normalize(&here.join(path)), &directory, || {
                Trouble::new(
                    &manifest_shown,
                    format!("the registry {} is outside of the package", path.display()),
                    OUTSIDE,
                )
            })?,
            None => match declared {
                Some((path, offset)) => inside(&normalize(&directory.join(&path)), &directory, || {
                    let message = format!("`package.metadata.errtax.registry` leaves the package: \"{path}\"");
                    Trouble::new(&manifest_shown, message, OUTSIDE).at(&text, offset)
                })?,
                None => USUAL.to_owned(),
            },
        };
        Ok(Self {
            directory,
            shown,
            registry,
        })
    }

    /// Where a file of the package is on the disk.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// How a file of the package is named to whoever runs the command. The standard registry has a name of its own.
    pub(crate) fn show(&self, name: &str) -> String {
        if is_virtual(name) {
            name.to_owned()
        } else {
            joined(&self.shown, name)
        }
    }

    /// How a file of the package is named from the top of the repository, as a code host wants it. What is no file of the
    /// package is named by the registry.
    pub(crate) fn show_from_repository(&self, name: &str) -> String {
        let name = if is_virtual(name) { &self.registry } else { name };
        let top = self
            .directory
            .ancestors()
            .find(|directory| directory.join(".git").exists());
        match top.and_then(|top| relative(&self.directory, top)) {
            Some(directory) => joined(&directory, name),
            None => self.show(name),
        }
    }

    /// Whether its manifest names no Rust code and none is where cargo looks for it: a folder for the contract alone.
    pub(crate) fn has_no_target(&self) -> bool {
        let text = std::fs::read_to_string(self.path("Cargo.toml")).unwrap_or_default();
        let Ok(manifest) = Document::parse(text) else {
            return false;
        };
        let named = ["lib", "bin"].iter().any(|table| manifest.get(table).is_some());
        let usual = ["src/lib.rs", "src/main.rs", "src/bin"].iter();
        !named && !usual.map(|path| self.path(path)).any(|path| path.exists())
    }

    /// The lock's file, relative to the folder.
    pub(crate) fn lock(&self) -> String {
        errtax_build::lock_path(&self.registry)
    }
}

/// Puts `name`, which may be in a package beside this one (`../server/src/lib.rs`), below `directory`.
fn joined(directory: &str, name: &str) -> String {
    if name.starts_with("../") {
        normalize(Path::new(&below(directory, name)))
            .to_string_lossy()
            .replace('\\', "/")
    } else {
        below(directory, name)
    }
}

/// Whether a source is no file of the package: `errtax:registry.toml`.
fn is_virtual(name: &str) -> bool {
    name.starts_with("errtax:")
}

const OUTSIDE: &str = "keep the registry in the package, so that a published crate has it too: move it here, link it here \
                       (`ln -s`, cargo packages what it points to), or give it a crate of its own";
const NO_REGISTRY: &str = "write registry.toml beside Cargo.toml, or say where it is: `--registry contracts/registry.toml`, or in \
                           Cargo.toml `[package.metadata.errtax]` with `registry = \"contracts/registry.toml\"`";

/// The manifest that the arguments and the current directory mean, absolute, and how it is shown.
pub(crate) fn manifest(arguments: &Arguments) -> Result<(PathBuf, String), Trouble> {
    let here = here()?;
    let manifest = manifest_from(&here, arguments.manifest_path.as_deref())?;
    let shown = shown_or(&manifest, &here);
    Ok((manifest, shown))
}

fn manifest_from(here: &Path, manifest: Option<&Path>) -> Result<PathBuf, Trouble> {
    let manifest = match manifest {
        Some(path) => normalize(&here.join(path)),
        None => nearest_manifest(here)?,
    };
    if manifest.is_dir() {
        let shown = shown_or(&manifest, here);
        let name = if shown.is_empty() { "." } else { shown.as_str() };
        return Err(Trouble::new(
            below(&shown, "Cargo.toml"),
            format!("`{name}` is a folder, not a manifest"),
            format!(
                "name the Cargo.toml in it: `--manifest-path {}`",
                below(&shown, "Cargo.toml")
            ),
        ));
    }
    Ok(manifest)
}

fn here() -> Result<PathBuf, Trouble> {
    std::env::current_dir().map_err(|error| {
        Trouble::new(
            "Cargo.toml",
            format!("cannot tell the current directory: {error}"),
            "change to a directory that exists",
        )
    })
}

fn nearest_manifest(here: &Path) -> Result<PathBuf, Trouble> {
    here.ancestors()
        .map(|directory| directory.join("Cargo.toml"))
        .find(|path| path.is_file())
        .ok_or_else(|| {
            Trouble::new(
                "Cargo.toml",
                "there is no Cargo.toml here or in a folder above",
                "change to the package, or name it: `--manifest-path server/Cargo.toml`",
            )
        })
}

/// What `[package.metadata.errtax]` says, and where.
pub(crate) fn declared_registry(text: &str, shown: &str) -> Result<Option<(String, usize)>, Trouble> {
    let manifest = Document::parse(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        Trouble::new(
            shown,
            format!("{shown} is not TOML: {}", error.message().trim()),
            "mend it; cargo cannot read it either",
        )
        .at(text, offset)
    })?;
    let Some(package) = manifest.get("package") else {
        let message = format!("{shown} is a workspace without a package of its own");
        let help = "change to the package whose registry it is, or name it: `--manifest-path server/Cargo.toml`";
        return Err(Trouble::new(shown, message, help));
    };
    let declared = ["metadata", "errtax", "registry"]
        .iter()
        .try_fold(package, |item: &Item, key| item.get(key));
    let Some(declared) = declared else { return Ok(None) };
    let offset = declared.span().map_or(0, |span| span.start);
    match declared.as_str() {
        Some(path) => Ok(Some((path.to_owned(), offset))),
        None => {
            let message = format!(
                "`package.metadata.errtax.registry` must be a string, found {}",
                declared.type_name()
            );
            Err(Trouble::new(shown, message, "write `registry = \"registry.toml\"`").at(text, offset))
        }
    }
}

/// The path relative to the package, unless it leaves it.
fn inside(path: &Path, directory: &Path, otherwise: impl FnOnce() -> Trouble) -> Result<String, Trouble> {
    match relative(path, directory) {
        Some(inner) if !inner.is_empty() && inner != ".." && !inner.starts_with("../") => Ok(inner),
        _ => Err(otherwise()),
    }
}

fn shown_or(path: &Path, here: &Path) -> String {
    relative(path, here).unwrap_or_else(|| path.display().to_string())
}

/// What the system said, without its numbers.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "it does not exist".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::InvalidData => "it is not UTF-8".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn package(manifest: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("src/deep")).unwrap();
        fs::create_dir_all(folder.path().join("contracts")).unwrap();
        fs::write(folder.path().join("Cargo.toml"), manifest).unwrap();
        fs::write(folder.path().join("registry.toml"), "").unwrap();
        fs::write(folder.path().join("contracts/mine.toml"), "").unwrap();
        folder
    }

    const PLAIN: &str = "[package]\nname = \"x\"\n";
    const ELSEWHERE: &str = "[package]\nname = \"x\"\n[package.metadata.errtax]\nregistry = \"contracts/mine.toml\"\n";

    #[test]
    fn the_package_is_found_from_below_and_by_its_manifest() {
        let folder = package(PLAIN);
        let top = folder.path();
        let found = Package::find_from(&top.join("src/deep"), None, None).unwrap();
        assert_eq!(
            (found.shown.as_str(), found.registry.as_str()),
            ("../..", "registry.toml")
        );
        assert_eq!(found.show("registry.toml"), "../../registry.toml");
        let parent = top.parent().unwrap();
        let name = top.file_name().unwrap().to_str().unwrap();
        let manifest = Path::new(name).join("Cargo.toml");
        let found = Package::find_from(parent, Some(&manifest), None).unwrap();
        assert_eq!(found.show("registry.toml"), format!("{name}/registry.toml"));
        assert_eq!(found.show("errtax:registry.toml"), "errtax:registry.toml");
    }

    #[test]
    fn the_registry_is_named_by_the_manifest_or_the_arguments() {
        let folder = package(ELSEWHERE);
        let found = Package::find_from(folder.path(), None, None).unwrap();
        assert_eq!(
            (found.registry.as_str(), found.lock().as_str()),
            ("contracts/mine.toml", "contracts/mine.lock")
        );
        let found = Package::find_from(folder.path(), None, Some(Path::new("registry.toml"))).unwrap();
        assert_eq!(found.registry, "registry.toml");
        // What is typed is relative to where it is typed.
        let found = Package::find_from(&folder.path().join("src"), None, Some(Path::new("../registry.toml"))).unwrap();
        assert_eq!(found.registry, "registry.toml");
    }

    #[test]
    fn a_folder_is_no_manifest_and_the_help_names_the_one_in_it() {
        let folder = package(PLAIN);
        for (here, path, name, manifest) in [
            ("", ".", "`.`", "`--manifest-path Cargo.toml`"),
            ("src", "..", "`..`", "`--manifest-path ../Cargo.toml`"),
            ("", "src", "`src`", "`--manifest-path src/Cargo.toml`"),
        ] {
            let trouble = Package::find_from(&folder.path().join(here), Some(Path::new(path)), None).unwrap_err();
            assert_eq!(trouble.message, format!("{name} is a folder, not a manifest"));
            assert!(trouble.help.ends_with(manifest), "{}", trouble.help);
        }
    }

    #[test]
    fn a_code_host_gets_the_path_from_the_top_of_the_repository() {
        let folder = tempfile::tempdir().unwrap();
        let server = folder.path().join("crates/server");
        fs::create_dir_all(&server).unwrap();
        fs::create_dir(folder.path().join(".git")).unwrap();
        fs::write(server.join("Cargo.toml"), PLAIN).unwrap();
        fs::write(server.join("registry.toml"), "").unwrap();
        let found = Package::find_from(&server, None, None).unwrap();
        assert_eq!(found.show_from_repository("codes/a.toml"), "crates/server/codes/a.toml");
        assert_eq!(
            found.show_from_repository("errtax:registry.toml"),
            "crates/server/registry.toml"
        );
    }

    #[test]
    fn what_cannot_be_found_is_said_with_its_place() {
        let cases = [
            (
                "[workspace]\n",
                None,
                "Cargo.toml is a workspace without a package of its own",
                1,
            ),
            ("[package\n", None, "Cargo.toml is not TOML", 1),
            (
                "[package]\nmetadata.errtax.registry = 3\n",
                None,
                "must be a string, found integer",
                2,
            ),
            (
                "[package]\n\nmetadata.errtax.registry = \"../r.toml\"\n",
                None,
                "leaves the package: \"../r.toml\"",
                3,
            ),
            (PLAIN, Some("../r.toml"), "../r.toml is outside of the package", 1),
            (PLAIN, Some("missing.toml"), "missing.toml is not a file", 1),
            (PLAIN, Some("contracts"), "contracts is not a file", 1),
        ];
        for (manifest, registry, message, line) in cases {
            let folder = package(manifest);
            let trouble = Package::find_from(folder.path(), None, registry.map(Path::new)).unwrap_err();
            assert!(trouble.message.contains(message), "{manifest:?}: {trouble:?}");
            assert_eq!(
                (trouble.file.as_str(), trouble.line),
                ("Cargo.toml", line),
                "{manifest:?}"
            );
            assert!(!trouble.help.is_empty());
        }
    }
}
