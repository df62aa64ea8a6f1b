//! Merges two designs: tables, entities and patterns by name. Anything that both have must be the same.

use std::collections::{BTreeMap, BTreeSet};

use dynalab_modeling::design::{
    Capacity, Design, Extra, Index, KeyAttribute, Mode, ReplicaConsistency, Table, TableClass,
};
use serde::{Deserialize, Serialize};

/// The part of a design in which two files differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Differs {
    pub part: Part,
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    Table,
    Index,
    Item,
    Entity,
    Pattern,
    /// The seed of the sample. Expected results depend on it.
    Seed,
    Member,
}

impl Part {
    /// Returns the name of the part in messages.
    pub fn name(self) -> &'static str {
        match self {
            Part::Table => "table",
            Part::Index => "index",
            Part::Item => "item",
            Part::Entity => "entity",
            Part::Pattern => "pattern",
            Part::Seed => "seed",
            Part::Member => "member",
        }
    }
}

/// Returns both designs in one.
///
/// # Errors
/// Returns the first part in which they differ.
pub fn merge(first: &mut Design, other: &Design) -> Result<Before, Differs> {
    let mut before = Before::of(first);
    match add_design(first, other, &mut before) {
        Ok(()) => Ok(before),
        Err(differs) => {
            before.restore(first);
            Err(differs)
        }
    }
}

/// What a design had before a merge. It copies only what the merge changed, because the design grows with each file.
pub struct Before {
    seed: u64,
    region: String,
    notes: usize,
    extra: BTreeSet<String>,
    entities: usize,
    relations: usize,
    patterns: usize,
    tables: usize,
    /// The tables that were changed, with their positions. The first change of a table is first.
    changed: Vec<(usize, Table)>,
}

impl Before {
    fn of(design: &Design) -> Before {
        Before {
            seed: design.seed,
            region: design.region.clone(),
            notes: design.notes.len(),
            extra: design.extra.keys().cloned().collect(),
            entities: design.entities.len(),
            relations: design.relations.len(),
            patterns: design.patterns.len(),
            tables: design.tables.len(),
            changed: Vec::new(),
        }
    }

    /// Takes back the merge.
    pub fn restore(self, design: &mut Design) {
        design.seed = self.seed;
        design.region = self.region;
        design.notes.truncate(self.notes);
        design.extra.retain(|name, _| self.extra.contains(name));
        design.entities.truncate(self.entities);
        design.relations.truncate(self.relations);
        design.patterns.truncate(self.patterns);
        for (place, table) in self.changed.into_iter().rev() {
            design.tables[place] = table;
        }
        design.tables.truncate(self.tables);
    }
}

fn add_design(merged: &mut Design, other: &Design, before: &mut Before) -> Result<(), Differs> {
    let needs_seed = |design: &Design| design.entities.iter().any(|entity| entity.rows.is_empty());
    if merged.seed != other.seed && needs_seed(merged) && needs_seed(other) {
        return Err(Differs { part: Part::Seed, name: other.seed.to_string() });
    }
    if !needs_seed(merged) {
        merged.seed = other.seed;
    }
    if merged.region == Design::default().region {
        merged.region.clone_from(&other.region);
    }
    add_notes(&mut merged.notes, &other.notes);
    add_members(&mut merged.extra, &other.extra)?;
    for entity in &other.entities {
        add(&mut merged.entities, entity, |entity| &entity.name, Part::Entity)?;
    }
    for relation in &other.relations {
        if !merged.relations.contains(relation) {
            merged.relations.push(relation.clone());
        }
    }
    for pattern in &other.patterns {
        add(&mut merged.patterns, pattern, |pattern| &pattern.name, Part::Pattern)?;
    }
    for table in &other.tables {
        match merged.tables.iter().position(|known| known.name == table.name) {
            Some(place) => {
                before.changed.push((place, merged.tables[place].clone()));
                add_to_table(&mut merged.tables[place], table)?;
            }
            None => merged.tables.push(table.clone()),
        }
    }
    Ok(())
}

