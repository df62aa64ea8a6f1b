//! Chance in integers: logarithms and powers in fixed point, and how many requests arrive by chance. What is drawn here is
//! part of what a workload is, so it stays as it is.

use crate::generator::Draw;

/// The purpose of a draw. Different purposes are independent.
pub(crate) const FOR_ITEM_SIZE: u64 = 1;
pub(crate) const FOR_ARRIVALS: u64 = 2;
pub(crate) const FOR_TWIN: u64 = 3;

/// Bits behind the point of a logarithm.
const LOG_BITS: u32 = 48;
/// Bits behind the point of a power: 1 is `1 << POWER_BITS`.
pub const POWER_BITS: u32 = 62;
/// The logarithm of e to the base 2, with 62 bits behind the point.
const LOG2_E: u128 = 6_653_256_548_922_161_246;
/// The natural logarithm of 2, with 62 bits behind the point.
const LN_2: u128 = 3_196_577_161_300_663_915;
/// Above this many expected arrivals the normal distribution is near enough.
const INVERTED_MAX_MICRO: u64 = 16_000_000;
const MICRO: u64 = 1_000_000;

/// Draws for a question, which is a list of numbers.
pub fn draw_of(seed: u64, question: &[u64]) -> Draw {
    let mut state = seed;
    for part in question {
        state = Draw::from(state ^ part.rotate_left(17)).next();
    }
    Draw::from(state)
}

/// The logarithm to the base 2 of a number that is not zero, with 48 bits behind the point.
pub fn log2(number: u64) -> u64 {
    let whole = number.max(1).ilog2();
    // Between one and two, with 62 bits behind the point.
    let mut mantissa = u128::from(number.max(1)) << (POWER_BITS - whole.min(POWER_BITS));
    if whole > POWER_BITS {
        mantissa >>= whole - POWER_BITS;
    }
    let mut fraction = 0;
    for _ in 0..LOG_BITS {
        mantissa = (mantissa * mantissa) >> POWER_BITS;
        fraction <<= 1;
        if mantissa >> (POWER_BITS + 1) != 0 {
            mantissa >>= 1;
            fraction |= 1;
        }
    }
    (u64::from(whole) << LOG_BITS) | fraction
}

/// Two to the power of minus a number with 48 bits behind the point.
pub fn power_of_half(exponent: u128) -> u64 {
    let whole = exponent >> LOG_BITS;
    if whole >= u128::from(POWER_BITS) {
        return 0;
    }
    let fraction = exponent & ((1 << LOG_BITS) - 1);
    let argument = (fraction * LN_2) >> LOG_BITS;
    let one = 1_u64 << POWER_BITS;
    // The series of e to the minus x, from its end: 1 - x (1 - x/2 (1 - x/3 ...)).
    let mut sum = one;
    for term in (1..=20).rev() {
        sum = one - ((argument * u128::from(sum)) >> POWER_BITS) as u64 / term;
    }
    sum >> whole as u32
}

/// A number to the power of minus so many thousandths: the weight of a rank in Zipf's law.
pub fn weight_of_rank(rank: u64, exponent_permille: u64) -> u64 {
    power_of_half(u128::from(log2(rank)) * u128::from(exponent_permille) / 1_000)
}

/// How many arrive when so many millionths are expected: Poisson's distribution.
pub fn arrivals(expected_micro: u64, draw: &mut Draw) -> u64 {
    if expected_micro == 0 {
        return 0;
    }
    if expected_micro > INVERTED_MAX_MICRO {
        return arrivals_of_many(expected_micro, expected_micro.isqrt(), draw.next());
    }
    let mut drawn = draw.next() >> (u64::BITS - POWER_BITS);
    let exponent = (u128::from(expected_micro) * LOG2_E / u128::from(MICRO)) >> (POWER_BITS - LOG_BITS);
    let mut probability = power_of_half(exponent);
    let mut count = 0;
    while drawn >= probability && probability > 0 {
        drawn -= probability;
        count += 1;
        let next = u128::from(probability) * u128::from(expected_micro) / u128::from(count * MICRO);
        probability = next as u64;
    }
    count
}

