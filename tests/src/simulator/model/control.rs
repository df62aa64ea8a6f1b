//! Creates, changes, deletes and describes tables and indexes of the reference.

use std::collections::BTreeMap;

use crate::simulator::model::{
    Answer, Due, IN_USE, IndexState, Model, NOT_FOUND, Outcome, Status, Table, VALIDATION,
};
use crate::simulator::request::{IndexShape, TableShape};
use crate::simulator::value::{Kind, item_size};

#[derive(Clone, Debug)]
pub struct Description {
    pub name: String,
    pub status: Status,
    pub item_count: u64,
    pub size_bytes: u64,
    pub indexes: BTreeMap<String, IndexDescription>,
}

#[derive(Clone, Debug)]
pub struct IndexDescription {
    /// None for local indexes.
    pub status: Option<Status>,
    /// Entries and their bytes. None while the index is being created or deleted.
    pub figures: Option<(u64, u64)>,
}

impl Status {
    pub fn name(self) -> &'static str {
        match self {
            Status::Creating => "CREATING",
            Status::Active => "ACTIVE",
            Status::Updating => "UPDATING",
            Status::Deleting => "DELETING",
        }
    }
}

impl Model {
    pub(super) fn create_table(&mut self, shape: &TableShape) -> Outcome {
        if self.tables.contains_key(&shape.name) {
            return Err(IN_USE.into());
        }
        let states = shape
            .indexes
            .iter()
            .map(|index| (index.name.clone(), IndexState { status: Status::Creating, filled_from: 0 }));
        let table = Table {
            shape: shape.clone(),
            status: Status::Creating,
            writes: Vec::new(),
            indexes: states.collect(),
            due: Some((self.now_ms + self.delays.table_change_ms, Due::Active)),
        };
        self.tables.insert(shape.name.clone(), table);
        Ok(Answer::Done)
    }

    pub(super) fn delete_table(&mut self, name: &str) -> Outcome {
        let due_ms = self.now_ms + self.delays.table_change_ms;
        let table = self.tables.get_mut(name).ok_or(NOT_FOUND)?;
        if table.status != Status::Active {
            return Err(IN_USE.into());
        }
        table.status = Status::Deleting;
        table.due = Some((due_ms, Due::Gone));
        Ok(Answer::Done)
    }

    pub(super) fn create_index(&mut self, name: &str, index: &IndexShape) -> Outcome {
        let due_ms = self.now_ms + self.delays.index_backfill_ms;
        let table = self.active(name)?;
        if table.shape.index(&index.name).is_some() {
            return Err(VALIDATION.into());
        }
        if redefines(index, &table.shape) {
            return Err(VALIDATION.into());
        }
        table.shape.indexes.push(index.clone());
        let state = IndexState { status: Status::Creating, filled_from: 0 };
        table.indexes.insert(index.name.clone(), state);
        table.status = Status::Updating;
        table.due = Some((due_ms, Due::IndexFilled(index.name.clone())));
        Ok(Answer::Done)
    }

    pub(super) fn delete_index(&mut self, name: &str, index: &str) -> Outcome {
        let due_ms = self.now_ms + self.delays.table_change_ms;
        let table = self.active(name)?;
        if !table.shape.index(index).is_some_and(|index| index.global) {
            return Err(NOT_FOUND.into());
        }
        if let Some(state) = table.indexes.get_mut(index) {
            state.status = Status::Deleting;
        }
        table.status = Status::Updating;
        table.due = Some((due_ms, Due::IndexGone(index.to_owned())));
        Ok(Answer::Done)
    }

    fn active(&mut self, name: &str) -> Result<&mut Table, &'static str> {
        let table = self.tables.get_mut(name).ok_or(NOT_FOUND)?;
        if table.status == Status::Active { Ok(table) } else { Err(IN_USE) }
    }

    pub(super) fn let_fall_due(&mut self, name: &str) {
        let Some(table) = self.tables.get_mut(name) else { return };
        let Some((_, due)) = table.due.take_if(|(due_ms, _)| *due_ms <= self.now_ms) else { return };
        match due {
            Due::Gone => {
                self.tables.remove(name);
                return;
            }
            Due::Active => table.indexes.values_mut().for_each(|state| state.status = Status::Active),
            Due::IndexFilled(index) => {
                let filled_from = table.writes.len();
                table.indexes.insert(index, IndexState { status: Status::Active, filled_from });
            }
            Due::IndexGone(index) => {
                table.indexes.remove(&index);
                table.shape.indexes.retain(|shape| shape.name != index);
            }
        }
        table.status = Status::Active;
    }

    pub(super) fn describe_table(&self, name: &str) -> Outcome {
        let table = self.tables.get(name).ok_or(NOT_FOUND)?;
        let items = table.items();
        let describe = |index: &IndexShape| {
            let status = table.indexes.get(&index.name).map_or(Status::Deleting, |state| state.status);
            let entries = table.indexed_items(index, self.now_ms, self.delays.index_propagation_ms);
            let entries = entries.iter().filter_map(|item| index.entry(&table.shape.key, item));
            let sizes: Vec<u64> = entries.map(|entry| item_size(&entry)).collect();
            let figures = (status == Status::Active).then(|| (sizes.len() as u64, sizes.iter().sum()));
            let status = index.global.then_some(status);
            (index.name.clone(), IndexDescription { status, figures })
        };
        Ok(Answer::Table(Description {
            name: name.to_owned(),
            status: table.status,
            item_count: items.len() as u64,
            size_bytes: items.values().map(item_size).sum(),
            indexes: table.shape.indexes.iter().map(describe).collect(),
        }))
    }
}

/// Returns whether an index gives another type to a key attribute of the table or of another index.
fn redefines(index: &IndexShape, table: &TableShape) -> bool {
    let known = table.indexes.iter().flat_map(|known| known.key.attributes());
    let differs = |(name, kind): &(String, Kind)| {
        index.key.attributes().any(|(other, wanted)| other == name && wanted != kind)
    };
    known.chain(table.key.attributes()).any(differs)
}
