//! Generates identifiers and request ids from the seed.

/// SplitMix64. It uses integers only, so every platform generates the same ids. Do not use it for values that must be hard to
/// guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdSource {
    pub state: u64,
}

impl IdSource {
    /// Returns the next number of the sequence (SplitMix64).
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns the next id in the form of a version 4 UUID.
    pub fn next_uuid(&mut self) -> String {
        let (high, low) = (self.next(), self.next());
        format!(
            "{:08x}-{:04x}-4{:03x}-{:x}{:03x}-{:012x}",
            high >> 32,
            (high >> 16) & 0xFFFF,
            high & 0xFFF,
            8 | (low >> 62),
            (low >> 48) & 0xFFF,
            low & 0xFFFF_FFFF_FFFF
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_draws_the_same_ids_for_ever() {
        let mut ids = IdSource { state: 7 };
        let uuid = ids.next_uuid();

        assert_eq!(uuid.len(), 36);
        assert_eq!(&uuid[14..15], "4");
        assert_ne!(uuid, ids.next_uuid());
        assert_eq!(IdSource { state: 7 }.next_uuid(), uuid);
    }
}
