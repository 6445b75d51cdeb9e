//! Contestants side by side in one process: round by round, each round beginning with another one, so that what the
//! machine does meanwhile meets them all. A ratio is taken within a round, where both had the same machine. Printed are
//! the median of those ratios and the quarters beside it; least and greatest only tell when the machine was taken away.
//! The benchmarks of this folder copy this file.
//!
//! A framework (criterion, divan) measures one contestant after the other and so has no such ratio.

use std::time::Instant;

/// A name, and a block of operations.
pub type Contestant<'a> = (&'a str, Box<dyn FnMut() + 'a>);

/// How long one contestant works in a round, about: less than a busy machine lets one process work without a break.
const SAMPLE_NANOSECONDS: f64 = 3e5;

/// Measures and prints: nanoseconds an operation, and the first contestant's share of each other one's. Gives the times of
/// each contestant, round by round.
pub fn compare(title: &str, rounds: usize, operations: usize, mut contestants: Vec<Contestant<'_>>) -> Vec<Vec<f64>> {
    let blocks: Vec<u32> = contestants
        .iter_mut()
        .map(|(_, run)| (1..=3).map(|_| nanoseconds(run, 1)).fold(f64::MAX, f64::min))
        .map(|once| (SAMPLE_NANOSECONDS / once).ceil() as u32)
        .collect();
    let mut times = vec![vec![0.0; rounds]; contestants.len()];
    for round in 0..rounds {
        for turn in 0..contestants.len() {
            let at = (round + turn) % contestants.len();
            // Once without the clock, so that nobody starts on the caches of the one before.
            contestants[at].1();
            times[at][round] = nanoseconds(&mut contestants[at].1, blocks[at]) / operations as f64;
        }
    }
    println!("{title}: ns, median of {rounds} rounds");
    let first = times[0].clone();
    for ((name, _), times) in contestants.iter().zip(&times) {
        let mut ratios: Vec<f64> = first.iter().zip(times).map(|(first, other)| first / other).collect();
        print!("  {name:<24}{:>10.1}", median(&mut times.clone()));
        if *name == contestants[0].0 {
            println!("   {name} / it, and the middle half of the rounds");
        } else {
            print!("{:>10.2}", median(&mut ratios));
            println!("  {:.2} to {:.2}", ratios[rounds / 4], ratios[rounds - 1 - rounds / 4]);
        }
    }
    times
}

/// The time of one block, of so many.
fn nanoseconds(run: &mut dyn FnMut(), blocks: u32) -> f64 {
    let start = Instant::now();
    (0..blocks).for_each(|_| run());
    start.elapsed().as_nanos() as f64 / f64::from(blocks)
}

/// Sorts.
pub fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    (values[(values.len() - 1) / 2] + values[values.len() / 2]) / 2.0
}
