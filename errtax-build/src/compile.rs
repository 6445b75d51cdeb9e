//! The entry point for build scripts: from `registry.toml` to what the crate includes.
//!
//! A registry with problems still compiles to a whole `Code` enum, with one `compile_error!` a problem beside it. That
//! is the one form that a terminal, `--message-format=json` and rust-analyzer all show; a build script that fails shows
//! in neither of the last two, and leaves the editor without `OUT_DIR`. Only what cannot be read or written fails.

use std::ffi::OsStr;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::analysis::{Analysis, lock_path};
use crate::generate;
use crate::manifest::{self, analyse_compiled};
use crate::render;

/// The file that `errtax::include_registry!()` includes.
const RUST_FILE: &str = "errtax.rs";

/// Compiles the registry at `path`, which is relative to the package, for `errtax::include_registry!()` to include.
///
/// To be called from a build script. What is wrong with the registry becomes compile errors of the crate.
///
/// ```no_run
/// // build.rs
/// fn main() {
///     errtax_build::compile("registry.toml");
/// }
/// ```
///
/// # Exit
///
/// Ends the process with exit code 1 and a message when the registry cannot be read or `OUT_DIR` not be written, and when
/// the build script has compiled a registry before: a package has one.
// The example is a whole build script, `main` and all.
#[allow(clippy::needless_doctest_main)]
pub fn compile(path: impl AsRef<Path>) {
    Builder::new(path).compile();
}

/// The long form of [`compile()`].
#[derive(Clone, Debug)]
pub struct Builder {
    path: PathBuf,
    fail_fast: bool,
}

impl Builder {
    /// For the registry at `path`, which is relative to the package.
    #[must_use]
    pub fn new(path: impl AsRef<Path>) -> Self {
        Self {
            path: path.as_ref().to_owned(),
            fail_fast: false,
        }
    }

    /// Makes the build script itself fail when the registry has problems, all of them on standard error. For pipelines
    /// that read nothing else.
    #[must_use]
    pub fn fail_fast(mut self) -> Self {
        self.fail_fast = true;
        self
    }

    /// Compiles.
    ///
    /// # Exit
    ///
    /// As for [`compile()`]; with [`fail_fast`](Self::fail_fast) also when the registry has problems.
    pub fn compile(&self) {
        let variable = |name: &str| {
            std::env::var_os(name).map(PathBuf::from).ok_or_else(|| {
                Fatal(format!(
                    "{name} is not set: call `errtax_build::compile` from a build script (build.rs)"
                ))
            })
        };
        let outcome = claim(&COMPILED, &self.path).and_then(|()| variable("CARGO_MANIFEST_DIR"));
        let outcome = outcome.and_then(|package| {
            let out_dir = variable("OUT_DIR")?;
            self.run(&package, &out_dir, &mut io::stdout().lock())
        });
        if let Err(fatal) = outcome {
            // A panic would add a backtrace that leads nowhere in the user's code.
            eprintln!("{fatal}");
            std::process::exit(1);
        }
    }

    /// Everything but the process around it. `directives` is what cargo reads.
    fn run(&self, package: &Path, out_dir: &Path, directives: &mut dyn Write) -> Result<(), Fatal> {
        let registry = self.relative(package)?;
        // First of all, so that mending whatever stops this script runs it again. With a single colon, for the
        // package may declare a `rust-version` from before cargo knew two.
        let depend = |directives: &mut dyn Write, path: &str| {
            writeln!(directives, "cargo:rerun-if-changed={path}")
                .map_err(|error| Fatal::write("standard output", &error))
        };
        let first = [registry.clone(), lock_path(&registry)];
        for path in &first {
            depend(directives, path)?;
        }
        // Cargo runs this script again for none of the manifest's metadata. A file that is not there would run it always.
        if package.join(manifest::FILE).is_file() {
            depend(directives, manifest::FILE)?;
        }
        let analysis = analyse_compiled(package, &registry);
        for path in &analysis.read {
            let path = path.to_string_lossy();
            if !first.iter().any(|known| *known == path) {
                depend(directives, &path)?;
            }
        }
        if analysis.registry.is_none() || self.fail_fast && analysis.fails() {
            return Err(Fatal(report(&analysis)));
        }
        write_all(&analysis, out_dir)?;
        if let Some(warning) = warning(&analysis, &registry) {
            writeln!(directives, "cargo:warning={warning}").map_err(|error| Fatal::write("standard output", &error))?;
        }
        Ok(())
    }

