//! The operations that a load test repeats.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    GetItem,
    Query,
    Scan,
    PutItem,
    UpdateItem,
    DeleteItem,
    BatchGetItem,
    BatchWriteItem,
    TransactGetItems,
    TransactWriteItems,
    ExecuteStatement,
    BatchExecuteStatement,
    ExecuteTransaction,
}

impl Operation {
    const ALL: [Operation; 13] = [
        Operation::GetItem,
        Operation::Query,
        Operation::Scan,
        Operation::PutItem,
        Operation::UpdateItem,
        Operation::DeleteItem,
        Operation::BatchGetItem,
        Operation::BatchWriteItem,
        Operation::TransactGetItems,
        Operation::TransactWriteItems,
        Operation::ExecuteStatement,
        Operation::BatchExecuteStatement,
        Operation::ExecuteTransaction,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Operation::GetItem => "GetItem",
            Operation::Query => "Query",
            Operation::Scan => "Scan",
            Operation::PutItem => "PutItem",
            Operation::UpdateItem => "UpdateItem",
            Operation::DeleteItem => "DeleteItem",
            Operation::BatchGetItem => "BatchGetItem",
            Operation::BatchWriteItem => "BatchWriteItem",
            Operation::TransactGetItems => "TransactGetItems",
            Operation::TransactWriteItems => "TransactWriteItems",
            Operation::ExecuteStatement => "ExecuteStatement",
            Operation::BatchExecuteStatement => "BatchExecuteStatement",
            Operation::ExecuteTransaction => "ExecuteTransaction",
        }
    }

    pub fn from_name(name: &str) -> Option<Operation> {
        Operation::ALL.into_iter().find(|operation| operation.name() == name)
    }

    /// Whether the action writes one item.
    pub fn is_write(self) -> bool {
        matches!(self, Operation::PutItem | Operation::UpdateItem | Operation::DeleteItem)
    }

    /// Whether the request is its only action.
    pub fn is_action(self) -> bool {
        self.is_write() || matches!(self, Operation::GetItem | Operation::Query | Operation::Scan)
    }

    /// The member that holds the actions of a request of several.
    pub(super) fn member(self) -> Option<&'static str> {
        match self {
            Operation::BatchGetItem | Operation::BatchWriteItem => Some("RequestItems"),
            Operation::TransactGetItems | Operation::TransactWriteItems => Some("TransactItems"),
            Operation::BatchExecuteStatement => Some("Statements"),
            Operation::ExecuteTransaction => Some("TransactStatements"),
            _ => None,
        }
    }

    /// Whether a request must not name an item twice.
    pub(super) fn needs_different_items(self) -> bool {
        !self.is_action() && self != Operation::ExecuteStatement
    }
}
