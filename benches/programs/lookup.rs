//! From text to code: what `benches/lookup` builds and runs, once for each number of codes. `contestants.rs` is written
//! by that script: the same codes as two enums for strum, a phf map, and a sorted slice.
//!
//! All find a code's enum variant, or that there is none. errtax's `FromStr` keeps a text that it does not find in its
//! error; `REGISTRY.code`, which gives what the registry says of the code, keeps nothing, and neither do the others.

mod contestants;
mod pairs;

use std::collections::HashMap;
use std::hint::black_box;

use codes::{Code, REGISTRY};
use contestants::{PHF, Phf, Plain, SORTED};
use pairs::compare;

errtax::include_registry!();

fn main() {
    let rounds = std::env::args()
        .nth(1)
        .and_then(|rounds| rounds.parse().ok())
        .expect("a number of rounds");
    let known: Vec<&str> = SORTED.iter().map(|(text, _)| *text).collect();
    let std: HashMap<&str, Plain> = SORTED.iter().copied().collect();
    let foldhash: hashbrown::HashMap<&str, Plain> = SORTED.iter().copied().collect();
    let (mut hits, mut misses, mut random) = (Texts::default(), Texts::default(), Random(1));
    for at in 0..known.len().max(4096) {
        let text = known[random.below(known.len())];
        hits.push(text);
        misses.push(&match at % 5 {
            0 => format!("{}Q", &text[..text.len() - 1]),
            1 => text[..text.len() - 1].into(),
            2 => text.to_lowercase(),
            3 => String::new(),
            _ => [text; 8].join("_"),
        });
    }
    for (kind, texts) in [("found", hits.all()), ("not found", misses.all())] {
        for text in &texts {
            let expected = SORTED.iter().position(|(known, _)| known == text);
            let position = |code: Option<Plain>| code.map(|code| code as usize);
            assert_eq!(
                text.parse::<Code>().ok().map(|code| code as usize),
                expected,
                "errtax {text}"
            );
            assert_eq!(REGISTRY.code(text).map(|spec| spec.code), expected.map(|at| known[at]), "errtax {text}");
            assert_eq!(PHF.get(text).map(|code| *code as usize), expected, "phf {text}");
            assert_eq!(
                text.parse::<Phf>().ok().map(|code| code as usize),
                expected,
                "strum {text}"
            );
            assert_eq!(position(text.parse().ok()), expected, "strum {text}");
            assert_eq!(position(std.get(text).copied()), expected, "std {text}");
            assert_eq!(position(foldhash.get(text).copied()), expected, "foldhash {text}");
            assert_eq!(position(sorted(text)), expected, "sorted {text}");
        }
        macro_rules! contestant {
            ($name:literal, |$text:ident| $look_up:expr) => {
                (
                    $name,
                    Box::new(|| {
                        texts.iter().for_each(|$text| {
                            let $text = black_box(*$text);
                            black_box($look_up);
                        })
                    }) as Box<dyn FnMut()>,
                )
            };
        }
        compare(
            &format!("{} codes, {kind}", known.len()),
            rounds,
            texts.len(),
            vec![
                contestant!("errtax", |text| text.parse::<Code>()),
                contestant!("errtax's REGISTRY.code", |text| REGISTRY.code(text)),
                contestant!("phf", |text| PHF.get(text)),
                contestant!("strum with use_phf", |text| text.parse::<Phf>()),
                contestant!("strum", |text| text.parse::<Plain>()),
                contestant!("std's HashMap", |text| std.get(text)),
                contestant!("hashbrown, foldhash", |text| foldhash.get(text)),
                contestant!("sorted slice", |text| sorted(text)),
            ],
        );
    }
}

fn sorted(text: &str) -> Option<Plain> {
    let position = SORTED.binary_search_by_key(&text, |(text, _)| text).ok()?;
    Some(SORTED[position].1)
}

/// Texts one after the other in memory, as what was just received is: near at hand, and nobody's own constant.
#[derive(Default)]
struct Texts {
    text: String,
    ends: Vec<usize>,
}

impl Texts {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }

    fn all(&self) -> Vec<&str> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, end)| &self.text[start..*end])
            .collect()
    }
}

/// SplitMix64: the same texts in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut state = self.0;
        state = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((state ^ (state >> 31)) % bound as u64) as usize
    }
}