    /// The path as the registry's files are named everywhere: relative to the package, with `/`.
    fn relative(&self, package: &Path) -> Result<String, Fatal> {
        let path = self.path.strip_prefix(package).unwrap_or(&self.path);
        let path = path.to_str().ok_or_else(|| {
            Fatal(format!(
                "the path `{}` of the registry is not UTF-8",
                path.to_string_lossy()
            ))
        })?;
        if path.contains(['\n', '\r']) {
            return Err(Fatal(
                "the path of the registry has a line break, which cargo cannot be told about".to_owned(),
            ));
        }
        Ok(path.replace(std::path::MAIN_SEPARATOR, "/"))
    }
}

/// The registry that this build script has compiled.
static COMPILED: OnceLock<PathBuf> = OnceLock::new();

/// Takes the place of the one registry. A second one would replace what was generated from the first.
fn claim(compiled: &OnceLock<PathBuf>, path: &Path) -> Result<(), Fatal> {
    compiled.set(path.to_owned()).map_err(|path| {
        let first = compiled.get().unwrap_or(&path);
        let (first, second) = (first.display().to_string(), path.display().to_string());
        if first == second {
            return Fatal(format!(
                "this build script compiles `{first}` twice\nhelp: keep one call of `errtax_build::compile`"
            ));
        }
        Fatal(format!(
            "this build script compiles `{first}` and then `{second}`, and a package has one registry\nhelp: keep one call \
             of `errtax_build::compile`, and bring the codes of `{second}` in by `extends = [\"{second}\"]` below the \
             `[registry]` of `{first}` (by `include`, where it has no `[registry]` of its own); or give them a crate of \
             their own, and share its codes with `#[tool_error(codes = …)]`"
        ))
    })
}

/// What ends the build script.
#[derive(Debug)]
struct Fatal(String);

impl Fatal {
    fn write(what: &str, error: &io::Error) -> Self {
        Self(format!("{what} cannot be written: {error}"))
    }
}

impl fmt::Display for Fatal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "errtax: {}", self.0)
    }
}

/// Every problem in full.
fn report(analysis: &Analysis) -> String {
    let problems: Vec<String> = analysis
        .findings
        .iter()
        .filter(|finding| finding.level.fails())
        .map(|finding| format!("error: {}", render::plain(finding, &analysis.sources)))
        .collect();
    format!("{}\n\n{}", count(problems.len(), "the registry"), problems.join("\n\n"))
}

/// One line for whoever does not include the generated file and so would see no error at all.
fn warning(analysis: &Analysis, registry: &str) -> Option<String> {
    let mut failing = analysis.findings.iter().filter(|finding| finding.level.fails());
    let first = failing.next()?;
    let count = count(1 + failing.count(), registry);
    let first = format!("{}: {}", analysis.sources.show(first.place), first.message).replace(['\n', '\r'], " ");
    Some(format!(
        "{count}, first {first} (they are errors where the crate says `errtax::include_registry!()`)"
    ))
}

fn count(problems: usize, registry: &str) -> String {
    match problems {
        1 => format!("{registry} has a problem"),
        more => format!("{registry} has {more} problems"),
    }
}

