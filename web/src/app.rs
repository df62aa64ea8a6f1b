//! The root: starts the engine, holds the state, and shows the place that the address names.

use dynalab_playground::protocol::{Durability, Space};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;
use yew_router::prelude::*;

use crate::components::banners::Banners;
use crate::components::live_region::LiveRegion;
use crate::components::notices::Notices;
use crate::components::top_bar::TopBar;
use crate::engine_handle::{EngineEvent, EngineHandle};
use crate::language::Language;
use crate::pages::about::About;
use crate::pages::home::Home;
use crate::pages::not_found::NotFound;
use crate::pages::play::Play;
use crate::refresh::use_saved_tables;
use crate::route::Route;
use crate::state::{Action, AppContext, AppDispatcher, AppState, EngineStatus};
use crate::theme::Theme;
use crate::{developer_handle, samples, stored_setting};

#[component]
pub fn App() -> Html {
    let app = use_reducer_eq(|| {
        AppState::new(Language::of_this_visit(), Theme::of_this_visit(), stored_durability())
    });
    let engine = use_engine_start(&app);
    use_saved_tables(&app, &engine);
    use_effect_with((app.language(), app.theme), |(language, theme)| {
        language.apply();
        theme.apply();
    });
    let ready = app.status == EngineStatus::Ready;
    html! {
        <ContextProvider<AppContext> context={app.clone()}>
            <ContextProvider<EngineHandle> context={engine}>
                <BrowserRouter>
                    <div class="app" data-testid="ready" data-ready={ready.to_string()}>
                        <a class="skip" href="#main">{ app.messages.text("skip-to-content") }</a>
                        <TopBar />
                        <Banners />
                        <Notices />
                        <main id="main" tabindex="-1">
                            <Switch<Route> render={place} />
                        </main>
                        <LiveRegion />
                    </div>
                </BrowserRouter>
            </ContextProvider<EngineHandle>>
        </ContextProvider<AppContext>>
    }
}

fn place(route: Route) -> Html {
    match route {
        Route::Home => html! { <Home /> },
        Route::Play => html! { <Play /> },
        Route::PlayTable { table } => html! { <Play {table} /> },
        Route::About => html! { <About /> },
        Route::NotFound => html! { <NotFound /> },
    }
}

#[hook]
fn use_engine_start(app: &AppContext) -> EngineHandle {
    let dispatcher = app.dispatcher();
    let durability = app.durability;
    let engine = use_memo((), |()| {
        let events = dispatcher.clone();
        EngineHandle::start(Callback::from(move |event| hear(&events, event)), durability)
    });
    let installed = (*engine).clone();
    use_effect_with((), move |()| {
        developer_handle::install(installed, dispatcher.clone());
        spawn_local(async move {
            // Without the list there is no sample menu, and nothing else is missing.
            if let Ok(entries) = samples::fetch_index().await {
                dispatcher.dispatch(Action::SamplesRead(entries));
            }
        });
    });
    (*engine).clone()
}

fn hear(app: &AppDispatcher, event: EngineEvent) {
    app.dispatch(match event {
        EngineEvent::Ready { role, revision, loaded_items, loaded_ms } => {
            Action::EngineReady { role, revision, loaded_items, loaded_ms }
        }
        EngineEvent::Changed { space: Space::Saved, revision } => Action::Revision(revision),
        EngineEvent::Changed { space: Space::Demo, .. } => return,
        EngineEvent::Role(role) => Action::SetRole(role),
        EngineEvent::Storage(health) => Action::SetHealth(health),
        EngineEvent::Restarting => Action::EngineRestarting,
        EngineEvent::Stopped => Action::EngineStopped,
    });
}

fn stored_durability() -> Durability {
    match stored_setting::read("durability").as_deref() {
        Some("relaxed") => Durability::Relaxed,
        _ => Durability::Strict,
    }
}
