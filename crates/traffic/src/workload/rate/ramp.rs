//! From one rate to another, steadily; afterwards it stays.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ramp {
    pub from_per_second_milli: u64,
    pub to_per_second_milli: u64,
    pub over_ms: u64,
}

impl Ramp {
    pub(super) fn per_second_milli(&self, since_ms: u64) -> u64 {
        let (over, since) = (u128::from(self.over_ms.max(1)), u128::from(since_ms.min(self.over_ms)));
        let (from, to) = (u128::from(self.from_per_second_milli), u128::from(self.to_per_second_milli));
        ((from * (over - since.min(over)) + to * since) / over) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_rises_and_it_falls() {
        let ramp = Ramp { from_per_second_milli: 100, to_per_second_milli: 300, over_ms: 1_000 };
        assert_eq!([0, 500, 1_000, 9_000].map(|since| ramp.per_second_milli(since)), [100, 200, 300, 300]);
        let ramp = Ramp { from_per_second_milli: 300, to_per_second_milli: 100, over_ms: 1_000 };
        assert_eq!([0, 500, 9_000].map(|since| ramp.per_second_milli(since)), [300, 200, 100]);
    }
}
