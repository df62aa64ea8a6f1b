//! The items of the open table or of one of its indexes, page by page.

use dynalab_playground::protocol::{Role, Space};
use dynalab_playground::views::tables::{IndexKind, TableSummary};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app_context::{use_app, use_engine};
use crate::components::icon::Icon;
use crate::components::item_dialog::{EditedItem, ItemDialog};
use crate::components::items_grid::ItemsGrid;
use crate::components::row_in_view::use_row_in_view;
use crate::components::sample_dialog::SampleChoice;
use crate::components::tabs::{Tab, Tabs};
use crate::engine_handle::ItemsQuestion;
use crate::items_pane::PAGE_ROWS;
use crate::pages::play::PlayPlace;
use crate::request_form::template::key_names;
use crate::route::PlayQuery;
use crate::state::Action;
use crate::{figures, submit, touched};

/// The tab of the table itself; no index can carry this name, because names have three characters or more.
const BASE: &str = "-";

#[derive(PartialEq, Properties)]
pub struct ItemsPanelProps {
    pub place: PlayPlace,
    pub on_place: Callback<PlayPlace>,
}

#[component]
pub fn ItemsPanel(props: &ItemsPanelProps) -> Html {
    let app = use_app();
    let label = app.messages.text("items");
    let table = props.place.table.as_ref().and_then(|name| app.table(name)).cloned();
    html! {
        <section class="workbench-items" aria-label={label}>
            { match (table, app.tables.is_some()) {
                (Some(table), _) => html! { <OpenTable {table} place={props.place.clone()} on_place={props.on_place.clone()} /> },
                (None, true) => html! { <NoTables place={props.place.clone()} on_place={props.on_place.clone()} /> },
                (None, false) => html! { <p class="items-waiting">{ app.messages.text("storage-starting") }</p> },
            } }
        </section>
    }
}

#[component]
fn NoTables(props: &ItemsPanelProps) -> Html {
    let app = use_app();
    let on_loaded = {
        let (on_place, place) = (props.on_place.clone(), props.place.clone());
        Callback::from(move |table: String| on_place.emit(PlayPlace { table: Some(table), ..place.clone() }))
    };
    html! {
        <div class="items-empty">
            <h2 class="items-empty-title">{ app.messages.text("no-tables-title") }</h2>
            <p>{ app.messages.text("no-tables-lead") }</p>
            <SampleChoice {on_loaded} />
        </div>
    }
}

#[derive(PartialEq, Properties)]
struct OpenTableProps {
    table: TableSummary,
    place: PlayPlace,
    on_place: Callback<PlayPlace>,
}

#[component]
fn OpenTable(props: &OpenTableProps) -> Html {
    let app = use_app();
    let engine = use_engine();
    let messages = &app.messages;
    let table = &props.table;
    let index = props.place.query.index.clone();
    let edited = use_state(|| Option::<EditedItem>::None);
    let on_select = {
        let (on_place, place) = (props.on_place.clone(), props.place.clone());
        Callback::from(move |name: AttrValue| {
            let index = (name != BASE).then(|| name.to_string());
            on_place.emit(PlayPlace { query: PlayQuery { index, ..place.query.clone() }, ..place.clone() });
        })
    };
    let on_open = {
        let (edited, from_index) = (edited.clone(), index.is_some());
        Callback::from(move |(key_json, item_json): (String, String)| {
            edited.set(Some(EditedItem::Existing { key_json, item_json, from_index }));
        })
    };
    let on_new = {
        let edited = edited.clone();
        Callback::from(move |_| edited.set(Some(EditedItem::New)))
    };
    let on_close = {
        let edited = edited.clone();
        Callback::from(move |()| edited.set(None))
    };
    let on_more = {
        let (app, engine) = (app.clone(), engine);
        Callback::from(move |()| load_more(&app, &engine))
    };
    let pane = app.items.clone();
    let frame = use_node_ref();
    use_row_in_view(frame.clone(), app.history.shown().map_or(0, |card| u64::from(card.number)));
    let marks = app.history.shown().map(|card| touched::of_card(card, table)).unwrap_or_default();
    let key = key_names(table, index.as_deref()).clone();
    html! {
        <>
            <Tabs group="index" label={messages.text("table-or-index")} title={html! { <h2 class="tabs-heading">{ &table.name }</h2> }} tabs={index_tabs(table, &messages.text("base-table"))} selected={index.clone().unwrap_or_else(|| BASE.to_owned())} {on_select} panel={Some(AttrValue::from("items-panel"))}>
                if marks.read_count() > 0 { <span class="chip chip--accent">{ messages.fill("rows-read", [("items", (marks.read_count() as u64).into())]) }</span> }
                <span class="items-facts">{ table_facts(table, index.as_deref(), messages) }</span>
                if app.role != Some(Role::Follower) {
                    <button class="button" type="button" data-testid="new-item" onclick={on_new}>{ Icon::Plus.draw() }{ messages.text("new-item") }</button>
                }
            </Tabs>
            <div class="items" id="items-panel" role="tabpanel" ref={frame} aria-labelledby={format!("index-tab-{}", index.clone().unwrap_or_else(|| BASE.to_owned()))} tabindex="0" data-testid="items">
                { match (&pane.view, pane.is_of(&table.name, index.as_deref())) {
                    (Some(view), true) => html! { <ItemsGrid view={view.clone()} key_names={key} {marks} {on_open} {on_more} /> },
                    _ => html! { <p class="items-waiting">{ messages.text("loading") }</p> },
                } }
            </div>
            if let Some(edited) = edited.as_ref() {
                <ItemDialog table={table.clone()} item={edited.clone()} {on_close} />
            }
        </>
    }
}

fn index_tabs(table: &TableSummary, base: &str) -> Vec<Tab> {
    let base = Tab { name: BASE.into(), label: base.to_owned().into() };
    let indexes = table.indexes.iter().map(|index| {
        let kind = if index.kind == IndexKind::Global { "GSI" } else { "LSI" };
        let label = if index.name.starts_with(kind) {
            index.name.clone()
        } else {
            format!("{} ({kind})", index.name)
        };
        Tab { name: index.name.clone().into(), label: label.into() }
    });
    std::iter::once(base).chain(indexes).collect()
}

fn table_facts(table: &TableSummary, index: Option<&str>, messages: &crate::messages::Messages) -> String {
    let index = index.and_then(|name| table.indexes.iter().find(|index| index.name == name));
    match index {
        Some(index) => messages.fill(
            "index-facts",
            [("items", index.item_count.into()), ("projection", index.projection.as_str().into())],
        ),
        None => {
            let size = figures::size(table.size_bytes);
            messages.fill("table-facts", [("items", table.item_count.into()), ("size", size.as_str().into())])
        }
    }
}

fn load_more(app: &crate::state::AppContext, engine: &crate::engine_handle::EngineHandle) {
    let pane = app.items.clone();
    let Some(after) = pane.view.as_ref().and_then(|view| view.next.clone()) else { return };
    let (engine, dispatcher) = (engine.clone(), app.dispatcher());
    spawn_local(async move {
        let (table, index) = (pane.table.clone(), pane.index.clone());
        let question = ItemsQuestion {
            space: Space::Saved,
            table: table.clone(),
            index: index.clone(),
            after: Some(after),
            limit: PAGE_ROWS,
        };
        match engine.items(question).await {
            Ok(view) => dispatcher.dispatch(Action::ItemsRead { table, index, view, append: true }),
            Err(refusal) => submit::tell_refusal(&dispatcher, refusal),
        }
    });
}
