//! Changes tables and indexes, together with the key templates and patterns that use them.

use std::collections::BTreeMap;

use dynalab_modeling::design::{AccessPattern, Action, AttributeType, IndexKind, Operation, Table};
use dynalab_modeling::{Design, Template};

/// Renames a table, in the patterns too.
pub fn rename_table(design: &mut Design, place: usize, name: &str) {
    let Some(table) = design.tables.get_mut(place) else { return };
    let old = std::mem::replace(&mut table.name, name.to_owned());
    for pattern in &mut design.patterns {
        for table in tables_of(pattern) {
            if *table == old {
                *table = name.to_owned();
            }
        }
    }
}

/// Renames a key attribute in the table, its indexes, the templates of its items, and the patterns.
pub fn rename_key(design: &mut Design, place: usize, old: &str, name: &str) {
    let Some(table) = design.tables.get_mut(place) else { return };
    let table_name = table.name.clone();
    let of_indexes =
        table.indexes.iter_mut().flat_map(|index| index.partition_key.iter_mut().chain(&mut index.sort_key));
    for key in table.partition_key.iter_mut().chain(&mut table.sort_key).chain(of_indexes) {
        if key.name == old {
            key.name = name.to_owned();
        }
    }
    for item in &mut table.items {
        rename_in(&mut item.keys, old, name);
    }
    for pattern in &mut design.patterns {
        rename_in_pattern(pattern, &table_name, old, name);
    }
}

fn rename_in<T>(map: &mut BTreeMap<String, T>, old: &str, name: &str) {
    if let Some(value) = map.remove(old) {
        map.insert(name.to_owned(), value);
    }
}

