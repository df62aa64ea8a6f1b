//! The members of a request: how they are read, and the checks that need no item.

pub(crate) mod deep_request;
pub mod expression_parameters;
pub mod fields;
pub(crate) mod legacy;
pub mod operation;
pub mod operation_set;
pub(crate) mod printed_value;
pub mod read_request;
pub mod regional_checks;
pub mod replication_updates;
pub mod resource_access;
pub(crate) mod resource_name;
pub mod return_values;
pub mod table_checks;
pub mod table_members;
pub(crate) mod text;
pub(crate) mod write_request;
