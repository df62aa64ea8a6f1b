//! The sample in a table, by kind of item and by key. It is loaded into a scratch engine, and after a change only the changed kinds are
//! loaded again.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Range;

use dynalab_capacity::item_anatomy::STORED_OVERHEAD_BYTES;
use dynalab_capacity::write_units;
use dynalab_types::{AttributeValue, Budget, Item, TooMuch};

use super::scratch::Scratch;
use super::tables::entry_bytes;
use crate::bounds;
use crate::design::{Index, KeyAttribute, Placement, Table};
use crate::error::FillError;
use crate::literal;
use crate::report::{ErrorReport, Place, Problem, ProblemReason};
use crate::sample::Sample;
use crate::sample::items::item_of;

/// The origin of an item in the sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The position of the kind in the table's list of items.
    pub placement: usize,
    /// The row of the entity.
    pub row: usize,
}

/// Maximum number of items of a table or index in a report. The workbench shows all of them.
pub const SHOWN_ITEMS: usize = 24;

/// An item of the sample in its table.
#[derive(Clone, Debug)]
pub struct StoredItem {
    pub origin: Origin,
    pub item: Item,
    pub size_bytes: u64,
}

/// The items of one table, with their keys as text.
#[derive(Clone, Debug, Default)]
pub struct TableItems {
    /// Sorted by kind, in the order of the table's list.
    pub items: Vec<StoredItem>,
    /// One element per kind of item of the table.
    pub kinds: Vec<Kind>,
    by_key: BTreeMap<String, usize>,
}

/// The items of one kind.
#[derive(Clone, Debug, Default)]
pub struct Kind {
    /// Their positions among the items of the table.
    pub stored: Range<usize>,
    /// For each row of the entity, true if its keys have values.
    pub fills: Vec<bool>,
    /// Size of the largest row, including rows that the engine rejects.
    pub largest_bytes: u64,
    pub in_table: Entries,
    /// One element per index, in the table's order.
    pub in_indexes: Vec<Entries>,
}

/// The items of one kind that a table or an index stores.
#[derive(Clone, Debug, Default)]
pub struct Entries {
    pub count: u64,
    /// Size with the storage overhead.
    pub bytes: u64,
    pub largest_bytes: u64,
    /// Write units to write each entry once.
    pub write_units: f64,
    /// Positions of the first entries, sorted by the key.
    pub first: Vec<usize>,
}

/// Sorts items by the values of a key, then by their position in the sample.
#[derive(PartialEq, Eq)]
pub struct KeyOrder<'a> {
    values: Vec<Option<&'a AttributeValue>>,
    origin: Origin,
}

impl Ord for KeyOrder<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let orders = self.values.iter().zip(&other.values).map(|both| match both {
            (Some(left), Some(right)) => literal::order(left, right),
            _ => Ordering::Equal,
        });
        let by_key = orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal);
        by_key.then(self.origin.cmp(&other.origin))
    }
}

impl PartialOrd for KeyOrder<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl StoredItem {
    pub fn order_in(&self, key: &[&KeyAttribute]) -> KeyOrder<'_> {
        let values = key.iter().map(|attribute| self.item.get(&attribute.name)).collect();
        KeyOrder { values, origin: self.origin }
    }
}

impl Entries {
    /// Counts the items from a position on that have all attributes of the key.
    fn from_index<'a>(
        items: &'a [StoredItem],
        from: usize,
        key: &[&KeyAttribute],
        size: impl Fn(&StoredItem) -> u64,
    ) -> Entries {
        let mut entries = Entries::default();
        let mut order: Vec<(KeyOrder<'a>, usize)> = Vec::with_capacity(items.len());
        for (place, stored) in items.iter().enumerate() {
            let in_key = stored.order_in(key);
            if in_key.values.iter().all(Option::is_some) {
                let bytes = size(stored);
                entries.count += 1;
                entries.bytes += bytes + STORED_OVERHEAD_BYTES;
                entries.largest_bytes = entries.largest_bytes.max(bytes);
                entries.write_units += write_units(bytes).as_units();
                order.push((in_key, from + place));
            }
        }
        order.sort_unstable();
        entries.first = order.into_iter().take(SHOWN_ITEMS).map(|(_, place)| place).collect();
        entries
    }
}

/// Returns the table key of an item as text. Equal keys give equal texts.
pub fn key_text(table: &Table, item: &Item) -> String {
    let mut text = String::new();
    for attribute in table.key() {
        if let Some(value) = item.get(&attribute.name) {
            dynalab_types::wire::write_value(value, &mut text);
        }
        text.push('\u{1f}');
    }
    text
}

impl Kind {
    /// Makes the items of all rows whose keys have values.
    ///
    /// # Errors
    /// Returns the refusal if the items would become too much in the table and its indexes.
    fn make(
        table: &Table,
        placement: &Placement,
        sample: &Sample,
        budget: &Budget,
    ) -> Result<(Kind, Vec<Result<Item, FillError>>), TooMuch> {
        let rows = sample.rows(&placement.entity).map_or(&[][..], |rows| &rows.rows);
        for row in rows {
            let (bytes, steps) = bounds::of_stored_row(table, placement, row);
            budget.step(steps)?;
            budget.produce(bytes)?;
        }
        let made: Vec<_> = rows.iter().map(|row| item_of(table, placement, row)).collect();
        let sizes = made.iter().flatten().map(Item::size_bytes);
        let kind = Kind {
            largest_bytes: sizes.max().unwrap_or(0),
            fills: made.iter().map(Result::is_ok).collect(),
            ..Kind::default()
        };
        Ok((kind, made))
    }