fn rename_in_pattern(pattern: &mut AccessPattern, table: &str, old: &str, name: &str) {
    match &mut pattern.operation {
        Some(Operation::Get(get)) if get.table == table => rename_in(&mut get.key, old, name),
        Some(Operation::TransactGet { reads }) => {
            reads
                .iter_mut()
                .filter(|get| get.table == table)
                .for_each(|get| rename_in(&mut get.key, old, name));
        }
        Some(Operation::BatchGet(batch)) if batch.table == table => {
            batch.keys.iter_mut().for_each(|key| rename_in(key, old, name));
        }
        Some(Operation::Query(query)) if query.table == table => rename_in(&mut query.key, old, name),
        Some(Operation::Update(update)) if update.table == table => rename_in(&mut update.key, old, name),
        Some(Operation::Delete(delete)) if delete.table == table => rename_in(&mut delete.key, old, name),
        Some(Operation::BatchWrite { writes } | Operation::TransactWrite { writes }) => {
            for write in writes {
                match write {
                    Action::Update(update) if update.table == table => rename_in(&mut update.key, old, name),
                    Action::Delete(delete) | Action::Check(delete) if delete.table == table => {
                        rename_in(&mut delete.key, old, name);
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
    for after in pattern.expect.iter_mut().flat_map(|expect| &mut expect.after) {
        if after.table == table {
            rename_in(&mut after.key, old, name);
        }
    }
}

/// Renames an index, in the patterns too.
pub fn rename_index(design: &mut Design, (place, number): (usize, usize), name: &str) {
    let Some(table) = design.tables.get_mut(place) else { return };
    let Some(index) = table.indexes.get_mut(number) else { return };
    let old = std::mem::replace(&mut index.name, name.to_owned());
    let table = table.name.clone();
    for pattern in &mut design.patterns {
        let index = match &mut pattern.operation {
            Some(Operation::Query(query)) if query.table == table => &mut query.index,
            Some(Operation::Scan(scan)) if scan.table == table => &mut scan.index,
            _ => continue,
        };
        if index.as_deref() == Some(&old) {
            *index = Some(name.to_owned());
        }
    }
}

/// Sets the kind of an index. A local index gets the partition key of its table.
pub fn set_kind(design: &mut Design, (place, number): (usize, usize), kind: IndexKind) {
    let Some(table) = design.tables.get_mut(place) else { return };
    let of_table = table.partition_key.clone();
    if let Some(index) = table.indexes.get_mut(number) {
        index.kind = kind;
        if kind == IndexKind::Local {
            index.partition_key = of_table;
        }
    }
}

/// Removes an index, and the templates of key attributes that nothing else uses.
pub fn remove_index(design: &mut Design, (place, number): (usize, usize)) {
    let Some(table) = design.tables.get_mut(place) else { return };
    if number >= table.indexes.len() {
        return;
    }
    let removed = table.indexes.remove(number);
    let left: Vec<String> = table.key_attributes().into_iter().map(|key| key.name.clone()).collect();
    for key in removed.partition_key.iter().chain(&removed.sort_key).filter(|key| !left.contains(&key.name)) {
        for item in &mut table.items {
            item.keys.remove(&key.name);
        }
    }
}

pub fn remove_table(design: &mut Design, place: usize) {
    if place < design.tables.len() {
        design.tables.remove(place);
    }
}

/// Returns every table name in a pattern.
fn tables_of(pattern: &mut AccessPattern) -> Vec<&mut String> {
    let mut names: Vec<&mut String> = match &mut pattern.operation {
        Some(Operation::Get(get)) => vec![&mut get.table],
        Some(Operation::BatchGet(batch)) => vec![&mut batch.table],
        Some(Operation::TransactGet { reads }) => reads.iter_mut().map(|get| &mut get.table).collect(),
        Some(Operation::Query(query)) => vec![&mut query.table],
        Some(Operation::Scan(scan)) => vec![&mut scan.table],
        Some(Operation::SearchVectors(search)) => vec![&mut search.table],
        Some(Operation::Put(put)) => vec![&mut put.table],
        Some(Operation::Update(update)) => vec![&mut update.table],
        Some(Operation::Delete(delete)) => vec![&mut delete.table],
        Some(Operation::BatchWrite { writes } | Operation::TransactWrite { writes }) => writes
            .iter_mut()
            .map(|write| match write {
                Action::Put(put) => &mut put.table,
                Action::Update(update) => &mut update.table,
                Action::Delete(delete) | Action::Check(delete) => &mut delete.table,
            })
            .collect(),
        Some(Operation::Request(_)) | None => Vec::new(),
    };
    names
        .extend(pattern.expect.iter_mut().flat_map(|expect| &mut expect.after).map(|after| &mut after.table));
    names
}

/// Sets a key template of a kind of item. An empty one takes the attribute from its items. Expected items that were stored under the old
/// template are expected under the new one.
pub fn set_key(design: &mut Design, (place, item): (usize, usize), attribute: String, template: Template) {
    let Some(table) = design.tables.get_mut(place) else { return };
    let Some(item) = table.items.get_mut(item) else { return };
    if template.pieces.is_empty() {
        item.keys.remove(&attribute);
        return;
    }
    let key = item.keys.entry(attribute.clone()).or_default();
    let old = std::mem::replace(&mut key.template, template.clone());
    if !table.key().any(|own| own.name == attribute) {
        return;
    }
    let expected = design.patterns.iter_mut().filter_map(|pattern| pattern.expect.as_mut());
    for state in expected.flat_map(|expect| &mut expect.after).filter(|state| state.table == table.name) {
        if let Some(key) = state.key.get_mut(&attribute).filter(|key| **key == old) {
            *key = template.clone();
        }
    }
}

/// Sets the type of a key attribute in the table and in all of its indexes.
pub fn set_key_type(table: &mut Table, number: usize, data_type: AttributeType) {
    let Some(name) = table.key_attributes().get(number).map(|key| key.name.clone()) else { return };
    let of_indexes =
        table.indexes.iter_mut().flat_map(|index| index.partition_key.iter_mut().chain(&mut index.sort_key));
    let keys = table.partition_key.iter_mut().chain(&mut table.sort_key).chain(of_indexes);
    for key in keys.filter(|key| key.name == name) {
        key.data_type = data_type;
    }
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::design::IndexKind;

    const DESIGN: &str = r#"{"version": 1, "name": "x", "entities": [{"name": "E", "attributes": [{"name": "id"}]}],
        "tables": [{"name": "T", "partition_key": [{"name": "PK"}], "sort_key": [{"name": "SK"}],
            "indexes": [{"name": "GSI1", "partition_key": [{"name": "SK"}], "sort_key": [{"name": "GSI1SK"}]}],
            "items": [{"entity": "E", "keys": {"PK": "{id}", "SK": "E", "GSI1SK": "{id}"}}]}],
        "patterns": [{"name": "p", "operation": {"action": "query", "table": "T", "index": "GSI1", "key": {"SK": "E"}},
            "expect": {"after": [{"table": "T", "key": {"PK": "1", "SK": "E"}}]}}]}"#;

    #[test]
    fn new_names_reach_items_and_patterns() {
        let mut design = dynalab_modeling::parse(DESIGN).expect("a design");
        super::rename_table(&mut design, 0, "Store");
        super::rename_key(&mut design, 0, "SK", "sort");
        super::rename_index(&mut design, (0, 0), "by_sort");
        let text = dynalab_modeling::write(&design);
        for old in ["\"T\"", "\"SK\"", "\"GSI1\""] {
            assert!(!text.contains(old), "{old} is still in {text}");
        }
    }

    #[test]
    fn an_index_goes_with_the_keys_that_only_it_uses() {
        let mut design = dynalab_modeling::parse(DESIGN).expect("a design");
        super::remove_index(&mut design, (0, 0));
        let keys: Vec<&str> = design.tables[0].items[0].keys.keys().map(String::as_str).collect();
        assert_eq!(keys, ["PK", "SK"]);
        super::remove_index(&mut design, (0, 0));
        super::remove_table(&mut design, 7);
        super::remove_table(&mut design, 0);
        assert!(design.tables.is_empty());
    }

    #[test]
    fn a_local_index_takes_the_partition_key_of_its_table() {
        let mut design = dynalab_modeling::parse(DESIGN).expect("a design");
        super::set_kind(&mut design, (0, 0), IndexKind::Local);
        assert_eq!(design.tables[0].indexes[0].partition_key, design.tables[0].partition_key);
    }
}
