//! Errors of a valid PartiQL statement, and of the batch or transaction that contains it.

use std::fmt;

use dynalab_expressions::Problem;
use dynalab_expressions::partiql::Returning;
use dynalab_types::DataType;

use crate::error::phrases::INVALID;

/// What is wrong with a statement for its table.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementError {
    /// A problem of the statement itself.
    Problem(Box<Problem>),
    WithoutKey,
    ConsistentReadOnGlobalIndex,
    NoSuchIndex,
    /// A statement that writes names an index.
    WriteToIndex,
    ReturningOfDelete {
        returning: Returning,
    },
    OrderWithoutWhere,
    OrderWithoutKey,
    OrderWithoutPartition,
    OrderByOther {
        attribute: String,
    },
    TooManyPartitions,
    InvalidToken,
    TokenOfOtherRequest,
    MixedBatch,
    BatchSelectWithoutKey,
    MixedTransaction,
    /// An EXISTS whose condition contains only the key.
    ExistsWithoutCondition,
    MultiAttributeIndex,
    FilterNotProjected {
        index: String,
        attributes: Vec<String>,
    },
    OverlappingAlternatives,
    /// A key value of a type that no key has.
    KeyValueType {
        attribute: String,
        data_type: DataType,
    },
    /// A key value of another type than the key has.
    KeyTypeMismatch {
        attribute: String,
    },
    /// A problem of one statement of a transaction.
    InTransaction {
        index: usize,
        problem: TransactedProblem,
    },
}

/// What is wrong with one statement of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransactedProblem {
    Returning,
    Index,
    SelectWithoutKey,
    ExistsWithoutCondition,
    /// A problem of the statement itself.
    Text(Box<Problem>),
}

const KEY_VALUE_TYPE: &str = "Key value must be of type S, N, or B. Key name";
const KEY_TYPE_MISMATCH: &str = "Key attribute's data type should match its data type in table's schema";
const MIXED_BATCH: &str = "Read and write requests together in the same batch is not supported.";
const EXISTS_WITHOUT_CONDITION: &str = "EXISTS() must contain a single item read with additional condition";

impl fmt::Display for StatementError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = match self {
            StatementError::Problem(problem) => return problem.fmt(formatter),
            StatementError::WithoutKey => {
                "Where clause does not contain a mandatory equality on all key attributes"
            }
            StatementError::ConsistentReadOnGlobalIndex => {
                "Strongly consistent read is not supported on Global Secondary Indexes"
            }
            StatementError::NoSuchIndex => "The table does not have the specified index",
            // DynamoDB's message is not known. This one is Dynalab's own.
            StatementError::WriteToIndex => "Only tables can be written to, not indexes",
            StatementError::ReturningOfDelete { returning } => {
                return write!(
                    formatter,
                    "Invalid returning clause: RETURNING {} *. Only RETURNING ALL OLD * is allowed in DELETE statements.",
                    returning.text()
                );
            }
            StatementError::OrderWithoutWhere => {
                "Must have WHERE clause in the statement when using ORDER BY clause."
            }
            StatementError::OrderWithoutKey => {
                "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause."
            }
            StatementError::OrderWithoutPartition => {
                "Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause."
            }
            StatementError::OrderByOther { attribute } => {
                return write!(
                    formatter,
                    "Variable reference {attribute} in ORDER BY clause must be part of the primary key"
                );
            }
            StatementError::TooManyPartitions => "The IN operator takes at most 50 values of a partition key",
            StatementError::InvalidToken => "Invalid NextToken",
            StatementError::TokenOfOtherRequest => "NextToken does not match request",
            StatementError::MixedBatch => MIXED_BATCH,
            StatementError::BatchSelectWithoutKey => {
                "Select statements within BatchExecuteStatement must specify the primary key in the where clause."
            }
            StatementError::MixedTransaction => {
                "ExecuteTransaction API does not support both read and write operations in the same request."
            }
            StatementError::ExistsWithoutCondition => EXISTS_WITHOUT_CONDITION,
            StatementError::MultiAttributeIndex => {
                "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute RANGE keys."
            }
            StatementError::FilterNotProjected { index, attributes } => {
                return write!(
                    formatter,
                    "{INVALID}Secondary index {index} does not project one or more filter attributes: [{}]",
                    attributes.join(", ")
                );
            }
            StatementError::OverlappingAlternatives => {
                "Overlapping conditions with range keys are not supported in where clause"
            }
            StatementError::KeyValueType { attribute, data_type } => {
                return write!(formatter, "{KEY_VALUE_TYPE}: {attribute}, Key type: {data_type}");
            }
            StatementError::KeyTypeMismatch { attribute } => {
                return write!(formatter, "{KEY_TYPE_MISMATCH}: Key {attribute}");
            }
            StatementError::InTransaction { index, problem } => {
                return write!(formatter, "Validation failed in TransactStatements[{index}]: {problem}");
            }
        };
        formatter.write_str(sentence)
    }
}

impl fmt::Display for TransactedProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            TransactedProblem::Returning => "RETURNING clause is not supported in ExecuteTransaction.",
            TransactedProblem::Index => "Reads on indices are not supported within transactions.",
            TransactedProblem::SelectWithoutKey => {
                "Select statements within ExecuteTransaction must specify the primary key in the where clause."
            }
            TransactedProblem::ExistsWithoutCondition => EXISTS_WITHOUT_CONDITION,
            TransactedProblem::Text(problem) => return problem.fmt(formatter),
        })
    }
}
