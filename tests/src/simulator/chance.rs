//! Random numbers from a seed: the same seed always gives the same run.

/// The SplitMix64 generator.
#[derive(Clone, Debug)]
pub struct Chance {
    state: u64,
}

impl Chance {
    pub fn new(seed: u64) -> Chance {
        // Mix the seed, so that neighboring seeds start differently.
        let mut chance = Chance { state: seed.wrapping_mul(0xD134_2543_DE82_EF95) };
        chance.draw();
        chance
    }

    /// The numbers for one command do not depend on earlier commands, so that a run can be shortened.
    pub fn at(seed: u64, at_ms: u64) -> Chance {
        Chance::new(seed ^ at_ms.wrapping_mul(0x2545_F491_4F6C_DD1D))
    }

    pub fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to `end - 1`. `end` must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.draw() % end as u64) as usize
    }

    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    pub fn pick_text(&mut self, from: &[&'static str]) -> &'static str {
        self.pick::<&'static str>(from)
    }
}
