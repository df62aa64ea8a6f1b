//! The names of the operations on items. What a cache, another Region and a short turn of the server accept follows from them.

/// The operations on items, which DAX supports too.
pub const ITEM_OPERATIONS: &[&str] = &[
    "BatchGetItem",
    "BatchWriteItem",
    "DeleteItem",
    "GetItem",
    "PutItem",
    "Query",
    "Scan",
    "TransactGetItems",
    "TransactWriteItems",
    "UpdateItem",
];

/// The operations that execute PartiQL statements.
pub const STATEMENT_OPERATIONS: &[&str] =
    &["BatchExecuteStatement", "ExecuteStatement", "ExecuteTransaction"];

/// The operations that read the records of a stream.
pub const STREAM_OPERATIONS: &[&str] = &["GetRecords", "GetShardIterator"];
