//! A registry and what it includes and extends.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| errtax_fuzz::registry::check(text));
