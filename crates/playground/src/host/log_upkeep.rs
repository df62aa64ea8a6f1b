//! Keeps the stored log short, so that a workspace opens soon, and its end known, so that a loss is found.
//!
//! Single chunks at the end of the log are joined when there are many: that costs what these chunks cost. Everything is written anew only
//! when the log has outgrown it, so that each write pays for a share that does not depend on the number of items.

use dynalab_storage::{Epoch, Revision, SavedContent, Store, StoreError};

use super::Host;
use super::service::HostService;
use crate::workspace::WorkspaceChunks;

/// The log is replaced by a snapshot when it has grown past this, and past twice the snapshot.
const LOG_BYTES_MAX: usize = 1024 * 1024;
/// A snapshot up to this size is written at once. A larger one is left for a pause, until the log has twice the size that calls for it.
const QUICK_SNAPSHOT_BYTES: usize = 4 * 1024 * 1024;
/// So many chunks of a snapshot are made at once: as many as a snapshot has that is written at once. Requests are answered between.
const SNAPSHOT_CHUNKS_AT_ONCE: usize = QUICK_SNAPSHOT_BYTES / (64 * 1024);
/// So many single chunks are joined to one.
const SINGLE_CHUNKS_MAX: usize = 512;
/// The most bytes that are joined. Many large chunks load as fast as one.
const JOINED_BYTES_MAX: usize = 1024 * 1024;
/// Fewer chunks of that size together are left as they are.
const JOINED_CHUNKS_MIN: usize = 64;

/// The stored log, as far as this host knows.
#[derive(Debug, Default)]
pub(super) struct Log {
    snapshot_bytes: usize,
    /// All of the log after the snapshot.
    bytes: usize,
    /// The single chunks at the end of the log are those after this revision.
    single_after: Revision,
    single_chunks: usize,
    single_bytes: usize,
    /// The head of the store counts the log up to here, as far as this host had it written.
    sealed: Revision,
    /// Chunks were added, and nothing was joined or replaced since.
    pub(super) has_grown: bool,
    /// A snapshot that is being made.
    making: Option<Making>,
}

/// A snapshot that is made in parts. Nothing of it is stored before it is whole: until then, the old snapshot and the log stay.
#[derive(Debug)]
struct Making {
    /// The revision whose state it has.
    revision: Revision,
    left: WorkspaceChunks,
    made: Vec<Vec<u8>>,
    /// The chunks that were appended after its revision, and their bytes.
    later_chunks: usize,
    later_bytes: usize,
}

/// The next step for the log.
#[derive(Debug, PartialEq, Eq)]
enum Upkeep {
    Nothing,
    Join,
    /// The single chunks are large. They stay, and others are counted from here.
    CountAnew,
    Snapshot,
}

impl Log {
    pub(super) fn of_loaded(saved: &SavedContent) -> Log {
        let single_after = saved.joined.unwrap_or(saved.snapshot_revision).max(saved.snapshot_revision);
        let mut log = Log::of_snapshot(single_after, saved.snapshot.iter().map(Vec::len).sum());
        for chunk in &saved.log {
            match chunk.revision > single_after {
                true => log.add(chunk.payload.len()),
                false => log.bytes += chunk.payload.len(),
            }
        }
        log.sealed = Revision::ZERO;
        log
    }

    pub(super) fn of_snapshot(revision: Revision, snapshot_bytes: usize) -> Log {
        Log { snapshot_bytes, single_after: revision, sealed: revision, ..Log::default() }
    }

    /// Counts an appended chunk.
    pub(super) fn add(&mut self, bytes: usize) {
        self.bytes += bytes;
        self.single_bytes += bytes;
        self.single_chunks += 1;
        if let Some(making) = &mut self.making {
            making.later_bytes += bytes;
            making.later_chunks += 1;
        }
    }

    fn upkeep(&self, is_pause: bool) -> Upkeep {
        // A joined chunk could have the revision of the snapshot in its middle.
        if self.making.is_some() {
            return Upkeep::Snapshot;
        }
        let is_large = self.single_bytes > JOINED_BYTES_MAX;
        let bytes_max = LOG_BYTES_MAX.max(2 * self.snapshot_bytes);
        let is_at_once = self.snapshot_bytes <= QUICK_SNAPSHOT_BYTES || self.bytes > 2 * bytes_max;
        if self.bytes > bytes_max && (is_pause || is_at_once) {
            Upkeep::Snapshot
        } else if is_large && self.single_chunks < JOINED_CHUNKS_MIN {
            Upkeep::CountAnew
        } else if is_large || self.single_chunks > SINGLE_CHUNKS_MAX {
            Upkeep::Join
        } else {
            Upkeep::Nothing
        }
    }

    fn count_from(&mut self, revision: Revision) {
        self.single_after = revision;
        (self.single_chunks, self.single_bytes) = (0, 0);
    }
}

impl<T: Store, S: HostService> Host<T, S> {
    /// Shortens a long log. After a failure the log is as before, and the next call after a write tries again.
    pub async fn fold(&mut self) {
        if std::mem::take(&mut self.log.has_grown) || self.is_making_snapshot() {
            self.keep_up(false).await;
        }
    }

