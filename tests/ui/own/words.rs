// Every word at a wrong place, misspelt, malformed or twice: each is one error, at the word.

pub use fixture_codes::codes;

#[derive(Debug, errtax::ToolError)]
#[tool_error(defalt = InternalError, codes = "crate::codes")]
#[tool_error(transparent)]
enum Item {
    #[tool_error(skip)]
    NoSuchThing,
    #[tool_error(KeepOut, TryAgain)]
    TwoCodes,
    #[tool_error("PERIOD_LOCKED")]
    Text,
    #[tool_error(PERIOD_LOCKED)]
    Wire,
    #[tool_error(codes::Code::KeepOut)]
    Path,
    #[tool_error(KeepOut)]
    Fields {
        #[tool_error(rename = "x")]
        a: u8,
        #[tool_error(detail)]
        b: u8,
        #[tool_error(skip, skip)]
        c: u8,
        #[tool_error(source = true)]
        d: u8,
    },
    #[from]
    Marked(u8),
}

fn main() {}
