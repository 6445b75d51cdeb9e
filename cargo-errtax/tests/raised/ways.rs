//! What raises a code and what does not, in one package.

use crate::{HEAD, code, frozen, one, package, unraised};

/// Files of a program that raises `PERIOD_LOCKED`.
const RAISED: &[&str] = &[
    // The derive: by the variant's name, by what is written on it, by the enum's default.
    "--- src/main.rs\n#[derive(Debug, errtax::ToolError)]\nenum E { PeriodLocked { id: String }, Other }",
    "--- src/main.rs\n#[derive(ToolError)]\nenum E {\n    /// Why.\n    #[tool_error(PeriodLocked)]\n    Locked,\n}",
    "--- src/main.rs\n#[derive(::errtax::ToolError)]\nenum E { #[tool_error(infer, PeriodLocked)] Io(#[from] std::io::Error) }",
    "--- src/main.rs\n#[derive(errtax::ToolError)]\nenum E { #[tool_error(infer)] PeriodLocked(std::io::Error) }",
    "--- src/main.rs\n#[derive(errtax::ToolError)]\n#[tool_error(display = false, default = PeriodLocked)]\nenum E { Io(A) }",
    "--- src/main.rs\n#[derive(errtax::ToolError)]\n#[tool_error(default = PeriodLocked)]\nenum E { #[tool_error(infer)] Io(A) }",
    "--- src/main.rs\n#[derive(errtax::ToolError)]\nstruct PeriodLocked;",
    "--- src/main.rs\n#[derive(errtax::ToolError)]\n#[tool_error(PeriodLocked)]\npub(crate) struct Locked<T: A, U>(T, U) where T: B;",
    "--- src/main.rs\n#[derive(errtax::ToolError)]\n#[tool_error(codes = crate::codes, crate = e)]\nenum E { PeriodLocked }",
    // The derive, spelled otherwise.
    "--- src/main.rs\n#[cfg_attr(feature = \"errors\", derive(Debug, errtax::ToolError), tool_error(rmcp = false))]\nenum E { PeriodLocked }",
    "--- src/main.rs\nuse errtax::ToolError as Coded;\n#[derive(Debug)]\n#[derive(Coded)]\nenum E { PeriodLocked }",
    "--- src/main.rs\n#[derive(errtax::ToolError)]\nenum E { #[cfg_attr(unix, tool_error(Other))] PeriodLocked }",
    "--- src/main.rs\n#[derive(errtax::ToolError)]\nenum E { r#PeriodLocked }",
    "--- src/main.rs\nfn f() { fn g() { #[derive(errtax::ToolError)] enum E { PeriodLocked } } }",
    // A path to the code or to its details.
    "--- src/main.rs\nfn f() -> &'static Spec { codes::Code::PeriodLocked.spec() }",
    "--- src/main.rs\nfn f() -> Failure { crate::codes::details::PeriodLocked { id }.into_failure() }",
    "--- src/main.rs\nfn f(e: E) -> Code { match e { E::A => Code::PeriodLocked, E::B => Code::Other } }",
    "--- src/main.rs\nfn f() { let code = Code::PeriodLocked; send(code) }",
    "--- src/main.rs\nconst CODE: Code = Code::PeriodLocked;",
    "--- src/main.rs\nimpl From<E> for details::PeriodLocked { fn from(e: E) -> Self { Self {} } }",
    // Imported: by name, in a group, renamed, with all others.
    "--- src/main.rs\nuse crate::codes::details::PeriodLocked;",
    "--- src/main.rs\nuse crate::codes::{Code, details::{self, Other, PeriodLocked as Locked}};",
    "--- src/main.rs\nuse codes::details as d;\nfn f() { d::PeriodLocked {}.into_failure(); }",
    "--- src/main.rs\nuse codes::details::{self as d};\nfn f() { d::PeriodLocked {}.into_failure(); }",
    "--- src/main.rs\nuse codes::Code as C;\nfn f() -> C { C::PeriodLocked }",
    "--- src/main.rs\ntype C = crate::codes::Code;\nfn f() -> C { C::PeriodLocked }",
    "--- src/main.rs\nuse codes::details::*;\nfn f() -> Failure { PeriodLocked {}.into_failure() }",
    "--- src/main.rs\nuse codes::{Code::*};\nfn f() -> Code { PeriodLocked }",
    "--- src/main.rs\npub(crate) use codes::details::*;\nmod a;\n--- src/a.rs\nuse crate::*;\nfn f() -> F { PeriodLocked {}.into_failure() }",
    "--- src/main.rs\nuse codes::details::*;\nmod a;\n--- src/a.rs\nuse super::*;\nfn f() -> F { PeriodLocked {}.into_failure() }",
    // Through macros.
    "--- src/main.rs\nfn f() -> Vec<Code> { vec![Code::PeriodLocked] }",
    "--- src/main.rs\nstatic MAP: Map = map! { Code::PeriodLocked => 1 };",
    "--- src/main.rs\nmacro_rules! fail { ($x:expr) => { return Err(codes::details::PeriodLocked { x: $x }.into_failure()) } }",
    "--- src/main.rs\nmacro_rules! fail { ($c:ident) => { codes::details::$c {}.into_failure() } }\nfn f() { fail!(PeriodLocked); }",
    "--- src/main.rs\nmacro_rules! e { ($($v:ident),*) => { #[derive(ToolError)] enum E { $($v),* } } }\ne!(Other, PeriodLocked);",
    "--- src/main.rs\nmacro_rules! e { ($n:ident) => { #[derive(ToolError)] enum $n { PeriodLocked, Other } } }",
    "--- src/main.rs\nmacro_rules! e { ($c:ident) => { #[derive(ToolError)] enum E { #[tool_error($c)] A } } }\nmod a { e! { PeriodLocked } }",
    "--- src/main.rs\nerrors! { #[derive(Debug, errtax::ToolError)] pub enum E { PeriodLocked } }",
    // In other files.
    "--- src/main.rs\nmod errors;\n--- src/errors.rs\nmod period;\n--- src/errors/period.rs\n#[derive(ToolError)] enum E { PeriodLocked }",
    "--- src/lib.rs\n\n--- src/bin/server/main.rs\nmod errors;\n--- src/bin/server/errors/mod.rs\n#[derive(ToolError)] enum E { PeriodLocked }",
    "--- src/main.rs\n#[path = \"../shared/errors.rs\"]\nmod errors;\n--- shared/errors.rs\nmod more;\n--- shared/more.rs\n#[derive(ToolError)] enum E { PeriodLocked }",
    "--- src/main.rs\nfn f() -> Failure { include!(\"piece.in\") }\n--- src/piece.in\n{ let d = details::PeriodLocked {}; d.into_failure() }",
    // Which module a macro or an attribute names, cannot be seen.
    "--- src/main.rs\nautomod::dir!(\"src/errors\");\n--- src/errors/period.rs\n#[derive(ToolError)] enum E { PeriodLocked }",
    "--- src/main.rs\ncfg_if! { if #[cfg(test)] {} else { mod real; } }\n--- src/real.rs\n#[derive(ToolError)] enum E { PeriodLocked }",
    // Conditions that also hold outside of tests.
    "--- src/main.rs\n#[cfg(not(test))]\nmod m { #[derive(ToolError)] enum E { PeriodLocked } }",
    "--- src/main.rs\n#[cfg(any(test, feature = \"x\"))]\nmod m;\n--- src/m.rs\n#[derive(ToolError)] enum E { PeriodLocked }",
    "--- src/main.rs\n#[cfg(windows)]\nmod m;\n--- src/m.rs\n#[derive(ToolError)] enum E { PeriodLocked }",
    "--- src/main.rs\n#[cfg(test)]\nmod m;\n#[cfg(not(test))]\nmod m;\n--- src/m.rs\n#[derive(ToolError)] enum E { PeriodLocked }",
    "--- src/main.rs\nfn f() { #[cfg(test)] let a = vec![1, 2]; details::PeriodLocked {}.into_failure(); }",
    "--- src/main.rs\n#[cfg(test)]\nuse a::{b, c};\n#[derive(ToolError)]\nenum E { #[cfg(test)] A { x: u8 }, PeriodLocked }",
    "--- src/main.rs\nfn f(a: A) -> C { match a { #[cfg(test)] A::X => { no() } _ => Code::PeriodLocked } }",
];

