//! Which requests are sent again, and how long to wait: exponential back-off with full jitter.

use crate::error::Refusal;

/// How often one request is sent at most.
pub const ATTEMPTS_MAX: u32 = 10;
/// How often a request is sent to an endpoint that does not answer.
pub const UNANSWERED_ATTEMPTS_MAX: u32 = 4;

const BASE_MS: u64 = 50;
const WAIT_MAX_MS: u64 = 20_000;

/// Errors after which the same request can succeed.
const PASSING: [&str; 9] = [
    "ProvisionedThroughputExceededException",
    "ThrottlingException",
    "ThrottledException",
    "RequestLimitExceeded",
    "InternalServerError",
    "InternalFailure",
    "ServiceUnavailable",
    "LimitExceededException",
    "TransactionInProgressException",
];

pub fn is_passing(refusal: &Refusal) -> bool {
    refusal.status >= 500 || PASSING.contains(&refusal.name.as_str())
}

/// Returns the milliseconds before the next attempt: a random part of a time that doubles.
pub fn wait_ms(attempt: u32, random: u64) -> u64 {
    let most = BASE_MS.saturating_mul(1 << attempt.min(12)).min(WAIT_MAX_MS);
    random % (most + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_a_limit_and_are_random_from_zero() {
        for (attempt, most) in [(0, 50), (1, 100), (3, 400), (12, WAIT_MAX_MS), (40, WAIT_MAX_MS)] {
            assert_eq!(wait_ms(attempt, most), most, "attempt {attempt}");
            assert_eq!(wait_ms(attempt, most + 1), 0, "attempt {attempt}");
        }
    }
}
