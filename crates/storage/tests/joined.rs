//! Joined chunks and sealed logs on a disk that fails or loses something.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod random;

use dynalab_storage::raw::RawChunks;
use dynalab_storage::{
    Damage, Durability, Epoch, FailingStore, Fault, MemoryStore, Part, Refusal, Revision, Store, StoreError,
    Stored,
};
use pollster::block_on;
use random::SplitMix64;

fn append(store: &impl Store, epoch: Epoch, expected: u64, payload: &[u8]) -> Result<Revision, StoreError> {
    block_on(store.append(epoch, Revision(expected), payload, Durability::Strict))
}

/// A store with a snapshot after revision 1 and log chunks up to revision 9, of which 3 to 6 are joined. The last write of the head knew
/// revision 6.
fn started() -> (FailingStore, Epoch) {
    let store = FailingStore::new(MemoryStore::new());
    let epoch = block_on(store.claim()).unwrap().epoch;
    for revision in 0..9 {
        append(&store, epoch, revision, format!("change {revision}").as_bytes()).unwrap();
        if revision == 5 {
            block_on(store.replace(epoch, Revision(1), &[b"state".to_vec()])).unwrap();
            block_on(store.join(epoch, Revision(2), Revision(6))).unwrap();
        }
    }
    (store, epoch)
}

fn loads(stored: &Stored) -> Result<Vec<u64>, StoreError> {
    let saved = block_on(MemoryStore::from_stored(stored.clone()).load())?;
    Ok(saved.log.iter().map(|chunk| chunk.revision.0).collect())
}

#[test]
fn a_join_that_fails_leaves_the_log_as_it_was() {
    for fault in [
        Fault::Refuse(Refusal::Full),
        Fault::Refuse(Refusal::Interrupted),
        Fault::Tear { stored_bytes: 30 },
        Fault::LoseAnswer,
    ] {
        let (store, epoch) = started();
        let before = block_on(store.load()).unwrap();
        store.at_next_write(fault);
        assert!(block_on(store.join(epoch, Revision(6), Revision(9))).is_err(), "{fault:?}");
        let after = block_on(store.load()).unwrap();
        assert_eq!((after.revision, &after.log), (before.revision, &before.log), "{fault:?}");
        assert_eq!(append(&store, epoch, 9, b"next"), Ok(Revision(10)), "{fault:?}");
    }
}

#[test]
fn a_join_writes_about_what_it_joins_and_nothing_else() {
    let store = MemoryStore::new();
    let epoch = block_on(store.claim()).unwrap().epoch;
    append(&store, epoch, 0, b"first").unwrap();
    block_on(store.replace(epoch, Revision(1), &[vec![7; 5_000_000]])).unwrap();
    for revision in 1..=500 {
        append(&store, epoch, revision, &[1; 100]).unwrap();
    }
    let before = store.stored();
    block_on(store.join(epoch, Revision(1), Revision(501))).unwrap();
    let after = store.stored();
    assert_eq!(after.snapshot, before.snapshot);
    let log_bytes = |stored: &Stored| stored.log.values().map(Vec::len).sum::<usize>();
    // The first was a fence once.
    assert_eq!(after.log.keys().copied().collect::<Vec<u64>>(), [1, 501]);
    assert!(log_bytes(&after) <= log_bytes(&before), "{} {}", log_bytes(&after), log_bytes(&before));
}

#[test]
fn a_sealed_log_that_lost_its_end_is_damaged() {
    for lost in 1..=3_u64 {
        let (store, epoch) = started();
        let cut = |mut stored: Stored| {
            (0..lost).for_each(|at| drop(stored.log.remove(&(9 - at))));
            stored
        };
        assert_eq!(loads(&cut(store.disk().stored())).map(|log| log.len()), Ok(8 - lost as usize));
        block_on(store.seal(epoch)).unwrap();
        // With joined chunks in the log, the count is of revisions.
        let damage = Damage::WrongCount { part: Part::Log, found: 8 - lost, counted: 8 };
        assert_eq!(loads(&cut(store.disk().stored())), Err(StoreError::Corrupt { damage }));
    }
}

