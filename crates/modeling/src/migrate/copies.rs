//! Copies under another key of the same table: which reads would return an item twice, and how the migration prevents it.

use crate::design::{Design, Index, KeyAttribute, Placement, Table, VectorIndex};

/// What a copy in the same table leaves out, and where both copies are visible.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copies {
    /// Key attributes of indexes that move from the old item to the new one after the copy. Until then the new item is not in
    /// the index.
    pub moved: Vec<String>,
    /// Indexes that contain both items, and the table if both have the same partition key. The moved attributes cannot prevent
    /// it, because the application reads these attributes.
    pub twice: Vec<String>,
}

/// Compares the keys of an item before and after.
pub fn find(from: &Design, to: &Design, tables: [&Table; 2], kinds: [&Placement; 2]) -> Copies {
    let mut copies = Copies::default();
    let [old, new] = tables;
    let known: Vec<&str> = [from, to]
        .into_iter()
        .zip(kinds)
        .filter_map(|(design, kind)| design.entity(&kind.entity))
        .flat_map(|entity| entity.attributes.iter().map(|attribute| attribute.name.as_str()))
        .collect();
    let is_same_partition = |partition: &[KeyAttribute]| {
        partition.iter().all(|key| {
            let [before, after] = kinds.map(|kind| kind.keys.get(&key.name).map(|key| &key.template));
            // An attribute of the entity without a template is its own value, which both items have.
            before == after && (before.is_some() || known.contains(&key.name.as_str()))
        })
    };
    let can_move = |name: &str| {
        let is_table_key = tables.iter().any(|table| table.key().any(|key| key.name == name));
        !is_table_key && !known.contains(&name) && kinds.iter().all(|kind| kind.keys.contains_key(name))
    };
    if is_same_partition(&new.partition_key) {
        copies.twice.push(new.name.clone());
    }
    let mut indexes: Vec<&Index> = old.indexes.iter().collect();
    indexes.extend(new.indexes.iter().filter(|index| !old.indexes.contains(index)));
    for index in indexes.into_iter().filter(|index| is_same_partition(&index.partition_key)) {
        let is_prevented = index.key().any(|key| copies.moved.contains(&key.name));
        match index.key().map(|key| &key.name).find(|name| can_move(name)) {
            _ if is_prevented => {}
            Some(name) => copies.moved.push(name.clone()),
            None if !copies.twice.contains(&index.name) => copies.twice.push(index.name.clone()),
            None => {}
        }
    }
    let is_stored = |index: &&VectorIndex| {
        let stored = |kind: &&Placement| {
            kind.attributes.as_ref().is_none_or(|stored| stored.contains(&index.attribute))
        };
        known.contains(&index.attribute.as_str()) && kinds.iter().all(stored)
    };
    copies.twice.extend(new.vector_indexes.iter().filter(is_stored).map(|index| index.name.clone()));
    copies
}
