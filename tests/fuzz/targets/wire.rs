//! A wire object, as it comes from a peer.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| errtax_fuzz::wire::check(text));
