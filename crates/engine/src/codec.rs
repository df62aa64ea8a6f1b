//! The bytes that a store keeps: changes, definitions, items, streams, and the whole state as a snapshot.

pub mod change_log;
pub(crate) mod contents;
pub mod definition;
pub mod opening;
pub mod primitives;
pub mod record_form;
pub mod salvage;
pub mod snapshot;
pub mod snapshot_chunks;
pub(crate) mod stream;
pub mod unreadable;
