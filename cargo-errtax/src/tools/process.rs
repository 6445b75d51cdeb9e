//! A server as a process: lines go in, lines come out, and it ends when this does.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How many of the last lines of standard error are kept.
const KEPT: usize = 10;

/// How long a line of standard error may be before it is cut.
const WIDEST: usize = 300;

/// How long a server has to end once its input is closed.
const GRACE: Duration = Duration::from_secs(2);

/// How long what it has written to standard error is waited for.
const LAG: Duration = Duration::from_millis(500);

/// How many characters one message may have: a server that never ends its line must not fill the memory.
const LONGEST: u64 = 64 * 1024 * 1024;

/// A server that was started.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<io::Result<String>>,
    errors: Arc<Mutex<VecDeque<String>>>,
    /// The thread that reads them.
    listener: JoinHandle<()>,
}

/// Why no line came.
#[derive(Debug)]
pub(super) enum Silence {
    /// Nothing in time.
    TimedOut,
    /// The output is closed.
    Ended,
    /// It cannot be read.
    Broken(io::Error),
}

impl Process {
    pub(super) fn start(words: &[OsString]) -> io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // So that what it starts itself, as `cargo run` does, can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let missing = || io::Error::other("a pipe is missing");
        let input = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        let (sender, output) = sync_channel(64);
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            loop {
                let line = one_line(&mut stdout);
                let is_last = !matches!(line, Ok(Some(_)));
                if let Some(line) = line.transpose()
                    && sender.send(line).is_err()
                {
                    return;
                }
                if is_last {
                    return;
                }
            }
        });
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&errors);
        let listener = thread::spawn(move || keep_last(stderr, &kept));
        Ok(Self {
            child,
            input: Some(input),
            output,
            errors,
            listener,
        })
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) -> io::Result<()> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(line.as_bytes())?;
        input.write_all(b"\n")?;
        input.flush()
    }

    /// The next line, before this moment.
    pub(super) fn line(&self, until: Instant) -> Result<String, Silence> {
        match self
            .output
            .recv_timeout(until.saturating_duration_since(Instant::now()))
        {
            Ok(Ok(line)) => Ok(line),
            Ok(Err(error)) => Err(Silence::Broken(error)),
            Err(RecvTimeoutError::Timeout) => Err(Silence::TimedOut),
            Err(RecvTimeoutError::Disconnected) => Err(Silence::Ended),
        }
    }

    /// How it ended, where it has.
    pub(super) fn ended(&mut self) -> Option<String> {
        let until = Instant::now() + GRACE;
        while Instant::now() < until {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) => thread::sleep(Duration::from_millis(10)),
                Err(_) => return None,
            }
        }
        None
    }

    /// The last lines that it wrote to standard error.
    pub(super) fn last_words(&self) -> Vec<String> {
        // They are read by a thread of their own, which may be a moment behind. It ends with the server, unless that left
        // somebody behind who holds the pipe.
        let until = Instant::now() + LAG;
        while !self.listener.is_finished() && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        errors.iter().cloned().collect()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A server over standard input ends with it.
        self.input = None;
        if self.ended().is_none() {
            #[cfg(unix)]
            {
                let group = format!("-{}", self.child.id());
                let _ = Command::new("kill")
                    .args(["-KILL", "--", &group])
                    .stderr(Stdio::null())
                    .status();
            }
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// One line without its end; `None` where there are no more.
fn one_line(input: &mut impl io::BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    // Bytes that are no UTF-8 are no JSON either, and are told as such.
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

fn keep_last(stderr: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut stderr = BufReader::new(stderr);
    while let Ok(Some(line)) = one_line(&mut stderr) {
        let shown: String = line
            .chars()
            .filter(|c| !c.is_control() || *c == '\t')
            .take(WIDEST)
            .collect();
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back(shown);
    }
}
