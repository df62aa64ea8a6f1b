//! Every chunk of a workspace as it is stored, readable or not. Salvage uses it when the workspace cannot be opened.
//!
//! [`RawChunks::examine`] looks at each chunk by itself, so an unreadable chunk does not affect the others. [`file`] writes all
//! chunks into one file.

pub mod file;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use crate::error::Place;
use crate::format::{self, FormatError, HEADER_BYTES, Head, Kind};
use crate::log::Joined;
use crate::memory::Stored;
use crate::store::Revision;

/// The stored values by their keys, unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawChunks {
    pub head: Option<RawValue>,
    /// The snapshot chunks by index, from 0.
    pub snapshot: BTreeMap<u64, RawValue>,
    /// The log chunks and fences by revision.
    pub log: BTreeMap<u64, RawValue>,
    /// The number of values with a key that no chunk can have. Their content is not read.
    pub strays: u64,
}

/// The bytes of a stored value.
pub type RawValue = Result<Vec<u8>, UnreadableReason>;

/// Why a stored value has no bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreadableReason {
    /// The value is not an array of bytes.
    NotBytes,
    /// The browser returns an error instead of the value.
    Failed,
}

/// The state of each chunk, in the order in which chunks are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkStates<'a> {
    /// `None` if the head is readable, or if nothing is stored at all.
    pub head_problem: Option<ChunkProblem>,
    pub snapshot: Vec<Piece<'a>>,
    /// The chunks after the snapshot.
    pub log: Vec<Piece<'a>>,
}

/// One stored chunk, or a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    pub place: Place,
    /// The stored size including the header; 0 if there are no bytes.
    pub size_bytes: u64,
    /// The payload, or why it is not readable.
    pub content: Result<&'a [u8], ChunkProblem>,
}

/// Why the content of a chunk is not readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChunkProblem {
    /// The chunk is stored, but its bytes cannot be read from the browser.
    Unread(UnreadableReason),
    /// This chunk and the following ones, `count` in total, are not stored.
    Missing {
        count: u64,
    },
    Damaged(FormatError),
    /// The chunk is intact but belongs to another revision.
    WrongRevision {
        found: Revision,
        expected: Revision,
    },
    /// The end of the log is the beginning of a chunk. Its append was never acknowledged.
    Unfinished(FormatError),
}

impl RawChunks {
    pub fn is_empty(&self) -> bool {
        self.head.is_none() && self.snapshot.is_empty() && self.log.is_empty()
    }

    /// Returns the number of values that have bytes, and their total size in bytes.
    pub fn size(&self) -> (u64, u64) {
        let values = self.head.iter().chain(self.snapshot.values()).chain(self.log.values());
        let lengths = values.flatten().map(|bytes| bytes.len() as u64);
        lengths.fold((0, 0), |(count, sum), length| (count + 1, sum + length))
    }

    /// Checks each chunk by itself and reports whether its content is readable.
    pub fn examine(&self) -> ChunkStates<'_> {
        let head = self.head.as_ref().map(|value| match value {
            Ok(bytes) => format::decode_head(bytes.clone()).map_err(ChunkProblem::Damaged),
            Err(unread) => Err(ChunkProblem::Unread(*unread)),
        });
        let head_problem = match &head {
            None if self.is_empty() => None,
            None => Some(ChunkProblem::Missing { count: 1 }),
            Some(Err(problem)) => Some(*problem),
            Some(Ok(_)) => None,
        };
        let head = head.and_then(Result::ok);
        let start = head.as_ref().map_or_else(|| self.snapshot_revision(), |head| head.snapshot_revision);
        ChunkStates {
            head_problem,
            snapshot: self.examine_snapshot(head.as_ref(), start),
            log: self.examine_log(head.as_ref(), start),
        }
    }

    /// Returns the revision in the readable chunks of the snapshot. An intact head has the same one.
    fn snapshot_revision(&self) -> Revision {
        let of_snapshot = |bytes: &Vec<u8>| match format::check(bytes) {
            Ok((Kind::Snapshot, revision)) => Some(revision),
            _ => None,
        };
        self.snapshot.values().flatten().filter_map(of_snapshot).max().unwrap_or(Revision::ZERO)
    }

    fn examine_snapshot(&self, head: Option<&Head>, start: Revision) -> Vec<Piece<'_>> {
        let place = |index: u64| Place::Snapshot { index: index as usize };
        let counted = head.map_or(0, |head| u64::from(head.snapshot_chunk_count));
        let mut pieces = Vec::new();
        let mut next = 0;
        for (&index, value) in &self.snapshot {
            pieces.extend(gap(place(next), next, index));
            let content = payload(value, Kind::Snapshot, start);
            pieces.push(Piece { place: place(index), size_bytes: length(value), content });
            next = index.saturating_add(1);
        }
        pieces.extend(gap(place(next), next, counted));
        pieces
    }

    /// Returns the revisions that intact joined chunks have.
    fn joined_revisions(&self) -> Vec<RangeInclusive<u64>> {
        let revisions = |(&number, value): (&u64, &RawValue)| {
            let payload = payload(value, Kind::Joined, Revision(number)).ok()?;
            let joined = Joined::read(payload, Revision(number)).ok()?;
            Some(joined.first.0..=number)
        };
        let joined = self
            .log
            .iter()
            .filter(|(_, value)| value.as_ref().is_ok_and(|bytes| format::has_kind(bytes, Kind::Joined)));
        joined.filter_map(revisions).collect()
    }

    fn examine_log(&self, head: Option<&Head>, start: Revision) -> Vec<Piece<'_>> {
        let place = |number: u64| Place::Log { revision: Revision(number) };
        let last = self.log.last_key_value().map(|(number, _)| *number);
        let joined = self.joined_revisions();
        let mut pieces = Vec::new();
        let mut next = start.0.saturating_add(1);
        for (&number, value) in self.log.range(next..) {
            let has_kind = |kind| value.as_ref().is_ok_and(|bytes| format::has_kind(bytes, kind));
            // A fence among the revisions of a joined chunk, which follows.
            if has_kind(Kind::Fence) && joined.iter().any(|range| range.contains(&number)) {
                continue;
            }
            if has_kind(Kind::Joined)
                && let Ok(payload) = payload(value, Kind::Joined, Revision(number))
                && let Ok(joined) = Joined::read(payload, Revision(number))
            {
                pieces.extend(gap(place(next), next, joined.first.0));
                let chunks = joined.chunks().filter(|(revision, _)| revision.0 >= next);
                pieces.extend(chunks.map(|(revision, payload)| Piece {
                    place: Place::Log { revision },
                    size_bytes: (HEADER_BYTES + payload.len()) as u64,
                    content: Ok(payload),
                }));
                next = number.saturating_add(1);
                continue;
            }
            pieces.extend(gap(place(next), next, number));
            next = number.saturating_add(1);
            let last_bytes = value.as_ref().ok().filter(|_| last == Some(number));
            if last_bytes.is_some_and(|bytes| matches!(format::check(bytes), Ok((Kind::Fence, _)))) {
                continue;
            }
            let content = match payload(value, Kind::Log, Revision(number)) {
                Err(ChunkProblem::Damaged(error))
                    if last_bytes.is_some_and(|bytes| is_unacknowledged(head, number, bytes)) =>
                {
                    Err(ChunkProblem::Unfinished(error))
                }
                content => content,
            };
            pieces.push(Piece { place: place(number), size_bytes: length(value), content });
        }
        let counted = head.map_or(0, |head| head.revision.0.saturating_add(1));
        pieces.extend(gap(place(next), next, counted));
        pieces
    }
}

