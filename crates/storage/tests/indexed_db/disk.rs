//! Reads and writes the object stores directly, bypassing the store.

use indexed_db_futures::database::{Database, VersionChangeEvent};
use indexed_db_futures::prelude::*;
use indexed_db_futures::transaction::TransactionMode;
use js_sys::Uint8Array;
use wasm_bindgen::JsValue;

const VERSION_1: &str = include_str!("../fixtures/v1.hex");

pub fn bytes(bytes: &[u8]) -> JsValue {
    Uint8Array::from(bytes).into()
}

pub async fn put(name: &str, object_store: &str, key: &JsValue, value: &JsValue) {
    let database = Database::open(name).await.unwrap();
    let transaction =
        database.transaction(object_store).with_mode(TransactionMode::Readwrite).build().unwrap();
    let request =
        transaction.object_store(object_store).unwrap().put(value).with_key(key.clone()).primitive();
    request.unwrap().await.unwrap();
    transaction.commit().await.unwrap();
    database.close();
}

pub async fn get(name: &str, object_store: &str, key: &JsValue) -> JsValue {
    let database = Database::open(name).await.unwrap();
    let transaction =
        database.transaction(object_store).with_mode(TransactionMode::Readonly).build().unwrap();
    let request = transaction.object_store(object_store).unwrap().get::<JsValue, _, _>(key).primitive();
    let value = request.unwrap().await.unwrap();
    drop(transaction);
    database.close();
    value.unwrap_or(JsValue::UNDEFINED)
}

pub async fn delete(name: &str, object_store: &str, key: &JsValue) {
    let database = Database::open(name).await.unwrap();
    let transaction =
        database.transaction(object_store).with_mode(TransactionMode::Readwrite).build().unwrap();
    let request = transaction.object_store(object_store).unwrap().delete(key).primitive();
    request.unwrap().await.unwrap();
    transaction.commit().await.unwrap();
    database.close();
}

/// Puts the fixture's workspace into an open, empty database.
pub async fn put_version_1(name: &str) {
    for line in VERSION_1.lines() {
        let (place, hex) = line.split_once(": ").unwrap();
        let chunk: Vec<u8> =
            (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
        match place.split_once(' ') {
            None => put(name, "meta", &JsValue::from(place), &bytes(&chunk)).await,
            Some((object_store, number)) => {
                let key = JsValue::from(number.parse::<u32>().unwrap());
                put(name, object_store, &key, &bytes(&chunk)).await;
            }
        }
    }
}

/// Creates a database of the current layout with these object stores.
pub async fn create(name: &str, object_stores: &'static [&'static str]) {
    let opened = Database::open(name).with_version(1_u32).with_on_upgrade_needed(
        move |_: VersionChangeEvent, database: Database| {
            for object_store in object_stores {
                database.create_object_store(*object_store).build()?;
            }
            Ok(())
        },
    );
    opened.await.unwrap().close();
}

pub async fn create_later_layout(name: &str, version: u32) {
    let opened = Database::open(name).with_version(version).with_on_upgrade_needed(
        |_: VersionChangeEvent, database: Database| {
            database.create_object_store("of the future").build().map(drop)
        },
    );
    opened.await.unwrap().close();
}

pub async fn layout_version(name: &str) -> u32 {
    let database = Database::open(name).await.unwrap();
    let version = database.version() as u32;
    database.close();
    version
}
