//! A random number generator for tests, so that a failing seed can be replayed.

pub struct Chance(pub u64);

impl Chance {
    /// Returns a number from 0 to `limit` - 1.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    pub fn coin(&mut self) -> bool {
        self.below(2) == 1
    }
}
