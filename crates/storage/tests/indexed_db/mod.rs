//! Tests that need a real browser: the IndexedDB store passes the suite, is durable, and reports failures correctly.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod damage;
mod disk;
mod raw;
mod spy;

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Waker};

use dynalab_storage::buckets::DATABASE;
use dynalab_storage::{
    Claim, Durability, Epoch, IndexedDbBuckets, IndexedDbStore, LogTail, Revision, SavedContent, Store,
    StoreError, Unavailability, conformance,
};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

async fn open(name: &str) -> IndexedDbStore {
    IndexedDbStore::open(name).await.unwrap()
}

async fn append(store: &IndexedDbStore, claim: Claim, payload: &[u8]) -> Result<Revision, StoreError> {
    let expected = store.load().await?.revision;
    store.append(claim.epoch, expected, payload, Durability::Strict).await
}

#[wasm_bindgen_test]
async fn indexed_db_conforms() {
    conformance::run_all(async |name: &str| open(name).await).await;
}

#[wasm_bindgen_test]
async fn buckets_conform() {
    conformance::buckets(&IndexedDbBuckets).await;
    // A second handle reads what the first handle put, and every write has strict durability.
    spy::install();
    conformance::buckets(&IndexedDbBuckets).await;
    assert!(!spy::transactions(DATABASE).iter().any(|one| one.contains("relaxed")));
}

#[wasm_bindgen_test]
async fn each_write_asks_for_its_durability() {
    let name = "durability";
    spy::install();
    let store = open(name).await;
    let epoch = store.claim().await.unwrap().epoch;
    store.append(epoch, Revision(0), b"one", Durability::Strict).await.unwrap();
    store.append(epoch, Revision(1), b"two", Durability::Relaxed).await.unwrap();
    store.replace(epoch, Revision(2), &[b"state".to_vec()]).await.unwrap();
    let expected = ["readwrite strict", "readwrite strict", "readwrite relaxed", "readwrite strict"];
    assert_eq!(spy::transactions(name), expected);
}

#[wasm_bindgen_test]
async fn the_database_stays_open_between_requests() {
    let name = "kept-open";
    spy::install();
    let store = open(name).await;
    for _ in 0..3 {
        store.claim().await.unwrap();
        store.load().await.unwrap();
    }
    assert_eq!(spy::connection_count(name), 1);
}

#[wasm_bindgen_test]
async fn distinguishes_a_full_disk_from_an_interruption() {
    let name = "sabotage";
    spy::install();
    let store = open(name).await;
    let claim = store.claim().await.unwrap();
    append(&store, claim, b"one").await.unwrap();
    let before = store.load().await;
    for (sabotage, is_full) in [("put throws", true), ("commit is full", true), ("commit aborts", false)] {
        spy::sabotage(name, Some(sabotage));
        let appended = store.append(claim.epoch, Revision(1), b"two", Durability::Strict).await;
        let replaced = store.replace(claim.epoch, Revision(1), &[b"state".to_vec()]).await;
        for error in [appended.unwrap_err(), replaced.unwrap_err()] {
            assert_eq!(is_full, error == StoreError::Full, "{sabotage}: {error}");
            assert_eq!(!is_full, matches!(error, StoreError::Interrupted { .. }), "{sabotage}: {error}");
        }
        spy::sabotage(name, None);
        assert_eq!(store.load().await, before, "{sabotage}");
    }
    assert_eq!(append(&store, claim, b"two").await, Ok(Revision(2)), "there is room again");
}

#[wasm_bindgen_test]
async fn rolls_back_an_append_that_is_not_awaited() {
    let store = open("dropped").await;
    let claim = store.claim().await.unwrap();
    {
        let appending = pin!(store.append(claim.epoch, Revision(0), b"one", Durability::Strict));
        let is_pending = appending.poll(&mut Context::from_waker(Waker::noop())).is_pending();
        assert!(is_pending);
    }
    assert_eq!(store.load().await.unwrap(), SavedContent::default());
    assert_eq!(append(&store, claim, b"two").await, Ok(Revision(1)));
}

