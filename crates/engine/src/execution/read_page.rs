//! Reads one results page from a key range of a table or index: at most 1 MB or `Limit` items. Filters and projects the items,
//! and charges all evaluated ones.

use std::ops::Bound;
use std::sync::Arc;

use dynalab_capacity::{HalfUnits, ReadConsistency, read_units};
use dynalab_types::{Item, KeyBytes, PackedItem};

use crate::database::charges::{CapacityKind, Owner};
use crate::database::table::IndexKind;
use crate::error::DynamoError;
use crate::execution::context::{Context, ItemService};
use crate::request::read_request::{BoundRead, ReadRequest, ReadSource, Select};
use crate::trace::{EventKind, PageEnd};

/// The maximum size of a page in evaluated bytes. DynamoDB's exact rule is not published. Here, the item that reaches the limit
/// is the last of its page.
pub const PAGE_MAX_BYTES: u64 = 1024 * 1024;

/// A range of keys and the direction of reading.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyRange {
    pub from: Bound<Vec<u8>>,
    pub to: Bound<Vec<u8>>,
    pub forward: bool,
}

impl KeyRange {
    /// Returns the range of all keys, in ascending order.
    pub fn whole() -> KeyRange {
        KeyRange { from: Bound::Unbounded, to: Bound::Unbounded, forward: true }
    }

    /// Narrows the range to the keys after `start`, in the direction of reading.
    pub fn after(mut self, start: &KeyBytes) -> KeyRange {
        let bound = Bound::Excluded(start.as_slice().to_vec());
        if self.forward {
            self.from = bound;
        } else {
            self.to = bound;
        }
        self
    }

    /// Returns true if the key is in the range.
    pub fn contains(&self, key: &KeyBytes) -> bool {
        let key = key.as_slice();
        let after_from = match &self.from {
            Bound::Included(from) => key >= from.as_slice(),
            Bound::Excluded(from) => key > from.as_slice(),
            Bound::Unbounded => true,
        };
        let before_to = match &self.to {
            Bound::Included(to) => key <= to.as_slice(),
            Bound::Excluded(to) => key < to.as_slice(),
            Bound::Unbounded => true,
        };
        after_from && before_to
    }

    /// Returns the lower and the upper bound.
    pub fn bounds(&self) -> (Bound<&[u8]>, Bound<&[u8]>) {
        (as_slice(&self.from), as_slice(&self.to))
    }

    /// Returns true for an inverted range, on which `BTreeMap` would panic.
    pub fn is_empty(&self) -> bool {
        let (Bound::Included(from) | Bound::Excluded(from), Bound::Included(to) | Bound::Excluded(to)) =
            (&self.from, &self.to)
        else {
            return false;
        };
        let both_included = matches!((&self.from, &self.to), (Bound::Included(_), Bound::Included(_)));
        from > to || (from == to && !both_included)
    }
}

/// One page of results.
#[derive(Debug, Default)]
pub struct Page {
    pub items: Vec<PackedItem>,
    pub evaluated: u64,
    pub returned: u64,
    /// The LastEvaluatedKey. `None` at the end of the range.
    pub last_key: Option<Item>,
}

/// The state while a page is read.
pub struct Walk<'a, 'c, 'd, S: PageService> {
    context: &'c mut Context<'d, S>,
    pub request: &'a ReadRequest,
    bound: &'a BoundRead,
    pub source: &'a ReadSource<'a>,
    fetches: bool,
    page: Page,
    evaluated_bytes: u64,
    /// The consumed capacity by partition, if partitions have limits.
    draws: Option<S::Draws<'a>>,
}

/// Reads one page and charges it.
///
/// # Errors
/// The read is throttled.
pub fn read_page<S: PageService>(
    context: &mut Context<S>,
    request: &ReadRequest,
    bound: &BoundRead,
    source: &ReadSource,
    range: KeyRange,
) -> Result<Page, DynamoError> {
    let draws = S::begin_page(context, source, &range)?;
    let stale = S::stale_rows(context, request, source, &range)?;
    let mut walk = Walk {
        fetches: request.should_fetch(source, bound.projection.as_ref()),
        context,
        request,
        bound,
        source,
        page: Page::default(),
        evaluated_bytes: 0,
        draws,
    };
    let end = match range.is_empty() {
        true => PageEnd::End,
        false => S::walk(&mut walk, stale.as_ref(), &range),
    };
    let last = walk.page.last_key.as_ref().and_then(|last| source.start_key_bytes(last));
    S::end_walk(walk.context, stale, request, source, (&range, last.as_ref()))?;
    let least = S::least_page_units(walk.context, request.consistency(), source, (&range, last.as_ref()));
    Ok(walk.finish(end, least))
}

