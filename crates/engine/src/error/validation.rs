//! Every ValidationException: one variant a sentence, and the sentence in one place.
//!
//! Profile: us-east-1, October 2026. The service has been rewording its request layer Region by Region.

use std::fmt;

use dynalab_expressions::{ExpressionError, UnusedAliases, UpdateError};
use dynalab_types::DataType;
use dynalab_types::wire::ValueError;

#[cfg(feature = "complete")]
use crate::error::control::ControlError;
use crate::error::legacy::LegacyError;
use crate::error::setting::SettingError;
#[cfg(feature = "complete")]
use crate::error::statement::StatementError;
use crate::error::table::TableError;
use crate::error::transaction::TransactionError;
use crate::error::value::{write_number_error, write_older_value_error, write_value_error};
use crate::error::violation::Violation;

#[derive(Clone, Debug, PartialEq)]
pub enum ValidationError {
    /// The request layer's envelope around another sentence.
    Enveloped(Box<ValidationError>),
    Violations(Vec<Violation>),
    RequiredParameter {
        name: &'static str,
    },
    RequiredRequestItems {
        operation: &'static str,
    },
    Value(ValueError),
    /// The same, in the words of the older request layer (BatchWriteItem, Scan, transactions).
    OlderValue(ValueError),
    InvalidExpressionValue {
        error: ValueError,
        key: String,
    },

    // Keys
    KeyDoesNotMatchSchema,
    MissingKey {
        attribute: String,
    },
    KeyTypeMismatch {
        attribute: String,
        expected: DataType,
        actual: DataType,
    },
    /// A path leads into a key, of the table or (`index`) of an index.
    KeyPath {
        attribute: String,
        index: bool,
    },
    EmptyKey {
        attribute: String,
        data_type: DataType,
    },
    PartitionKeyTooLong,
    SortKeyTooLong,
    IndexKeyTypeMismatch {
        attribute: String,
        expected: DataType,
        actual: DataType,
        index: String,
    },
    EmptyIndexKey {
        attribute: String,
        data_type: DataType,
        index: String,
    },
    IndexKeyTooLong {
        attribute: String,
        actual: usize,
        most: usize,
        index: String,
    },
    UpdateOfKey {
        attribute: String,
    },
    UpdateToIndexKeyType,
    UpdateToEmptyIndexKey {
        data_type: DataType,
    },
    ItemTooLarge,
    UpdatedItemTooLarge,

    // Expressions
    Expression(ExpressionError),
    UnusedAliases(UnusedAliases),
    Update(UpdateError),
    EmptyAliases {
        parameter: &'static str,
    },
    AliasSyntax {
        parameter: &'static str,
        key: String,
    },
    /// More than 255 bytes with its sign.
    AliasTooLong {
        parameter: &'static str,
        key: String,
    },
    EmptyAliasedName {
        key: String,
    },
    NamesWithoutExpression,
    /// `expressions` are those the operation has, for the older layer's tail; empty for none.
    ValuesWithoutExpression {
        expressions: &'static [&'static str],
    },
    MixedParameters {
        plain: Vec<&'static str>,
        expressions: Vec<&'static str>,
    },
    ReturnValuesNotAllowed,
    /// What the older parameters refuse.
    Legacy(LegacyError),

    // Reading
    KeyConditionRequired,
    MissedKeyCondition {
        attribute: String,
    },
    TooManyKeyConditions {
        conditions: usize,
        key_attributes: usize,
    },
    KeyConditionNotSupported,
    KeyConditionType,
    RangeKeyGap {
        missing: String,
        present: String,
    },
    FilterOnKey {
        attribute: String,
    },
    ConsistentReadOnGlobalIndex,
    NoSuchIndex {
        index: String,
    },
    SelectAllOnNarrowIndex {
        index: String,
    },
    NotProjected {
        index: String,
        attributes: Vec<String>,
    },
    AllProjectedWithoutIndex,
    SpecificWithoutProjection,
    ProjectionWithSelect {
        select: &'static str,
    },
    SegmentWithoutTotal,
    TotalWithoutSegment,
    SegmentOutOfRange,
    StartKeyInvalid,
    StartKeyOfOneItem,
    StartKeyDoesNotMatch,
    StartKeyOutsideQuery,
    StartKeyOutsideRange,
    StartKeyOtherSegment {
        total_segments: u64,
        segment: u64,
    },

    // Batches
    TooManyBatchKeys {
        table: String,
    },
    TooManyBatchGetItems,
    TooManyBatchWriteItems,
    DuplicateBatchKeys,
    WriteRequestNotOneAction,

    Transaction(TransactionError),
    #[cfg(feature = "complete")]
    Statement(StatementError),
    Table(TableError),
    Setting(SettingError),
    #[cfg(feature = "complete")]
    Control(ControlError),
}

