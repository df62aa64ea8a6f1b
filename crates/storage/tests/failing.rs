//! Failing disks: torn chunks are dropped, damage is reported, and no write is partial.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use dynalab_storage::format::{self, FormatError, Kind};
use dynalab_storage::{
    Damage, Durability, Epoch, FailingStore, Fault, Interruption, LogChunk, LogTail, MemoryStore, Part,
    Place, Refusal, Revision, Store, StoreError, Stored,
};
use pollster::block_on;

/// Returns a store with a snapshot at revision 2 and log chunks 3 to 5. The head counts only chunk 3.
fn started() -> (FailingStore, Epoch) {
    let store = FailingStore::new(MemoryStore::new());
    let epoch = block_on(store.claim()).unwrap().epoch;
    append(&store, epoch, 0, b"one").unwrap();
    append(&store, epoch, 1, b"two").unwrap();
    block_on(store.replace(epoch, Revision(2), &[b"state".to_vec(), b"more".to_vec()])).unwrap();
    append(&store, epoch, 2, b"three").unwrap();
    append(&store, epoch, 3, b"four").unwrap();
    append(&store, epoch, 4, b"five").unwrap();
    (store, epoch)
}

fn append(store: &impl Store, epoch: Epoch, expected: u64, payload: &[u8]) -> Result<Revision, StoreError> {
    block_on(store.append(epoch, Revision(expected), payload, Durability::Strict))
}

fn load_error(stored: Stored) -> StoreError {
    block_on(MemoryStore::from_stored(stored).load()).unwrap_err()
}

#[test]
fn a_refused_write_leaves_nothing_and_the_next_one_succeeds() {
    for (refusal, error) in [
        (Refusal::Full, StoreError::Full),
        (Refusal::Interrupted, StoreError::Interrupted { cause: Interruption::Refused }),
    ] {
        let (store, epoch) = started();
        let before = store.disk().stored();
        store.at_next_write(Fault::Refuse(refusal));
        assert_eq!(append(&store, epoch, 5, b"six"), Err(error.clone()));
        store.at_next_write(Fault::Refuse(refusal));
        assert_eq!(block_on(store.replace(epoch, Revision(5), &[])), Err(error.clone()));
        store.at_next_write(Fault::Refuse(refusal));
        assert_eq!(block_on(store.claim()), Err(error));
        assert_eq!(store.disk().stored(), before);
        assert_eq!(append(&store, epoch, 5, b"six"), Ok(Revision(6)));
    }
}

#[test]
fn the_script_counts_every_write_from_one() {
    let store = FailingStore::new(MemoryStore::new()).at_write(2, Fault::Refuse(Refusal::Full));
    let epoch = block_on(store.claim()).unwrap().epoch;
    assert_eq!(append(&store, epoch, 0, b"one"), Err(StoreError::Full));
    assert_eq!(append(&store, epoch, 0, b"one"), Ok(Revision(1)));
    assert_eq!(store.write_count(), 3);
}

#[test]
fn a_torn_tail_is_dropped_and_overwritten() {
    let length_bytes = 24 + b"never acknowledged".len();
    for stored_bytes in 0..length_bytes {
        let (store, epoch) = started();
        let before = block_on(store.load()).unwrap();
        store.at_next_write(Fault::Tear { stored_bytes });
        let torn = append(&store, epoch, 5, b"never acknowledged");
        assert!(matches!(torn, Err(StoreError::Interrupted { .. })));
        assert_eq!(store.disk().stored().log[&6].len(), stored_bytes);

        let reopened = store.disk().reopened();
        let saved = block_on(reopened.load()).unwrap();
        assert!(saved.discarded_tail);
        assert_eq!((saved.revision, &saved.log), (Revision(5), &before.log));
        assert_eq!(block_on(reopened.load_after(Revision(5))), Ok(LogTail::Chunks(vec![])));

        let claim = block_on(reopened.claim()).unwrap();
        assert_eq!(claim.revision, Revision(5));
        assert_eq!(append(&reopened, claim.epoch, 5, b"six"), Ok(Revision(6)));
        let saved = block_on(reopened.load()).unwrap();
        assert!(!saved.discarded_tail);
        assert_eq!(saved.log.last(), Some(&LogChunk { revision: Revision(6), payload: b"six".to_vec() }));
    }
}

#[test]
fn a_torn_claim_or_replacement_changes_nothing() {
    let (store, epoch) = started();
    let before = store.disk().stored();
    store.at_next_write(Fault::Tear { stored_bytes: 10 });
    assert!(matches!(block_on(store.claim()), Err(StoreError::Interrupted { .. })));
    store.at_next_write(Fault::Tear { stored_bytes: 10 });
    let torn = block_on(store.replace(epoch, Revision(5), &[b"new".to_vec()]));
    assert!(matches!(torn, Err(StoreError::Interrupted { .. })));
    assert_eq!(store.disk().stored(), before);
}

