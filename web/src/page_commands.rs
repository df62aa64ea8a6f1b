//! What a module can have the page do: `window.dynalab.act(command, argument)`, with the argument as JSON.

use dynalab_playground::protocol::Travel;
use dynalab_playground::protocol::files::FilesQuestion;
use gloo::utils::window;
use js_sys::Reflect;
use serde_json::Value;
use wasm_bindgen::prelude::*;
use yew::prelude::*;

use crate::scene::Scene;
use crate::state::{Action, Dialog, Notice};
use crate::{files, submit, time_travel};

/// Puts the commands beside the engine's handle, for as long as the page is there.
#[hook]
pub fn use_page_commands(scene: &Scene) {
    let latest = use_mut_ref(|| scene.clone());
    *latest.borrow_mut() = scene.clone();
    use_effect_with((), move |()| {
        let act = Closure::<dyn Fn(String, String)>::new(move |command: String, argument: String| {
            let scene = latest.borrow().clone();
            let argument: Value = serde_json::from_str(&argument).unwrap_or_default();
            act(&scene, &command, &argument);
        });
        if let Ok(handle) = Reflect::get(&window(), &"dynalab".into()) {
            // Setting a property of a plain object cannot fail.
            let _ = Reflect::set(&handle, &"act".into(), &act.into_js_value());
        }
    });
}

/// A command that is not known does nothing: the module is of another version.
fn act(scene: &Scene, command: &str, argument: &Value) {
    let text = |name: &str| argument[name].as_str().unwrap_or_default().to_owned();
    match command {
        "edit" => scene.edits(&text("operation"), text("body")),
        "run" => {
            scene.edits(&text("operation"), text("body"));
            submit::send(&scene.engine, &scene.dispatcher(), text("operation"), text("body"));
        }
        "open-dialog" => {
            let dialog = Dialog::Module { name: text("name"), argument: text("argument") };
            scene.app.dispatch(Action::OpenDialog(dialog));
        }
        "close-dialog" => scene.app.dispatch(Action::CloseDialog),
        "travel" => time_travel::look_at(scene, argument["moment"].as_u64().unwrap_or_default() as u32),
        "undo" => time_travel::step(scene, Travel::Undo),
        "redo" => time_travel::step(scene, Travel::Redo),
        "files" => files::open(scene, FilesQuestion::List),
        "tell" => scene.app.dispatch(Action::Tell(Notice::Said(text("text")))),
        _ => {}
    }
}
