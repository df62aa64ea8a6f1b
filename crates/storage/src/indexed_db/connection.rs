//! One open connection to a database: how it is made, when it is given up, and how transactions begin on it.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{Event, IdbDatabase, IdbFactory, IdbOpenDbRequest, IdbTransaction};

use super::bindings::{Database, Transaction};
use super::failure;
use super::request::answer;
use crate::error::StoreError;
use crate::store::Durability;

/// The layout of the object stores. A later one refuses to be opened with this number.
const LAYOUT_VERSION: u32 = 1;

pub(super) struct Connection {
    database: Database,
    is_closed: Rc<Cell<bool>>,
    /// Options of transactions.
    strict: JsValue,
    relaxed: JsValue,
    _close_on_event: Closure<dyn FnMut()>,
}

/// What a transaction may touch, and how.
#[derive(Clone, Copy)]
pub(super) struct Scope {
    store_names: &'static [&'static str],
    write: Option<Durability>,
}

impl Scope {
    pub(super) fn read(store_names: &'static [&'static str]) -> Scope {
        Scope { store_names, write: None }
    }

    pub(super) fn write(store_names: &'static [&'static str], durability: Durability) -> Scope {
        Scope { store_names, write: Some(durability) }
    }
}

impl Connection {
    /// Opens the database, and creates it with these object stores when there is none.
    pub(super) async fn open(
        name: &str,
        store_names: &'static [&'static str],
    ) -> Result<Connection, StoreError> {
        Connection::open_or(name, move |database, _| {
            for store_name in store_names {
                // What is missing then is told by the first transaction.
                drop(database.create_object_store(store_name));
            }
        })
        .await
    }

    /// Opens the database if there is one, and creates none.
    pub(super) async fn open_existing(name: &str) -> Result<Option<Connection>, StoreError> {
        let is_gone = Rc::new(Cell::new(false));
        let opened = Connection::open_or(name, {
            let is_gone = is_gone.clone();
            move |_, transaction| {
                is_gone.set(true);
                // A new database whose first transaction is abandoned has never been; this one has just begun.
                drop(transaction.abort());
            }
        })
        .await;
        if is_gone.get() { Ok(None) } else { opened.map(Some) }
    }

    async fn open_or(
        name: &str,
        when_new: impl FnOnce(&IdbDatabase, &IdbTransaction) + 'static,
    ) -> Result<Connection, StoreError> {
        let request = factory()?.open_with_u32(name, LAYOUT_VERSION).map_err(of_opening)?;
        let on_new = Closure::once({
            let request = request.clone();
            move |_: Event| {
                let database = request.result().ok().map(IdbDatabase::unchecked_from_js);
                if let (Some(database), Some(transaction)) = (database, request.transaction()) {
                    when_new(&database, &transaction);
                }
            }
        });
        request.set_onupgradeneeded(Some(on_new.as_ref().unchecked_ref()));
        match opened(&request).await {
            Ok(database) => Ok(Connection::new(database)),
            Err(_) if is_newer_layout(&request) => Err(newer_layout(name).await),
            Err(error) => Err(error),
        }
    }

    fn new(database: Database) -> Connection {
        let is_closed = Rc::new(Cell::new(false));
        // Either another tab wants to delete or change the database and waits for us, or the browser has closed it.
        let close_on_event = Closure::new({
            let (database, is_closed) = (database.clone(), is_closed.clone());
            move || {
                is_closed.set(true);
                database.close();
            }
        });
        let handler = close_on_event.as_ref().unchecked_ref();
        database.set_onversionchange(Some(handler));
        database.set_onclose(Some(handler));
        let (strict, relaxed) = (durability("strict"), durability("relaxed"));
        Connection { database, is_closed, strict, relaxed, _close_on_event: close_on_event }
    }

    pub(super) fn is_closed(&self) -> bool {
        self.is_closed.get()
    }

    /// Lets go of the database as soon as the transactions that have begun are over.
    pub(super) fn close(&self) {
        self.is_closed.set(true);
        self.database.close();
    }

    pub(super) fn begin(&self, scope: Scope) -> Result<Transaction, JsValue> {
        let store_names = match scope.store_names {
            [one] => JsValue::from_str(one),
            several => several.iter().map(|name| JsValue::from_str(name)).collect::<Array>().into(),
        };
        let options = match scope.write {
            None => return self.database.transaction(&store_names, "readonly", &JsValue::UNDEFINED),
            Some(Durability::Strict) => &self.strict,
            Some(Durability::Relaxed) => &self.relaxed,
        };
        self.database.transaction(&store_names, "readwrite", options)
    }
}

fn durability(name: &str) -> JsValue {
    let options = Object::new();
    // A new object takes any property.
    drop(Reflect::set(&options, &"durability".into(), &name.into()));
    options.into()
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.database.set_onversionchange(None);
        self.database.set_onclose(None);
        self.database.close();
    }
}

/// Deletes a database, when every connection to it is closed.
pub(super) async fn delete(name: &str) -> Result<(), StoreError> {
    let request = factory()?.delete_database(name).map_err(of_opening)?;
    answer(request.unchecked_into()).await.map(drop).map_err(failure::of_opening)
}

fn factory() -> Result<IdbFactory, StoreError> {
    let factory = Reflect::get(&js_sys::global(), &"indexedDB".into()).map_err(of_opening)?;
    let missing = |_| StoreError::Unavailable { detail: "this browser has no IndexedDB here".to_owned() };
    factory.dyn_into().map_err(missing)
}

async fn opened(request: &IdbOpenDbRequest) -> Result<Database, StoreError> {
    let database = answer(request.clone().unchecked_into()).await.map_err(failure::of_opening)?;
    Ok(database.unchecked_into())
}

fn of_opening(thrown: JsValue) -> StoreError {
    failure::of_opening(failure::of_work(&thrown))
}

fn is_newer_layout(request: &IdbOpenDbRequest) -> bool {
    matches!(request.error(), Ok(Some(exception)) if exception.name() == "VersionError")
}

/// Opening without a version opens whatever is there, and so tells its number.
async fn newer_layout(name: &str) -> StoreError {
    let asked = factory().and_then(|factory| factory.open(name).map_err(of_opening));
    let found = match asked {
        Ok(request) => opened(&request).await,
        Err(error) => Err(error),
    };
    match found {
        Ok(database) => {
            let found = database.version() as u32;
            database.close();
            StoreError::NewerFormat { found, known: LAYOUT_VERSION }
        }
        Err(error) => error,
    }
}
