//! Banners for lasting states: another tab writes, data is not saved, storage is full, the engine stopped.

use dynalab_app::state::{Action, Dialog, EngineStatus, NamePurpose};
use dynalab_playground::protocol::{Role, StorageHealth};
use dynalab_playground::utc;
use dynalab_playground::workspace_choice::WorkspaceChoice;
use gloo::utils::window;
use yew::prelude::*;

use crate::browser::embedded::is_embedded;
use crate::components::icon::Icon;
use crate::components::{long_work, storage_settings};
use crate::page::language;
use crate::page::messages::Messages;
use crate::page::scene::Scene;
use crate::page::sentences;

/// Renders the offer to change the language. It is in the offered language, because a person may not read the current one.
fn language_offer(scene: &Scene) -> Html {
    let Some(language) = *scene.app.offered_language() else { return html! {} };
    let messages = Messages::new(language);
    let accept = {
        let navigator = scene.page.navigator.clone();
        Callback::from(move |_: MouseEvent| {
            language::keep(language);
            navigator.change_language(language);
        })
    };
    let decline = {
        let (shown, dispatcher) = (scene.app.language(), scene.dispatcher());
        Callback::from(move |_: MouseEvent| {
            language::keep(shown);
            dispatcher.dispatch(Action::DeclineLanguage);
        })
    };
    html! {
        <div class="banner banner--long" role="status" lang={language.code()} data-testid="language-offer">
            <p>{ messages.text(sentences::shell::LANGUAGE_OFFER) }</p>
            <button class="button" type="button" data-testid="language-accept" onclick={accept}>{ messages.text(sentences::shell::LANGUAGE_ACCEPT) }</button>
            <button class="button button--quiet" type="button" data-testid="language-decline" onclick={decline}>
                { messages.text(sentences::shell::LANGUAGE_DECLINE) }
            </button>
        </div>
    }
}

/// Renders that the device's clock is far ahead, and the button for the case that it is right.
fn clock_ahead(scene: &Scene) -> Html {
    let Some((device_ms, engine_ms)) = *scene.app.clock_ahead() else { return html! {} };
    let close = |trusts: bool| {
        let (engine, dispatcher) = (scene.page.engine.clone(), scene.dispatcher());
        Callback::from(move |_: MouseEvent| {
            if trusts {
                engine.trust_clock();
            }
            dispatcher.dispatch(Action::ClockAhead(None));
        })
    };
    let [device, engine] = [device_ms, engine_ms].map(utc::date_time);
    let sentence = scene.text(sentences::shell::BannerClockAhead {
        device: device.as_str().into(),
        engine: engine.as_str().into(),
    });
    html! {
        <div class="banner banner--warn banner--long" role="status" data-testid="clock-ahead">
            { Icon::Clock.draw() }<p>{ sentence }</p>
            <button class="button" type="button" data-testid="clock-trust" onclick={close(true)}>{ scene.text(sentences::shell::CLOCK_TRUST) }</button>
            <button class="button button--quiet" type="button" data-testid="clock-keep" onclick={close(false)}>
                { scene.text(sentences::shell::CLOCK_KEEP) }
            </button>
        </div>
    }
}

pub fn view(scene: &Scene) -> Html {
    let app = &scene.app;
    let engine = scene.page.engine.clone();
    let messages = app.messages();
    let storage = match (app.health(), *app.role()) {
        // Nothing of a frame is kept, and its bar leads to a page that can.
        _ if is_embedded() => None,
        (StorageHealth::Full, _) => Some(messages.text(sentences::shell::BANNER_STORAGE_FULL)),
        (StorageHealth::Failing { detail }, _) => {
            Some(messages.text(sentences::shell::BannerStorageFailing { detail: detail.as_str().into() }))
        }
        (StorageHealth::Unreadable { cause, detail }, _) => {
            Some(storage_settings::unreadable(*cause, detail, messages))
        }
        // The banner of the temporary copy has more information.
        (StorageHealth::Fine, _) if *app.workspace() == WorkspaceChoice::Visiting => None,
        (StorageHealth::Fine, Some(Role::MemoryOnly)) => {
            Some(messages.text(sentences::shell::BANNER_MEMORY_ONLY))
        }
        (StorageHealth::Fine, _) => None,
    };
    let take_over = Callback::from(move |_| engine.take_over());
    let title = app.visited_title().clone();
    let keep = scene
        .open_dialog_callback(move || Dialog::Name { purpose: NamePurpose::KeepCopy, name: title.clone() });
    let reload = Callback::from(|_| {
        // If the browser rejects the reload, the banner stays.
        let _ = window().location().reload();
    });
    html! {
        <>
            { language_offer(scene) }
            { long_work::view(scene) }
            { long_work::reading(scene) }
            { clock_ahead(scene) }
            if *app.status() == EngineStatus::Stopped {
                <div class="banner banner--bad" role="alert" data-testid="engine-stopped">
                    { Icon::Warning.draw() }
                    <p>{ messages.text(if *app.does_not_fit() { sentences::shell::BANNER_DOES_NOT_FIT } else { sentences::shell::BANNER_ENGINE_STOPPED }) }</p>
                    if !*app.does_not_fit() { <button class="button" type="button" onclick={reload}>{ messages.text(sentences::shell::RELOAD) }</button> }
                </div>
            }
            if let Some(sentence) = storage {
                <div class="banner banner--warn banner--long" role="status" data-testid="storage-banner">
                    { Icon::Warning.draw() }<p>{ sentence }</p>
                    { storage_settings::open_readable(scene, "banner-open-readable") }
                </div>
            }
            if *app.workspace() == WorkspaceChoice::Visiting && !is_embedded() {
                <div class="banner banner--warn" role="status" data-testid="visiting-banner">
                    { Icon::Warning.draw() }<p>{ messages.text(sentences::shell::BANNER_VISITING) }</p>
                    <button class="button" type="button" data-testid="keep-copy" disabled={*app.status() != EngineStatus::Ready} onclick={keep}>
                        { Icon::Disk.draw() }
                        { messages.text(sentences::shell::KEEP_COPY) }
                    </button>
                </div>
            }
            if *app.role() == Some(Role::Follower) {
                <div class="banner banner--warn" role="status" data-testid="follower-banner">
                    { Icon::Warning.draw() }<p>{ messages.text(sentences::shell::BANNER_FOLLOWER) }</p>
                    <button class="button" type="button" data-testid="take-over" onclick={take_over}>{ messages.text(sentences::shell::TAKE_OVER) }</button>
                </div>
            }
        </>
    }
}
