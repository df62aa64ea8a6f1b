//! Detects CI, where no test may be skipped. A person gets an explanation of skipped tests.

/// Returns true if the CI variable is set to anything but `false` or `0`.
pub fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"))
}
