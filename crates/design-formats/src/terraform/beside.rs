//! Parts of a table that are resources of their own: its global indexes, and its items.

use std::collections::BTreeSet;

use dynalab_modeling::Design;
use dynalab_modeling::bounds::VALUE_BYTES;
use dynalab_modeling::design::{Index, Table};
use dynalab_modeling::formats::{FormatError, ImportNote, create_table};
use dynalab_modeling::literal::item_from_wire;
use dynalab_types::{Bound, Budget, Item, TooMuch};
use hcl::Body;
use serde_json::{Value, json};

use super::expand::{Expansion, Repeated};
use super::members::Members;
use super::read::{CAPACITY_BLOCKS, CapacityBlock};
use super::resources::of_kind;
use super::values::Values;
use crate::{first_patterns, items};

pub const INDEX: &str = "aws_dynamodb_global_secondary_index";
pub const ITEM: &str = "aws_dynamodb_table_item";

/// The units of an index of its own.
const PROVISIONED: CapacityBlock = (
    "ProvisionedThroughput",
    "provisioned_throughput",
    [("ReadCapacityUnits", "read_capacity_units"), ("WriteCapacityUnits", "write_capacity_units")],
);

/// What is read beside the tables.
pub struct Beside<'a, 'b> {
    pub body: &'a Body,
    pub values: &'a mut Values<'b>,
    pub budget: &'a Budget,
    pub notes: &'a mut Vec<ImportNote>,
}

impl Beside<'_, '_> {
    /// Returns the resources of a type, each as often as the plan has it.
    fn resources(&mut self, kind: &'static str) -> Result<Vec<Repeated>, TooMuch> {
        let mut all = Vec::new();
        let mut found = BTreeSet::new();
        for (name, block) in of_kind(self.body, kind) {
            let mut expansion =
                Expansion { values: &mut *self.values, notes: &mut found, budget: self.budget };
            all.extend(expansion.resource(kind, name, block.body())?);
        }
        self.notes.extend(found);
        Ok(all)
    }

    fn leave_out(&mut self, kind: &str, name: &str) {
        let member = if kind == ITEM { "item" } else { "index" };
        let place = format!("{kind}.{name}");
        self.notes.push(ImportNote::LeftOut { place, member: member.to_owned() });
    }

    /// Adds the indexes to their tables.
    ///
    /// # Errors
    /// Returns an error if an index has no key, or if there are too many.
    pub fn read_indexes(&mut self, tables: &mut [Table]) -> Result<(), FormatError> {
        for Repeated { name, body } in self.resources(INDEX)? {
            let members = Members::of(self.values, &body)?;
            let table = members.text("table_name");
            let Some(table) = tables.iter_mut().find(|known| Some(known.name.as_str()) == table) else {
                self.leave_out(INDEX, &name);
                continue;
            };
            let place = format!("{INDEX}.{name}");
            let index = self.index(&members, &name)?;
            self.notes.extend(members.notes(&place, ""));
            Bound::Indexes.check(table.indexes.len() + 1).map_err(|refusal| refusal.at_member(&place))?;
            match create_table::read_table(&index, &place, self.notes)?.indexes.pop() {
                Some(index) => put_index(table, index),
                None => self.leave_out(INDEX, &name),
            }
        }
        Ok(())
    }