#[test]
fn no_byte_of_a_joined_chunk_can_change_unseen() {
    let (store, _) = started();
    let intact = store.disk().stored();
    let joined = intact.log[&6].clone();
    for at in 0..joined.len() {
        let mut stored = intact.clone();
        stored.log.get_mut(&6).unwrap()[at] ^= 1;
        assert!(loads(&stored).is_err(), "byte {at}");
    }
    for at in 0..joined.len() {
        let mut stored = intact.clone();
        stored.log.get_mut(&6).unwrap().truncate(at);
        assert!(loads(&stored).is_err(), "cut at {at}");
    }
    let mut stored = intact;
    stored.log.remove(&6);
    assert!(loads(&stored).is_err());
}

#[test]
fn a_damaged_workspace_shows_the_parts_of_its_joined_chunks() {
    let (store, _) = started();
    let mut stored = store.disk().stored();
    let readable = |stored: &Stored| {
        let raw = RawChunks::from(stored.clone());
        let log = raw.examine().log;
        log.iter().map(|piece| (piece.place.to_string(), piece.content.is_ok())).collect::<Vec<_>>()
    };
    let all: Vec<(String, bool)> = (2..=9).map(|revision| (format!("log chunk {revision}"), true)).collect();
    assert_eq!(readable(&stored), all);
    stored.log.get_mut(&8).unwrap()[30] ^= 1;
    let mut without: Vec<(String, bool)> = all.clone();
    without[6].1 = false;
    assert_eq!(readable(&stored), without);
    stored.log.get_mut(&6).unwrap()[30] ^= 1;
    let lost = readable(&stored);
    assert!(
        lost.contains(&("log chunk 6".to_owned(), false)) && lost.contains(&("log chunk 7".to_owned(), true))
    );
}

/// Appends, joins, seals, snapshots and claims in any order, with faults at any of them: what was acknowledged is there, in order.
#[test]
fn nothing_acknowledged_is_lost_between_joins() {
    for seed in 0..300 {
        let mut chance = SplitMix64 { state: seed };
        let mut store = FailingStore::new(MemoryStore::new());
        let mut epoch = block_on(store.claim()).unwrap().epoch;
        let mut acknowledged: Vec<Vec<u8>> = Vec::new();
        let mut snapshot = 0;
        for step in 0..60_u64 {
            let newest = acknowledged.len() as u64;
            if chance.below(4) == 0 {
                let faults = [
                    Fault::Refuse(Refusal::Full),
                    Fault::Tear { stored_bytes: chance.below(40) as usize },
                    Fault::LoseAnswer,
                ];
                store.at_next_write(faults[chance.below(3) as usize]);
            }
            let some = |chance: &mut SplitMix64| Revision(chance.below(newest + 2));
            let failed = match chance.below(8) {
                0 => block_on(store.join(epoch, some(&mut chance), some(&mut chance))).is_err(),
                1 => block_on(store.join(epoch, Revision(snapshot), some(&mut chance))).is_err(),
                2 => block_on(store.seal(epoch)).is_err(),
                3 if chance.below(4) == 0 => {
                    let covered = some(&mut chance);
                    let state: Vec<Vec<u8>> = acknowledged.iter().take(covered.0 as usize).cloned().collect();
                    block_on(store.replace(epoch, covered, &state)).is_err()
                }
                _ => {
                    let payload = step.to_le_bytes().repeat(chance.below(4) as usize);
                    let appended = append(&store, epoch, newest, &payload);
                    if appended.is_ok() {
                        acknowledged.push(payload);
                    }
                    appended.is_err()
                }
            };
            if failed || chance.below(10) == 0 {
                // The process died, and another takes over.
                store = FailingStore::new(store.disk().reopened());
                epoch = block_on(store.claim()).unwrap().epoch;
            }
            let saved = block_on(store.load()).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            let all: Vec<Vec<u8>> =
                saved.snapshot.iter().chain(saved.log.iter().map(|chunk| &chunk.payload)).cloned().collect();
            snapshot = saved.snapshot_revision.0;
            assert!(all.starts_with(&acknowledged), "seed {seed}, step {step}");
            // A write whose answer was lost counts.
            assert!(all.len() <= acknowledged.len() + 1, "seed {seed}, step {step}");
            acknowledged = all;
        }
    }
}
