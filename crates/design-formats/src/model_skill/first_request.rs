//! A request for a pattern that is only named: an operation on a table or an index, with its expected result.

use std::collections::BTreeMap;

use dynalab_modeling::Template;
use dynalab_modeling::design::{
    AccessPattern, AttributeType, Delete, Entity, Expectation, ExpectedRows, Get, KeyAttribute, KeyCondition,
    KeyTemplates, Operation, Parameter, Put, Query, Scan, SearchVectors, StateAfter, Table, Update,
};

/// What a file says of a pattern's request.
pub struct Named<'a> {
    pub operation: &'a str,
    pub table: &'a Table,
    pub index: Option<&'a str>,
    pub entity: &'a Entity,
    pub top: u64,
}

/// Adds request, parameters and expected result. False where the operation needs more than its name.
pub fn add(pattern: &mut AccessPattern, named: &Named<'_>) -> bool {
    let Named { table, entity, .. } = *named;
    let keys: Vec<KeyAttribute> = table.key().cloned().collect();
    let key: KeyTemplates = keys.iter().map(|key| (key.name.clone(), Template::value(&key.name))).collect();
    let name = table.name.clone();
    let state = |gone| StateAfter { table: name.clone(), key: key.clone(), gone, ..StateAfter::default() };
    let mut expect = Expectation::default();
    let mut is_new = false;
    let mut used: Vec<String> = keys.iter().map(|key| key.name.clone()).collect();
    let operation = match named.operation {
        "GetItem" => {
            expect.rows = vec![rows_with(entity, &keys)];
            Operation::Get(Get { table: name.clone(), key: key.clone(), ..Get::default() })
        }
        "Query" => {
            let partition = partition_key(named);
            used = partition.iter().map(|key| key.name.clone()).collect();
            expect.rows = vec![rows_with(entity, partition)];
            let (table, key) = (name.clone(), expect.rows[0].conditions.clone());
            let index = named.index.map(str::to_owned);
            Operation::Query(Query { table, index, key, all_pages: true, ..Query::default() })
        }
        "Scan" => {
            used.clear();
            expect.at_least = Some(1);
            let index = named.index.map(str::to_owned);
            Operation::Scan(Scan { table: name.clone(), index, all_pages: true, ..Scan::default() })
        }
        "PutItem" => {
            is_new = true;
            expect.after = vec![state(false)];
            Operation::Put(Put { table: name.clone(), item: entity.name.clone(), ..Put::default() })
        }
        "DeleteItem" => {
            expect.after = vec![state(true)];
            Operation::Delete(Delete { table: name.clone(), key: key.clone(), ..Delete::default() })
        }
        "UpdateItem" => {
            let Some(attribute) = changed(table, entity) else { return false };
            let has = BTreeMap::from([(attribute.clone(), Template::value("value"))]);
            expect.after = vec![StateAfter { has, ..state(false) }];
            let new = Parameter::New { new: format!("{}.{attribute}", entity.name) };
            pattern.parameters.insert("value".to_owned(), new);
            let names = BTreeMap::from([("changed".to_owned(), attribute)]);
            let update = "SET #changed = :value".to_owned();
            Operation::Update(Update {
                table: name.clone(),
                key: key.clone(),
                update,
                names,
                ..Update::default()
            })
        }
        "SearchVectors" => match search(named) {
            Some(search) => {
                used = vec![search.vector.clone()];
                used.extend(search.key.keys().cloned());
                (expect.at_least, expect.at_most) = (Some(1), Some(search.top));
                Operation::SearchVectors(search)
            }
            None => return false,
        },
        _ => return false,
    };
    add_parameters(pattern, entity, used, is_new);
    (pattern.operation, pattern.expect) = (Some(operation), Some(expect));
    true
}

fn add_parameters(pattern: &mut AccessPattern, entity: &Entity, used: Vec<String>, is_new: bool) {
    for name in used {
        let of = format!("{}.{name}", entity.name);
        let parameter = if is_new { Parameter::New { new: of } } else { Parameter::Sample { of, row: 0 } };
        pattern.parameters.insert(name, parameter);
    }
}

fn partition_key<'a>(named: &Named<'a>) -> &'a [KeyAttribute] {
    let index = named.index.and_then(|index| named.table.index(index));
    index.map_or(&named.table.partition_key, |index| &index.partition_key)
}

fn rows_with(entity: &Entity, key: &[KeyAttribute]) -> ExpectedRows {
    let equal = |name: &str| (name.to_owned(), KeyCondition::Equals(Template::value(name)));
    let conditions = key.iter().map(|key| equal(&key.name)).collect();
    ExpectedRows { item: entity.name.clone(), conditions, ..ExpectedRows::default() }
}

fn search(named: &Named<'_>) -> Option<SearchVectors> {
    let mut indexes = named.table.vector_indexes.iter();
    let found = indexes.find(|found| Some(found.name.as_str()) == named.index)?;
    Some(SearchVectors {
        table: named.table.name.clone(),
        index: found.name.clone(),
        vector: found.attribute.clone(),
        top: named.top,
        key: found.partition_key.iter().map(|name| (name.clone(), Template::value(name))).collect(),
        ..SearchVectors::default()
    })
}

/// An attribute that is in no key and has a type that a template can have.
fn changed(table: &Table, entity: &Entity) -> Option<String> {
    let keys = table.key_attributes();
    let is_free = |name: &str| keys.iter().all(|key| key.name != name);
    let can_change = |data_type| matches!(data_type, AttributeType::S | AttributeType::N);
    let mut attributes = entity.attributes.iter();
    let found = attributes.find(|attribute| is_free(&attribute.name) && can_change(attribute.data_type));
    found.map(|attribute| attribute.name.clone())
}
