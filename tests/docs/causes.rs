//! The page on causes has the tables that decide. `DOCS=overwrite cargo test --test docs causes` writes them anew; read the
//! difference.

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;

use errtax::causes::{Again, Evidence, Fact, Phase, Scope, prove, rows};
use errtax::{Class, Effect};

use crate::support::workspace;

const PAGE: &str = "docs/guide/causes.md";
const MARK: &str = "<!-- What follows is generated: `DOCS=overwrite cargo test --test docs causes`. -->\n";

/// The kinds of `std::io` that say something.
const KINDS: &[ErrorKind] = &[
    ErrorKind::ConnectionRefused,
    ErrorKind::AddrNotAvailable,
    ErrorKind::HostUnreachable,
    ErrorKind::NetworkUnreachable,
    ErrorKind::NetworkDown,
    ErrorKind::ConnectionReset,
    ErrorKind::ConnectionAborted,
    ErrorKind::NotConnected,
    ErrorKind::BrokenPipe,
    ErrorKind::UnexpectedEof,
    ErrorKind::WriteZero,
    ErrorKind::TimedOut,
    ErrorKind::WouldBlock,
    ErrorKind::Interrupted,
    ErrorKind::ResourceBusy,
    ErrorKind::ExecutableFileBusy,
    ErrorKind::Deadlock,
    ErrorKind::StaleNetworkFileHandle,
    ErrorKind::NotFound,
    ErrorKind::PermissionDenied,
    ErrorKind::ReadOnlyFilesystem,
    ErrorKind::AlreadyExists,
    ErrorKind::AddrInUse,
    ErrorKind::DirectoryNotEmpty,
    ErrorKind::InvalidInput,
    ErrorKind::Unsupported,
    ErrorKind::StorageFull,
    ErrorKind::QuotaExceeded,
    ErrorKind::OutOfMemory,
    ErrorKind::InvalidData,
];

/// What follows of a fact: class, whether it was carried out, and who may send it again.
fn follows(fact: Fact) -> String {
    let proof = fact.because(prove(&Evidence::status(500)).because);
    let who = |effect| {
        let verdict = proof.verdict(effect);
        match (verdict.retryable, verdict.class) {
            (true, _) if fact.again == Again::Once || fact.again == Again::Reads => "once",
            (true, _) => "yes",
            (false, Class::UnknownOutcome) => "in doubt",
            (false, _) => "no",
        }
    };
    let scope = if fact.scope == Scope::Call {
        ""
    } else {
        fact.scope.as_str()
    };
    let [read, write, key] = [Effect::Read, Effect::Write, Effect::KeyedWrite].map(who);
    format!(
        "{} | {} | {read} | {write} | {key} | {scope}",
        fact.class.as_str(),
        fact.executed.as_str()
    )
}

fn tables() -> String {
    let mut text = String::new();
    let mut family = "";
    for row in rows() {
        if row.family != family {
            family = row.family;
            writeln!(text, "\n### {family}\n").unwrap();
            writeln!(
                text,
                "| code | class | executed | read | write | with a key | anew | who says so |"
            )
            .unwrap();
            writeln!(text, "|---|---|---|---|---|---|---|---|").unwrap();
        }
        let keys: Vec<String> = row.keys.iter().map(|key| format!("`{key}`")).collect();
        let says: Vec<String> = row.says.iter().map(|phrase| format!("“{phrase}”")).collect();
        let says = if says.is_empty() {
            String::new()
        } else {
            format!(" saying {}", says.join(", "))
        };
        writeln!(
            text,
            "| {}{says} | {} | {} |",
            keys.join(", "),
            follows(row.fact),
            row.authority
        )
        .unwrap();
    }
    writeln!(text, "\n### I/O\n").unwrap();
    writeln!(
        text,
        "While a connection is made, and after something was sent; who says so are the manual pages of the calls.\n"
    )
    .unwrap();
    writeln!(
        text,
        "| kind | phase | class | executed | read | write | with a key | anew |"
    )
    .unwrap();
    writeln!(text, "|---|---|---|---|---|---|---|---|").unwrap();
    for kind in KINDS {
        let fact = |phase| {
            prove(&Evidence::Io {
                kind: *kind,
                os: None,
                phase,
            })
            .fact
        };
        let (connecting, sent) = (fact(Phase::Connect), fact(Phase::InFlight));
        if connecting == sent {
            writeln!(text, "| `{kind:?}` | | {} |", follows(sent)).unwrap();
        } else {
            writeln!(text, "| `{kind:?}` | connecting | {} |", follows(connecting)).unwrap();
            writeln!(text, "| `{kind:?}` | sent | {} |", follows(sent)).unwrap();
        }
    }
    text
}

#[test]
fn the_tables_that_are_shown_are_those_that_decide() {
    let path = workspace().join(PAGE);
    let page = fs::read_to_string(&path).unwrap();
    let (prose, shown) = page.split_once(MARK).expect("the page says where the tables begin");
    let tables = tables();
    if std::env::var_os("DOCS").is_some_and(|wish| wish == "overwrite") {
        return fs::write(path, format!("{prose}{MARK}{tables}")).unwrap();
    }
    let differs = shown.lines().zip(tables.lines()).find(|(shown, made)| shown != made);
    assert!(
        shown == tables,
        "{PAGE} shows, and decided is: {differs:#?}\nhelp: `DOCS=overwrite cargo test --test docs causes`"
    );
}
