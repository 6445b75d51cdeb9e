// https://github.com/dtolnay/thiserror/issues/68: the reason, instead of what the borrow checker makes of it.

pub use fixture_codes::codes;

#[derive(Debug, errtax::ToolError)]
#[tool_error(default = InternalError)]
enum Borrowed<'a> {
    Reference {
        #[source]
        cause: &'a std::fmt::Error,
    },
    Inside {
        source: Sub<'a>,
    },
    Boxed(#[source] Box<dyn std::error::Error + 'a>),
}

#[derive(Debug, errtax::ToolError)]
#[tool_error(KeepOut)]
struct Sub<'a>(#[tool_error(skip)] &'a str);

// What speaks for itself may borrow.
#[derive(Debug, errtax::ToolError)]
#[tool_error(transparent)]
struct Through<'a>(Sub<'a>);

fn main() {}
