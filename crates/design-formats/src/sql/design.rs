//! Converts SQL tables to a first design: a table each, an index per foreign key, unique column and index, and a pattern for each.

use std::collections::{BTreeMap, BTreeSet};

use dynalab_modeling::design::{
    Access, AccessPattern, Attribute, AttributeType, Entity, Expectation, ExpectedRows, Get, Index, ItemKey,
    KeyAttribute, KeyCondition, Operation, Parameter, PerParent, Placement, Projection, Query, Relation,
    Skew, Table, Values,
};
use dynalab_modeling::formats::ImportNote;
use dynalab_modeling::template::{Format, Piece};
use dynalab_modeling::{Design, Template};
use serde_json::Value;

use super::{Column, ColumnKind, SqlTable};
use crate::first_patterns::RATE;

/// Assumed number of items, because SQL has none. A note contains this figure.
const ITEMS: u64 = 10_000;
const INDEXES_MAX: usize = 20;
/// Maximum characters of a name in DynamoDB.
const NAME_CHARACTERS_MAX: usize = 255;

pub fn design_of(mut tables: Vec<SqlTable>, notes: &mut Vec<ImportNote>) -> Design {
    let name = tables.first().map(|table| table.name.clone()).unwrap_or_default();
    let mut design = Design { name, ..Design::default() };
    let keys: Vec<Vec<String>> = tables.iter_mut().map(|table| primary_key(table, notes)).collect();
    tables.iter_mut().zip(&keys).for_each(|(table, key)| change_key_types(table, key, notes));
    design.relations = relations(&tables, &keys);
    let mut copied: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for relation in &design.relations {
        let of_child = copied.entry(&relation.child).or_default();
        of_child.extend(relation.copies.keys().map(String::as_str));
    }
    let none = BTreeSet::new();
    for (table, key) in tables.iter().zip(&keys) {
        design.entities.push(entity(table, key, copied.get(table.name.as_str()).unwrap_or(&none)));
        let whole = whole_table(table, key, notes);
        design.patterns.extend(patterns(&whole, &table.name, key));
        design.tables.push(whole);
    }
    notes.push(ImportNote::Assumed { items: ITEMS, requests_per_second: RATE.average as u64 });
    design
}

/// Returns the columns of the primary key, at least one. A table without one gets a new attribute.
fn primary_key(table: &mut SqlTable, notes: &mut Vec<ImportNote>) -> Vec<String> {
    let mut keys = table.primary_keys.iter().filter(|key| !key.is_empty() && table.has_all(key));
    let name = table.name.clone();
    let (first, second) = (keys.next().cloned(), keys.next());
    if let (Some(key), Some(_)) = (&first, second) {
        notes.push(ImportNote::SeveralPrimaryKeys { table: name.clone(), used: key.join(", ") });
    }
    first.unwrap_or_else(|| {
        let mut added = "id".to_owned();
        while table.names.contains(&added) {
            added = format!("row_{added}");
        }
        notes.push(ImportNote::NoPrimaryKey { table: name, added: added.clone() });
        table.names.insert(added.clone());
        table.columns.insert(0, Column { name: added.clone(), kind: ColumnKind::Uuid });
        vec![added]
    })
}

/// Gives columns of keys a type that a key can have: a Boolean becomes a text. An index of a list or document is left out.
fn change_key_types(table: &mut SqlTable, key: &[String], notes: &mut Vec<ImportNote>) {
    let kinds: BTreeMap<&str, &ColumnKind> =
        table.columns.iter().map(|column| (column.name.as_str(), &column.kind)).collect();
    let is_document =
        |name: &String| matches!(kinds.get(name.as_str()), Some(ColumnKind::Map | ColumnKind::List));
    let mut left = Vec::new();
    for list in [&mut table.unique, &mut table.indexes] {
        list.retain(|columns| {
            let can_be_key = !columns.iter().any(is_document);
            if !can_be_key {
                left.push(index_of(columns));
            }
            can_be_key
        });
    }
    let foreign = table.foreign_keys.iter().map(|foreign| &foreign.columns);
    let lists = foreign.chain(&table.unique).chain(&table.indexes).chain(&table.primary_keys);
    let of_keys: BTreeSet<&String> = lists.flatten().chain(key).collect();
    let mut changed = Vec::new();
    for column in table.columns.iter_mut().filter(|column| of_keys.contains(&column.name)) {
        column.kind = match column.kind {
            ColumnKind::Flag => ColumnKind::Choice(vec!["true".to_owned(), "false".to_owned()]),
            ColumnKind::Map | ColumnKind::List => ColumnKind::Text,
            _ => continue,
        };
        changed.push(column.name.clone());
    }
    let place = || table.name.clone();
    notes.extend(left.into_iter().map(|member| ImportNote::LeftOut { place: place(), member }));
    if !changed.is_empty() {
        notes.push(ImportNote::KeyAsText { table: place(), attributes: changed.join(", ") });
    }
}

