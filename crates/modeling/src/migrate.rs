//! The migration from one design to a second one. It only adds until reads switch, and drops at the end.

pub mod commands;
mod copies;
pub mod run;

use std::collections::BTreeMap;

use copies::Copies;
use dynalab_capacity::write_units;
use serde::{Deserialize, Serialize};

use crate::check::check;
use crate::design::{Design, Entity, Index, IndexKind, Placement, Table};
use crate::report::Report;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Migration {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// Write units of all backfills, copies and new indexes together.
    pub write_units: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Step {
    CreateTable {
        table: String,
        because: TableReason,
    },
    /// The application starts to write these attributes, by the templates.
    WriteAttributes {
        table: String,
        item: String,
        attributes: BTreeMap<String, String>,
    },
    /// Writes these attributes to existing items.
    Backfill {
        table: String,
        item: String,
        attributes: Vec<String>,
        items: f64,
        write_units: f64,
    },
    /// The application starts to write both the old and the new item.
    WriteBoth {
        item: String,
        from_table: String,
        to_table: String,
        /// Attributes that only the old item has until they are moved.
        without: Vec<String>,
    },
    /// Copies items to a new table or a new key.
    CopyItems {
        item: String,
        from_table: String,
        to_table: String,
        /// Attributes that the copy leaves out, so that an index does not contain both items.
        without: Vec<String>,
        /// Indexes that contain both items until the old ones are deleted, and the table if both have the same partition key.
        twice: Vec<String>,
        items: f64,
        write_units: f64,
    },
    /// Moves key attributes of indexes from the item with the old key to the item with the new key, in one transaction.
    MoveIndexKeys {
        table: String,
        item: String,
        attributes: Vec<String>,
        items: f64,
        write_units: f64,
    },
    /// DynamoDB backfills the index. `replaces` is an index of the same name, because its keys cannot change.
    CreateIndex {
        table: String,
        index: String,
        replaces: Option<String>,
        entries: f64,
        write_units: f64,
    },
    /// These patterns start to send their new request.
    SwitchPatterns {
        patterns: Vec<String>,
    },
    DropIndex {
        table: String,
        index: String,
    },
    /// Deletes the items with their old key.
    DeleteItems {
        table: String,
        item: String,
        items: f64,
        write_units: f64,
    },
    /// Removes the attributes of a deleted index.
    RemoveAttributes {
        table: String,
        item: String,
        attributes: Vec<String>,
    },
    DropTable {
        table: String,
    },
}

/// Why a table cannot be changed in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TableReason {
    New,
    /// The key of a table cannot change.
    KeyChanged,
    /// A local index is created with its table.
    LocalIndexes,
}

/// Returns the name of the table that replaces a table.
fn successor(table: &str) -> String {
    format!("{table}_next")
}

struct Planner<'a> {
    from: &'a Design,
    to: &'a Design,
    report: &'a Report,
    add: Vec<Step>,
    fill: Vec<Step>,
    shift: Vec<Step>,
    drop: Vec<Step>,
}

/// Returns the steps from one design to the second. Tables, items and indexes are matched by name.
pub fn migrate(from: &Design, to: &Design) -> Migration {
    migrate_checked(from, to, &check(to))
}

/// Returns the steps from one design to the second. `report` is the report of `to`.
pub fn migrate_checked(from: &Design, to: &Design, report: &Report) -> Migration {
    let (add, fill, shift, drop) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut planner = Planner { from, to, report, add, fill, shift, drop };
    for table in &to.tables {
        planner.plan_table(table);
    }
    for table in from.tables.iter().filter(|table| to.table(&table.name).is_none()) {
        planner.drop.push(Step::DropTable { table: table.name.clone() });
    }
    let patterns: Vec<String> = to
        .patterns
        .iter()
        .filter(|pattern| from.pattern(&pattern.name).is_none_or(|old| old.operation != pattern.operation))
        .map(|pattern| pattern.name.clone())
        .collect();
    let Planner { add, fill, shift, drop, .. } = planner;
    let mut steps: Vec<Step> = add.into_iter().chain(fill).chain(shift).collect();
    if !patterns.is_empty() {
        steps.push(Step::SwitchPatterns { patterns });
    }
    steps.extend(drop);
    let write_units = steps.iter().map(Step::write_units).sum();
    Migration { steps, write_units }
}

impl Step {
    pub fn write_units(&self) -> f64 {
        match self {
            Step::Backfill { write_units, .. }
            | Step::CopyItems { write_units, .. }
            | Step::MoveIndexKeys { write_units, .. }
            | Step::CreateIndex { write_units, .. }
            | Step::DeleteItems { write_units, .. } => *write_units,
            _ => 0.0,
        }
    }
}

