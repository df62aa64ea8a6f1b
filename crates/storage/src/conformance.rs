//! One test suite for every store, with one function for each required behavior.
//!
//! `open(name)` returns a new handle on the workspace with that name. Every test uses its own name, which must be empty at first.
//! A test panics if the behavior is wrong.

mod joined;

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use crate::buckets::{Buckets, NewObject};
use crate::error::StoreError;
use crate::format::HEADER_BYTES;
use crate::store::{Chunks, Durability, Epoch, LogChunk, LogTail, Revision, SavedContent, Store};

/// Runs all tests, one after another.
pub async fn run_all<S: Store>(open: impl AsyncFn(&str) -> S) {
    loads_nothing_at_first(open("conformance-empty").await).await;
    loads_what_was_appended(open("conformance-append").await).await;
    keeps_many_chunks_in_order(open("conformance-order").await).await;
    keeps_every_byte(open("conformance-bytes").await).await;
    keeps_large_chunks(open("conformance-large").await).await;
    refuses_a_wrong_revision(open("conformance-conflict").await).await;
    refuses_without_a_claim(open("conformance-unclaimed").await).await;
    compacts_and_keeps_later_appends(open("conformance-replace").await).await;
    refuses_a_wrong_replacement(open("conformance-replace-refused").await).await;
    lets_followers_catch_up(open("conformance-follow").await).await;
    joined::run_all(&open).await;
    deposes_the_older_writer(&open, "conformance-depose").await;
    deposes_a_writer_that_slept(&open, "conformance-sleep").await;
    follows_between_two_handles(&open, "conformance-two-handles").await;
    lets_one_of_two_racing_appends_win(&open, "conformance-race").await;
    finds_everything_after_reopening(&open, "conformance-reopen").await;
    keeps_workspaces_apart(&open).await;
    copies_a_workspace_as_it_is(&open).await;
    takes_a_copy_only_where_nothing_is(&open).await;
}

/// A new store has no chunks and revision 0.
pub async fn loads_nothing_at_first<S: Store>(store: S) {
    assert_eq!(load(&store).await, SavedContent::default());
    assert_eq!(load_after(&store, 0).await, LogTail::Chunks(vec![]));
    assert_eq!(load_after(&store, 3).await, LogTail::Replaced);
    let claim = store.claim().await.expect("an empty workspace can be claimed");
    assert_eq!((claim.epoch, claim.revision), (Epoch(1), Revision::ZERO));
    assert_eq!(load(&store).await, SavedContent::default(), "a claim stores nothing that a reader sees");
}

/// Chunks are loaded in the order in which they were appended, whatever their durability.
pub async fn loads_what_was_appended<S: Store>(store: S) {
    let epoch = claim(&store).await;
    assert_eq!(append(&store, epoch, 0, b"one").await, Ok(Revision(1)));
    let relaxed = store.append(epoch, Revision(1), b"two", Durability::Relaxed).await;
    assert_eq!(relaxed, Ok(Revision(2)));
    let saved = load(&store).await;
    assert_eq!(saved.revision, Revision(2));
    assert_eq!(saved.log, [chunk(1, b"one"), chunk(2, b"two")]);
    assert!(saved.snapshot.is_empty());
    assert!(!saved.discarded_tail);
}

/// Three hundred chunks keep their order.
pub async fn keeps_many_chunks_in_order<S: Store>(store: S) {
    const COUNT: u64 = 300;
    let epoch = claim(&store).await;
    for revision in 0..COUNT {
        let appended = append(&store, epoch, revision, &revision.to_be_bytes()).await;
        assert_eq!(appended, Ok(Revision(revision + 1)));
    }
    let saved = load(&store).await;
    let expected: Vec<LogChunk> = (0..COUNT).map(|index| chunk(index + 1, &index.to_be_bytes())).collect();
    assert_eq!(saved.log, expected);
    assert_eq!(load_after(&store, 1).await, LogTail::Chunks(expected[1..].to_vec()));

    let pieces: Vec<Vec<u8>> = (0..COUNT).map(|index| index.to_be_bytes().to_vec()).collect();
    assert_eq!(store.replace(epoch, Revision(COUNT), &pieces).await, Ok(()));
    assert_eq!(load(&store).await.snapshot, pieces);
}

