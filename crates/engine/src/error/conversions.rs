//! Which error contains which, so that `?` turns each error into the one that a function returns.

use std::sync::Arc;

use dynalab_expressions::Problem;
use dynalab_types::wire::ShapeError;

use crate::error::{
    AccessError, AccountError, ArnError, BatchError, CapacityError, ControlError, DynamoError, ExportError,
    FaultError, GlobalTableError, IndexError, InsightsError, KeyError, KeySchemaError, KinesisError,
    LegacyError, LegacyGlobalTableError, LimitError, OverrideError, PageError, ParameterError, PolicyError,
    PolicyRevisionError, ProjectionError, ReadingError, RecoveryError, ReplicaActionError, ScalingError,
    SearchError, SettingError, StateError, StatementError, StreamError, StrongError, TableError, Throttle,
    ThroughputError, TransactionError, TransferError, UpdateError, ValidationError, VectorError,
};

/// Implements `From` for the error that has a variant for another, and for the errors around that one.
macro_rules! contained {
    ($($error:ident in $container:ident::$variant:ident $(in $outer:ident)*;)*) => {$(
        impl From<$error> for $container {
            fn from(error: $error) -> $container {
                $container::$variant(error)
            }
        }
        $(impl From<$error> for $outer {
            fn from(error: $error) -> $outer {
                $container::$variant(error).into()
            }
        })*
    )*};
}

contained! {
    ShapeError in DynamoError::Shape;
    ArnError in DynamoError::Arn;
    StreamError in DynamoError::Stream;
    LimitError in DynamoError::Limit;
    FaultError in DynamoError::Fault;

    RecoveryError in DynamoError::Recovery;
    OverrideError in RecoveryError::Override in DynamoError;
    TransferError in DynamoError::Transfer;
    ExportError in TransferError::Export in DynamoError;

    AccountError in DynamoError::Account;
    InsightsError in AccountError::Insights in DynamoError;
    KinesisError in AccountError::Kinesis in DynamoError;
    PolicyError in AccountError::Policy in DynamoError;
    PolicyRevisionError in PolicyError::Revision in DynamoError;
    GlobalTableError in AccountError::GlobalTable in DynamoError;
    ReplicaActionError in GlobalTableError::Action in DynamoError;
    StrongError in GlobalTableError::Strong in DynamoError;
    LegacyGlobalTableError in GlobalTableError::Legacy in DynamoError;
    ScalingError in GlobalTableError::Scaling in DynamoError;

    KeyError in ValidationError::Key in DynamoError;
    ParameterError in ValidationError::Parameter in DynamoError;
    ReadingError in ValidationError::Reading in DynamoError;
    PageError in ValidationError::Page in DynamoError;
    BatchError in ValidationError::Batch in DynamoError;
    LegacyError in ValidationError::Legacy;
    TransactionError in ValidationError::Transaction in DynamoError;
    StatementError in ValidationError::Statement in DynamoError;
    SettingError in ValidationError::Setting in DynamoError;
    ControlError in ValidationError::Control in DynamoError;

    TableError in ValidationError::Table in DynamoError;
    KeySchemaError in TableError::Key in ValidationError in DynamoError;
    ProjectionError in TableError::Projection in ValidationError in DynamoError;
    IndexError in TableError::Index in ValidationError in DynamoError;
    CapacityError in TableError::Capacity in ValidationError in DynamoError;
    ThroughputError in TableError::Throughput in DynamoError;
    UpdateError in TableError::Update in DynamoError;
    VectorError in TableError::Vector in ValidationError in DynamoError;
    SearchError in VectorError::Search in ValidationError in DynamoError;
}

impl From<ValidationError> for DynamoError {
    fn from(error: ValidationError) -> DynamoError {
        DynamoError::Validation(Arc::new(error))
    }
}

impl From<AccessError> for DynamoError {
    fn from(error: AccessError) -> DynamoError {
        DynamoError::Access(Box::new(error))
    }
}

impl From<Throttle> for DynamoError {
    fn from(throttle: Throttle) -> DynamoError {
        DynamoError::Throttled(Box::new(throttle))
    }
}

impl From<StateError> for DynamoError {
    fn from(error: StateError) -> DynamoError {
        DynamoError::State(Box::new(error))
    }
}

/// An invalid value has the same error as in other requests.
impl From<Problem> for DynamoError {
    fn from(problem: Problem) -> DynamoError {
        match problem {
            Problem::Value(error) => ValidationError::Value(*error).into(),
            problem => StatementError::Problem(Box::new(problem)).into(),
        }
    }
}