/// Files of a program that does not raise `PERIOD_LOCKED`.
const NOT_RAISED: &[&str] = &[
    "--- src/main.rs\nfn main() {}",
    // Text.
    "--- src/main.rs\n// Code::PeriodLocked\n/* details::PeriodLocked */\n/// Code::PeriodLocked\nfn main() {}",
    "--- src/main.rs\n#[doc = \"Code::PeriodLocked\"]\nconst A: &str = \"Code::PeriodLocked PERIOD_LOCKED\";",
    "--- src/main.rs\nconst A: &str = r#\"#[derive(ToolError)] enum E { PeriodLocked }\"#;",
    "--- src/main.rs\n--- src/notes.txt\nCode::PeriodLocked",
    // Other things of that name.
    "--- src/main.rs\n#[derive(Debug, thiserror::Error)]\nenum E { PeriodLocked }\nfn f() -> E { E::PeriodLocked }",
    "--- src/main.rs\nenum E { #[tool_error(PeriodLocked)] A }",
    "--- src/main.rs\n#[derive(ToolErrors, errtax::tool_error)]\nenum E { PeriodLocked }",
    "--- src/main.rs\nstruct PeriodLocked;\nuse a::Coded;\n#[derive(Coded)]\nenum E { PeriodLocked }",
    "--- src/main.rs\nuse other::*;\nfn f() -> A { PeriodLocked }",
    "--- src/main.rs\nfn f() { fail!(PeriodLocked); other!(Code) }",
    // The variant's code is another.
    "--- src/main.rs\n#[derive(ToolError)]\nenum E { #[tool_error(Other)] PeriodLocked }",
    "--- src/main.rs\n#[derive(ToolError)]\nenum E { #[tool_error(transparent)] PeriodLocked(A) }",
    "--- src/main.rs\n#[derive(ToolError)]\n#[tool_error(default = Other)]\nenum E { PeriodLocked }",
    "--- src/main.rs\n#[derive(ToolError)]\n#[tool_error(default = PeriodLocked)]\nenum E { #[tool_error(Other)] A }",
    "--- src/main.rs\n#[derive(ToolError)]\nenum E { A { #[tool_error(detail = \"PeriodLocked\")] period_locked: PeriodLocked } }",
    // To ask which code it is raises none.
    "--- src/main.rs\nfn f(c: Code) -> u8 { match c { Code::PeriodLocked => 1, _ => 0 } }",
    "--- src/main.rs\nfn f(c: Code) -> u8 { match c { Code::Other | crate::codes::Code::PeriodLocked if g() => 1, _ => 0 } }",
    "--- src/main.rs\nfn f(c: Code) -> u8 { match c { Code::PeriodLocked | Code::Other => 1, _ => 0 } }",
    "--- src/main.rs\nfn f(c: Option<Code>) -> u8 { match (c, 1) { (Some(Code::PeriodLocked), _) => 1, _ => 0 } }",
    "--- src/main.rs\nfn f(c: Code) -> bool { c == codes::Code::PeriodLocked }",
    "--- src/main.rs\nfn f(c: Code) -> bool { Code::PeriodLocked != c && c != ::a::Code::PeriodLocked }",
    "--- src/main.rs\nfn f(c: Code) -> bool { matches!(c, Code::PeriodLocked) }",
    "--- src/main.rs\nfn f(c: Option<Code>) { if let Some(Code::PeriodLocked) = c { g() } }",
    // Tests.
    "--- src/main.rs\n#[cfg(test)]\nmod tests { use crate::codes::details::*; #[derive(ToolError)] enum E { PeriodLocked } }",
    "--- src/main.rs\n#[cfg(test)]\npub(crate) mod tests;\n--- src/tests.rs\nmod deep;\n--- src/tests/deep.rs\n#[derive(ToolError)] enum E { PeriodLocked }",
    "--- src/main.rs\nmod a;\n--- src/a.rs\n#[cfg(all(test, unix))]\nmod tests;\n--- src/a/tests/mod.rs\nfn f() { Code::PeriodLocked.spec(); }",
    "--- src/main.rs\n#[cfg(test)]\n#[path = \"a_tests.rs\"]\nmod tests;\n--- src/a_tests.rs\nfn f() { Code::PeriodLocked.spec(); }",
    "--- src/main.rs\n#[cfg(test)]\nmod tests { mod inner; }\n--- src/tests/inner.rs\nfn f() { Code::PeriodLocked.spec(); }",
    "--- src/main.rs\nmod a;\n--- src/a.rs\n//! Helpers.\n#![cfg(test)]\nfn f() { Code::PeriodLocked.spec(); }",
    "--- src/main.rs\n#[test]\nfn f() { Code::PeriodLocked.spec(); }\n#[tokio::test(start_paused = true)]\nasync fn g<A, B>() { Code::PeriodLocked.spec(); }",
    "--- src/main.rs\n#[cfg(test)]\nuse codes::details::PeriodLocked;\n#[cfg(test)]\nconst A: S = S { c: Code::PeriodLocked };",
    "--- src/main.rs\nimpl A { #[cfg(test)] pub fn f<T, U>(&self) -> Code { Code::PeriodLocked } fn g() {} }",
    "--- src/main.rs\nfn f() { #[cfg(test)] send(Code::PeriodLocked); #[cfg(test)] { send(Code::PeriodLocked) } }",
    "--- src/main.rs\n#[cfg(test)]\nstatic A: Map<B, Code> = f(Code::PeriodLocked);\n#[cfg(test)]\nstruct S<T, U> { a: T, b: details::PeriodLocked }",
    "--- src/main.rs\n#[cfg_attr(test, derive(ToolError))]\nenum E { PeriodLocked }",
    "--- src/main.rs\n#[derive(ToolError)]\nenum E { #[cfg(test)] PeriodLocked, Other }",
    "--- src/main.rs\n--- tests/a.rs\nfn f() { Code::PeriodLocked.spec(); }",
    "--- src/main.rs\n--- benches/a.rs\nfn main() { Code::PeriodLocked.spec(); }",
    "--- src/main.rs\n--- examples/a.rs\nfn main() { Code::PeriodLocked.spec(); }",
    "--- src/main.rs\n--- build.rs\nfn main() { Code::PeriodLocked.spec(); }",
    // Another package in the folder, and what cargo built.
    "--- src/main.rs\n--- src/inner/Cargo.toml\n[package]\nname = \"inner\"\n--- src/inner/lib.rs\nfn f() { Code::PeriodLocked.spec(); }",
];

