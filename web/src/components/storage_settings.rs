//! The storage settings: the state in a sentence, strict or relaxed durability, and "Delete everything".

use dynalab_app::state::watched::WatchedState;
use dynalab_app::state::{Action, Dialog};
use dynalab_playground::protocol::{Durability, Role, Space, StorageHealth, UnreadableCause};
use dynalab_playground::workspace_choice::WorkspaceChoice;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::browser::figures;
use crate::browser::stored_setting;
use crate::components::icon::Icon;
use crate::components::keep_offline::KeepOffline;
use crate::engine::submit;
use crate::page::messages::{Messages, Sentence};
use crate::page::scene::Scene;
use crate::page::sentences;

/// Renders the settings. They are in two places, so `group` makes their ids unique.
pub fn view(scene: &Scene, group: &str) -> Html {
    let app = &scene.app;
    let engine = scene.page.engine.clone();
    let messages = app.messages();
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
    let option = |durability: Durability, name: Sentence, about: Sentence| {
        let choose = choose.reform(move |_: Event| durability);
        html! {
            <label class="check">
                <input type="radio" name={format!("durability-{}", group)} checked={*app.durability() == durability} onchange={choose} />
                <span><b>{ messages.text(name) }</b>{ " " }{ messages.text(about) }</span>
            </label>
        }
    };
    html! {
        <div class="storage-settings">
            <p>{ sentence(app) }</p>
            { open_readable(scene, "storage-open-readable") }
            if *app.role() != Some(Role::MemoryOnly) {
                <fieldset class="storage-durability">
                    <legend>{ messages.text(sentences::shell::DURABILITY_TITLE) }</legend>
                    { option(Durability::Strict, sentences::shell::DURABILITY_STRICT, sentences::shell::DURABILITY_STRICT_ABOUT) }
                    { option(Durability::Relaxed, sentences::shell::DURABILITY_RELAXED, sentences::shell::DURABILITY_RELAXED_ABOUT) }
                </fieldset>
            }
            <KeepOffline messages={*messages} />
            { delete_everything(scene) }
        </div>
    }
}

fn sentence(app: &WatchedState) -> String {
    let messages = app.messages();
    match (app.health(), *app.role()) {
        (StorageHealth::Full, _) => messages.text(sentences::shell::BANNER_STORAGE_FULL),
        (StorageHealth::Failing { detail }, _) => {
            messages.text(sentences::shell::BannerStorageFailing { detail: detail.as_str().into() })
        }
        (StorageHealth::Unreadable { cause, detail }, _) => unreadable(*cause, detail, messages),
        _ if *app.workspace() == WorkspaceChoice::Visiting => {
            messages.text(sentences::shell::BANNER_VISITING)
        }
        (_, Some(Role::Follower)) => messages.text(sentences::shell::BANNER_FOLLOWER),
        (_, Some(Role::MemoryOnly)) => messages.text(sentences::shell::BANNER_MEMORY_ONLY),
        _ => match *app.loaded() {
            Some((items, ms)) => {
                let ms = figures::milliseconds(ms);
                messages
                    .text(sentences::shell::StorageSentence { items: items.into(), ms: ms.as_str().into() })
            }
            None => messages.text(sentences::shell::STORAGE_STARTING),
        },
    }
}

/// Returns why the saved data cannot be read, and what becomes of it.
pub fn unreadable(cause: UnreadableCause, detail: &str, messages: &Messages) -> String {
    let detail = detail.into();
    match cause {
        UnreadableCause::NewerVersion => messages.text(sentences::shell::BannerStorageUnreadable { detail }),
        UnreadableCause::Damaged => messages.text(sentences::shell::BannerStorageDamaged { detail }),
        UnreadableCause::Failed => messages.text(sentences::shell::BannerStorageNotRead { detail }),
    }
}

/// Renders the button that opens the readable part of stored data that cannot be opened. `name` is the test id.
pub fn open_readable(scene: &Scene, name: &'static str) -> Html {
    let app = &scene.app;
    let is_damaged = matches!(app.health(), StorageHealth::Unreadable { .. });
    if !is_damaged || *app.workspace() == WorkspaceChoice::Visiting {
        return html! {};
    }
    let onclick = scene.open_dialog_callback(|| Dialog::Salvage);
    html! { <button class="button" type="button" data-testid={name} {onclick}>{ scene.text(sentences::shell::OPEN_READABLE) }</button> }
}

/// Renders the deletion in two clicks. The label of the second button says what it deletes.
fn delete_everything(scene: &Scene) -> Html {
    let app = &scene.app;
    let messages = app.messages();
    if app.definitions().as_ref().is_none_or(|tables| tables.is_empty())
        || *app.role() == Some(Role::Follower)
    {
        return html! {};
    }
    let asked = *app.asked_to_delete_all();
    let ask = scene.dispatch_callback(move || Action::AskToDeleteAll(!asked));
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
                <p>{ messages.text(sentences::shell::DELETE_EVERYTHING_QUESTION) }</p>
                <button class="button button--danger" type="button" onclick={delete}>
                    { Icon::Bin.draw() }{ messages.text(sentences::shell::DELETE_EVERYTHING_YES) }
                </button>
                <button class="button" type="button" onclick={ask}>{ messages.text(sentences::shell::CANCEL) }</button>
            } else {
                <button class="button" type="button" onclick={ask}>{ Icon::Bin.draw() }{ messages.text(sentences::shell::DELETE_EVERYTHING) }</button>
            }
        </div>
    }
}
