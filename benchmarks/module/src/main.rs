//! A module for the benchmarks' page, not part of the site. It has the requests, the engine without a worker, and the minimum
//! work of a database in wasm.

mod floor;
mod messages;

use dynalab_benchmarks::workload::{self, Workload};
use dynalab_engine::engine::{Command, Engine};
use dynalab_engine::hooks::Plain;
use dynalab_engine::operations::Request;
use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_types::Timestamp;
use wasm_bindgen::prelude::*;

pub use floor::Floor;
pub use messages::{Told, clear_message, execute_message, look_message, read_message};

fn main() {}

/// Returns the titles of all kinds of request. A kind's number is its position in the list.
#[wasm_bindgen]
pub fn titles() -> Vec<String> {
    Workload::ALL.into_iter().map(|workload| workload.title().to_owned()).collect()
}

#[wasm_bindgen]
pub fn operation(kind: usize) -> String {
    Workload::ALL[kind].operation().to_owned()
}

/// Returns the bodies of `count` requests of a kind.
#[wasm_bindgen]
pub fn bodies(kind: usize, first: u32, count: u32) -> Vec<String> {
    (first..first + count).map(|number| Workload::ALL[kind].body(u64::from(number))).collect()
}

/// Returns batches of 25 items of 300 bytes.
#[wasm_bindgen]
pub fn large_batches(first: u32, count: u32) -> Vec<String> {
    (first..first + count).map(|number| workload::large_batch(u64::from(number))).collect()
}

/// Returns operations and bodies in turn.
#[wasm_bindgen]
pub fn preparation() -> Vec<String> {
    let requests = workload::preparation().into_iter();
    requests.flat_map(|(operation, body)| [operation.to_owned(), body]).collect()
}

/// The engine, which takes and returns strings.
#[wasm_bindgen]
pub struct Direct {
    engine: Engine<Plain>,
}

#[wasm_bindgen]
impl Direct {
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript knows no defaults")]
    pub fn new() -> Direct {
        Direct { engine: Engine::new(0, EngineConfig::instant()) }
    }

    pub fn execute(&mut self, operation: &str, body: &str) -> String {
        match Request::parse(operation, body) {
            Ok(request) => {
                let command = Command { at: Timestamp::from_epoch_ms(1_700_000_000_000), request };
                self.engine.execute(command, TraceLevel::Off).answer().1
            }
            Err(error) => error.to_json(),
        }
    }
}
