//! The root component: starts the engine, holds the state and shows the page that the address names.

use dynalab_app::engine::event::{EngineEvent, EngineSize};
use dynalab_app::session::Step;
use dynalab_app::shared::Shared;
use dynalab_app::state::{Action, AppState, EngineStatus, Notice};
use dynalab_playground::protocol::Durability;
use dynalab_playground::workspace_choice::{WorkspaceChoice, WorkspaceId};
use gloo::events::EventListener;
use gloo::utils::{document, window};
use wasm_bindgen_futures::spawn_local;
use web_sys::VisibilityState;
use yew::prelude::*;

use crate::address::arrival::use_arrivals;
use crate::address::bar::{Place, use_address};
use crate::address::route::Route;
use crate::browser::embedded::is_embedded;
use crate::browser::idle::{use_workbench_when_idle, when_idle};
use crate::browser::stored_setting;
use crate::components::panel::panel;
use crate::components::part::Part;
use crate::components::{banners, dialogs, embed_bar, live_region, notices, top_bar};
use crate::engine::handle::EngineHandle;
use crate::engine::latest_only_queue::LatestOnlyQueue;
use crate::engine::program_handle::{Program, ProgramHandle};
use crate::engine::refresh::{use_saved_tables, use_timeline};
use crate::engine::{console_handle, samples, workspaces};
use crate::page::context::PageContext;
use crate::page::first_paint::{Hold, use_first_paint_hold};
use crate::page::frame_messages::use_frame_messages;
use crate::page::language::{self, Language};
use crate::page::messages::Sentence;
use crate::page::palette_key::use_palette_key;
use crate::page::parts::Parts;
use crate::page::scene::Scene;
use crate::page::sentences;
use crate::page::state::{AppContext, AppDispatcher, use_own_context};
use crate::page::usable::{use_usable_mark, when_usable};
use crate::page::{session_record, style_sheets, theme};
use crate::pages::home::Home;
use crate::pages::{about, arrival, not_found};

#[derive(PartialEq, Properties)]
pub struct AppProps {
    /// The parts of the page, as the program provides them.
    pub parts: Parts,
}

#[component]
pub fn App(props: &AppProps) -> Html {
    let (place, navigator) = use_address();
    let app = use_memo((), |()| {
        let (language, theme) = (place.language, theme::of_this_visit());
        let (durability, workspace) = (stored_durability(), workspaces::of_this_visit());
        let offered_language =
            Some(language::preferred()).filter(|preferred| *preferred != language && !is_embedded());
        let listed = workspaces::listed();
        session_record::record(|| {
            let workspace = workspace.clone();
            Step::Begin { language, theme, durability, workspace, offered_language }
        });
        session_record::record(|| Action::WorkspacesRead(listed.clone()).into());
        let workspaces = Shared::new(listed);
        let state = AppState::new(language, theme, durability, workspace);
        AppDispatcher::new(AppState { offered_language, workspaces, ..state }, Step::from)
    });
    let app = use_own_context(&app);
    let engine = use_engine_start(&app, &place);
    use_saved_tables(&app, &engine);
    use_timeline(&app, &engine);
    use_workspaces(&app, &engine);
    use_effect_with((app.language(), *app.theme()), |(shown, theme)| {
        language::apply(*shown);
        theme::apply(*theme);
    });
    use_language_of_address(&app, place.language);
    use_frame_messages(&app);
    let title = app.messages().text(title_of(&place.route));
    use_effect_with(title, |title| document().set_title(title));
    let looks = use_memo((), |()| LatestOnlyQueue::default());
    let looks = (*looks).clone();
    let reader = use_memo((), |()| ProgramHandle::new(Program::Files));
    let (reader, parts) = ((*reader).clone(), props.parts);
    let page = PageContext { engine, app: app.dispatcher(), navigator, looks, parts, reader };
    let Place { route, query, link, .. } = place;
    let scene = Scene { app, page: page.clone(), route, query, link };
    use_arrivals(&scene);
    use_palette_key(&scene);
    use_usable_mark(scene.link.is_some() || matches!(scene.route, Route::About | Route::NotFound));
    use_workbench_when_idle(&scene);
    let has_styles = use_styles(&scene);
    use_first_paint_hold(!has_styles);
    let ready = *scene.app.status() == EngineStatus::Ready;
    let in_workbench = scene.link.is_none() && matches!(scene.route, Route::Play | Route::PlayTable { .. });
    html! {
        <ContextProvider<PageContext> context={page}>
            <div
                class={classes!("app", is_embedded().then_some("app--embedded"), in_workbench.then_some("app--workbench"))} data-testid="ready"
                data-ready={ready.to_string()}
            >
                <a class="skip" href="#main" target="_self">{ scene.text(sentences::shell::SKIP_TO_CONTENT) }</a>
                if is_embedded() { { panel("embed-bar", embed_bar::view, &scene) } } else { { panel("top-bar", top_bar::view, &scene) } }
                { panel("banners", banners::view, &scene) }
                { panel("notices", notices::view, &scene) }
                if has_styles {
                    <main id="main" tabindex="-1">{ render_route(&scene) }</main>
                    { panel("dialogs", dialogs::view, &scene) }
                } else {
                    <main id="main" tabindex="-1" class="items-waiting">{ scene.text(sentences::shell::LOADING) }</main>
                }
                { panel("live-region", live_region::view, &scene) }
            </div>
        </ContextProvider<PageContext>>
    }
}