#[test]
fn what_raises_a_code_is_seen() {
    for files in RAISED {
        assert_eq!(unraised(&package(&one(), files)), [] as [&str; 0], "{files}");
    }
}

#[test]
fn what_only_looks_like_raising_is_reported() {
    for files in NOT_RAISED {
        assert_eq!(unraised(&package(&one(), files)), ["PERIOD_LOCKED"], "{files}");
    }
}

#[test]
fn code_beside_the_manifest_is_read_without_the_folders_of_tests_and_builds() {
    let manifest = format!("{}[[bin]]\nname = \"bank\"\npath = \"main.rs\"\n", crate::MANIFEST);
    let files = format!(
        "--- Cargo.toml\n{manifest}--- main.rs\nfn main() {{}}\n--- target/debug/a.rs\nfn f() {{ Code::PeriodLocked.spec(); }}\n\
         --- tests/a/b.rs\nfn f() {{ Code::PeriodLocked.spec(); }}\n"
    );
    let package = package(&one(), &files);
    assert_eq!(unraised(&package), ["PERIOD_LOCKED"]);
    package.write("errors/a.rs", "fn f() { Code::PeriodLocked.spec(); }");
    assert_eq!(unraised(&package), [] as [&str; 0]);
}

#[test]
fn a_test_or_build_script_among_the_sources_raises_nothing() {
    let manifest = crate::MANIFEST.replace("edition", "build = \"src/made.rs\"\nedition");
    let files = format!(
        "--- Cargo.toml\n{manifest}[[test]]\nname = \"it\"\npath = \"src/it.rs\"\n--- src/main.rs\nfn main() {{}}\n\
         --- src/made.rs\nfn main() {{ Code::PeriodLocked.spec(); }}\n--- src/it.rs\nfn f() {{ Code::PeriodLocked.spec(); }}\n"
    );
    assert_eq!(unraised(&package(&one(), &files)), ["PERIOD_LOCKED"]);
}

