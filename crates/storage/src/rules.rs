//! The rules that every store follows inside its transaction: which writer is valid, which revision is next, what stored bytes
//! mean.
//!
//! The functions are pure: a store reads bytes, calls a rule, and writes the result.
//!
//! - A writer that appended the newest chunk adds the next one without reading anything. Each revision of the log is used once,
//!   so the addition fails if another writer has used it.
//! - A claim puts a fence at the next revision. The new writer's first chunk replaces the fence. A compaction leaves a fence
//!   wherever there was one.
//! - Many chunks of the log can be joined to one, which stands under the last of their revisions: see [`log`].
//! - Any other writer first reads the head and the end of the log. The head counts the chunks known when it was written. The end
//!   of the log gives the rest.
//! - Each append is complete or did not happen, so chunks can only be missing at the end. A torn last chunk is ignored and the
//!   next append replaces it. All other damage is reported.

use std::ops::RangeInclusive;

use crate::error::{Damage, Part, Place, StoreError};
use crate::format::{self, FORMAT_VERSION, FormatError, HEADER_BYTES, Head, Kind, MAX_REVISION};
use crate::log;
use crate::store::{Chunks, Claim, Epoch, LogTail, Revision, SavedContent};

/// Decodes the head, if there is one.
pub(crate) fn read_head(bytes: Option<Vec<u8>>) -> Result<Option<Head>, StoreError> {
    bytes.map(|bytes| head_of(&bytes)).transpose()
}

/// Returns the head of a workspace that has none: an empty head. Fails if there are chunks, because a head must count them.
pub(crate) fn without_head(is_empty: bool) -> Result<Head, StoreError> {
    if is_empty { Ok(Head::default()) } else { Err(Damage::NoHead.into()) }
}

/// Returns the head updated with the end of the log, and whether the last chunk is torn. `last` is the last chunk of the log with
/// its number.
pub(crate) fn at_end(mut head: Head, last: Option<(u64, &[u8])>) -> Result<(Head, bool), StoreError> {
    let Some((number, chunk)) = last.filter(|(number, _)| *number > head.revision.0) else {
        return Ok((head, false));
    };
    if number > MAX_REVISION {
        return Err(Damage::NoSuchRevision { number }.into());
    }
    if format::is_torn(chunk) {
        head.revision = Revision(number - 1);
        return Ok((head, true));
    }
    let revision = Revision(number);
    let (kind, found) = read_kind(chunk, Place::Log { revision })?;
    head.revision = match kind {
        Kind::Log | Kind::Joined => revision,
        Kind::Fence => Revision(number - 1),
        Kind::Head | Kind::Snapshot => {
            return Err(unexpected_kind(Place::Log { revision }, kind));
        }
    };
    check_revision(Place::Log { revision }, found, revision)?;
    Ok((head, false))
}

/// Returns the head after a claim. The caller must write its last fence into the log.
pub(crate) fn after_claim(head: Head) -> Head {
    let next = Revision(head.revision.0 + 1);
    fenced(Head { epoch: Epoch(head.epoch.0 + 1), ..head }, next)
}

fn fenced(mut head: Head, place: Revision) -> Head {
    if head.fences.last() != Some(&place) {
        head.fences.push(place);
    }
    head
}

pub(crate) fn claim_of(head: &Head) -> Claim {
    Claim { epoch: head.epoch, revision: head.revision }
}

/// Returns the head after an append that had to read the head. Its revision is the new chunk's.
pub(crate) fn after_append(head: Option<Head>, epoch: Epoch, expected: Revision) -> Result<Head, StoreError> {
    let head = only_writer(head, epoch)?;
    if head.revision != expected {
        return Err(StoreError::Conflict { expected, stored: head.revision });
    }
    // Another writer may still consider this revision the next free one, so it becomes a fence.
    let next = Revision(expected.0 + 1);
    Ok(fenced(Head { revision: next, ..head }, next))
}

/// The result of a compaction.
pub(crate) struct CompactionResult {
    pub head: Head,
    /// The log chunks to delete: those after the old snapshot, up to the new one.
    pub gone: RangeInclusive<u64>,
    /// The revisions at which fences stay in the log.
    pub fences: Vec<Revision>,
}

pub(crate) fn after_replace(
    head: Option<Head>,
    epoch: Epoch,
    covered: Revision,
    chunk_count: usize,
) -> Result<CompactionResult, StoreError> {
    let mut head = only_writer(head, epoch)?;
    if covered > head.revision || covered < head.snapshot_revision {
        return Err(StoreError::Conflict { expected: covered, stored: head.revision });
    }
    let gone = head.snapshot_revision.0 + 1..=covered.0;
    let (fences, left) = head.fences.into_iter().partition(|fence| *fence <= covered);
    head.fences = left;
    head.snapshot_chunk_count = u32::try_from(chunk_count).map_err(|_| StoreError::Full)?;
    head.snapshot_revision = covered;
    Ok(CompactionResult { head, gone, fences })
}

pub(crate) fn only_writer(head: Option<Head>, epoch: Epoch) -> Result<Head, StoreError> {
    head.filter(|head| head.epoch == epoch && epoch != Epoch(0)).ok_or(StoreError::Deposed)
}

