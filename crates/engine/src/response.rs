//! What responses contain, and how they are written as JSON.

pub mod calendar;
pub mod consumed_capacity;
pub mod definition_members;
pub mod json_writer;
pub mod replication_description;
pub mod table_description;
