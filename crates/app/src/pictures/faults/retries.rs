//! The effect of retries on random failures: the share of calls that still fail, and the requests per call.

/// The number of attempts in an SDK's standard mode, and in the earlier mode of DynamoDB clients.
pub const STANDARD: u32 = 3;
pub const LEGACY: u32 = 10;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RetryCount {
    /// The share of calls whose last attempt also failed.
    pub still_fail: f64,
    /// The mean number of requests per call.
    pub requests: f64,
}

/// Computes the effect of retries, if each attempt fails independently with the same probability.
pub fn retried(permille: u64, attempts: u32) -> RetryCount {
    let share = permille.min(1000) as f64 / 1000.0;
    let before = (0..attempts).map(|attempt| share.powi(attempt as i32));
    RetryCount { still_fail: share.powi(attempts as i32), requests: before.sum() }
}

/// Formats a share in percent. A small share is not rounded to zero.
pub fn percent(share: f64) -> String {
    match share * 100.0 {
        nothing if nothing <= 0.0 => "0 %".to_owned(),
        tiny if tiny < 0.001 => "< 0.001 %".to_owned(),
        small if small < 0.1 => format!("{small:.3} %"),
        percent if percent < 10.0 => format!("{percent:.1} %"),
        percent => format!("{percent:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retries_hide_faults_and_make_requests() {
        let half = retried(500, STANDARD);
        assert_eq!(half, RetryCount { still_fail: 0.125, requests: 1.75 });
        assert_eq!(retried(0, LEGACY), RetryCount { still_fail: 0.0, requests: 1.0 });
        assert_eq!(retried(1000, STANDARD), RetryCount { still_fail: 1.0, requests: 3.0 });
        assert_eq!(retried(5000, STANDARD), retried(1000, STANDARD));
    }

    #[test]
    fn a_small_share_is_not_nothing() {
        let texts = [0.0, 1e-6, 0.0005, 0.0125, 0.5].map(percent);
        assert_eq!(texts, ["0 %", "< 0.001 %", "0.050 %", "1.2 %", "50 %"]);
    }
}
