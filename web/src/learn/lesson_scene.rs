//! The scene of a lesson, with its own state, engine and place. The panels show the lesson's tables and never the person's.

use dynalab_app::request::play_query::{PlayQuery, RequestTab};
use dynalab_app::session::Step;
use dynalab_app::state::{Action, AppState};
use dynalab_playground::protocol::Durability;
use dynalab_playground::workspace_choice::WorkspaceChoice;
use yew::prelude::*;

use crate::address::bar::{Navigator, Place};
use crate::address::route::Route;
use crate::engine::handle::EngineHandle;
use crate::engine::latest_only_queue::LatestOnlyQueue;
use crate::engine::refresh::{use_saved_tables, use_timeline};
use crate::page::app;
use crate::page::context::PageContext;
use crate::page::language::Language;
use crate::page::scene::Scene;
use crate::page::session_record;
use crate::page::state::{AppDispatcher, use_own_context};

/// Returns the scene of a lesson. `outer` is the scene of the page, which provides language, theme and parts.
#[hook]
pub fn use_lesson_scene(outer: &Scene) -> Scene {
    let (language, theme) = (outer.app.language(), *outer.app.theme());
    let app = use_memo((), |()| {
        session_record::record(|| Step::BeginLesson { language, theme });
        let state = AppState::new(language, theme, Durability::default(), WorkspaceChoice::Visiting);
        AppDispatcher::new(state, |action| Step::LessonApp(Box::new(action)))
    });
    let app = use_own_context(&app);
    let dispatcher = app.dispatcher();
    let engine = {
        let events = dispatcher.clone();
        use_memo((), |()| EngineHandle::start_lesson(Callback::from(move |event| app::hear(&events, event))))
    };
    let engine = (*engine).clone();
    {
        let engine = engine.clone();
        use_effect_with((), move |()| move || engine.end());
    }
    use_effect_with((language, theme), {
        let dispatcher = dispatcher.clone();
        move |(language, theme)| {
            dispatcher.dispatch(Action::SetLanguage(*language));
            dispatcher.dispatch(Action::SetTheme(*theme));
        }
    });
    use_saved_tables(&app, &engine);
    use_timeline(&app, &engine);
    let place = use_state_eq(first_place);
    let navigator = {
        let setter = place.setter();
        use_memo((), |()| Navigator::inner(first_place(), Callback::from(move |place| setter.set(place))))
    };
    let looks = use_memo((), |()| LatestOnlyQueue::default());
    let page = PageContext {
        engine,
        app: dispatcher,
        navigator: (*navigator).clone(),
        looks: (*looks).clone(),
        parts: outer.page.parts,
        reader: outer.page.reader.clone(),
    };
    Scene { app, page, route: place.route.clone(), query: place.query.clone(), link: None }
}

fn first_place() -> Place {
    let query = PlayQuery { request: Some(RequestTab::Json), ..PlayQuery::default() };
    // The outer scene provides the language, because an inner place has no address.
    Place { language: Language::English, route: Route::Play, query, link: None }
}
