//! The workbench: tables and history at the left, items above, the request and its result below.

use yew::prelude::*;

use crate::components::{history_list, items_panel, request_panel, result_panel, tables_list};
use crate::refresh::use_items_of;
use crate::request_form::{RequestForm, template};
use crate::route::{PlayQuery, Route};
use crate::samples;
use crate::scene::Scene;
use crate::state::Action;

#[derive(PartialEq, Properties)]
pub struct PlayProps {
    pub scene: Scene,
}

#[component]
pub fn Play(props: &PlayProps) -> Html {
    let scene = &props.scene;
    use_existing_table(scene);
    use_first_draft(scene);
    use_questions(scene);
    use_items_of(scene);
    request_panel::use_run_key(scene);
    html! {
        <>
            <h1 class="visually-hidden">{ scene.text("title-play") }</h1>
            <div class="workbench">
                { tables_list::view(scene) }
                { items_panel::view(scene) }
                { history_list::view(scene) }
                { request_panel::view(scene) }
                { result_panel::view(scene) }
            </div>
        </>
    }
}

/// An address without a table, or with one that is gone, leads to the first table there is.
#[hook]
fn use_existing_table(scene: &Scene) {
    let scene = scene.clone();
    let asked = (scene.app.tables.clone(), scene.route.clone(), scene.query.clone());
    use_effect_with(asked, move |(tables, route, query)| {
        let Some(tables) = tables else { return };
        let named = scene.table_name().and_then(|name| scene.app.table(name));
        let first = tables.first().map(|table| Route::PlayTable { table: table.name.clone() });
        let (route, keep_index) = match (named, first) {
            (Some(table), _) => {
                let exists = |name: &String| table.indexes.iter().any(|index| index.name == *name);
                (route.clone(), query.index.as_ref().is_none_or(exists))
            }
            (None, first) => (first.unwrap_or(Route::Play), false),
        };
        let query = PlayQuery { index: query.index.clone().filter(|_| keep_index), ..query.clone() };
        if route != scene.route || query != scene.query {
            let _ = scene.navigator.replace_with_query(&route, &query);
        }
    });
}

/// The editor is never empty: it starts with a query of the open table, or with a new table when there is none, and it
/// follows when another table is opened.
#[hook]
fn use_first_draft(scene: &Scene) {
    let app = scene.app.clone();
    let table = scene.table_name().map(str::to_owned);
    let none = app.tables.as_ref().is_some_and(|tables| tables.is_empty());
    use_effect_with((table, none), move |(table, none)| {
        let draft = &app.draft;
        let new_table = template::request("CreateTable", None, None);
        if *none && draft.operation.is_empty() {
            app.dispatch(Action::Edit { operation: "CreateTable".to_owned(), body: new_table });
            return;
        }
        let Some(table) = table.as_ref().and_then(|name| app.table(name)) else { return };
        let untouched = draft.operation.is_empty() || draft.body == new_table;
        let about_this =
            RequestForm::read(&draft.body).is_some_and(|form| form.text("TableName") == table.name);
        if !untouched && (about_this || !template::has_form(&draft.operation)) {
            return;
        }
        let operation = if untouched { "Query" } else { &draft.operation };
        let body = template::request(operation, Some(table), None);
        app.dispatch(Action::Edit { operation: operation.to_owned(), body });
    });
}

/// A table that carries the name of a sample's table gets that sample's questions, after a reload too.
#[hook]
fn use_questions(scene: &Scene) {
    let app = scene.app.clone();
    let wanted = scene.table_name().and_then(|name| {
        let entry = app.samples.iter().find(|entry| entry.tables.iter().any(|table| table == name))?;
        (!app.questions.contains_key(&entry.id)).then(|| entry.id.clone())
    });
    use_effect_with(wanted, move |wanted| {
        let Some(sample) = wanted.clone() else { return };
        let dispatcher = app.dispatcher();
        wasm_bindgen_futures::spawn_local(async move {
            // Without its file a sample has no questions to offer; the workbench works without them.
            if let Ok(text) = samples::fetch_sample(&sample).await {
                let questions = samples::questions_of(&text);
                dispatcher.dispatch(Action::QuestionsRead { sample, questions });
            }
        });
    });
}
