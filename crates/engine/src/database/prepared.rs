//! What was computed ahead of a request. Without it, its execution computes the same: it changes the time that a step takes, and
//! nothing else.

use std::sync::{Arc, Mutex, PoisonError};

use dynalab_types::Timestamp;

use crate::database::new_items::NewItems;
use crate::database::rows::Rows;
use crate::database::table::{IndexDefinition, IndexRows, TableDefinition};

/// Parts that wait for their use. They are no state: a clone begins with none, and no comparison sees them.
#[derive(Debug, Default)]
pub struct Prepared {
    /// Behind a lock because a step reads the database, and takes out what it uses.
    parts: Mutex<Vec<PreparedPart>>,
}

/// The kinds of parts.
#[derive(Debug)]
pub enum PreparedPart {
    Index(Box<PreparedIndex>),
    Backup(PreparedBackup),
    Items(Box<PreparedItems>),
}

/// The entries of an index for these items.
#[derive(Debug)]
pub struct PreparedIndex {
    index: IndexDefinition,
    items: Rows,
    rows: IndexRows,
    /// The number of items whose entries are there.
    position: usize,
}

/// The record of a backup of these items. Its first bytes are the header, which has the time of the backup.
#[derive(Debug)]
pub struct PreparedBackup {
    pub items: Rows,
    pub header_bytes: usize,
    pub record: Arc<[u8]>,
}

/// The items of a restored table with this definition.
#[derive(Debug)]
pub struct PreparedItems {
    pub source: ItemsSource,
    pub definition: TableDefinition,
    pub items: NewItems,
}

/// Where the items of a restored table come from.
#[derive(Clone, Debug)]
pub enum ItemsSource {
    /// The record of a backup.
    Backup(Arc<[u8]>),
    /// A table, by its id, as it was at a time. The recorded writes from `next` on are not in the items.
    Table { id: Arc<str>, at: Timestamp, next: u64 },
}

impl Clone for Prepared {
    fn clone(&self) -> Prepared {
        Prepared::default()
    }
}

impl PartialEq for Prepared {
    fn eq(&self, _: &Prepared) -> bool {
        true
    }
}

impl Eq for Prepared {}

impl Prepared {
    /// Adds parts for the next request.
    pub fn add(&mut self, parts: Vec<PreparedPart>) {
        self.parts.get_mut().unwrap_or_else(PoisonError::into_inner).extend(parts);
    }

    /// Returns what was not used.
    pub fn take_all(&mut self) -> Vec<PreparedPart> {
        std::mem::take(self.parts.get_mut().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes out the first part of which `choose` makes something.
    fn take<T>(&self, choose: impl Fn(&mut PreparedPart) -> Option<T>) -> Option<T> {
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let (place, chosen) =
            parts.iter_mut().enumerate().find_map(|(place, part)| Some((place, choose(part)?)))?;
        parts.remove(place);
        Some(chosen)
    }

    /// Returns the entries of an index for the items of its table. Prepared ones receive the writes that arrived since.
    pub(crate) fn index_rows(&self, index: &IndexDefinition, items: &Rows) -> IndexRows {
        let prepared = self.take(|part| match part {
            PreparedPart::Index(prepared) => prepared.entries_of(index, items),
            _ => None,
        });
        prepared.unwrap_or_else(|| IndexRows::of_items(index, items))
    }

    /// Returns the prepared record of a backup, if it has these items.
    pub(crate) fn backup(&self, header: &[u8], items: &Rows) -> Option<Arc<[u8]>> {
        self.take(|part| match part {
            PreparedPart::Backup(prepared) => prepared.with_header(header, items),
            _ => None,
        })
    }

    /// Returns the prepared items of a restored table, if they are those of the record.
    pub fn items_of_backup(&self, record: &Arc<[u8]>, definition: &TableDefinition) -> Option<NewItems> {
        self.take(|part| match part {
            PreparedPart::Items(prepared) => match &prepared.source {
                ItemsSource::Backup(source) if Arc::ptr_eq(source, record) => prepared.items_for(definition),
                _ => None,
            },
            _ => None,
        })
    }

    /// Returns the prepared items of a table as it was at a time or shortly before, with the number of the first recorded write that they
    /// lack.
    pub fn items_of_table(
        &self,
        id: &str,
        at: Timestamp,
        definition: &TableDefinition,
    ) -> Option<(NewItems, u64)> {
        self.take(|part| match part {
            PreparedPart::Items(prepared) => match prepared.source {
                ItemsSource::Table { id: ref source, at: then, next } if **source == *id && then <= at => {
                    Some((prepared.items_for(definition)?, next))
                }
                _ => None,
            },
            _ => None,
        })
    }
}

impl PreparedIndex {
    /// Begins to fill an index. [`PreparedIndex::fill`] continues.
    pub fn begin(index: &IndexDefinition, items: &Rows) -> PreparedIndex {
        PreparedIndex { index: index.clone(), items: items.clone(), rows: IndexRows::default(), position: 0 }
    }

    /// Fills an index at once.
    pub fn whole(index: &IndexDefinition, items: &Rows) -> PreparedPart {
        let mut filled = PreparedIndex::begin(index, items);
        while !filled.fill(usize::MAX) {}
        PreparedPart::Index(Box::new(filled))
    }

    /// Adds the entries of the next items. Returns true when all are there.
    pub fn fill(&mut self, items: usize) -> bool {
        for (key, item) in self.items.from_position(self.position).take(items) {
            self.rows.follow(&self.index, key, None, Some(item));
            self.position += 1;
        }
        self.position == self.items.len()
    }

    /// Returns how many writes have arrived since.
    pub fn writes_since(&self, items: &Rows) -> usize {
        items.differences_since(&self.items).len()
    }

    /// Applies the writes that have arrived since to a filled index.
    pub fn update(&mut self, items: &Rows) {
        for difference in items.differences_since(&self.items) {
            self.rows.follow(&self.index, difference.key, difference.before, difference.after);
        }
        self.items = items.clone();
        self.position = items.len();
    }

    fn entries_of(&mut self, index: &IndexDefinition, items: &Rows) -> Option<IndexRows> {
        let is_same = (&self.index.name, &self.index.key, &self.index.projected)
            == (&index.name, &index.key, &index.projected);
        if !is_same || self.position < self.items.len() {
            return None;
        }
        let differences = items.differences_since(&self.items);
        // Where most items differ, this is an index of another table, or too old to be of use.
        if differences.len() > items.len() / 2 + 1 {
            return None;
        }
        let mut rows = std::mem::take(&mut self.rows);
        for difference in differences {
            rows.follow(index, difference.key, difference.before, difference.after);
        }
        Some(rows)
    }
}

impl PreparedBackup {
    fn with_header(&mut self, header: &[u8], items: &Rows) -> Option<Arc<[u8]>> {
        if header.len() != self.header_bytes || self.items != *items {
            return None;
        }
        let record = Arc::get_mut(&mut self.record)?;
        record.get_mut(..header.len())?.copy_from_slice(header);
        Some(self.record.clone())
    }
}

impl PreparedItems {
    fn items_for(&mut self, definition: &TableDefinition) -> Option<NewItems> {
        // The sizes of item collections follow from the key and the local indexes.
        let is_same = self.definition.key == definition.key && self.definition.indexes == definition.indexes;
        is_same.then(|| std::mem::take(&mut self.items))
    }
}
