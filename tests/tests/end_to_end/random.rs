//! Random numbers from a seed (SplitMix64), so that a failing run can be repeated.

use std::env;

pub struct Random(u64);

impl Random {
    /// Uses the seed in DYNALAB_SEED, or the given one. The seed is printed and shown when the test fails.
    pub fn from_seed_or(default: u64) -> Random {
        let named = env::var("DYNALAB_SEED").ok();
        let seed = named.map_or(default, |text| text.parse().expect("DYNALAB_SEED is a number"));
        println!("DYNALAB_SEED={seed}");
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub fn within(&mut self, range: std::ops::Range<u64>) -> u64 {
        range.start + self.next() % (range.end - range.start)
    }
}
