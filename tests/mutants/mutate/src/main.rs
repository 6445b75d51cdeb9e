//! Puts every mutation of some source files into them, each behind a switch: `mutate FILE…` rewrites the files and prints, a
//! line each, number, file, line, function and what the mutation is. `crate::mutant::on(N)` says whether N is the one.
//!
//! All mutants so are one program, which is built once.

mod body;
mod expression;
mod visit;

use std::process::ExitCode;

use quote::ToTokens as _;

use crate::visit::Mutator;

fn main() -> ExitCode {
    let mut mutator = Mutator::default();
    for path in std::env::args().skip(1) {
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("error: {path}: {error}");
                return ExitCode::FAILURE;
            }
        };
        let mut file = match syn::parse_file(&text) {
            Ok(file) => file,
            Err(error) => {
                eprintln!("error: {path}: {error}");
                return ExitCode::FAILURE;
            }
        };
        mutator.file(&path, &mut file);
        if let Err(error) = std::fs::write(&path, file.into_token_stream().to_string()) {
            eprintln!("error: {path}: {error}");
            return ExitCode::FAILURE;
        }
    }
    for mutant in &mutator.mutants {
        println!("{mutant}");
    }
    ExitCode::SUCCESS
}
