//! A backup: a table at one point in time, stored as bytes. Deleting the table does not delete it.

use std::sync::Arc;

use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader, Writer};

use crate::codec::contents::{read_row, read_rows, write_row};
use crate::codec::definition::{read_definition, write_definition};
use crate::codec::primitives::{read_time, write_time};
use crate::codec::record_form;
use crate::database::Database;
use crate::database::change::Change;
use crate::database::new_items::NewItems;
use crate::database::prepared::{Prepared, PreparedBackup};
use crate::database::rows::Rows;
use crate::database::table::{Table, TableDefinition};
use crate::registry::vector_index::{
    VectorIndexDefinition,
    definition_codec::{read_all, write_all},
};
use crate::registry::{Checked, RecordKey, RecordKind};

/// DynamoDB keeps the system backup of a deleted table with point-in-time recovery for 35 days, in milliseconds.
const SYSTEM_BACKUP_MS: u64 = 35 * 24 * 60 * 60 * 1000;
/// A part of the rows of a backup ends when it has so many bytes.
const PART_BYTES_MAX: usize = 1 << 20;

/// Who made a backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackupType {
    /// A CreateBackup request made the backup.
    User,
    /// Deleting a table with point-in-time recovery made the backup.
    System,
}

impl BackupType {
    /// Returns the name in the API.
    pub fn name(self) -> &'static str {
        match self {
            BackupType::User => "USER",
            BackupType::System => "SYSTEM",
        }
    }
}

/// A backup without its items.
#[derive(Clone, Debug)]
pub struct Backup {
    pub arn: Arc<str>,
    pub name: String,
    pub kind: BackupType,
    pub created_at: Timestamp,
    /// `None` for backups of users, which never expire.
    pub expires_at: Option<Timestamp>,
    pub item_count: u64,
    pub size_bytes: u64,
    /// The definition of the table at the time of the backup.
    pub table: Arc<TableDefinition>,
    pub vectors: Vec<VectorIndexDefinition>,
}

