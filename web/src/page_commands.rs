//! What a module can have the page do: `window.dynalab.act(command, argument)`, with the argument as JSON. And the key that opens the
//! palette of all commands.

use dynalab_playground::protocol::Travel;
use dynalab_playground::protocol::files::FilesQuestion;
use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::{document, window};
use js_sys::Reflect;
use serde_json::Value;
use wasm_bindgen::prelude::*;
use web_sys::KeyboardEvent;
use yew::{hook, use_effect_with, use_mut_ref};

use crate::arrival::OpenForm;
use crate::backups::BackupStage;
use crate::components::{request_panel, top_bar};
use crate::scene::Scene;
use crate::share_form::{self, ShareForm};
use crate::state::{Action, Dialog, NamePurpose, Notice};
use crate::{files, submit, time_travel, workspaces};

/// Puts the commands beside the engine's handle, for as long as the page is there.
#[hook]
pub fn use_page_commands(scene: &Scene) {
    let latest = use_mut_ref(|| scene.clone());
    *latest.borrow_mut() = scene.clone();
    let pressed = latest.clone();
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
        let options = EventListenerOptions::enable_prevent_default();
        let listener = EventListener::new_with_options(&document(), "keydown", options, move |event| {
            let Some(key) = event.dyn_ref::<KeyboardEvent>() else { return };
            if (key.ctrl_key() || key.meta_key()) && key.key() == "k" && pressed.borrow().app.dialog.is_none()
            {
                key.prevent_default();
                open_palette(&pressed.borrow());
            }
        });
        move || drop(listener)
    });
}

pub fn open_palette(scene: &Scene) {
    let dialog = Dialog::Module { name: "palette".to_owned(), argument: String::new() };
    scene.app.dispatch(Action::OpenDialog(dialog));
}

/// A command that is not known does nothing: the module is of another version.
fn act(scene: &Scene, command: &str, argument: &Value) {
    let text = |name: &str| argument[name].as_str().unwrap_or_default().to_owned();
    let open = |dialog| scene.app.dispatch(Action::OpenDialog(dialog));
    match command {
        "edit" => scene.edits(&text("operation"), text("body")),
        "run" => {
            scene.edits(&text("operation"), text("body"));
            submit::send(&scene.engine, &scene.dispatcher(), text("operation"), text("body"));
        }
        "open-dialog" => open(Dialog::Module { name: text("name"), argument: text("argument") }),
        "close-dialog" => scene.app.dispatch(Action::CloseDialog),
        "operation" => request_panel::chooses(scene, &text("operation")),
        "run-draft" => request_panel::run_draft(scene),
        "samples" => open(Dialog::Samples),
        "new-table" => open(Dialog::Module { name: "table".to_owned(), argument: String::new() }),
        "share" => share_form::write(scene, ShareForm::default()),
        "open" => open(Dialog::Open(OpenForm::default())),
        "files" => files::open(scene, FilesQuestion::List),
        "backup" => open(Dialog::Backup(BackupStage::Asking)),
        "new-workspace" if workspaces::would_be_lost(&scene.app) => {
            scene.app.dispatch(Action::Tell(Notice::Said(scene.text("banner-memory-only"))));
        }
        "new-workspace" => open(Dialog::Name { purpose: NamePurpose::NewWorkspace, name: String::new() }),
        "language" => top_bar::switches_language(scene),
        "theme" => top_bar::switches_theme(scene),
        "travel" => time_travel::look_at(scene, argument["moment"].as_u64().unwrap_or_default() as u32),
        "undo" => time_travel::step(scene, Travel::Undo),
        "redo" => time_travel::step(scene, Travel::Redo),
        "tell" => scene.app.dispatch(Action::Tell(Notice::Said(text("text")))),
        _ => {}
    }
}
