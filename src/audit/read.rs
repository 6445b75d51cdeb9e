//! Reading an audit file.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::path::Path;

use super::line;
use super::record::Record;

/// What an audit file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replay {
    /// The records, in their order, each equal to the one that was written.
    pub records: Vec<Record>,
    /// The lines that are no records. A crash can leave one that is torn.
    pub unread: Vec<Unread>,
}

/// A line that is no record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unread {
    /// Which, from 1.
    pub line: u64,
    /// At which byte of the file it begins.
    pub offset: u64,
    /// What is wrong with it.
    pub problem: String,
}

/// Reads an audit file.
///
/// # Errors
///
/// When it cannot be opened or read. A line that is no record is no error: it is [reported](Replay::unread) beside what
/// could be read.
pub fn read(path: impl AsRef<Path>) -> io::Result<Replay> {
    let mut file = BufReader::new(File::open(path)?);
    let mut replay = Replay::default();
    let (mut bytes, mut line, mut offset) = (Vec::new(), 0, 0);
    loop {
        bytes.clear();
        let length = file.read_until(b'\n', &mut bytes)?;
        if length == 0 {
            return Ok(replay);
        }
        line += 1;
        // Each line begins anew after one that was torn, so an empty one is what a repair may leave.
        if bytes != b"\n" {
            match judge(&bytes) {
                Ok(record) => replay.records.push(record),
                Err(problem) => replay.unread.push(Unread { line, offset, problem }),
            }
        }
        offset += length as u64;
    }
}

/// The record of a line with or without its end.
pub(super) fn judge(bytes: &[u8]) -> Result<Record, String> {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|_| "it is no UTF-8".to_owned())?;
    line::decode(text)
}