pub(crate) const INVALID: &str = "One or more parameter values were invalid: ";

impl ValidationError {
    pub fn enveloped(self) -> ValidationError {
        match self {
            // These carry the envelope already.
            ValidationError::Violations(_) | ValidationError::Enveloped(_) => self,
            other => ValidationError::Enveloped(Box::new(other)),
        }
    }
}

impl fmt::Display for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ValidationError::*;
        match self {
            Enveloped(inner) => write!(f, "1 validation error detected: {inner}"),
            Violations(violations) => write_violations(violations, f),
            RequiredParameter { name } => {
                write!(f, "The parameter '{name}' is required but was not present in the request")
            }
            RequiredRequestItems { operation } => {
                write!(f, "The requestItems parameter is required for {operation}")
            }
            Value(error) => write_value_error(error, f),
            OlderValue(error) => write_older_value_error(error, f),
            InvalidExpressionValue { error, key } => {
                write!(f, "ExpressionAttributeValues contains invalid value: ")?;
                write_older_value_error(error, f)?;
                write!(f, " for key {key}")
            }
            Expression(error) => error.fmt(f),
            UnusedAliases(unused) => unused.fmt(f),
            Update(UpdateError::Number(error)) => write_number_error(error, f),
            Update(error) => error.fmt(f),
            Legacy(error) if cfg!(feature = "complete") => error.fmt(f),
            Legacy(_) => Ok(()),
            Table(error) => error.fmt(f),
            Setting(error) => error.fmt(f),
            #[cfg(feature = "complete")]
            Control(error) => error.fmt(f),
            Transaction(error) => error.fmt(f),
            #[cfg(feature = "complete")]
            Statement(error) => error.fmt(f),
            keys @ (KeyDoesNotMatchSchema
            | MissingKey { .. }
            | KeyTypeMismatch { .. }
            | KeyPath { .. }
            | IndexKeyTooLong { .. }
            | EmptyKey { .. }
            | PartitionKeyTooLong
            | SortKeyTooLong
            | IndexKeyTypeMismatch { .. }
            | EmptyIndexKey { .. }
            | UpdateOfKey { .. }
            | UpdateToIndexKeyType
            | UpdateToEmptyIndexKey { .. }
            | ItemTooLarge
            | UpdatedItemTooLarge) => write_key_error(keys, f),
            parameters @ (EmptyAliases { .. }
            | AliasSyntax { .. }
            | AliasTooLong { .. }
            | EmptyAliasedName { .. }
            | NamesWithoutExpression
            | ValuesWithoutExpression { .. }
            | MixedParameters { .. }
            | ReturnValuesNotAllowed) => write_parameter_error(parameters, f),
            reading => write_reading_error(reading, f),
        }
    }
}

fn write_violations(violations: &[Violation], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let plural = if violations.len() == 1 { "" } else { "s" };
    write!(f, "{} validation error{plural} detected: ", violations.len())?;
    for (index, violation) in violations.iter().enumerate() {
        let separator = if index == 0 { "" } else { "; " };
        write!(f, "{separator}{violation}")?;
    }
    Ok(())
}

