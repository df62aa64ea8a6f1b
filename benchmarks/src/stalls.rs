//! The long work of one client while others send small requests.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    Nothing,
    Export,
    Import,
    Restore,
    RestoreToTime,
    Backup,
    Index,
    Delete,
    Jump,
}

impl Work {
    pub const ALL: [Work; 9] = [
        Work::Nothing,
        Work::Export,
        Work::Import,
        Work::Restore,
        Work::RestoreToTime,
        Work::Backup,
        Work::Index,
        Work::Delete,
        Work::Jump,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Work::Nothing => "nothing",
            Work::Export => "ExportTableToPointInTime",
            Work::Import => "ImportTable",
            Work::Restore => "RestoreTableFromBackup",
            Work::RestoreToTime => "RestoreTableToPointInTime",
            Work::Backup => "CreateBackup",
            Work::Index => "UpdateTable, a new index",
            Work::Delete => "DeleteTable",
            Work::Jump => "a jump of a day, with streams",
        }
    }
}
