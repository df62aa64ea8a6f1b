//! Several writers at the same time, each with its own handle. A deposed writer never writes again, and no acknowledged write is
//! lost.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod random;

use dynalab_storage::{Durability, Epoch, LogTail, MemoryStore, Revision, Store, StoreError, Stored};
use pollster::block_on;
use random::SplitMix64;

/// The epoch and revision that one tab assumes.
struct Writer {
    store: MemoryStore,
    epoch: Epoch,
    revision: Revision,
}

impl Writer {
    fn append(&self, payload: &[u8]) -> Result<Revision, StoreError> {
        block_on(self.store.append(self.epoch, self.revision, payload, Durability::Strict))
    }

    fn replace(&self) -> Result<(), StoreError> {
        let snapshot = [self.revision.0.to_be_bytes().to_vec()];
        block_on(self.store.replace(self.epoch, self.revision, &snapshot))
    }
}

fn claimed(disk: &MemoryStore) -> Writer {
    let store = disk.clone();
    let claim = block_on(store.claim()).unwrap();
    Writer { store, epoch: claim.epoch, revision: claim.revision }
}

fn advanced(mut writer: Writer, count: u64) -> Writer {
    for _ in 0..count {
        writer.revision = writer.append(b"chunk").unwrap();
    }
    writer
}

fn chunk_of(stored: &Stored, place: u64) -> &[u8] {
    &stored.log[&place]
}

#[test]
fn an_append_leaves_the_head_alone() {
    let disk = MemoryStore::new();
    let writer = advanced(claimed(&disk), 1);
    let before = disk.stored().head;
    let writer = advanced(writer, 2);
    assert_eq!(disk.stored().head, before);
    assert_eq!(block_on(disk.load()).unwrap().revision, writer.revision);
}

#[test]
fn a_writer_that_slept_through_a_compaction_cannot_write() {
    let disk = MemoryStore::new();
    let sleeping = [advanced(claimed(&disk), 3), advanced(claimed(&disk), 2), advanced(claimed(&disk), 1)];
    let mut awake = advanced(claimed(&disk), 4);
    for _ in 0..3 {
        awake.replace().unwrap();
        let before = disk.stored();
        for writer in &sleeping {
            let (epoch, revision) = (writer.epoch, writer.revision);
            assert_eq!(writer.append(b"too late"), Err(StoreError::Deposed), "{epoch:?} {revision}");
        }
        assert_eq!(disk.stored(), before);
        awake = advanced(awake, 2);
    }
    let places: Vec<u64> = disk.stored().log.keys().copied().collect();
    assert_eq!(places, [1, 4, 6, 7, 15, 16], "a fence for each claim, and the log");
    assert_eq!(chunk_of(&disk.stored(), 4).len(), 24);
}

#[test]
fn claims_without_a_write_leave_one_fence() {
    let disk = MemoryStore::new();
    let writer = (0..20).map(|_| claimed(&disk)).last().unwrap();
    assert_eq!(disk.stored().log.len(), 1);
    let writer = advanced(writer, 3);
    writer.replace().unwrap();
    assert_eq!(disk.stored().log.len(), 1);
    assert_eq!(block_on(disk.load()).unwrap().log, []);
}

/// Runs claims, appends, compactions and idle writers in random order, and compares with a list of acknowledged writes.
#[test]
fn no_order_of_events_lets_a_deposed_writer_in() {
    for seed in 0..300 {
        let mut random = SplitMix64 { state: seed };
        let disk = MemoryStore::new();
        let mut writers = vec![claimed(&disk)];
        let mut kept: Vec<Vec<u8>> = Vec::new();
        let mut folded = 0;
        for step in 0..120_u64 {
            let newest = writers.len() - 1;
            match random.below(10) {
                0 => writers.push(claimed(&disk)),
                1 => {
                    let at = random.below(writers.len() as u64) as usize;
                    let replaced = writers[at].replace();
                    if at == newest {
                        assert_eq!(replaced, Ok(()));
                        folded = kept.len();
                    } else {
                        assert_eq!(replaced, Err(StoreError::Deposed), "seed {seed}, step {step}");
                    }
                }
                2..5 => {
                    let at = random.below(writers.len() as u64) as usize;
                    let appended = writers[at].append(&step.to_be_bytes());
                    if at != newest {
                        assert_eq!(appended, Err(StoreError::Deposed), "seed {seed}, step {step}");
                        continue;
                    }
                    writers[at].revision = appended.unwrap();
                    kept.push(step.to_be_bytes().to_vec());
                }
                _ => {
                    let writer = &mut writers[newest];
                    writer.revision = writer.append(&step.to_be_bytes()).unwrap();
                    kept.push(step.to_be_bytes().to_vec());
                }
            }
            check(&disk, &kept, folded);
        }
    }
}

fn check(disk: &MemoryStore, kept: &[Vec<u8>], folded: usize) {
    let saved = block_on(disk.load()).unwrap();
    let payloads: Vec<&Vec<u8>> = saved.log.iter().map(|chunk| &chunk.payload).collect();
    assert_eq!(payloads, kept[folded..].iter().collect::<Vec<_>>());
    assert_eq!(saved.revision, Revision(kept.len() as u64));
    assert!(!saved.discarded_tail);
    let tail = block_on(disk.load_after(Revision(folded as u64)));
    assert_eq!(tail, Ok(LogTail::Chunks(saved.log)));
    let ahead = block_on(disk.load_after(Revision(kept.len() as u64 + 1)));
    assert_eq!(ahead, Ok(LogTail::Replaced));
}
