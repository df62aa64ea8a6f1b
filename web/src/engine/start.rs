//! Starts the module worker that holds the engine, and turns its events into messages.

use dynalab_app::engine::asks::{AskError, end_of};
use dynalab_app::engine::event::{EngineSize, WorkerEnd};
use dynalab_app::engine::machine::FromWorker;
use dynalab_playground::message_bytes;
use dynalab_playground::protocol::ToWorker;
use gloo::events::EventListener;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

use crate::address::site;
use crate::browser::trusted;

const CORE: &str = "worker.js";
const COMPLETE: &str = "complete_worker.js";
const BENCH: &str = "bench.js";

pub struct RunningWorker {
    worker: Worker,
    _listeners: [EventListener; 2],
}

/// The name tells the worker what it holds. None when the browser has no module workers.
pub fn start(
    size: EngineSize,
    name: &str,
    on_message: Callback<FromWorker>,
    on_stop: Callback<WorkerEnd>,
) -> Option<RunningWorker> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    options.set_name(name);
    let file = match size {
        EngineSize::Core => CORE,
        EngineSize::Complete => COMPLETE,
        EngineSize::Bench => BENCH,
    };
    let worker = trusted::new_worker(&site::program_file(file), &options).ok()?;
    let on_other_version = on_stop.clone();
    let messages = EventListener::new(&worker, "message", move |event| {
        // Not within the event: the receiver may replace this worker, and with it this very listener.
        let (on_message, on_other_version) = (on_message.clone(), on_other_version.clone());
        let message = read(event);
        spawn_local(async move {
            match message {
                Some(message) => on_message.emit(message),
                // The site has been replaced between the page and the worker: the two will never understand each other.
                None => on_other_version.emit(WorkerEnd::Failed),
            }
        });
    });
    let errors = EventListener::new(&worker, "error", move |event| {
        let message = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default();
        let end = match end_of(&message) {
            AskError::NeedsMemory => WorkerEnd::Trapped,
            _ => WorkerEnd::Failed,
        };
        let on_stop = on_stop.clone();
        spawn_local(async move { on_stop.emit(end) });
    });
    Some(RunningWorker { worker, _listeners: [messages, errors] })
}

fn read(event: &web_sys::Event) -> Option<FromWorker> {
    let data = event.dyn_ref::<MessageEvent>()?.data();
    if Array::is_array(&data) {
        let parts = Array::from(&data);
        let id = parts.get(0).as_f64()? as u32;
        let bytes = parts.get(1).dyn_into::<Uint8Array>().map(|bytes| bytes.to_vec()).unwrap_or_default();
        return Some(FromWorker::Answer { id, bytes });
    }
    let bytes = data.dyn_into::<Uint8Array>().ok()?;
    message_bytes::read(&bytes.to_vec()).ok().map(FromWorker::Message)
}

impl RunningWorker {
    pub fn post(&self, message: &ToWorker) {
        if let Some(bytes) = message_bytes::write(message) {
            // Bytes can always be cloned.
            let _ = self.worker.post_message(&Uint8Array::from(bytes.as_slice()));
        }
    }

    /// Sends a question about the tables that is none to the engine. `message` is a message to the worker's program.
    pub fn ask(&self, id: u32, message: &[u8]) {
        // Bytes can always be cloned.
        let _ = self.worker.post_message(&Array::of2(&id.into(), &Uint8Array::from(message)));
    }

    pub fn terminate(&self) {
        self.worker.terminate();
    }
}
