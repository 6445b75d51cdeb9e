//! What is admitted as a value is what a reader of the schema admits.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that meets the unexpected ends there"
)]

use errtax_core::Uri;

#[test]
fn a_uri_is_what_rfc_3986_says() {
    for text in [
        "ftp://ftp.is.co.za/rfc/rfc1808.txt",
        "ldap://[2001:db8::7]/c=GB?objectClass?one",
        "http://[v1.a:b]/",
        "mailto:John.Doe@example.com",
        "tel:+1-816-555-1212",
        "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
        "foo://user:pass@example.com:8042/over/there?name=ferret&a=/?#nose?",
        "file:///etc/hosts",
        "http://example.com:/%7Euser",
        "a:",
    ] {
        assert_eq!(text.parse::<Uri>().map(|uri| uri.to_string()).as_deref(), Ok(text));
    }
    for text in [
        "",
        "no scheme",
        "//example.com/",
        "/path",
        "1a:b",
        ":b",
        "a b:c",
        "http://[::1",
        "http://[not-an-address]/",
        "http://[v.a]/",
        "http://a[b]/",
        "http://example.com/[x]",
        "http://example.com/?[x]",
        "http://example.com:port/",
        "http://a@b@c/",
        "http://example.com/%zz",
        "http://example.com/%2",
        "http://example.com/#a#b",
        "http://example.com/ü",
        "http://example.com/\u{0}",
    ] {
        assert!(text.parse::<Uri>().is_err(), "{text}");
    }
}