/// Returns the words for an index in a note.
fn index_of(columns: &[String]) -> String {
    format!("index of {}", columns.join(", "))
}

/// Returns a relation per foreign key to a second table, except those that would form a cycle.
fn relations(tables: &[SqlTable], keys: &[Vec<String>]) -> Vec<Relation> {
    let mut relations: Vec<Relation> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for (place, table) in tables.iter().enumerate() {
        places.entry(&table.name).or_insert(place);
    }
    let mut ancestors = Ancestors::of_tables(tables.len());
    for (table, own_key) in tables.iter().zip(keys) {
        let Some(own_place) = places.get(table.name.as_str()).copied() else { continue };
        let foreign: BTreeSet<&String> =
            table.foreign_keys.iter().flat_map(|foreign| &foreign.columns).collect();
        // If parents define the whole key, each parent has one row. Otherwise two rows could have the same key.
        let is_link = own_key.len() > 1 && own_key.iter().all(|name| foreign.contains(name));
        for foreign in &table.foreign_keys {
            let Some(place) = places.get(foreign.table.as_str()).copied() else { continue };
            let referred = if foreign.referred.is_empty() { &keys[place] } else { &foreign.referred };
            let copies: BTreeMap<String, String> =
                foreign.columns.iter().cloned().zip(referred.iter().cloned()).collect();
            if copies.is_empty() || !ancestors.add(place, own_place) {
                continue;
            }
            let per_parent = match is_link {
                true => PerParent { least: 1, mean: 1.0, most: 1, ..PerParent::default() },
                false => PerParent { least: 0, mean: 3.0, most: 12, ..PerParent::default() },
            };
            relations.push(Relation {
                parent: foreign.table.clone(),
                child: table.name.clone(),
                copies,
                per_parent,
                skew: Skew::Even,
                ..Relation::default()
            });
        }
    }
    relations
}

/// For each table, the tables from which relations lead to it, as one bit each.
struct Ancestors(Vec<Vec<u64>>);

const BITS: usize = u64::BITS as usize;

impl Ancestors {
    fn of_tables(count: usize) -> Ancestors {
        Ancestors(vec![vec![0; count.div_ceil(BITS)]; count])
    }

    fn has(&self, table: usize, ancestor: usize) -> bool {
        self.0[table][ancestor / BITS] >> (ancestor % BITS) & 1 == 1
    }

    /// Adds a relation. Returns false if it would form a cycle.
    fn add(&mut self, parent: usize, child: usize) -> bool {
        if parent == child || self.has(parent, child) {
            return false;
        }
        if !self.has(child, parent) {
            let mut more = self.0[parent].clone();
            more[parent / BITS] |= 1 << (parent % BITS);
            for place in 0..self.0.len() {
                if place == child || self.has(place, child) {
                    self.0[place].iter_mut().zip(&more).for_each(|(own, more)| *own |= more);
                }
            }
        }
        true
    }
}

fn entity(table: &SqlTable, key: &[String], copied: &BTreeSet<&str>) -> Entity {
    let uniques = table.unique.iter().chain(&table.primary_keys).filter_map(|unique| unique.last());
    let uniques: BTreeSet<&String> = uniques.collect();
    let attribute = |column: &Column| {
        let is_unique = key.last() == Some(&column.name) || uniques.contains(&column.name);
        let values = if copied.contains(column.name.as_str()) {
            Values::Any
        } else {
            values(table, column, is_unique)
        };
        Attribute {
            name: column.name.clone(),
            data_type: data_type(column),
            values,
            present: 1.0,
            ..Attribute::default()
        }
    };
    let attributes = table.columns.iter().map(attribute).collect();
    Entity { name: table.name.clone(), count: ITEMS, attributes, ..Entity::default() }
}

