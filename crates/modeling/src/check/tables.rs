//! The report of tables and indexes: columns, items and sizes of the sample.

use dynalab_capacity::item_anatomy::STORED_OVERHEAD_BYTES;
use dynalab_pricing::{Conventions, PriceName};
use dynalab_types::Item;

use super::CheckContext;
use super::stored::{Entries, Kind, SHOWN_ITEMS, StoredItem, TableItems};
use crate::design::{Design, Index, KeyAttribute, Placement, Projection, Table};
use crate::literal;
use crate::report::{EntityReport, IndexReport, ItemReport, KindEntries, TableReport};

pub fn reports(design: &Design, context: &CheckContext) -> Vec<TableReport> {
    let tables = design.tables.iter().zip(&context.scratch.tables);
    tables.map(|(table, items)| Storage::from_items(design, context, table, items).report()).collect()
}

/// Storage of a table, estimated from its sample.
struct Storage<'a> {
    design: &'a Design,
    table: &'a Table,
    items: &'a TableItems,
    /// Production items per sample item, for each kind of item.
    scales: Vec<f64>,
    usd_per_byte: f64,
}

impl<'a> Storage<'a> {
    fn from_items(
        design: &'a Design,
        context: &CheckContext,
        table: &'a Table,
        items: &'a TableItems,
    ) -> Storage<'a> {
        let usd_per_gigabyte = context.prices.usd(PriceName::Storage).unwrap_or(0.0);
        let scales = table.items.iter().map(|placement| scale(design, context, &placement.entity)).collect();
        let usd_per_byte = usd_per_gigabyte / Conventions::default().gigabyte.bytes();
        Storage { design, table, items, scales, usd_per_byte }
    }

    fn report(&self) -> TableReport {
        let key: Vec<&KeyAttribute> = self.table.key().collect();
        let columns = columns(&key, self.design, self.table, |_| true);
        let (sample_bytes, full_bytes) = self.bytes(|kind| Some(&kind.in_table));
        TableReport {
            name: self.table.name.clone(),
            item_count: self.items.items.len() as u64,
            items: self.rows(&key, &columns, |kind| Some(&kind.in_table), |stored| stored.size_bytes),
            columns,
            indexes: self
                .table
                .indexes
                .iter()
                .enumerate()
                .map(|(place, index)| self.index_report(place, index))
                .collect(),
            sample_bytes,
            full_bytes,
            storage_usd_per_month: full_bytes * self.usd_per_byte,
            ..TableReport::default()
        }
    }

    fn index_report(&self, place: usize, index: &Index) -> IndexReport {
        let of_kind = |kind: &'a Kind| kind.in_indexes.get(place);
        let key: Vec<&KeyAttribute> = index.key().collect();
        let columns = columns(&key, self.design, self.table, |name| is_projected(self.table, index, name));
        let (sample_bytes, full_bytes) = self.bytes(of_kind);
        let kinds: Vec<KindEntries> = self.kinds(of_kind);
        IndexReport {
            name: index.name.clone(),
            item_count: kinds.iter().map(|kind| kind.entries).sum(),
            kinds,
            items: self.rows(&key, &columns, of_kind, |stored| entry_bytes(self.table, index, &stored.item)),
            columns,
            sample_bytes,
            full_bytes,
            storage_usd_per_month: full_bytes * self.usd_per_byte,
        }
    }

    /// Returns the bytes of the sample, and the bytes of all items in production.
    fn bytes(&self, of_kind: impl Fn(&'a Kind) -> Option<&'a Entries>) -> (u64, f64) {
        let entries = self.items.kinds.iter().zip(&self.scales);
        let bytes = entries.filter_map(|(kind, scale)| Some((of_kind(kind)?.bytes, scale)));
        bytes.fold((0, 0.0), |(sample, full), (bytes, scale)| (sample + bytes, full + bytes as f64 * scale))
    }

    fn kinds(&self, of_kind: impl Fn(&'a Kind) -> Option<&'a Entries>) -> Vec<KindEntries> {
        let kinds = self.table.items.iter().zip(&self.items.kinds);
        let entries = kinds.filter_map(|(placement, kind)| Some((placement, of_kind(kind)?)));
        entries
            .filter(|(_, entries)| entries.count > 0)
            .map(|(placement, entries)| KindEntries {
                item: placement.name().to_owned(),
                entries: entries.count,
                write_units: entries.write_units,
            })
            .collect()
    }

    /// Returns the first rows in the order of the key.
    fn rows(
        &self,
        key: &[&KeyAttribute],
        columns: &[String],
        of_kind: impl Fn(&'a Kind) -> Option<&'a Entries>,
        size: impl Fn(&StoredItem) -> u64,
    ) -> Vec<ItemReport> {
        let places = self.items.kinds.iter().filter_map(of_kind).flat_map(|entries| &entries.first);
        let mut first: Vec<&StoredItem> = places.filter_map(|place| self.items.items.get(*place)).collect();
        first.sort_by_cached_key(|stored| stored.order_in(key));
        first.truncate(SHOWN_ITEMS);
        let row = |stored: &StoredItem| ItemReport {
            item: self.table.items.get(stored.origin.placement).map_or("", Placement::name).to_owned(),
            row: stored.origin.row as u64,
            size_bytes: size(stored),
            values: columns.iter().map(|name| stored.item.get(name).map(literal::show)).collect(),
        };
        first.into_iter().map(row).collect()
    }
}

/// Returns true if the index stores the attribute.
pub fn is_projected(table: &Table, index: &Index, name: &str) -> bool {
    let is_key = table.key().chain(index.key()).any(|attribute| attribute.name == name);
    is_key
        || match &index.projection {
            Projection::All => true,
            Projection::KeysOnly => false,
            Projection::Include(names) => names.iter().any(|included| included == name),
        }
}

/// Returns the size of an item's index entry in bytes.
pub fn entry_bytes(table: &Table, index: &Index, item: &Item) -> u64 {
    if index.projection == Projection::All {
        return item.size_bytes();
    }
    let projected = item.iter().filter(|(name, _)| is_projected(table, index, name));
    projected.map(|(name, value)| name.len() as u64 + value.size_bytes()).sum()
}

/// Returns the production items in one year per sample item.
pub fn scale(design: &Design, context: &CheckContext, entity: &str) -> f64 {
    let rows = context.sample.rows(entity).map_or(0, |rows| rows.rows.len()) as f64;
    let Some(entity) = design.entity(entity).filter(|_| rows > 0.0) else { return 1.0 };
    // The sample can have more rows than production. The scale is 1 then.
    entity.predicted_count().max(rows) / rows
}

fn columns(
    key: &[&KeyAttribute],
    design: &Design,
    table: &Table,
    is_shown: impl Fn(&str) -> bool,
) -> Vec<String> {
    let of_tables = table.key_attributes();
    let keys = key.iter().map(|attribute| attribute.name.clone());
    let table_keys = table.key().map(|attribute| attribute.name.clone());
    let attributes = table.items.iter().flat_map(|placement| {
        let entity = design.entity(&placement.entity);
        let names = entity
            .into_iter()
            .flat_map(|entity| entity.attributes.iter().map(|attribute| attribute.name.clone()));
        names.filter(|name| placement.attributes.as_ref().is_none_or(|stored| stored.contains(name)))
    });
    let index_keys = of_tables.iter().map(|attribute| attribute.name.clone());
    let mut columns: Vec<String> = Vec::new();
    for name in keys.chain(table_keys).chain(attributes).chain(index_keys) {
        if is_shown(&name) && !columns.contains(&name) {
            columns.push(name);
        }
    }
    columns
}

pub fn entity_reports(design: &Design, context: &CheckContext) -> Vec<EntityReport> {
    design
        .entities
        .iter()
        .map(|entity| {
            let mut report = EntityReport { name: entity.name.clone(), ..EntityReport::default() };
            report.sample_rows = context.sample.rows(&entity.name).map_or(0, |rows| rows.rows.len() as u64);
            let (mut count, mut total) = (0_u64, 0_u64);
            for (table, items) in design.tables.iter().zip(&context.scratch.tables) {
                let kinds = table.items.iter().enumerate().filter(|(_, kind)| kind.entity == entity.name);
                for kind in kinds.filter_map(|(place, _)| items.kinds.get(place)) {
                    count += kind.in_table.count;
                    total += kind.in_table.bytes - kind.in_table.count * STORED_OVERHEAD_BYTES;
                    report.largest_bytes = report.largest_bytes.max(kind.in_table.largest_bytes);
                }
            }
            report.mean_bytes = if count > 0 { total as f64 / count as f64 } else { 0.0 };
            report
        })
        .collect()
}
