//! Random numbers without state. The same seed and input give the same number, independently of earlier calls.

use crate::seed::ids::IdSource;

/// Returns a random number for an input: its purpose, time, arrival number, hash and so on.
#[inline]
pub fn draw(seed: u64, question: &[u64]) -> u64 {
    let mut state = seed;
    for part in question {
        state = IdSource { state: state ^ part.rotate_left(17) }.next();
    }
    IdSource { state }.next()
}

/// Returns a random number from `least` to `most`, both included, with a nearly uniform distribution.
pub fn draw_between(seed: u64, question: &[u64], least: u64, most: u64) -> u64 {
    let span = u128::from(most.saturating_sub(least)) + 1;
    least + ((u128::from(draw(seed, question)) * span) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_a_range_is_drawn() {
        let drawn: std::collections::BTreeSet<u64> =
            (0..200).map(|arrival| draw_between(7, &[1, arrival], 3, 9)).collect();
        assert_eq!(drawn.into_iter().collect::<Vec<u64>>(), [3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(draw_between(7, &[1, 2], 5, 5), 5);
        assert_eq!(draw(7, &[1, 2]), draw(7, &[1, 2]));
        assert_ne!(draw(7, &[1, 2]), draw(7, &[2, 1]));
    }
}
