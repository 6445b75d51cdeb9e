//! The demonstration that `cargo run -p accounting` gives.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::process::Command;

use errtax::{Action, Class};

fn demonstration() -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_accounting")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success(),
        "{text}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

#[test]
fn one_failure_of_each_class_on_one_screen() {
    let text = demonstration();
    let heads: Vec<(&str, &str)> = text
        .lines()
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_once("  "))
        .collect();
    for class in Class::ALL {
        let of_class = heads
            .iter()
            .filter(|(_, rest)| rest.starts_with(&format!("{class} · ")))
            .count();
        assert_eq!(of_class, 1, "{class} in\n{text}");
    }
    assert_eq!(heads.len(), Class::ALL.len(), "{text}");
    for (code, _) in &heads {
        assert!(
            accounting::codes::REGISTRY.code(code).is_some(),
            "{code} is a code of the registry"
        );
    }
    let done = text.lines().filter(|line| line.starts_with("  → ")).count();
    assert_eq!(done, heads.len(), "each says what the agent does");
    assert!(
        Action::ALL
            .iter()
            .filter(|action| text.contains(&format!(" · {action} ")))
            .count()
            >= 9,
        "{text}"
    );

    assert!(text.lines().count() <= 45, "{text}");
    for line in text.lines() {
        assert!(line.chars().count() <= 110, "{line}");
    }
    assert!(!text.contains('\x1b'), "no colours where nobody sees them");
}

#[test]
fn it_plays_the_same_each_time() {
    // Voucher ids and the correlation id are random, and nothing else is.
    let plain = |text: String| -> String {
        text.split_inclusive(char::is_whitespace)
            .map(|word| {
                if word.contains("V-") || word.len() == 33 {
                    "ID"
                } else {
                    word
                }
            })
            .collect()
    };
    assert_eq!(plain(demonstration()), plain(demonstration()));
}
