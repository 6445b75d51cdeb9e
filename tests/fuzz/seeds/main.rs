//! Writes what the fuzzer starts from: `seeds FOLDER` gives one folder a target, each with the fixtures of the tests, and a
//! dictionary.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use errtax_core::RawJson;
use errtax_fuzz::files::{Files, LOCK, REGISTRY};

// The fixtures are where their tests are.
#[path = "../../../errtax-build/tests/drift/case.rs"]
#[allow(dead_code)]
mod case;
#[path = "../../../errtax-build/tests/rules/package.rs"]
#[allow(dead_code)]
mod package;
#[path = "../../../errtax-build/tests/drift/pair.rs"]
#[allow(dead_code)]
mod pair;
#[path = "../../../errtax-build/tests/rules/read.rs"]
mod read;
#[path = "../../../errtax-build/tests/rules/structure.rs"]
mod structure;
#[path = "../../../errtax-build/tests/rules/style.rs"]
mod style;

pub(crate) use package::{Case, Package};

/// Where the fixtures take their files from.
const TESTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../errtax-build");

struct Seeds {
    target: &'static str,
    texts: BTreeSet<String>,
}

fn main() -> io::Result<()> {
    let Some(folder) = std::env::args_os().nth(1) else {
        return Err(io::Error::other("usage: seeds FOLDER"));
    };
    let folder = std::path::absolute(folder)?;
    for Seeds { target, texts } in seeds()? {
        let folder = folder.join(target);
        fs::create_dir_all(&folder)?;
        for (number, text) in texts.iter().enumerate() {
            fs::write(folder.join(format!("seed-{number:04}")), text)?;
        }
        println!("{target}: {} seeds", texts.len());
    }
    fs::write(folder.join("dictionary"), dictionary())
}

fn seeds() -> io::Result<Vec<Seeds>> {
    std::env::set_current_dir(TESTED)?;
    let (mut registry, mut lock, mut amendments) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for case in read::CASES.iter().chain(structure::CASES).chain(style::CASES) {
        for text in [case.bad, case.good] {
            registry.insert(files(Package::new(text).path(), Path::new(""))?.join());
        }
    }
    for path in [
        "src/standard.toml",
        "../examples/accounting/registry.toml",
        "tests/drift/base/registry.toml",
    ] {
        registry.insert(fs::read_to_string(path)?);
    }
    for path in [
        "../registry.lock",
        "../examples/accounting/registry.lock",
        "../tests/fixtures/codes/registry.lock",
    ] {
        lock.insert(fs::read_to_string(path)?);
    }
    for path in case::paths() {
        for case in case::of_file(&path) {
            let (head, base) = (Files(case.head), Files(case.base));
            for files in [&head, &base] {
                lock.extend(files.text(LOCK).map(str::to_owned));
            }
            let same_lock = head.text(LOCK) == base.text(LOCK);
            let told = |files: &Files| {
                let own = |path: &str| path == REGISTRY || path == LOCK && !same_lock;
                Files(files.0.iter().filter(|(path, _)| own(path)).cloned().collect()).join()
            };
            amendments.insert(told(&head));
            amendments.insert(format!("{}=== base\n{}", told(&head), told(&base)));
        }
    }
    let wire = errtax_build::standard::TEXT.split("[codes.").skip(1).map(|code| {
        let name = code.split(']').next().unwrap_or_default();
        format!(
            "{{\"error\":{{\"code\":\"{name}\",\"class\":\"transient\",\"action\":\"retry\",\"retryable\":true,\"executed\":\"no\",\
             \"message\":\"\\u00e9\\ud83d\\ude00\\n\",\"hint\":\"h\",\"next\":{{\"tool\":\"t\",\"args\":{{\"id\":[1,-2.5e3,null]}}}},\
             \"retry_after_ms\":1500,\"details\":{{\"id\":\"x\",\"n\":18446744073709551616}},\"upstream\":{{\"status\":500}},\
             \"docs\":\"https://example.com\",\"correlation_id\":\"a\",\"newer\":[]}},\"beside\":0}}"
        )
    });
    let wire = wire.chain([
        r#"{"error":{"code":"A","class":"newer","action":"stop","retryable":false,"executed":"no","message":""}}"#
            .to_owned(),
    ]);
    let wire = wire.collect();
    Ok(vec![
        Seeds {
            target: "registry",
            texts: registry,
        },
        Seeds {
            target: "lock",
            texts: lock,
        },
        Seeds {
            target: "amendments",
            texts: amendments,
        },
        Seeds {
            target: "wire",
            texts: wire,
        },
        Seeds {
            target: "causes",
            texts: causes()?,
        },
    ])
}

