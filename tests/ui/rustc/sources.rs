// What is no source, no tool error and no wait.

pub use fixture_codes::codes;

use errtax::ToolError;

#[derive(Debug, ToolError)]
enum Sources {
    #[tool_error(KeepOut)]
    Text { source: String },
    #[tool_error(infer, InternalError)]
    Inferred(#[source] u8),
    #[tool_error(transparent)]
    Inner(std::io::Error),
    RateLimited {
        #[tool_error(retry_after)]
        wait: u64,
    },
}

fn main() {}