#[test]
fn a_refused_append_is_not_torn_either() {
    let (store, epoch) = started();
    let before = store.disk().stored();
    store.at_next_write(Fault::Tear { stored_bytes: 10 });
    let (expected, stored) = (Revision(4), Revision(5));
    assert_eq!(append(&store, epoch, 4, b"late"), Err(StoreError::Conflict { expected, stored }));
    assert_eq!(store.disk().stored(), before);
}

#[test]
fn loading_after_a_lost_response_shows_the_result() {
    let (store, epoch) = started();
    store.at_next_write(Fault::LoseAnswer);
    assert!(matches!(append(&store, epoch, 5, b"six"), Err(StoreError::Interrupted { .. })));
    let tail = LogTail::Chunks(vec![LogChunk { revision: Revision(6), payload: b"six".to_vec() }]);
    assert_eq!(block_on(store.load_after(Revision(5))), Ok(tail));
    let (expected, stored) = (Revision(5), Revision(6));
    let repeated = append(&store, epoch, 5, b"six");
    assert_eq!(
        repeated,
        Err(StoreError::Conflict { expected, stored }),
        "blind repetition does not write twice"
    );
    assert_eq!(append(&store, epoch, 6, b"seven"), Ok(Revision(7)));
}

#[test]
fn a_full_disk_refuses_until_there_is_room_again() {
    let (store, epoch) = started();
    store.set_room_bytes(Some(store.disk().stored().size_bytes() + 100));
    assert_eq!(append(&store, epoch, 5, &[7; 60]), Ok(Revision(6)));
    let before = store.disk().stored();
    assert_eq!(append(&store, epoch, 6, &[8; 60]), Err(StoreError::Full));
    assert_eq!(store.disk().stored(), before, "a write that does not fit leaves nothing");

    block_on(store.replace(epoch, Revision(6), &[b"small".to_vec()])).unwrap();
    assert_eq!(append(&store, epoch, 6, &[8; 60]), Ok(Revision(7)), "compaction makes room");
    assert_eq!(append(&store, epoch, 7, &[9; 6000]), Err(StoreError::Full));
    store.set_room_bytes(None);
    assert_eq!(append(&store, epoch, 7, &[9; 6000]), Ok(Revision(8)));
}

#[test]
fn damage_to_anything_acknowledged_is_reported() {
    let (store, _) = started();
    let stored = store.disk().stored();
    assert!(block_on(MemoryStore::from_stored(stored.clone()).load()).is_ok());
    let mut damaged_count = 0;
    for byte_index in 0..50 {
        for chunk_index in 0..6 {
            let mut damaged = stored.clone();
            let chunk = match chunk_index {
                0 => damaged.head.as_mut().unwrap(),
                1 | 2 => &mut damaged.snapshot[chunk_index - 1],
                _ => damaged.log.get_mut(&(chunk_index as u64)).unwrap(),
            };
            let Some(byte) = chunk.get_mut(byte_index) else { continue };
            *byte ^= 0x10;
            let error = load_error(damaged);
            let is_version = (4..6).contains(&byte_index);
            assert_eq!(is_version, matches!(error, StoreError::NewerFormat { .. }), "{error}");
            assert_eq!(!is_version, matches!(error, StoreError::Corrupt { .. }), "{error}");
            damaged_count += 1;
        }
    }
    assert_eq!(damaged_count, 44 + 29 + 28 + 29 + 28 + 28);
}

