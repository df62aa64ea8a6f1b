//! Whether the run is for a person, who gets an explanation of skipped tests, or for CI, where nothing may be skipped.

/// Returns true if the CI variable is set to anything but `false` or `0`.
pub fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"))
}
