//! Lays out the table in which `errtax_core::Index` finds a code by its text.

use errtax_core::hash;

/// A laid-out table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The seed of the hash.
    pub seed: u64,
    /// A position plus one each; zero is empty. The length is a power of two.
    pub slots: Vec<u16>,
}

/// How many seeds are tried. More buy little: with a table at most half full, probes are short with most of them.
const SEEDS: u64 = 16;

/// The table for these names, which must be different from each other and fewer than 65,535.
#[must_use]
pub fn layout(names: &[&str]) -> Layout {
    if names.is_empty() {
        return Layout {
            seed: 0,
            slots: Vec::new(),
        };
    }
    let length = (names.len() * 2).next_power_of_two();
    // Few seeds for large tables: this runs in every build, and mostly without optimization.
    let seeds = if names.len() > 1_000 { 2 } else { SEEDS };
    let tried = (0..seeds).map(|seed| attempt(names, length, seed));
    // Of equally good ones the first: the same names give the same table.
    tried.min_by_key(|(longest, total, _)| (*longest, *total)).map_or_else(
        || Layout {
            seed: 0,
            slots: Vec::new(),
        },
        |(_, _, layout)| layout,
    )
}

/// The longest probe, all probes together, and the table.
fn attempt(names: &[&str], length: usize, seed: u64) -> (usize, usize, Layout) {
    let mask = length - 1;
    let mut slots = vec![0_u16; length];
    let (mut longest, mut total) = (0, 0);
    for (position, name) in names.iter().enumerate() {
        let mut probe = 0;
        // Only the low bits count, the same on every width of `usize`.
        let mut slot = hash(seed, name.as_bytes()) as usize & mask;
        while slots.get(slot).is_some_and(|taken| *taken != 0) {
            slot = (slot + 1) & mask;
            probe += 1;
        }
        if let (Some(free), Ok(entry)) = (slots.get_mut(slot), u16::try_from(position + 1)) {
            *free = entry;
        }
        longest = longest.max(probe);
        total += probe;
    }
    (longest, total, Layout { seed, slots })
}

#[cfg(test)]
mod tests {
    use errtax_core::Index;
    use proptest::prelude::*;

    use super::*;

    fn index(names: &'static [&'static str]) -> Index {
        let Layout { seed, slots } = layout(names);
        assert!(slots.len() >= names.len() * 2 && (slots.is_empty() || slots.len().is_power_of_two()));
        Index {
            seed,
            slots: slots.leak(),
            names,
        }
    }

    #[test]
    fn every_name_is_found_and_no_other() {
        for count in [0, 1, 2, 3, 30, 500, 5_000] {
            let names: Vec<&'static str> = (0..count).map(|n| &*format!("SOME_CODE_{n}").leak()).collect();
            let names: &'static [&'static str] = names.leak();
            let index = index(names);
            for (position, name) in names.iter().enumerate() {
                assert_eq!(index.position(name), Some(position));
            }
            for other in ["", "SOME_CODE", "SOME_CODE_X", "some_code_1", "SOME_CODE_5000"] {
                assert_eq!(index.position(other), None, "{other}");
            }
        }
    }

    #[test]
    fn probes_stay_short_wherever_long_names_differ() {
        for at in 0..57 {
            let names: Vec<String> = (0..500)
                .map(|number| format!("{}{number:03}{}", "A".repeat(at), "Z".repeat(57 - at)))
                .collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let (longest, _, _) = attempt(&names, 1024, 0);
            assert!(longest < 32, "{longest} probes where the names differ at {at}");
        }
    }

    #[test]
    fn a_table_without_an_empty_slot_ends_the_search() {
        let index = Index {
            seed: 0,
            slots: &[1, 1, 1, 1],
            names: &["A"],
        };
        assert_eq!(index.position("A"), Some(0));
        assert_eq!(index.position("B"), None);
    }

    proptest! {
        /// Against the obvious way: looking at one name after the other.
        #[test]
        fn a_search_finds_what_a_look_at_every_name_finds(
            names in prop::collection::btree_set("[AB]{0,3}(_[A-C]{1,12}){0,6}", 0..60),
            others in prop::collection::vec("[AB]{0,3}(_[A-Cc]{1,12}){0,6}|\\PC{0,9}", 0..20),
        ) {
            let names: Vec<&'static str> = names.into_iter().map(|name| &*name.leak()).collect();
            let names: &'static [&'static str] = names.leak();
            let index = index(names);
            for text in names.iter().copied().chain(others.iter().map(String::as_str)) {
                prop_assert_eq!(index.position(text), names.iter().position(|name| *name == text));
            }
        }
    }
}
