//! The workbench: tables, sharing and history at the left, items above, the request and its result below, the time bar at the end.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::components::{
    history_list, items_panel, picture_panel, request_panel, result_panel, tables_list, time_bar,
};
use crate::request_form::{RequestForm, template};
use crate::request_templates;
use crate::route::{PlayQuery, Route};
use crate::samples;
use crate::scene::Scene;
use crate::sentences;
use crate::state::Action;
use crate::workbench_keys::use_workbench_keys;
use crate::workbench_room::use_workbench_room;

#[derive(PartialEq, Properties)]
pub struct PlayProps {
    pub scene: Scene,
}

#[component]
pub fn Play(props: &PlayProps) -> Html {
    let scene = &props.scene;
    {
        // Each of these looks first whether there is anything to do.
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
            // Without them the editor still has what it has forms for.
            if let Ok(templates) = request_templates::fetch().await {
                dispatcher.dispatch(Action::TemplatesRead(templates));
            }
        });
    });
    let pictured = picture_panel::is_open(scene);
    use_workbench_keys(scene);
    let room = use_workbench_room();
    // A diagram that is put away leaves its room to the others.
    let expanded = pictured && *room.expanded;
    let waiting = pictured && scene.app.history.shown().is_none();
    let class = classes!(
        "workbench",
        pictured.then_some("workbench--pictured"),
        expanded.then_some("workbench--expanded"),
        waiting.then_some("workbench--waiting")
    );
    html! {
        <>
            <h1 class="visually-hidden">{ scene.text(sentences::shell::TITLE_PLAY) }</h1>
            <div {class} ref={room.frame.clone()}>
                <div class="workbench-rail">
                    { tables_list::view(scene) }
                    { tables_list::open_and_share(scene) }
                    { history_list::view(scene) }
                </div>
                { items_panel::view(scene) }
                if pictured { { picture_panel::view(scene, &room.expanded) } }
                { request_panel::view(scene) }
                { result_panel::view(scene) }
                { room.splitters(scene) }
                { time_bar::view(scene) }
            </div>
        </>
    }
}

/// An address without a table, or with one that is gone, leads to the first table there is.
fn lead_to_a_table(scene: &Scene) {
    let Some(tables) = &scene.app.tables else { return };
    if scene.app.tables_revision < scene.app.revision {
        // A table that has just been made is not on this list yet.
        return;
    }
    let named = scene.table_name().and_then(|name| scene.app.table(name));
    if named.is_none() && scene.app.looked_at().is_some() {
        // It is there at another moment.
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

/// The editor is never empty: it starts with a query of the open table, or with a new table when there is none, or none is known
/// yet. When another table is opened, a request that has a form is begun anew for it.
fn start_a_draft(scene: &Scene) {
    let app = &scene.app;
    let draft = &app.draft;
    let Some(table) = scene.table_name().and_then(|name| app.table(name)) else {
        let none = scene.table_name().is_none() && app.tables.as_ref().is_none_or(|tables| tables.is_empty());
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
        true => (operation.to_owned(), template::request(operation, Some(table), None, &app.templates)),
        false => (draft.operation.clone(), draft.body.clone()),
    };
    app.dispatch(Action::StartDraft { table: Some(table.name.clone()), draft: begun });
}

fn new_table() -> (String, String) {
    ("CreateTable".to_owned(), template::request("CreateTable", None, None, &[]))
}

/// A table that carries the name of a sample's table gets that sample's questions, after a reload too.
fn fetch_questions(scene: &Scene) {
    let app = &scene.app;
    let Some(name) = scene.table_name() else { return };
    let Some(entry) = app.samples.iter().find(|entry| entry.tables.iter().any(|table| table == name)) else {
        return;
    };
    if app.questions_of(&entry.id).is_some() {
        return;
    }
    let (dispatcher, sample) = (app.dispatcher(), entry.id.clone());
    // None yet, and none for ever if the file does not arrive: the workbench works without them.
    dispatcher.dispatch(Action::QuestionsRead { sample: sample.clone(), questions: Vec::new() });
    spawn_local(async move {
        let questions = samples::fetch_questions(&sample).await;
        dispatcher.dispatch(Action::QuestionsRead { sample, questions });
    });
}
