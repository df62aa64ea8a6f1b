//! The messages between the page and the worker, encoded as in the app, for the benchmarks' JavaScript.

use dynalab_playground::message_bytes;
use dynalab_playground::protocol::{Role, Space, ToPage, ToWorker, Travel};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
pub fn execute_message(id: u32, demo: bool, operation: String, body: String) -> Vec<u8> {
    bytes(&ToWorker::Execute { id, space: space(demo), operation, body, trace: false })
}

/// Encodes the message that deletes all tables of the space.
#[wasm_bindgen]
pub fn clear_message(id: u32, demo: bool) -> Vec<u8> {
    bytes(&ToWorker::Clear { id, space: space(demo) })
}

/// Encodes the message that shows a history entry of the saved tables by its number, or the newest.
#[wasm_bindgen]
pub fn look_message(id: u32, number: Option<u32>) -> Vec<u8> {
    let to = match number {
        Some(number) => Travel::LookAt { number },
        None => Travel::LookAtHead,
    };
    bytes(&ToWorker::Travel { id, to })
}

fn space(demo: bool) -> Space {
    if demo { Space::Demo } else { Space::Saved }
}

fn bytes(message: &ToWorker) -> Vec<u8> {
    message_bytes::write(message).unwrap_or_default()
}

/// Returns the id of a request that succeeded. All other messages are for `read_message`. Most messages are successful
/// responses, and a number costs the page less than an object.
#[wasm_bindgen]
pub fn answered_id(bytes: &[u8]) -> Option<u32> {
    match message_bytes::read(bytes) {
        Ok(ToPage::Answer { id, status: 200, .. }) => Some(id),
        _ => None,
    }
}

/// The parts of the worker's message that the benchmarks use.
#[wasm_bindgen(getter_with_clone)]
pub struct Told {
    /// The id of the request that the message responds to.
    pub id: Option<u32>,
    /// Why the request failed, including errors of DynamoDB.
    pub failure: Option<String>,
    /// The number of loaded items, when the worker has loaded its store and is its writer.
    pub ready_items: Option<f64>,
    pub loaded_ms: f64,
    /// The newest history entry.
    pub newest: Option<u32>,
}

#[wasm_bindgen]
pub fn read_message(bytes: &[u8]) -> Told {
    let mut told = Told { id: None, failure: None, ready_items: None, loaded_ms: 0.0, newest: None };
    match message_bytes::read(bytes) {
        Ok(ToPage::Ready { role, loaded_items, loaded_ms, .. }) => {
            told.ready_items = Some(loaded_items as f64);
            told.loaded_ms = loaded_ms;
            told.failure = (role == Role::Follower).then(|| "another tab is the writer".to_owned());
        }
        Ok(ToPage::Answer { id, status, body, .. }) => {
            told.id = Some(id);
            told.failure = (status != 200).then_some(body);
        }
        Ok(ToPage::Timeline { id, timeline, .. }) => {
            told.id = Some(id);
            told.newest = Some(timeline.newest);
        }
        Ok(ToPage::Loaded { id, .. }) => told.id = Some(id),
        Ok(ToPage::Refused { id, refusal }) => {
            told.id = Some(id);
            told.failure = Some(format!("{refusal:?}"));
        }
        Ok(ToPage::Panicked { message }) => told.failure = Some(message),
        Ok(_) => {}
        Err(error) => told.failure = Some(error.to_string()),
    }
    told
}
