//! The errors of DynamoDB: one variant for each error type of the API, with its data.

pub mod access;
pub mod account;
pub mod arn;
mod batch;
mod cancellation;
mod capacity;
pub mod control;
mod conversions;
pub mod fault;
mod index;
mod key;
mod key_schema;
pub mod legacy;
mod limit;
mod page;
mod parameter;
mod phrases;
mod projection;
mod reading;
pub mod recovery;
pub mod setting;
pub mod state;
pub mod statement;
mod stream;
pub mod table;
pub mod throttle;
pub mod throughput;
pub mod transaction;
pub mod transfer;
pub mod update;
pub mod validation;
mod value;
pub mod vector;
pub mod violation;

use std::fmt;
use std::sync::Arc;

use dynalab_types::Item;
use dynalab_types::wire::{ShapeError, write_item, write_json_string};

use phrases::{COLLECTION_TOO_LARGE, DUPLICATE_ITEM, VALIDATION_EXCEPTION};

pub use access::{AccessError, AccessReason};
pub use account::{
    AccountError, GlobalTableError, InsightsError, KinesisError, LegacyGlobalTableError, PolicyError,
    PolicyRevisionError, ReplicaActionError, ScalingError, StrongError,
};
pub use arn::ArnError;
pub use batch::BatchError;
pub use cancellation::CancellationReason;
pub use capacity::CapacityError;
pub use control::{ControlError, PolicyFault, UnknownMember};
pub use fault::FaultError;
pub use index::IndexError;
pub use key::KeyError;
pub use key_schema::KeySchemaError;
pub use legacy::LegacyError;
pub use limit::LimitError;
pub use page::PageError;
pub use parameter::ParameterError;
pub use projection::ProjectionError;
pub use reading::ReadingError;
pub use recovery::{OverrideError, RecoveryError};
pub use setting::SettingError;
pub use state::{ChangingStream, StateError, StateReason, TemporaryError};
pub use statement::{StatementError, TransactedProblem};
pub use stream::StreamError;
pub use table::TableError;
pub use throttle::Throttle;
pub use throughput::ThroughputError;
pub use transaction::TransactionError;
pub use transfer::{ExportError, TransferError, TransferKind};
pub use update::UpdateError;
pub use validation::ValidationError;
pub use vector::{SearchError, SearchRequestError, VectorError};
pub use violation::{Constraint, Violation};

/// An error of the API.
#[derive(Clone, Debug, PartialEq)]
pub enum DynamoError {
    /// The operation's name is missing or unknown.
    UnknownOperation,
    /// The body is not a JSON object.
    NotJson,
    /// A member has a wrong JSON type.
    Shape(ShapeError),
    /// Shared, because errors are long and are passed on through many functions.
    Validation(Arc<ValidationError>),
    /// `item` is present if the request asked for the old item on failure.
    ConditionalCheckFailed {
        item: Option<Arc<Item>>,
        /// True for a PartiQL statement. Beside the item, its error spells `Message` with a capital letter.
        is_of_statement: bool,
    },
    /// The table of a data operation does not exist. The message does not contain the name.
    ResourceNotFound,
    /// The table of a control operation does not exist. The message contains the name.
    TableNotFound {
        table: String,
    },
    /// The resource of an operation with an ARN does not exist.
    ArnNotFound {
        arn: String,
    },
    /// The ARN is of another account, Region or kind of resource.
    Arn(ArnError),
    /// An error of reading a stream.
    Stream(StreamError),
    /// The request exceeds a quota of the account or the table.
    Limit(LimitError),
    /// An error of backups and restores.
    Recovery(RecoveryError),
    /// An error of exports and imports.
    Transfer(TransferError),
    NoTableToBackUp {
        table: String,
    },
    TableAlreadyExists {
        table: String,
    },
    TableInUse {
        table: String,
        state: TableState,
    },
    IndexInUse {
        index: String,
        state: TableState,
    },
    /// The index of an Update in UpdateTable does not exist.
    IndexNotFound {
        index: String,
        table: String,
    },
    /// One reason for each item of a transaction, in the order of the request.
    TransactionCanceled {
        reasons: Vec<CancellationReason>,
    },
    /// A transaction locks the item of a single write.
    TransactionConflict,
    /// An INSERT statement found an item with the same key.
    DuplicateItem,
    /// A transaction with the same token is in progress.
    TransactionInProgress,
    /// The same token was used for another request less than ten minutes ago.
    IdempotentParameterMismatch,
    /// An error of policies, insights or Kinesis destinations.
    Account(AccountError),
    /// A SearchVectors request with an invalid form.
    SearchRequest(SearchRequestError),
    /// Policies do not allow the request.
    Access(Box<AccessError>),
    /// The item collection would exceed the limit for tables with local indexes.
    ItemCollectionTooLarge,
    /// The request exceeds the capacity of its partition, table or account.
    Throttled(Box<Throttle>),
    /// An injected fault.
    Fault(FaultError),
    /// The table is changing, or the change comes too soon after another.
    State(Box<StateError>),
    /// An error that ends by itself at a known time.
    Temporary(Box<TemporaryError>),
}

