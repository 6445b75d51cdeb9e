//! A message as it is searched: in small letters, without what is quoted in it, without addresses.

/// The most bytes of a message that are looked at.
pub(super) const MAX_BYTES: usize = 64 * 1024;

/// Stands for what was quoted, and for an address: words that the message only mentions.
pub(super) const BLANK: u8 = 1;

/// What names a code in what is written as JSON or alike.
const KEYS: [&[u8]; 6] = [b"code", b"type", b"reason", b"status", b"error", b"__type"];

/// How far back the name of an exception is looked for.
const NEAR: usize = 64;

/// Whether a byte belongs to a word. Bytes of letters outside ASCII do.
pub(super) const fn is_word(byte: u8) -> bool {
    WORD[byte as usize]
}

static WORD: [bool; 256] = {
    let mut word = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        word[byte] = byte >= 0x80 || (byte as u8).is_ascii_alphanumeric() || byte == b'_' as usize;
        byte += 1;
    }
    word
};

/// The bytes that are taken over as they are, but for their case.
static SIMPLE: [bool; 256] = {
    let mut simple = [true; 256];
    let mut byte = 0;
    while byte <= 32 {
        simple[byte] = false;
        byte += 1;
    }
    let special = [
        0x7F,
        b'"' as usize,
        b'\'' as usize,
        b'`' as usize,
        b'/' as usize,
        b'\\' as usize,
        b'-' as usize,
        0xE2,
    ];
    byte = 0;
    while byte < special.len() {
        simple[special[byte]] = false;
        byte += 1;
    }
    simple
};

/// As much of a message as is looked at.
pub(super) fn capped(message: &str) -> &str {
    let end = (0..=MAX_BYTES.min(message.len()))
        .rev()
        .find(|end| message.is_char_boundary(*end));
    message.get(..end.unwrap_or_default()).unwrap_or_default()
}

/// Appends the message in small letters, with white space as one space, a hyphen inside a word as a space, and a [`BLANK`]
/// for each quotation, URL and path. Each byte is looked at a fixed number of times, whatever stands there.
pub(super) fn plain(message: &str, out: &mut Vec<u8>) {
    out.reserve(message.len());
    let mut reader = Reader {
        text: message.as_bytes(),
        out,
        hopeless: [false; 4],
        read: None,
    };
    let mut at = 0;
    while let Some(byte) = reader.byte(at) {
        at = if SIMPLE[usize::from(byte)] {
            reader.run(at)
        } else {
            reader.take(at, byte)
        };
    }
}

struct Reader<'a> {
    text: &'a [u8],
    out: &'a mut Vec<u8>,
    /// The quotation marks that have no partner in the rest of the text, so that it is not searched for again.
    hopeless: [bool; 4],
    /// The mark that ends a quotation which is read, because it is the text of an exception.
    read: Option<u8>,
}

