//! The worker's side of the page: messages in, messages out, and a last message when it panics.

use dynalab_playground::message_bytes::{self, UnreadableMessage};
use dynalab_playground::protocol::{ToPage, ToWorker};
use futures_channel::mpsc::UnboundedSender;
use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::Event;
use crate::program::Question;
pub use crate::program::counted_ms;

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// The name that the page sets when it starts the worker.
pub fn worker_name() -> String {
    scope().name()
}

/// Puts messages into the queue in their order. A message that cannot be decoded is logged to the console: it can only come from a page
/// of another version.
pub fn listen(events: UnboundedSender<Event>) {
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(question) = Question::of(&event.data()) {
            return drop(events.unbounded_send(Event::Asked(question)));
        }
        match read(&event) {
            // Not in the queue, so that it is answered while the store works.
            Ok(ToWorker::Ping) => post_message(&ToPage::Pong),
            Ok(message) => drop(events.unbounded_send(Event::FromPage(message))),
            Err(error) => web_sys::console::error_1(&error.to_string().into()),
        }
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
}

fn read(event: &MessageEvent) -> Result<ToWorker, UnreadableMessage> {
    let bytes = event.data().dyn_into::<Uint8Array>().map_err(|_| UnreadableMessage::Malformed)?;
    message_bytes::read(&bytes.to_vec())
}

pub fn post_message(message: &ToPage) {
    send(&written(message));
}

/// Returns `None` for a value without bytes. No message is one.
pub fn written(message: &ToPage) -> Option<Uint8Array> {
    message_bytes::write(message).map(|bytes| Uint8Array::from(bytes.as_slice()))
}

pub fn send(message: &Option<Uint8Array>) {
    if let Some(bytes) = message {
        // A closed page receives nothing, and needs nothing.
        drop(scope().post_message(bytes));
    }
}

/// Returns the bytes of memory that the program has taken. It returns none to the browser.
pub fn taken_bytes() -> u64 {
    #[cfg(target_arch = "wasm32")]
    return core::arch::wasm32::memory_size::<0>() as u64 * 65_536;
    #[cfg(not(target_arch = "wasm32"))]
    0
}

/// After this message the worker has ended. The page starts another from the stored data.
pub fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.to_string();
        web_sys::console::error_1(&message.as_str().into());
        post_message(&ToPage::Panicked { message });
    }));
}
