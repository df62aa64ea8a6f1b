//! Generates the types of a set of operations from a list of names: requests, plans and responses.

use std::fmt::Debug;

use dynalab_types::json::Object;

use crate::database::Database;
use crate::error::DynamoError;
use crate::execution::context::Context;
use crate::execution::plan::Plan;
use crate::request::operation::Step;
use crate::request::regional_checks::RegionalChecks;
use crate::request::resource_access::ResourceAccess;
use crate::response::json_writer::ObjectWriter;
use crate::settings::config::EngineConfig;

/// The requests of a set.
pub trait Requests<S>: Clone + Debug + Sized {
    /// The result of planning a request, used by its steps.
    type Planned: Clone;
    type Answer: Debug;

    /// The names of the set's operations in alphabetical order.
    const NAMES: &'static [&'static str];

    /// Returns the operation's name if the set contains it.
    fn known_name(operation: &str) -> Option<&'static str>;
    /// Returns true if an operation changes only meters, or `None` if the set does not contain it.
    fn is_read_only(operation: &str) -> Option<bool>;
    /// Decodes a request with the checks of a Region, or returns `None` if the set does not contain the operation.
    fn decode(operation: &str, body: &Object, checks: RegionalChecks) -> Option<Result<Self, DynamoError>>;
    fn name(&self) -> &'static str;
    /// Rejects ARNs of tables that are not of this account and Region.
    fn check_tables(&mut self, config: &EngineConfig) -> Result<(), DynamoError>;
    fn plan(&self, database: &Database) -> Result<Self::Planned, DynamoError>;
    fn describe(&self, planned: &Self::Planned, database: &Database) -> Result<Plan, DynamoError>;
    fn tables_mut(&mut self) -> Vec<&mut String>;
    fn resource_accesses(&self, database: &Database) -> Vec<ResourceAccess>;
    /// Executes the next step. `planned` is the result of [`Requests::plan`] for this request.
    fn step(
        &mut self,
        planned: &mut Self::Planned,
        context: &mut Context<S>,
    ) -> Result<Step<Self::Answer>, DynamoError>;
    fn encode(answer: &Self::Answer, body: &mut ObjectWriter);
}

/// The empty set, for a service without operations of its own.
#[derive(Clone, Debug)]
pub enum NoRequest {}

impl<S> Requests<S> for NoRequest {
    type Planned = NoRequest;
    type Answer = NoRequest;
    const NAMES: &'static [&'static str] = &[];

    fn known_name(_: &str) -> Option<&'static str> {
        None
    }

    fn is_read_only(_: &str) -> Option<bool> {
        None
    }

    fn decode(_: &str, _: &Object, _: RegionalChecks) -> Option<Result<NoRequest, DynamoError>> {
        None
    }

    fn name(&self) -> &'static str {
        match *self {}
    }

    fn check_tables(&mut self, _: &EngineConfig) -> Result<(), DynamoError> {
        match *self {}
    }

    fn plan(&self, _: &Database) -> Result<NoRequest, DynamoError> {
        match *self {}
    }

    fn describe(&self, _: &NoRequest, _: &Database) -> Result<Plan, DynamoError> {
        match *self {}
    }

    fn tables_mut(&mut self) -> Vec<&mut String> {
        match *self {}
    }

    fn resource_accesses(&self, _: &Database) -> Vec<ResourceAccess> {
        match *self {}
    }

    fn step(&mut self, _: &mut NoRequest, _: &mut Context<S>) -> Result<Step<NoRequest>, DynamoError> {
        match *self {}
    }

    fn encode(answer: &NoRequest, _: &mut ObjectWriter) {
        match *answer {}
    }
}

