//! The sink that appends to a file.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::record::Record;
use super::sink::Sink;
use super::{event, line, read};

/// When what was written is forced onto the disk. With each of them a record is with the operating system before the call
/// is answered, so that it outlives the server; they differ in what is left when the machine itself goes down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flush {
    /// When the operating system sees fit, mostly within half a minute. No call waits for a disk.
    #[default]
    System,
    /// At once: a call that fails waits for the disk.
    Each,
    /// With the first record after so long, and when the last [`Lines`] of the file is dropped.
    Every(Duration),
}

/// A sink that appends one line of JSON a record to a file.
///
/// A record is one write to a file that was opened to append, so lines of several servers do not mix on a local disk. A
/// crash can tear the last line only; the next one that opens the file ends it, so that nothing is written into it, and
/// [says so](Self::torn). Nothing that is in the file is ever changed or taken out.
///
/// The file is for the server's people alone: where it is made, only its owner may read it (on Unix).
///
/// Rotation is left to others. Let them copy and truncate, or move the file and then have [`reopen`](Self::reopen) called.
#[derive(Clone, Debug)]
pub struct Lines(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    flush: Flush,
    torn: Option<Torn>,
    open: Mutex<Open>,
    lost: AtomicU64,
}

#[derive(Debug)]
struct Open {
    file: File,
    /// Whether the last write broke off inside of a line.
    broken: bool,
    flushed: Instant,
}

/// A last line that was torn: by a crash of whoever wrote it, or of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Torn {
    /// At which byte of the file it begins.
    pub offset: u64,
    /// How many bytes are left of it.
    pub bytes: u64,
}

impl Lines {
    /// Opens a file to append to, and makes it if there is none.
    ///
    /// # Errors
    ///
    /// When it cannot be opened, read or written.
    pub fn open(path: impl Into<PathBuf>, flush: Flush) -> io::Result<Self> {
        let path = path.into();
        let (open, torn) = Open::at(&path, flush)?;
        Ok(Self(Arc::new(Inner {
            path,
            flush,
            torn,
            open: Mutex::new(open),
            lost: AtomicU64::new(0),
        })))
    }

    /// The last line, where it was torn when the file was opened. It stays in the file, and is among what
    /// [`read`](super::read) could not read.
    #[must_use]
    pub fn torn(&self) -> Option<Torn> {
        self.0.torn
    }

    /// How many records could not be written, or not be forced onto the disk.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.0.lost.load(Ordering::Relaxed)
    }

    /// Opens the file of the same path anew: the other one has been moved away.
    ///
    /// # Errors
    ///
    /// When it cannot be opened, read or written. Then what was open stays open.
    pub fn reopen(&self) -> io::Result<()> {
        let (open, _) = Open::at(&self.0.path, self.0.flush)?;
        *self.0.lock() = open;
        Ok(())
    }

    /// Forces what was written onto the disk.
    ///
    /// # Errors
    ///
    /// When that fails.
    pub fn flush(&self) -> io::Result<()> {
        self.0.lock().flush()
    }
}

impl Sink for Lines {
    fn record(&self, record: Record) {
        let mut line = line::encode(&record);
        line.push('\n');
        let appended = self.0.lock().append(line, self.0.flush);
        if let Err(error) = appended {
            self.0.lost.fetch_add(1, Ordering::Relaxed);
            event::lost(&error);
        }
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Flush::Every(_) = self.flush {
            let _ = self.lock().flush();
        }
    }
}

impl Open {
    fn at(path: &Path, flush: Flush) -> io::Result<(Self, Option<Torn>)> {
        let is_new = !path.exists();
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path)?;
        let torn = end(&mut file)?;
        if is_new && flush != Flush::System {
            file.sync_all()?;
            // On Unix the name of a file is part of its folder, which is forced onto the disk by itself.
            #[cfg(unix)]
            match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                Some(folder) => File::open(folder)?.sync_all()?,
                None => File::open(".")?.sync_all()?,
            }
        }
        let open = Self {
            file,
            broken: false,
            flushed: Instant::now(),
        };
        Ok((open, torn))
    }

    fn append(&mut self, line: String, flush: Flush) -> io::Result<()> {
        write(&mut self.file, &mut self.broken, line)?;
        let is_due = match flush {
            Flush::System => false,
            Flush::Each => true,
            Flush::Every(pause) => self.flushed.elapsed() >= pause,
        };
        if is_due { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = Instant::now();
        self.file.sync_data()
    }
}

/// Writes a line, mostly at once. `broken` is whether the last one broke off: then it is ended first.
fn write(file: &mut impl io::Write, broken: &mut bool, mut line: String) -> io::Result<()> {
    if *broken {
        line.insert(0, '\n');
    }
    let mut rest = line.as_bytes();
    while !rest.is_empty() {
        match file.write(rest) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => {
                rest = rest.get(written..).unwrap_or_default();
                *broken = !rest.is_empty();
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Sees to it that the file ends in a whole line: one that has lost its end gets it, be it a record or torn.
fn end(file: &mut File) -> io::Result<Option<Torn>> {
    let length = file.metadata()?.len();
    let mut tail = Vec::new();
    let mut start = length;
    // Backwards, a block at a time, to where the last line begins.
    while start > 0 {
        let block = start.min(64 * 1024);
        start -= block;
        let mut bytes = vec![0; usize::try_from(block).unwrap_or_default()];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut bytes)?;
        if tail.is_empty() && bytes.last() == Some(&b'\n') {
            return Ok(None);
        }
        let after = bytes.iter().rposition(|byte| *byte == b'\n').map(|end| end + 1);
        bytes.drain(..after.unwrap_or_default());
        bytes.append(&mut tail);
        tail = bytes;
        if after.is_some() {
            break;
        }
    }
    if tail.is_empty() {
        return Ok(None);
    }
    file.write_all(b"\n")?;
    let bytes = tail.len() as u64;
    let torn = Torn {
        offset: length - bytes,
        bytes,
    };
    Ok(read::judge(&tail).is_err().then_some(torn))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
mod tests {
    use std::io;

    use super::write;

    /// Takes so many bytes with each write, and an error where it is none.
    struct Disk {
        takes: Vec<io::Result<usize>>,
        holds: String,
    }

    impl io::Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = self.takes.remove(0)?.min(bytes.len());
            self.holds
                .extend(bytes.iter().take(taken).map(|byte| char::from(*byte)));
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_that_broke_off_is_ended_before_the_next_one() {
        let full = || Err(io::ErrorKind::StorageFull.into());
        let interrupted = || Err(io::ErrorKind::Interrupted.into());
        for (takes, lost, holds) in [
            (vec![Ok(99), Ok(99)], [false, false], "one\ntwo\n"),
            (vec![Ok(1), interrupted(), Ok(99), Ok(99)], [false, false], "one\ntwo\n"),
            (vec![full(), Ok(99)], [true, false], "two\n"),
            (vec![Ok(2), full(), Ok(99)], [true, false], "on\ntwo\n"),
            (vec![Ok(2), Ok(0), Ok(1), full()], [true, true], "on\n"),
        ] {
            let mut disk = Disk {
                takes,
                holds: String::new(),
            };
            let mut broken = false;
            let written = ["one\n", "two\n"].map(|line| write(&mut disk, &mut broken, line.to_owned()).is_err());
            assert_eq!((written, disk.holds.as_str()), (lost, holds));
        }
    }
}