#[test]
fn missing_and_misplaced_chunks_are_reported() {
    let (store, _) = started();
    block_on(store.claim()).unwrap();
    let stored = store.disk().stored();
    let chunk = |place, error| Damage::Chunk { place, error };
    let lacks = |part, found, counted| Damage::WrongCount { part, found, counted };
    let log = |revision| Place::Log { revision: Revision(revision) };
    let other_kind = FormatError::UnexpectedKind { found: Kind::Log };
    let misplaced = Damage::WrongRevision { place: log(4), found: Revision(5), expected: Revision(4) };
    type Strike = fn(&mut Stored);
    let damage: [(Strike, Damage, &str); 8] = [
        (|stored| stored.head = None, Damage::NoHead, "there are chunks, but the head is missing"),
        (|stored| drop(stored.log.remove(&4)), lacks(Part::Log, 2, 3), "the log has 2 chunks instead of 3"),
        (|stored| drop(stored.log.remove(&5)), lacks(Part::Log, 2, 3), "the log has 2 chunks instead of 3"),
        (
            |stored| drop(stored.snapshot.pop()),
            lacks(Part::Snapshot, 1, 2),
            "the snapshot has 1 chunks instead of 2",
        ),
        (
            |stored| stored.log.get_mut(&5).unwrap().truncate(20),
            chunk(log(5), FormatError::TooShort { length_bytes: 20 }),
            "log chunk 5: 20 bytes are too few for a chunk",
        ),
        (
            |stored| stored.snapshot[1] = stored.log[&3].clone(),
            chunk(Place::Snapshot { index: 1 }, other_kind),
            "snapshot chunk 1: it is a chunk of another kind (Log)",
        ),
        (
            |stored| drop(stored.log.insert(4, stored.log[&5].clone())),
            misplaced,
            "log chunk 4 says revision 5 instead of 4",
        ),
        (
            |stored| stored.head = stored.log.get(&3).cloned(),
            chunk(Place::Head, other_kind),
            "the head: it is a chunk of another kind (Log)",
        ),
    ];
    for (strike, damage, sentence) in damage {
        let mut damaged = stored.clone();
        strike(&mut damaged);
        let error = load_error(damaged);
        assert_eq!(error, StoreError::Corrupt { damage });
        let expected = format!("The stored workspace is damaged and was left as it is: {sentence}.");
        assert_eq!(error.to_string(), expected);
    }
}

/// The head does not count the last chunk. Unless it is torn, it may have been acknowledged, so its damage is an error.
#[test]
fn damage_at_the_end_of_the_log_stops_every_opening() {
    let stored = started().0.disk().stored();
    assert!(block_on(MemoryStore::from_stored(stored.clone()).claim()).is_ok());
    let newer = StoreError::NewerFormat { found: 9, known: format::FORMAT_VERSION.into() };
    let damaged = |error| Damage::Chunk { place: Place::Log { revision: Revision(5) }, error };
    let last = stored.log[&5].clone();
    let changed = |at: usize, byte: u8| [&last[..at], &[byte], &last[at + 1..]].concat();
    let snapshot = format::encode(Kind::Snapshot, Revision(5), b"five");
    let other_kind = damaged(FormatError::UnexpectedKind { found: Kind::Snapshot });
    let misplaced = Damage::WrongRevision {
        place: Place::Log { revision: Revision(5) },
        found: Revision(4),
        expected: Revision(5),
    };
    let flipped = format::decode(changed(26, b'!')).unwrap_err();
    let ends = [
        (changed(26, b'!'), StoreError::from(damaged(flipped))),
        (changed(0, b'd'), StoreError::from(damaged(FormatError::NoMagic))),
        (changed(4, 9), newer),
        (snapshot, StoreError::from(other_kind)),
        (stored.log[&4].clone(), StoreError::from(misplaced)),
        (b"DINL".to_vec(), StoreError::from(damaged(FormatError::TooShort { length_bytes: 4 }))),
    ];
    for (end, error) in ends {
        let mut stored = stored.clone();
        stored.log.insert(5, end);
        let store = MemoryStore::from_stored(stored.clone());
        assert_eq!(block_on(store.claim()), Err(error.clone()));
        assert_eq!(block_on(store.load()), Err(error.clone()));
        assert_eq!(block_on(store.load_after(Revision(5))), Err(error.clone()));
        assert_eq!(block_on(store.copy_out()), Err(error.clone()));
        assert_eq!(store.stored(), stored, "it is left as it is");
    }
}

/// A power cut can undo whole transactions; the remaining log is intact.
#[test]
fn the_log_ends_where_its_chunks_end() {
    let (store, epoch) = started();
    let mut stored = store.disk().stored();
    stored.log.remove(&5);
    let shorter = MemoryStore::from_stored(stored);
    let saved = block_on(shorter.load()).unwrap();
    assert_eq!((saved.revision, saved.discarded_tail), (Revision(4), false));
    assert_eq!(append(&shorter, epoch, 4, b"other five"), Ok(Revision(5)));
}

#[test]
fn nothing_is_written_over_what_cannot_be_read() {
    let (store, epoch) = started();
    let mut newer = store.disk().stored();
    newer.head.as_mut().unwrap()[4] = 9;
    let mut headless = store.disk().stored();
    headless.head = None;
    for (stored, is_newer) in [(newer, true), (headless, false)] {
        let store = MemoryStore::from_stored(stored.clone());
        let error = block_on(store.claim()).unwrap_err();
        assert_eq!(
            is_newer,
            error == StoreError::NewerFormat { found: 9, known: format::FORMAT_VERSION.into() }
        );
        assert!(append(&store, epoch, 5, b"six").is_err());
        assert!(block_on(store.replace(epoch, Revision(5), &[])).is_err());
        assert_eq!(store.stored(), stored);
    }
}
