// With `display = false` somebody else has to write `Error`.

pub use fixture_codes::codes;

#[derive(Debug, errtax::ToolError)]
#[tool_error(display = false)]
enum NotError {
    NoSuchThing,
}

fn main() {}
