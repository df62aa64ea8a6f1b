//! A first design of pulled tables: entities, key templates and patterns, proposed by the reader of items that the page uses too.

use dynalab_design_formats::several::{self, NamedText};
use dynalab_modeling::Design;
use dynalab_modeling::document;
use dynalab_types::Item;
use dynalab_types::wire::write_item;

use crate::tables::FoundTable;

/// Items of a table that the reader looks at.
const ITEMS_MAX: usize = 2_000;
/// Bytes of a table's items that the reader looks at.
const BYTES_MAX: usize = 2 * 1024 * 1024;

/// The first items of each table.
#[derive(Clone, Debug, Default)]
pub struct Proposal {
    tables: Vec<(FoundTable, String, usize)>,
}

impl Proposal {
    /// Keeps an item, unless there are enough of its table.
    pub fn add(&mut self, found: &FoundTable, item: &Item) {
        let place = self.tables.iter().position(|(known, ..)| known.table.name == found.table.name);
        let place = place.unwrap_or_else(|| {
            self.tables.push((found.clone(), String::new(), 0));
            self.tables.len() - 1
        });
        let (_, text, count) = &mut self.tables[place];
        if *count < ITEMS_MAX && text.len() < BYTES_MAX {
            text.push_str("{\"Item\":");
            write_item(item, text);
            text.push_str("}\n");
            *count += 1;
        }
    }

    /// Returns the design as JSON. None if the items have no form that a design can have.
    pub fn write(&self, tables: impl Iterator<Item = FoundTable>) -> Option<String> {
        let mut files = Vec::new();
        let mut described = Vec::new();
        for found in tables {
            let name = found.table.name.clone();
            files.push(NamedText { name: format!("{name}.table.json"), text: found.create.to_string() });
            if let Some((_, text, _)) = self.tables.iter().find(|(known, ..)| known.table.name == name) {
                files.push(NamedText { name: format!("{name}.json"), text: text.clone() });
            }
            described.push(found);
        }
        let mut design: Design = several::open(&files).design?;
        for found in described {
            // What CreateTable does not have.
            if let Some(table) = design.tables.iter_mut().find(|table| table.name == found.table.name) {
                table.ttl.clone_from(&found.table.ttl);
                table.recovery = found.table.recovery;
                table.settings.recovery_days = found.table.settings.recovery_days;
                table.settings.tags.clone_from(&found.table.settings.tags);
            }
        }
        Some(document::write(&design))
    }
}
