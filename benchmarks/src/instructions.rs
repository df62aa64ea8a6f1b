//! Work on every item of a table, and how much the program `instructions` does while callgrind counts.

/// The number of requests of one kind.
pub const REQUESTS: u64 = 2_000;
/// The number of items of 300 bytes that the measured table has beside those of `workload`.
pub const BULK_ITEMS: u64 = 20_000;

/// Work that touches every item of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BulkWork {
    Export,
    Import,
    Backup,
    Restore,
    RestoreToTime,
    NewIndex,
    DeleteTable,
    /// An engine opens the chunks of a snapshot.
    Open,
}

impl BulkWork {
    pub const ALL: [BulkWork; 8] = [
        BulkWork::Export,
        BulkWork::Import,
        BulkWork::Backup,
        BulkWork::Restore,
        BulkWork::RestoreToTime,
        BulkWork::NewIndex,
        BulkWork::DeleteTable,
        BulkWork::Open,
    ];

    /// Returns the name in the tables of figures.
    pub fn title(self) -> &'static str {
        match self {
            BulkWork::Export => "export",
            BulkWork::Import => "import",
            BulkWork::Backup => "backup",
            BulkWork::Restore => "restore from a backup",
            BulkWork::RestoreToTime => "restore to a time",
            BulkWork::NewIndex => "new index",
            BulkWork::DeleteTable => "delete the table",
            BulkWork::Open => "open a snapshot",
        }
    }
}
