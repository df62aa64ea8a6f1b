//! One open connection to a database: how it is made, when it is given up, and how transactions begin on it.

use std::cell::Cell;
use std::rc::Rc;

use indexed_db_futures::database::{Database, VersionChangeEvent};
use indexed_db_futures::error::{Error, OpenDbError};
use indexed_db_futures::internals::SystemRepr;
use indexed_db_futures::prelude::*;
use indexed_db_futures::transaction::{
    Transaction, TransactionDurability, TransactionMode, TransactionOptions,
};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::failure;
use super::transaction::{LOG, META, SNAPSHOT};
use crate::error::StoreError;
use crate::store::Durability;

/// The layout of the object stores. A later one refuses to be opened with this number.
const LAYOUT_VERSION: u32 = 1;

pub(super) struct Connection {
    database: Database,
    is_closed: Rc<Cell<bool>>,
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
    /// Opens the database, and creates it when there is none.
    pub(super) async fn open(name: &str) -> Result<Connection, StoreError> {
        Connection::open_or(name, |database| {
            for store_name in [META, LOG, SNAPSHOT] {
                database.create_object_store(store_name).build()?;
            }
            Ok(())
        })
        .await
    }

    /// Opens the database if there is one, and creates none.
    pub(super) async fn open_existing(name: &str) -> Result<Option<Connection>, StoreError> {
        let is_gone = Rc::new(Cell::new(false));
        let opened = Connection::open_or(name, {
            let is_gone = is_gone.clone();
            move |database| {
                is_gone.set(true);
                let store = database.create_object_store(META).build()?;
                // A new database whose first transaction is abandoned has never been; this one has just begun.
                drop(store.as_sys().transaction().abort());
                Ok(())
            }
        })
        .await;
        if is_gone.get() { Ok(None) } else { opened.map(Some) }
    }

    async fn open_or(
        name: &str,
        when_new: impl FnOnce(Database) -> Result<(), Error> + 'static,
    ) -> Result<Connection, StoreError> {
        let opened = Database::open(name)
            .with_version(LAYOUT_VERSION)
            .with_on_upgrade_needed(move |_: VersionChangeEvent, database: Database| when_new(database))
            .await;
        match opened {
            Ok(database) => Ok(Connection::new(database)),
            Err(error) if failure::is_newer_layout(&error) => Err(newer_layout(name).await),
            Err(error) => Err(failure::of_opening(error)),
        }
    }

    fn new(database: Database) -> Connection {
        let is_closed = Rc::new(Cell::new(false));
        // Either another tab wants to delete or change the database and waits for us, or the browser has closed it.
        let close_on_event = Closure::new({
            let (database, is_closed) = (database.clone(), is_closed.clone());
            move || {
                is_closed.set(true);
                database.as_sys().close();
            }
        });
        let handler = close_on_event.as_ref().unchecked_ref();
        database.as_sys().set_onversionchange(Some(handler));
        database.as_sys().set_onclose(Some(handler));
        Connection { database, is_closed, _close_on_event: close_on_event }
    }

    pub(super) fn is_closed(&self) -> bool {
        self.is_closed.get()
    }

    /// Lets go of the database as soon as the transactions that have begun are over.
    pub(super) fn close(&self) {
        self.is_closed.set(true);
        self.database.as_sys().close();
    }

    pub(super) fn begin(&self, scope: Scope) -> Result<Transaction<'_>, Error> {
        let transaction = self.database.transaction(scope.store_names);
        let Some(durability) = scope.write else {
            return transaction.with_mode(TransactionMode::Readonly).build();
        };
        let durability = match durability {
            Durability::Strict => TransactionDurability::Strict,
            Durability::Relaxed => TransactionDurability::Relaxed,
        };
        let mut options = TransactionOptions::new();
        options.set_durability(durability);
        transaction.with_mode(TransactionMode::Readwrite).with_options(options).build()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.database.as_sys().set_onversionchange(None);
        self.database.as_sys().set_onclose(None);
        self.database.as_sys().close();
    }
}

/// Opening without a version opens whatever is there, and so tells its number.
async fn newer_layout(name: &str) -> StoreError {
    let opened: Result<Database, OpenDbError> = Database::open(name).await;
    match opened {
        Ok(database) => {
            let found = database.version() as u32;
            database.close();
            StoreError::NewerFormat { found, known: LAYOUT_VERSION }
        }
        Err(error) => failure::of_opening(error),
    }
}
