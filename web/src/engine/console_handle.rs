//! `window.dynalab`: the engine for the console and for tests.
//!
//! `execute(operation, body)` sends a request as the Run button does: it gets a card in the history, and its response is shown.
//! `control(operation, body)` sends it as a diagram does: it is part of the history but has no card. If the body is an object, it resolves
//! to `{ status, body }` with an object. If the body is JSON text, the response's body is text. If the engine rejected the request, the
//! status is 0 and `refusal` has the reason. `sdk()` resolves to the AWS SDK, whose clients send their requests with `execute`. A client with a
//! Region other than that of the account sends them to the replicas there. In a debug build, `session()` returns what happened on the page, a line
//! for each action, which `dynalab_app::session::replay` replays. `renderings()` returns how often each panel was drawn, by name, for tests.

use dynalab_app::request::call_result::refusal_name;
use dynalab_app::request::history::Outcome;
use dynalab_app::state::Action;
use dynalab_playground::protocol::{Refusal, Space};
use gloo::utils::window;
use js_sys::{Object, Promise, Reflect};
use serde::Serialize;
use serde_wasm_bindgen::{Deserializer, Serializer};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

use crate::engine::aws_sdk;
use crate::engine::handle::EngineHandle;
use crate::engine::submit;
use crate::page::state::AppDispatcher;
use crate::page::{renderings, session_record};

/// The form of a request's body. The response has the same form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Object,
}

type Answered = Result<(u16, String), Refusal>;
type Call = Closure<dyn Fn(String, JsValue) -> Promise>;

/// Sets `window.dynalab`, which remains until the page is closed.
pub fn install(engine: EngineHandle, app: AppDispatcher) {
    let handle = Object::new();
    let execute = {
        let (engine, app) = (engine.clone(), app.clone());
        call(move |operation, body| {
            let (engine, app) = (engine.clone(), app.clone());
            async move { outcome(submit::run_saved(&engine, &app, &operation, &body).await.outcome) }
        })
    };
    let looking = engine.clone();
    let control = call(move |operation, body| {
        let (engine, app) = (engine.clone(), app.clone());
        async move {
            let answer = engine.execute(Space::Saved, operation, body).await?;
            app.dispatch(Action::Revision(answer.revision));
            Ok((answer.status, answer.body))
        }
    });
    let look = call(move |operation, body| {
        let engine = looking.clone();
        async move { engine.look_at(operation, body).await }
    });
    let execute = execute.into_js_value();
    set(&handle, "execute", &execute);
    set(&handle, "sdk", &sdk(execute, look.into_js_value()).into_js_value());
    set(&handle, "control", &control.into_js_value());
    if session_record::IS_RECORDED {
        let session = Closure::<dyn Fn() -> String>::new(session_record::text);
        set(&handle, "session", &session.into_js_value());
    }
    let renderings = Closure::<dyn Fn() -> JsValue>::new(|| {
        renderings::counts().serialize(&Serializer::json_compatible()).unwrap_or_default()
    });
    set(&handle, "renderings", &renderings.into_js_value());
    set(&window(), "dynalab", &handle);
}

fn sdk(execute: JsValue, look: JsValue) -> Closure<dyn Fn() -> Promise> {
    Closure::new(move || {
        let (execute, look) = (execute.clone(), look.clone());
        future_to_promise(async move { aws_sdk::connected(&execute, &look).await })
    })
}

fn call<Answering: Future<Output = Answered> + 'static>(
    send: impl Fn(String, String) -> Answering + 'static,
) -> Call {
    Closure::new(move |operation, body| {
        let read = read(body).map(|(form, text)| (form, send(operation, text)));
        future_to_promise(async move {
            let (form, answering) = read?;
            Ok(answer(form, answering.await).into())
        })
    })
}

/// Reads a body as JSON text.
///
/// # Errors
/// Returns an error if the body contains a value that JSON cannot express.
fn read(body: JsValue) -> Result<(Form, String), JsValue> {
    if let Some(text) = body.as_string() {
        return Ok((Form::Text, text));
    }
    if body.is_undefined() {
        return Ok((Form::Object, "{}".to_owned()));
    }
    let mut text = Vec::new();
    let mut json = serde_json::Serializer::new(&mut text);
    serde_transcode::transcode(Deserializer::from(body), &mut json).map_err(|error| error.to_string())?;
    Ok((Form::Object, String::from_utf8(text).unwrap_or_default()))
}

/// Returns `{ status, body, refusal? }`.
fn answer(form: Form, answered: Answered) -> Object {
    let result = Object::new();
    let (status, text) = match answered {
        Ok(answer) => answer,
        Err(refusal) => {
            set(&result, "refusal", &refusal_name(&refusal).into());
            (0, String::new())
        }
    };
    let body = match form {
        Form::Text => None,
        Form::Object => object_of(&text),
    };
    set(&result, "status", &status.into());
    set(&result, "body", &body.unwrap_or_else(|| text.into()));
    result
}

/// Parses JSON text. Returns none if it is not JSON, or has numbers that JavaScript would change.
fn object_of(text: &str) -> Option<JsValue> {
    let mut json = serde_json::Deserializer::from_str(text);
    serde_transcode::transcode(&mut json, &Serializer::json_compatible()).ok()
}

fn outcome(outcome: Outcome) -> Answered {
    match outcome {
        Outcome::Answered { status, body, .. } => Ok((status, String::clone(&body))),
        Outcome::Refused(refusal) => Err(refusal),
    }
}

fn set(target: &Object, name: &str, value: &JsValue) {
    // Setting a property of a plain object cannot fail.
    let _ = Reflect::set(target, &JsValue::from(name), value);
}
