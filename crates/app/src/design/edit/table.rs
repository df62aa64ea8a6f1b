//! Edits of a table, of its indexes, and of the keys of its items.

use dynalab_modeling::design::{AttributeType, IndexKind, Mode, Projection, Table, When};
use dynalab_modeling::{Design, Template};
use serde::{Deserialize, Serialize};

use super::Edit;
use crate::design::{additions, table_edits};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TableEdit {
    Replace(Box<Table>),
    Remove,
    Rename(String),
    /// Renames a key attribute of the table and its indexes, by its number among [`Table::key_attributes`].
    RenameKey {
        number: usize,
        name: String,
    },
    /// Sets the type of a key attribute wherever it is a key, by its number among [`Table::key_attributes`].
    SetKeyType {
        number: usize,
        data_type: AttributeType,
    },
    SetTtl(Option<String>),
    SetMode(Mode),
    /// How often in a month the table switches to on-demand.
    SetSwitches(u32),
    SetRecovery(bool),
    AddIndex,
    Index {
        number: usize,
        edit: IndexEdit,
    },
    /// Sets a key template. An empty template removes the attribute from items of this kind.
    SetKey {
        item: usize,
        attribute: String,
        template: Template,
    },
    /// Sets the condition under which an item has a key.
    SetWhen {
        item: usize,
        attribute: String,
        when: Option<When>,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum IndexEdit {
    Remove,
    Rename(String),
    SetKind(IndexKind),
    SetProjection(Projection),
}

impl TableEdit {
    /// Returns the edit of the table at this position.
    pub fn of(self, table: usize) -> Edit {
        Edit::Table { table, edit: self }
    }

    pub(super) fn apply(self, design: &mut Design, place: usize) {
        let Some(table) = design.tables.get_mut(place) else { return };
        match self {
            TableEdit::Replace(replaced) => *table = *replaced,
            TableEdit::Remove => table_edits::remove_table(design, place),
            TableEdit::Rename(name) => table_edits::rename_table(design, place, &name),
            TableEdit::RenameKey { number, name } => {
                let old = table.key_attributes().get(number).map(|key| key.name.clone());
                if let Some(old) = old {
                    table_edits::rename_key(design, place, &old, &name);
                }
            }
            TableEdit::SetKeyType { number, data_type } => {
                table_edits::set_key_type(table, number, data_type)
            }
            TableEdit::SetTtl(attribute) => table.ttl = attribute,
            TableEdit::SetMode(mode) => table.mode = mode,
            TableEdit::SetSwitches(count) => table.switches_to_on_demand = count,
            TableEdit::SetRecovery(is_on) => table.recovery = is_on,
            TableEdit::AddIndex => additions::add_index(design, place),
            TableEdit::Index { number, edit } => edit.apply(design, (place, number)),
            TableEdit::SetKey { item, attribute, template } => {
                table_edits::set_key(design, (place, item), attribute, template);
            }
            TableEdit::SetWhen { item, attribute, when } => {
                let key = table.items.get_mut(item).and_then(|item| item.keys.get_mut(&attribute));
                if let Some(key) = key {
                    key.when = when;
                }
            }
        }
    }
}

impl IndexEdit {
    /// Returns the edit of an index, by the position of its table and its number there.
    pub fn of(self, (table, number): (usize, usize)) -> Edit {
        TableEdit::Index { number, edit: self }.of(table)
    }

    fn apply(self, design: &mut Design, place: (usize, usize)) {
        match self {
            IndexEdit::Remove => table_edits::remove_index(design, place),
            IndexEdit::Rename(name) => table_edits::rename_index(design, place, &name),
            IndexEdit::SetKind(kind) => table_edits::set_kind(design, place, kind),
            IndexEdit::SetProjection(projection) => {
                let table = design.tables.get_mut(place.0);
                if let Some(index) = table.and_then(|table| table.indexes.get_mut(place.1)) {
                    index.projection = projection;
                }
            }
        }
    }
}
