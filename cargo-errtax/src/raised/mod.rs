//! Which frozen codes nothing raises: the one rule that reads the server's sources, which a build never does.
//!
//! crates (`workspace`) → files (`files`) → what each says (`scan`, `derive`) → what that comes to (`mentions`). All of it
//! goes by syntax. In doubt a code counts as raised: a false alarm would teach people to ignore the rule.

mod attributes;
mod derive;
mod files;
mod mentions;
mod reading;
mod scan;
#[cfg(test)]
mod tests;
mod unreadable;
mod workspace;

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use errtax_build::Analysis;
use errtax_build::finding::Finding;
use errtax_build::model::{Code, Origin, Registry, RoleCode};
use errtax_build::rules::{UNRAISED_CODE, UNREADABLE_SOURCE};
use errtax_build::source::Place;
use errtax_core::Status;

use crate::package::Package;
use crate::paths::relative;
use crate::report::count;

use self::files::{File, Files};
use self::mentions::Mentions;
use self::scan::{DERIVE, Wanted};
use self::workspace::Crates;

pub(crate) use self::files::before_tokens;
pub(crate) use self::workspace::members;

/// Room for what recurses over the sources: nested groups here, nested expressions in syn.
const STACK: usize = 64 << 20;

/// The findings about codes that nothing raises. Sources that are shown in them are added to the analysis.
pub(crate) fn unraised(package: &Package, analysis: &mut Analysis) -> Vec<Finding> {
    let Some(registry) = &analysis.registry else {
        return Vec::new();
    };
    if asked(registry, &BTreeSet::new()).is_empty() {
        return Vec::new();
    }
    let Some((crates, obstacle)) = workspace::find(package) else {
        return Vec::new();
    };
    let Answer {
        unseen,
        is_shared,
        mistakes,
    } = with_room(|| answer(registry, &crates));
    if unseen.is_empty() {
        return Vec::new();
    }
    let (missing, is) = match unseen.as_slice() {
        [code] => (format!("`{}`", code.name), "is"),
        codes => (count(codes.len(), "frozen code"), "are"),
    };
    if let Some(obstacle) = obstacle {
        let message = format!("{}, and nothing in `src` raises {missing}", obstacle.message);
        let text = files::read(&package.path("Cargo.toml")).unwrap_or_default();
        let file = analysis.sources.add("Cargo.toml", text);
        let place = Place { file, start: 0, end: 0 };
        return vec![Finding::new(&UNREADABLE_SOURCE, place, message, obstacle.help)];
    }
    if mistakes.is_empty() {
        if is_shared {
            return Vec::new();
        }
        let place = in_words(&crates);
        return unseen
            .iter()
            .map(|code| unraised_code(code, registry, &place))
            .collect();
    }
    let mut findings = Vec::new();
    for mistake in mistakes {
        let message = format!("a source file cannot be read as Rust, and {missing} {is} raised nowhere else");
        let path = shown(&mistake.path, &package.directory);
        let file = analysis.sources.add(path, mistake.text);
        let place = Place {
            file,
            start: mistake.at.start,
            end: mistake.at.end,
        };
        findings.push(Finding::new(&UNREADABLE_SOURCE, place, message, MEND).label(mistake.what));
    }
    findings
}

const MEND: &str = "mend it (`cargo check` shows it too), then check again";

/// What the sources say.
struct Answer<'a> {
    /// The codes that nothing raises.
    unseen: Vec<&'a Code>,
    /// Whether the registry is one that other crates share: it says nothing then that they are not here.
    is_shared: bool,
    /// What keeps the sources from being read whole; looked for only where codes are unseen.
    mistakes: Vec<Unreadable>,
}

/// A file of a crate that is no Rust.
struct Unreadable {
    path: PathBuf,
    text: String,
    what: String,
    at: Range<usize>,
}

fn answer<'a>(registry: &'a Registry, crates: &Crates) -> Answer<'a> {
    let mut wanted = Wanted {
        codes: registry.codes.values().map(|code| code.ident.as_str()).collect(),
        derives: BTreeSet::from([DERIVE.to_owned()]),
    };
    let mut files = Files::read(crates, &wanted);
    let renamed = files.iter().flat_map(|(_, file)| &file.scanned.mentions.derives);
    let renamed: BTreeSet<String> = renamed.cloned().collect();
    if !renamed.is_empty() {
        wanted.derives.extend(renamed);
        files = Files::read(crates, &wanted);
    }
    let all: Vec<&Mentions> = files.iter().map(|(_, file)| &file.scanned.mentions).collect();
    let unseen = asked(registry, &mentions::raised(&all));
    let mistakes = if unseen.is_empty() {
        Vec::new()
    } else {
        files.iter().filter_map(|(path, file)| unreadable(path, file)).collect()
    };
    Answer {
        is_shared: is_shared(registry, crates, &files),
        unseen,
        mistakes,
    }
}

