//! The workbench: tables and history at the left, items above, the request and its result below.

use yew::prelude::*;
use yew_router::prelude::*;

use crate::app_context::use_app;
use crate::components::history_list::HistoryList;
use crate::components::items_panel::ItemsPanel;
use crate::components::request_panel::RequestPanel;
use crate::components::result_panel::ResultPanel;
use crate::components::tables_list::TablesList;
use crate::pages::page_title::use_page_title;
use crate::refresh::use_items_of;
use crate::request_form::{RequestForm, template};
use crate::route::{PlayQuery, Route};
use crate::samples;
use crate::state::{Action, AppContext};

/// Where in the workbench a person is: all of it is in the address.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayPlace {
    pub table: Option<String>,
    pub query: PlayQuery,
}

#[derive(PartialEq, Properties)]
pub struct PlayProps {
    #[prop_or_default]
    pub table: Option<String>,
}

#[component]
pub fn Play(props: &PlayProps) -> Html {
    let app = use_app();
    let navigator = use_navigator();
    let location = use_location();
    let query: PlayQuery =
        location.and_then(|location| location.query::<PlayQuery>().ok()).unwrap_or_default();
    let place = PlayPlace { table: props.table.clone(), query };
    let go = use_callback(navigator, |(to, replace): (PlayPlace, bool), navigator| {
        let Some(navigator) = navigator else { return };
        let route = to.table.map_or(Route::Play, |table| Route::PlayTable { table });
        // The query part is plain words; it can always be written.
        let _ = match replace {
            true => navigator.replace_with_query(&route, &to.query),
            false => navigator.push_with_query(&route, &to.query),
        };
    });
    let on_place = go.reform(|place: PlayPlace| (place, false));
    use_existing_table(&app, &place, &go);
    use_first_draft(&app, &place);
    use_questions(&app, &place);
    use_page_title(app.messages.text("title-play"));
    let open = place.table.clone().filter(|name| app.table(name).is_some());
    use_items_of(open, place.query.index.clone());
    html! {
        <>
            <h1 class="visually-hidden">{ app.messages.text("title-play") }</h1>
            <div class="workbench">
                <TablesList place={place.clone()} on_place={on_place.clone()} />
                <ItemsPanel place={place.clone()} on_place={on_place.clone()} />
                <HistoryList />
                <RequestPanel place={place.clone()} on_place={on_place.clone()} />
                <ResultPanel {place} {on_place} />
            </div>
        </>
    }
}

/// An address without a table, or with one that is gone, leads to the first table there is.
#[hook]
fn use_existing_table(app: &AppContext, place: &PlayPlace, go: &Callback<(PlayPlace, bool)>) {
    let go = go.clone();
    use_effect_with((app.tables.clone(), place.clone()), move |(tables, place)| {
        let Some(tables) = tables else { return };
        let named = place.table.as_ref().and_then(|name| tables.iter().find(|table| table.name == *name));
        let index_exists =
            |index: &String| named.is_some_and(|table| table.indexes.iter().any(|i| i.name == *index));
        if named.is_none() && place.table.as_ref() != tables.first().map(|table| &table.name) {
            let query = PlayQuery { index: None, ..place.query.clone() };
            go.emit((PlayPlace { table: tables.first().map(|table| table.name.clone()), query }, true));
        } else if !place.query.index.as_ref().is_none_or(index_exists) {
            let query = PlayQuery { index: None, ..place.query.clone() };
            go.emit((PlayPlace { query, ..place.clone() }, true));
        }
    });
}

/// The editor is never empty: it starts with a query of the open table, or with a new table when there is none, and it
/// follows when another table is opened.
#[hook]
fn use_first_draft(app: &AppContext, place: &PlayPlace) {
    let app = app.clone();
    let exists = place.table.as_ref().is_some_and(|name| app.table(name).is_some());
    let none = app.tables.as_ref().is_some_and(|tables| tables.is_empty());
    use_effect_with((place.table.clone(), exists, none), move |(table, exists, none)| {
        let draft = &app.draft;
        let new_table = template::request("CreateTable", None, None);
        if *none && draft.operation.is_empty() {
            app.dispatch(Action::Edit { operation: "CreateTable".to_owned(), body: new_table });
            return;
        }
        let Some(table) = table.as_ref().filter(|_| *exists).and_then(|name| app.table(name)) else { return };
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
fn use_questions(app: &AppContext, place: &PlayPlace) {
    let app = app.clone();
    let wanted = place.table.as_ref().filter(|name| app.table(name).is_some()).and_then(|name| {
        let entry = app.samples.iter().find(|entry| entry.tables.contains(name))?;
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