fn data_type(column: &Column) -> AttributeType {
    match column.kind {
        ColumnKind::Text | ColumnKind::Uuid | ColumnKind::Choice(_) | ColumnKind::Date | ColumnKind::Time => {
            AttributeType::S
        }
        ColumnKind::Number { .. } => AttributeType::N,
        ColumnKind::Flag => AttributeType::BOOL,
        ColumnKind::Bytes => AttributeType::B,
        ColumnKind::Map => AttributeType::M,
        ColumnKind::List => AttributeType::L,
    }
}

/// Returns how the sample's values are generated.
fn values(table: &SqlTable, column: &Column, is_unique: bool) -> Values {
    let name = column.name.to_ascii_lowercase();
    let year = |time: &str| (format!("2026-01-01{time}"), format!("2026-12-31{time}"));
    match &column.kind {
        ColumnKind::Uuid => Values::Uuid,
        ColumnKind::Number { .. } if is_unique => {
            Values::Sequence { prefix: String::new(), width: 0, start: 1 }
        }
        ColumnKind::Number { decimals } => Values::Number { least: 0.0, most: 1_000.0, decimals: *decimals },
        ColumnKind::Text if name.contains("email") => Values::Email,
        ColumnKind::Text if is_unique => {
            let prefix = format!("{}-", table.name.trim_end_matches('s'));
            Values::Sequence { prefix, width: 4, start: 1 }
        }
        ColumnKind::Text if name.ends_with("name") => Values::Person,
        ColumnKind::Choice(texts) if !texts.is_empty() => {
            Values::Choice { values: texts.iter().cloned().map(Value::String).collect(), weights: Vec::new() }
        }
        ColumnKind::Flag => Values::Flag { share: 0.5 },
        ColumnKind::Date => {
            let (from, to) = year("");
            Values::Date { from, to }
        }
        ColumnKind::Time => {
            let (from, to) = year("T00:00:00Z");
            Values::Time { from, to }
        }
        _ => Values::Any,
    }
}

/// Returns the table with its keys. A table key is the first column, then the others joined. An index key is its first column, then the
/// table key.
fn whole_table(table: &SqlTable, key: &[String], notes: &mut Vec<ImportNote>) -> Table {
    let mut placement = Placement { entity: table.name.clone(), ..Placement::default() };
    let (partition, sort) = key.split_at(1);
    let partition_key = partition.iter().map(|name| key_attribute(table, &[name], &mut placement)).collect();
    let sort: Vec<&String> = sort.iter().collect();
    let sort_key =
        if sort.is_empty() { Vec::new() } else { vec![key_attribute(table, &sort, &mut placement)] };
    let mut whole = Table { name: table_name(&table.name), partition_key, sort_key, ..Table::default() };
    for unique in &table.unique {
        notes.push(ImportNote::Unique { table: table.name.clone(), columns: unique.join(", ") });
    }
    let foreign = table.foreign_keys.iter().map(|foreign| &foreign.columns);
    let others = table.primary_keys.iter().filter(|other| other.as_slice() != key);
    for columns in others.chain(foreign).chain(&table.unique).chain(&table.indexes) {
        let left = || ImportNote::LeftOut { place: table.name.clone(), member: index_of(columns) };
        let Some(first) = columns.first().filter(|_| table.has_all(columns)) else {
            notes.push(left());
            continue;
        };
        let name = index_name(columns);
        if whole.index(&name).is_some() || key.starts_with(columns) {
            continue;
        }
        // Its partition key is that of the table, so the table serves it, without its order.
        if *first == key[0] || whole.indexes.len() == INDEXES_MAX {
            notes.push(left());
            continue;
        }
        let partition_key = vec![key_attribute(table, &[first], &mut placement)];
        let rest: Vec<&String> =
            columns[1..].iter().chain(key.iter().filter(|name| *name != first)).collect();
        let sort_key = match rest.first() {
            Some(second) if *second != first => vec![key_attribute(table, &[second], &mut placement)],
            _ => Vec::new(),
        };
        let projection = Projection::All;
        whole.indexes.push(Index { name, partition_key, sort_key, projection, ..Index::default() });
    }
    whole.items.push(placement);
    whole
}