/// The same of a large expectation and the root of it, from 64 drawn bits: the ones among 48 of them are nearly normally
/// distributed, the other 16 fill the steps between, and one term brings the skew of Poisson's distribution back.
pub(crate) fn arrivals_of_many(expected_micro: u64, root_milli: u64, bits: u64) -> u64 {
    let deviation = normal(bits);
    let skew_micro = ((deviation * deviation) >> 16) - (1 << 16);
    let moved_milli = (deviation * root_milli as i64) >> 16;
    let micro = expected_micro as i64 + moved_milli * 1_000 + ((skew_micro * MICRO as i64 / 6) >> 16);
    (micro + MICRO as i64 / 2).max(0) as u64 / MICRO
}

/// Nearly normally distributed, with 16 bits behind the point.
pub(crate) fn normal(bits: u64) -> i64 {
    const ONES: u64 = (1 << 48) - 1;
    // The ones of 48 bits have a variance of 12, and what fills the steps one of a twelfth.
    const DEVIATION_PER_MILLION: i64 = 3_476_109;
    let ones = i64::from((bits & ONES).count_ones()) - 24;
    let between = (bits >> 48) as i64 - (1 << 15);
    ((ones << 16) + between) * 1_000_000 / DEVIATION_PER_MILLION
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_and_powers_are_those_of_the_books() {
        for number in [1_u64, 2, 3, 10, 1_000, 65_537, 1_000_000_007, u64::MAX / 3] {
            let found = log2(number) as f64 / (1_u64 << LOG_BITS) as f64;
            assert!((found - (number as f64).log2()).abs() < 1e-12, "log2({number}) is not {found}");
        }
        for (rank, exponent_permille) in [(1, 990), (2, 1_000), (7, 500), (1_000_000, 1_200), (12, 4_000)] {
            let found = weight_of_rank(rank, exponent_permille) as f64 / (1_u64 << POWER_BITS) as f64;
            let expected = (rank as f64).powf(-(exponent_permille as f64) / 1_000.0);
            assert!((found / expected - 1.0).abs() < 1e-9, "{rank} to the -{exponent_permille}: {found}");
        }
    }

    /// Mean and variance of Poisson's distribution are the same, and a small expectation has the counts of the books.
    #[test]
    fn arrivals_have_the_mean_and_the_variance_of_what_is_expected() {
        const DRAWS: u64 = 40_000;
        for expected_micro in [200_000, 700_000, 3_000_000, 15_900_000, 17_000_000, 400_000_000] {
            let mut draw = draw_of(7, &[expected_micro]);
            let counts: Vec<f64> = (0..DRAWS).map(|_| arrivals(expected_micro, &mut draw) as f64).collect();
            let mean = counts.iter().sum::<f64>() / DRAWS as f64;
            let variance =
                counts.iter().map(|count| (count - mean) * (count - mean)).sum::<f64>() / DRAWS as f64;
            let expected = expected_micro as f64 / 1e6;
            let error = (expected / DRAWS as f64).sqrt();
            assert!((mean - expected).abs() < 4.0 * error, "{expected}: mean {mean}");
            assert!((variance / expected - 1.0).abs() < 0.15, "{expected}: variance {variance}");
        }
    }

    #[test]
    fn few_arrivals_are_distributed_as_poisson_says() {
        const DRAWS: usize = 40_000;
        let mut draw = draw_of(11, &[1]);
        let mut counted = [0_f64; 8];
        for _ in 0..DRAWS {
            let count = arrivals(2_000_000, &mut draw) as usize;
            counted[count.min(7)] += 1.0;
        }
        let mut probability = (-2.0_f64).exp();
        let (mut chi_squared, mut rest) = (0.0, 1.0);
        for (count, found) in counted.iter().enumerate() {
            let share = if count == 7 { rest } else { probability };
            let expected = share * DRAWS as f64;
            chi_squared += (found - expected) * (found - expected) / expected;
            rest -= probability;
            probability *= 2.0 / (count + 1) as f64;
        }
        // Seven degrees of freedom: more than this happens once in a thousand seeds.
        assert!(chi_squared < 24.3, "{chi_squared}: {counted:?}");
    }
}