/// Every byte value is stored as it is, and an empty chunk too.
pub async fn keeps_every_byte<S: Store>(store: S) {
    let every_byte: Vec<u8> = (0..=255).chain((0..=255).rev()).collect();
    let epoch = claim(&store).await;
    assert_eq!(append(&store, epoch, 0, &every_byte).await, Ok(Revision(1)));
    assert_eq!(append(&store, epoch, 1, b"").await, Ok(Revision(2)));
    let saved = load(&store).await;
    assert_eq!(saved.log, [chunk(1, &every_byte), chunk(2, b"")]);

    let snapshot = [every_byte, vec![], vec![0; 3]];
    assert_eq!(store.replace(epoch, Revision(2), &snapshot).await, Ok(()));
    assert_eq!(load(&store).await.snapshot, snapshot);
}

/// A chunk of 4 MB is stored as it is.
pub async fn keeps_large_chunks<S: Store>(store: S) {
    const LARGE_BYTES: u32 = 4 << 20;
    let large: Vec<u8> =
        (0..LARGE_BYTES).map(|index| (index.wrapping_mul(0x9E37_79B1) >> 24) as u8).collect();
    let epoch = claim(&store).await;
    assert_eq!(append(&store, epoch, 0, &large).await, Ok(Revision(1)));
    assert!(load(&store).await.log == [chunk(1, &large)], "a chunk of 4 MB comes back as it was");

    let snapshot = [large.clone(), large];
    assert_eq!(store.replace(epoch, Revision(1), &snapshot).await, Ok(()));
    assert!(load(&store).await.snapshot == snapshot, "a snapshot of 8 MB comes back as it was");
}

/// An append with another revision than the stored one writes nothing.
pub async fn refuses_a_wrong_revision<S: Store>(store: S) {
    let epoch = claim(&store).await;
    assert_eq!(append(&store, epoch, 0, b"one").await, Ok(Revision(1)));
    let before = load(&store).await;
    for wrong in [0, 2, 77] {
        let refused = append(&store, epoch, wrong, b"not this").await;
        let (expected, stored) = (Revision(wrong), Revision(1));
        assert_eq!(refused, Err(StoreError::Conflict { expected, stored }));
    }
    assert_eq!(load(&store).await, before, "a refused append leaves nothing");
    assert_eq!(append(&store, epoch, 1, b"two").await, Ok(Revision(2)));
}

/// A handle that has not claimed the workspace writes nothing.
pub async fn refuses_without_a_claim<S: Store>(store: S) {
    for epoch in [Epoch(0), Epoch(1)] {
        assert_eq!(append(&store, epoch, 0, b"nobody").await, Err(StoreError::Deposed));
        assert_eq!(store.replace(epoch, Revision::ZERO, &[]).await, Err(StoreError::Deposed));
    }
    assert_eq!(load(&store).await, SavedContent::default());
}

/// A snapshot replaces the log up to its revision. Later chunks stay.
pub async fn compacts_and_keeps_later_appends<S: Store>(store: S) {
    let epoch = claim(&store).await;
    for (index, payload) in [b"one", b"two", b"six"].into_iter().enumerate() {
        append(&store, epoch, index as u64, payload).await.expect("an append succeeds");
    }
    let snapshot = [b"state".to_vec(), b"after two".to_vec()];
    assert_eq!(store.replace(epoch, Revision(2), &snapshot).await, Ok(()));
    let saved = load(&store).await;
    assert_eq!((saved.snapshot_revision, saved.revision), (Revision(2), Revision(3)));
    assert_eq!(saved.snapshot, snapshot);
    assert_eq!(saved.log, [chunk(3, b"six")], "what came after the snapshot stays");

    assert_eq!(append(&store, epoch, 3, b"ten").await, Ok(Revision(4)));
    let smaller = [b"state after four".to_vec()];
    assert_eq!(store.replace(epoch, Revision(4), &smaller).await, Ok(()));
    let saved = load(&store).await;
    assert_eq!(saved.snapshot, smaller, "nothing of the old snapshot is left");
    assert_eq!((saved.revision, saved.log), (Revision(4), vec![]));

    assert_eq!(append(&store, epoch, 4, b"end").await, Ok(Revision(5)));
    assert_eq!(store.replace(epoch, Revision(5), &[]).await, Ok(()));
    let emptied =
        SavedContent { revision: Revision(5), snapshot_revision: Revision(5), ..SavedContent::default() };
    assert_eq!(load(&store).await, emptied);
}

