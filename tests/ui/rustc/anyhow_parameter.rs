// https://github.com/dtolnay/thiserror/issues/231: anyhow's error is no `Error`, so it does not fit a type parameter that
// is the source. As the type of the field it does.

pub use fixture_codes::codes;

use errtax::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(KeepOut)]
struct Caused<E>(#[source] E);

fn main() {
    let error = Caused(anyhow::Error::msg("x"));
    println!("{}", error.spec().code);
}
