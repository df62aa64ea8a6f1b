//! Constraint violations: messages of DynamoDB's request layer about members that are missing, too long or not allowed.

use std::fmt;

/// One violated constraint of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The path in the message: "tableName", "keySchema.1.member.keyType". The newer wording uses PascalCase.
    pub path: String,
    pub shown: ValueDisplay,
    pub constraint: Constraint,
}

/// How the message shows the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueDisplay {
    /// `Value null at 'path'`
    Null,
    /// `Value 'text' at 'path'`
    Text(String),
    /// `Value at 'path'`: the newer wording, in use in more and more Regions since June 2026.
    Hidden,
    /// No value and no path, only the constraint.
    Nothing,
    /// The constraint without any words before it.
    ConstraintOnly,
}

/// The constraint that a member violates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    NotNull,
    LengthAtLeast(u64),
    LengthAtMost(u64),
    /// The length of lists in a map, in BatchWriteItem.
    MapValueLength {
        least: u64,
        most: u64,
    },
    /// The keys of a map, in a batch.
    MapKeys {
        least: u64,
        most: u64,
        pattern: &'static str,
    },
    /// The elements of a list of strings.
    MemberLength {
        least: u64,
        most: u64,
    },
    ValueAtLeast(i64),
    ValueAtMost(i64),
    OneOf(&'static [&'static str]),
    Pattern(&'static str),
    /// The action of AttributeUpdates. DynamoDB's message has this stray quote.
    AttributeAction,
}

impl fmt::Display for Violation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.shown {
            ValueDisplay::Null => write!(formatter, "Value null at '{}' failed", self.path)?,
            ValueDisplay::Text(text) => write!(formatter, "Value '{text}' at '{}' failed", self.path)?,
            ValueDisplay::Hidden => write!(formatter, "Value at '{}' failed", self.path)?,
            ValueDisplay::Nothing => formatter.write_str("Failed")?,
            ValueDisplay::ConstraintOnly => return self.constraint.fmt(formatter),
        }
        write!(formatter, " to satisfy constraint: {}", self.constraint)
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constraint::NotNull => formatter.write_str("Member must not be null"),
            Constraint::LengthAtLeast(least) => {
                write!(formatter, "Member must have length greater than or equal to {least}")
            }
            Constraint::LengthAtMost(most) => {
                write!(formatter, "Member must have length less than or equal to {most}")
            }
            Constraint::MapValueLength { least, most } => write!(
                formatter,
                "Map value must satisfy constraint: [Member must have length less than or equal to {most}, Member \
                 must have length greater than or equal to {least}]"
            ),
            Constraint::MapKeys { least, most, pattern } => write!(
                formatter,
                "Map keys must satisfy constraint: [Member must have length less than or equal to {most}, Member must \
                 have length greater than or equal to {least}, Member must satisfy regular expression pattern: {pattern}]"
            ),
            Constraint::MemberLength { least, most } => write!(
                formatter,
                "Member must satisfy constraint: [Member must have length less than or equal to {most}, Member must \
                 have length greater than or equal to {least}]"
            ),
            Constraint::ValueAtLeast(least) => {
                write!(formatter, "Member must have value greater than or equal to {least}")
            }
            Constraint::ValueAtMost(most) => {
                write!(formatter, "Member must have value less than or equal to {most}")
            }
            Constraint::OneOf(names) => {
                write!(formatter, "Member must satisfy enum value set: [{}]", names.join(", "))
            }
            Constraint::AttributeAction => {
                formatter.write_str("Member must satisfy enum value set: [ADD, DELETE, PUT]' for Action")
            }
            Constraint::Pattern(pattern) => {
                write!(formatter, "Member must satisfy regular expression pattern: {pattern}")
            }
        }
    }
}