/// The failures that the tests of `errtax::causes` judge: messages, and codes with a message behind them.
fn causes() -> io::Result<BTreeSet<String>> {
    let mut causes = BTreeSet::new();
    for file in ["messages", "messages-more", "messages-attacks", "coded", "coded-more"] {
        let cases = fs::read_to_string(format!("../tests/causes/cases/{file}.jsonl"))?;
        for case in cases.lines() {
            let case: RawJson = case.parse().map_err(io::Error::other)?;
            let text = |place: &str| case.text(place).or_else(|| case.pointer(place).map(str::to_owned));
            let chain: Vec<String> = (0..).map_while(|at| case.text(&format!("/input/chain/{at}"))).collect();
            let code = ["/input/code", "/input/status", "/input/class"].iter().find_map(|place| text(place));
            let message = text("/input/text").unwrap_or_else(|| chain.join("\n"));
            causes.insert(match (code, case.text("/input/body")) {
                (Some(status), Some(body)) => format!("{status}\nretry-after: 2\nx-should-retry: true\n\n{body}"),
                (Some(code), None) => format!("{code}\n{message}"),
                (None, _) => message,
            });
        }
    }
    Ok(causes)
}

/// The files of a folder.
fn files(root: &Path, below: &Path) -> io::Result<Files> {
    let mut all = Vec::new();
    for entry in fs::read_dir(root.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            all.extend(files(root, &path)?.0);
        } else {
            // What is no UTF-8 is for another test: a target gets text.
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            all.push((path.to_string_lossy().into_owned(), text));
        }
    }
    all.sort_by_key(|(path, _)| (path != REGISTRY, path.clone()));
    Ok(Files(all))
}

/// The keys of a registry and what else has a meaning, for mutations that hit something.
fn dictionary() -> String {
    let sections = [
        errtax_build::keys::HEAD,
        errtax_build::keys::CODE,
        errtax_build::keys::DETAIL,
        errtax_build::keys::DEPRECATED,
        errtax_build::keys::NEXT,
        errtax_build::keys::RETIRED,
        errtax_build::keys::TOOL,
        errtax_build::keys::UPSTREAM,
        errtax_build::keys::AMENDMENT,
        errtax_build::keys::POLICY,
        errtax_build::keys::ARTIFACTS,
    ];
    let keys = sections
        .iter()
        .flat_map(|section| section.keys)
        .map(|key| key.name.to_owned());
    let others = [
        "[codes.",
        "[retired.",
        "[tools.",
        "[[upstream]]",
        "[[amendments]]",
        "[registry]",
        "[defaults]",
        "[roles]",
        "[policy]",
        ".details]",
        " = ",
        "\"",
        "\"\"\"",
        "'''",
        "{ ",
        " }",
        "[",
        "]",
        "true",
        "false",
        "frozen",
        "draft",
        "1.3.0",
        "2.0.0",
        "2027-06-30",
        "--- a.toml\n",
        "--- registry.lock\n",
        "=== base\n",
        "\n",
        "\u{e9}",
        "\u{65e5}",
        "\u{1f600}",
        "\u{200b}",
        "\u{202e}",
        "\u{feff}",
        "\r\n",
        "<<<<<<< ",
        "=======\n",
        ">>>>>>> ",
        "errtax@1.0",
        "*.toml",
        "a.toml",
        "{verify}",
        "{{",
        "0x7f",
        "1_000",
        "9223372036854775807",
        "-9223372036854775808",
        "1e309",
        "inf",
        "nan",
        "\\u00e9",
        "\\ud83d\\ude00",
        "\\U0001f600",
        "string[]",
        "enum",
        "version = 1\n",
        "hash",
        "null",
    ];
    let words: BTreeSet<String> = keys.chain(others.map(str::to_owned)).collect();
    let escaped = |word: &String| word.bytes().map(|byte| format!("\\x{byte:02x}")).collect::<String>();
    words.iter().map(|word| format!("\"{}\"\n", escaped(word))).collect()
}

#[cfg(test)]
mod tests {
    use errtax_fuzz::{amendments, causes, lock, registry, wire};

    #[test]
    fn what_the_fuzzer_starts_from_has_the_properties_that_it_looks_for() {
        for seeds in super::seeds().expect("the fixtures can be read") {
            let check = match seeds.target {
                "registry" => registry::check,
                "lock" => lock::check,
                "amendments" => amendments::check,
                "causes" => causes::check,
                _ => wire::check,
            };
            assert!(seeds.texts.len() > 3, "{} has seeds", seeds.target);
            seeds.texts.iter().for_each(|text| check(text));
        }
    }
}
