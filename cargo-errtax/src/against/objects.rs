//! Objects of a repository, asked for by name, all from one process.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use super::git::{Git, cannot_run};
use super::obstacle::Obstacle;

/// `git cat-file --batch`.
#[derive(Debug)]
pub(super) struct Objects {
    process: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

/// One object.
#[derive(Debug)]
pub(super) struct Object {
    /// `blob`, `tree`, `commit`.
    pub(super) kind: String,
    pub(super) bytes: Vec<u8>,
}

impl Objects {
    pub(super) fn open(git: &Git) -> Result<Self, Obstacle> {
        let mut process = git
            .command(&["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| cannot_run(&error))?;
        match (process.stdin.take(), process.stdout.take()) {
            (Some(questions), Some(answers)) => Ok(Self {
                process,
                questions: Some(questions),
                answers: BufReader::new(answers),
            }),
            _ => Err(broken()),
        }
    }

    /// One object; `None` where the repository lacks it.
    pub(super) fn read(&mut self, name: &str) -> Result<Option<Object>, Obstacle> {
        self.ask(name).unwrap_or_else(|| Err(broken()))
    }

    fn ask(&mut self, name: &str) -> Option<Result<Option<Object>, Obstacle>> {
        let questions = self.questions.as_mut()?;
        questions.write_all(format!("{name}\n").as_bytes()).ok()?;
        questions.flush().ok()?;
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        // `<name> missing`, or `<name> <kind> <size>`.
        let mut words = line.split_ascii_whitespace().skip(1);
        let (kind, size) = (words.next()?.to_owned(), words.next());
        let Some(size) = size else { return Some(Ok(None)) };
        let size: usize = size.parse().ok()?;
        let mut bytes = vec![0; size];
        self.answers.read_exact(&mut bytes).ok()?;
        let mut end = [0];
        self.answers.read_exact(&mut end).ok()?;
        Some(Ok(Some(Object { kind, bytes })))
    }
}

impl Drop for Objects {
    fn drop(&mut self) {
        // It ends when nothing more can be asked.
        self.questions = None;
        let _ = self.process.wait();
    }
}

fn broken() -> Obstacle {
    Obstacle::new(
        "git stopped while it read the base",
        "run `git fsck`, which finds what is damaged in the repository",
    )
}
