//! The conformance cases.

use super::script::Script;

/// What the rules say, case by case.
const PUBLISHED: &str = include_str!("cases/published.jsonl");
/// What those leave open.
const MORE: &str = include_str!("cases/more.jsonl");

/// The conformance cases: what a harness should send, wait and report, each with what is expected.
///
/// ```
/// use errtax::recovery::Reader;
/// use errtax::recovery::testkit::{Random, cases, known};
///
/// let mut random = Random::seeded(1);
/// for case in cases() {
///     let trace = case.run(Reader::new(known()), || random.jitter())?;
///     assert_eq!(case.faults(&trace), Vec::<String>::new(), "{}", case.id());
/// }
/// # Ok::<(), errtax::recovery::testkit::OffScript>(())
/// ```
#[must_use]
pub fn cases() -> Vec<Script> {
    // A test holds that each line is one.
    case_lines().filter_map(|line| Script::parse(line).ok()).collect()
}

/// The same as they are written, a line of JSON each: for harnesses in other languages.
pub fn case_lines() -> impl Iterator<Item = &'static str> {
    PUBLISHED.lines().chain(MORE.lines())
}
