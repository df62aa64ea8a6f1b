//! Who is watching: a person, to whom a skipped test is explained, or CI, where nothing may be skipped.

/// True when the CI variable is set to anything but `false` or `0`.
pub fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"))
}