impl Planner<'_> {
    fn plan_table(&mut self, table: &Table) {
        let old = self.from.table(&table.name);
        let reason = match old {
            None => Some(TableReason::New),
            Some(old) if (&old.partition_key, &old.sort_key) != (&table.partition_key, &table.sort_key) => {
                Some(TableReason::KeyChanged)
            }
            Some(old) if locals(old) != locals(table) => Some(TableReason::LocalIndexes),
            Some(_) => None,
        };
        match (reason, old) {
            (Some(because), old) => {
                let name = if old.is_some() { successor(&table.name) } else { table.name.clone() };
                self.add.push(Step::CreateTable { table: name.clone(), because });
                for placement in &table.items {
                    self.copy(&name, placement, Copies::default());
                }
                if old.is_some() {
                    self.drop.push(Step::DropTable { table: table.name.clone() });
                }
            }
            (None, Some(old)) => {
                for placement in &table.items {
                    self.plan_items(old, table, placement);
                }
                self.plan_indexes(old, table);
                for gone in old.items.iter().filter(|item| table.placement(item.name()).is_none()) {
                    self.delete(&table.name, gone);
                }
            }
            (None, None) => {}
        }
    }

    fn plan_items(&mut self, old: &Table, table: &Table, placement: &Placement) {
        let Some(before) = old.placement(placement.name()) else {
            return self.copy(&table.name, placement, Copies::default());
        };
        let is_moved = table.key().any(|key| before.keys.get(&key.name) != placement.keys.get(&key.name));
        if is_moved {
            let copies = copies::find(self.from, self.to, [old, table], [before, placement]);
            let moved = copies.moved.clone();
            self.copy(&table.name, placement, copies);
            self.shift(table, placement, moved);
            return self.delete(&table.name, before);
        }
        let is_new = |name: &String| before.keys.get(name) != placement.keys.get(name);
        let written: BTreeMap<String, String> = placement
            .keys
            .iter()
            .filter(|(name, _)| is_new(name))
            .map(|(name, key)| (name.clone(), key.template.to_string()))
            .chain(self.new_attributes(placement))
            .collect();
        if !written.is_empty() {
            let (items, units) = self.size(&placement.entity);
            let attributes = written.keys().cloned().collect();
            let (table, item) = (table.name.clone(), placement.name().to_owned());
            let step =
                Step::WriteAttributes { table: table.clone(), item: item.clone(), attributes: written };
            self.add.push(step);
            self.fill.push(Step::Backfill { table, item, attributes, items, write_units: units });
        }
        let gone: Vec<String> =
            before.keys.keys().filter(|name| !placement.keys.contains_key(*name)).cloned().collect();
        if !gone.is_empty() {
            let (table, item) = (table.name.clone(), placement.name().to_owned());
            self.drop.push(Step::RemoveAttributes { table, item, attributes: gone });
        }
    }

    /// Returns the entity's new attributes, each with itself as template. The application provides their values.
    fn new_attributes(&self, placement: &Placement) -> Vec<(String, String)> {
        let attributes = |design: &Design| -> Vec<String> {
            let entity: Option<&Entity> = design.entity(&placement.entity);
            entity
                .into_iter()
                .flat_map(|entity| &entity.attributes)
                .map(|attribute| attribute.name.clone())
                .collect()
        };
        let before = attributes(self.from);
        let stored = |name: &String| placement.attributes.as_ref().is_none_or(|stored| stored.contains(name));
        attributes(self.to)
            .into_iter()
            .filter(|name| !before.contains(name) && stored(name))
            .map(|name| (name.clone(), format!("{{{name}}}")))
            .collect()
    }

    fn plan_indexes(&mut self, old: &Table, table: &Table) {
        for index in &table.indexes {
            let before = old.index(&index.name);
            if before == Some(index) {
                continue;
            }
            let (entries, write_units) = self.entries(table, index);
            let replaces = before.map(|before| before.name.clone());
            let name = if replaces.is_some() { successor(&index.name) } else { index.name.clone() };
            let step = Step::CreateIndex {
                table: table.name.clone(),
                index: name,
                replaces: replaces.clone(),
                entries,
                write_units,
            };
            self.fill.push(step);
            if let Some(index) = replaces {
                self.drop.insert(0, Step::DropIndex { table: table.name.clone(), index });
            }
        }
        for index in old.indexes.iter().filter(|index| table.index(&index.name).is_none()) {
            self.drop.insert(0, Step::DropIndex { table: table.name.clone(), index: index.name.clone() });
        }
    }

    fn copy(&mut self, to_table: &str, placement: &Placement, copies: Copies) {
        let holds = |table: &&Table| table.placement(placement.name()).is_some();
        let from_table = self.from.tables.iter().find(holds).map(|table| table.name.clone());
        let (items, write_units) = self.size(&placement.entity);
        let item = placement.name().to_owned();
        match from_table {
            Some(from_table) => {
                let to_table = to_table.to_owned();
                self.add.push(Step::WriteBoth {
                    item: item.clone(),
                    from_table: from_table.clone(),
                    to_table: to_table.clone(),
                    without: copies.moved.clone(),
                });
                let Copies { moved: without, twice } = copies;
                let copy = Step::CopyItems { item, from_table, to_table, without, twice, items, write_units };
                self.fill.push(copy);
            }
            // The entity exists, and this kind of item is new. It is made from existing items.
            None if self.from.entity(&placement.entity).is_some() => {
                let attributes =
                    placement.keys.iter().map(|(name, key)| (name.clone(), key.template.to_string()));
                let table = to_table.to_owned();
                let written: BTreeMap<String, String> = attributes.collect();
                let names = written.keys().cloned().collect();
                self.add.push(Step::WriteAttributes {
                    table: table.clone(),
                    item: item.clone(),
                    attributes: written,
                });
                self.fill.push(Step::Backfill { table, item, attributes: names, items, write_units });
            }
            None => {}
        }
    }

    fn shift(&mut self, table: &Table, placement: &Placement, attributes: Vec<String>) {
        if attributes.is_empty() {
            return;
        }
        let (items, write_units) = self.size(&placement.entity);
        // Two writes in a transaction have twice their units. Each index with such an attribute loses an entry and gets one.
        let is_moved = |index: &&Index| index.key().any(|key| attributes.contains(&key.name));
        let entries: f64 = table
            .indexes
            .iter()
            .filter(is_moved)
            .map(|index| self.kind_entries(table, index, placement))
            .sum();
        let (table, item) = (table.name.clone(), placement.name().to_owned());
        let write_units = 4.0 * write_units + 2.0 * entries;
        self.shift.push(Step::MoveIndexKeys { table, item, attributes, items, write_units });
    }

    /// Returns the write units of the entries of one kind of item.
    fn kind_entries(&self, table: &Table, index: &Index, placement: &Placement) -> f64 {
        let report = self.report.tables.iter().find(|report| report.name == table.name);
        let found = report.and_then(|report| report.indexes.iter().find(|found| found.name == index.name));
        let kinds = found.into_iter().flat_map(|found| &found.kinds);
        kinds
            .filter(|kind| kind.item == placement.name())
            .map(|kind| self.scale(&placement.entity) * kind.write_units)
            .sum()
    }

    /// Returns the items in production per row of the sample.
    fn scale(&self, entity: &str) -> f64 {
        let report = self.report.entities.iter().find(|report| report.name == entity);
        self.size(entity).0 / report.map_or(1, |report| report.sample_rows.max(1)) as f64
    }

    fn delete(&mut self, table: &str, placement: &Placement) {
        let (items, write_units) = self.size(&placement.entity);
        let (table, item) = (table.to_owned(), placement.name().to_owned());
        self.drop.push(Step::DeleteItems { table, item, items, write_units });
    }

    /// Returns the items in production, and the write units to write each of them once.
    fn size(&self, entity: &str) -> (f64, f64) {
        let report = self.report.entities.iter().find(|report| report.name == entity);
        let rows = report.map_or(0, |report| report.sample_rows);
        let found = self.to.entity(entity).or(self.from.entity(entity));
        let items = found.map_or(0, |entity| entity.count).max(rows) as f64;
        let bytes = report.map_or(0.0, |report| report.mean_bytes);
        (items, items * write_units(bytes.ceil() as u64).as_units())
    }

    fn entries(&self, table: &Table, index: &Index) -> (f64, f64) {
        let report = self.report.tables.iter().find(|report| report.name == table.name);
        let found = report.and_then(|report| report.indexes.iter().find(|found| found.name == index.name));
        let mut entries = 0.0;
        let mut units = 0.0;
        for kind in found.into_iter().flat_map(|found| &found.kinds) {
            let Some(placement) = table.placement(&kind.item) else { continue };
            let scale = self.scale(&placement.entity);
            entries += scale * kind.entries as f64;
            units += scale * kind.write_units;
        }
        (entries, units)
    }
}

fn locals(table: &Table) -> Vec<&Index> {
    table.indexes.iter().filter(|index| index.kind == IndexKind::Local).collect()
}
