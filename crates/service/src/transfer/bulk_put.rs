//! Puts the records of one part of a bulk operation one after the other, each under its optional condition.

use std::collections::BTreeMap;

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::database::stream::{RecordedBy, RecordingMark};
use dynalab_engine::database::table::{IndexKind, Table};
use dynalab_engine::error::DynamoError;
use dynalab_engine::execution::item_keys::check_index_keys;
use dynalab_engine::execution::key_values::bytes_of_item;
use dynalab_engine::response::json_writer::write_object;
use dynalab_engine::settings::config::EngineConfig;
use dynalab_types::{Item, KeyBytes, PackedItem, Timestamp};

use crate::transfer::bulk::{BulkPut, BulkUsage};
use crate::transfer::bulk_part::{BulkPart, Report};
use crate::transfer::bulk_records::{BulkRecord, BulkRecordPut, BulkRecords, Refused};

/// A report that is this long ends. Items that are not in it are counted all the same.
const REPORT_BYTES_MAX: u64 = 16 << 20;
/// Reports that are longer together are not joined while the engine is locked.
const JOINED_BYTES_MAX: u64 = 256 << 10;

/// Writes the next part of the records in order. Returns the writes, without the record of the operation, and the operation as it is then.
/// With the last part it has its reports.
pub(crate) fn put_part(
    bulk: BulkPut,
    records: &mut BulkRecords,
    table: &Table,
    database: &Database,
    (now, config): (Timestamp, &EngineConfig),
) -> (WriteSet, BulkPut) {
    let before = BulkPart::find(database, &bulk.arn, bulk.usage.processed);
    let mut load = Load {
        table,
        now,
        index_delay_ms: config.delays.index_propagation_ms,
        index_places: Vec::new(),
        written: BTreeMap::new(),
        writes: WriteSet::default(),
        usage: bulk.usage.clone(),
        part: before.map(|before| before.next()).unwrap_or_default(),
    };
    load.place_indexes();
    load.usage.input_bytes = records.total_bytes;
    for record in records.take_part() {
        load.put(&bulk, record);
    }
    let Load { mut writes, usage, mut part, .. } = load;
    part.read_bytes = records.read_bytes();
    if records.has_more() {
        writes.changes.push(part.kept(&bulk.arn, usage.processed));
        return (writes, BulkPut { usage, ..bulk });
    }
    let (reports, changes) = end_reports(&bulk, database, part, usage.processed);
    writes.changes.extend(changes);
    (writes, BulkPut { usage, reports, ..bulk })
}

/// Returns the reports that are not empty, by their keys, and the changes of the parts. Short reports are joined at once and their parts are
/// deleted. Long ones stay in the parts until they are written, and are joined without the engine ([`BulkPut::task`]).
fn end_reports(
    bulk: &BulkPut,
    database: &Database,
    last: BulkPart,
    processed: u64,
) -> (Vec<(String, Vec<u8>)>, Vec<Change>) {
    let lengths = [last.errors.length(), last.conditions.length()];
    let mut texts = [String::new(), String::new()];
    let changes = if lengths.iter().sum::<u64>() <= JOINED_BYTES_MAX {
        let (errors, conditions) = BulkPart::join_reports(&BulkPart::records(database, &bulk.arn));
        texts = [errors + &last.errors.text, conditions + &last.conditions.text];
        BulkPart::removals(database, &bulk.arn)
    } else {
        vec![last.kept(&bulk.arn, processed)]
    };
    let keys = bulk.report_keys();
    let reports = lengths.into_iter().zip(keys).zip(texts).filter(|((length, _), _)| *length > 0);
    (reports.map(|((_, key), text)| (key, text.into_bytes())).collect(), changes)
}

