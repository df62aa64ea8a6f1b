//! Point-in-time recovery: the time range that can be restored, and the items of a table at a time.

use dynalab_engine::config::EngineConfig;
use dynalab_engine::database::Database;
use dynalab_engine::rows::Rows;
use dynalab_engine::table::Table;
use dynalab_types::{PackedItem, Timestamp};

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

/// Returns the items at a time: the current items with all later writes undone.
pub(crate) fn items_at(table: &Table, database: &Database, at: Timestamp) -> Rows {
    let mut items = table.items.clone();
    let log = table.definition.recovery_log().and_then(|arn| database.recovery_log(&arn));
    let records = log.iter().flat_map(|log| log.records.iter().rev());
    for record in records.take_while(|record| record.at > at) {
        let image = record.after.as_ref().or(record.before.as_ref()).map(PackedItem::unpack);
        let Some(key) = image.and_then(|item| table.definition.key.key_bytes(&item)) else { continue };
        match &record.before {
            Some(before) => items.insert(key, before.clone()),
            None => items.remove(&key),
        };
    }
    items
}
