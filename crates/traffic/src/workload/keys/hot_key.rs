//! One key that gets a share of everything, and many that are alike.

use serde::{Deserialize, Serialize};

use super::SHARE_ONE;
use crate::generator::Draw;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HotKey {
    /// With the hot one, which has the number zero.
    pub count: u64,
    pub hot_permille: u64,
}

impl HotKey {
    pub(super) fn share(&self) -> u64 {
        (u128::from(SHARE_ONE) * u128::from(self.hot_permille) / 1_000) as u64
    }

    pub(super) fn pick(&self, draw: &mut Draw) -> u64 {
        let others = self.count - 1;
        if others == 0 || draw.below(1_000) < self.hot_permille { 0 } else { 1 + draw.below(others) }
    }
}