    /// Updates the sums for the items at these positions.
    fn settle(&mut self, table: &Table, items: &[StoredItem], stored: Range<usize>) {
        let own = items.get(stored.clone()).unwrap_or_default();
        let key: Vec<&KeyAttribute> = table.key().collect();
        self.in_table = Entries::from_index(own, stored.start, &key, |stored| stored.size_bytes);
        let of_index = |index: &Index| {
            let key: Vec<&KeyAttribute> = index.key().collect();
            Entries::from_index(own, stored.start, &key, |stored| entry_bytes(table, index, &stored.item))
        };
        self.in_indexes = table.indexes.iter().map(of_index).collect();
        self.stored = stored;
    }
}

impl TableItems {
    /// Writes the sample. Reports the first problem of each kind of item and skips the rest of that kind.
    ///
    /// # Errors
    /// Returns the problem if the items would become too much.
    pub fn load(
        table: &Table,
        sample: &Sample,
        scratch: &mut Scratch,
        (budget, problems): (&Budget, &mut Vec<Problem>),
    ) -> Result<TableItems, Box<Problem>> {
        let mut loaded = TableItems::default();
        for (place, placement) in table.items.iter().enumerate() {
            let of_item = || {
                let item = Some(placement.name().to_owned());
                Place { table: Some(table.name.clone()), item, ..Place::default() }
            };
            let made = Kind::make(table, placement, sample, budget);
            let too_much =
                |refusal| Box::new(Problem { place: of_item(), reason: ProblemReason::TooMuch(refusal) });
            let (mut kind, made) = made.map_err(too_much)?;
            let first = loaded.items.len();
            let refused = made.into_iter().enumerate().find_map(|(row, item)| {
                let origin = Origin { placement: place, row };
                let item = item.map_err(ProblemReason::from);
                item.and_then(|item| loaded.add(table, origin, item, scratch)).err()
            });
            kind.settle(table, &loaded.items, first..loaded.items.len());
            loaded.kinds.push(kind);
            problems.extend(refused.map(|reason| Problem { place: of_item(), reason }));
        }
        Ok(loaded)
    }

    pub fn with_key(&self, key: &str) -> Option<&StoredItem> {
        self.items.get(*self.by_key.get(key)?)
    }

    /// Returns the stored items of the kind at this position of the table's list.
    pub fn of_kind(&self, placement: usize) -> &[StoredItem] {
        self.kinds.get(placement).and_then(|kind| self.items.get(kind.stored.clone())).unwrap_or_default()
    }

    fn add(
        &mut self,
        table: &Table,
        origin: Origin,
        item: Item,
        scratch: &mut Scratch,
    ) -> Result<(), ProblemReason> {
        let key = self.free_key(table, origin, &item)?;
        scratch.put(table, &item).map_err(refused)?;
        self.by_key.insert(key, self.items.len());
        self.items.push(StoredItem { origin, size_bytes: item.size_bytes(), item });
        Ok(())
    }

    /// Returns the key as text if no other item has it.
    fn free_key(&self, table: &Table, origin: Origin, item: &Item) -> Result<String, ProblemReason> {
        let key = key_text(table, item);
        let name = |placement: usize| table.items.get(placement).map_or("", Placement::name).to_owned();
        let Some(other) = self.with_key(&key) else { return Ok(key) };
        let values = table.key().filter_map(|attribute| item.get(&attribute.name));
        Err(ProblemReason::SameKey {
            item: name(origin.placement),
            other: name(other.origin.placement),
            key: values.map(literal::show).collect::<Vec<_>>().join(" / "),
        })
    }

    /// Writes these kinds of items again after their templates or rows changed.
    ///
    /// # Errors
    /// Returns an error if a write fails or the number of items changed. Then load everything again.
    pub fn reload(
        &mut self,
        table: &Table,
        kinds: &[usize],
        sample: &Sample,
        (scratch, budget): (&mut Scratch, &Budget),
    ) -> Result<(), CannotReload> {
        for stored in kinds.iter().flat_map(|kind| self.of_kind(*kind)) {
            scratch.delete(table, &stored.item).map_err(|_| CannotReload)?;
        }
        for kind in kinds {
            let stored = self.kinds.get(*kind).ok_or(CannotReload)?.stored.clone();
            for place in stored {
                self.by_key.remove(&key_text(table, &self.items[place].item));
            }
        }
        for place in kinds {
            let placement = table.items.get(*place).ok_or(CannotReload)?;
            let made = Kind::make(table, placement, sample, budget);
            let (mut kind, made) = made.map_err(|_| CannotReload)?;
            let stored = self.kinds[*place].stored.clone();
            if made.len() != stored.len() {
                return Err(CannotReload);
            }
            for (row, item) in made.into_iter().enumerate() {
                let item = item.map_err(|_| CannotReload)?;
                let origin = Origin { placement: *place, row };
                let key = self.free_key(table, origin, &item).map_err(|_| CannotReload)?;
                scratch.put(table, &item).map_err(|_| CannotReload)?;
                let at = stored.start + row;
                self.by_key.insert(key, at);
                self.items[at] = StoredItem { origin, size_bytes: item.size_bytes(), item };
            }
            kind.settle(table, &self.items, stored);
            self.kinds[*place] = kind;
        }
        Ok(())
    }
}

/// The error of a failed reload. The stored items are in an undefined state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CannotReload;

fn refused(error: ErrorReport) -> ProblemReason {
    ProblemReason::Refused { operation: "PutItem".into(), error: error.name, message: error.message }
}