/// Decodes the stored content: the snapshot's chunks in order, and the log's chunks up to the head's revision.
pub(crate) fn read_saved(
    head: &Head,
    snapshot: Vec<Vec<u8>>,
    log: Vec<Vec<u8>>,
    discarded_tail: bool,
) -> Result<SavedContent, StoreError> {
    check_count(Part::Snapshot, snapshot.len(), u64::from(head.snapshot_chunk_count))?;
    let read_piece = |(index, bytes)| {
        let revision = head.snapshot_revision;
        read_payload(bytes, Kind::Snapshot, revision, Place::Snapshot { index })
    };
    let snapshot = snapshot.into_iter().enumerate().map(read_piece).collect::<Result<_, _>>()?;
    let joined = log::last_joined(&log);
    let log = log::read_log(head.revision, head.snapshot_revision, log)?;
    Ok(SavedContent {
        revision: head.revision,
        snapshot_revision: head.snapshot_revision,
        snapshot,
        log,
        joined,
        discarded_tail,
    })
}

/// Returns the chunks for a backup. Fails if any of them is damaged.
pub(crate) fn copied_out(
    head: &Head,
    snapshot: Vec<Vec<u8>>,
    log: Vec<Vec<u8>>,
) -> Result<Chunks<Vec<u8>>, StoreError> {
    // The copy has no fences: no earlier writer has access to the new store.
    let head = Head { fences: Vec::new(), ..head.clone() };
    let log = log.into_iter().filter(|chunk| !format::has_kind(chunk, Kind::Fence)).collect();
    let chunks = Chunks { head: format::encode_head(&head), snapshot, log };
    check(&chunks).map(|_| chunks)
}

pub(crate) fn head_of(chunk: &[u8]) -> Result<Head, StoreError> {
    format::decode_head(chunk.to_vec()).map_err(|error| damaged(Place::Head, error))
}

/// Checks all chunks and returns the decoded head. Fails if they are not valid output of a store.
pub(crate) fn check<B: AsRef<[u8]>>(chunks: &Chunks<B>) -> Result<Head, StoreError> {
    let head = head_of(chunks.head.as_ref())?;
    check_count(Part::Snapshot, chunks.snapshot.len(), u64::from(head.snapshot_chunk_count))?;
    for (index, chunk) in chunks.snapshot.iter().enumerate() {
        check_chunk(chunk.as_ref(), Kind::Snapshot, head.snapshot_revision, Place::Snapshot { index })?;
    }
    log::check_log(head.revision, head.snapshot_revision, &chunks.log)?;
    Ok(head)
}

/// Returns the key of a log chunk that [`check`] has accepted.
pub(crate) fn key_in_log(chunk: &[u8]) -> Result<Revision, StoreError> {
    read_kind(chunk, Place::Log { revision: Revision::ZERO }).map(|(_, revision)| revision)
}

/// Fails unless the workspace is empty. Only an empty workspace accepts copied chunks.
pub(crate) fn nothing_there(head: Option<Head>, has_chunks: bool) -> Result<(), StoreError> {
    match head {
        Some(head) => Err(StoreError::Conflict { expected: Revision::ZERO, stored: head.revision }),
        None => without_head(!has_chunks).map(drop),
    }
}

/// Returns true if the log still has every chunk after `revision`.
pub(crate) fn is_in_log(head: &Head, revision: Revision) -> bool {
    (head.snapshot_revision..=head.revision).contains(&revision)
}

/// Decodes the chunks after revision `after`, up to the head's revision, for a reading tab.
pub(crate) fn read_tail(head: &Head, after: Revision, log: Vec<Vec<u8>>) -> Result<LogTail, StoreError> {
    log::read_log(head.revision, after, log).map(LogTail::Chunks)
}

pub(crate) fn check_count(part: Part, found: usize, counted: u64) -> Result<(), StoreError> {
    let found = found as u64;
    if found == counted { Ok(()) } else { Err(Damage::WrongCount { part, found, counted }.into()) }
}

fn read_payload(
    mut bytes: Vec<u8>,
    kind: Kind,
    revision: Revision,
    place: Place,
) -> Result<Vec<u8>, StoreError> {
    check_chunk(&bytes, kind, revision, place)?;
    bytes.drain(..HEADER_BYTES);
    Ok(bytes)
}

fn check_chunk(bytes: &[u8], kind: Kind, revision: Revision, place: Place) -> Result<(), StoreError> {
    let (found_kind, found) = read_kind(bytes, place)?;
    if found_kind != kind {
        return Err(unexpected_kind(place, found_kind));
    }
    check_revision(place, found, revision)
}

pub(crate) fn read_kind(bytes: &[u8], place: Place) -> Result<(Kind, Revision), StoreError> {
    format::check(bytes).map_err(|error| damaged(place, error))
}

pub(crate) fn unexpected_kind(place: Place, found: Kind) -> StoreError {
    damaged(place, FormatError::UnexpectedKind { found })
}

pub(crate) fn check_revision(place: Place, found: Revision, expected: Revision) -> Result<(), StoreError> {
    if found == expected { Ok(()) } else { Err(Damage::WrongRevision { place, found, expected }.into()) }
}

pub(crate) fn damaged(place: Place, error: FormatError) -> StoreError {
    match error {
        FormatError::NewerVersion { found } => {
            StoreError::NewerFormat { found: u32::from(found), known: u32::from(FORMAT_VERSION) }
        }
        error => Damage::Chunk { place, error }.into(),
    }
}