/// The state of a bulk operation while it writes a part.
struct Load<'a> {
    table: &'a Table,
    now: Timestamp,
    index_delay_ms: u64,
    /// Where the usage has the bytes of each index of the table.
    index_places: Vec<usize>,
    /// The items written so far, because a later item can have the same key.
    written: BTreeMap<KeyBytes, PackedItem>,
    writes: WriteSet,
    usage: BulkUsage,
    part: BulkPart,
}

fn write_report(report: &mut Report, record: (&str, u64), refused: &Refused) {
    if report.length() > REPORT_BYTES_MAX {
        return;
    }
    write_object(&mut report.text, |object| {
        object.text("S3Key", record.0);
        object.integer("Record", record.1);
        object.text("ErrorCode", refused.code);
        object.text("ErrorMessage", &refused.message);
    });
    report.text.push('\n');
}

impl Load<'_> {
    /// Finds the indexes of the table in the usage. Indexes can be created and deleted between two parts.
    fn place_indexes(&mut self) {
        for index in &self.table.definition.indexes {
            let counted = &mut self.usage.index_bytes;
            let found = counted.iter().position(|(kind, name, _)| (*kind, name) == (index.kind, &index.name));
            self.index_places.push(found.unwrap_or(counted.len()));
            if found.is_none() {
                counted.push((index.kind, index.name.clone(), 0));
            }
        }
    }

    /// Counts a record and writes its item. One that is not written is reported with its position and the reason.
    fn put(&mut self, bulk: &BulkPut, record: BulkRecord) {
        let BulkRecord { file, number, put, .. } = record;
        self.usage.processed += 1;
        let mut is_condition = false;
        let written = put.and_then(|put| {
            self.try_put(put).map_err(|error| {
                is_condition = matches!(error, DynamoError::ConditionalCheckFailed { .. });
                Refused::from(&error)
            })
        });
        let Err(refused) = written else { return };
        self.usage.failed += 1;
        let (is_asked, report) = match is_condition {
            true => (bulk.reports_conditions, &mut self.part.conditions),
            false => (bulk.reports_errors, &mut self.part.errors),
        };
        if is_asked {
            write_report(report, (&file, number), &refused);
        }
    }

    fn try_put(&mut self, put: BulkRecordPut) -> Result<(), DynamoError> {
        let key = bytes_of_item(&self.table.definition.key, &put.item)?;
        check_index_keys(self.table, &put.item)?;
        let before = self.written.get(&key).or_else(|| self.table.items.packed(&key)).cloned();
        if let Some(condition) = put.condition {
            let found = before.as_ref().map(PackedItem::unpack).unwrap_or_default();
            if !condition.matches(&found) {
                return Err(DynamoError::ConditionalCheckFailed { item: None, is_of_statement: false });
            }
        }
        self.write(key, &put.item, put.packed, before);
        Ok(())
    }

    /// Writes an item like a put, without consuming capacity: bulk operations are charged by bytes.
    fn write(&mut self, key: KeyBytes, item: &Item, after: PackedItem, before: Option<PackedItem>) {
        let definition = &self.table.definition;
        self.usage.table_bytes += item.size_bytes();
        for (index, place) in definition.indexes.iter().zip(&self.index_places) {
            if index.entry_key(&key, item).is_some() {
                self.usage.index_bytes[*place].2 += index.projected.entry_size_bytes(item);
            }
        }
        let told = definition.is_recorded() && before.as_ref() != Some(&after);
        let late = self.index_delay_ms > 0 && definition.indexes_of_kind(IndexKind::Global).next().is_some();
        self.writes.changes.push(Change::Item {
            table: definition.name.clone(),
            key: key.clone(),
            before: None,
            after: Some(after.clone()),
            global_indexes_follow: !late,
            recorded: told.then_some(RecordingMark {
                at: self.now,
                taken_back: false,
                by: RecordedBy::Client,
            }),
        });
        if late {
            let work = WriteSet::propagate(definition.reference(), key.clone(), before, Some(after.clone()));
            self.writes.later.push((self.index_delay_ms, work));
        }
        self.written.insert(key, after);
    }
}