impl Piece<'_> {
    /// Returns the length of the payload if it is certain, also for some kinds of damage.
    pub fn payload_bytes(&self) -> Option<u64> {
        let without_header = self.size_bytes.checked_sub(HEADER_BYTES as u64);
        match &self.content {
            Ok(_) | Err(ChunkProblem::WrongRevision { .. }) => without_header,
            Err(ChunkProblem::Damaged(error)) => match error {
                FormatError::WrongChecksum { .. }
                | FormatError::UnknownKind { .. }
                | FormatError::UnexpectedKind { .. } => without_header,
                _ => None,
            },
            Err(ChunkProblem::Unread(_) | ChunkProblem::Missing { .. } | ChunkProblem::Unfinished(_)) => None,
        }
    }
}

/// Returns true if the chunk is torn and the head does not count it: its append was never acknowledged.
fn is_unacknowledged(head: Option<&Head>, number: u64, bytes: &[u8]) -> bool {
    head.is_some_and(|head| number > head.revision.0) && format::is_torn(bytes)
}

/// Returns a piece for the missing chunks from `next` to before `found`, if there are any.
fn gap<'a>(place: Place, next: u64, found: u64) -> Option<Piece<'a>> {
    let count = found.saturating_sub(next);
    let missing = Piece { place, size_bytes: 0, content: Err(ChunkProblem::Missing { count }) };
    (count > 0).then_some(missing)
}

fn length(value: &RawValue) -> u64 {
    value.as_ref().map_or(0, |bytes| bytes.len() as u64)
}

fn payload(value: &RawValue, kind: Kind, revision: Revision) -> Result<&[u8], ChunkProblem> {
    let bytes = value.as_ref().map_err(|unread| ChunkProblem::Unread(*unread))?;
    let (found_kind, found) = format::check(bytes).map_err(ChunkProblem::Damaged)?;
    if found_kind != kind {
        return Err(ChunkProblem::Damaged(FormatError::UnexpectedKind { found: found_kind }));
    }
    if found != revision {
        return Err(ChunkProblem::WrongRevision { found, expected: revision });
    }
    Ok(bytes.get(HEADER_BYTES..).unwrap_or_default())
}

impl From<Stored> for RawChunks {
    fn from(stored: Stored) -> RawChunks {
        RawChunks {
            head: stored.head.map(Ok),
            snapshot: (0..).zip(stored.snapshot.into_iter().map(Ok)).collect(),
            log: stored.log.into_iter().map(|(revision, bytes)| (revision, Ok(bytes))).collect(),
            strays: 0,
        }
    }
}

impl fmt::Display for ChunkProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChunkProblem::Unread(UnreadableReason::NotBytes) => write!(f, "the stored value is not a chunk"),
            ChunkProblem::Unread(UnreadableReason::Failed) => {
                write!(f, "the browser cannot read the stored value")
            }
            ChunkProblem::Missing { count: 1 } => write!(f, "the chunk is missing"),
            ChunkProblem::Missing { count } => write!(f, "{count} chunks are missing from here on"),
            ChunkProblem::Damaged(error) => error.fmt(f),
            ChunkProblem::WrongRevision { found, expected } => {
                write!(f, "it says revision {found} instead of {expected}")
            }
            ChunkProblem::Unfinished(error) => write!(f, "it was not completely stored: {error}"),
        }
    }
}
