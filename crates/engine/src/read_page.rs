//! Walks a stretch of a table or index and makes one page: at most 1 MB or `Limit` items evaluated, then filtered and
//! projected, and charged for what was evaluated.

use std::ops::Bound;

use dynalab_capacity::read_units;
use dynalab_types::{Item, KeyBytes, PackedItem};

use crate::charges::{CapacityKind, Owner};
use crate::context::Context;
use crate::error::DynamoError;
use crate::read_request::{BoundRead, ReadRequest, ReadSource, Select};
#[cfg(feature = "complete")]
use crate::service::partition::PageDraws;
#[cfg(feature = "complete")]
use crate::service::stale_rows::{self, StaleRows};
use crate::table::IndexKind;
use crate::trace::{EventKind, PageEnd};

/// Evaluated bytes of one page. The exact rule at the edge is unpublished; ours stops before the item that would go
/// over, and always takes one.
pub const PAGE_MAX_BYTES: u64 = 1024 * 1024;

/// Which keys to walk, and in which direction.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KeyRange {
    pub from: Bound<Vec<u8>>,
    pub to: Bound<Vec<u8>>,
    pub forward: bool,
}

impl KeyRange {
    pub(crate) fn whole() -> KeyRange {
        KeyRange { from: Bound::Unbounded, to: Bound::Unbounded, forward: true }
    }

    /// Narrows the range to what lies behind `start`, in the direction of the walk.
    pub(crate) fn after(mut self, start: &KeyBytes) -> KeyRange {
        let bound = Bound::Excluded(start.as_slice().to_vec());
        if self.forward {
            self.from = bound;
        } else {
            self.to = bound;
        }
        self
    }

    pub(crate) fn contains(&self, key: &KeyBytes) -> bool {
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

    pub(crate) fn bounds(&self) -> (Bound<&[u8]>, Bound<&[u8]>) {
        (as_slice(&self.from), as_slice(&self.to))
    }

    /// An inverted range, which the map would panic on.
    pub(crate) fn is_empty(&self) -> bool {
        let (Bound::Included(from) | Bound::Excluded(from), Bound::Included(to) | Bound::Excluded(to)) =
            (&self.from, &self.to)
        else {
            return false;
        };
        let both_included = matches!((&self.from, &self.to), (Bound::Included(_), Bound::Included(_)));
        from > to || (from == to && !both_included)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Page {
    pub items: Vec<PackedItem>,
    pub evaluated: u64,
    pub returned: u64,
    /// The key to go on from; none when the range is exhausted.
    pub last_key: Option<Item>,
}

/// One walk in progress.
struct Walk<'a, 'c, 'd> {
    context: &'c mut Context<'d>,
    request: &'a ReadRequest,
    bound: &'a BoundRead,
    source: &'a ReadSource<'a>,
    fetches: bool,
    page: Page,
    evaluated_bytes: u64,
    /// Where partitions are limited.
    #[cfg(feature = "complete")]
    draws: Option<PageDraws<'a>>,
}

/// Reads one page and charges for it.
pub(crate) fn read_page(
    context: &mut Context,
    request: &ReadRequest,
    bound: &BoundRead,
    source: &ReadSource,
    range: KeyRange,
) -> Result<Page, DynamoError> {
    #[cfg(feature = "complete")]
    let (draws, stale) = (
        PageDraws::begin(context, source, &range)?,
        StaleRows::of(context, source, request.consistency(), &range)?,
    );
    let mut walk = Walk {
        fetches: request.fetches(source, bound.projection.as_ref()),
        context,
        request,
        bound,
        source,
        page: Page::default(),
        evaluated_bytes: 0,
        #[cfg(feature = "complete")]
        draws,
    };
    let end = if range.is_empty() {
        PageEnd::End
    } else {
        let rows = source.rows.range(range.bounds());
        #[cfg(feature = "complete")]
        let end = match (&request.so_far, &stale) {
            (Some(read), stale) => walk.walk(read.and_present(source.rows, stale.as_ref(), &range)),
            (None, Some(stale)) => walk.walk(stale.over(rows, range.forward)),
            (None, None) => walk.walk_either_way(rows, range.forward),
        };
        #[cfg(not(feature = "complete"))]
        let end = walk.walk_either_way(rows, range.forward);
        end
    };
    #[cfg(feature = "complete")]
    {
        let last = walk.page.last_key.as_ref().and_then(|last| source.start_key_bytes(last));
        stale_rows::tell(walk.context, stale, source, request.consistency(), (&range, last.as_ref()))?;
    }
    Ok(walk.finish(end))
}

fn as_slice(bound: &Bound<Vec<u8>>) -> Bound<&[u8]> {
    match bound {
        Bound::Included(bytes) => Bound::Included(bytes),
        Bound::Excluded(bytes) => Bound::Excluded(bytes),
        Bound::Unbounded => Bound::Unbounded,
    }
}

impl Walk<'_, '_, '_> {
    fn walk_either_way<'r>(
        &mut self,
        rows: impl DoubleEndedIterator<Item = (&'r KeyBytes, &'r PackedItem)>,
        forward: bool,
    ) -> PageEnd {
        if forward { self.walk(rows) } else { self.walk(rows.rev()) }
    }

