//! The bar at the top: the places that exist, the language, the theme, the state of the storage. On phones the places
//! move to the bottom.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::components::storage_badge;
use crate::messages;
use crate::route::Route;
use crate::scene::Scene;
use crate::state::{Action, Dialog, Notice};

pub fn view(scene: &Scene) -> Html {
    let app = &scene.app;
    let messages = &app.messages;
    let does = |what: fn(&Scene)| {
        let scene = scene.clone();
        Callback::from(move |_: MouseEvent| what(&scene))
    };
    let theme = messages.text(&format!("theme-{}", app.theme.name()));
    let theme_label = messages.fill("theme-switch", [("theme", theme.as_str().into())]);
    let other = app.language().other();
    html! {
        <header class="topbar">
            { scene.link(Route::Home, "topbar-brand", None, html! { <>{ mark() }{ "Dynalab" }</> }) }
            <nav class="topbar-nav" aria-label={messages.text("navigation")}>
                { place(scene, Route::Home, Icon::Home, "place-home") }
                { place(scene, Route::Play, Icon::Play, "place-play") }
                { place(scene, Route::About, Icon::About, "place-about") }
            </nav>
            <div class="topbar-side">
                <button class="button button--quiet" type="button" title="Ctrl / ⌘ K" aria-label={messages.text("palette")} aria-keyshortcuts="Control+K Meta+K" data-testid="palette-key" onclick={scene.opens(|| Dialog::Palette)}>{ Icon::Find.draw() }</button>
                { storage_badge::view(scene) }
                <button class="button button--quiet" type="button" lang={other.code()} data-testid="language-toggle" onclick={does(switches_language)}>
                    { other.own_name() }
                </button>
                <button class="button button--quiet" type="button" title={theme_label.clone()} aria-label={theme_label} data-testid="theme-toggle" data-theme={app.theme.name()} onclick={does(switches_theme)}>
                    { Icon::Theme.draw() }<span class="topbar-wide">{ theme }</span>
                </button>
            </div>
        </header>
    }
}

pub fn switches_language(scene: &Scene) {
    let (dispatcher, language) = (scene.dispatcher(), scene.app.language().other());
    let messages = scene.app.messages.clone();
    spawn_local(async move {
        match messages::load(language, messages.parts()).await {
            Ok(()) => {
                language.keep();
                dispatcher.dispatch(Action::SetLanguage(language));
            }
            Err(detail) => dispatcher.dispatch(Action::Tell(Notice::FetchFailed(detail))),
        }
    });
}

pub fn switches_theme(scene: &Scene) {
    let theme = scene.app.theme.next();
    theme.keep();
    scene.app.dispatch(Action::SetTheme(theme));
}

fn place(scene: &Scene, to: Route, icon: Icon, name: &str) -> Html {
    let here = match (&to, &scene.route) {
        (Route::Play, Route::PlayTable { .. }) => true,
        (to, now) => to == now,
    };
    let inside = html! { <>{ icon.draw() }{ scene.text(name) }</> };
    scene.link(to, "topbar-link", here.then_some("page"), inside)
}

fn mark() -> Html {
    html! {
        <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor">
            <path stroke-width="3.5" d="M12 3.5a8.5 8.5 0 0 1 8 5.6M20.3 14A8.5 8.5 0 0 1 5 16.8M3.6 13A8.5 8.5 0 0 1 8.5 4.2" />
            <circle cx="12" cy="12" r="2.5" fill="currentColor" stroke="none" />
        </svg>
    }
}
