//! Prints what is wrong with a registry: `cargo run -p errtax-build --example findings -- PACKAGE registry.toml`.

use std::path::PathBuf;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let package = PathBuf::from(arguments.next().unwrap_or_else(|| ".".to_owned()));
    let registry = arguments.next().unwrap_or_else(|| "registry.toml".to_owned());
    let analysis = errtax_build::analyse(&package, &registry);
    let style = analysis.registry.as_ref().map(errtax_build::style).unwrap_or_default();
    for finding in analysis.findings.iter().chain(&style) {
        println!("{}", errtax_build::render::plain(finding, &analysis.sources));
    }
    if let Some(registry) = &analysis.registry {
        println!("{} codes, {} findings, {} of style", registry.codes.len(), analysis.findings.len(), style.len());
    }
}
