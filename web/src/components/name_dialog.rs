//! The dialog that names a workspace, a branch or a history entry.

use dynalab_app::state::{Action, NamePurpose, workspace_list};
use dynalab_playground::protocol::Travel;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

use crate::components::workspace_dialogs;
use crate::engine::time_travel;
use crate::page::scene::Scene;
use crate::page::sentences;

pub fn view(scene: &Scene, purpose: NamePurpose, name: &str) -> Html {
    let onsubmit = {
        let scene = scene.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let name = workspace_list::clean(&written(&event).unwrap_or_default());
            if name.is_some() || purpose.may_be_empty() {
                scene.app.dispatch(Action::CloseDialog);
                named(&scene, purpose, name.unwrap_or_default());
            }
        })
    };
    // The old name is selected, because a new name usually replaces it.
    let onfocus = Callback::from(|event: FocusEvent| {
        if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
            input.select();
        }
    });
    let maxlength = workspace_list::NAME_CHARACTERS_MAX.to_string();
    // In capitals, `VALUE` is the HTML attribute, which sets the initial text. As a property, each render would write it again
    // and overwrite typed text.
    html! {
        <form class="name-form" {onsubmit}>
            if let Some(about) = purpose.about() { <p>{ scene.text(about) }</p> }
            <label class="request-label" for="name">{ scene.text(sentences::workbench::NAME) }</label>
            <input
                class="field" id="name" data-testid="name" required={!purpose.may_be_empty()} autofocus=true autocomplete="off" {maxlength}
                VALUE={name.to_owned()} {onfocus}
            />
            <div class="dialog-foot">
                <button class="button" type="button" onclick={scene.dispatch_callback(|| Action::CloseDialog)}>{ scene.text(sentences::shell::CANCEL) }</button>
                <button class="button button--go" type="submit" data-testid="name-save">{ scene.text(purpose.titles().1) }</button>
            </div>
        </form>
    }
}

fn written(event: &SubmitEvent) -> Option<String> {
    let form: Element = event.target_dyn_into()?;
    let input = form.query_selector("#name").ok()??;
    Some(input.dyn_into::<HtmlInputElement>().ok()?.value())
}

fn named(scene: &Scene, purpose: NamePurpose, name: String) {
    match purpose {
        NamePurpose::Branch(branch) => time_travel::go(&scene.page, Travel::RenameBranch { branch, name }),
        NamePurpose::Entry(entry) => time_travel::go(&scene.page, Travel::NameEntry { entry, name }),
        _ => workspace_dialogs::named(scene, purpose, name),
    }
}
