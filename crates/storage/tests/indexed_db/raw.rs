//! Reads every stored value, also if it or a value beside it is invalid.

use dynalab_storage::raw::{ChunkProblem, RawChunks, UnreadableReason};
use dynalab_storage::{IndexedDbStore, Place, Revision, Store};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use super::{append, disk, open};

async fn raw(name: &str) -> RawChunks {
    IndexedDbStore::read_raw(name).await.unwrap()
}

fn problems(raw: &RawChunks) -> Vec<(Place, ChunkProblem)> {
    let examined = raw.examine();
    let head = examined.head_problem.map(|problem| (Place::Head, problem));
    let pieces = examined.snapshot.iter().chain(&examined.log);
    let pieces = pieces.filter_map(|piece| Some((piece.place, piece.content.err()?)));
    head.into_iter().chain(pieces).collect()
}

fn in_log(revision: u64) -> Place {
    Place::Log { revision: Revision(revision) }
}

#[wasm_bindgen_test]
async fn a_whole_workspace_is_read_as_it_is_stored() {
    let name = "raw-whole";
    drop(open(name).await);
    disk::put_version_1(name).await;
    let raw = raw(name).await;
    assert_eq!(problems(&raw), []);
    assert_eq!((raw.head.is_some(), raw.snapshot.len(), raw.log.len(), raw.strays), (true, 2, 2, 0));
    let stored = open(name).await.copy_out().await.unwrap();
    assert!(raw.snapshot.into_values().eq(stored.snapshot.into_iter().map(Ok)));
    assert!(raw.log.into_values().eq(stored.log.into_iter().map(Ok)));
    let head = disk::get(name, "meta", &JsValue::from("head")).await;
    assert_eq!(raw.head, Some(Ok(js_sys::Uint8Array::new(&head).to_vec())));
}

#[wasm_bindgen_test]
async fn one_bad_value_costs_no_other() {
    let name = "raw-damaged";
    drop(open(name).await);
    for (store, key, value, place) in [
        ("log", JsValue::from(3), disk::bytes(b"?"), in_log(3)),
        ("log", JsValue::from(4), JsValue::from("not a chunk"), in_log(4)),
        ("snapshot", JsValue::from(1), JsValue::NULL, Place::Snapshot { index: 1 }),
        ("meta", JsValue::from("head"), disk::bytes(b""), Place::Head),
        ("meta", JsValue::from("head"), JsValue::from(7), Place::Head),
    ] {
        disk::put_version_1(name).await;
        disk::put(name, store, &key, &value).await;
        let raw = raw(name).await;
        let found = problems(&raw);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, place);
        let has_bytes = value.is_object();
        let not_bytes = ChunkProblem::Unread(UnreadableReason::NotBytes);
        assert_eq!(!has_bytes, found[0].1 == not_bytes, "{found:?}");
        let size = if has_bytes { 5 } else { 4 };
        assert_eq!(raw.size().0, size, "{key:?}");
        assert_eq!(self::raw(name).await, raw, "reading has changed nothing");
    }
}

/// The log has more than one batch. The second has an invalid value and the third has a gap.
#[wasm_bindgen_test]
async fn a_long_log_is_read_around_what_is_bad() {
    let name = "raw-long";
    let store = open(name).await;
    let claim = store.claim().await.unwrap();
    for number in 0..150_u32 {
        append(&store, claim, &number.to_le_bytes()).await.unwrap();
    }
    disk::put(name, "log", &JsValue::from(70), &JsValue::from("bad")).await;
    disk::delete(name, "log", &JsValue::from(140)).await;
    let raw = raw(name).await;
    let expected = [
        (in_log(70), ChunkProblem::Unread(UnreadableReason::NotBytes)),
        (in_log(140), ChunkProblem::Missing { count: 1 }),
    ];
    assert_eq!(problems(&raw), expected);
    assert_eq!(raw.log.len(), 149);
}

#[wasm_bindgen_test]
async fn keys_that_no_chunk_has_are_counted_and_left_out() {
    let name = "raw-strays";
    drop(open(name).await);
    disk::put_version_1(name).await;
    for key in [JsValue::from(3.5), JsValue::from("a name"), JsValue::from(-1), JsValue::from(1e300)] {
        disk::put(name, "log", &key, &disk::bytes(b"DYNL")).await;
    }
    let raw = raw(name).await;
    assert_eq!((raw.log.len(), raw.strays), (2, 4));
    assert_eq!(problems(&raw), []);
}

#[wasm_bindgen_test]
async fn what_is_not_there_is_read_as_nothing() {
    assert_eq!(raw("raw-none").await, RawChunks::default());
    assert!(IndexedDbStore::open_existing("raw-none").await.unwrap().is_none(), "and none is created");
    disk::create("raw-lacks-log", &["meta", "snapshot"]).await;
    disk::put("raw-lacks-log", "snapshot", &JsValue::from(0), &disk::bytes(b"DYNL")).await;
    let raw_lacks_log = raw("raw-lacks-log").await;
    assert_eq!((raw_lacks_log.snapshot.len(), raw_lacks_log.log.len()), (1, 0));
}

#[wasm_bindgen_test]
async fn a_later_layout_is_read_too() {
    let name = "raw-later";
    disk::create_later_layout(name, 3).await;
    assert_eq!(raw(name).await, RawChunks::default());
    assert_eq!(disk::layout_version(name).await, 3);
}
