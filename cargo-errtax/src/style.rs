//! The few styles that are used outside of the rendering of findings. `anstream` takes them away where they are unwanted.

use anstyle::{AnsiColor, Style};

/// Something to notice.
pub(crate) const STRONG: Style = Style::new().bold();
/// An error.
pub(crate) const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
/// What is fine.
pub(crate) const GOOD: Style = AnsiColor::BrightGreen.on_default().bold();
/// What to do.
pub(crate) const HELP: Style = AnsiColor::BrightCyan.on_default().bold();
/// What comes in.
pub(crate) const ADDED: Style = AnsiColor::Green.on_default();
/// What goes.
pub(crate) const REMOVED: Style = AnsiColor::Red.on_default();
