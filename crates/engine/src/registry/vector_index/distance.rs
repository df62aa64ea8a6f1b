//! Distances of vectors, and conversions between numbers and 32-bit floats. Sums have a fixed order, so the results are the
//! same on every platform.

use std::cmp::Ordering;

use dynalab_types::Number;

/// How the distance of two vectors is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistanceFunction {
    Cosine,
    DotProduct,
    Euclidean,
}

impl DistanceFunction {
    pub const ALL: [DistanceFunction; 3] =
        [DistanceFunction::Cosine, DistanceFunction::DotProduct, DistanceFunction::Euclidean];

    /// Returns the name in the API.
    pub fn name(self) -> &'static str {
        match self {
            DistanceFunction::Cosine => "COSINE",
            DistanceFunction::DotProduct => "DOT_PRODUCT",
            DistanceFunction::Euclidean => "EUCLIDEAN",
        }
    }

    /// Returns the score of two vectors of the same length.
    pub fn score(self, left: &[f32], right: &[f32]) -> f64 {
        let pairs = left.iter().zip(right).map(|(left, right)| (f64::from(*left), f64::from(*right)));
        match self {
            DistanceFunction::DotProduct => pairs.map(|(left, right)| left * right).sum::<f64>() + 0.0,
            DistanceFunction::Euclidean => {
                pairs.map(|(left, right)| (left - right) * (left - right)).sum::<f64>().sqrt()
            }
            DistanceFunction::Cosine => {
                let (mut product, mut left_square, mut right_square) = (0.0, 0.0, 0.0);
                for (left, right) in pairs {
                    product += left * right;
                    left_square += left * left;
                    right_square += right * right;
                }
                // One square root for both, so that the distance of a vector to itself is exactly zero.
                let lengths = f64::sqrt(left_square * right_square);
                // A zero vector has no direction. Its distance to all vectors is that of a right angle.
                let similarity = if lengths == 0.0 { 0.0 } else { product / lengths };
                (1.0 - similarity).clamp(0.0, 2.0)
            }
        }
    }

    /// Orders scores, nearest first.
    pub fn order(self, left: f64, right: f64) -> Ordering {
        match self {
            DistanceFunction::DotProduct => right.total_cmp(&left),
            DistanceFunction::Cosine | DistanceFunction::Euclidean => left.total_cmp(&right),
        }
    }
}

/// All integers up to this one are exact as 32-bit floats.
const EXACT_INTEGER_MAX: u128 = 1 << 24;
/// All powers of ten up to the tenth are exact as well.
const EXACT_POWERS: [f32; 11] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10];

/// Returns the nearest 32-bit float, or `None` outside their range.
pub fn float_of(number: Number) -> Option<f32> {
    let (is_negative, coefficient, exponent) = number.to_parts();
    let power = EXACT_POWERS.get(usize::from(exponent.unsigned_abs()));
    let magnitude = match power {
        // An operation on two exact numbers rounds only once, so the result is the nearest float.
        Some(power) if coefficient <= EXACT_INTEGER_MAX && exponent < 0 => coefficient as f32 / power,
        Some(power) if coefficient <= EXACT_INTEGER_MAX => coefficient as f32 * power,
        _ => format!("{coefficient}e{exponent}").parse().ok()?,
    };
    let float = if is_negative { -magnitude } else { magnitude };
    float.is_finite().then_some(float)
}

/// Returns the shortest number that is nearest to this float.
pub fn number_of(float: f32) -> Option<Number> {
    Number::parse(&float.to_string()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(text: &str) -> Option<f32> {
        float_of(Number::parse(text).unwrap())
    }

    #[test]
    fn numbers_become_the_nearest_floats() {
        let texts = [
            "0",
            "1",
            "-1",
            "0.1",
            "0.7071",
            "16777217",
            "0.123456789012345",
            "3.4028235e38",
            "1e-45",
            "-9e-40",
            "2e10",
            "123456e-20",
            "1e-130",
        ];
        for text in texts {
            assert_eq!(float(text), text.parse().ok(), "{text}");
        }
        assert_eq!(float("3.5e38"), None);
        assert_eq!(float("-1e125"), None);
    }

    #[test]
    fn floats_become_the_shortest_numbers() {
        for (text, back) in
            [("0.1", "0.1"), ("0.123456789012", "0.12345679"), ("16777217", "16777216"), ("-0.5", "-0.5")]
        {
            assert_eq!(number_of(float(text).unwrap()).unwrap().to_string(), back);
        }
    }

    #[test]
    fn scores_are_those_of_the_developer_guide() {
        let query = [1.0, 0.0, 0.0, 0.0];
        for (stored, cosine, euclidean, product) in [
            ([1.0, 0.0, 0.0, 0.0], 0.0, 0.0, 1.0),
            ([10.0, 0.0, 0.0, 0.0], 0.0, 9.0, 10.0),
            ([0.707, 0.707, 0.0, 0.0], 0.29, 0.77, 0.71),
            ([-1.0, 0.0, 0.0, 0.0], 2.0, 2.0, -1.0),
        ] {
            let scores =
                [DistanceFunction::Cosine, DistanceFunction::Euclidean, DistanceFunction::DotProduct]
                    .map(|function| (function.score(&query, &stored) * 100.0).round() / 100.0);
            assert_eq!(scores, [cosine, euclidean, product], "{stored:?}");
        }
    }

    #[test]
    fn a_vector_is_at_no_distance_from_itself_and_a_right_angle_from_nothing() {
        let vector = [0.1, -0.7, 0.33, 1e-20];
        assert_eq!(DistanceFunction::Cosine.score(&vector, &vector), 0.0);
        assert_eq!(DistanceFunction::Cosine.score(&vector, &[0.0; 4]), 1.0);
    }
}