/// A snapshot with another revision than the stored one writes nothing.
pub async fn refuses_a_wrong_replacement<S: Store>(store: S) {
    let epoch = claim(&store).await;
    append(&store, epoch, 0, b"one").await.expect("an append succeeds");
    append(&store, epoch, 1, b"two").await.expect("an append succeeds");
    assert_eq!(store.replace(epoch, Revision(2), &[b"state".to_vec()]).await, Ok(()));
    let before = load(&store).await;
    for wrong in [1, 3] {
        let refused = store.replace(epoch, Revision(wrong), &[b"not this".to_vec()]).await;
        let (expected, stored) = (Revision(wrong), Revision(2));
        assert_eq!(refused, Err(StoreError::Conflict { expected, stored }));
    }
    let refused = store.replace(Epoch(epoch.0 + 1), Revision(2), &[]).await;
    assert_eq!(refused, Err(StoreError::Deposed));
    assert_eq!(load(&store).await, before);
}

/// A follower loads only the chunks after its revision, and everything after a compaction.
pub async fn lets_followers_catch_up<S: Store>(store: S) {
    let epoch = claim(&store).await;
    for index in 0..4 {
        append(&store, epoch, index, &[index as u8]).await.expect("an append succeeds");
    }
    let all = [chunk(1, &[0]), chunk(2, &[1]), chunk(3, &[2]), chunk(4, &[3])];
    assert_eq!(load_after(&store, 0).await, LogTail::Chunks(all.to_vec()));
    assert_eq!(load_after(&store, 2).await, LogTail::Chunks(all[2..].to_vec()));
    assert_eq!(load_after(&store, 4).await, LogTail::Chunks(vec![]));
    assert_eq!(load_after(&store, 5).await, LogTail::Replaced, "a follower ahead of the store starts anew");

    store.replace(epoch, Revision(3), &[b"state".to_vec()]).await.expect("a replacement succeeds");
    assert_eq!(load_after(&store, 2).await, LogTail::Replaced);
    assert_eq!(load_after(&store, 3).await, LogTail::Chunks(all[3..].to_vec()));
    assert_eq!(load_after(&store, 4).await, LogTail::Chunks(vec![]));
}

/// A claim by a second handle ends the writes of the first.
pub async fn deposes_the_older_writer<S: Store>(open: &impl AsyncFn(&str) -> S, name: &str) {
    let (old, new) = (open(name).await, open(name).await);
    let old_epoch = claim(&old).await;
    append(&old, old_epoch, 0, b"one").await.expect("an append succeeds");
    let taken = new.claim().await.expect("a second handle can take over");
    assert_eq!(taken.revision, Revision(1), "the new writer continues where the old one stopped");
    assert!(taken.epoch > old_epoch);

    assert_eq!(append(&old, old_epoch, 1, b"fork").await, Err(StoreError::Deposed));
    assert_eq!(old.replace(old_epoch, Revision(1), &[]).await, Err(StoreError::Deposed));
    assert_eq!(load(&old).await.log, [chunk(1, b"one")], "a deposed writer leaves nothing");
    assert_eq!(append(&new, taken.epoch, 1, b"two").await, Ok(Revision(2)));
}

/// Another writer has used the revision that the old writer would append next, and then folded the log into a snapshot.
pub async fn deposes_a_writer_that_slept<S: Store>(open: &impl AsyncFn(&str) -> S, name: &str) {
    let (old, new) = (open(name).await, open(name).await);
    let old_epoch = claim(&old).await;
    for revision in 0..3 {
        append(&old, old_epoch, revision, b"old").await.expect("an append succeeds");
    }
    let epoch = claim(&new).await;
    for revision in 3..6 {
        append(&new, epoch, revision, b"new").await.expect("an append succeeds");
    }
    new.replace(epoch, Revision(6), &[b"state".to_vec()]).await.expect("a replacement succeeds");
    let before = load(&new).await;
    for _ in 0..2 {
        assert_eq!(append(&old, old_epoch, 3, b"fork").await, Err(StoreError::Deposed));
    }
    assert_eq!(load(&new).await, before);
    assert_eq!(append(&new, epoch, 6, b"new").await, Ok(Revision(7)));
    assert_eq!(load_after(&old, 6).await, LogTail::Chunks(vec![chunk(7, b"new")]));
}

/// Each of two handles reads what the other wrote.
pub async fn follows_between_two_handles<S: Store>(open: &impl AsyncFn(&str) -> S, name: &str) {
    let (left, right) = (open(name).await, open(name).await);
    for turn in 0..6 {
        let (writer, reader) = if turn % 2 == 0 { (&left, &right) } else { (&right, &left) };
        let taken = writer.claim().await.expect("a handle can take over");
        assert_eq!(taken.revision, Revision(turn));
        assert_eq!(append(writer, taken.epoch, turn, &[turn as u8]).await, Ok(Revision(turn + 1)));
        let tail = load_after(reader, turn).await;
        assert_eq!(tail, LogTail::Chunks(vec![chunk(turn + 1, &[turn as u8])]));
    }
    assert_eq!(load(&left).await, load(&right).await);
}

