//! Raw chunks: the report for values without bytes, and the file with the other values.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use dynalab_storage::raw::file::{self, RawFileError};
use dynalab_storage::raw::{ChunkProblem, RawChunks, UnreadableReason};
use dynalab_storage::{Durability, MemoryStore, Place, Revision, Store};
use pollster::block_on;

/// Returns a snapshot of two chunks and a log of three.
fn stored() -> RawChunks {
    let store = MemoryStore::new();
    block_on(async {
        let claim = store.claim().await.unwrap();
        let mut revision = claim.revision;
        for payload in [&b"one"[..], b"two", b"three", b"", b"five"] {
            revision = store.append(claim.epoch, revision, payload, Durability::Strict).await.unwrap();
        }
        store.replace(claim.epoch, Revision(2), &[b"state".to_vec(), b"more".to_vec()]).await.unwrap();
    });
    store.stored().into()
}

fn problems(raw: &RawChunks) -> Vec<(Place, ChunkProblem)> {
    let examined = raw.examine();
    let head = examined.head_problem.map(|problem| (Place::Head, problem));
    let pieces = examined.snapshot.iter().chain(&examined.log);
    let pieces = pieces.filter_map(|piece| Some((piece.place, piece.content.err()?)));
    head.into_iter().chain(pieces).collect()
}

#[test]
fn a_value_without_bytes_costs_only_itself() {
    let whole = stored();
    assert_eq!(problems(&whole), []);
    for unread in [UnreadableReason::NotBytes, UnreadableReason::Failed] {
        let problem = ChunkProblem::Unread(unread);
        let mut raw = whole.clone();
        raw.head = Some(Err(unread));
        assert_eq!(problems(&raw), [(Place::Head, problem)]);
        let mut raw = whole.clone();
        raw.snapshot.insert(1, Err(unread));
        assert_eq!(problems(&raw), [(Place::Snapshot { index: 1 }, problem)]);
        for number in [3, 4, 5] {
            let mut raw = whole.clone();
            raw.log.insert(number, Err(unread));
            let place = Place::Log { revision: Revision(number) };
            assert_eq!(problems(&raw), [(place, problem)], "{number}");
            let (pieces, bytes) = raw.size();
            assert_eq!(pieces, whole.size().0 - 1);
            assert!(bytes < whole.size().1);
        }
    }
}

#[test]
fn the_file_returns_every_value_that_has_bytes() {
    let whole = stored();
    let mut damaged = whole.clone();
    damaged.log.insert(4, Ok(b"not a chunk".to_vec()));
    damaged.snapshot.insert(7, Ok(Vec::new()));
    let mut headless = whole.clone();
    headless.head = None;
    for raw in [RawChunks::default(), whole.clone(), damaged, headless] {
        assert_eq!(file::read(&file::write(&raw)), Ok(raw));
    }
    let mut unread = whole.clone();
    unread.log.insert(4, Err(UnreadableReason::Failed));
    unread.strays = 2;
    let mut expected = whole;
    expected.log.remove(&4);
    assert_eq!(file::read(&file::write(&unread)), Ok(expected));
}

#[test]
fn a_file_that_is_damaged_is_refused() {
    let whole = file::write(&stored());
    for length in 0..whole.len() {
        assert!(file::read(&whole[..length]).is_err(), "{length}");
    }
    for place in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[place] ^= 0x40;
        assert!(file::read(&flipped).is_err(), "{place}");
    }
    let longer = [whole.as_slice(), b"x"].concat();
    assert_eq!(file::read(&longer), Err(RawFileError::TooLong { bytes: 1 }));
    let mut newer = whole;
    newer[8] = 2;
    assert_eq!(file::read(&newer), Err(RawFileError::UnknownVersion { found: 2 }));
    assert_eq!(file::read(b"DYNLBACK"), Err(RawFileError::NotARawFile));
}
