//! The chunks of the log in the order of their keys: one for each revision, or one that has many revisions joined.
//!
//! A joined chunk stands under its last revision. Its payload is the first revision (8 bytes), then each chunk's length (4 bytes) and
//! payload. Where fences were below that key, they stay: a tab that slept must still find its revision used.

use crate::error::{Damage, Part, Place, StoreError};
use crate::format::{self, FormatError, HEADER_BYTES, Head, Kind};
use crate::rules::{check_count, check_revision, damaged, only_writer, read_kind, unexpected_kind};
use crate::store::{Epoch, LogChunk, Revision};

const REVISION_BYTES: usize = 8;
const LENGTH_BYTES: usize = 4;

/// The content of a joined chunk.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Joined<'a> {
    pub first: Revision,
    /// The payloads of the revisions from `first` on.
    pub payloads: Vec<&'a [u8]>,
}

impl<'a> Joined<'a> {
    /// Reads the payload of the joined chunk with this last revision.
    pub(crate) fn read(payload: &'a [u8], last: Revision) -> Result<Joined<'a>, FormatError> {
        let (first, rest) =
            payload.split_first_chunk::<REVISION_BYTES>().ok_or(FormatError::ImpossibleJoin)?;
        let first = Revision(u64::from_le_bytes(*first));
        let payloads = read_payloads(rest).ok_or(FormatError::ImpossibleJoin)?;
        let counted = last.0.checked_sub(first.0).and_then(|later| later.checked_add(1));
        let is_possible = first.0 > 0 && counted == Some(payloads.len() as u64);
        if is_possible { Ok(Joined { first, payloads }) } else { Err(FormatError::ImpossibleJoin) }
    }

    pub(crate) fn chunks(&self) -> impl Iterator<Item = (Revision, &'a [u8])> {
        (self.first.0..).map(Revision).zip(self.payloads.iter().copied())
    }
}

fn read_payloads(mut bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let mut payloads = Vec::new();
    while !bytes.is_empty() {
        let (length, rest) = bytes.split_first_chunk::<LENGTH_BYTES>()?;
        let (payload, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        payloads.push(payload);
        bytes = rest;
    }
    Some(payloads)
}

fn joined_payload(first: Revision, chunks: &[LogChunk]) -> Vec<u8> {
    let bytes: usize = chunks.iter().map(|chunk| LENGTH_BYTES + chunk.payload.len()).sum();
    let mut payload = Vec::with_capacity(REVISION_BYTES + bytes);
    payload.extend_from_slice(&first.0.to_le_bytes());
    for chunk in chunks {
        // A stored chunk is smaller than 4 GiB.
        payload.extend_from_slice(&(chunk.payload.len() as u32).to_le_bytes());
        payload.extend_from_slice(&chunk.payload);
    }
    payload
}

/// What a store writes to join chunks of its log.
pub(crate) struct JoinResult {
    pub head: Head,
    /// The chunk under `until`, in the place of the one that was there.
    pub until: Revision,
    pub payload: Vec<u8>,
    /// The chunks to delete. Empty if the first is also the last.
    pub gone: std::ops::RangeInclusive<u64>,
    /// The revisions among them at which fences stay.
    pub fences: Vec<Revision>,
}

/// Joins the chunks after `after`, up to `until`. `log` has the stored chunks in this range.
pub(crate) fn after_join(
    head: Option<Head>,
    epoch: Epoch,
    (after, until): (Revision, Revision),
    log: Vec<Vec<u8>>,
) -> Result<JoinResult, StoreError> {
    let head = only_writer(head, epoch)?;
    let conflict = StoreError::Conflict { expected: until, stored: head.revision };
    if after < head.snapshot_revision || until <= after || until > head.revision {
        return Err(conflict);
    }
    let first = Revision(after.0 + 1);
    // A joined chunk that begins before this range would lose its beginning.
    if log.iter().filter_map(|chunk| first_revision(chunk)).any(|begins| begins < first) {
        return Err(conflict);
    }
    let chunks = read_log(until, after, log)?;
    let is_within = |fence: &Revision| (first..until).contains(fence);
    let fences = head.fences.iter().copied().filter(is_within).collect();
    let payload = joined_payload(first, &chunks);
    Ok(JoinResult { head, until, payload, gone: first.0..=until.0 - 1, fences })
}

/// Returns the first revision of an intact joined chunk.
fn first_revision(chunk: &[u8]) -> Option<Revision> {
    match format::check(chunk) {
        Ok((Kind::Joined, last)) => {
            Joined::read(chunk.get(HEADER_BYTES..)?, last).ok().map(|joined| joined.first)
        }
        _ => None,
    }
}

/// Decodes the chunks after revision `after`, up to `last`.
pub(crate) fn read_log(
    last: Revision,
    after: Revision,
    log: Vec<Vec<u8>>,
) -> Result<Vec<LogChunk>, StoreError> {
    let mut walk = Walk::begin(last, after, &log)?;
    let mut chunks = Vec::new();
    for bytes in log {
        walk.step(&bytes, |revision, payload| chunks.push(LogChunk { revision, payload: payload.to_vec() }))?;
    }
    walk.end(last).map(|()| chunks)
}

/// As [`read_log`], without the content.
pub(crate) fn check_log(last: Revision, after: Revision, log: &[impl AsRef<[u8]>]) -> Result<(), StoreError> {
    let mut walk = Walk::begin(last, after, log)?;
    for bytes in log {
        walk.step(bytes.as_ref(), |_, _| {})?;
    }
    walk.end(last)
}

/// Goes through the chunks of a log.
struct Walk {
    after: Revision,
    next: Revision,
    /// The first of the fences whose revisions a joined chunk has. It follows them.
    fence: Option<Revision>,
}

impl Walk {
    fn begin(last: Revision, after: Revision, log: &[impl AsRef<[u8]>]) -> Result<Walk, StoreError> {
        if !log.iter().any(|chunk| format::has_kind(chunk.as_ref(), Kind::Joined)) {
            check_count(Part::Log, log.len(), last.0 - after.0)?;
        }
        Ok(Walk { after, next: Revision(after.0 + 1), fence: None })
    }

    /// Takes the next chunk and gives away its payloads with their revisions.
    fn step(&mut self, bytes: &[u8], mut take: impl FnMut(Revision, &[u8])) -> Result<(), StoreError> {
        let next = self.next;
        let place = Place::Log { revision: next };
        let (kind, revision) = read_kind(bytes, place)?;
        let payload = bytes.get(HEADER_BYTES..).unwrap_or_default();
        match kind {
            Kind::Fence if revision >= next => {
                self.fence = self.fence.or(Some(revision));
                return Ok(());
            }
            Kind::Log => {
                self.check_fence()?;
                check_revision(place, revision, next)?;
                take(revision, payload);
            }
            Kind::Joined => {
                let joined = Joined::read(payload, revision).map_err(|error| damaged(place, error))?;
                if joined.first > next || revision < next {
                    return Err(Damage::WrongRevision { place, found: joined.first, expected: next }.into());
                }
                // The reader has those before `next`.
                let wanted = joined.chunks().filter(|(revision, _)| *revision >= next);
                wanted.for_each(|(revision, payload)| take(revision, payload));
                self.fence = None;
            }
            Kind::Head | Kind::Snapshot | Kind::Fence => return Err(unexpected_kind(place, kind)),
        }
        self.next = Revision(revision.0 + 1);
        Ok(())
    }

    fn check_fence(&self) -> Result<(), StoreError> {
        match self.fence {
            Some(revision) => Err(unexpected_kind(Place::Log { revision }, Kind::Fence)),
            None => Ok(()),
        }
    }

    fn end(self, last: Revision) -> Result<(), StoreError> {
        self.check_fence()?;
        let found = self.next.0 - self.after.0 - 1;
        check_count(Part::Log, found as usize, last.0 - self.after.0)
    }
}

/// Returns the last revision that is in a joined chunk.
pub(crate) fn last_joined(log: &[Vec<u8>]) -> Option<Revision> {
    let of_chunk = |chunk: &Vec<u8>| match format::check(chunk) {
        Ok((Kind::Joined, revision)) => Some(revision),
        _ => None,
    };
    log.iter().rev().filter(|chunk| format::has_kind(chunk, Kind::Joined)).find_map(of_chunk)
}