/// The reason why a table or index cannot be changed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableState {
    BeingCreated,
    BeingUpdated,
    BeingDeleted,
}

const SERVICE: &str = "com.amazonaws.dynamodb.v20120810#";
const CORAL_SERVICE: &str = "com.amazon.coral.service#";
const CORAL_VALIDATE: &str = "com.amazon.coral.validate#";

impl DynamoError {
    /// Returns the reason of a ValidationException.
    pub fn validation(&self) -> Option<&ValidationError> {
        match self {
            DynamoError::Validation(error) => Some(error),
            _ => None,
        }
    }

    /// Returns the error's name without its namespace, as SDKs call it.
    pub fn name(&self) -> &'static str {
        match self {
            DynamoError::UnknownOperation => "UnknownOperationException",
            DynamoError::NotJson | DynamoError::Shape(_) => "SerializationException",
            DynamoError::Validation(_) => VALIDATION_EXCEPTION,
            DynamoError::Recovery(error) => error.name(),
            DynamoError::Transfer(error) => error.name(),
            DynamoError::ConditionalCheckFailed { .. } => "ConditionalCheckFailedException",
            DynamoError::ResourceNotFound
            | DynamoError::TableNotFound { .. }
            | DynamoError::IndexNotFound { .. }
            | DynamoError::ArnNotFound { .. } => "ResourceNotFoundException",
            DynamoError::Arn(error) => error.name(),
            DynamoError::Stream(error) => error.name(),
            DynamoError::NoTableToBackUp { .. } => "TableNotFoundException",
            DynamoError::TableAlreadyExists { .. }
            | DynamoError::TableInUse { .. }
            | DynamoError::IndexInUse { .. } => "ResourceInUseException",
            DynamoError::Limit(_) => "LimitExceededException",
            DynamoError::TransactionCanceled { .. } => "TransactionCanceledException",
            DynamoError::DuplicateItem => "DuplicateItemException",
            DynamoError::TransactionConflict => "TransactionConflictException",
            DynamoError::TransactionInProgress => "TransactionInProgressException",
            DynamoError::IdempotentParameterMismatch => "IdempotentParameterMismatchException",
            DynamoError::Account(error) => error.name(),
            DynamoError::SearchRequest(error) => error.name(),
            DynamoError::Access(_) => "AccessDeniedException",
            DynamoError::ItemCollectionTooLarge => "ItemCollectionSizeLimitExceededException",
            DynamoError::Throttled(throttle) => throttle.name(),
            DynamoError::Fault(error) => error.name(),
            DynamoError::State(error) => error.name(),
            DynamoError::Temporary(temporary) => temporary.error.name(),
        }
    }

    /// Returns the namespace of the name in responses.
    fn namespace(&self) -> &'static str {
        match self {
            DynamoError::UnknownOperation => CORAL_SERVICE,
            _ if self.name() == "SerializationException" => CORAL_SERVICE,
            _ if self.name() == VALIDATION_EXCEPTION => CORAL_VALIDATE,
            _ => SERVICE,
        }
    }

    /// Returns true if another request in progress is the only cause of the error.
    pub fn is_conflict(&self) -> bool {
        match self {
            DynamoError::TransactionConflict | DynamoError::TransactionInProgress => true,
            DynamoError::TransactionCanceled { reasons } => {
                reasons.contains(&CancellationReason::TransactionConflict)
                    && reasons.iter().all(|reason| {
                        matches!(reason, CancellationReason::None | CancellationReason::TransactionConflict)
                    })
            }
            _ => false,
        }
    }

    /// Returns the HTTP status: 400, or that of an injected fault.
    pub fn http_status(&self) -> u16 {
        match self {
            DynamoError::Fault(error) => error.http_status(),
            _ => 400,
        }
    }

    /// Returns the message, or `None` if DynamoDB sends none.
    pub fn message(&self) -> Option<String> {
        match self {
            DynamoError::UnknownOperation | DynamoError::NotJson => None,
            other => Some(other.to_string()),
        }
    }

    /// Returns true for the errors that spell the member `Message` with a capital letter.
    fn has_capital_message(&self) -> bool {
        matches!(
            self,
            DynamoError::Shape(_)
                | DynamoError::ConditionalCheckFailed { item: Some(_), is_of_statement: true }
                | DynamoError::TransactionCanceled { .. }
                | DynamoError::TransactionInProgress
                | DynamoError::IdempotentParameterMismatch
        )
    }

    /// Returns the body of the HTTP response.
    pub fn to_json(&self) -> String {
        let mut json = String::from("{\"__type\":");
        write_json_string(&format!("{}{}", self.namespace(), self.name()), &mut json);
        if let DynamoError::TransactionCanceled { reasons } = self {
            json.push_str(",\"CancellationReasons\":");
            cancellation::write_reasons(reasons, &mut json);
        }
        if let Some(message) = self.message() {
            json.push_str(if self.has_capital_message() { ",\"Message\":" } else { ",\"message\":" });
            write_json_string(&message, &mut json);
        }
        if let DynamoError::Throttled(throttle)
        | DynamoError::Fault(FaultError::Throttled { throttle: Some(throttle), .. }) = self
        {
            throttle.write_reasons(&mut json);
        }
        if let DynamoError::ConditionalCheckFailed { item: Some(item), .. } = self {
            json.push_str(",\"Item\":");
            write_item(item, &mut json);
        }
        json.push('}');
        json
    }
}

