//! The names of tables and indexes: their rules, and the table name in an ARN.

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

/// Returns the table name of an ARN `arn:aws:dynamodb:<region>:<account>:table/<name>`, or the text itself.
pub fn table_name_of(name_or_arn: &str) -> &str {
    if !name_or_arn.starts_with("arn:") {
        return name_or_arn;
    }
    match name_or_arn.split_once(":table/") {
        Some((_, name)) => name,
        None => name_or_arn,
    }
}