/// Of two appends with the same revision, one succeeds.
pub async fn lets_one_of_two_racing_appends_win<S: Store>(open: &impl AsyncFn(&str) -> S, name: &str) {
    let (left, right) = (open(name).await, open(name).await);
    let epoch = claim(&left).await;
    for revision in 0..5 {
        let (first, second) =
            both(append(&left, epoch, revision, b"left"), append(&right, epoch, revision, b"right")).await;
        let lost = Err(StoreError::Conflict { expected: Revision(revision), stored: Revision(revision + 1) });
        let won = Ok(Revision(revision + 1));
        let one_won = (first == won && second == lost) || (first == lost && second == won);
        assert!(one_won, "exactly one of two racing appends is stored: {first:?}, {second:?}");
    }
    assert_eq!(load(&left).await.log.len(), 5);
}

/// A store that is opened again has the same content.
pub async fn finds_everything_after_reopening<S: Store>(open: &impl AsyncFn(&str) -> S, name: &str) {
    let store = open(name).await;
    let epoch = claim(&store).await;
    append(&store, epoch, 0, b"one").await.expect("an append succeeds");
    store.replace(epoch, Revision(1), &[b"state".to_vec()]).await.expect("a replacement succeeds");
    append(&store, epoch, 1, b"two").await.expect("an append succeeds");
    let before = load(&store).await;
    drop(store);

    let store = open(name).await;
    assert_eq!(load(&store).await, before);
    let taken = store.claim().await.expect("a reopened workspace can be claimed");
    assert_eq!((taken.epoch, taken.revision), (Epoch(epoch.0 + 1), Revision(2)));
    assert_eq!(append(&store, taken.epoch, 2, b"three").await, Ok(Revision(3)));
}

/// A copy of a workspace has the same chunks.
pub async fn copies_a_workspace_as_it_is<S: Store>(open: impl AsyncFn(&str) -> S) {
    let from = open("conformance-copy-from").await;
    let epoch = claim(&from).await;
    for (index, payload) in [&b"one"[..], b"two", b""].into_iter().enumerate() {
        append(&from, epoch, index as u64, payload).await.expect("an append succeeds");
    }
    from.replace(epoch, Revision(2), &[b"state".to_vec(), vec![]]).await.expect("a replacement succeeds");
    let copied = from.copy_out().await.expect("it can be read");
    let to = open("conformance-copy-to").await;
    assert_eq!(to.copy_in(&copied.borrowed()).await, Ok(()));
    assert_eq!(load(&to).await, load(&from).await);
    assert_eq!(to.copy_out().await, Ok(copied), "every byte is the same");
    let claim = to.claim().await.expect("a copy can be claimed");
    assert_eq!(
        append(&to, claim.epoch, 3, b"four").await,
        Ok(Revision(4)),
        "it goes on where the other stood"
    );
    assert_eq!(load(&from).await.revision, Revision(3), "the other knows nothing of it");

    let empty = open("conformance-copy-empty").await.copy_out().await.expect("nothing can be copied as well");
    let to = open("conformance-copy-empty-to").await;
    assert_eq!(to.copy_in(&empty.borrowed()).await, Ok(()));
    assert_eq!(load(&to).await, SavedContent::default());
}

/// A copy into a workspace with content is refused.
pub async fn takes_a_copy_only_where_nothing_is<S: Store>(open: impl AsyncFn(&str) -> S) {
    let from = open("conformance-copy-refused-from").await;
    let epoch = claim(&from).await;
    append(&from, epoch, 0, b"one").await.expect("an append succeeds");
    let copied = from.copy_out().await.expect("it can be read");
    let to = open("conformance-copy-refused-to").await;
    let epoch = claim(&to).await;
    append(&to, epoch, 0, b"mine").await.expect("an append succeeds");
    let before = load(&to).await;
    assert!(matches!(to.copy_in(&copied.borrowed()).await, Err(StoreError::Conflict { .. })));
    assert_eq!(load(&to).await, before);

    let fresh = open("conformance-copy-damaged").await;
    let mut damaged = copied.clone();
    damaged.log[0][HEADER_BYTES] ^= 1;
    let lacking = Chunks { log: vec![], ..copied };
    for wrong in [damaged, lacking] {
        assert!(matches!(fresh.copy_in(&wrong.borrowed()).await, Err(StoreError::Corrupt { .. })));
        assert_eq!(load(&fresh).await, SavedContent::default());
    }
}

