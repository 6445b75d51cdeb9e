//! The demonstration: server and agent in one process, one real failure of each class, and what the agent makes of it.
//!
//! `agent` is what an agent's harness does with a failure, `scenes` makes things go wrong, `screen` prints.

pub mod agent;
mod scenes;
mod screen;

use std::error::Error;

use self::scenes::Stage;
use self::screen::Screen;

/// Runs the demonstration on standard output, in colour on a terminal.
///
/// # Errors
///
/// When the stage cannot be set, or a scene does not play as written.
pub async fn run() -> Result<(), Box<dyn Error>> {
    let stage = Stage::set().await?;
    let mut screen = Screen::new(anstream::stdout());
    screen.title()?;
    screen.show(&stage.database_is_busy().await?)?;
    screen.show(&stage.rate_limit().await?)?;
    screen.show(&stage.answer_to_the_commit_is_lost().await?)?;
    screen.show(&stage.sides_differ().await?)?;
    screen.show(&stage.key_has_expired().await?)?;
    screen.show(&stage.no_such_voucher().await?)?;
    screen.show(&stage.period_is_locked_already().await?)?;
    screen.show(&stage.partial_import().await?)?;
    let (locked, declined) = stage.period_is_locked_and_stays_so().await?;
    screen.show(&locked)?;
    screen.show(&declined)?;
    screen.show(&stage.file_is_damaged().await?)?;
    Ok(())
}
