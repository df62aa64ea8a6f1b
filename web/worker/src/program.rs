//! The thread of a program beside the engine: questions in, answers out, one after another, and a last word when it panics.
//!
//! The page sends `[id, bytes, …]`: a number, a message, and files that belong to it. The program sends `[0]` when it is ready, then
//! `[id, bytes]` for each question, and `[0, text]` when it panics. A program that needs more memory than it has ends without a word.

use dynalab_playground::message_bytes;
use futures_channel::mpsc::unbounded;
use futures_util::StreamExt;
use js_sys::{Array, Uint8Array};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// The id of what answers no question.
const NO_QUESTION: u32 = 0;

/// A question to a program, as the page sent it.
pub struct Question {
    pub id: u32,
    /// The message. Of a message that no page of this build writes, it is empty.
    pub bytes: Vec<u8>,
    /// The files that belong to the message.
    pub files: Array,
}

impl Question {
    /// `None` for a message to the engine, which has another form.
    pub fn of(data: &JsValue) -> Option<Question> {
        if !Array::is_array(data) {
            return None;
        }
        let parts = Array::from(data);
        let id = parts.get(0).as_f64().unwrap_or_default() as u32;
        let bytes = parts.get(1).dyn_into::<Uint8Array>().map(|bytes| bytes.to_vec()).unwrap_or_default();
        Some(Question { id, bytes, files: parts.slice(2, parts.length()) })
    }
}

/// Runs a program: `answer` gets each question with its files, and returns the bytes of the answer.
pub fn run<M: DeserializeOwned>(mut answer: impl FnMut(M, &Array) -> Option<Vec<u8>> + 'static) {
    listen(move |question| {
        let message = message_bytes::read(&question.bytes).ok();
        post_answer(question.id, message.and_then(|message| answer(message, &question.files)));
    });
}

/// Runs a program that may wait within an answer, for a part of itself. It answers one question after another.
pub fn run_waiting<M: DeserializeOwned>(mut answer: impl AsyncFnMut(M, &Array) -> Option<Vec<u8>> + 'static) {
    let (sender, mut questions) = unbounded::<Question>();
    wasm_bindgen_futures::spawn_local(async move {
        while let Some(question) = questions.next().await {
            let answered = match message_bytes::read(&question.bytes) {
                Ok(message) => answer(message, &question.files).await,
                Err(_) => None,
            };
            post_answer(question.id, answered);
        }
    });
    // The receiver lives as long as the program.
    listen(move |question| drop(sender.unbounded_send(question)));
}

/// Hands over each question, and says that the program is ready.
fn listen(mut on_question: impl FnMut(Question) + 'static) {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        web_sys::console::error_1(&text.as_str().into());
        post(&Array::of2(&NO_QUESTION.into(), &text.into()));
    }));
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(question) = Question::of(&event.data()) {
            on_question(question);
        }
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    post(&Array::of1(&NO_QUESTION.into()));
}

/// Answers a question. `None` for one that cannot be read, or has no answer: it comes from a page of another build.
pub fn post_answer(id: u32, answer: Option<Vec<u8>>) {
    let parts = Array::of1(&id.into());
    if let Some(bytes) = answer {
        parts.push(&Uint8Array::from(bytes.as_slice()));
    }
    post(&parts);
}

fn post(parts: &Array) {
    // A page that is gone receives nothing, and nothing is lost by that.
    drop(scope().post_message(parts));
}

/// Milliseconds since the worker began, on a clock that only counts.
pub fn counted_ms() -> f64 {
    scope().performance().map_or(0.0, |performance| performance.now())
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}
