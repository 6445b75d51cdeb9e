//! The screen: four lines a failure, so that all of them fit one.

use std::io::{self, Write};

use clap::builder::styling::{AnsiColor, Style};
use errtax::Action;
use errtax::wire::WireError;

use super::agent::Call;
use super::scenes::Scene;

const WIDTH: usize = 110;
const TEXT_LINES: usize = 2;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Prints scenes. What the stream cannot show, colours above all, is its own affair.
#[derive(Debug)]
pub(super) struct Screen<W> {
    out: W,
}

impl<W: Write> Screen<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out }
    }

    pub(super) fn title(&mut self) -> io::Result<()> {
        writeln!(
            self.out,
            "{BOLD}What an agent receives when a call fails, and what it does{BOLD:#}"
        )
    }

    pub(super) fn show(&mut self, scene: &Scene) -> io::Result<()> {
        let Scene {
            situation,
            failure,
            ending,
        } = scene;
        let colour = colour(failure.action.known());
        let head = format!("{}  {} · {}", failure.code, failure.class, failure.action);
        let gap = WIDTH
            .saturating_sub(head.chars().count() + situation.chars().count())
            .max(1);
        writeln!(
            self.out,
            "{colour}{}{colour:#}  {} · {BOLD}{}{BOLD:#}{:gap$}{DIM}{situation}{DIM:#}",
            failure.code, failure.class, failure.action, ""
        )?;
        self.text(failure)?;
        writeln!(
            self.out,
            "  {colour}→{colour:#} {}",
            cut(&format!("{}{ending}", facts(failure)), WIDTH - 4)
        )
    }

    /// Message and hint, wrapped; what is left after [`TEXT_LINES`] is cut.
    fn text(&mut self, failure: &WireError) -> io::Result<()> {
        let whole = format!("{} {}", failure.message, failure.hint.as_deref().unwrap_or_default());
        let mut hint_at = failure.message.chars().count();
        let lines = wrap(&whole, WIDTH - 2);
        for (number, line) in lines.iter().take(TEXT_LINES).enumerate() {
            let more = number + 1 == TEXT_LINES && lines.len() > TEXT_LINES;
            let line = if more {
                cut(&format!("{line} …"), WIDTH - 2)
            } else {
                line.clone()
            };
            let message: String = line.chars().take(hint_at).collect();
            let hint: String = line.chars().skip(hint_at).collect();
            writeln!(self.out, "  {message}{DIM}{hint}{DIM:#}")?;
            hint_at = hint_at.saturating_sub(line.chars().count() + 1);
        }
        Ok(())
    }
}

/// Green: the call may be sent again. Yellow: something else comes first. Red: the agent is done here.
fn colour(action: Option<Action>) -> Style {
    let colour = match action {
        Some(Action::Retry | Action::Wait) => AnsiColor::Green,
        Some(Action::AskUser | Action::Reauthenticate | Action::Stop) | None => AnsiColor::Red,
        Some(_) => AnsiColor::Yellow,
    };
    colour.on_default().bold()
}

/// The call that the failure proposes and the wait that it names.
fn facts(failure: &WireError) -> String {
    let next = Call::proposed_by(failure).map(|call| {
        let arguments = serde_json::Value::Object(call.arguments);
        format!("next {} {arguments} · ", call.tool)
    });
    let wait = failure.retry_after_ms.map(|wait| format!("wait {wait} ms · "));
    [next, wait].into_iter().flatten().collect()
}

fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(width.saturating_sub(1)).collect();
    cut.push('…');
    cut
}
