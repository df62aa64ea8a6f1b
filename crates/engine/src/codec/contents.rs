//! Encodes and decodes the restored contents of a table or an index.

use std::sync::Arc;

use dynalab_types::binary::{Malformed, Reader, Writer};
use dynalab_types::{KeyBytes, PackedItem};

use crate::codec::primitives::read_key_bytes;
use crate::database::change::Contents;
use crate::database::item_collections::ItemCollections;
use crate::database::rows::Rows;
use crate::database::table::{IndexRows, Table, TableDefinition};

/// Index entries are written in full. The items do not show which entries were already replicated.
pub(crate) fn write_contents(contents: &Contents, writer: &mut Writer) {
    match contents {
        Contents::Nothing => {}
        Contents::Table(table) => {
            write_rows(&table.items, writer);
            writer.unsigned(table.indexes.iter().count() as u64);
            for (name, rows) in table.indexes.iter() {
                writer.text(name);
                write_rows(&rows.rows, writer);
            }
        }
        Contents::Indexes(indexes) => {
            writer.unsigned(indexes.len() as u64);
            for (name, rows) in indexes {
                writer.text(name);
                write_rows(&rows.rows, writer);
            }
        }
    }
}

pub(crate) fn read_table_contents(
    definition: &Arc<TableDefinition>,
    reader: &mut Reader,
) -> Result<Contents, Malformed> {
    let items = read_rows(reader)?;
    let size_bytes = items.iter().map(|(_, item)| item.size_bytes()).sum();
    let collections = ItemCollections::of_items(definition, &items);
    let mut table = Table { items, size_bytes, collections, ..Table::new(definition.clone()) };
    for (name, rows) in read_indexes(definition, reader)? {
        table.indexes.insert(name, rows);
    }
    Ok(Contents::Table(Box::new(table)))
}

pub(crate) fn read_index_contents(
    definition: &TableDefinition,
    reader: &mut Reader,
) -> Result<Contents, Malformed> {
    read_indexes(definition, reader).map(Contents::Indexes)
}

fn read_indexes(
    definition: &TableDefinition,
    reader: &mut Reader,
) -> Result<Vec<(Arc<str>, IndexRows)>, Malformed> {
    let indexes = (0..reader.count()?).map(|_| {
        let name: Arc<str> = reader.text()?.into();
        let index = definition.index(&name).ok_or(Malformed)?;
        let rows = read_rows(reader)?;
        let size_bytes = rows.iter().map(|(_, item)| index.entry_size_bytes(item)).sum();
        Ok((name, IndexRows { rows, size_bytes }))
    });
    indexes.collect()
}

pub(crate) fn write_rows(rows: &Rows, writer: &mut Writer) {
    writer.unsigned(rows.len() as u64);
    rows.iter().for_each(|(key, item)| write_row(key, item, writer));
}

pub(crate) fn write_row(key: &KeyBytes, item: &PackedItem, writer: &mut Writer) {
    writer.slice(key.as_slice());
    item.write(writer);
}

pub(crate) fn read_row(reader: &mut Reader) -> Result<(KeyBytes, PackedItem), Malformed> {
    Ok((read_key_bytes(reader)?, PackedItem::read(reader)?))
}

pub(crate) fn read_rows(reader: &mut Reader) -> Result<Rows, Malformed> {
    let mut rows = Rows::default();
    for _ in 0..reader.count()? {
        let (key, item) = read_row(reader)?;
        rows.append(key, item);
    }
    Ok(rows)
}
