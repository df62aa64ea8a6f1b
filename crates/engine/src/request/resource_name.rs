//! The names of tables and indexes, and ARNs in place of a table's name.

use crate::error::ArnError;
use crate::error::violation::{Constraint, ValueDisplay, Violation};

pub(crate) const NAME_PATTERN: &str = "[a-zA-Z0-9_.-]+";
pub(crate) const NAME_LENGTH_MAX: usize = 255;

/// Returns the violations in DynamoDB's order: pattern before length.
pub(crate) fn name_violations(path: &str, name: &str, length_least: usize) -> Vec<Violation> {
    let violation =
        |constraint| Violation { path: path.into(), shown: ValueDisplay::Text(name.into()), constraint };
    let mut violations = Vec::new();
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    if name.is_empty() || !name.bytes().all(allowed) {
        violations.push(violation(Constraint::Pattern(NAME_PATTERN)));
    }
    if name.len() < length_least {
        violations.push(violation(Constraint::LengthAtLeast(length_least as u64)));
    }
    if name.len() > NAME_LENGTH_MAX {
        violations.push(violation(Constraint::LengthAtMost(NAME_LENGTH_MAX as u64)));
    }
    violations
}

/// Returns the violations of a table's name, or of the name in the ARN of a table. The ARN of something else has none:
/// [`check_own_table`] rejects it.
pub(crate) fn table_name_violations(path: &str, name_or_arn: &str, length_least: usize) -> Vec<Violation> {
    match Arn::parse(name_or_arn) {
        Some(arn) if arn.table().is_none() => Vec::new(),
        _ => name_violations(path, table_name_of(name_or_arn), length_least),
    }
}

/// The parts of `arn:<partition>:<service>:<region>:<account>:<resource>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arn<'a> {
    pub partition: &'a str,
    pub service: &'a str,
    pub region: &'a str,
    pub account: &'a str,
    pub resource: &'a str,
}

impl<'a> Arn<'a> {
    /// Splits an ARN into its parts. `None` if the text has another form.
    pub fn parse(text: &'a str) -> Option<Arn<'a>> {
        let mut parts = text.strip_prefix("arn:")?.splitn(5, ':');
        Some(Arn {
            partition: parts.next()?,
            service: parts.next()?,
            region: parts.next()?,
            account: parts.next()?,
            resource: parts.next()?,
        })
    }

    /// Returns the table's name if the resource is a table itself, not its index, stream or backup.
    pub fn table(&self) -> Option<&'a str> {
        self.resource.strip_prefix("table/").filter(|name| !name.contains('/'))
    }
}

/// Returns the table name of an ARN `arn:aws:dynamodb:<region>:<account>:table/<name>`, or the text itself.
pub fn table_name_of(name_or_arn: &str) -> &str {
    Arn::parse(name_or_arn).and_then(|arn| arn.table()).unwrap_or(name_or_arn)
}

/// Checks that a name or ARN is of a table in this Region and account, whether or not the table exists. In the ARN of another
/// account's table, DynamoDB has checked the form and the Region before.
///
/// # Errors
/// The ARN is of another partition, service, account, Region or kind of resource.
pub fn check_own_table(name_or_arn: &str, region: &str, account_id: &str) -> Result<(), ArnError> {
    let Some(arn) = Arn::parse(name_or_arn) else { return Ok(()) };
    let own = || name_or_arn.to_owned();
    if arn.partition != "aws" {
        Err(ArnError::TableOfPartition { arn: own() })
    } else if arn.service != "dynamodb" || arn.table().is_none() {
        Err(ArnError::NotOfTable { arn: own() })
    } else if arn.region != region {
        Err(ArnError::TableOfRegion { arn: own() })
    } else if arn.account != account_id {
        Err(ArnError::OtherAccount)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_table_is_in_its_arn_alone() {
        for (text, name) in [
            ("Notes", "Notes"),
            ("arn:aws:dynamodb:eu-west-1:123456789012:table/Notes", "Notes"),
            ("arn:aws:dynamodb:eu-west-1:123456789012:table/", ""),
            (
                "arn:aws:dynamodb:us-east-1:1:table/Notes/index/by-day",
                "arn:aws:dynamodb:us-east-1:1:table/Notes/index/by-day",
            ),
            ("arn::table/Notes", "arn::table/Notes"),
            ("arn:Notes", "arn:Notes"),
        ] {
            assert_eq!(table_name_of(text), name, "{text}");
        }
    }

    #[test]
    fn an_arn_names_a_table_of_one_region_and_account() {
        let check = |arn: &str| check_own_table(arn, "us-east-1", "123456789012");
        let own = |arn: &str| arn.to_owned();
        for arn in ["Notes", "arn:Notes", "arn:aws:dynamodb:us-east-1:123456789012:table/Notes"] {
            assert_eq!(check(arn), Ok(()), "{arn}");
        }
        for arn in ["000000000000", "12345678901", "1234567890123", ""] {
            let arn = format!("arn:aws:dynamodb:us-east-1:{arn}:table/Notes");
            assert_eq!(check(&arn), Err(ArnError::OtherAccount), "{arn}");
        }
        for arn in ["us-west-2", "US-EAST-1", ""] {
            let arn = format!("arn:aws:dynamodb:{arn}:123456789012:table/Notes");
            assert_eq!(check(&arn), Err(ArnError::TableOfRegion { arn: own(&arn) }), "{arn}");
        }
        for arn in ["aws-cn", "aws-us-gov", ""] {
            let arn = format!("arn:{arn}:dynamodb:us-east-1:123456789012:table/Notes");
            assert_eq!(check(&arn), Err(ArnError::TableOfPartition { arn: own(&arn) }), "{arn}");
        }
        for arn in [
            "dynamodb:us-east-1:123456789012:table/Notes/index/by-day",
            "dynamodb:us-east-1:123456789012:table/Notes/stream/2026-09-21T14:13:20.000",
            "dynamodb:us-east-1:123456789012:global-table/Notes",
            "sns:us-east-1:123456789012:table/Notes",
        ] {
            let arn = format!("arn:aws:{arn}");
            assert_eq!(check(&arn), Err(ArnError::NotOfTable { arn: own(&arn) }), "{arn}");
        }
    }
}
