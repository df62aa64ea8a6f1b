//! What is kept and how: the state in a sentence, strict or relaxed, and the way to delete everything.

use dynalab_playground::protocol::{Durability, Role, Space, StorageHealth};
use dynalab_playground::workspace_choice::WorkspaceChoice;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::figures;
use crate::scene::Scene;
use crate::state::{Action, AppState};
use crate::{stored_setting, submit};

/// `group` tells the two places where these settings stand apart.
pub fn view(scene: &Scene, group: &str) -> Html {
    let app = &scene.app;
    let engine = scene.page.engine.clone();
    let messages = &app.messages;
    let choose = {
        let (app, engine) = (app.clone(), engine);
        Callback::from(move |durability: Durability| {
            stored_setting::write(
                "durability",
                if durability == Durability::Strict { "strict" } else { "relaxed" },
            );
            engine.set_durability(durability);
            app.dispatch(Action::SetDurability(durability));
        })
    };
    let option = |durability: Durability, name: &str| {
        let choose = choose.reform(move |_: Event| durability);
        html! {
            <label class="check">
                <input type="radio" name={format!("durability-{}", group)} checked={app.durability == durability} onchange={choose} />
                <span><b>{ messages.text(&format!("durability-{name}")) }</b>{ " " }{ messages.text(&format!("durability-{name}-about")) }</span>
            </label>
        }
    };
    html! {
        <div class="storage-settings">
            <p>{ sentence(app) }</p>
            if app.role != Some(Role::MemoryOnly) {
                <fieldset class="storage-durability">
                    <legend>{ messages.text("durability-title") }</legend>
                    { option(Durability::Strict, "strict") }
                    { option(Durability::Relaxed, "relaxed") }
                </fieldset>
            }
            { delete_everything(scene) }
        </div>
    }
}

fn sentence(app: &AppState) -> String {
    let messages = &app.messages;
    match (&app.health, app.role) {
        (StorageHealth::Full, _) => messages.text("banner-storage-full"),
        (StorageHealth::Failing { detail }, _) => {
            messages.fill("banner-storage-failing", [("detail", detail.as_str().into())])
        }
        (StorageHealth::Unreadable { detail }, _) => {
            messages.fill("banner-storage-unreadable", [("detail", detail.as_str().into())])
        }
        _ if app.workspace == WorkspaceChoice::Visiting => messages.text("banner-visiting"),
        (_, Some(Role::Follower)) => messages.text("banner-follower"),
        (_, Some(Role::MemoryOnly)) => messages.text("banner-memory-only"),
        _ => match app.loaded {
            Some((items, ms)) => {
                let ms = figures::milliseconds(ms);
                messages.fill("storage-sentence", [("items", items.into()), ("ms", ms.as_str().into())])
            }
            None => messages.text("storage-starting"),
        },
    }
}

/// Two clicks, the second on a button that says what it does.
fn delete_everything(scene: &Scene) -> Html {
    let app = &scene.app;
    let messages = &app.messages;
    if app.tables.as_ref().is_none_or(|tables| tables.is_empty()) || app.role == Some(Role::Follower) {
        return html! {};
    }
    let asked = app.asked_to_delete_all;
    let ask = scene.does(move || Action::AskToDeleteAll(!asked));
    let delete = {
        let (engine, dispatcher) = (scene.page.engine.clone(), scene.dispatcher());
        Callback::from(move |_| {
            dispatcher.dispatch(Action::AskToDeleteAll(false));
            let (engine, dispatcher) = (engine.clone(), dispatcher.clone());
            spawn_local(async move {
                match engine.clear(Space::Saved).await {
                    Ok(cleared) => dispatcher.dispatch(Action::Revision(cleared.revision)),
                    Err(refusal) => submit::tell_refusal(&dispatcher, refusal),
                }
            });
        })
    };
    html! {
        <div class="storage-delete">
            if asked {
                <p>{ messages.text("delete-everything-question") }</p>
                <button class="button button--danger" type="button" onclick={delete}>{ Icon::Bin.draw() }{ messages.text("delete-everything-yes") }</button>
                <button class="button" type="button" onclick={ask}>{ messages.text("cancel") }</button>
            } else {
                <button class="button" type="button" onclick={ask}>{ Icon::Bin.draw() }{ messages.text("delete-everything") }</button>
            }
        </div>
    }
}
