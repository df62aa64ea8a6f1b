//! The items of the open table or of one of its indexes, page by page.

use dynalab_playground::protocol::{Role, Space};
use dynalab_playground::views::tables::{IndexKind, TableSummary};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::components::items_grid::ItemsGrid;
use crate::components::tabs::TabRow;
use crate::components::{item_dialog, sample_choice};
use crate::engine_handle::ItemsQuestion;
use crate::items_pane::PAGE_ROWS;
use crate::messages::Messages;
use crate::request_form::template::key_names;
use crate::route::PlayQuery;
use crate::scene::Scene;
use crate::state::Action;
use crate::{figures, submit, touched};

/// The tab of the table itself; no index can carry this name, because names have three characters or more.
const BASE: &str = "-";
const FIRST_PICTURE: &str = "partitions";

pub fn view(scene: &Scene) -> Html {
    let app = &scene.app;
    html! {
        <section class="workbench-items" aria-label={scene.text("items")}>
            { match (scene.table_name().and_then(|name| app.table(name)), app.tables.is_some()) {
                (Some(table), _) => open_table(scene, table),
                (None, true) if app.looked_at().is_some() => {
                    html! { <p class="items-waiting" data-testid="not-at-this-moment">{ scene.text("not-at-this-moment") }</p> }
                }
                (None, true) => no_tables(scene),
                (None, false) => html! { <p class="items-waiting">{ scene.text("storage-starting") }</p> },
            } }
        </section>
    }
}

fn no_tables(scene: &Scene) -> Html {
    html! {
        <div class="items-empty">
            <h2 class="items-empty-title">{ scene.text("no-tables-title") }</h2>
            <p>{ scene.text("no-tables-lead") }</p>
            { sample_choice::view(scene) }
        </div>
    }
}

fn open_table(scene: &Scene, table: &TableSummary) -> Html {
    let app = &scene.app;
    let messages = &app.messages;
    let index = scene.query.index.clone();
    let selected = index.clone().unwrap_or_else(|| BASE.to_owned());
    let on_select = {
        let scene = scene.clone();
        Callback::from(move |name: AttrValue| {
            let index = (name != BASE).then(|| name.to_string());
            scene.shows(PlayQuery { index, ..scene.query.clone() });
        })
    };
    let on_open = {
        let (scene, table, from_index) = (scene.clone(), table.name.clone(), index.is_some());
        Callback::from(move |(key_json, item_json): (String, String)| {
            item_dialog::open(&scene, table.clone(), key_json, item_json, from_index);
        })
    };
    let on_new = {
        let table = table.clone();
        scene.opens(move || item_dialog::new_item(&table))
    };
    let on_more = {
        let scene = scene.clone();
        Callback::from(move |()| load_more(&scene))
    };
    let card = app.history.shown();
    let marks = card.map(|card| touched::of_card(card, table)).unwrap_or_default();
    let key_names = key_names(table, index.as_deref()).clone();
    let side = html! {
        <>
            if marks.read_count() > 0 { <span class="chip chip--accent">{ messages.fill("rows-read", [("items", (marks.read_count() as u64).into())]) }</span> }
            { pictures_key(scene) }
            <span class="items-facts">{ table_facts(table, index.as_deref(), messages) }</span>
            if app.role != Some(Role::Follower) {
                <button class="button" type="button" data-testid="new-item" onclick={on_new}>{ Icon::Plus.draw() }{ messages.text("new-item") }</button>
            }
        </>
    };
    let row = TabRow {
        group: "index",
        label: messages.text("table-or-index"),
        title: table.name.clone(),
        tabs: index_tabs(table, &messages.text("base-table")),
        selected: selected.clone(),
        panel: Some("items-panel"),
    };
    let loaded = app.items.is_of(&table.name, index.as_deref()) && app.items.view.is_some();
    html! {
        <>
            { row.view(on_select, side) }
            if loaded {
                <ItemsGrid pane={app.items.clone()} {key_names} {marks} trigger={card.map_or(0, |card| card.number)} messages={messages.clone()} tab={format!("index-tab-{selected}")} {on_open} {on_more} />
            } else {
                <p class="items-waiting">{ messages.text("loading") }</p>
            }
        </>
    }
}

/// Opens the pictures, or puts them away.
fn pictures_key(scene: &Scene) -> Html {
    let is_open = scene.query.picture.is_some();
    let onclick = {
        let scene = scene.clone();
        Callback::from(move |_| {
            let picture = (!is_open).then(|| FIRST_PICTURE.to_owned());
            scene.shows(PlayQuery { picture, ..scene.query.clone() });
        })
    };
    html! { <button class="button" type="button" data-testid="pictures-key" aria-pressed={is_open.to_string()} {onclick}>{ scene.text("pictures") }</button> }
}

fn index_tabs(table: &TableSummary, base: &str) -> Vec<(String, String)> {
    let indexes = table.indexes.iter().map(|index| {
        let kind = if index.kind == IndexKind::Global { "GSI" } else { "LSI" };
        let label = if index.name.starts_with(kind) {
            index.name.clone()
        } else {
            format!("{} ({kind})", index.name)
        };
        (index.name.clone(), label)
    });
    std::iter::once((BASE.to_owned(), base.to_owned())).chain(indexes).collect()
}

fn table_facts(table: &TableSummary, index: Option<&str>, messages: &Messages) -> String {
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

fn load_more(scene: &Scene) {
    let pane = scene.app.items.clone();
    let Some(after) = pane.view.as_ref().and_then(|view| view.next.clone()) else { return };
    let (engine, dispatcher) = (scene.engine.clone(), scene.dispatcher());
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