/// Sets the language from the address, for links and for the browser's Back button.
#[hook]
fn use_language_of_address(app: &AppContext, language: Language) {
    let dispatcher = app.dispatcher();
    use_effect_with((language, app.language()), move |(of_address, shown)| {
        if of_address != shown {
            dispatcher.dispatch(Action::SetLanguage(*of_address));
        }
    });
}

/// Links the style sheets of a page or dialog that the home page does not need. Returns true once they are in force.
#[hook]
fn use_styles(scene: &Scene) -> bool {
    // The workbench is a part and links its own styles. A lesson shows the same panels as the workbench.
    let is_page = !matches!(scene.route, Route::Home | Route::Play | Route::PlayTable { .. });
    let needs_all = is_page || scene.link.is_some() || scene.app.dialog().is_some();
    let are_linked = use_state(|| style_sheets::are_linked(style_sheets::WORKBENCH));
    let has_styles = !needs_all || *are_linked;
    use_effect_with(has_styles, move |has_styles| {
        if !*has_styles {
            spawn_local(async move {
                style_sheets::link(style_sheets::WORKBENCH).await;
                are_linked.set(true);
            });
        }
    });
    has_styles
}

fn render_route(scene: &Scene) -> Html {
    if scene.link.is_some() {
        return panel("arrival", arrival::view, scene);
    }
    if let Some(part) = scene.route.page().and_then(|page| page.part) {
        return html! { <Part part={part(scene.page.parts)} scene={scene.still()} /> };
    }
    match &scene.route {
        Route::Home => html! { <Home scene={scene.clone()} /> },
        Route::About => panel("about", about::view, scene),
        _ => panel("not-found", not_found::view, scene),
    }
}

/// Returns the title of the browser's tab. A lesson replaces it with its own.
fn title_of(route: &Route) -> Sentence {
    route.page().map_or(sentences::shell::TITLE_NOT_FOUND, |page| page.title)
}

/// Reads the list of workspaces at the start and whenever another tab changes it. If this tab's workspace was deleted there, the
/// tab opens the first workspace.
#[hook]
fn use_workspaces(app: &AppContext, engine: &EngineHandle) {
    let (dispatcher, engine) = (app.dispatcher(), engine.clone());
    use_effect_with((), move |()| {
        workspaces::read_into(dispatcher.clone());
        let page_cache = page_cache_listeners(&dispatcher, &engine);
        let listener = (!is_embedded()).then(|| {
            workspaces::listen(move || {
                workspaces::read_into(dispatcher.clone());
                if is_deleted(&engine.workspace()) {
                    dispatcher.dispatch(Action::Tell(Notice::WorkspaceDeleted));
                    let (engine, first) =
                        (engine.clone(), WorkspaceChoice::Stored { id: WorkspaceId::first() });
                    spawn_local(async move { engine.open_workspace(first).await });
                }
            })
        });
        move || drop((listener, page_cache))
    });
}

