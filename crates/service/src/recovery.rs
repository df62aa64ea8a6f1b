//! Point-in-time recovery: the time range that can be restored, and the items of a table at a time.

use dynalab_engine::database::Database;
use dynalab_engine::database::new_items::NewItems;
use dynalab_engine::database::rows::Rows;
use dynalab_engine::database::stream::StreamRecord;
use dynalab_engine::database::table::Table;
use dynalab_engine::settings::config::EngineConfig;
use dynalab_types::{KeySchema, PackedItem, Timestamp};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// The time range to which a table can be restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RestorableWindow {
    pub days: u64,
    pub earliest: Timestamp,
    pub latest: Timestamp,
}

impl RestorableWindow {
    /// Returns `None` if point-in-time recovery is off.
    pub(crate) fn from_table(
        table: &Table,
        database: &Database,
        now: Timestamp,
        config: &EngineConfig,
    ) -> Option<RestorableWindow> {
        let recovery = table.definition.settings.recovery?;
        let log = table.definition.recovery_log().and_then(|arn| database.recovery_log(&arn));
        // In tables of older versions, the setting is on but there is no log.
        let since = if log.is_some() { recovery.since } else { now };
        Some(RestorableWindow::new(since, recovery.days, now, config.delays.recovery_ms))
    }

    pub(crate) fn new(since: Timestamp, days: u64, now: Timestamp, delay_ms: u64) -> RestorableWindow {
        let oldest_ms = now.epoch_ms.saturating_sub(days.saturating_mul(DAY_MS));
        let earliest_ms = since.epoch_ms.max(oldest_ms).min(now.epoch_ms);
        let latest_ms = now.epoch_ms.saturating_sub(delay_ms).max(earliest_ms);
        let at = Timestamp::from_epoch_ms;
        RestorableWindow { days, earliest: at(earliest_ms), latest: at(latest_ms) }
    }
}

/// The items of a table while its writes after a time are undone, the last one first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rewind {
    key: KeySchema,
    pub rows: Rows,
    pub size_bytes: u64,
    /// The writes that are still to be undone, oldest first.
    records: Vec<StreamRecord>,
}

impl Rewind {
    /// Takes the items and writes of a table.
    pub(crate) fn begin(table: &Table, database: &Database, at: Timestamp) -> Rewind {
        let records = records_after(records_of(table, database), at).to_vec();
        let (rows, size_bytes) = (table.items.clone(), table.size_bytes);
        Rewind { key: table.definition.key.clone(), rows, size_bytes, records }
    }

    /// Returns the number of writes that are still to be undone.
    pub(crate) fn left(&self) -> usize {
        self.records.len()
    }

    /// Undoes some writes. Returns true when none is left.
    pub(crate) fn undo(&mut self, records: usize) -> bool {
        for record in self.records.drain(self.records.len().saturating_sub(records)..).rev() {
            write_image(&self.key, (&mut self.rows, &mut self.size_bytes), &record, &record.before);
        }
        self.records.is_empty()
    }
}

/// Returns the number of the first recorded write after a time: that of the next one if there is none yet. `None` without a log.
pub(crate) fn next_sequence(table: &Table, database: &Database, at: Timestamp) -> Option<u64> {
    let log = table.definition.recovery_log().and_then(|arn| database.recovery_log(&arn))?;
    let later = records_after(&log.records, at).first();
    Some(later.map_or(log.next_sequence, |record| record.sequence))
}

/// Returns the items at a time and their size: the current items with all later writes undone.
pub(crate) fn items_at(table: &Table, database: &Database, at: Timestamp) -> (Rows, u64) {
    let (mut rows, mut size_bytes) = (table.items.clone(), table.size_bytes);
    for record in records_after(records_of(table, database), at).iter().rev() {
        write_image(&table.definition.key, (&mut rows, &mut size_bytes), record, &record.before);
    }
    (rows, size_bytes)
}

/// Repeats the writes of a table from one on, until a time. Returns true if there were any.
pub(crate) fn redo(
    items: &mut NewItems,
    table: &Table,
    database: &Database,
    (next, until): (u64, Timestamp),
) -> bool {
    let records = records_of(table, database);
    let first = records.partition_point(|record| record.sequence < next);
    let repeated = records[first..].iter().take_while(|record| record.at <= until);
    let mut count = 0;
    for record in repeated {
        let written = (&mut items.rows, &mut items.size_bytes);
        write_image(&table.definition.key, written, record, &record.after);
        count += 1;
    }
    count > 0
}

fn records_of<'a>(table: &Table, database: &'a Database) -> &'a [StreamRecord] {
    let log = table.definition.recovery_log().and_then(|arn| database.recovery_log(&arn));
    log.map_or(&[], |log| &log.records)
}

/// Returns the records after a time. Time never goes backwards, so they are in its order.
fn records_after(records: &[StreamRecord], at: Timestamp) -> &[StreamRecord] {
    &records[records.partition_point(|record| record.at <= at)..]
}

fn write_image(
    key: &KeySchema,
    (rows, size_bytes): (&mut Rows, &mut u64),
    record: &StreamRecord,
    image: &Option<PackedItem>,
) {
    let known = record.after.as_ref().or(record.before.as_ref()).map(PackedItem::unpack);
    let Some(key) = known.and_then(|item| key.key_bytes(&item)) else { return };
    *size_bytes += image.as_ref().map_or(0, PackedItem::size_bytes);
    let replaced = match image {
        Some(image) => rows.insert(key, image.clone()),
        None => rows.remove(&key),
    };
    *size_bytes -= replaced.as_ref().map_or(0, PackedItem::size_bytes);
}
