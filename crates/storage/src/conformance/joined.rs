//! The part of the suite about joined chunks and sealed logs.

use super::{append, chunk, claim, load, load_after};
use crate::error::StoreError;
use crate::store::{Epoch, LogChunk, LogTail, Revision, SavedContent, Store};

/// Runs the whole part on stores that `open` returns by name.
pub async fn run_all<S: Store>(open: &impl AsyncFn(&str) -> S) {
    joins_without_a_difference_for_readers(open("conformance-join").await).await;
    joins_what_is_longer_than_one_read(open("conformance-join-long").await).await;
    refuses_a_wrong_join(open("conformance-join-refused").await).await;
    keeps_fences_among_joined_chunks(open, "conformance-join-fences").await;
    copies_joined_chunks(open).await;
    seals_without_a_difference_for_readers(open, "conformance-seal").await;
}

async fn fill(store: &impl Store, epoch: Epoch, from: u64, to: u64) -> Vec<LogChunk> {
    let mut chunks = Vec::new();
    for revision in from..to {
        let payload = revision.to_string().repeat(revision as usize % 5).into_bytes();
        assert_eq!(append(store, epoch, revision, &payload).await, Ok(Revision(revision + 1)));
        chunks.push(chunk(revision + 1, &payload));
    }
    chunks
}

/// What a reader sees, apart from how it is stored.
fn seen(saved: SavedContent) -> SavedContent {
    SavedContent { joined: None, ..saved }
}

/// Joined chunks are read as before.
pub async fn joins_without_a_difference_for_readers<S: Store>(store: S) {
    let epoch = claim(&store).await;
    let mut chunks = fill(&store, epoch, 0, 20).await;
    let before = load(&store).await;
    for (after, until) in [(4, 9), (9, 10), (10, 18)] {
        assert_eq!(store.join(epoch, Revision(after), Revision(until)).await, Ok(()));
        let saved = load(&store).await;
        assert_eq!(saved.joined, Some(Revision(until)));
        assert_eq!(seen(saved), before);
    }
    for after in 0..=20 {
        let expected = LogTail::Chunks(chunks[after as usize..].to_vec());
        assert_eq!(load_after(&store, after).await, expected, "also from within a joined chunk");
    }
    chunks.extend(fill(&store, epoch, 20, 23).await);
    assert_eq!(store.join(epoch, Revision(18), Revision(23)).await, Ok(()), "up to the end");
    chunks.extend(fill(&store, epoch, 23, 25).await);
    assert_eq!(load(&store).await.log, chunks);

    let snapshot = [b"state".to_vec()];
    assert_eq!(store.replace(epoch, Revision(24), &snapshot).await, Ok(()));
    let saved = load(&store).await;
    assert_eq!((&saved.snapshot[..], saved.joined), (&snapshot[..], None));
    assert_eq!(saved.log, chunks[24..]);
}

/// A join of more chunks than one read returns succeeds.
pub async fn joins_what_is_longer_than_one_read<S: Store>(store: S) {
    let epoch = claim(&store).await;
    let chunks = fill(&store, epoch, 0, 300).await;
    assert_eq!(store.join(epoch, Revision(0), Revision(130)).await, Ok(()));
    assert_eq!(store.join(epoch, Revision(130), Revision(131)).await, Ok(()));
    assert_eq!(store.join(epoch, Revision(200), Revision(290)).await, Ok(()));
    assert_eq!(load(&store).await.log, chunks);
    assert_eq!(load_after(&store, 129).await, LogTail::Chunks(chunks[129..].to_vec()));
}

/// A join of chunks that do not exist, or are joined already, changes nothing.
pub async fn refuses_a_wrong_join<S: Store>(store: S) {
    let epoch = claim(&store).await;
    fill(&store, epoch, 0, 10).await;
    assert_eq!(store.replace(epoch, Revision(2), &[]).await, Ok(()));
    assert_eq!(store.join(epoch, Revision(4), Revision(8)).await, Ok(()));
    let before = load(&store).await;
    for (after, until) in [(1, 3), (3, 3), (5, 4), (9, 11), (6, 9)] {
        let refused = store.join(epoch, Revision(after), Revision(until)).await;
        let conflict = StoreError::Conflict { expected: Revision(until), stored: Revision(10) };
        assert_eq!(refused, Err(conflict), "{after} to {until}");
    }
    assert_eq!(load(&store).await, before);
    claim(&store).await;
    assert_eq!(store.join(epoch, Revision(8), Revision(10)).await, Err(StoreError::Deposed));
    assert_eq!(store.seal(epoch).await, Err(StoreError::Deposed));
    assert_eq!(load(&store).await, before);
}

/// A tab that slept would append at a revision that was a fence. It must still be used.
pub async fn keeps_fences_among_joined_chunks<S: Store>(open: &impl AsyncFn(&str) -> S, name: &str) {
    let (asleep, other) = (open(name).await, open(name).await);
    let slept = claim(&asleep).await;
    let mut chunks = fill(&asleep, slept, 0, 3).await;
    let epoch = claim(&other).await;
    chunks.extend(fill(&other, epoch, 3, 12).await);
    assert_eq!(other.join(epoch, Revision(1), Revision(9)).await, Ok(()));
    assert_eq!(append(&asleep, slept, 3, b"too late").await, Err(StoreError::Deposed));
    assert_eq!(load(&other).await.log, chunks);
    assert_eq!(other.replace(epoch, Revision(11), &[]).await, Ok(()));
    assert_eq!(append(&asleep, slept, 3, b"too late").await, Err(StoreError::Deposed));
    assert_eq!(load(&other).await.log, chunks[11..]);
}

/// A copy has the joined chunks.
pub async fn copies_joined_chunks<S: Store>(open: &impl AsyncFn(&str) -> S) {
    let name = "conformance-join-copy";
    let store = open(name).await;
    let epoch = claim(&store).await;
    fill(&store, epoch, 0, 3).await;
    let epoch = claim(&store).await;
    fill(&store, epoch, 3, 9).await;
    assert_eq!(store.join(epoch, Revision(0), Revision(7)).await, Ok(()));
    let copied = store.copy_out().await.expect("an intact workspace");
    let copy = open("conformance-join-copied").await;
    assert_eq!(copy.copy_in(&copied.borrowed()).await, Ok(()));
    assert_eq!(load(&copy).await, load(&store).await);
    assert_eq!(copy.copy_out().await, Ok(copied));
    let epoch = claim(&copy).await;
    fill(&copy, epoch, 9, 11).await;
    assert_eq!(copy.join(epoch, Revision(7), Revision(11)).await, Ok(()));
}

/// A sealed log is read as before.
pub async fn seals_without_a_difference_for_readers<S: Store>(open: &impl AsyncFn(&str) -> S, name: &str) {
    let store = open(name).await;
    let epoch = claim(&store).await;
    for revision in 0..4 {
        fill(&store, epoch, revision, revision + 1).await;
        let before = load(&store).await;
        assert_eq!(store.seal(epoch).await, Ok(()));
        assert_eq!(load(&store).await, before);
    }
    fill(&store, epoch, 4, 6).await;
    assert_eq!(load(&open(name).await).await.revision, Revision(6));
}
