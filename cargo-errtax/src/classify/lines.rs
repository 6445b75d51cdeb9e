//! The lines of a file or of standard input, one at a time: a log can be larger than memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::fault::Fault;

/// The most bytes of one line.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// The byte order mark that some editors put before the first line.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads lines.
pub(super) struct Lines {
    from: BufReader<Box<dyn io::Read>>,
    number: u64,
    bytes: Vec<u8>,
}

/// One line.
pub(super) struct Line<'l> {
    /// Which, from 1.
    pub(super) number: u64,
    /// Its bytes, without its end.
    bytes: &'l [u8],
    /// Whether it has more.
    is_cut: bool,
}

impl Lines {
    /// Those of a file; of standard input where there is none.
    pub(super) fn open(file: Option<&Path>) -> io::Result<Self> {
        let from: Box<dyn io::Read> = match file {
            Some(path) => Box::new(File::open(path)?),
            None => Box::new(io::stdin()),
        };
        Ok(Self {
            from: BufReader::with_capacity(64 * 1024, from),
            number: 0,
            bytes: Vec::new(),
        })
    }

    /// Whether the next line has to be waited for.
    pub(super) fn would_wait(&self) -> bool {
        !self.from.buffer().contains(&b'\n')
    }

    /// The next one.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.bytes.clear();
        let mut is_cut = false;
        let mut is_any = false;
        loop {
            let found = match self.from.fill_buf() {
                Ok(found) => found,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if found.is_empty() {
                break;
            }
            is_any = true;
            let end = found.iter().position(|byte| *byte == b'\n');
            let taken = found.get(..end.unwrap_or(found.len())).unwrap_or_default();
            let room = MAX_BYTES.saturating_sub(self.bytes.len());
            is_cut |= taken.len() > room;
            self.bytes.extend(taken.iter().take(room));
            let used = taken.len() + usize::from(end.is_some());
            self.from.consume(used);
            if end.is_some() {
                break;
            }
        }
        if !is_any {
            return Ok(None);
        }
        self.number += 1;
        let mut bytes = self.bytes.strip_suffix(b"\r").unwrap_or(&self.bytes);
        if self.number == 1 {
            bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
        }
        Ok(Some(Line {
            number: self.number,
            bytes,
            is_cut,
        }))
    }
}

impl<'l> Line<'l> {
    /// Its text; else why it has none, and as much of it as there is.
    pub(super) fn text(&self) -> Result<&'l str, (Fault, &'l str)> {
        match std::str::from_utf8(self.bytes) {
            Ok(text) if self.is_cut => {
                let message = format!("the line has more than {MAX_BYTES} bytes");
                let help = "leave out what says nothing about the failure, as the end of a long body";
                Err((Fault::new(text.len(), message, help), text))
            }
            Ok(text) => Ok(text),
            Err(error) => {
                let start = self.bytes.get(..error.valid_up_to()).unwrap_or_default();
                let text = std::str::from_utf8(start).unwrap_or_default();
                let help = "write the file as UTF-8: `iconv -f latin1 -t utf-8`";
                Err((Fault::new(text.len(), "the line is not UTF-8", help), text))
            }
        }
    }

    /// Its text, whatever it takes: for logs, of which a line that is cut or has a wrong byte still says something.
    pub(super) fn lossy(&self) -> std::borrow::Cow<'l, str> {
        String::from_utf8_lossy(self.bytes)
    }
}
