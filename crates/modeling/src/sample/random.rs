//! Random numbers from a seed and a name, equal on every platform.

/// A random number generator (SplitMix64).
#[derive(Clone, Copy, Debug)]
pub struct Random {
    state: u64,
}

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
const FNV_OFFSET: u64 = 0xCBF2_9CE4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01B3;

/// Hashes a text (FNV-1a, mixed). For shards, and for independent numbers per attribute.
pub fn hash_text(text: &str) -> u64 {
    let hash = text.bytes().fold(FNV_OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME));
    mix(hash)
}

fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { state: mix(seed) }
    }

    /// Creates the generator of one attribute of one row. It does not change when attributes are added.
    pub fn from_seed(seed: u64, name: u64, row: u64) -> Random {
        Random { state: mix(seed ^ mix(name) ^ mix(row.wrapping_mul(STEP))) }
    }

    pub fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// Returns a number from 0 to `limit` - 1, or 0 if the limit is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        if limit == 0 { 0 } else { ((u128::from(self.draw()) * u128::from(limit)) >> 64) as u64 }
    }

    /// Returns a number from 0 to below 1, in steps of 2^-53.
    pub fn unit(&mut self) -> f64 {
        (self.draw() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
