// One mistake is one error: whatever uses the type elsewhere still compiles.

pub use fixture_codes::codes;

use errtax::ToolError;

#[derive(Debug, ToolError)]
enum Server {
    #[tool_error(trasparent)]
    Inner(#[from] Inner),
    #[tool_error(infer, InternalError)]
    Io(#[from] std::io::Error),
}

#[derive(Debug, ToolError)]
#[tool_error(KeepOut, display = 0)]
struct Inner;

fn uses() -> Result<(), Server> {
    fn tool_error<E: ToolError + std::fmt::Display>(_: &E) {}
    tool_error(&Inner);
    let _: Result<(), errtax::Failure> = Err(Server::from(Inner).into());
    let _ = std::fs::read("x")?;
    let inner: Result<(), Inner> = Ok(());
    inner?;
    Ok(())
}

#[derive(ToolError)]
union Both {
    a: u8,
}

fn main() {
    let _ = uses();
}
