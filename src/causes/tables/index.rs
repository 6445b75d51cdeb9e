//! Finds the row of a code: made when errtax is compiled, so that no program sorts or hashes anything.

use super::{Message, Row};

/// Where the rows of a code are: the code as a number, then which row and which of its keys.
type Place = (u64, u16, u16);

/// The places of all codes of a family, sorted. Rows of the same code keep their order.
pub(super) struct Index<K: 'static, const N: usize> {
    rows: &'static [Row<K>],
    places: [Place; N],
}

/// What was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<K: 'static> {
    pub(super) row: &'static Row<K>,
    /// The code as the table has it.
    pub(super) key: K,
    /// The phrase that told it apart, or empty.
    pub(super) phrase: &'static str,
}

/// How many codes these rows have.
pub(super) const fn count<K>(rows: &[Row<K>]) -> usize {
    let mut count = 0;
    let mut row = 0;
    while row < rows.len() {
        count += rows[row].keys.len();
        row += 1;
    }
    count
}

/// A word as a number: its first four bytes and its last four, mixed with its length. Few words share one, and those are
/// compared.
const fn packed(bytes: &[u8]) -> u64 {
    let length = bytes.len();
    let ends = if length >= 4 {
        let first = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let last = u32::from_be_bytes([
            bytes[length - 4],
            bytes[length - 3],
            bytes[length - 2],
            bytes[length - 1],
        ]);
        (first as u64) << 32 | last as u64
    } else {
        let mut ends = 0;
        let mut at = 0;
        while at < length {
            ends = ends << 8 | bytes[at] as u64;
            at += 1;
        }
        ends
    };
    ends ^ (length as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The longest name that is folded; what is longer is no name of a table.
pub(super) const MAX_NAME: usize = 64;

/// A name without case and `_`, and how long that is.
pub(super) const fn fold(name: &[u8], folded: &mut [u8; MAX_NAME]) -> usize {
    let (mut at, mut length) = (0, 0);
    while at < name.len() && length < MAX_NAME {
        if name[at] != b'_' {
            folded[length] = name[at].to_ascii_lowercase();
            length += 1;
        }
        at += 1;
    }
    length
}

/// Sorts by gaps: a compiler that evaluates a quadratic sort of some hundred codes makes every build wait.
const fn sort<const N: usize>(mut places: [Place; N]) -> [Place; N] {
    let mut gap = N / 2;
    while gap > 0 {
        let mut at = gap;
        while at < N {
            let mut to = at;
            while to >= gap && is_before(places[to], places[to - gap]) {
                let moved = places[to];
                places[to] = places[to - gap];
                places[to - gap] = moved;
                to -= gap;
            }
            at += 1;
        }
        gap /= 2;
    }
    places
}

const fn is_before(a: Place, b: Place) -> bool {
    a.0 < b.0 || (a.0 == b.0 && a.1 < b.1)
}

impl<const N: usize> Index<i64, N> {
    pub(super) const fn of_numbers(rows: &'static [Row<i64>]) -> Self {
        let mut places = [(0, 0, 0); N];
        let (mut place, mut row) = (0, 0);
        while row < rows.len() {
            let mut key = 0;
            while key < rows[row].keys.len() {
                places[place] = (rows[row].keys[key] as u64, row as u16, key as u16);
                place += 1;
                key += 1;
            }
            row += 1;
        }
        Self {
            rows,
            places: sort(places),
        }
    }

    /// The row of a number, whose message says this.
    pub(super) fn find(&self, number: i64, message: &str) -> Option<Found<i64>> {
        // The places are those of the same conversion.
        self.first(number as u64, message, |key| *key == number)
    }
}

impl<const N: usize> Index<&'static str, N> {
    /// For words that are written in one way.
    pub(super) const fn of_words(rows: &'static [Row<&'static str>]) -> Self {
        let mut places = [(0, 0, 0); N];
        let (mut place, mut row) = (0, 0);
        while row < rows.len() {
            let mut key = 0;
            while key < rows[row].keys.len() {
                places[place] = (packed(rows[row].keys[key].as_bytes()), row as u16, key as u16);
                place += 1;
                key += 1;
            }
            row += 1;
        }
        Self {
            rows,
            places: sort(places),
        }
    }

    /// For names that are written in several ways: case and `_` are no difference.
    pub(super) const fn of_names(rows: &'static [Row<&'static str>]) -> Self {
        let mut places = [(0, 0, 0); N];
        let (mut place, mut row) = (0, 0);
        while row < rows.len() {
            let mut key = 0;
            while key < rows[row].keys.len() {
                let mut folded = [0; MAX_NAME];
                let length = fold(rows[row].keys[key].as_bytes(), &mut folded);
                places[place] = (packed(folded.split_at(length).0), row as u16, key as u16);
                place += 1;
                key += 1;
            }
            row += 1;
        }
        Self {
            rows,
            places: sort(places),
        }
    }

    /// The row of a word, whose message says this.
    pub(super) fn find(&self, word: &str, message: &str) -> Option<Found<&'static str>> {
        self.find_bytes(word.as_bytes(), message)
    }

    /// The same for a word in bytes.
    pub(super) fn find_bytes(&self, word: &[u8], message: &str) -> Option<Found<&'static str>> {
        // Of up to eight bytes none is left out of the number, so words of the same length and number are the same.
        self.first(packed(word), message, |key| {
            key.len() == word.len() && (word.len() <= 8 || key.as_bytes() == word)
        })
    }

    /// The row of a name that is [folded](fold), whose message says this.
    pub(super) fn find_folded(&self, name: &[u8], message: &str) -> Option<Found<&'static str>> {
        let letters = |key: &&'static str| {
            key.bytes()
                .filter(|byte| *byte != b'_')
                .map(|byte| byte.to_ascii_lowercase())
        };
        self.first(packed(name), message, |key| letters(key).eq(name.iter().copied()))
    }
}

impl<K: Copy, const N: usize> Index<K, N> {
    fn first(&self, packed: u64, message: &str, is_meant: impl Fn(&K) -> bool) -> Option<Found<K>> {
        let start = self.places.partition_point(|place| place.0 < packed);
        let same = self.places.get(start..)?.iter().take_while(|place| place.0 == packed);
        let mut said = None;
        for (_, row, key) in same {
            let row = self.rows.get(usize::from(*row))?;
            let key = *row.keys.get(usize::from(*key))?;
            if !is_meant(&key) {
                continue;
            }
            if row.says.is_empty() {
                return Some(Found { row, key, phrase: "" });
            }
            if let Some(phrase) = said.get_or_insert_with(|| Message::new(message)).first(row.says) {
                return Some(Found { row, key, phrase });
            }
        }
        None
    }
}
