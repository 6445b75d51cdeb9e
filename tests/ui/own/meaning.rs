// What does not fit together is said with the way out.

pub use fixture_codes::codes;

#[derive(Debug, errtax::ToolError)]
enum Item<'a> {
    #[tool_error(transparent, KeepOut)]
    Both(Inner),
    #[tool_error(transparent)]
    Many(Inner, Inner),
    #[tool_error(infer, InternalError)]
    NoSource { text: &'a str },
    #[tool_error(KeepOut)]
    TwoSources {
        #[source]
        one: std::fmt::Error,
        #[source]
        two: std::fmt::Error,
    },
    #[tool_error(KeepOut)]
    Tuple(u8),
    #[tool_error(KeepOut)]
    NotTheSource {
        #[tool_error(source = false)]
        cause: u8,
    },
    #[tool_error(KeepOut)]
    Contradiction {
        #[tool_error(skip, detail = "x")]
        x: u8,
    },
    #[tool_error(KeepOut)]
    BadName(#[tool_error(detail = "Period-Id")] u8),
    #[tool_error(KeepOut)]
    From(#[from] std::io::Error),
    #[tool_error(TryAgain)]
    FromAgain(#[from] std::io::Error),
    #[tool_error(PartlyDone)]
    FromMore {
        #[from]
        cause: std::num::ParseIntError,
        landed: u8,
    },
}

#[derive(Debug, errtax::ToolError)]
#[tool_error(KeepOut)]
struct Inner;

fn main() {}