/// "string" or "binary", as the sentences about empty keys say it.
fn plain_type(data_type: DataType) -> &'static str {
    if data_type == DataType::B { "binary" } else { "string" }
}

fn write_key_error(error: &ValidationError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use ValidationError::*;
    match error {
        KeyDoesNotMatchSchema => f.write_str("The provided key element does not match the schema"),
        MissingKey { attribute } => write!(f, "{INVALID}Missing the key {attribute} in the item"),
        KeyTypeMismatch { attribute, expected, actual } => {
            write!(f, "{INVALID}Type mismatch for key {attribute} expected: {expected} actual: {actual}")
        }
        KeyPath { attribute, index } => write!(
            f,
            "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: {}Key: \
             {attribute}",
            if *index { "Index" } else { "" }
        ),
        IndexKeyTooLong { attribute, actual, most, index } => write!(
            f,
            "{INVALID}Size limit exceeded for Index Key {attribute} Actual Size: {actual} bytes Max Size: {most} bytes \
             IndexName: {index}"
        ),
        EmptyKey { attribute, data_type } => write!(
            f,
            "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an \
             empty {} value. Key: {attribute}",
            plain_type(*data_type)
        ),
        PartitionKeyTooLong => {
            write!(f, "{INVALID}Size of hashkey has exceeded the maximum size limit of2048 bytes")
        }
        SortKeyTooLong => {
            write!(f, "{INVALID}Aggregated size of all range keys has exceeded the size limit of 1024 bytes")
        }
        IndexKeyTypeMismatch { attribute, expected, actual, index } => write!(
            f,
            "{INVALID}Type mismatch for Index Key {attribute} Expected: {expected} Actual: {actual} IndexName: {index}"
        ),
        EmptyIndexKey { attribute, data_type, index } => write!(
            f,
            "One or more parameter values are not valid. A value specified for a secondary index key is not \
             supported. The AttributeValue for a key attribute cannot contain an empty {} value. IndexName: {index}, \
             IndexKey: {attribute}",
            plain_type(*data_type)
        ),
        UpdateOfKey { attribute } => {
            write!(f, "{INVALID}Cannot update attribute {attribute}. This attribute is part of the key")
        }
        UpdateToIndexKeyType => f.write_str(
            "The update expression attempted to update the secondary index key to unsupported type",
        ),
        UpdateToEmptyIndexKey { data_type } => write!(
            f,
            "One or more parameter values are not valid. The update expression attempted to update a secondary index \
             key to a value that is not supported. The AttributeValue for a key attribute cannot contain an empty {} \
             value.",
            plain_type(*data_type)
        ),
        UpdatedItemTooLarge => f.write_str("Item size to update has exceeded the maximum allowed size"),
        _ => f.write_str("Item size has exceeded the maximum allowed size"),
    }
}

fn write_parameter_error(error: &ValidationError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use ValidationError::*;
    match error {
        EmptyAliases { parameter } => write!(f, "{parameter} must not be empty"),
        AliasSyntax { parameter, key } => {
            write!(f, "{parameter} contains invalid key: Syntax error; key: \"{key}\"")
        }
        // Our words for what the service's are not on record.
        AliasTooLong { parameter, key } => {
            write!(f, "{parameter} contains invalid key: Length exceeds limit of 255; key: \"{key}\"")
        }
        EmptyAliasedName { key } => {
            write!(f, "ExpressionAttributeNames contains invalid value: Empty attribute name for key {key}")
        }
        NamesWithoutExpression => {
            f.write_str("ExpressionAttributeNames can only be specified when using expressions")
        }
        ValuesWithoutExpression { expressions } => {
            f.write_str("ExpressionAttributeValues can only be specified when using expressions")?;
            match expressions {
                [] => Ok(()),
                [one] => write!(f, ": {one} is null"),
                many => write!(f, ": {} are null", many.join(" and ")),
            }
        }
        MixedParameters { plain, expressions } => write!(
            f,
            "Can not use both expression and non-expression parameters in the same request: Non-expression \
             parameters: {{{}}} Expression parameters: {{{}}}",
            plain.join(", "),
            expressions.join(", ")
        ),
        _ => f.write_str("ReturnValues can only be ALL_OLD or NONE"),
    }
}

