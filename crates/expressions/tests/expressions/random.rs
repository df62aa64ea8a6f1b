//! A seeded random number generator. The same seed gives the same run.

use std::ops::Range;

/// Returns the seeds of the rounds. `DYNALAB_SEED` sets the first one.
pub fn seeds(rounds: u64) -> Range<u64> {
    let named = std::env::var("DYNALAB_SEED").ok();
    let first = named.and_then(|text| text.split("..").next()?.parse().ok()).unwrap_or(0_u64);
    first..first.saturating_add(rounds)
}

pub struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// Returns the next number (SplitMix64).
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn pick<'a, Choice>(&mut self, choices: &'a [Choice]) -> &'a Choice {
        &choices[self.below(choices.len())]
    }

    pub fn several<Part>(&mut self, from: usize, to: usize, part: impl Fn(&mut Random) -> Part) -> Vec<Part> {
        let count = from + self.below(to - from + 1);
        (0..count).map(|_| part(self)).collect()
    }
}
