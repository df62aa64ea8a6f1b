//! The steps of requests and of scheduled work: plan, context, and how items are read and written.

pub(crate) mod collection_limit;
pub mod context;
pub mod item_keys;
pub(crate) mod item_update;
pub mod item_write;
pub mod key_values;
pub mod lifecycle;
pub mod plan;
pub mod read_page;
pub mod read_transaction;
pub mod table_action;
pub mod table_service;
pub mod task_context;
pub mod transact_action;
pub mod transaction;
pub mod write_transaction;