    fn walk<'r>(&mut self, rows: impl Iterator<Item = (&'r KeyBytes, &'r PackedItem)>) -> PageEnd {
        let limit = self.request.limit.map(|limit| limit as u64);
        let mut last: Option<&PackedItem> = None;
        for (key, item) in rows {
            if limit == Some(self.page.evaluated) {
                break;
            }
            // The item that crosses the limit is the last of its page.
            if self.evaluated_bytes >= PAGE_MAX_BYTES {
                self.page.last_key = last.map(|item| self.source.start_key_of(&item.unpack()));
                return PageEnd::Size;
            }
            let size_bytes = match self.source.index {
                Some(index) => index.entry_size_bytes(item),
                None => item.size_bytes(),
            };
            self.evaluated_bytes += size_bytes;
            self.page.evaluated += 1;
            #[cfg(feature = "complete")]
            if let Some(draws) = &mut self.draws {
                draws.read(key, size_bytes);
            }
            self.evaluate(key, item, size_bytes);
            last = Some(item);
        }
        // The service gives a key to go on from whenever it stopped at the limit, even if nothing follows.
        if limit == Some(self.page.evaluated) {
            self.page.last_key = last.map(|item| self.source.start_key_of(&item.unpack()));
            return PageEnd::Limit;
        }
        PageEnd::End
    }

    /// An item that nobody looks into is passed on as it is kept.
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
            && !filter.holds(item.get_or_insert_with(|| row.unpack()))
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

    /// An attribute that a local index does not carry costs a read of the item in the table.
    #[cfg_attr(not(feature = "complete"), allow(unused_variables, reason = "the core has no limits"))]
    fn charge_fetch(&mut self, key: &KeyBytes, item: &PackedItem) {
        let owner = Owner::table(&self.source.table.definition.name);
        let units = read_units(item.size_bytes(), self.request.consistency());
        #[cfg(feature = "complete")]
        if let Some(draws) = &mut self.draws {
            draws.fetch(key, units);
        }
        self.context.charge(owner, CapacityKind::Read, units);
    }

    fn finish(self, end: PageEnd) -> Page {
        let table = &self.source.table.definition.name;
        let index = self.source.index.map(|index| (index.kind, index.name.clone()));
        // The table's arm is there, at zero, when a global index alone was read.
        if index.as_ref().is_some_and(|(kind, _)| *kind == IndexKind::Global) {
            self.context.charges.add(Owner::table(table), CapacityKind::Read, Default::default());
        }
        let owner = Owner { table: table.clone(), index };
        let units = read_units(self.evaluated_bytes, self.request.consistency());
        self.context.trace.emit(|| EventKind::PageEnded {
            end,
            evaluated: self.page.evaluated,
            returned: self.page.returned,
        });
        #[cfg(feature = "complete")]
        if let Some(draws) = self.draws {
            draws.take(self.context, units);
        }
        self.context.charge(owner, CapacityKind::Read, units);
        #[cfg(feature = "complete")]
        if self.context.config.dials.is_some() {
            self.context.charges.add_returned(table, self.page.returned);
        }
        self.page
    }
}
