//! Unreadable stored bytes prevent the opening of a workspace and are left unchanged.

use dynalab_storage::buckets::{Buckets, DATABASE, NewObject};
use dynalab_storage::{Damage, IndexedDbBuckets, IndexedDbStore, Part, Store, StoreError};
use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use super::{append, disk, open};

fn corrupt<T>(damage: Damage) -> Result<T, StoreError> {
    Err(StoreError::Corrupt { damage })
}

#[wasm_bindgen_test]
async fn damage_is_reported_and_left_as_it_is() {
    let name = "damaged";
    drop(open(name).await);
    for (place, key, value) in [
        ("log", JsValue::from(3), disk::bytes(b"DYNL")),
        ("log", JsValue::from(4), JsValue::from("not a chunk")),
        ("snapshot", JsValue::from(1), disk::bytes(b"")),
        ("meta", JsValue::from("head"), disk::bytes(b"DYNL\x01\x00")),
        ("meta", JsValue::from("head"), JsValue::from(1)),
    ] {
        disk::put_version_1(name).await;
        disk::put(name, place, &key, &value).await;
        let store = open(name).await;
        assert!(matches!(store.load().await, Err(StoreError::Corrupt { .. })), "{place} {key:?}");
        if place == "meta" {
            assert!(matches!(store.claim().await, Err(StoreError::Corrupt { .. })));
            assert_eq!(
                js_sys::JSON::stringify(&disk::get(name, place, &key).await),
                js_sys::JSON::stringify(&value)
            );
        }
    }
}

#[wasm_bindgen_test]
async fn chunks_without_a_head_are_not_taken_for_an_empty_workspace() {
    for (name, place) in [("headless-log", "log"), ("headless-snapshot", "snapshot")] {
        let store = open(name).await;
        disk::put(name, place, &JsValue::from(1), &disk::bytes(b"DYNL")).await;
        assert!(matches!(store.load().await, Err(StoreError::Corrupt { .. })));
        assert!(matches!(store.claim().await, Err(StoreError::Corrupt { .. })));
    }
}

/// A value of the wrong type is not treated as a missing value.
#[wasm_bindgen_test]
async fn a_head_that_is_no_bytes_is_not_taken_for_an_empty_workspace() {
    let name = "no-bytes";
    let store = open(name).await;
    for value in [JsValue::UNDEFINED, JsValue::NULL] {
        disk::put(name, "meta", &JsValue::from("head"), &value).await;
        let expected = Damage::NotBytes { object_store: "meta" };
        assert_eq!(store.load().await, corrupt(expected.clone()), "{value:?}");
        assert_eq!(store.claim().await, corrupt(expected), "{value:?}");
    }
}

#[wasm_bindgen_test]
async fn a_piece_of_a_snapshot_that_is_not_counted_is_reported() {
    let name = "a-piece-more";
    drop(open(name).await);
    disk::put_version_1(name).await;
    disk::put(name, "snapshot", &JsValue::from(2), &disk::bytes(b"DYNL")).await;
    let store = open(name).await;
    let expected = Damage::WrongCount { part: Part::Snapshot, found: 3, counted: 2 };
    assert_eq!(store.load().await, corrupt(expected.clone()));
    assert_eq!(store.copy_out().await, corrupt(expected));
}

#[wasm_bindgen_test]
async fn the_last_chunk_of_the_log_is_read_before_a_claim() {
    let name = "damaged-end";
    let store = open(name).await;
    let claim = store.claim().await.unwrap();
    append(&store, claim, b"one").await.unwrap();
    for (value, is_bytes) in [(disk::bytes(&[b'?'; 30]), true), (JsValue::from("not a chunk"), false)] {
        disk::put(name, "log", &JsValue::from(2), &value).await;
        let error = store.claim().await.unwrap_err();
        assert_eq!(
            is_bytes,
            matches!(error, StoreError::Corrupt { damage: Damage::Chunk { .. } }),
            "{error}"
        );
        let not_bytes = Damage::NotBytes { object_store: "log" };
        assert_eq!(!is_bytes, error == StoreError::Corrupt { damage: not_bytes }, "{error}");
    }
    for key in [JsValue::from("a name"), JsValue::from(2.5)] {
        disk::put(name, "log", &key, &disk::bytes(b"DYNL")).await;
        assert_eq!(store.claim().await, corrupt(Damage::NoRevision), "{key:?}");
    }
}

#[wasm_bindgen_test]
async fn a_database_without_its_object_stores_is_not_opened() {
    for (name, object_stores, missing) in [
        ("lacks-all", &[][..], "meta"),
        ("lacks-log", &["meta", "snapshot"], "log"),
        ("lacks-snapshot", &["meta", "log"], "snapshot"),
    ] {
        disk::create(name, object_stores).await;
        let expected = Some(StoreError::Corrupt { damage: Damage::NoObjectStore { object_store: missing } });
        assert_eq!(IndexedDbStore::open(name).await.err(), expected);
        assert_eq!(IndexedDbStore::open_existing(name).await.err(), expected);
    }
}

#[wasm_bindgen_test]
async fn an_object_that_is_not_what_its_list_says_is_reported() {
    let object = |key, bytes| NewObject { bucket: "damaged", key, bytes };
    let name_of = |key: &str| JsValue::from(Array::of2(&"damaged".into(), &key.into()));
    IndexedDbBuckets.put(&[object("a", b"one"), object("b", b"two"), object("c", b"")], 5).await.unwrap();
    disk::put(DATABASE, "bytes", &name_of("a"), &disk::bytes(b"longer")).await;
    disk::delete(DATABASE, "entries", &name_of("b")).await;
    disk::delete(DATABASE, "bytes", &name_of("c")).await;
    for (key, stored, listed) in
        [("a", Some(6), Some(3)), ("b", Some(3), None), ("c", None, Some(0)), ("d", None, None)]
    {
        let (bucket, name) = ("damaged".to_owned(), key.to_owned());
        let expected = Damage::ObjectBytes { bucket, key: name, stored, listed };
        let expected = if stored == listed { Ok(None) } else { corrupt(expected) };
        assert_eq!(IndexedDbBuckets.get("damaged", key).await, expected);
    }
    IndexedDbStore::delete(DATABASE).await.unwrap();
}

#[wasm_bindgen_test]
async fn an_entry_of_an_object_that_cannot_be_read_is_not_left_out() {
    let pair = JsValue::from(Array::of2(&"bucket".into(), &"key".into()));
    let triple = JsValue::from(Array::of3(&"bucket".into(), &"key".into(), &"more".into()));
    let entry = || disk::bytes(&[0; 16]);
    for (name, value, damage) in [
        (&pair, disk::bytes(&[0; 15]), Damage::ObjectEntry),
        (&pair, disk::bytes(&[0; 17]), Damage::ObjectEntry),
        (&pair, JsValue::from("text"), Damage::NotBytes { object_store: "entries" }),
        (&triple, entry(), Damage::ObjectEntry),
        (&JsValue::from("text"), entry(), Damage::ObjectEntry),
        (&JsValue::from(Array::of2(&1.into(), &2.into())), entry(), Damage::ObjectEntry),
    ] {
        IndexedDbBuckets.put(&[NewObject { bucket: "good", key: "one", bytes: b"1" }], 5).await.unwrap();
        disk::put(DATABASE, "entries", name, &value).await;
        assert_eq!(IndexedDbBuckets.list().await, corrupt(damage), "{name:?}");
        IndexedDbStore::delete(DATABASE).await.unwrap();
    }
}
