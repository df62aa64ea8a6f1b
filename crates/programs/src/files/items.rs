//! The questions about files of items: open them, look at the first records, and read the items in parts.

use dynalab_request_text::interchange::checks::Keys;
use dynalab_request_text::interchange::diagnostic::ToldDiagnostic;
use dynalab_request_text::interchange::parts::Intake;
use dynalab_request_text::interchange::records::Form;
use dynalab_types::ScalarType;
use serde::{Deserialize, Serialize};

use super::UnreadReason;

/// Opens the files that come with the message: finds their formats and the tables that their records name. The program holds the files
/// for the other questions, until the next ones are opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenItems {
    pub names: Vec<String>,
    /// The keys of the table, which decide the types of columns.
    pub keys: Keys,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OpenedItems {
    pub files: Vec<ItemFile>,
    /// The tables that the records name.
    pub tables: Vec<String>,
    /// Files that were not read, by name.
    pub unread: Vec<(String, UnreadReason)>,
}

/// A file with items.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ItemFile {
    /// The place among the files that came with the message.
    pub place: usize,
    pub name: String,
    pub form: Form,
    /// The size of its text, decompressed.
    pub bytes: u64,
}

/// Reads the first records of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LookAtItems {
    pub place: usize,
    pub form: Form,
    /// The table whose records are read, if the files have records of several tables.
    pub source: Option<String>,
    pub keys: WantedKeys,
}

/// The keys of the table that gets the items.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WantedKeys {
    OfTable(Keys),
    /// The table is created for the items: the keys are proposed from the first records.
    OfNewTable(KeyChoice),
}

/// What a person chose of the keys of a new table. The rest is proposed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyChoice {
    pub partition: Option<String>,
    /// The sort key; an empty text means none.
    pub sort: Option<String>,
}

/// The first records of a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ItemsLook {
    /// Lines with the beginning of the item as JSON, or why the record is no item of the table.
    pub rows: Vec<(usize, Result<String, ToldDiagnostic>)>,
    pub keys: Keys,
    /// The attributes that can be keys of a new table, in the order of the file.
    pub candidates: Vec<(String, ScalarType)>,
    /// Records of which one replaces the other. None if each record has a key of its own.
    pub shared: Option<SharedKeys>,
}

/// Records with the same key, among those that were counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedKeys {
    pub records: u64,
    /// Records whose key another one has too.
    pub sharing: u64,
    /// Items that the import leaves of them.
    pub items: u64,
    /// Attributes that are different in each record together. Empty if there are none.
    pub together: Vec<String>,
}

/// Begins to read the items of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BeginItems {
    pub place: usize,
    pub intake: Intake,
}

/// Reads the next part of the file that was begun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NextItems;

/// Why there are no items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ItemsError {
    /// The program holds no file: it ended after the file was opened.
    NotOpen,
    Unread(UnreadReason),
}