#[test]
fn only_codes_that_should_be_raised_are_asked_about() {
    let registry = format!(
        "{HEAD}extends = [\"errtax@1.0\"]\n{}{}{}{}",
        frozen("WAIVED", "allow = { unraised-code = \"raised by the plugin\" }\n"),
        frozen(
            "OLD",
            "deprecated = { since = \"1.1.0\", reason = \"no longer needed\" }\n"
        ),
        code("DRAFT", ""),
        frozen("PLAIN", "")
    );
    assert_eq!(unraised(&package(&registry, "--- src/main.rs\n")), ["PLAIN"]);
}

#[test]
fn what_the_library_sends_itself_is_raised() {
    let lost = "\n[codes.LINE_DEAD]\nclass = \"transient\"\naction = \"retry\"\nretryable = true\nexecuted = \"unknown\"\n\
                in_doubt = \"NOBODY_KNOWS\"\nstatus = \"frozen\"\nsince = \"1.0.0\"\nmessage = \"The line went dead.\"\n\
                hint = \"Send the same call again.\"\n\n[codes.NOBODY_KNOWS]\nclass = \"unknown_outcome\"\naction = \"verify\"\n\
                retryable = false\nexecuted = \"unknown\"\nstatus = \"frozen\"\nsince = \"1.0.0\"\n\
                message = \"It may have been booked.\"\nhint = \"Look before any repeat: {verify}.\"\n";
    let role = "\n[roles]\nunknown = \"BROKEN\"\n";
    let upstream = "\n[[upstream]]\nhost = \"a.example.com\"\ncode = \"BROKEN\"\nmessage = \"no such property\"\n";
    let broken = frozen("BROKEN", "");
    for (registry, source, expected) in [
        (format!("{HEAD}{role}{broken}"), "", vec![]),
        (format!("{HEAD}{broken}{upstream}"), "", vec![]),
        (format!("{HEAD}{broken}"), "", vec!["BROKEN"]),
        (format!("{HEAD}{lost}"), "", vec!["LINE_DEAD", "NOBODY_KNOWS"]),
        // A write in doubt surfaces as the twin, whatever raised the code.
        (format!("{HEAD}{lost}"), "fn f() { details::LineDead {}; }", vec![]),
        (format!("{HEAD}\n[roles]\nlost = \"LINE_DEAD\"\n{lost}"), "", vec![]),
    ] {
        let package = package(&registry, &format!("--- src/main.rs\n{source}"));
        assert_eq!(unraised(&package), expected, "{registry}");
    }
}