fn is_deleted(workspace: &WorkspaceChoice) -> bool {
    matches!(workspace, WorkspaceChoice::Stored { id } if !workspaces::is_listed(id))
}

/// Closes the store when the browser moves the page to its page cache. Opens it again when the page is restored. Other pages may
/// have changed the list of workspaces meanwhile.
fn page_cache_listeners(dispatcher: &AppDispatcher, engine: &EngineHandle) -> [EventListener; 3] {
    let (leaving, hidden) = (engine.clone(), engine.clone());
    let change = EventListener::new(&document(), "visibilitychange", move |_| {
        if document().visibility_state() == VisibilityState::Hidden {
            hidden.tell_hidden();
        }
    });
    let hide = EventListener::new(&window(), "pagehide", move |_| leaving.put_away());
    let (dispatcher, engine) = (dispatcher.clone(), engine.clone());
    let show = EventListener::new(&window(), "pageshow", move |_| {
        if !engine.is_put_away() {
            return;
        }
        workspaces::read_into(dispatcher.clone());
        let mut workspace = engine.workspace();
        if is_deleted(&workspace) {
            dispatcher.dispatch(Action::Tell(Notice::WorkspaceDeleted));
            workspace = WorkspaceChoice::Stored { id: WorkspaceId::first() };
        }
        workspaces::remember(&workspace);
        engine.bring_back(workspace);
    });
    [change, hide, show]
}

/// Starts the engine. The workbench starts the complete engine, because its diagrams and cheaper alternatives need it.
#[hook]
fn use_engine_start(app: &AppContext, place: &Place) -> EngineHandle {
    let dispatcher = app.dispatcher();
    let (durability, workspace) = (*app.durability(), app.workspace().clone());
    let in_workbench = matches!(place.route, Route::Play | Route::PlayTable { .. }) || place.link.is_some();
    let is_live = in_workbench || place.route == Route::Home;
    let engine = use_memo((), |()| {
        let events = dispatcher.clone();
        workspaces::remember(&workspace);
        let size = if in_workbench { EngineSize::Complete } else { EngineSize::Core };
        let engine =
            EngineHandle::new(Callback::from(move |event| hear(&events, event)), durability, workspace, size);
        if is_live {
            engine.begin();
        }
        engine
    });
    {
        let engine = (*engine).clone();
        use_effect_with(in_workbench, move |in_workbench| {
            if *in_workbench {
                engine.complete_soon();
            }
        });
    }
    {
        let engine = (*engine).clone();
        use_effect_with(is_live, move |is_live| match is_live {
            true => engine.begin(),
            // The page shows no tables. Its own program comes first.
            false => when_usable(move || when_idle(move || engine.begin())),
        });
    }
    let installed = (*engine).clone();
    use_effect_with((), move |()| {
        console_handle::install(installed, dispatcher.clone());
        // The workbench of a new visitor offers the samples.
        let hold = Hold::begin();
        spawn_local(async move {
            // If the list cannot be fetched, only the sample menu is missing.
            if let Ok(entries) = samples::fetch_index().await {
                dispatcher.dispatch(Action::SamplesRead(entries));
            }
            drop(hold);
        });
    });
    (*engine).clone()
}

/// Puts an engine event into the state.
pub fn hear(app: &AppDispatcher, event: EngineEvent) {
    if let EngineEvent::Opening(workspace) = &event {
        workspaces::remember(workspace);
        if *workspace != WorkspaceChoice::Visiting {
            workspaces::forget_visit();
        }
    }
    if let Some(action) = Action::of_event(event) {
        app.dispatch(action);
    }
}

fn stored_durability() -> Durability {
    match stored_setting::read("durability").as_deref() {
        Some("relaxed") => Durability::Relaxed,
        _ => Durability::Strict,
    }
}