fn as_slice(bound: &Bound<Vec<u8>>) -> Bound<&[u8]> {
    match bound {
        Bound::Included(bytes) => Bound::Included(bytes),
        Bound::Excluded(bytes) => Bound::Excluded(bytes),
        Bound::Unbounded => Bound::Unbounded,
    }
}

impl<S: PageService> Walk<'_, '_, '_, S> {
    /// Reads the range in the current state of the rows.
    pub fn walk_present(&mut self, range: &KeyRange) -> PageEnd {
        let rows = self.source.rows.range(range.bounds());
        if range.forward { self.walk(rows) } else { self.walk(rows.rev()) }
    }

    /// Reads rows until the page is full, and returns why it ended.
    pub fn walk<'r>(&mut self, rows: impl Iterator<Item = (&'r KeyBytes, &'r PackedItem)>) -> PageEnd {
        let limit = self.request.limit.map(|limit| limit as u64);
        let mut last: Option<&PackedItem> = None;
        for (key, item) in rows {
            if limit == Some(self.page.evaluated) {
                break;
            }
            // The item that reaches the limit is the last of its page.
            if self.evaluated_bytes >= PAGE_MAX_BYTES {
                self.page.last_key = last.map(|item| self.source.start_key_of(&item.unpack()));
                return PageEnd::Size;
            }
            let size_bytes = match self.source.index {
                Some(index) => index.entry_size_bytes(item),
                None => self.source.table.read_size_bytes(item),
            };
            self.evaluated_bytes += size_bytes;
            self.page.evaluated += 1;
            S::draw_row(&mut self.draws, key, size_bytes);
            self.evaluate(key, item, size_bytes);
            last = Some(item);
        }
        // DynamoDB returns a LastEvaluatedKey whenever it stops at `Limit`, even if no more items follow.
        if limit == Some(self.page.evaluated) {
            self.page.last_key = last.map(|item| self.source.start_key_of(&item.unpack()));
            return PageEnd::Limit;
        }
        PageEnd::End
    }

    /// Filters and projects one item. The item is unpacked only if that is necessary.
    fn evaluate(&mut self, key: &KeyBytes, row: &PackedItem, size_bytes: u64) {
        let source = &self.source.source;
        let key_schema = &self.source.table.definition.key;
        self.context.trace.emit_item(|| EventKind::Read {
            source: source.clone(),
            key: key_schema.key_of(&row.unpack()),
            size_bytes: Some(size_bytes),
        });
        let mut item = None;
        match self.source.index {
            Some(_) if self.fetches => self.charge_fetch(key, row),
            Some(index) if !index.projected.is_all() => item = Some(index.projected.project(&row.unpack())),
            _ => {}
        }
        if let Some(filter) = &self.bound.filter
            && !filter.matches(item.get_or_insert_with(|| row.unpack()))
        {
            self.context.trace.emit_item(|| EventKind::FilteredOut {
                source: source.clone(),
                key: key_schema.key_of(&row.unpack()),
            });
            return;
        }
        self.page.returned += 1;
        if self.request.select == Some(Select::Count) {
            return;
        }
        let is_narrow = self.source.index.is_some_and(|index| !self.fetches && !index.projected.is_all());
        self.page.items.push(match (&self.bound.projection, item) {
            (Some(projection), item) => {
                let item = item.unwrap_or_else(|| row.unpack());
                PackedItem::pack(&projection.project(&item))
            }
            (None, Some(item)) if is_narrow => PackedItem::pack(&item),
            (None, _) => row.clone(),
        });
    }

    /// Charges the read of an item in the table for attributes that a local index does not project.
    fn charge_fetch(&mut self, key: &KeyBytes, item: &PackedItem) {
        let owner = Owner::table(&self.source.table.definition.name);
        let units = read_units(self.source.table.read_size_bytes(item), self.request.consistency());
        S::draw_fetch(&mut self.draws, key, units);
        self.context.charge(owner, CapacityKind::Read, units);
    }

    fn finish(self, end: PageEnd, least: HalfUnits) -> Page {
        let table = &self.source.table.definition.name;
        let index = self.source.index.map(|index| (index.kind, index.name.clone()));
        // Adds a charge of zero for the table. The response has this member even if only a global index was read.
        if index.as_ref().is_some_and(|(kind, _)| *kind == IndexKind::Global) {
            self.context.charges.add(Owner::table(table), CapacityKind::Read, Default::default());
        }
        let owner = Owner { table: table.clone(), index };
        let units = read_units(self.evaluated_bytes, self.request.consistency()).max(least);
        self.context.trace.emit(|| EventKind::PageEnded {
            end,
            evaluated: self.page.evaluated,
            returned: self.page.returned,
        });
        S::end_page(self.context, self.draws, units, table, self.page.returned);
        self.context.charge(owner, CapacityKind::Read, units);
        self.page
    }
}

