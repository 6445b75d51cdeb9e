//! What keeps a server from being judged.

use std::fmt::Display;

use crate::arguments::ToolsCommand;
use crate::trouble::Trouble;

/// In one sentence, with what to do and what the server said last.
#[derive(Debug)]
pub(super) struct Failure {
    message: String,
    help: Help,
    /// The last lines of its standard error.
    last_words: Vec<String>,
}

#[derive(Clone, Copy, Debug)]
enum Help {
    /// It cannot be started at all.
    Build,
    /// It ended, or speaks something else: see for yourself.
    ByHand,
    /// It may only be slow.
    Wait,
    /// It speaks MCP, and offers nothing.
    Register,
}

impl Failure {
    fn new(message: impl Display, help: Help) -> Self {
        Self {
            message: message.to_string(),
            help,
            last_words: Vec::new(),
        }
    }

    pub(super) fn not_started(message: impl Display) -> Self {
        Self::new(message, Help::Build)
    }

    pub(super) fn not_mcp(message: impl Display) -> Self {
        Self::new(message, Help::ByHand)
    }

    pub(super) fn too_slow(message: impl Display) -> Self {
        Self::new(message, Help::Wait)
    }

    pub(super) fn no_tools() -> Self {
        Self::new("the server offers no tools: there is nothing to judge", Help::Register)
    }

    pub(super) fn said(mut self, last_words: Vec<String>) -> Self {
        self.last_words = last_words;
        self
    }

    /// About the registry as a whole, so that a code host shows it somewhere.
    pub(super) fn trouble(self, file: String, command: &ToolsCommand) -> Trouble {
        let words: Vec<_> = command.server.iter().map(|word| word.to_string_lossy()).collect();
        let server = words.join(" ");
        let help = match self.help {
            Help::Build => format!(
                "build it, and name what was built: `cargo errtax tools -- target/debug/{}`",
                stem(&words)
            ),
            Help::ByHand => format!(
                "start it by hand and send it one line: `echo '{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}}' | {server}`; \
                 standard output is for the protocol alone"
            ),
            Help::Wait => format!(
                "give it more time: `cargo errtax tools --timeout {} -- {server}`; or start what is already built, not `cargo run`",
                command.timeout.as_secs().saturating_mul(4)
            ),
            Help::Register => format!(
                "let the server have the capability `tools` and register them; `cargo errtax tools --print -- {server}` shows the list"
            ),
        };
        Trouble::new(file, self.message, help).said(self.last_words)
    }
}

/// The name of what was to be started.
fn stem(words: &[std::borrow::Cow<'_, str>]) -> String {
    let first = words.first().map(AsRef::as_ref).unwrap_or_default();
    let name = first.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut all = vec![if name.is_empty() { "server" } else { name }];
    all.extend(words.iter().skip(1).map(AsRef::as_ref));
    all.join(" ")
}
