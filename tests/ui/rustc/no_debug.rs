// An error needs `Debug`: both impls that ask for it say so, at the type, with what to add.

pub use fixture_codes::codes;

#[derive(errtax::ToolError)]
enum NotDebug {
    NoSuchThing,
}

fn main() {}