impl Backup {
    /// Returns the key of the record of a backup.
    pub fn key(arn: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::BACKUP, arn)
    }

    /// Creates the backup of a table as it is now. `suffix` makes the ARN unique.
    pub fn of_table(
        table: &Table,
        name: String,
        created_at: Timestamp,
        suffix: u32,
        database: &Database,
    ) -> Backup {
        let mut stamp = created_at;
        let arn = loop {
            let arn = format!("{}/backup/{:014}-{suffix:08x}", table.definition.arn, stamp.epoch_ms);
            if database.record(&Backup::key(&arn)).is_none() {
                break arn;
            }
            stamp = stamp.plus_ms(1);
        };
        Backup {
            arn: arn.into(),
            name,
            kind: BackupType::User,
            created_at,
            expires_at: None,
            item_count: table.items.len() as u64,
            size_bytes: table.size_bytes,
            table: table.definition.clone(),
            vectors: table.vectors.definitions().cloned().collect(),
        }
    }

    /// Creates the system backup of a table that is deleted while point-in-time recovery is on.
    pub fn of_deleted_table(table: &Table, at: Timestamp, database: &Database) -> Backup {
        let name = format!("{}$DeletedTableBackup", table.definition.name);
        let expires_at = Some(at.plus_ms(SYSTEM_BACKUP_MS));
        let backup = Backup::of_table(table, name, at, 0, database);
        Backup { kind: BackupType::System, expires_at, ..backup }
    }

    /// Returns the change that stores the backup with these items. If the record was prepared, only its header is written now.
    pub fn kept(&self, items: &Rows, prepared: &Prepared) -> Change {
        let header = self.header();
        let record = prepared.backup(&header, items).unwrap_or_else(|| {
            let mut written = BackupWriter::new(self, items);
            while !written.write(usize::MAX) {}
            written.finish()
        });
        Change::Record { key: Backup::key(&self.arn), before: None, after: Some(record) }
    }

    /// Returns the bytes before the items.
    fn header(&self) -> Vec<u8> {
        let mut writer = record_form::begin();
        writer.text(&self.name);
        // Bit 0: a system backup. Bit 1: vector indexes are written after the definition.
        let vectors = !self.vectors.is_empty();
        writer.byte(u8::from(self.kind == BackupType::System) | u8::from(vectors) << 1);
        writer.unsigned(self.created_at.epoch_ms);
        write_time(self.expires_at, &mut writer);
        writer.unsigned(self.item_count);
        writer.unsigned(self.size_bytes);
        write_definition(&self.table, &mut writer);
        if vectors {
            write_all(&self.vectors, &mut writer);
        }
        writer.bytes
    }

    /// Reads what [`Backup::kept`] wrote, except the items.
    fn read(arn: &Arc<str>, reader: &mut Reader) -> Result<Backup, Malformed> {
        let name = reader.text()?.to_owned();
        let form = reader.byte()?;
        if form > 3 {
            return Err(Malformed);
        }
        let created_at = Timestamp::from_epoch_ms(reader.unsigned()?);
        let expires_at = read_time(reader)?;
        let (item_count, size_bytes) = (reader.unsigned()?, reader.unsigned()?);
        let table = read_definition(reader)?;
        Ok(Backup {
            arn: arn.clone(),
            name,
            kind: if form & 1 == 0 { BackupType::User } else { BackupType::System },
            created_at,
            expires_at,
            item_count,
            size_bytes,
            vectors: if form & 2 == 0 { Vec::new() } else { read_all(&table.key, reader)? },
            table: Arc::new(table),
        })
    }

    fn of_record(arn: &Arc<str>, bytes: &[u8]) -> Result<Backup, Malformed> {
        Backup::read(arn, &mut record_form::content(bytes)?)
    }

    /// Checks that the bytes of a backup from a store are valid up to the last item.
    ///
    /// # Errors
    /// The bytes are no backup.
    pub fn check(arn: &Arc<str>, bytes: &[u8]) -> Result<(), Malformed> {
        let mut reader = record_form::content(bytes)?;
        Backup::read(arn, &mut reader)?;
        read_rows(&mut reader).map(drop)
    }

    /// Returns the backup with this ARN, unless it has expired.
    pub fn find(database: &Database, arn: &str, now: Timestamp) -> Option<Backup> {
        let bytes = database.record(&Backup::key(arn))?;
        Backup::of_record(&arn.into(), bytes).checked().filter(|backup| backup.is_there(now))
    }

    /// Returns all backups that have not expired, in the order of table name and time.
    pub fn all(database: &Database, now: Timestamp) -> impl Iterator<Item = Backup> {
        let records = database.registry().of_kind(RecordKind::BACKUP);
        let backups = records.filter_map(|(key, bytes)| Backup::of_record(&key.name, bytes).checked());
        backups.filter(move |backup| backup.is_there(now))
    }

    /// Returns the changes that delete expired backups. They are deleted when the next backup is made.
    pub fn expired(database: &Database, now: Timestamp) -> Vec<Change> {
        let records = database.registry().of_kind(RecordKind::BACKUP);
        let is_over = |bytes: &[u8]| {
            Backup::expiry(bytes).checked().flatten().is_some_and(|expires_at| expires_at <= now)
        };
        let expired = records.filter(|(_, bytes)| is_over(bytes));
        expired.map(|(key, _)| Change::record(key.clone(), None)).collect()
    }

    /// Reads when a backup expires, and nothing that needs memory.
    fn expiry(bytes: &[u8]) -> Result<Option<Timestamp>, Malformed> {
        let mut reader = record_form::content(bytes)?;
        reader.text()?;
        reader.byte()?;
        reader.unsigned()?;
        read_time(&mut reader)
    }

    fn is_there(&self, now: Timestamp) -> bool {
        self.expires_at.is_none_or(|expires_at| now < expires_at)
    }
}

/// The record of a backup while it is written, some rows at a time.
#[derive(Debug)]
pub struct BackupWriter {
    items: Rows,
    position: usize,
    /// The size of the items as DynamoDB counts it, in bytes.
    size_bytes: usize,
    header_bytes: usize,
    writer: Writer,
}