/// The frozen codes of this registry that should be raised and that neither the library nor these sources raise.
fn asked<'a>(registry: &'a Registry, idents: &BTreeSet<&str>) -> Vec<&'a Code> {
    let roles = registry.roles.values().filter_map(|code| match code {
        RoleCode::Here(code) => Some(code.as_str()),
        RoleCode::Standard(_) => None,
    });
    let upstream = registry.upstream.iter().map(|rule| rule.code.as_str());
    let mut raised: BTreeSet<&str> = roles.chain(upstream).collect();
    let named = registry
        .codes
        .values()
        .filter(|code| idents.contains(code.ident.as_str()));
    raised.extend(named.map(|code| code.name.as_str()));
    let twins: Vec<&str> = registry
        .codes
        .values()
        .filter(|code| raised.contains(code.name.as_str()))
        .filter_map(|code| code.contract.in_doubt.as_deref())
        .collect();
    raised.extend(twins);
    registry
        .codes
        .values()
        .filter(|code| {
            code.origin == Origin::Own
                && code.status == Status::Frozen
                && code.deprecated.is_none()
                && !code.allow.contains_key(UNRAISED_CODE.id)
                && !raised.contains(code.name.as_str())
                && is_spelt(&code.name)
        })
        .collect()
}

/// Whether a name can be that of a code. One that cannot is a mistake of its own, and nothing could raise it.
fn is_spelt(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// A library that names none of its own codes is a registry for others. Where none of those is here either, nobody can
/// say what they raise.
fn is_shared(registry: &Registry, crates: &Crates, files: &Files) -> bool {
    let Some(own) = crates.packages.first() else {
        return false;
    };
    if own.is_program {
        return false;
    }
    // Without `codes = …`, a crate with a registry of its own means that one.
    let with_registry: BTreeSet<usize> = files
        .iter()
        .filter(|(_, file)| file.package > 0 && file.scanned.includes_registry)
        .map(|(_, file)| file.package)
        .collect();
    let speaks = |file: &&File| !with_registry.contains(&file.package);
    let plain: Vec<&Mentions> = files
        .iter()
        .map(|(_, file)| file)
        .filter(speaks)
        .map(|file| &file.scanned.mentions)
        .collect();
    let mut named = mentions::raised(&plain);
    named.extend(
        files
            .iter()
            .flat_map(|(_, file)| &file.scanned.mentions.derived_elsewhere)
            .map(String::as_str),
    );
    let mut own = registry.codes.values().filter(|code| code.origin == Origin::Own);
    !own.any(|code| named.contains(code.ident.as_str()))
}

/// What is wrong with a file that has to be a whole Rust file. Others may be pieces that `include!` puts together.
fn unreadable(path: &Path, file: &File) -> Option<Unreadable> {
    if !file.is_module {
        return None;
    }
    let text = files::read(path).unwrap_or_default();
    let (what, at) = if file.is_read {
        let mistake = unreadable::mistake(&text)?;
        (mistake.what, mistake.at)
    } else if file.scanned.too_deep {
        ("brackets in brackets, deeper than anybody writes".to_owned(), 0..0)
    } else {
        match unreadable::mistake(&text) {
            Some(mistake) if !text.is_empty() => (mistake.what, mistake.at),
            _ => ("it is missing, or not UTF-8".to_owned(), 0..0),
        }
    };
    Some(Unreadable {
        path: path.to_owned(),
        text,
        what,
        at,
    })
}

fn unraised_code(code: &Code, registry: &Registry, place: &str) -> Finding {
    let Code { name, ident, .. } = code;
    let message = format!("frozen code `{name}` is raised by nothing in {place}");
    let help = format!(
        "raise it (`#[tool_error({ident})]` on a variant); or give the reason why nothing does (`allow = {{ {} = \"…\" }}`); or \
         give it up (`deprecated = {{ since = \"{}\", reason = \"…\" }}`)",
        UNRAISED_CODE.id, registry.version
    );
    Finding::new(&UNRAISED_CODE, code.places.name, message, help)
        .label("no agent will ever see it")
        .code(name)
}

/// `` `ledger` and the 2 packages that depend on it ``.
fn in_words(crates: &Crates) -> String {
    let mut names = crates.packages.iter().map(|package| format!("`{}`", package.name));
    let own = names.next().unwrap_or_default();
    match (names.next(), names.count()) {
        (None, _) => own,
        (Some(other), 0) => format!("{own} or in {other}, which depends on it"),
        (Some(_), more) => format!("{own} or in the {} packages that depend on it", more + 1),
    }
}

/// A file as seen from the package.
fn shown(path: &Path, package: &Path) -> String {
    relative(path, package).unwrap_or_else(|| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    })
}

/// Does it on a thread with a larger stack, where the system has one to give.
fn with_room<T: Send>(work: impl Fn() -> T + Sync) -> T {
    let done = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &work);
        thread.ok().map(|thread| match thread.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    });
    done.unwrap_or_else(work)
}