    /// Returns true while a snapshot is being made: process another batch at once, which may be empty, and [`fold`](Host::fold).
    pub fn is_making_snapshot(&self) -> bool {
        self.log.making.is_some()
    }

    async fn keep_up(&mut self, is_pause: bool) {
        let (Some(store), Some(epoch)) = (&self.store, self.epoch) else {
            // Another tab writes now.
            self.log.making = None;
            return;
        };
        let revision = self.revision;
        match self.log.upkeep(is_pause) {
            Upkeep::Nothing => {}
            Upkeep::CountAnew => self.log.count_from(revision),
            Upkeep::Join => {
                self.saved.forget_expired_records();
                match store.join(epoch, self.log.single_after, revision).await {
                    Ok(()) => {
                        self.log.count_from(revision);
                        self.log.sealed = revision;
                    }
                    // Another writer has joined some of them.
                    Err(StoreError::Conflict { .. }) => self.log.count_from(revision),
                    Err(_) => self.log.single_chunks /= 2,
                }
            }
            Upkeep::Snapshot => self.make_snapshot(epoch).await,
        }
    }

    /// Makes the next part of a snapshot. After the last one, the snapshot replaces the log up to its revision in one transaction.
    async fn make_snapshot(&mut self, epoch: Epoch) {
        let mut making = match self.log.making.take() {
            Some(making) => making,
            None => {
                self.saved.forget_expired_records();
                let Some(left) = self.saved.snapshot_chunks() else { return };
                Making { revision: self.revision, left, made: Vec::new(), later_chunks: 0, later_bytes: 0 }
            }
        };
        let made_before = making.made.len();
        making.made.extend(making.left.by_ref().take(SNAPSHOT_CHUNKS_AT_ONCE));
        if making.made.len() - made_before == SNAPSHOT_CHUNKS_AT_ONCE {
            self.log.making = Some(making);
            return;
        }
        let Some(store) = &self.store else { return };
        let Making { revision, made, later_chunks, later_bytes, .. } = making;
        let bytes = made.iter().map(Vec::len).sum();
        match store.replace(epoch, revision, &made).await {
            Ok(()) => {
                self.log = Log {
                    bytes: later_bytes,
                    single_bytes: later_bytes,
                    single_chunks: later_chunks,
                    ..Log::of_snapshot(revision, bytes)
                };
            }
            Err(_) => {
                self.log.snapshot_bytes = bytes;
                self.log.bytes /= 2;
            }
        }
    }

    /// Returns true if the head of the store does not count the whole log yet.
    pub fn is_unsealed(&self) -> bool {
        self.store.is_some() && self.epoch.is_some() && self.log.sealed < self.revision
    }

    /// Does the work that can wait for a pause: the store writes the length of its log, so that a log that lost its end does not look like
    /// an older state; and a log that has outgrown a large snapshot is replaced.
    pub async fn use_pause(&mut self) {
        self.seal().await;
        self.keep_up(true).await;
    }

    async fn seal(&mut self) {
        if let (true, Some(store), Some(epoch)) = (self.is_unsealed(), &self.store, self.epoch) {
            // After a failure, the next pause after a write tries again.
            let _ = store.seal(epoch).await;
            self.log.sealed = self.revision;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(chunks: usize, bytes: usize, snapshot_bytes: usize) -> Log {
        let mut log = Log::of_snapshot(Revision(1), snapshot_bytes);
        (0..chunks).for_each(|_| log.add(bytes));
        log
    }

    #[test]
    fn many_small_chunks_are_joined_and_large_ones_stay() {
        const LARGE: usize = 1 << 30;
        let upkeep = |log: Log| log.upkeep(false);
        assert_eq!(upkeep(grown(SINGLE_CHUNKS_MAX, 300, LARGE)), Upkeep::Nothing);
        assert_eq!(upkeep(grown(SINGLE_CHUNKS_MAX + 1, 300, LARGE)), Upkeep::Join);
        assert_eq!(upkeep(grown(110, 10_000, LARGE)), Upkeep::Join);
        assert_eq!(upkeep(grown(3, 400_000, LARGE)), Upkeep::CountAnew);
        assert_eq!(upkeep(grown(3, 400_000, 1_000)), Upkeep::Snapshot);
        assert_eq!(upkeep(grown(3, 400_000, 600_000)), Upkeep::CountAnew, "twice the snapshot");
    }

    #[test]
    fn a_large_snapshot_waits_for_a_pause_but_not_for_ever() {
        const LARGE: usize = 10 << 20;
        let outgrown = grown(110, 200_000, LARGE);
        assert_eq!((outgrown.upkeep(false), outgrown.upkeep(true)), (Upkeep::Join, Upkeep::Snapshot));
        assert_eq!(grown(220, 200_000, LARGE).upkeep(false), Upkeep::Snapshot);
        assert_eq!(grown(100, 200_000, LARGE).upkeep(true), Upkeep::Join, "it is not outgrown yet");
    }
}
