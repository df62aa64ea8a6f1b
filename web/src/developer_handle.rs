//! `window.dynalab`: the engine for the console and for end-to-end tests, on the same path as the Run button.

use dynalab_playground::protocol::{Refusal, Space};
#[cfg(debug_assertions)]
use dynalab_playground::workspace_choice::WorkspaceChoice;
use gloo::utils::window;
use js_sys::{JSON, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

use crate::engine_handle::EngineHandle;
use crate::history::Outcome;
use crate::page_context::refusal_name;
use crate::state::{Action, AppDispatcher};
use crate::submit;

/// Puts the handle on the window; it stays there for the life of the page.
pub fn install(engine: EngineHandle, app: AppDispatcher) {
    let handle = Object::new();
    #[cfg(debug_assertions)]
    {
        let engine = engine.clone();
        let panicking = engine.clone();
        let force_panic = Closure::<dyn Fn()>::new(move || panicking.force_panic());
        set(&handle, "forcePanic", &force_panic.into_js_value());
        let visit = Closure::<dyn Fn(String)>::new(visitor(engine, app.clone()));
        set(&handle, "visit", &visit.into_js_value());
    }
    // For pictures: what turns the world around the tables, and (when it only looks) what leaves no trace. No card tells of
    // it, for nobody typed it.
    let ask = {
        let (engine, app) = (engine.clone(), app.clone());
        Closure::<dyn Fn(bool, String, String) -> Promise>::new(move |looks, operation: String, body| {
            let (engine, app) = (engine.clone(), app.clone());
            future_to_promise(async move {
                let answer = match looks {
                    true => engine.look_at(operation, body).await,
                    false => engine.execute(Space::Saved, operation, body).await.map(|answer| {
                        app.dispatch(Action::Revision(answer.revision));
                        (answer.status, answer.body)
                    }),
                };
                Ok(told(answer).into())
            })
        })
    };
    let execute =
        Closure::<dyn Fn(String, JsValue) -> Promise>::new(move |operation: String, body: JsValue| {
            let (engine, app) = (engine.clone(), app.clone());
            future_to_promise(async move {
                let card = submit::run_saved(&engine, &app, &operation, &body_text(&body)?).await;
                Ok(result(card.outcome).into())
            })
        });
    set(&handle, "execute", &execute.into_js_value());
    set(&handle, "ask", &ask.into_js_value());
    set(&window(), "dynalab", &handle);
}

/// Opens an empty copy with a title, as a link does with one that has something in it.
#[cfg(debug_assertions)]
fn visitor(engine: EngineHandle, app: AppDispatcher) -> impl Fn(String) {
    move |title| {
        let (engine, app) = (engine.clone(), app.clone());
        wasm_bindgen_futures::spawn_local(async move {
            engine.open_workspace(WorkspaceChoice::Visiting).await;
            app.dispatch(Action::Visited { title });
        });
    }
}

/// JSON text is taken as it is; an object is written as JSON first.
fn body_text(body: &JsValue) -> Result<String, JsValue> {
    match body.as_string() {
        Some(text) => Ok(text),
        None => Ok(JSON::stringify(body)?.as_string().unwrap_or_default()),
    }
}

fn result(outcome: Outcome) -> Object {
    told(match outcome {
        Outcome::Answered { status, body, .. } => Ok((status, body)),
        Outcome::Refused(refusal) => Err(refusal),
    })
}

fn told(answer: Result<(u16, String), Refusal>) -> Object {
    let result = Object::new();
    let (status, body) = match answer {
        Ok(answer) => answer,
        Err(refusal) => {
            set(&result, "refusal", &JsValue::from(refusal_name(&refusal)));
            (0, String::new())
        }
    };
    set(&result, "status", &JsValue::from(status));
    set(&result, "body", &JsValue::from(body));
    result
}

fn set(target: &Object, name: &str, value: &JsValue) {
    // Setting a property of a plain object cannot fail.
    let _ = Reflect::set(target, &JsValue::from(name), value);
}
