//! A change, with its amendments, through the merge gate.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| errtax_fuzz::amendments::check(text));
