//! What holds for every finding.

use std::path::Path;

use errtax_build::finding::Finding;
use errtax_build::render;
use errtax_build::source::Sources;

/// Each place lies inside its file and begins and ends at a character; each finding can be shown, on one line a text, and
/// names no path of this machine.
pub(crate) fn check(findings: &[Finding], sources: &Sources, folder: &Path) {
    inside(findings, sources);
    for finding in findings {
        assert!(!finding.message.is_empty() && !finding.help.is_empty(), "{finding:?}");
        let told = [&finding.message, &finding.label, &finding.help];
        let related = finding.related.iter().map(|(_, text)| text);
        for text in told.into_iter().chain(related) {
            assert!(!text.contains(char::is_control), "a control character: {text:?}");
        }
        let shown = render::plain(finding, sources);
        assert!(shown.contains(finding.rule.id), "{shown}");
        assert!(!shown.contains(&*folder.to_string_lossy()), "an absolute path: {shown}");
    }
}

/// The same of the places alone: what has not left the compiler yet may say what the file says as it stands there.
pub(crate) fn inside(findings: &[Finding], sources: &Sources) {
    for finding in findings {
        let places = finding.related.iter().map(|(place, _)| *place).chain([finding.place]);
        for place in places {
            let file = sources.file(place.file);
            assert!(!file.path.is_empty(), "a place in no file: {finding:?}");
            let inside = file.text.get(place.start..place.end).is_some();
            assert!(inside, "outside {}, or inside a character: {finding:?}", file.path);
        }
    }
}
