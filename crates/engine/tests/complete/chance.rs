//! Chance of the tests' own, so that a seed that fails can be played again.

pub struct Chance(pub u64);

impl Chance {
    /// From 0 to one less than `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    pub fn coin(&mut self) -> bool {
        self.below(2) == 1
    }
}