impl Reader<'_> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.get(at).copied()
    }

    /// Takes words with single spaces between them.
    fn run(&mut self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        let mut end = 1;
        while let Some(&byte) = rest.get(end) {
            let is_simple = SIMPLE[usize::from(byte)]
                || (byte == b' ' && rest.get(end + 1).is_some_and(|next| SIMPLE[usize::from(*next)]));
            if !is_simple {
                break;
            }
            end += 1;
        }
        let run = rest.get(..end).unwrap_or_default();
        self.out.extend(run.iter().map(u8::to_ascii_lowercase));
        at + end
    }

    /// Takes what begins here and says where it ends.
    fn take(&mut self, at: usize, byte: u8) -> usize {
        match byte {
            b'"' | b'`' | b'\'' => self.quotation(at, byte),
            b'/' | b'\\' => self.slash(at, byte),
            // “…”
            0xE2 if self.text.get(at..at + 3) == Some("“".as_bytes()) => self.typographic(at),
            0xE2 if self.text.get(at..at + 3) == Some("’".as_bytes()) => {
                self.out.push(b'\'');
                at + 3
            }
            b'-' if self.out.last().is_some_and(|last| is_word(*last)) && self.byte(at + 1).is_some_and(is_word) => {
                self.out.push(b' ');
                at + 1
            }
            // Control characters mean nothing, and one of them stands for what was taken out.
            0..=b' ' | 0x7F => {
                if self.out.last().is_some_and(|last| *last != b' ') {
                    self.out.push(b' ');
                }
                at + 1
            }
            _ => {
                self.out.push(byte.to_ascii_lowercase());
                at + 1
            }
        }
    }

    fn quotation(&mut self, at: usize, mark: u8) -> usize {
        let follows_word = at
            .checked_sub(1)
            .and_then(|before| self.byte(before))
            .is_some_and(is_word);
        if self.read == Some(mark) && !self.byte(at + 1).is_some_and(is_word) {
            self.read = None;
            return at + 1;
        }
        // An apostrophe: can't, the servers' word.
        if mark == b'\'' && follows_word {
            self.out.push(mark);
            return at + 1;
        }
        if self.read.is_none() && self.is_text_of_exception() {
            self.read = Some(mark);
            return at + 1;
        }
        let kind = match mark {
            b'"' => 0,
            b'\'' => 1,
            _ => 2,
        };
        match self.partner(at + 1, &[mark], kind) {
            Some(end) => {
                self.quoted(at + 1, end);
                end + 1
            }
            None => at + 1,
        }
    }

    fn typographic(&mut self, at: usize) -> usize {
        match self.partner(at + 3, "”".as_bytes(), 3) {
            Some(end) => {
                self.quoted(at + 3, end);
                end + 3
            }
            None => at + 3,
        }
    }

    /// Where a quotation ends: at its mark, unless that is escaped or stands inside a word.
    fn partner(&mut self, from: usize, mark: &[u8], kind: usize) -> Option<usize> {
        let hopeless = self.hopeless.get_mut(kind)?;
        if *hopeless {
            return None;
        }
        let mut is_escaped = false;
        for end in from..self.text.len() {
            let here = self.text.get(end..end + mark.len());
            if here == Some(mark) && !is_escaped {
                let is_inside = mark == b"'"
                    && self.text.get(end + 1).copied().is_some_and(is_word)
                    && end
                        .checked_sub(1)
                        .and_then(|before| self.text.get(before))
                        .copied()
                        .is_some_and(is_word);
                if !is_inside {
                    return Some(end);
                }
            }
            is_escaped = !is_escaped && self.text.get(end) == Some(&b'\\');
        }
        *hopeless = true;
        None
    }

    /// What stood between two marks: nothing that counts, unless it is a name that says which code it is.
    fn quoted(&mut self, from: usize, to: usize) {
        let quoted = self.text.get(from..to).unwrap_or_default();
        let is_name = !quoted.is_empty() && quoted.len() <= 64 && quoted.iter().all(|b| is_word(*b) || *b == b'.');
        // The key of a code in JSON is quoted as well.
        let is_key = KEYS.contains(&quoted)
            && self
                .text
                .get(to + 1..)
                .is_some_and(|rest| rest.trim_ascii_start().starts_with(b":"));
        if is_key || (is_name && self.is_value_of_code()) || (is_status(quoted) && self.speaks_of_status()) {
            self.out.extend(quoted.iter().map(u8::to_ascii_lowercase));
        } else {
            self.out.push(BLANK);
        }
    }

    /// Whether what was read last is the name of an exception and what Python and others write before its text:
    /// `ConnectionResetError(104, `.
    fn is_text_of_exception(&self) -> bool {
        let near = self.out.get(self.out.len().saturating_sub(NEAR)..).unwrap_or_default();
        let out = trim_end(near, |b| b == b' ' || b == b',' || b.is_ascii_digit());
        let Some(name) = out.strip_suffix(b"(") else {
            return false;
        };
        [
            "error",
            "exception",
            "disconnected",
            "timeout",
            "warning",
            "incompleteread",
        ]
        .iter()
        .any(|end| name.ends_with(end.as_bytes()))
    }

    /// Whether what was read last says that a code comes: `code: `, `"type":`.
    fn is_value_of_code(&self) -> bool {
        let out = trim_end(self.out, |b| b == b' ');
        let Some(out) = out.strip_suffix(b":").or_else(|| out.strip_suffix(b"=")) else {
            return false;
        };
        let out = trim_end(out, |b| b == b' ');
        KEYS.iter().any(|key| out.ends_with(key))
    }

    /// Whether what was read last says that a status comes: `Server error '503 Service Unavailable'`.
    fn speaks_of_status(&self) -> bool {
        let out = trim_end(self.out, |b| b == b' ');
        [&b"error"[..], b"resulted in a", b"status", b"status code", b"response"]
            .iter()
            .any(|words| out.ends_with(words))
    }

    fn slash(&mut self, at: usize, byte: u8) -> usize {
        let is_url = byte == b'/' && self.out.ends_with(b":") && self.byte(at + 1) == Some(b'/');
        let opens = self
            .out
            .last()
            .is_none_or(|last| matches!(last, b' ' | b'(' | b'=' | b':' | b',' | b'[' | b'<'));
        let is_path = byte == b'/'
            && opens
            && self
                .byte(at + 1)
                .is_some_and(|next| is_word(next) || matches!(next, b'.' | b'%'));
        let is_drive = byte == b'\\' && self.out.ends_with(b":");
        if !is_url && !is_path && !is_drive {
            self.out.push(byte);
            return at + 1;
        }
        if !is_path {
            // The scheme or the letter of the drive.
            self.out.pop();
            while self
                .out
                .last()
                .is_some_and(|last| is_word(*last) || matches!(last, b'+' | b'.'))
            {
                self.out.pop();
            }
        }
        self.out.push(BLANK);
        let ends =
            |b: &u8| b.is_ascii_whitespace() || matches!(b, b'"' | b'\'' | b'`' | b'<' | b'>' | b')' | b']' | b'}');
        let rest = self.text.get(at..).unwrap_or_default();
        let end = at + rest.iter().position(ends).unwrap_or(rest.len());
        // A colon or a full stop after an address belongs to the sentence.
        end - rest
            .get(..end - at)
            .unwrap_or_default()
            .iter()
            .rev()
            .take_while(|b| matches!(b, b':' | b'.' | b',' | b';'))
            .count()
    }
}

/// `503 Service Unavailable`.
fn is_status(quoted: &[u8]) -> bool {
    let (number, reason) = quoted.split_at(quoted.len().min(3));
    quoted.len() <= 40
        && matches!(number, [b'4' | b'5', tens, ones] if tens.is_ascii_digit() && ones.is_ascii_digit())
        && reason.first() == Some(&b' ')
        && reason.iter().all(|b| b.is_ascii_alphabetic() || *b == b' ')
}

fn trim_end(mut text: &[u8], cut: impl Fn(u8) -> bool) -> &[u8] {
    while let [rest @ .., last] = text {
        if !cut(*last) {
            break;
        }
        text = rest;
    }
    text
}