#[wasm_bindgen_test]
async fn checks_the_store_after_an_append_that_is_not_awaited() {
    let store = open("dropped-later").await;
    let claim = store.claim().await.unwrap();
    append(&store, claim, b"one").await.unwrap();
    {
        let appending = pin!(store.append(claim.epoch, Revision(1), b"two", Durability::Strict));
        assert!(appending.poll(&mut Context::from_waker(Waker::noop())).is_pending());
    }
    // It is unknown whether the chunk is stored. The next append must not overwrite it, and must succeed.
    let stored = store.load().await.unwrap().revision;
    assert_eq!(append(&store, claim, b"next").await, Ok(Revision(stored.0 + 1)));
    assert_eq!(append(&store, claim, b"last").await, Ok(Revision(stored.0 + 2)));
}

#[wasm_bindgen_test]
async fn a_connection_that_was_closed_is_opened_again() {
    let name = "closed";
    spy::install();
    let store = open(name).await;
    let claim = store.claim().await.unwrap();
    append(&store, claim, b"one").await.unwrap();
    spy::close_connections(name);
    assert_eq!(append(&store, claim, b"two").await, Ok(Revision(2)));
    assert_eq!(spy::connection_count(name), 2);
    // The next append is the first call on the closed connection.
    spy::close_connections(name);
    let appended = store.append(claim.epoch, Revision(2), b"three", Durability::Strict).await;
    assert_eq!(appended, Ok(Revision(3)));
    assert_eq!(spy::connection_count(name), 3);
}

#[wasm_bindgen_test]
async fn only_what_exists_is_opened_for_a_copy() {
    let name = "opened-for-a-copy";
    assert!(IndexedDbStore::open_existing(name).await.unwrap().is_none());
    assert!(IndexedDbStore::open_existing(name).await.unwrap().is_none(), "and none was made by that");
    let writer = open(name).await;
    let claim = writer.claim().await.unwrap();
    append(&writer, claim, b"one").await.unwrap();
    let copied = IndexedDbStore::open_existing(name).await.unwrap().unwrap().copy_out().await.unwrap();
    assert_eq!(copied.log.len(), 1);
    append(&writer, claim, b"two").await.expect("the writer never noticed");
}

#[wasm_bindgen_test]
async fn a_copy_that_finds_no_room_leaves_nothing() {
    let (from, name) = (open("copy-source").await, "copy-sabotage");
    let claim = from.claim().await.unwrap();
    append(&from, claim, b"one").await.unwrap();
    let copied = from.copy_out().await.unwrap();
    spy::install();
    let store = open(name).await;
    for (sabotage, is_full) in [("put throws", true), ("commit is full", true), ("commit aborts", false)] {
        spy::sabotage(name, Some(sabotage));
        let error = store.copy_in(&copied.borrowed()).await.unwrap_err();
        assert_eq!(is_full, error == StoreError::Full, "{sabotage}: {error}");
        spy::sabotage(name, None);
        assert_eq!(store.load().await, Ok(SavedContent::default()), "{sabotage}");
    }
    assert_eq!(store.copy_in(&copied.borrowed()).await, Ok(()));
    assert_eq!(store.copy_out().await, Ok(copied));
}

#[wasm_bindgen_test]
async fn a_workspace_can_be_deleted_while_it_is_open_elsewhere() {
    let name = "deleted";
    let (store, elsewhere) = (open(name).await, open(name).await);
    let claim = store.claim().await.unwrap();
    append(&store, claim, b"one").await.unwrap();
    IndexedDbStore::delete(name).await.unwrap();

    let refused = store.append(claim.epoch, Revision(1), b"two", Durability::Strict).await;
    assert!(matches!(refused, Err(StoreError::Unavailable { .. })), "{refused:?}");
    for _ in 0..2 {
        let claimed = elsewhere.claim().await;
        assert!(matches!(claimed, Err(StoreError::Unavailable { .. })), "nobody brings it back: {claimed:?}");
    }
    let anew = open(name).await;
    assert_eq!(anew.load().await.unwrap(), SavedContent::default());
    assert_eq!(anew.claim().await.unwrap(), Claim { epoch: Epoch(1), revision: Revision::ZERO });
    assert_eq!(store.load_after(Revision(1)).await, Ok(LogTail::Replaced), "a new one of that name is found");
    IndexedDbStore::delete("never-there").await.unwrap();
}

