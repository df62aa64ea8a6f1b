//! The sample as tables and indexes: columns, items and sizes.

use dynalab_capacity::item_anatomy::STORED_OVERHEAD_BYTES;
use dynalab_pricing::{Conventions, PriceBook, PriceName};
use dynalab_types::Item;

use super::Ground;
use super::money;
use super::scratch::Origin;
use crate::design::{Design, Index, KeyAttribute, Projection, Table};
use crate::literal;
use crate::report::{EntityReport, IndexReport, ItemReport, TableReport};

pub fn reports(design: &Design, ground: &Ground) -> Vec<TableReport> {
    let book = PriceBook::load(money::region(design));
    let sizes = design.tables.iter().zip(&ground.scratch.tables);
    sizes.map(|(table, items)| report(design, ground, &book, table, &items.items)).collect()
}

fn report(
    design: &Design,
    ground: &Ground,
    book: &PriceBook,
    table: &Table,
    items: &[(Origin, Item)],
) -> TableReport {
    let usd_per_byte = book.usd(PriceName::Storage).unwrap_or(0.0) / Conventions::default().gigabyte.bytes();
    let all: Vec<&(Origin, Item)> = items.iter().collect();
    let key: Vec<&KeyAttribute> = table.key().collect();
    let columns = columns(&key, design, table, |_| true);
    let (sample_bytes, full_bytes) = bytes(design, ground, table, &all, Item::size_bytes);
    TableReport {
        name: table.name.clone(),
        items: rows(table, &key, &columns, &all, Item::size_bytes),
        columns,
        indexes: table
            .indexes
            .iter()
            .map(|index| index_report(design, ground, usd_per_byte, table, index, &all))
            .collect(),
        sample_bytes,
        full_bytes,
        storage_usd_per_month: full_bytes * usd_per_byte,
    }
}

fn index_report(
    design: &Design,
    ground: &Ground,
    usd_per_byte: f64,
    table: &Table,
    index: &Index,
    items: &[&(Origin, Item)],
) -> IndexReport {
    let key: Vec<&KeyAttribute> = index.key().collect();
    let has_key = |item: &Item| key.iter().all(|attribute| item.contains(&attribute.name));
    let entries: Vec<&(Origin, Item)> = items.iter().copied().filter(|(_, item)| has_key(item)).collect();
    let columns = columns(&key, design, table, |name| is_projected(table, index, name));
    let size = |item: &Item| entry_bytes(table, index, item);
    let (sample_bytes, full_bytes) = bytes(design, ground, table, &entries, size);
    IndexReport {
        name: index.name.clone(),
        items: rows(table, &key, &columns, &entries, size),
        columns,
        sample_bytes,
        full_bytes,
        storage_usd_per_month: full_bytes * usd_per_byte,
    }
}

/// Whether the index stores the attribute.
pub fn is_projected(table: &Table, index: &Index, name: &str) -> bool {
    let is_key = table.key().chain(index.key()).any(|attribute| attribute.name == name);
    is_key
        || match &index.projection {
            Projection::All => true,
            Projection::KeysOnly => false,
            Projection::Include(names) => names.iter().any(|included| included == name),
        }
}

/// Bytes of the index entry of an item.
pub fn entry_bytes(table: &Table, index: &Index, item: &Item) -> u64 {
    let projected: Item = item
        .iter()
        .filter(|(name, _)| is_projected(table, index, name))
        .map(|(name, value)| (name, value.clone()))
        .collect();
    projected.size_bytes()
}

/// Bytes of the sample, and with all items of production; storage overhead included.
fn bytes(
    design: &Design,
    ground: &Ground,
    table: &Table,
    items: &[&(Origin, Item)],
    size: impl Fn(&Item) -> u64,
) -> (u64, f64) {
    let mut sample = 0;
    let mut full = 0.0;
    for (origin, item) in items {
        let bytes = size(item) + STORED_OVERHEAD_BYTES;
        sample += bytes;
        full += bytes as f64 * scale(design, ground, &table.items[origin.placement].entity);
    }
    (sample, full)
}

/// Items of production for each item of the sample.
pub fn scale(design: &Design, ground: &Ground, entity: &str) -> f64 {
    let rows = ground.sample.of(entity).map_or(0, |rows| rows.rows.len()) as f64;
    let Some(entity) = design.entity(entity).filter(|_| rows > 0.0) else { return 1.0 };
    // Items that are deleted after a time are never more than the growth of that time.
    (entity.count as f64).max(rows) / rows
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

fn rows(
    table: &Table,
    key: &[&KeyAttribute],
    columns: &[String],
    items: &[&(Origin, Item)],
    size: impl Fn(&Item) -> u64,
) -> Vec<ItemReport> {
    let mut ordered: Vec<&(Origin, Item)> = items.to_vec();
    ordered.sort_by(|(_, left), (_, right)| {
        key.iter()
            .map(|attribute| match (left.get(&attribute.name), right.get(&attribute.name)) {
                (Some(left), Some(right)) => literal::order(left, right),
                _ => std::cmp::Ordering::Equal,
            })
            .find(|order| order.is_ne())
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    ordered
        .into_iter()
        .map(|(origin, item)| ItemReport {
            item: table.items[origin.placement].name().to_owned(),
            row: origin.row as u64,
            size_bytes: size(item),
            values: columns.iter().map(|name| item.get(name).map(literal::show)).collect(),
        })
        .collect()
}

pub fn entity_reports(design: &Design, ground: &Ground) -> Vec<EntityReport> {
    design
        .entities
        .iter()
        .map(|entity| {
            let mut report = EntityReport { name: entity.name.clone(), ..EntityReport::default() };
            report.sample_rows = ground.sample.of(&entity.name).map_or(0, |rows| rows.rows.len() as u64);
            let (mut count, mut total) = (0_u64, 0_u64);
            for (table, items) in design.tables.iter().zip(&ground.scratch.tables) {
                let is_entity = |origin: &Origin| table.items[origin.placement].entity == entity.name;
                for (_, item) in items.items.iter().filter(|(origin, _)| is_entity(origin)) {
                    let bytes = item.size_bytes();
                    (count, total) = (count + 1, total + bytes);
                    report.largest_bytes = report.largest_bytes.max(bytes);
                }
            }
            report.mean_bytes = if count > 0 { total as f64 / count as f64 } else { 0.0 };
            report
        })
        .collect()
}
