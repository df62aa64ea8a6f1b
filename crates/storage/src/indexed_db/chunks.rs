//! Operations on a workspace within a transaction: the head, the log chunks and the snapshot chunks.

use std::ops::RangeInclusive;

use indexed_db_futures::KeyRange;
use indexed_db_futures::cursor::CursorDirection;
use indexed_db_futures::error::Error;
use indexed_db_futures::prelude::*;
use indexed_db_futures::typed_array::Uint8Array;

use super::failure;
use super::transaction::{Work, bytes_of};
use crate::error::{Damage, Part, StoreError};
use crate::format::{self, HEADER_BYTES, Head, Kind};
use crate::rules;
use crate::store::Revision;

pub(super) const META: &str = "meta";
pub(super) const LOG: &str = "log";
pub(super) const SNAPSHOT: &str = "snapshot";
pub(super) const HEAD_KEY: &str = "head";
/// Limits how much one read returns: 16 MB if chunks have 256 KB.
pub(super) const CHUNKS_PER_READ: u32 = 64;

impl Work<'_> {
    /// Reads the head, updated with the end of the log, and whether the last chunk is torn. The transaction's scope must include
    /// the log.
    pub(super) async fn read_head(&self) -> Result<Option<(Head, bool)>, StoreError> {
        let head = self.get(META, HEAD_KEY).await?;
        let last = self.read_last().await?;
        let last = last.as_ref().map(|(number, chunk)| (*number, &chunk[..]));
        rules::read_head(head)?.map(|head| rules::at_end(head, last)).transpose()
    }

    /// Reads the last value of the log and its key.
    async fn read_last(&self) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        let log = self.store(LOG)?;
        let newest = log.open_cursor().with_direction(CursorDirection::Prev).primitive();
        let Some(mut cursor) = newest.map_err(failure::of_work)?.await.map_err(failure::of_work)? else {
            return Ok(None);
        };
        let number = number_of(cursor.key())?;
        let value = cursor.next_record::<Uint8Array>().await.transpose();
        value.map(|value| Ok((number, bytes_of(value, LOG)?))).transpose()
    }

    /// Reads the head as [`read_head`](Work::read_head) does, or returns an empty head. The transaction's scope must include
    /// every object store.
    pub(super) async fn read_head_or_empty(&self) -> Result<(Head, bool), StoreError> {
        match self.read_head().await? {
            Some(read) => Ok(read),
            None => Ok((rules::without_head(self.is_empty().await?)?, false)),
        }
    }

    /// Returns true if the log and the snapshot have no chunks.
    pub(super) async fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.count(LOG).await? == 0 && self.count(SNAPSHOT).await? == 0)
    }

    /// Reads the chunks of the snapshot. Fails if their number is not the one in the head.
    pub(super) async fn read_snapshot(&self, head: &Head) -> Result<Vec<Vec<u8>>, StoreError> {
        let counted = u64::from(head.snapshot_chunk_count);
        rules::check_count(Part::Snapshot, self.count(SNAPSHOT).await? as usize, counted)?;
        let mut chunks = Vec::new();
        for next in (0..counted).step_by(CHUNKS_PER_READ as usize) {
            let last = (counted - 1).min(next + u64::from(CHUNKS_PER_READ) - 1);
            chunks.extend(self.get_all(SNAPSHOT, keys(next..=last), CHUNKS_PER_READ).await?);
        }
        Ok(chunks)
    }

    /// Reads the chunks of the log after revision `after`, up to `last`. A joined chunk leaves keys without a chunk.
    pub(super) async fn read_log(&self, last: Revision, after: Revision) -> Result<Vec<Vec<u8>>, StoreError> {
        let mut chunks = Vec::new();
        let mut next = after.0 + 1;
        while next <= last.0 {
            let read = self.get_all(LOG, keys(next..=last.0), CHUNKS_PER_READ).await?;
            let is_last = read.len() < CHUNKS_PER_READ as usize;
            // A chunk with another revision than its key is damaged. The rules report that, so the next key need not be exact.
            let stated = read.last().and_then(|chunk| format::stated_revision(chunk));
            let found = stated.filter(|found| (next..=last.0).contains(&found.0));
            next = found.map_or(next + read.len() as u64, |found| found.0 + 1);
            chunks.extend(read);
            if is_last {
                break;
            }
        }
        Ok(chunks)
    }

    pub(super) fn put_head(&self, head: &Head) -> Result<(), StoreError> {
        self.put(META, HEAD_KEY, &format::encode_head(head))
    }

    pub(super) fn put_fence(&self, place: Revision) -> Result<(), StoreError> {
        self.put_chunk(LOG, place.0, &format::header(Kind::Fence, place, b""), b"")
    }

    pub(super) fn put_chunk(
        &self,
        store_name: &str,
        at: u64,
        header: &[u8; HEADER_BYTES],
        payload: &[u8],
    ) -> Result<(), StoreError> {
        self.put(store_name, key(at), &joined(header, payload))
    }

    /// Puts a chunk from another store, including its header.
    pub(super) fn put_stored(&self, store_name: &str, at: u64, chunk: &[u8]) -> Result<(), StoreError> {
        self.put(store_name, key(at), chunk)
    }

    /// Deletes the chunks of the log with these revisions.
    pub(super) fn delete_log(&self, gone: RangeInclusive<u64>) -> Result<(), StoreError> {
        if gone.is_empty() { Ok(()) } else { self.delete(LOG, keys(gone)) }
    }
}

pub(super) fn joined(header: &[u8; HEADER_BYTES], payload: &[u8]) -> Vec<u8> {
    [header, payload].concat()
}

/// Returns the IndexedDB key of a number. Keys are floating-point numbers; a `u64` would become a BigInt, which is not a valid
/// key.
pub(super) fn key(number: u64) -> f64 {
    number as f64
}

fn keys(numbers: RangeInclusive<u64>) -> KeyRange<f64> {
    KeyRange::from(key(*numbers.start())..=key(*numbers.end()))
}

fn number_of(key: Result<Option<f64>, Error>) -> Result<u64, StoreError> {
    let is_whole = |number: &f64| *number >= 0.0 && number.fract() == 0.0;
    match key {
        Ok(key) => key.filter(is_whole).map(|number| number as u64).ok_or(Damage::NoRevision.into()),
        Err(Error::Serialisation(_)) => Err(Damage::NoRevision.into()),
        Err(error) => Err(failure::of_work(error)),
    }
}