#[wasm_bindgen_test]
async fn a_database_of_a_later_version_is_left_alone() {
    let name = "later";
    disk::create_later_layout(name, 7).await;
    let expected = StoreError::NewerFormat { found: 7, known: 1 };
    assert_eq!(IndexedDbStore::open(name).await.err(), Some(expected));
    assert_eq!(disk::layout_version(name).await, 7);
}

#[wasm_bindgen_test]
async fn reports_a_browser_without_storage() {
    for answer in ["return null;", "throw new DOMException('private window', 'SecurityError');"] {
        spy::hide_indexed_db(answer);
        let opened = IndexedDbStore::open("unavailable").await;
        let deleted = IndexedDbStore::delete("unavailable").await;
        spy::show_indexed_db();
        assert!(matches!(opened.err(), Some(StoreError::Unavailable { .. })), "{answer}");
        assert!(matches!(deleted.err(), Some(StoreError::Unavailable { .. })), "{answer}");
    }
}

#[wasm_bindgen_test]
async fn reports_a_browser_that_opens_no_database() {
    let name = "refused";
    spy::install();
    spy::sabotage(name, Some("opening throws"));
    let opened = IndexedDbStore::open(name).await.err();
    let existing = IndexedDbStore::open_existing(name).await.err();
    spy::sabotage(name, None);
    for error in [opened, existing] {
        assert_eq!(error, Some(StoreError::Unavailable { reason: Unavailability::RefusedToOpen }));
    }
    drop(open(name).await);
}

#[wasm_bindgen_test]
async fn a_database_that_cannot_be_made_is_not_left_half_made() {
    let name = "half-made";
    spy::install();
    spy::sabotage(name, Some("creation throws"));
    let opened = IndexedDbStore::open(name).await;
    spy::sabotage(name, None);
    assert_eq!(opened.err(), Some(StoreError::Full));
    assert_eq!(spy::uncaught(), "");
    assert!(IndexedDbStore::open_existing(name).await.unwrap().is_none());
    assert_eq!(open(name).await.load().await, Ok(SavedContent::default()));
}

#[wasm_bindgen_test]
async fn version_1_opens_for_ever() {
    let name = "version-1";
    drop(open(name).await);
    disk::put_version_1(name).await;
    let store = open(name).await;
    let saved = store.load().await.unwrap();
    assert_eq!((saved.revision, saved.snapshot_revision), (Revision(4), Revision(2)));
    assert_eq!(saved.snapshot, [b"items: b".to_vec(), vec![0, 255, 128]]);
    let log: Vec<&[u8]> = saved.log.iter().map(|chunk| &chunk.payload[..]).collect();
    assert_eq!(log, [&b"delete a"[..], b""]);
    assert_eq!(store.claim().await.unwrap(), Claim { epoch: Epoch(3), revision: Revision(4) });
}

#[wasm_bindgen_test]
async fn a_torn_tail_is_dropped_and_overwritten() {
    let name = "torn";
    let store = open(name).await;
    let claim = store.claim().await.unwrap();
    append(&store, claim, b"one").await.unwrap();
    disk::put(name, "log", &JsValue::from(2), &disk::bytes(b"DYNL")).await;
    let saved = store.load().await.unwrap();
    assert!(saved.discarded_tail);
    assert_eq!((saved.revision, saved.log.len()), (Revision(1), 1));
    assert_eq!(append(&store, claim, b"two").await, Ok(Revision(2)));
    assert!(!store.load().await.unwrap().discarded_tail);
}
