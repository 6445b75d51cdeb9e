//! Prints what a registry becomes: `cargo run -p errtax-build --example generate -- [--schema] registry.toml`.
//!
//! The root package keeps both for the standard registry, as `src/standard.rs` and `src/errtax.schema.json`.

use std::path::Path;
use std::process::ExitCode;

use errtax_build::{analyse, generate, render};

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let schema = arguments
        .iter()
        .position(|argument| argument == "--schema")
        .map(|at| arguments.remove(at))
        .is_some();
    let registry = arguments.first().map_or("registry.toml", String::as_str);
    let analysis = analyse(Path::new("."), registry);
    for finding in analysis.findings.iter().filter(|finding| finding.level.fails()) {
        eprintln!("{}", render::plain(finding, &analysis.sources));
    }
    let Some(registry) = analysis.registry.as_ref().filter(|_| !analysis.fails()) else {
        return ExitCode::FAILURE;
    };
    if schema {
        print!("{}", generate::schema(registry));
    } else {
        print!("{}", generate::rust(registry, &analysis.sources, &[]));
    }
    ExitCode::SUCCESS
}