/// Writes what is generated, and removes the errors of an earlier run.
fn write_all(analysis: &Analysis, out_dir: &Path) -> Result<(), Fatal> {
    let Some(registry) = &analysis.registry else {
        return Ok(());
    };
    let (sources, findings) = (&analysis.sources, &analysis.findings);
    if registry.codes.len() >= usize::from(u16::MAX) {
        return Err(Fatal(format!(
            "the registry has {} codes, and at most 65,534 are possible",
            registry.codes.len()
        )));
    }
    let mut files = vec![
        (generate::SCHEMA_FILE.to_owned(), generate::schema(registry)),
        (RUST_FILE.to_owned(), generate::rust(registry, sources, findings)),
    ];
    let errors = generate::errors(sources, findings).into_iter().enumerate();
    files.extend(errors.map(|(position, text)| (generate::error_file(position + 1), text)));
    remove_stale(out_dir, &files);
    for (name, text) in &files {
        write_if_changed(&out_dir.join(name), text)
            .map_err(|error| Fatal::write(&format!("OUT_DIR/{name}"), &error))?;
    }
    Ok(())
}

/// A text that is there already is not written again: whatever else looks at its time sees no change.
fn write_if_changed(path: &Path, text: &str) -> io::Result<()> {
    match std::fs::read(path) {
        Ok(there) if there == text.as_bytes() => Ok(()),
        _ => std::fs::write(path, text),
    }
}

