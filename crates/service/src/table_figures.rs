//! The item counts and sizes that DescribeTable returns. DynamoDB counts them once per period of a table's life. They are
//! stored with the first write of a period. Without a write, the table still has the same counts.

use std::sync::Arc;

use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::change::Change;
use dynalab_engine::database::table::{IndexDefinition, Table};
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_engine::response::table_description::{Figures, TableDescription};
use dynalab_engine::settings::dials::Dials;
use dynalab_types::binary::Malformed;
use dynalab_types::{Item, KeyBytes, PackedItem, Timestamp};
use serde::{Deserialize, Serialize};

use crate::backfill;
use crate::complete::Context;

/// The figures of a table at the start of a period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TableFigures {
    /// The number of the period since the table was created, starting at 0.
    period: u64,
    table: Figures,
    /// By name.
    indexes: Vec<(String, Figures)>,
}

impl TableFigures {
    fn key(table: &str) -> RecordKey {
        RecordKey::of_table(RecordKind::TABLE_FIGURES, table, "")
    }

    fn from_table(table: &Table, period: u64) -> TableFigures {
        let figures = |index: &IndexDefinition| {
            let rows = table.index_rows(&index.name);
            let figures = rows.map(|rows| Figures { items: rows.rows.len() as u64, bytes: rows.size_bytes });
            (index.name.to_string(), figures.unwrap_or_default())
        };
        TableFigures {
            period,
            table: Figures { items: table.items.len() as u64, bytes: table.stored_table_bytes() },
            indexes: table.definition.indexes.iter().map(figures).collect(),
        }
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<TableFigures, Malformed> {
        record_form::read(bytes, |_| Err(Malformed))
    }

    fn read(database: &Database, table: &str) -> Option<TableFigures> {
        database.record(&TableFigures::key(table)).and_then(|bytes| TableFigures::from_bytes(bytes).checked())
    }

    fn take_back(&mut self, table: &Table, key: &KeyBytes, before: Option<&Item>, after: Option<&Item>) {
        let stored = |item: Option<&Item>| item.map(|item| table.stored_size_bytes(item));
        take_back(&mut self.table, stored(before), stored(after));
        let indexes = self.indexes.iter_mut().zip(&table.definition.indexes);
        for ((_, figures), index) in indexes.filter(|(_, index)| index.is_filled()) {
            let entry = |item: Option<&Item>| {
                let item = item.filter(|item| index.entry_key(key, item).is_some())?;
                Some(index.projected.entry_size_bytes(item))
            };
            take_back(figures, entry(before), entry(after));
        }
    }

    /// Returns the figures of the table without its indexes.
    pub fn table(&self) -> Figures {
        self.table
    }

    /// Returns the figures of an index. An index that was created during the period has none.
    pub fn of_index(&self, name: &str) -> Figures {
        let found = self.indexes.iter().find(|(index, _)| index == name);
        found.map_or(Figures::default(), |(_, figures)| *figures)
    }
}

/// Undoes one write in the figures of a table or an index. `before` and `after` are the sizes of the entry in bytes.
fn take_back(figures: &mut Figures, before: Option<u64>, after: Option<u64>) {
    let step = |figure: u64, before: u64, after: u64| (figure + before).saturating_sub(after);
    figures.items = step(figures.items, u64::from(before.is_some()), u64::from(after.is_some()));
    figures.bytes = step(figures.bytes, before.unwrap_or_default(), after.unwrap_or_default());
}

/// Returns the period, or `None` if figures are always current.
fn period_of(table: &Table, dials: &Dials, now: Timestamp) -> Option<u64> {
    let age_ms = now.epoch_ms.saturating_sub(table.definition.created_at.epoch_ms);
    age_ms.checked_div(dials.table_figures_ms)
}

/// Returns the figures to store for a table after `changes`. Returns `None` if the period already has its figures, or no change
/// is of an item.
pub(crate) fn keep(
    table: &Table,
    changes: &[Change],
    dials: &Dials,
    database: &Database,
    now: Timestamp,
) -> Option<Change> {
    let period = period_of(table, dials, now)?;
    let name = &table.definition.name;
    if TableFigures::read(database, name).is_some_and(|kept| kept.period == period) {
        return None;
    }
    let mut figures = TableFigures::from_table(table, period);
    let mut is_written = false;
    for change in changes.iter().rev() {
        let mut take_back = |key: &KeyBytes, before: Option<&PackedItem>, after: Option<&PackedItem>| {
            is_written = true;
            let unpacked = [before, after].map(|item| item.map(PackedItem::unpack));
            figures.take_back(table, key, unpacked[0].as_ref(), unpacked[1].as_ref());
        };
        match change {
            Change::Item { table: written, key, before, after, .. } if written == name => {
                take_back(key, before.as_ref(), after.as_ref());
            }
            Change::Items { table: written, items, filled: true } if written == name => {
                items.rows.iter().for_each(|(key, item)| take_back(key, None, Some(item)));
            }
            _ => {}
        }
    }
    is_written.then(|| Change::record(TableFigures::key(name), Some(record_form::write(&figures))))
}

/// Replaces the figures in a description by those that DynamoDB would return at that time.
pub(crate) fn with_published_figures(
    context: &Context,
    table: &Table,
    description: TableDescription,
) -> TableDescription {
    let dials: Option<&Arc<Dials>> = context.config.dials.as_ref();
    let period = dials.and_then(|dials| period_of(table, dials, context.now));
    let kept = period.and_then(|_| TableFigures::read(context.database, &table.definition.name));
    match kept.filter(|kept| Some(kept.period) == period) {
        Some(figures) => description.with_figures(figures.table(), |index| figures.of_index(index)),
        None if period.is_some() => description,
        None => {
            description.with_entries(|index| backfill::entries(context.database, table, index, context.now))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_read_as_they_were_written() {
        let figures = TableFigures {
            period: 3,
            table: Figures { items: 7, bytes: 700 },
            indexes: vec![("ByA".to_owned(), Figures { items: 2, bytes: 80 })],
        };
        let bytes = record_form::write(&figures);
        assert_eq!(TableFigures::from_bytes(&bytes), Ok(figures.clone()));
        for length in 0..bytes.len() {
            assert_eq!(TableFigures::from_bytes(&bytes[..length]), Err(Malformed), "cut at {length}");
        }
        assert_eq!(figures.of_index("ByA").items, 2);
        assert_eq!(figures.of_index("New"), Figures::default());
    }
}
