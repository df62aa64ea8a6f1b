//! Which Region has which generation of DynamoDB's request checks, by family of operations.
//!
//! AWS has been replacing the checks Region by Region since June 2026. This is what was measured in October 2026. A Region that was
//! not measured has the checks of us-east-1.

/// Where the checks of a Region differ from those of us-east-1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegionalChecks {
    /// PutItem and UpdateItem list all violations with their values, and an update is judged by the finished item only.
    pub older_writes: bool,
    /// BatchGetItem requires RequestItems in the words of BatchWriteItem.
    pub older_batch_reads: bool,
    pub newer_batch_writes: bool,
    /// The checks of segments, Limit, start key and Select.
    pub newer_scans: bool,
    /// The members of TransactWriteItems, the depth of values, and the size of updates.
    pub newer_write_transactions: bool,
    pub newer_read_transactions: bool,
    /// Transactions read numbers and sets as single operations do.
    pub newer_transacted_values: bool,
}

const OLDER_WRITES: &[&str] = &["eu-south-2", "me-central-1"];
const OLDER_BATCH_READS: &[&str] = &["me-central-1"];
const NEWER_BATCH_WRITES: &[&str] =
    &["ap-east-2", "ap-southeast-1", "eu-central-1", "eu-north-1", "eu-west-2"];
const NEWER_SCANS: &[&str] = &["ap-east-2", "ap-northeast-2", "eu-central-1", "eu-west-2", "us-west-1"];
const NEWER_WRITE_TRANSACTIONS: &[&str] = &["ap-northeast-2", "eu-north-1", "eu-west-2"];
/// In eu-west-2, both generations were seen.
const NEWER_READ_TRANSACTIONS: &[&str] = &["ap-northeast-2", "eu-north-1"];
const NEWER_TRANSACTED_VALUES: &[&str] = &["eu-west-2"];

impl RegionalChecks {
    /// Returns the checks of a Region.
    pub fn of(region: &str) -> RegionalChecks {
        RegionalChecks {
            older_writes: OLDER_WRITES.contains(&region),
            older_batch_reads: OLDER_BATCH_READS.contains(&region),
            newer_batch_writes: NEWER_BATCH_WRITES.contains(&region),
            newer_scans: NEWER_SCANS.contains(&region),
            newer_write_transactions: NEWER_WRITE_TRANSACTIONS.contains(&region),
            newer_read_transactions: NEWER_READ_TRANSACTIONS.contains(&region),
            newer_transacted_values: NEWER_TRANSACTED_VALUES.contains(&region),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_without_a_measurement_have_the_checks_of_us_east_1() {
        for region in ["us-east-1", "us-west-2", "eu-west-1", "sa-east-1", "", "nowhere"] {
            assert_eq!(RegionalChecks::of(region), RegionalChecks::default(), "{region}");
        }
        assert!(RegionalChecks::of("me-central-1").older_batch_reads);
        assert!(!RegionalChecks::of("eu-south-2").older_batch_reads);
    }
}