    /// Returns the blocks of an index with this name, whose members `names` are taken.
    fn blocks<'b>(
        &mut self,
        members: &Members<'b>,
        (kind, names): (&str, &[&str]),
        index: &str,
    ) -> Result<Vec<Members<'b>>, TooMuch> {
        let mut found = Vec::new();
        for block in members.blocks(kind) {
            let own = Members::of(self.values, block.body())?;
            names.iter().for_each(|name| {
                own.get(name);
            });
            self.notes.extend(own.notes(&format!("{INDEX}.{index}"), &format!("{kind}.")));
            found.push(own);
        }
        Ok(found)
    }

    /// Returns a request for a table that has only this index and its key.
    fn index(&mut self, members: &Members, name: &str) -> Result<Value, TooMuch> {
        let of_key = ["attribute_name", "key_type", "attribute_type"];
        let elements = self.blocks(members, ("key_schema", &of_key), name)?;
        let member = |element: &Members, name: &str| element.get(name).cloned().unwrap_or_default();
        let schema: Value = elements
            .iter()
            .map(|element| {
                json!({ "AttributeName": member(element, "attribute_name"), "KeyType": member(element, "key_type") })
            })
            .collect();
        let types: Value = elements
            .iter()
            .map(|element| {
                json!({ "AttributeName": member(element, "attribute_name"), "AttributeType": member(element, "attribute_type") })
            })
            .collect();
        let of_projection = ["projection_type", "non_key_attributes"];
        let projection = self.blocks(members, ("projection", &of_projection), name)?.pop();
        let mut index = json!({
            "IndexName": members.get("index_name").cloned().unwrap_or_else(|| json!(name)),
            "KeySchema": schema,
            "Projection": {},
        });
        for (member, name) in
            [("ProjectionType", "projection_type"), ("NonKeyAttributes", "non_key_attributes")]
        {
            if let Some(value) = projection.as_ref().and_then(|projection| projection.get(name)) {
                index["Projection"][member] = value.clone();
            }
        }
        for (member, block, names) in CAPACITY_BLOCKS.iter().chain([&PROVISIONED]) {
            if let Some(units) = self.blocks(members, (block, &names.map(|(_, own)| own)), name)?.pop() {
                let both = names.iter();
                let known =
                    both.filter_map(|(name, own)| Some(((*name).to_owned(), units.get(own)?.clone())));
                index[*member] = Value::Object(known.collect());
            }
        }
        Ok(json!({
            "TableName": name,
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": types,
            "KeySchema": schema,
            "GlobalSecondaryIndexes": [index],
        }))
    }

    /// Makes the items of each table its sample, with first access patterns.
    ///
    /// # Errors
    /// Returns the refusal if the items would become too much.
    pub fn read_items(&mut self, design: &mut Design) -> Result<(), TooMuch> {
        let mut found: Vec<(usize, Vec<Item>)> = Vec::new();
        for Repeated { name, body } in self.resources(ITEM)? {
            let members = Members::of(self.values, &body)?;
            // The names of the keys are those of the table.
            members.pass(&["hash_key", "range_key"]);
            let table = members.text("table_name");
            let place = design.tables.iter().position(|known| Some(known.name.as_str()) == table);
            let item =
                members.text("item").and_then(|item| item_from_wire(&serde_json::from_str(item).ok()?));
            let has_key = |item: &Item, table: &Table| {
                table.key().all(|key| {
                    item.get(&key.name).is_some_and(|value| value.data_type().name() == key.data_type.name())
                })
            };
            match (place, item) {
                (Some(place), Some(item)) if has_key(&item, &design.tables[place]) => {
                    self.notes.extend(members.notes(&format!("{ITEM}.{name}"), ""));
                    self.budget.produce(item.size_bytes() as usize + item.len() * VALUE_BYTES)?;
                    match found.iter_mut().find(|(known, _)| *known == place) {
                        Some((_, items)) => items.push(item),
                        None => found.push((place, vec![item])),
                    }
                }
                _ => self.leave_out(ITEM, &name),
            }
        }
        if found.is_empty() {
            return Ok(());
        }
        let mut filled: BTreeSet<String> = BTreeSet::new();
        for (place, items) in found {
            let table = design.tables.remove(place);
            filled.insert(table.name.clone());
            items::fill(design, table, items, self.notes);
            // The table keeps its place.
            if let Some(table) = design.tables.pop() {
                design.tables.insert(place, table);
            }
        }
        first_patterns::add_for(design, |table| filled.contains(&table.name));
        self.notes.retain(|note| *note != ImportNote::KeysOnly);
        let requests_per_second = first_patterns::RATE.average as u64;
        self.notes.push(ImportNote::FirstPatterns { requests_per_second });
        Ok(())
    }
}

/// Adds an index. The types of keys that the table has are those of the table.
fn put_index(table: &mut Table, mut index: Index) {
    let known = table.key_attributes();
    for key in index.partition_key.iter_mut().chain(&mut index.sort_key) {
        if let Some(own) = known.iter().find(|own| own.name == key.name) {
            key.data_type = own.data_type;
        }
    }
    match table.indexes.iter_mut().find(|own| own.name == index.name) {
        Some(own) => *own = index,
        None => table.indexes.push(index),
    }
}
