//! The types of columns in the dialects of SQL, as far as they differ in DynamoDB or in a sample.

use sqlparser::ast::{ArrayElemTypeDef, DataType, EnumMember, ExactNumberInfo};

use super::ColumnKind;

pub fn kind_of(data_type: &DataType) -> ColumnKind {
    match data_type {
        DataType::Uuid => ColumnKind::Uuid,
        DataType::Enum(members, _) => ColumnKind::Choice(members.iter().map(member_text).collect()),
        DataType::Bool | DataType::Boolean => ColumnKind::Flag,
        DataType::Date => ColumnKind::Date,
        DataType::Datetime(_) | DataType::Timestamp(..) | DataType::TimestampNtz(_) => ColumnKind::Time,
        DataType::JSON | DataType::JSONB => ColumnKind::Map,
        DataType::Array(
            ArrayElemTypeDef::None
            | ArrayElemTypeDef::AngleBracket(_)
            | ArrayElemTypeDef::SquareBracket(..)
            | ArrayElemTypeDef::Parenthesis(_),
        ) => ColumnKind::List,
        DataType::Decimal(info) | DataType::Numeric(info) | DataType::Dec(info) => {
            let decimals = match info {
                ExactNumberInfo::PrecisionAndScale(_, scale) => u32::try_from(*scale).unwrap_or(0),
                ExactNumberInfo::None | ExactNumberInfo::Precision(_) => 0,
            };
            ColumnKind::Number { decimals: decimals.min(10) }
        }
        // Scripts of SQL Server have types in brackets.
        other => kind_of_name(&other.to_string().to_ascii_uppercase().replace(['[', ']', '"', '`'], "")),
    }
}

/// Returns the kind of a type name. Dialects have several names for one type, such as `BIGINT(20) UNSIGNED` and `INT8`.
fn kind_of_name(name: &str) -> ColumnKind {
    let begins = |words: &[&str]| words.iter().any(|word| name.starts_with(word));
    if name == "TINYINT(1)" || name == "BIT" || name == "BIT(1)" {
        ColumnKind::Flag
    } else if begins(&[
        "TINYINT",
        "SMALLINT",
        "MEDIUMINT",
        "INT",
        "BIGINT",
        "SERIAL",
        "BIGSERIAL",
        "SMALLSERIAL",
        "YEAR",
    ]) && !name.starts_with("INTERVAL")
    {
        ColumnKind::Number { decimals: 0 }
    } else if begins(&["DECIMAL", "NUMERIC"]) {
        ColumnKind::Number { decimals: scale_of(name) }
    } else if begins(&["FLOAT", "DOUBLE", "REAL", "MONEY", "SMALLMONEY", "NUMBER"]) {
        ColumnKind::Number { decimals: 2 }
    } else if begins(&[
        "BLOB",
        "TINYBLOB",
        "MEDIUMBLOB",
        "LONGBLOB",
        "BINARY",
        "VARBINARY",
        "BYTEA",
        "BYTES",
        "IMAGE",
    ]) {
        ColumnKind::Bytes
    } else if begins(&["DATETIME", "SMALLDATETIME", "TIMESTAMP"]) {
        ColumnKind::Time
    } else if name == "UNIQUEIDENTIFIER" || name == "UUID" {
        ColumnKind::Uuid
    } else if name == "DATE" {
        ColumnKind::Date
    } else {
        ColumnKind::Text
    }
}

fn member_text(member: &EnumMember) -> String {
    match member {
        EnumMember::Name(name) | EnumMember::NamedValue(name, _) => name.clone(),
    }
}

/// Returns the digits behind the point of a type such as `DECIMAL(10, 2)`.
fn scale_of(name: &str) -> u32 {
    let scale = name.split_once(',').map(|(_, scale)| scale.trim_matches([' ', ')']));
    scale.and_then(|scale| scale.parse().ok()).unwrap_or(0).min(10)
}
