//! The home page: a live table with traffic on it, the door to the workbench, the tables of last time.

use dynalab_playground::views::tables::TableSummary;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;
use yew_router::prelude::*;

use crate::app_context::{use_app, use_engine};
use crate::components::icon::Icon;
use crate::components::stage::Stage;
use crate::demo::{self, use_demo};
use crate::figures;
use crate::messages::Messages;
use crate::pages::page_title::use_page_title;
use crate::route::Route;
use crate::submit;

#[component]
pub fn Home() -> Html {
    let app = use_app();
    let messages = &app.messages;
    let (demo, on_step) = use_demo();
    use_page_title(messages.text("title-home"));
    let tables = app.tables.clone().unwrap_or_default();
    html! {
        <>
            <div class="page">
                <div class="page-head">
                    <div>
                        <h1 class="page-title page-title--home">{ messages.text("home-title") }</h1>
                        <p class="page-lead">{ messages.text("home-lead") }</p>
                    </div>
                    <div class="page-tools"><TakeTable /></div>
                </div>
                <Stage {demo} {on_step} />
                if !tables.is_empty() {
                    <section class="page-section" aria-labelledby="recent-title">
                        <h2 id="recent-title">{ messages.text("recent-work") }</h2>
                        <div class="recent">{ for tables.iter().map(|table| recent(table, messages)) }</div>
                    </section>
                }
                <section class="page-section" aria-label={messages.text("doors")}>
                    <div class="doors">
                        { door(Route::Play, "door-play", messages) }
                        { door(Route::About, "door-about", messages) }
                    </div>
                </section>
            </div>
            <footer class="page-foot">
                <span>{ messages.text("foot-private") }</span>
                <span>{ messages.text("foot-not-affiliated") }</span>
            </footer>
        </>
    }
}

/// Loads the sample of the stage into the person's own tables and opens it; opens it only, when it is there already.
#[component]
fn TakeTable() -> Html {
    let app = use_app();
    let engine = use_engine();
    let navigator = use_navigator();
    let Some(entry) = app.samples.iter().find(|entry| entry.id == demo::SAMPLE).cloned() else {
        return html! {};
    };
    let there = entry.tables.iter().find(|name| app.table(name).is_some()).cloned();
    let label = if there.is_some() { "open-your-table" } else { "take-this-table" };
    let onclick = {
        let (dispatcher, name) = (app.dispatcher(), entry.name.pick(app.language()).to_owned());
        Callback::from(move |_| {
            let Some(navigator) = navigator.clone() else { return };
            if let Some(table) = there.clone() {
                navigator.push(&Route::PlayTable { table });
                return;
            }
            let (engine, dispatcher, name) = (engine.clone(), dispatcher.clone(), name.clone());
            spawn_local(async move {
                let tables = submit::load_sample(&engine, &dispatcher, demo::SAMPLE, &name).await;
                if let Some(table) = tables.and_then(|tables| tables.into_iter().next()) {
                    navigator.push(&Route::PlayTable { table });
                }
            });
        })
    };
    html! {
        <button class="button button--go button--large" type="button" data-testid="take-table" {onclick}>{ Icon::Play.draw() }{ app.messages.text(label) }</button>
    }
}

fn recent(table: &TableSummary, messages: &Messages) -> Html {
    let size = figures::size(table.size_bytes);
    let facts =
        messages.fill("table-facts", [("items", table.item_count.into()), ("size", size.as_str().into())]);
    let indexes = table.indexes.len() as u64;
    html! {
        <Link<Route> classes="recent-item" to={Route::PlayTable { table: table.name.clone() }}>
            <span class="recent-name">{ &table.name }</span>
            <span class="recent-about">{ messages.fill("index-count", [("indexes", indexes.into())]) }</span>
            <span class="recent-when">{ facts }</span>
        </Link<Route>>
    }
}

fn door(to: Route, name: &str, messages: &Messages) -> Html {
    html! {
        <Link<Route> classes="door" {to}>
            <span class="door-name">{ messages.text(name) }{ Icon::Arrow.draw() }</span>
            <span class="door-text">{ messages.text(&format!("{name}-text")) }</span>
        </Link<Route>>
    }
}
