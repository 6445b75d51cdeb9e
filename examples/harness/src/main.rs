//! The command line: ten tasks and the books, or schedules without end.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use fastrand::Rng;
use harness::screen::Screen;
use harness::{schedule, storm, tasks};

/// An agent's harness against the accounting server, over a line on which things go wrong. Without a command it carries out
/// ten tasks, shows their reports, and holds them against the books. It fails where they differ.
#[derive(Debug, Parser)]
#[command(version)]
struct Options {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays schedules that seeds draw, and says what was found
    Storm {
        /// How many
        #[arg(value_parser = clap::value_parser!(u64).range(1..))]
        count: u64,
        /// The first seed; the others follow it
        #[arg(default_value_t = 1)]
        seed: u64,
        /// For how many seconds at most
        #[arg(long, default_value_t = 900)]
        seconds: u64,
    },
    /// Carries out the ten tasks by a harness that takes every tool to be repeatable: the books show what comes of that
    Reckless,
    /// Plays one schedule of a storm, and shows all of it
    Replay {
        /// Its seed
        seed: u64,
    },
}

fn main() -> ExitCode {
    let options = Options::parse();
    let done = match options.command {
        None => show_tasks(),
        Some(Command::Reckless) => show_reckless(),
        Some(Command::Storm { count, seed, seconds }) => weather(count, seed, Duration::from_secs(seconds)),
        Some(Command::Replay { seed }) => replay(seed),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Who reads through `head` has seen enough.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("harness: {error}");
            ExitCode::FAILURE
        }
    }
}

type Done = Result<bool, Box<dyn Error + Send + Sync>>;

fn show_tasks() -> Done {
    let outcome = schedule::play(tasks::all(), &mut Rng::with_seed(1))?;
    let mut screen = Screen::new(anstream::stdout());
    screen.tasks(&outcome)?;
    screen.comparison(&outcome)?;
    Ok(outcome.findings().is_empty())
}

fn show_reckless() -> Done {
    let outcome = schedule::play(tasks::reckless(), &mut Rng::with_seed(1))?;
    Screen::new(anstream::stdout()).comparison(&outcome)?;
    Ok(outcome.findings().is_empty())
}

fn weather(count: u64, seed: u64, time: Duration) -> Done {
    let end = seed
        .checked_add(count)
        .ok_or("the seeds go up to 18446744073709551614")?;
    let mut out = anstream::stdout();
    writeln!(out, "seeds {seed} to {}", end - 1)?;
    let weathered = storm::weather(seed..end, time);
    writeln!(out, "{weathered}")?;
    Ok(weathered.findings.is_empty() && weathered.schedules == weathered.asked)
}

fn replay(seed: u64) -> Done {
    let outcome = storm::play(seed)?;
    let mut screen = Screen::new(anstream::stdout());
    screen.trace(&outcome)?;
    screen.comparison(&outcome)?;
    Ok(outcome.findings().is_empty())
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    errtax::find::<io::Error>(error).is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
