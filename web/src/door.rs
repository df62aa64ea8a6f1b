//! The way from a module to the engine and to the page: `window.dynalab`, which the page has put there.

use gloo::utils::{history, window};
use js_sys::{Function, Promise, Reflect};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Event;
use yew::Callback;

/// What came of it: an answer, or what the page or the service said instead.
pub type Told<T> = Result<T, String>;

/// Asks without leaving a trace, at the moment that is shown.
pub async fn look<T: DeserializeOwned>(operation: &str, body: &serde_json::Value) -> Told<T> {
    read(&call(true, operation, body).await?)
}

/// Turns something; it stands in the history.
pub async fn control(operation: &str, body: &serde_json::Value) -> Told<serde_json::Value> {
    read(&call(false, operation, body).await?)
}

/// As [`control`], for those who do not wait; what was refused is told.
pub fn turn(operation: &'static str, body: serde_json::Value, refused: Callback<String>) {
    spawn_local(async move {
        if let Err(why) = control(operation, &body).await {
            refused.emit(why);
        }
    });
}

fn read<T: DeserializeOwned>(body: &str) -> Told<T> {
    serde_json::from_str(body).map_err(|error| error.to_string())
}

/// Sends a request as a person does: it leaves a card, and an answer that is shown.
pub async fn run(operation: &str, body: &serde_json::Value) -> Told<serde_json::Value> {
    let promise = function("execute").and_then(|(handle, execute)| {
        execute.call2(&handle, &operation.into(), &body.to_string().into()).ok()?.dyn_into::<Promise>().ok()
    });
    read(&good(told(promise).await?)?)
}

async fn call(looks: bool, operation: &str, body: &serde_json::Value) -> Told<String> {
    good(ask(looks, operation, &body.to_string()).await?)
}

fn good((status, body): (u16, String)) -> Told<String> {
    match status {
        200 => Ok(body),
        _ => Err(sentence_of(&body)),
    }
}

/// Does a request as it was written, with the status and the body of its answer; 0 where the page refused it, and why.
pub async fn answer(operation: &str, body: &str) -> (u16, String) {
    ask(false, operation, body).await.unwrap_or_else(|why| (0, why))
}

async fn ask(looks: bool, operation: &str, body: &str) -> Told<(u16, String)> {
    told(promise(looks, operation, body)).await
}

async fn told(promise: Option<Promise>) -> Told<(u16, String)> {
    let answer = match promise.map(JsFuture::from) {
        Some(answered) => answered.await.map_err(|_| "window.dynalab".to_owned())?,
        None => return Err("window.dynalab".to_owned()),
    };
    let member = |name: &str| Reflect::get(&answer, &name.into()).unwrap_or(JsValue::UNDEFINED);
    let status = member("status").as_f64().unwrap_or_default();
    match status as u16 {
        0 => Err(member("refusal").as_string().unwrap_or_default()),
        status => Ok((status, member("body").as_string().unwrap_or_default())),
    }
}

fn promise(looks: bool, operation: &str, body: &str) -> Option<Promise> {
    let (handle, function) = function("ask")?;
    function.call3(&handle, &looks.into(), &operation.into(), &body.into()).ok()?.dyn_into().ok()
}

fn function(name: &str) -> Option<(JsValue, Function)> {
    let handle = Reflect::get(&window(), &"dynalab".into()).ok()?;
    let function = Reflect::get(&handle, &name.into()).ok()?.dyn_into().ok()?;
    Some((handle, function))
}

/// Has the page do what is its own: one of its commands (see `page_commands`), with what it needs.
pub fn act(command: &str, argument: &serde_json::Value) {
    if let Some((handle, function)) = function("act") {
        // A page of another version does not know the command, and does nothing.
        let _ = function.call2(&handle, &command.into(), &argument.to_string().into());
    }
}

/// Another address, without loading the page; it hears of it as if somebody had gone back or forth.
pub fn go(address: &str) {
    let pushed = history().push_state_with_url(&JsValue::NULL, "", Some(address));
    if let (Ok(()), Ok(event)) = (pushed, Event::new("popstate")) {
        // Nobody can cancel it.
        let _ = window().dispatch_event(&event);
    }
}

/// What the service says in an error's body.
fn sentence_of(body: &str) -> String {
    let error: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
    let message = error.get("message").or(error.get("Message")).and_then(|message| message.as_str());
    message.unwrap_or(body).to_owned()
}
