//! The way to the engine: `window.dynalab`, which the page has put there.

use std::rc::Rc;

use gloo::utils::window;
use js_sys::{Function, Promise, Reflect};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::prelude::*;

use super::Canvas;
use crate::turnstile::Turnstile;

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

async fn call(looks: bool, operation: &str, body: &serde_json::Value) -> Told<String> {
    let answered = promise(looks, operation, &body.to_string()).map(JsFuture::from);
    let answer = match answered {
        Some(answered) => answered.await.map_err(|_| "window.dynalab".to_owned())?,
        None => return Err("window.dynalab".to_owned()),
    };
    let member = |name: &str| Reflect::get(&answer, &name.into()).unwrap_or(JsValue::UNDEFINED);
    let status = member("status").as_f64().unwrap_or_default();
    let body = member("body").as_string().unwrap_or_default();
    match status as u16 {
        200 => Ok(body),
        0 => Err(member("refusal").as_string().unwrap_or_default()),
        _ => Err(sentence_of(&body)),
    }
}

fn promise(looks: bool, operation: &str, body: &str) -> Option<Promise> {
    let handle = Reflect::get(&window(), &"dynalab".into()).ok()?;
    let function: Function = Reflect::get(&handle, &"ask".into()).ok()?.dyn_into().ok()?;
    function.call3(&handle, &looks.into(), &operation.into(), &body.into()).ok()?.dyn_into().ok()
}

/// What the service says in an error's body.
fn sentence_of(body: &str) -> String {
    let error: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
    let message = error.get("message").or(error.get("Message")).and_then(|message| message.as_str());
    message.unwrap_or(body).to_owned()
}

/// What a control describes, asked again whenever the moment is another. What is shown stays until the next answer is here.
#[hook]
pub fn use_described<T: DeserializeOwned + PartialEq + 'static>(
    canvas: &Canvas,
    operation: &'static str,
    body: serde_json::Value,
) -> Option<Rc<Told<T>>> {
    use_told(canvas.moment, body.to_string(), move || async move { look(operation, &body).await })
}

/// What a question is answered with, at a moment; of an earlier one until that is here. A question waits for the one before.
#[hook]
fn use_told<T: PartialEq + 'static, Answer: Future<Output = Told<T>> + 'static>(
    moment: u64,
    question: String,
    ask: impl FnOnce() -> Answer + 'static,
) -> Option<Rc<Told<T>>> {
    let told = use_state_eq(|| None::<Rc<Told<T>>>);
    let turnstile = use_memo((), |()| Turnstile::default());
    let asked_last = use_mut_ref(String::new);
    {
        let told = told.clone();
        use_effect_with((moment, question), move |(_, question)| {
            // An answer to another question says nothing here.
            if asked_last.replace(question.clone()) != *question {
                told.set(None);
            }
            let told = told.setter();
            turnstile.enter(async move { told.set(Some(Rc::new(ask().await))) });
        });
    }
    (*told).clone()
}