impl std::error::Error for DynamoError {}

impl fmt::Display for DynamoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DynamoError::UnknownOperation => f.write_str("UnknownOperationException"),
            DynamoError::NotJson => f.write_str("The body is not a JSON object"),
            DynamoError::Shape(shape) => write_shape(shape, f),
            DynamoError::Validation(error) => error.fmt(f),
            DynamoError::Recovery(error) => error.fmt(f),
            DynamoError::Transfer(error) => error.fmt(f),
            DynamoError::ConditionalCheckFailed { .. } => f.write_str("The conditional request failed"),
            DynamoError::ResourceNotFound => f.write_str("Requested resource not found"),
            DynamoError::TableNotFound { table } => {
                write!(f, "Requested resource not found: Table: {table} not found")
            }
            DynamoError::Stream(error) => error.fmt(f),
            DynamoError::Limit(error) => error.fmt(f),
            DynamoError::Arn(error) => error.fmt(f),
            DynamoError::NoTableToBackUp { table } => write!(f, "Table not found: {table}"),
            DynamoError::ArnNotFound { arn } => {
                write!(f, "Requested resource not found: ResourceArn: {arn} not found")
            }
            DynamoError::TableAlreadyExists { table } => write!(f, "Table already exists: {table}"),
            DynamoError::TableInUse { table, state } => write!(
                f,
                "Attempt to change a resource which is still in use: Table is being {}: {table}",
                state.participle()
            ),
            DynamoError::IndexInUse { index, state } => write!(
                f,
                "Attempt to change a resource which is still in use: Index is being {}: {index}",
                state.participle()
            ),
            DynamoError::IndexNotFound { index, table } => {
                write!(f, "Requested resource not found: Index {index} for table {table}")
            }
            DynamoError::TransactionCanceled { reasons } => {
                let codes: Vec<&str> = reasons.iter().map(CancellationReason::code).collect();
                write!(
                    f,
                    "Transaction cancelled, please refer cancellation reasons for specific reasons [{}]",
                    codes.join(", ")
                )
            }
            DynamoError::DuplicateItem => f.write_str(DUPLICATE_ITEM),
            DynamoError::TransactionConflict => f.write_str("Transaction is ongoing for the item"),
            DynamoError::TransactionInProgress => {
                f.write_str("The transaction with the given request token is already in progress.")
            }
            // DynamoDB's message varies. This is a recorded one.
            DynamoError::IdempotentParameterMismatch => {
                f.write_str("An error occurred (IdempotentParameterMismatchException)")
            }
            DynamoError::Account(error) => error.fmt(f),
            DynamoError::SearchRequest(error) => error.fmt(f),
            DynamoError::Access(error) => error.fmt(f),
            DynamoError::ItemCollectionTooLarge => f.write_str(COLLECTION_TOO_LARGE),
            DynamoError::Throttled(throttle) => throttle.fmt(f),
            DynamoError::Fault(error) => error.fmt(f),
            DynamoError::State(error) => error.fmt(f),
            DynamoError::Temporary(temporary) => temporary.error.fmt(f),
        }
    }
}

impl TableState {
    fn participle(self) -> &'static str {
        match self {
            TableState::BeingCreated => "created",
            TableState::BeingUpdated => "updated",
            TableState::BeingDeleted => "deleted",
        }
    }
}

fn write_shape(shape: &ShapeError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match shape {
        ShapeError::CannotConvert { found, wanted } => {
            write!(f, "{found} cannot be converted to {wanted}")
        }
        ShapeError::StructureNotExpected => f.write_str("Start of structure or map found where not expected"),
        ShapeError::ListNotExpected { class } => write!(f, "Unrecognized collection type {class}"),
        ShapeError::StructureIsList { structure } => {
            write!(f, "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.{structure}")
        }
        ShapeError::UnexpectedFieldType => f.write_str("Unexpected field type"),
        ShapeError::UnexpectedValueType => f.write_str("Unexpected value type in payload"),
        ShapeError::UnexpectedToken => f.write_str("Unexpected token received from parser"),
        ShapeError::NotBase64Text => f.write_str("only base-64-encoded strings are convertible to bytes"),
        ShapeError::Base64Length { length } => {
            write!(f, "Base64 encoded length is expected a multiple of 4 bytes but found: {length}")
        }
        // DynamoDB's spelling.
        ShapeError::Base64Padding => f.write_str("Invalid last non-pad Base64 character dectected"),
    }
}