impl BackupWriter {
    /// Begins the record of a backup of these items.
    pub fn new(backup: &Backup, items: &Rows) -> BackupWriter {
        let mut writer = Writer { bytes: backup.header() };
        let header_bytes = writer.bytes.len();
        writer.unsigned(items.len() as u64);
        let size_bytes = usize::try_from(backup.size_bytes).unwrap_or(usize::MAX);
        BackupWriter { items: items.clone(), position: 0, size_bytes, header_bytes, writer }
    }

    /// Writes the next rows, so many or [`PART_BYTES_MAX`]. Returns true when all are written.
    pub fn write(&mut self, rows: usize) -> bool {
        /// So many rows are measured before the memory for all is reserved. Growing it by and by would copy it many times.
        const MEASURED_ROWS: usize = 1_000;
        let begin = self.writer.bytes.len();
        for (key, item) in self.items.from_position(self.position).take(rows) {
            write_row(key, item, &mut self.writer);
            self.position += 1;
            if self.position == MEASURED_ROWS {
                self.writer.bytes.reserve(self.left_bytes());
            }
            if self.writer.bytes.len() - begin >= PART_BYTES_MAX {
                break;
            }
        }
        self.position == self.items.len()
    }

    /// Returns how long the rest will be, in bytes, as far as the rows so far say it. The first rows can be much larger than the others,
    /// so the rest is not longer than the items themselves.
    fn left_bytes(&self) -> usize {
        /// The most that the lengths and the key of a row add to its items, in most tables.
        const ROW_BYTES: usize = 64;
        let left = self.items.len() - self.position;
        let as_before = (self.writer.bytes.len() / self.position.max(1)).saturating_mul(left);
        let written = self.writer.bytes.len().saturating_sub(ROW_BYTES * self.position);
        as_before.min(self.size_bytes.saturating_sub(written).saturating_add(ROW_BYTES * left))
    }

    /// Returns the record.
    pub fn finish(self) -> Arc<[u8]> {
        self.writer.bytes.into()
    }

    /// Returns the record as a part that waits for its request.
    pub fn prepared(self) -> PreparedBackup {
        PreparedBackup { header_bytes: self.header_bytes, items: self.items.clone(), record: self.finish() }
    }
}

/// A backup while its items are read, some rows at a time.
#[derive(Debug)]
pub struct BackupReader {
    record: Arc<[u8]>,
    /// Where the next row begins.
    offset: usize,
    left: usize,
    rows: Rows,
    size_bytes: u64,
}

impl BackupReader {
    /// Returns `None` if the record is damaged.
    pub fn new(arn: &str, record: &Arc<[u8]>) -> Option<BackupReader> {
        let mut reader = record_form::content(record).checked()?;
        Backup::read(&arn.into(), &mut reader).checked()?;
        let left = reader.count().checked()?;
        let offset = record.len() - reader.rest().len();
        Some(BackupReader { record: record.clone(), offset, left, rows: Rows::default(), size_bytes: 0 })
    }

    /// Reads the next rows, so many or [`PART_BYTES_MAX`]. Returns true when all are read.
    ///
    /// # Errors
    /// The record is damaged.
    pub fn read(&mut self, rows: usize) -> Result<bool, Malformed> {
        let mut reader = Reader::new(&self.record[self.offset..]);
        let begin = reader.rest().len();
        for _ in 0..rows.min(self.left) {
            if begin - reader.rest().len() >= PART_BYTES_MAX {
                break;
            }
            let (key, item) = read_row(&mut reader)?;
            self.size_bytes += item.size_bytes();
            // A damaged record can have a key twice.
            self.size_bytes -= self.rows.append(key, item).map_or(0, |replaced| replaced.size_bytes());
            self.left -= 1;
        }
        self.offset = self.record.len() - reader.rest().len();
        Ok(self.left == 0)
    }

    /// Returns true if all rows are read.
    pub fn is_whole(&self) -> bool {
        self.left == 0
    }

    /// Returns the items, for a table with this definition.
    pub fn finish(self, definition: &TableDefinition) -> NewItems {
        NewItems::with_size(self.rows, self.size_bytes, definition)
    }
}
