//! Turns `registry.toml` into Rust.

fn main() {
    errtax_build::compile("registry.toml");
}
