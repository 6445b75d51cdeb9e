//! The wire object, as it comes from a peer.

use errtax_core::wire::WireError;

/// It is answered; what is accepted reads back from what is written of it, and is written the same again.
pub fn check(text: &str) {
    let error = match WireError::decode(text) {
        Ok(error) => error,
        Err(why) => {
            assert!(why.to_string().starts_with("not a wire object: "));
            return;
        }
    };
    let written = error.encode();
    let back = WireError::decode(&written).expect("what is written can be read");
    assert_eq!(back, error, "it reads back as another one");
    assert_eq!(back.encode(), written);
    for name in ["", "id", "\u{e9}"] {
        assert_eq!(back.detail(name), error.detail(name));
    }
}
