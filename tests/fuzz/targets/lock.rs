//! A lock, by itself and beside the registry that it is of.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| errtax_fuzz::lock::check(text));
