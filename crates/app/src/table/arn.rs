//! The parts of an ARN: `arn:aws:<service>:<Region>:<account ID>:<resource>`.

/// Returns the Region of an ARN. Empty if the text is not an ARN.
pub fn region_of(arn: &str) -> &str {
    arn.split(':').nth(3).unwrap_or_default()
}

/// Returns the account ID of an ARN. Empty if the text is not an ARN.
pub fn account_of(arn: &str) -> &str {
    arn.split(':').nth(4).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_region_and_the_account_stand_before_the_resource() {
        let arn = "arn:aws:dynamodb:ap-northeast-1:123456789012:table/Shop/stream/2026-11-25T00:00:00.000";
        assert_eq!((region_of(arn), account_of(arn)), ("ap-northeast-1", "123456789012"));
        assert_eq!((region_of("Shop"), account_of("")), ("", ""));
    }
}
