//! A page of Query or Scan that is read in several steps, as in DynamoDB's storage. Other requests can write between two steps.
//! Each item has its state at the time of its step. The rows are kept until the page is complete.

use dynalab_engine::database::rows::Rows;
use dynalab_engine::error::DynamoError;
use dynalab_engine::execution::read_page::{KeyRange, PAGE_MAX_BYTES};
use dynalab_engine::request::read_request::{ReadRequest, ReadSoFar, ReadSource};
use dynalab_types::{KeyBytes, PackedItem};

use crate::complete::Context;
use crate::stale_rows::StaleRows;

type Row<'r> = (&'r KeyBytes, &'r PackedItem);

/// Returns the rows as the serving replica has them now.
fn present<'r>(
    rows: &'r Rows,
    stale: Option<&'r StaleRows>,
    range: &'r KeyRange,
) -> Box<dyn Iterator<Item = Row<'r>> + 'r> {
    let rows = rows.range(range.bounds());
    match (stale, range.forward) {
        (Some(stale), forward) => stale.over(rows, forward),
        (None, true) => Box::new(rows),
        (None, false) => Box::new(rows.rev()),
    }
}

/// Returns the rows read so far, then the current ones.
pub(crate) fn and_present<'r>(
    read: &'r ReadSoFar,
    rows: &'r Rows,
    stale: Option<&'r StaleRows>,
    range: &'r KeyRange,
) -> impl Iterator<Item = Row<'r>> {
    let last = read.rows.last().map(|(key, _)| key);
    let is_read = move |(key, _): &Row<'r>| {
        last.is_some_and(|last| if range.forward { *key <= last } else { *key >= last })
    };
    let earlier = read.rows.iter().map(|(key, item)| (key, item));
    earlier.chain(present(rows, stale, range).skip_while(is_read))
}

/// Reads the next part of a page. Returns false if no rows are left, the page is full, or pages have only one step.
pub(crate) fn read_piece(
    context: &Context,
    request: &mut ReadRequest,
    source: &ReadSource,
    range: &KeyRange,
) -> Result<bool, DynamoError> {
    let size = context.config.dials.as_ref().map_or(0, |dials| dials.page_piece_items) as usize;
    if size == 0 || range.is_empty() {
        return Ok(false);
    }
    let stale = StaleRows::find(context, source, request.consistency(), range)?;
    let mut so_far = request.so_far.take().unwrap_or_default();
    let read = so_far.rows.len();
    let most = request.limit.map_or(size, |limit| size.min((limit as usize).saturating_sub(read)));
    let piece: Vec<(KeyBytes, PackedItem)> = and_present(&so_far, source.rows, stale.as_ref(), range)
        .skip(read)
        .take(most)
        .map(|(key, item)| (key.clone(), item.clone()))
        .collect();
    let is_more = !piece.is_empty() && so_far.size_bytes <= PAGE_MAX_BYTES;
    so_far.size_bytes += piece.iter().map(|(_, item)| item.size_bytes()).sum::<u64>();
    so_far.rows.extend(piece);
    request.so_far = Some(so_far);
    Ok(is_more)
}
