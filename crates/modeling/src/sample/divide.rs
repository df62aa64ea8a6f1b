//! Distribution of child rows over the rows of their parent.

use super::random::Random;
use crate::design::{Relation, Skew};

/// Returns the parent of each child row, in the order of the parents.
pub fn owners(relation: &Relation, parents: usize, most_rows: usize, random: &mut Random) -> Vec<usize> {
    let spread = &relation.per_parent;
    let mean = if spread.mean.is_finite() { spread.mean.max(0.0) } else { 0.0 };
    let total = mean * parents as f64;
    let harmonic: f64 = (1..=parents).map(|rank| 1.0 / rank as f64).sum();
    let mut owners = Vec::new();
    let mut carried = 0.0;
    for parent in 0..parents {
        let wanted = match relation.skew {
            Skew::Zipf => total / harmonic / (parent + 1) as f64,
            // Between half and one and a half times the mean, so parents differ but the mean is kept.
            Skew::Even => mean * (0.5 + random.unit()),
        } + carried;
        let count = (wanted.round().max(0.0) as u64).clamp(spread.least, spread.most.max(spread.least));
        // Carry what the limits remove to the next parent, so the mean is kept.
        carried = if relation.skew == Skew::Even { (wanted - count as f64).clamp(-mean, mean) } else { 0.0 };
        for _ in 0..count {
            if owners.len() == most_rows {
                return owners;
            }
            owners.push(parent);
        }
    }
    owners
}

/// Returns a random parent for an additional relation.
pub fn pick(relation: &Relation, parents: usize, random: &mut Random) -> usize {
    match relation.skew {
        Skew::Even => random.below(parents as u64) as usize,
        Skew::Zipf => {
            let harmonic: f64 = (1..=parents).map(|rank| 1.0 / rank as f64).sum();
            let mut rest = random.unit() * harmonic;
            for parent in 0..parents {
                rest -= 1.0 / (parent + 1) as f64;
                if rest < 0.0 {
                    return parent;
                }
            }
            parents.saturating_sub(1)
        }
    }
}