/// Usage: `Requests, Planned, Answers for Service: module::Operation, …`, with `<S>` before `for` if the operations run with
/// any service.
#[macro_export]
macro_rules! operation_set {
    (
        $request:ident, $planned:ident, $answer:ident $(<$generic:ident>)? for $service:ty:
        $($module:ident :: $operation:ident,)*
    ) => {
        /// One decoded request of the set.
        #[derive(Clone, Debug)]
        #[allow(clippy::large_enum_variant, reason = "a request is kept once, and a box would be made for each")]
        pub enum $request { $($operation($module::$operation)),* }

        /// The result of planning a request, used by its steps.
        #[derive(Clone)]
        pub enum $planned $(<$generic: $crate::operations::RequestService>)? {
            $($operation(<$module::$operation as $crate::request::operation::Operation<$service>>::Planned)),*
        }

        #[derive(Debug)]
        pub enum $answer $(<$generic: $crate::operations::RequestService>)? {
            $($operation(<$module::$operation as $crate::request::operation::Operation<$service>>::Response)),*
        }

        impl $(<$generic: $crate::operations::RequestService>)? $crate::request::operation_set::Requests<$service> for $request {
            type Planned = $planned $(<$generic>)?;
            type Answer = $answer $(<$generic>)?;

            const NAMES: &'static [&'static str] =
                &[$(<$module::$operation as $crate::request::operation::Operation<$service>>::NAME),*];

            fn known_name(operation: &str) -> Option<&'static str> {
                [$(<$module::$operation as $crate::request::operation::Operation<$service>>::NAME),*]
                    .into_iter()
                    .find(|name| *name == operation)
            }

            fn is_read_only(operation: &str) -> Option<bool> {
                $(if operation == <$module::$operation as $crate::request::operation::Operation<$service>>::NAME {
                    return Some(<$module::$operation as $crate::request::operation::Operation<$service>>::READS_ONLY);
                })*
                None
            }

            fn decode(
                operation: &str,
                body: &dynalab_types::json::Object,
                checks: $crate::request::regional_checks::RegionalChecks,
            ) -> Option<Result<Self, $crate::error::DynamoError>> {
                $(if operation == <$module::$operation as $crate::request::operation::Operation<$service>>::NAME {
                    let decoded = $crate::request::operation::decode::<$module::$operation, $service>(body, checks);
                    return Some(decoded.map($request::$operation));
                })*
                None
            }

            fn name(&self) -> &'static str {
                match self {
                    $($request::$operation(_) => {
                        <$module::$operation as $crate::request::operation::Operation<$service>>::NAME
                    })*
                }
            }

            fn check_tables(
                &mut self,
                config: &$crate::settings::config::EngineConfig,
            ) -> Result<(), $crate::error::DynamoError> {
                match self {
                    $($request::$operation(operation) => {
                        $crate::request::operation::Operation::<$service>::check_tables(operation, config)
                    })*
                }
            }

            fn plan(
                &self,
                database: &$crate::database::Database,
            ) -> Result<Self::Planned, $crate::error::DynamoError> {
                match self {
                    $($request::$operation(operation) => {
                        $crate::request::operation::Operation::<$service>::plan(operation, database).map($planned::$operation)
                    })*
                }
            }

            fn describe(
                &self,
                planned: &Self::Planned,
                database: &$crate::database::Database,
            ) -> Result<$crate::execution::plan::Plan, $crate::error::DynamoError> {
                match (self, planned) {
                    $(($request::$operation(operation), $planned::$operation(planned)) => {
                        $crate::request::operation::Operation::<$service>::describe(operation, planned, database)
                    })*
                    _ => Ok($crate::execution::plan::Plan::NoRead),
                }
            }

            fn tables_mut(&mut self) -> Vec<&mut String> {
                match self {
                    $($request::$operation(operation) => {
                        (<$module::$operation as $crate::request::operation::Operation<$service>>::TABLES)(operation)
                    })*
                }
            }

            fn resource_accesses(&self, database: &$crate::database::Database) -> Vec<$crate::request::resource_access::ResourceAccess> {
                match self {
                    $($request::$operation(operation) => {
                        <$module::$operation as $crate::request::operation::Operation<$service>>::ACCESS.resource_accesses(
                            <$module::$operation as $crate::request::operation::Operation<$service>>::NAME,
                            operation,
                            database,
                        )
                    })*
                }
            }

            fn step(
                &mut self,
                planned: &mut Self::Planned,
                context: &mut $crate::execution::context::Context<$service>,
            ) -> Result<$crate::request::operation::Step<Self::Answer>, $crate::error::DynamoError> {
                match (self, planned) {
                    $(($request::$operation(operation), $planned::$operation(planned)) => {
                        Ok($crate::request::operation::Operation::<$service>::step(operation, planned, context)?
                            .map($answer::$operation))
                    })*
                    _ => Err($crate::error::DynamoError::UnknownOperation),
                }
            }

            fn encode(answer: &Self::Answer, body: &mut $crate::response::json_writer::ObjectWriter) {
                match answer {
                    $($answer::$operation(response) => {
                        <$module::$operation as $crate::request::operation::Operation<$service>>::encode(response, body)
                    })*
                }
            }
        }
    };
}
pub use operation_set;