/// Adds a named part, unless it is there already.
fn add<T: Clone + PartialEq>(
    parts: &mut Vec<T>,
    new: &T,
    name: impl Fn(&T) -> &String,
    part: Part,
) -> Result<(), Differs> {
    match parts.iter().find(|known| name(known) == name(new)) {
        None => parts.push(new.clone()),
        Some(known) if known == new => {}
        Some(_) => return Err(Differs { part, name: name(new).clone() }),
    }
    Ok(())
}

fn add_to_table(known: &mut Table, table: &Table) -> Result<(), Differs> {
    let differs = || Differs { part: Part::Table, name: table.name.clone() };
    if !is_same_key(&known.partition_key, &table.partition_key)
        || !is_same_key(&known.sort_key, &table.sort_key)
    {
        return Err(differs());
    }
    for index in &table.indexes {
        match known.indexes.iter_mut().find(|other| other.name == index.name) {
            None => known.indexes.push(index.clone()),
            Some(other) => {
                let is_same = is_same_index(other, index)
                    && add_setting(&mut other.capacity, &index.capacity, &Capacity::default());
                if !is_same {
                    let name = format!("{} ({})", index.name, table.name);
                    return Err(Differs { part: Part::Index, name });
                }
            }
        }
    }
    for index in &table.vector_indexes {
        add(&mut known.vector_indexes, index, |index| &index.name, Part::Index)?;
    }
    for placement in &table.items {
        match known.items.iter().find(|other| other.name() == placement.name()) {
            None => known.items.push(placement.clone()),
            Some(other) if other == placement => {}
            Some(_) => {
                let name = format!("{} ({})", placement.name(), table.name);
                return Err(Differs { part: Part::Item, name });
            }
        }
    }
    // A file that does not have a setting has its default.
    let defaults = Table::default();
    let is_added = add_setting(&mut known.ttl, &table.ttl, &defaults.ttl)
        && add_setting(&mut known.stream, &table.stream, &defaults.stream)
        && add_setting(&mut known.mode, &table.mode, &Mode::OnDemand)
        && add_setting(&mut known.class, &table.class, &TableClass::Standard)
        && add_setting(&mut known.replicas, &table.replicas, &defaults.replicas)
        && add_setting(
            &mut known.replica_consistency,
            &table.replica_consistency,
            &ReplicaConsistency::Eventual,
        )
        && add_setting(&mut known.capacity, &table.capacity, &defaults.capacity)
        && add_setting(&mut known.settings, &table.settings, &defaults.settings);
    if !is_added {
        return Err(differs());
    }
    known.recovery |= table.recovery;
    known.deletion_protection |= table.deletion_protection;
    add_notes(&mut known.notes, &table.notes);
    add_members(&mut known.extra, &table.extra)
}

/// Takes over a setting unless both have one. Returns false if they differ.
fn add_setting<T: Clone + PartialEq>(known: &mut T, new: &T, default: &T) -> bool {
    if known == default {
        known.clone_from(new);
    }
    new == default || known == new
}

fn is_same_key(one: &[KeyAttribute], other: &[KeyAttribute]) -> bool {
    let parts = |key: &[KeyAttribute]| -> Vec<_> {
        key.iter().map(|part| (part.name.clone(), part.data_type)).collect()
    };
    parts(one) == parts(other)
}

fn is_same_index(one: &Index, other: &Index) -> bool {
    one.kind == other.kind
        && is_same_key(&one.partition_key, &other.partition_key)
        && is_same_key(&one.sort_key, &other.sort_key)
        && one.projection == other.projection
}

fn add_notes(notes: &mut String, new: &str) {
    if !new.is_empty() && !notes.contains(new) {
        if !notes.is_empty() {
            notes.push('\n');
        }
        notes.push_str(new);
    }
}

fn add_members(known: &mut Extra, new: &BTreeMap<String, serde_json::Value>) -> Result<(), Differs> {
    for (name, value) in new {
        match known.get(name) {
            None => {
                known.insert(name.clone(), value.clone());
            }
            Some(other) if other == value => {}
            Some(_) => return Err(Differs { part: Part::Member, name: name.clone() }),
        }
    }
    Ok(())
}