fn write_reading_error(error: &ValidationError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use ValidationError::*;
    match error {
        KeyConditionRequired => f.write_str(
            "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.",
        ),
        MissedKeyCondition { attribute } => write!(f, "Query condition missed key schema element: {attribute}"),
        TooManyKeyConditions { conditions, key_attributes } => write!(
            f,
            "The number of query conditions ({conditions}) exceeds the number of key attributes defined in the schema \
             ({key_attributes})"
        ),
        KeyConditionNotSupported => f.write_str("Query key condition not supported"),
        KeyConditionType => write!(f, "{INVALID}Condition parameter type does not match schema type"),
        RangeKeyGap { missing, present } => write!(
            f,
            "RANGE key attributes {missing} must have equality conditions specified in the query because a condition \
             is present on key attribute {present}"
        ),
        FilterOnKey { attribute } => write!(
            f,
            "Filter Expression can only contain non-primary key attributes: Primary key attribute: {attribute}"
        ),
        ConsistentReadOnGlobalIndex => {
            f.write_str("Consistent reads are not supported on global secondary indexes")
        }
        NoSuchIndex { index } => write!(f, "The table does not have the specified index: {index}"),
        SelectAllOnNarrowIndex { index } => write!(
            f,
            "{INVALID}Select type ALL_ATTRIBUTES is not supported for global secondary index {index} because its \
             projection type is not ALL"
        ),
        NotProjected { index, attributes } => write!(
            f,
            "{INVALID}Global secondary index {index} does not project [{}]",
            attributes.join(", ")
        ),
        AllProjectedWithoutIndex => {
            f.write_str("ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName")
        }
        SpecificWithoutProjection => f.write_str(
            "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES",
        ),
        ProjectionWithSelect { select: "COUNT" } => {
            f.write_str("Cannot specify the ProjectionExpression when choosing to get only the Count")
        }
        ProjectionWithSelect { select } => {
            write!(f, "Cannot specify the ProjectionExpression when choosing to get {select}")
        }
        paging => write_paging_error(paging, f),
    }
}

fn write_paging_error(error: &ValidationError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use ValidationError::*;
    match error {
        SegmentWithoutTotal => f.write_str(
            "The TotalSegments parameter is required but was not present in the request when Segment parameter is \
             present",
        ),
        TotalWithoutSegment => f.write_str(
            "The Segment parameter is required but was not present in the request when parameter TotalSegments is \
             present",
        ),
        SegmentOutOfRange => f.write_str(
            "The Segment parameter is zero-based and must be less than parameter TotalSegments",
        ),
        StartKeyInvalid => f.write_str("The provided starting key is invalid"),
        StartKeyOfOneItem => f.write_str("The query can return at most one row and cannot be restarted"),
        StartKeyDoesNotMatch => f.write_str(
            "The provided starting key is invalid: The provided key element does not match the schema",
        ),
        StartKeyOutsideQuery => {
            f.write_str("The provided starting key is outside query boundaries based on provided conditions")
        }
        StartKeyOutsideRange => f.write_str("The provided starting key does not match the range key predicate"),
        StartKeyOtherSegment { total_segments, segment } => write!(
            f,
            "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with \
             correct Segment. TotalSegments: {total_segments} Segment: {segment}"
        ),
        TooManyBatchKeys { table } => write!(
            f,
            "1 validation error detected: Value at 'RequestItems.{table}.member.Keys' failed to satisfy constraint: \
             Member must have length less than or equal to 100"
        ),
        TooManyBatchGetItems => f.write_str("Too many items requested for the BatchGetItem call"),
        TooManyBatchWriteItems => f.write_str("Too many items requested for the BatchWriteItem call"),
        WriteRequestNotOneAction => f.write_str(
            "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported \
             datatypes",
        ),
        _ => f.write_str("Provided list of item keys contains duplicates"),
    }
}
