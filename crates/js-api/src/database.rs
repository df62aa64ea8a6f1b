//! The classes that JavaScript sees.

use dynalab::{Local, Snapshot};
use wasm_bindgen::prelude::*;

use crate::door;

/// A database in the memory of this module. `free` gives the memory back.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Database {
    local: Local,
    /// The HTTP status of the last response.
    status: u16,
}

/// A kept state of a database.
#[wasm_bindgen]
#[derive(Debug)]
pub struct KeptState(Snapshot);

#[wasm_bindgen]
impl Database {
    /// Makes a database of the JSON text of an object with the members of `Options`.
    ///
    /// # Errors
    /// An option is unknown or wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> Result<Database, JsError> {
        Ok(Database::of(door::open(options)?))
    }

    fn of(local: Local) -> Database {
        Database { local, status: 200 }
    }

    /// Executes a request and returns the body of the response. `status` then has its HTTP status.
    pub fn execute(&mut self, operation: &str, body: &str) -> String {
        let answer = self.local.execute(operation, body);
        self.status = answer.status;
        answer.body
    }

    /// Executes a request whose body is bytes, which must be UTF-8.
    ///
    /// # Errors
    /// The bytes are no UTF-8.
    #[wasm_bindgen(js_name = executeBytes)]
    pub fn execute_bytes(&mut self, operation: &str, body: &[u8]) -> Result<String, JsError> {
        Ok(self.execute(operation, std::str::from_utf8(body)?))
    }

    /// The HTTP status of the last response.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Runs a request on a copy, and returns the JSON text of a `LoggedRequest`.
    ///
    /// # Errors
    /// The body is not JSON, or the request is about the database as a whole.
    pub fn explain(&self, operation: &str, body: &str) -> Result<String, JsError> {
        Ok(door::explain(&self.local, operation, body)?)
    }

    /// The log of requests after a number, as the JSON text of a `RequestList`.
    pub fn requests(&self, after: u32) -> String {
        door::requests(&self.local, after.into())
    }

    /// Empties the log of requests.
    #[wasm_bindgen(js_name = forgetRequests)]
    pub fn forget_requests(&self) {
        self.local.forget_requests();
    }

    /// The time in milliseconds since 1970.
    pub fn now(&self) -> f64 {
        door::now(&self.local)
    }

    /// Moves the clock forward by milliseconds.
    pub fn advance(&self, by_ms: f64) {
        door::advance(&self.local, by_ms);
    }

    /// Moves the clock forward to a time in milliseconds since 1970.
    ///
    /// # Errors
    /// The time has passed.
    #[wasm_bindgen(js_name = setClock)]
    pub fn set_clock(&self, to_ms: f64) -> Result<(), JsError> {
        Ok(door::set_clock(&self.local, to_ms)?)
    }

    /// Keeps the present state.
    pub fn snapshot(&self) -> KeptState {
        KeptState(self.local.snapshot())
    }

    /// Returns to a kept state.
    pub fn restore(&self, state: &KeptState) {
        self.local.restore(&state.0);
    }

    /// Returns another database with the same content.
    pub fn fork(&self) -> Database {
        Database::of(self.local.fork())
    }

    /// Empties the database.
    pub fn reset(&self) {
        self.local.reset();
    }
}