/// Workspaces of one store do not see each other's chunks.
pub async fn keeps_workspaces_apart<S: Store>(open: &impl AsyncFn(&str) -> S) {
    let (left, right) = (open("conformance-left").await, open("conformance-right").await);
    let epoch = claim(&left).await;
    append(&left, epoch, 0, b"left only").await.expect("an append succeeds");
    assert_eq!(load(&right).await, SavedContent::default());
}

fn chunk(revision: u64, payload: &[u8]) -> LogChunk {
    LogChunk { revision: Revision(revision), payload: payload.to_vec() }
}

async fn claim(store: &impl Store) -> Epoch {
    store.claim().await.expect("a workspace can be claimed").epoch
}

async fn append(
    store: &impl Store,
    epoch: Epoch,
    expected: u64,
    payload: &[u8],
) -> Result<Revision, StoreError> {
    store.append(epoch, Revision(expected), payload, Durability::Strict).await
}

async fn load(store: &impl Store) -> SavedContent {
    store.load().await.expect("a workspace can be loaded")
}

async fn load_after(store: &impl Store, revision: u64) -> LogTail {
    store.load_after(Revision(revision)).await.expect("a follower can read")
}

/// Polls two futures at the same time, like two tabs.
async fn both<A, B>(left: impl Future<Output = A>, right: impl Future<Output = B>) -> (A, B) {
    let (mut left, mut right) = (pin!(left), pin!(right));
    let (mut left_done, mut right_done) = (None, None);
    poll_fn(move |context| {
        if left_done.is_none()
            && let Poll::Ready(value) = left.as_mut().poll(context)
        {
            left_done = Some(value);
        }
        if right_done.is_none()
            && let Poll::Ready(value) = right.as_mut().poll(context)
        {
            right_done = Some(value);
        }
        match (left_done.take(), right_done.take()) {
            (Some(left), Some(right)) => Poll::Ready((left, right)),
            (left, right) => {
                (left_done, right_done) = (left, right);
                Poll::Pending
            }
        }
    })
    .await
}

/// Tests an implementation of buckets. It may contain other buckets and the objects of an earlier run.
///
/// # Panics
/// If a behavior is wrong.
pub async fn buckets(place: &impl Buckets) {
    const BUCKETS: [&str; 2] = ["conforming", "conforming-too"];
    let ours = async || {
        let objects = place.list().await.unwrap_or_else(|error| panic!("a list: {error}"));
        objects.into_iter().filter(|object| BUCKETS.contains(&object.bucket.as_str())).collect::<Vec<_>>()
    };
    for object in ours().await {
        assert_eq!(place.delete(&object.bucket, &object.key).await, Ok(()), "{object:?}");
    }
    let bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    let object = |bucket, key, bytes| NewObject { bucket, key, bytes };
    let [first, second] = BUCKETS;
    // Ordered by UTF-16, the last two keys would be swapped.
    let keys = ["", "a/b", "a\u{ff5e}", "a\u{1f375}"];
    let mut put: Vec<NewObject> = keys.iter().map(|key| object(first, key, &bytes[..])).collect();
    put.reverse();
    put.push(object(second, "a", b""));
    assert_eq!(place.put(&put, 1_790_000_000_000).await, Ok(()));
    let listed: Vec<(String, u64)> =
        ours().await.into_iter().map(|object| (object.key, object.size_bytes)).collect();
    let mut expected: Vec<(String, u64)> = keys.iter().map(|key| ((*key).to_owned(), 100_000)).collect();
    expected.push(("a".to_owned(), 0));
    assert_eq!(listed, expected, "buckets and keys are in order");
    assert_eq!(place.get(first, "a/b").await, Ok(Some(bytes.clone())));
    assert_eq!(place.get(second, "a").await, Ok(Some(Vec::new())));
    assert_eq!(place.get(second, "a/b").await, Ok(None));

    assert_eq!(place.put(&[object(first, "a/b", b"new")], 1_790_000_000_001).await, Ok(()));
    assert_eq!(place.get(first, "a/b").await, Ok(Some(b"new".to_vec())));
    let replaced = ours().await.into_iter().find(|object| object.key == "a/b");
    let replaced = replaced.map(|object| (object.size_bytes, object.put_ms));
    assert_eq!(replaced, Some((3, 1_790_000_000_001)), "it is listed as it is now");
    assert_eq!(place.delete(first, "a/b").await, Ok(()));
    assert_eq!(place.delete(first, "a/b").await, Ok(()), "what is gone can be deleted");
    assert_eq!(place.get(first, "a/b").await, Ok(None));
    assert_eq!(ours().await.len(), 4);
}
