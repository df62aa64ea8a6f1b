//! Creates the request of a pattern that a file only names: an operation on a table or an index. The sample gives the expected result.

use std::collections::BTreeMap;

use dynalab_modeling::Template;
use dynalab_modeling::design::{
    AccessPattern, AttributeType, Delete, Entity, Expectation, ExpectedRows, Get, KeyAttribute, KeyCondition,
    KeyTemplates, Operation, Parameter, Placement, Put, Query, Scan, SearchVectors, StateAfter, Table,
    Update,
};

/// The file's description of a pattern's request.
pub struct RequestDescription<'a> {
    pub operation: &'a str,
    pub table: &'a Table,
    pub index: Option<&'a str>,
    pub item: &'a Placement,
    pub entity: &'a Entity,
    /// The comparison of the sort key: `begins_with`, `between`, `<`, `<=`, `>`, `>=` or `=`.
    pub range: Option<&'a str>,
    pub top: u64,
}

impl RequestDescription<'_> {
    /// Returns the template of the item's key attribute.
    fn template(&self, key: &KeyAttribute) -> Template {
        let own = self.item.keys.get(&key.name);
        own.map_or_else(|| Template::value(&key.name), |key| key.template.clone())
    }
}

/// Adds request, parameters and expected result. Returns false if the name of the operation is not enough.
pub fn add(pattern: &mut AccessPattern, named: &RequestDescription<'_>) -> bool {
    let RequestDescription { table, entity, .. } = *named;
    let key: KeyTemplates = table.key().map(|key| (key.name.clone(), named.template(key))).collect();
    let name = table.name.clone();
    let state = |gone| StateAfter { table: name.clone(), key: key.clone(), gone, ..StateAfter::default() };
    let mut expect = Expectation::default();
    let mut is_new = false;
    let mut used: Vec<String> = key.values().flat_map(names_in).collect();
    let operation = match named.operation {
        "GetItem" => {
            let equal =
                key.iter().map(|(name, template)| (name.clone(), KeyCondition::Equals(template.clone())));
            expect.rows = vec![rows_with(named, equal.collect())];
            Operation::Get(Get { table: name.clone(), key: key.clone(), ..Get::default() })
        }
        "Query" => {
            let key = conditions(named);
            used = key.values().flat_map(KeyCondition::templates).flat_map(names_in).collect();
            expect.rows = vec![rows_with(named, key.clone())];
            let table = name.clone();
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
            Operation::Put(Put { table: name.clone(), item: named.item.name().to_owned(), ..Put::default() })
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

/// Returns equality conditions on the partition key, and the file's comparison on the first sort attribute.
fn conditions(named: &RequestDescription<'_>) -> BTreeMap<String, KeyCondition> {
    let index = named.index.and_then(|index| named.table.index(index));
    let (partition, sort) = index.map_or((&named.table.partition_key, &named.table.sort_key), |index| {
        (&index.partition_key, &index.sort_key)
    });
    let equal = |key: &KeyAttribute| (key.name.clone(), KeyCondition::Equals(named.template(key)));
    let mut conditions: BTreeMap<String, KeyCondition> = partition.iter().map(equal).collect();
    if let (Some(range), Some(sort)) = (named.range, sort.first()) {
        let template = named.template(sort);
        let condition = match range {
            "begins_with" => match template.prefix() {
                "" => Some(KeyCondition::BeginsWith { begins_with: template }),
                prefix => Some(KeyCondition::BeginsWith { begins_with: Template::text(prefix) }),
            },
            "between" => Some(KeyCondition::Between { between: (template.clone(), template) }),
            "<" => Some(KeyCondition::Below { below: template }),
            "<=" => Some(KeyCondition::AtMost { at_most: template }),
            ">" => Some(KeyCondition::Above { above: template }),
            ">=" => Some(KeyCondition::AtLeast { at_least: template }),
            "=" => Some(KeyCondition::Equals(template)),
            _ => None,
        };
        conditions.extend(condition.map(|condition| (sort.name.clone(), condition)));
    }
    conditions
}

fn names_in(template: &Template) -> Vec<String> {
    template.attributes().map(str::to_owned).collect()
}

fn rows_with(named: &RequestDescription<'_>, conditions: BTreeMap<String, KeyCondition>) -> ExpectedRows {
    ExpectedRows { item: named.item.name().to_owned(), conditions, ..ExpectedRows::default() }
}

fn search(named: &RequestDescription<'_>) -> Option<SearchVectors> {
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

/// Returns an attribute that is in no key and has type S or N.
fn changed(table: &Table, entity: &Entity) -> Option<String> {
    let keys = table.key_attributes();
    let is_free = |name: &str| keys.iter().all(|key| key.name != name);
    let can_change = |data_type| matches!(data_type, AttributeType::S | AttributeType::N);
    let mut attributes = entity.attributes.iter();
    let found = attributes.find(|attribute| is_free(&attribute.name) && can_change(attribute.data_type));
    found.map(|attribute| attribute.name.clone())
}
