//! One open connection to a database: how it is opened and closed, and how transactions begin on it.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use indexed_db_futures::Build;
use indexed_db_futures::database::Database;
use indexed_db_futures::error::Error;
use indexed_db_futures::internals::SystemRepr;
use indexed_db_futures::transaction::{
    Transaction, TransactionDurability, TransactionMode, TransactionOptions,
};
use wasm_bindgen::prelude::*;
use web_sys::IdbOpenDbRequest;

use super::append::{self, Append};
use super::failure;
use crate::error::{Damage, StoreError};
use crate::store::Durability;

/// The version of the database layout. Opening a database with a later layout under this number fails.
const LAYOUT_VERSION: u32 = 1;

pub(super) struct Connection {
    database: Database,
    is_closed: Rc<Cell<bool>>,
    append_options: append::Options,
    _close_on_event: Closure<dyn FnMut()>,
}

/// The object stores of a transaction and its mode.
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
    /// Opens the database, or creates it with these object stores if it does not exist.
    pub(super) async fn open(
        name: &str,
        store_names: &'static [&'static str],
    ) -> Result<Connection, StoreError> {
        let create = move |database: &Database| {
            let mut created = store_names.iter().map(|name| database.create_object_store(*name).build());
            created.try_for_each(|store| store.map(drop))
        };
        let opened = open_or(name, LAYOUT_VERSION, create).await?.map_err(failure::of_open_request)?;
        Connection::checked(opened, store_names)
    }

    /// Opens the database if it exists. Never creates it.
    pub(super) async fn open_existing(
        name: &str,
        store_names: &'static [&'static str],
    ) -> Result<Option<Connection>, StoreError> {
        let opened = open_or(name, LAYOUT_VERSION, create_none).await?.ok();
        opened.map(|database| Connection::checked(database, store_names)).transpose()
    }

    fn checked(database: Database, store_names: &[&'static str]) -> Result<Connection, StoreError> {
        let connection = Connection::new(database);
        let there: Vec<String> = connection.database.object_store_names().collect();
        match store_names.iter().find(|name| !there.iter().any(|one| one == *name)) {
            Some(object_store) => Err(Damage::NoObjectStore { object_store }.into()),
            None => Ok(connection),
        }
    }

    fn new(database: Database) -> Connection {
        let is_closed = Rc::new(Cell::new(false));
        // The event means that another tab waits to delete or change the database. Or the browser has closed the connection.
        let close_on_event = Closure::new({
            let (database, is_closed) = (database.clone(), is_closed.clone());
            move || {
                is_closed.set(true);
                database.clone().close();
            }
        });
        // The handlers run within the event itself. An async task would outlive the connection and run later.
        let handler = close_on_event.as_ref().unchecked_ref();
        database.as_sys().set_onversionchange(Some(handler));
        database.as_sys().set_onclose(Some(handler));
        Connection {
            database,
            is_closed,
            append_options: append::Options::new(),
            _close_on_event: close_on_event,
        }
    }

    pub(super) fn has_object_store(&self, name: &str) -> bool {
        self.database.object_store_names().any(|one| one == name)
    }

    pub(super) fn is_closed(&self) -> bool {
        self.is_closed.get()
    }

    /// Closes the connection as soon as the running transactions are complete.
    pub(super) fn close(&self) {
        self.is_closed.set(true);
        self.database.clone().close();
    }

    pub(super) fn begin(&self, scope: Scope) -> Result<Transaction<'_>, Error> {
        let transaction = self.database.transaction(scope.store_names);
        let durability = match scope.write {
            None => return transaction.build(),
            Some(Durability::Strict) => TransactionDurability::Strict,
            Some(Durability::Relaxed) => TransactionDurability::Relaxed,
        };
        let options = TransactionOptions::new().with_durability(durability);
        transaction.with_mode(TransactionMode::Readwrite).with_options(options).build()
    }

    pub(super) fn begin_append(&self, durability: Durability) -> Result<Append, Error> {
        append::begin(&self.database, &self.append_options, durability)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.database.as_sys().set_onversionchange(None);
        self.database.as_sys().set_onclose(None);
        self.database.clone().close();
    }
}

/// Opens the database if it exists, even if a later version of Dynalab changed its layout.
pub(super) async fn open_any_layout(name: &str) -> Result<Option<Connection>, StoreError> {
    let opened = match open_or(name, LAYOUT_VERSION, create_none).await {
        Err(StoreError::NewerFormat { found, .. }) => open_or(name, found, create_none).await?,
        opened => opened?,
    };
    Ok(opened.ok().map(Connection::new))
}

fn create_none(_: &Database) -> Result<(), ()> {
    Err(())
}

/// Opens the database. `create` fills a new database. If `create` fails, no database remains.
async fn open_or<E: 'static>(
    name: &str,
    version: u32,
    create: impl FnOnce(&Database) -> Result<(), E> + 'static,
) -> Result<Result<Database, E>, StoreError> {
    let not_created = Rc::new(RefCell::new(None));
    let own_request = Rc::new(OnceCell::<IdbOpenDbRequest>::new());
    let request = Database::open(name).with_version(version).with_on_upgrade_needed({
        let (not_created, own_request) = (not_created.clone(), own_request.clone());
        move |_, database: Database| {
            let Err(why) = create(&database) else { return Ok(()) };
            not_created.replace(Some(why));
            // Aborting the first transaction of a new database undoes its creation. The library would abort by throwing an
            // exception, and an uncaught exception ends a worker.
            let transaction = own_request.get().and_then(|request| request.transaction());
            transaction.map_or(Ok(()), |transaction| Ok(transaction.abort()?))
        }
    });
    let request = request.build().map_err(failure::of_opening)?;
    own_request.get_or_init(|| request.as_sys().clone());
    let opened = request.await;
    match (opened, not_created.take()) {
        (Ok(database), None) => Ok(Ok(database)),
        (Ok(database), Some(why)) => {
            database.close();
            Ok(Err(why))
        }
        (Err(error), Some(why)) if failure::is_abort(&error) => Ok(Err(why)),
        (Err(error), _) if failure::is_newer_layout(&error) => Err(newer_layout(name).await),
        (Err(error), _) => Err(failure::of_opening(error)),
    }
}

/// Deletes a database. Waits until every connection to it is closed.
pub(super) async fn delete(name: &str) -> Result<(), StoreError> {
    let deleted = Database::delete_by_name(name).map_err(failure::of_opening)?;
    deleted.await.map_err(failure::of_open_request)
}

/// Opens the database without a version number to read its layout version, and returns the error.
async fn newer_layout(name: &str) -> StoreError {
    match Database::open(name).await {
        Ok(database) => {
            let found = database.version() as u32;
            database.close();
            StoreError::NewerFormat { found, known: LAYOUT_VERSION }
        }
        Err(error) => failure::of_opening(error),
    }
}