/// The simulation of DynamoDB for results pages. The default methods are the plain engine.
pub trait PageService: ItemService {
    /// The consumed capacity of a page by partition.
    type Draws<'a>;
    /// The rows of a range in which the serving replicas differ from the current state.
    type Stale<'a>;

    /// Returns true if a part of the page was read and the next step reads the rest.
    ///
    /// # Errors
    /// The error of the page.
    fn read_piece(
        _context: &Context<Self>,
        _request: &mut ReadRequest,
        _source: &ReadSource,
        _range: &KeyRange,
    ) -> Result<bool, DynamoError> {
        Ok(false)
    }

    /// Begins to count the consumed capacity by partition, if partitions have limits.
    ///
    /// # Errors
    /// The page is throttled.
    fn begin_page<'a>(
        _context: &mut Context<Self>,
        _source: &'a ReadSource<'a>,
        _range: &KeyRange,
    ) -> Result<Option<Self::Draws<'a>>, DynamoError> {
        Ok(None)
    }

    /// Returns the rows in which the serving replicas differ from the current state.
    ///
    /// # Errors
    /// No replica can serve the read.
    fn stale_rows<'a>(
        _context: &Context<'a, Self>,
        _request: &ReadRequest,
        _source: &ReadSource<'a>,
        _range: &KeyRange,
    ) -> Result<Option<Self::Stale<'a>>, DynamoError> {
        Ok(None)
    }

    /// Reads the rows of a range, with stale rows in place of the current ones.
    fn walk(walk: &mut Walk<Self>, _stale: Option<&Self::Stale<'_>>, range: &KeyRange) -> PageEnd {
        walk.walk_present(range)
    }

    /// Called for each row of the page.
    fn draw_row(_draws: &mut Option<Self::Draws<'_>>, _key: &KeyBytes, _size_bytes: u64) {}

    /// Called when a row of a local index needs a read of the item in the table.
    fn draw_fetch(_draws: &mut Option<Self::Draws<'_>>, _key: &KeyBytes, _units: HalfUnits) {}

    /// Called after the rows were read. The key is that of the last row, if the page ended before the range.
    ///
    /// # Errors
    /// No replica can serve the read.
    fn end_walk(
        _context: &mut Context<Self>,
        _stale: Option<Self::Stale<'_>>,
        _request: &ReadRequest,
        _source: &ReadSource,
        _stretch: (&KeyRange, Option<&KeyBytes>),
    ) -> Result<(), DynamoError> {
        Ok(())
    }

    /// Returns the least that the page consumes. The stretch is as in [`PageService::end_walk`].
    fn least_page_units(
        _context: &Context<Self>,
        _consistency: ReadConsistency,
        _source: &ReadSource,
        _stretch: (&KeyRange, Option<&KeyBytes>),
    ) -> HalfUnits {
        HalfUnits::ZERO
    }

    /// Called with the units of the page and the number of returned items.
    fn end_page(
        _context: &mut Context<Self>,
        _draws: Option<Self::Draws<'_>>,
        _units: HalfUnits,
        _table: &Arc<str>,
        _returned: u64,
    ) {
    }
}
