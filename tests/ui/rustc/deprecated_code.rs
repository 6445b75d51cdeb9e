// A deprecated code warns once, where the user names it.
#![deny(deprecated)]

pub use fixture_codes::codes;

#[derive(Debug, errtax::ToolError)]
enum Old {
    #[tool_error(OldCode)]
    Named(#[tool_error(skip)] u8),
    OldCode,
}

fn main() {}
