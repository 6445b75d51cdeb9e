//! A failure, as others put it into words, codes and headers.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| errtax_fuzz::causes::check(text));
