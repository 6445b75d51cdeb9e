//! The server's process, what it says to standard error, and how it ends.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long anything may take that is to happen at all.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct Process {
    child: Child,
    words: Receiver<String>,
}

impl Process {
    fn launch(db: &Path, transport: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_accounting"))
            .args(transport)
            .arg("--db")
            .arg(db)
            .env_remove("ACCOUNTING_API_KEY")
            .env_remove("RUST_BACKTRACE")
            // A machine with many cores has many heaps, each of which has to reach its level first.
            .env("TOKIO_WORKER_THREADS", "2")
            .env("MALLOC_ARENA_MAX", "2")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let errors = BufReader::new(child.stderr.take().unwrap());
        let (sender, words) = channel();
        std::thread::spawn(move || {
            for line in errors.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, words }
    }

    /// A server over stdio, and the two ends of its line.
    pub fn over_stdio(db: &Path) -> (Self, ChildStdin, ChildStdout) {
        let mut process = Self::launch(db, &["--stdio"]);
        let (input, output) = (process.child.stdin.take(), process.child.stdout.take());
        (process, input.unwrap(), output.unwrap())
    }

    /// A server over HTTP, and where it is.
    pub fn over_http(db: &Path) -> (Self, String) {
        let process = Self::launch(db, &["--http", "127.0.0.1:0"]);
        loop {
            let line = process.words.recv_timeout(PATIENCE).unwrap();
            if let Some((_, url)) = line.split_once("serving ") {
                let url = url.to_owned();
                return (process, url);
            }
        }
    }

    /// What Linux says of the process, as far as it says anything.
    fn proc(&self, what: &str) -> PathBuf {
        PathBuf::from(format!("/proc/{}/{what}", self.child.id()))
    }

    /// How much memory it holds, where that can be known.
    pub fn resident(&self) -> Option<u64> {
        let status = std::fs::read_to_string(self.proc("status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
    }

    /// How many files and sockets it has open, where that can be known.
    pub fn open_files(&self) -> Option<usize> {
        Some(std::fs::read_dir(self.proc("fd")).ok()?.count())
    }

    /// Kills it, as a machine without memory would.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for it to end by itself. It must end well: not by a signal or a panic, and with nothing said of one.
    pub fn ends(mut self) -> ExitStatus {
        let status = self.ended(PATIENCE).unwrap_or_else(|| {
            let _ = self.child.kill();
            let _ = self.child.wait();
            panic!("the server goes on without anybody to serve")
        });
        self.assert_calm();
        assert!(matches!(status.code(), Some(0 | 1)), "{status}");
        status
    }

    /// How it ended, if it does within this time.
    pub fn ended(&mut self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return Some(status);
            }
            if Instant::now() >= until {
                return None;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Whether nothing has panicked so far.
    pub fn assert_calm(&self) {
        // Its last words may be on their way.
        std::thread::sleep(Duration::from_millis(100));
        for line in self.words.try_iter() {
            assert!(!line.contains("panicked"), "{line}");
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