/// Removes the error texts that no longer belong to an error. Nothing includes them, so it does no harm if that fails.
fn remove_stale(out_dir: &Path, files: &[(String, String)]) {
    let Ok(entries) = std::fs::read_dir(out_dir) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_error = name
            .to_str()
            .is_some_and(|name| name.starts_with("errtax-error-") && name.ends_with(".txt"));
        if is_error && !files.iter().any(|(kept, _)| OsStr::new(kept) == name) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use std::fs;

    use super::*;

    const REGISTRY: &str = r#"[registry]
name = "acme"
version = "1.0.0"
edition = "2026"

[codes.PERIOD_LOCKED]
class = "precondition"
action = "fix_state"
retryable = false
executed = "no"
message = "Period {period_id} is locked."
hint = "Unlock it first."

[codes.PERIOD_LOCKED.details]
period_id = "string"
"#;

    struct Run {
        folder: tempfile::TempDir,
        outcome: Result<(), Fatal>,
        directives: String,
    }

    impl Run {
        fn out(&self, name: &str) -> Option<String> {
            fs::read_to_string(self.folder.path().join("out").join(name)).ok()
        }

        fn again(mut self, builder: &Builder) -> Self {
            let mut directives = Vec::new();
            let package = self.folder.path().join("package");
            self.outcome = builder.run(&package, &self.folder.path().join("out"), &mut directives);
            self.directives = String::from_utf8(directives).expect("UTF-8");
            self
        }

        fn file(self, name: &str, text: &str) -> Self {
            fs::write(self.folder.path().join("package").join(name), text).expect("writable");
            self
        }
    }

    fn run(registry: &str, builder: &Builder) -> Run {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["package", "out"] {
            fs::create_dir(folder.path().join(name)).expect("writable");
        }
        let lock = crate::lock::Lock::default().render();
        let run = Run {
            folder,
            outcome: Ok(()),
            directives: String::new(),
        };
        run.file("registry.toml", registry)
            .file("registry.lock", &lock)
            .again(builder)
    }

    fn builder() -> Builder {
        Builder::new("registry.toml")
    }

    #[test]
    fn a_sound_registry_gives_rust_and_schema_and_no_warning() {
        let run = run(REGISTRY, &builder());
        run.outcome.as_ref().expect("compiles");
        assert_eq!(
            run.directives,
            "cargo:rerun-if-changed=registry.toml\ncargo:rerun-if-changed=registry.lock\n"
        );
        assert!(run.out("errtax.rs").expect("written").contains("pub enum Code"));
        assert!(
            run.out("errtax.schema.json")
                .expect("written")
                .contains("PERIOD_LOCKED")
        );
        assert_eq!(run.out("errtax-error-1.txt"), None);
    }

    #[test]
    fn problems_become_errors_of_the_crate_and_one_warning() {
        let broken = REGISTRY
            .replace("action = \"fix_state\"", "action = \"fix\"")
            .replace("{period_id}", "{period}");
        let run = run(&broken, &builder());
        run.outcome.as_ref().expect("exits with 0 all the same");
        let rust = run.out("errtax.rs").expect("written");
        assert!(rust.contains("PeriodLocked,"), "the enum is whole");
        assert!(
            rust.contains("compile_error!(::core::include_str!(\"errtax-error-2.txt\"));"),
            "{rust}"
        );
        assert!(!rust.contains("errtax-error-3.txt"), "{rust}");
        assert!(
            run.out("errtax-error-1.txt")
                .expect("written")
                .starts_with("registry.toml:8:10: ")
        );
        assert!(
            run.out("errtax-error-2.txt")
                .expect("written")
                .starts_with("registry.toml:11:")
        );
        let warnings: Vec<&str> = run
            .directives
            .lines()
            .filter(|line| line.starts_with("cargo:warning="))
            .collect();
        assert_eq!(warnings.len(), 1);
        assert!(
            warnings[0].contains("registry.toml has 2 problems, first registry.toml:8:10: "),
            "{}",
            warnings[0]
        );

        let run = run.file("registry.toml", REGISTRY).again(&builder());
        assert_eq!(run.out("errtax-error-1.txt"), None, "stale errors are removed");
        assert!(!run.out("errtax.rs").expect("written").contains("compile_error"));
    }

    #[test]
    fn at_most_twenty_errors_are_shown_and_the_rest_counted() {
        let mut registry = REGISTRY.to_owned();
        for number in 0..25 {
            registry.push_str(&format!("\n[retired.OLD_{number}]\nsince = \"x\"\nreason = \"y\"\n"));
        }
        let run = run(&registry, &builder());
        let rust = run.out("errtax.rs").expect("written");
        assert_eq!(rust.matches("compile_error!").count(), 21);
        let rest = run.out("errtax-error-21.txt").expect("written");
        assert!(
            rest.contains("more problems") && rest.contains("cargo errtax check"),
            "{rest}"
        );
    }

    #[test]
    fn failing_fast_shows_every_problem_and_writes_nothing() {
        let run = run(&REGISTRY.replace("\"fix_state\"", "\"fix\""), &builder().fail_fast());
        let message = run.outcome.as_ref().expect_err("fails").to_string();
        assert!(message.contains("registry.toml:8:10: "), "{message}");
        assert_eq!(run.out("errtax.rs"), None);
    }

    #[test]
    fn what_cannot_be_read_or_written_fails_and_says_what_to_do() {
        let run = run(REGISTRY, &Builder::new("codes.toml"));
        let message = run.outcome.as_ref().expect_err("there is no such file").to_string();
        assert!(message.contains("codes.toml"), "{message}");
        assert!(
            run.directives.starts_with("cargo:rerun-if-changed=codes.toml\n"),
            "{}",
            run.directives
        );

        let run = run.again(&Builder::new("../registry.toml"));
        let message = run.outcome.as_ref().expect_err("leaves the package").to_string();
        assert!(
            message.contains("leaves the package") && message.contains("symlink"),
            "{message}"
        );

        let package = run.folder.path().join("package");
        let nowhere = run.folder.path().join("nowhere");
        let message = builder()
            .run(&package, &nowhere, &mut Vec::new())
            .expect_err("no such folder")
            .to_string();
        assert!(
            message.contains("OUT_DIR/errtax.schema.json cannot be written"),
            "{message}"
        );
    }

    #[test]
    fn a_registry_that_the_manifest_does_not_name_is_an_error_of_the_crate() {
        let metadata =
            |path: &str| format!("[package]\nname = \"x\"\n\n[package.metadata.errtax]\nregistry = {path}\n");
        let cases = [
            (String::from("[package]\nname = \"x\"\n"), "registry.toml", None),
            (metadata("\"registry.toml\""), "./registry.toml", None),
            (metadata("\"contracts/../registry.toml\""), "registry.toml", None),
            (metadata("\"../registry.toml\""), "registry.toml", None),
            (metadata("3"), "registry.toml", None),
            (String::from("[package\n"), "r2.toml", None),
            (String::from("[workspace]\n"), "r2.toml", None),
            (metadata("\"r2.toml\""), "r2.toml", None),
            (
                String::from("[workspace]\n\n[package]\nname = \"x\"\n"),
                "r2.toml",
                Some("Cargo.toml:3:2: the build script compiles `r2.toml`, and Cargo.toml names no registry"),
            ),
            (
                metadata("\"r2.toml\""),
                "registry.toml",
                Some("Cargo.toml:5:12: the build script compiles `registry.toml`, and Cargo.toml names `r2.toml`"),
            ),
        ];
        for (manifest, compiled, said) in cases {
            let run = run(REGISTRY, &builder())
                .file("Cargo.toml", &manifest)
                .file("r2.toml", REGISTRY)
                .file("r2.lock", &crate::lock::Lock::default().render())
                .again(&Builder::new(compiled));
            run.outcome.as_ref().expect("exits with 0 all the same");
            assert!(
                run.directives.contains("cargo:rerun-if-changed=Cargo.toml\n"),
                "{}",
                run.directives
            );
            let error = run.out("errtax-error-1.txt");
            assert_eq!(error.is_some(), said.is_some(), "{manifest} {compiled} {error:?}");
            if let (Some(error), Some(said)) = (error, said) {
                assert!(error.starts_with(said), "{error}");
            }
        }
    }

    #[test]
    fn a_path_inside_the_package_may_be_absolute() {
        let run = run(REGISTRY, &builder());
        let path = run.folder.path().join("package").join("registry.toml");
        let run = run.again(&Builder::new(path));
        run.outcome.as_ref().expect("compiles");
        assert!(
            run.directives.starts_with("cargo:rerun-if-changed=registry.toml\n"),
            "{}",
            run.directives
        );
    }

    #[test]
    fn a_missing_lock_is_an_error_of_the_crate() {
        let run = run(REGISTRY, &builder());
        fs::remove_file(run.folder.path().join("package/registry.lock")).expect("was there");
        let run = run.again(&builder());
        run.outcome.as_ref().expect("exits with 0");
        assert!(run.directives.contains("cargo:rerun-if-changed=registry.lock\n"));
        assert!(
            run.out("errtax-error-1.txt")
                .expect("written")
                .contains("cargo errtax freeze")
        );
    }

    #[test]
    fn the_same_registry_gives_the_same_bytes_in_every_folder() {
        let (here, there) = (run(REGISTRY, &builder()), run(REGISTRY, &builder()));
        for name in ["errtax.rs", "errtax.schema.json"] {
            let text = here.out(name).expect("written");
            assert_eq!(Some(&text), there.out(name).as_ref());
            assert!(
                !text.contains(&*here.folder.path().to_string_lossy()),
                "no absolute path in {name}"
            );
        }
    }

    #[test]
    fn what_did_not_change_is_not_written_again() {
        let run = run(REGISTRY, &builder());
        let path = run.folder.path().join("out/errtax.rs");
        let before = fs::metadata(&path).and_then(|data| data.modified()).expect("a time");
        std::thread::sleep(std::time::Duration::from_millis(20));
        let run = run.again(&builder());
        run.outcome.as_ref().expect("compiles");
        assert_eq!(
            fs::metadata(&path).and_then(|data| data.modified()).expect("a time"),
            before
        );
    }
}