/// Returns a key attribute with the template of its columns. A single column keeps its name and type.
fn key_attribute(table: &SqlTable, columns: &[&String], placement: &mut Placement) -> KeyAttribute {
    let name = columns.iter().map(|name| name.as_str()).collect::<Vec<_>>().join("_");
    let types: Vec<AttributeType> = columns
        .iter()
        .filter_map(|name| table.columns.iter().find(|column| column.name == **name))
        .map(data_type)
        .collect();
    let data_type = match types[..] {
        [single] if single.can_be_key() => single,
        _ => AttributeType::S,
    };
    let names: Vec<&str> = columns.iter().map(|name| name.as_str()).collect();
    placement.keys.insert(name.clone(), ItemKey { template: template(&names), when: None });
    KeyAttribute { name, data_type, ..KeyAttribute::default() }
}

/// Returns the columns joined by "#".
fn template(columns: &[&str]) -> Template {
    let mut pieces = Vec::new();
    for column in columns {
        if !pieces.is_empty() {
            pieces.push(Piece::Text("#".to_owned()));
        }
        pieces.push(Piece::Value { attribute: (*column).to_owned(), format: Format::Plain });
    }
    Template { pieces }
}

fn index_name(columns: &[String]) -> String {
    let name = permitted(&format!("by_{}", columns.join("_")));
    name.chars().take(NAME_CHARACTERS_MAX).collect()
}

/// Replaces the characters that names of DynamoDB do not have.
fn permitted(name: &str) -> String {
    let is_permitted = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
    name.chars().map(|letter| if is_permitted(letter) { letter } else { '-' }).collect()
}

/// Converts a name to DynamoDB's characters and its minimum length of three.
fn table_name(name: &str) -> String {
    let name: String = permitted(name).chars().take(NAME_CHARACTERS_MAX).collect();
    if name.len() < 3 { format!("{name}-table") } else { name }
}

fn patterns(table: &Table, entity: &str, key: &[String]) -> Vec<AccessPattern> {
    let columns: Vec<&str> = key.iter().map(String::as_str).collect();
    let mut key_templates = BTreeMap::from([(table.partition_key[0].name.clone(), template(&columns[..1]))]);
    for sort in &table.sort_key {
        key_templates.insert(sort.name.clone(), template(&columns[1..]));
    }
    let get = Operation::Get(Get { table: table.name.clone(), key: key_templates, ..Get::default() });
    let mut all = vec![pattern(format!("One of {entity}"), entity, &columns, get)];
    if !table.sort_key.is_empty() {
        let query = query(table, None, columns[0]);
        all.push(pattern(format!("{entity} by {}", columns[0]), entity, &columns[..1], query));
    }
    for index in &table.indexes {
        let column = index.partition_key[0].name.as_str();
        let query = query(table, Some(index.name.clone()), column);
        all.push(pattern(format!("{entity} {}", index.name.replace('_', " ")), entity, &[column], query));
    }
    all
}

fn query(table: &Table, index: Option<String>, column: &str) -> Operation {
    let condition = KeyCondition::Equals(template(&[column]));
    let key = BTreeMap::from([(column.to_owned(), condition)]);
    Operation::Query(Query { table: table.name.clone(), index, key, all_pages: true, ..Query::default() })
}

/// Returns a pattern that expects exactly the sample rows with these values.
fn pattern(name: String, entity: &str, columns: &[&str], operation: Operation) -> AccessPattern {
    let sample = |column: &&str| {
        let of = format!("{entity}.{column}");
        ((*column).to_owned(), Parameter::Sample { of, row: 0 })
    };
    let conditions = columns
        .iter()
        .map(|column| ((*column).to_owned(), KeyCondition::Equals(template(&[column]))))
        .collect();
    let rows = vec![ExpectedRows { item: entity.to_owned(), conditions, ..ExpectedRows::default() }];
    AccessPattern {
        name,
        rate: RATE,
        access: Access::Service,
        parameters: columns.iter().map(sample).collect(),
        operation: Some(operation),
        expect: Some(Expectation { rows, ..Expectation::default() }),
        ..AccessPattern::default()
    }
}
