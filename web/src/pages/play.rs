//! The workbench: tables, sharing and history at the left. Items are above the request and its result, the time bar is at the bottom.

use dynalab_app::request::form::{RequestForm, template};
use dynalab_app::request::play_query::PlayQuery;
use dynalab_app::state::{Action, EngineStatus};
use gloo::utils::document;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::address::route::Route;
use crate::components::panel::panel;
use crate::components::{
    history_list, items_panel, picture_panel, request_panel, result_panel, tables_list, time_bar,
};
use crate::engine::request_templates;
use crate::engine::samples;
use crate::page::phone_scroll::use_result_in_view;
use crate::page::recent_work::{self, Work};
use crate::page::renderings;
use crate::page::scene::{Scene, StillScene, use_own_scene};
use crate::page::sentences;
use crate::page::usable::use_usable_mark;
use crate::page::workbench_keys::use_workbench_keys;
use crate::page::workbench_room::use_workbench_room;

#[derive(PartialEq, Properties)]
pub struct PlayProps {
    pub scene: StillScene,
}

#[component]
pub fn Play(props: &PlayProps) -> Html {
    renderings::count("workbench");
    let scene = &use_own_scene(&props.scene);
    {
        // Each of these functions first checks whether it has anything to do.
        let scene = scene.clone();
        use_effect(move || {
            lead_to_a_table(&scene);
            start_a_draft(&scene);
            fetch_questions(&scene);
        });
    }
    let dispatcher = scene.dispatcher();
    use_effect_with((), move |()| {
        spawn_local(async move {
            // Without the templates the editor still has the operations with forms.
            if let Ok(templates) = request_templates::fetch().await {
                dispatcher.dispatch(Action::TemplatesRead(templates));
            }
        });
    });
    let opened = scene.table_name().filter(|name| scene.app.definition(name).is_some()).map(str::to_owned);
    use_effect_with(opened, |opened| {
        if let Some(name) = opened {
            recent_work::remember(Work::Table { name: name.clone() });
        }
    });
    let pictured = picture_panel::is_open(scene);
    let is_started = *scene.app.status() == EngineStatus::Ready && scene.app.definitions().is_some();
    use_usable_mark(is_started || *scene.app.status() == EngineStatus::Stopped);
    use_workbench_keys(scene);
    use_result_in_view(scene);
    let room = use_workbench_room();
    use_room_for_time_bar(scene.app.looked_at().is_some());
    // If the diagram is closed, the other panels use its space.
    let expanded = pictured && *room.expanded;
    let waiting = pictured && scene.app.history().displayed_card().is_none();
    let is_empty = items_panel::is_empty(scene);
    let class = classes!(
        "workbench",
        is_empty.then_some("workbench--empty"),
        pictured.then_some("workbench--pictured"),
        expanded.then_some("workbench--expanded"),
        waiting.then_some("workbench--waiting")
    );
    html! {
        <>
            <h1 class="visually-hidden">{ scene.text(sentences::shell::TITLE_PLAY) }</h1>
            <div {class} ref={room.frame.clone()}>
                <div class="workbench-rail">
                    { panel("tables", tables_list::view, scene) }
                    { panel("open-and-share", tables_list::open_and_share, scene) }
                    { panel("history", history_list::view, scene) }
                </div>
                { panel("items", items_panel::view, scene) }
                if pictured { { picture_panel::view(scene, &room.expanded) } }
                { panel("request", request_panel::view, scene) }
                { panel("result", result_panel::view, scene) }
                { room.splitters(scene) }
                { panel("time-bar", time_bar::view, scene) }
            </div>
        </>
    }
}

/// Tells the style sheets how high the time bar is, which covers the foot of a narrow page: what has the focus is scrolled above it.
#[hook]
fn use_room_for_time_bar(looks_back: bool) {
    const ATTRIBUTE: &str = "data-time-bar";
    use_effect_with(looks_back, |looks_back| {
        let root = document().document_element();
        if let Some(root) = &root {
            // If the browser rejects it, the focus may be behind the bar.
            let _ = root.set_attribute(ATTRIBUTE, if *looks_back { "past" } else { "present" });
        }
        move || root.iter().for_each(|root| drop(root.remove_attribute(ATTRIBUTE)))
    });
}

/// Opens the first table if the address has no table, or one that does not exist.
fn lead_to_a_table(scene: &Scene) {
    let Some(tables) = scene.app.definitions() else { return };
    if *scene.app.tables_revision() < *scene.app.revision() {
        // This list does not have a table that was created just now.
        return;
    }
    let named = scene.table_name().and_then(|name| scene.app.definition(name));
    if named.is_none() && scene.app.looked_at().is_some() {
        // The table exists at another point in history.
        return;
    }
    let first = tables.first().map(|table| Route::PlayTable { table: table.name.clone() });
    let (route, keep_index) = match (named, first) {
        (Some(table), _) => {
            let exists = |name: &String| table.indexes.iter().any(|index| index.name == *name);
            (scene.route.clone(), scene.query.index.as_ref().is_none_or(exists))
        }
        (None, first) => (first.unwrap_or(Route::Play), false),
    };
    let query = PlayQuery { index: scene.query.index.clone().filter(|_| keep_index), ..scene.query.clone() };
    if route != scene.route || query != scene.query {
        scene.page.navigator.replace_with_query(&route, &query);
    }
}

/// Fills an empty editor with a query of the open table, or with CreateTable if there is none. When another table opens, a
/// request with a form is started again for it.
fn start_a_draft(scene: &Scene) {
    let app = &scene.app;
    let draft = app.draft();
    let Some(table) = scene.table_name().and_then(|name| app.definition(name)) else {
        let none =
            scene.table_name().is_none() && app.definitions().as_ref().is_none_or(|tables| tables.is_empty());
        if none && draft.operation.is_empty() {
            app.dispatch(Action::StartDraft { table: None, draft: new_table() });
        }
        return;
    };
    if draft.table.as_deref() == Some(table.name.as_str()) {
        return;
    }
    let untouched = draft.operation.is_empty() || (draft.table.is_none() && draft.body == new_table().1);
    let about_this = RequestForm::read(&draft.body).is_some_and(|form| form.text("TableName") == table.name);
    let operation = if untouched { "Query" } else { draft.operation.as_str() };
    let begun = match untouched || (!about_this && template::has_form(operation)) {
        true => (operation.to_owned(), template::request(operation, Some(table), None, app.templates())),
        false => (draft.operation.clone(), draft.body.clone()),
    };
    app.dispatch(Action::StartDraft { table: Some(table.name.clone()), draft: begun });
}

fn new_table() -> (String, String) {
    ("CreateTable".to_owned(), template::request("CreateTable", None, None, &[]))
}

/// Fetches the access patterns of the sample whose table name the open table has. This also works after a reload.
fn fetch_questions(scene: &Scene) {
    let app = &scene.app;
    let Some(name) = scene.table_name() else { return };
    let Some(entry) = app.samples().iter().find(|entry| entry.tables.iter().any(|table| table == name))
    else {
        return;
    };
    if app.questions_of(&entry.id).is_some() {
        return;
    }
    let (dispatcher, sample) = (app.dispatcher(), entry.id.clone());
    // An empty list is set first, so that a failed fetch is not repeated. The workbench works without access patterns.
    dispatcher.dispatch(Action::QuestionsRead { sample: sample.clone(), questions: Vec::new() });
    spawn_local(async move {
        let questions = samples::fetch_questions(&sample).await;
        dispatcher.dispatch(Action::QuestionsRead { sample, questions });
    });
}
