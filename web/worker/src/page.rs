//! The worker's end of the page: messages in, messages out, and a last word when it panics.

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

/// The page gives it when it starts the worker.
pub fn worker_name() -> String {
    scope().name()
}

/// Messages go into the queue in the order in which they come; one that cannot be read is told to the console, for it
/// can only come from a page of another version.
pub fn listen(events: UnboundedSender<Event>) {
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(question) = Question::of(&event.data()) {
            return drop(events.unbounded_send(Event::Asked(question)));
        }
        match read(&event) {
            // Not in the queue: it is answered while the store is at work, too.
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

/// None for what has no bytes; no message is like that.
pub fn written(message: &ToPage) -> Option<Uint8Array> {
    message_bytes::write(message).map(|bytes| Uint8Array::from(bytes.as_slice()))
}

pub fn send(message: &Option<Uint8Array>) {
    if let Some(bytes) = message {
        // A page that is gone hears nothing, and nothing is lost by that.
        drop(scope().post_message(bytes));
    }
}

/// The memory that the program has taken. It gives none back.
pub fn taken_bytes() -> u64 {
    #[cfg(target_arch = "wasm32")]
    return core::arch::wasm32::memory_size::<0>() as u64 * 65_536;
    #[cfg(not(target_arch = "wasm32"))]
    0
}

/// After this message the worker is dead; the page starts another from what is stored.
pub fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.to_string();
        web_sys::console::error_1(&message.as_str().into());
        post_message(&ToPage::Panicked { message });
    }));
}
