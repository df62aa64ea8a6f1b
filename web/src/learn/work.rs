//! The work area of a lesson: the request, its result, the goals, the tables and the diagram.

use dynalab_app::learn::play::PlayAction;
use dynalab_lessons::lesson::PictureName;
use dynalab_lessons::{DesignAnswer, Json};
use dynalab_playground::protocol::Travel;
use yew::prelude::*;

use super::bench::Bench;
use super::item_bytes::ItemBytesPicture;
use super::sdk_test::SdkTest;
use super::{after, goals, hints, predict, questions};
use crate::address::lesson_design::LessonDesign;
use crate::browser::embedded::is_embedded;
use crate::components::icon::Icon;
use crate::components::part::Part;
use crate::components::tabs::TabRow;
use crate::components::{items_panel, request_panel, result_panel};
use crate::engine::time_travel;
use crate::page::sentences;
use crate::page::sentences::learn as words;

const DIAGRAM: &str = "diagram";
const TABLES: &str = "tables";

pub fn middle(bench: &Bench) -> Html {
    let scene = &bench.scene;
    if let Some(design) = &bench.play.design {
        return design_work(bench, design);
    }
    html! {
        <section class="learn-work" aria-label={scene.text(words::LEARN_WORK)}>
            { predict::question(bench) }
            <div class="learn-frame learn-frame--request">{ request_panel::view_above(scene, foot(bench)) }</div>
            if scene.app.history().displayed_card().is_some() {
                <div class="learn-frame learn-frame--result">{ result_panel::view(scene) }</div>
            }
            { predict::outcome(bench) }
            if let Some(start) = bench.lesson.facts.test.as_ref().filter(|_| !is_embedded()) {
                <SdkTest key={bench.play.opening} scene={scene.clone()} start={start.clone()} is_ready={bench.play.after.is_some()} />
            }
            { questions::view(bench) }
            { goals::view(bench) }
            { after::banner(bench) }
        </section>
    }
}

/// Renders the editor of key designs, in place of requests and results.
fn design_work(bench: &Bench, text: &str) -> Html {
    let scene = &bench.scene;
    let on_edit = {
        let play = bench.play_setter.clone();
        Callback::from(move |text: String| {
            let Ok(design) = Json::parse(&text) else { return };
            play.dispatch(PlayAction::EditDesign(Box::new(DesignAnswer::from_design(&design))));
        })
    };
    let context = LessonDesign { text: AttrValue::from(text.to_owned()), on_edit };
    html! {
        <section class="learn-work" aria-label={scene.text(words::LEARN_WORK)}>
            <div key={bench.play.design_openings}>
                <ContextProvider<LessonDesign> {context}><Part part={scene.page.parts.design()} scene={scene.still()} /></ContextProvider<LessonDesign>>
            </div>
            <div class="request-foot learn-foot--bar">
                <button
                    class="button button--quiet" type="button" data-testid="learn-reset" disabled={bench.play.after.is_none()}
                    onclick={bench.reset.clone()}
                >
                    { Icon::Reset.draw() }
                    { scene.text(words::LEARN_RESET) }
                </button>
            </div>
            { questions::view(bench) }
            { goals::view(bench) }
            { after::banner(bench) }
        </section>
    }
}

/// Renders Run, Undo and Reset, which are always visible.
fn foot(bench: &Bench) -> Html {
    let scene = &bench.scene;
    let is_ready = bench.play.after.is_some();
    let can_undo = time_travel::can(&scene.app, &Travel::Undo)
        && scene.app.timeline().as_ref().is_some_and(|timeline| Some(timeline.head) > bench.play.after);
    let undo = {
        let scene = scene.clone();
        Callback::from(move |_: MouseEvent| time_travel::step(&scene.page, Travel::Undo))
    };
    let run = {
        let scene = scene.clone();
        Callback::from(move |_: MouseEvent| request_panel::run_draft(&scene))
    };
    let predicts = bench.lesson.facts.predict.is_some() && !bench.play.has_run && bench.play.guess.is_some();
    let label = if predicts { words::LEARN_PREDICT_RUN } else { words::LEARN_RUN };
    html! {
        <div class="request-foot learn-foot--bar">
            { request_panel::operation_select(scene) }
            <button class="button button--quiet" type="button" data-testid="learn-undo" disabled={!can_undo} onclick={undo}>
                { Icon::Undo.draw() }{ scene.text(words::LEARN_UNDO) }
            </button>
            <button class="button button--quiet" type="button" data-testid="learn-reset" disabled={!is_ready} onclick={bench.reset.clone()}>
                { Icon::Reset.draw() }{ scene.text(words::LEARN_RESET) }
            </button>
            <button class="button button--go" type="button" data-testid="run" disabled={!is_ready || !request_panel::can_run(&scene.app)} onclick={run}>
                { Icon::Run.draw() }{ scene.text(label) }<kbd class="request-key">{ request_panel::run_key_name() }</kbd>
            </button>
        </div>
    }
}

pub fn side(bench: &Bench) -> Html {
    html! {
        <aside class="learn-side" aria-label={bench.scene.text(words::LEARN_DIAGRAM)}>
            if bench.play.design.is_none() { { views(bench) } }
            { after::view(bench) }
            if !bench.is_solved() { { hints::view(bench) } }
        </aside>
    }
}

/// The diagram of the lesson and the items of its tables, one at a time.
fn views(bench: &Bench) -> Html {
    let scene = &bench.scene;
    let picture = bench.lesson.facts.picture.as_ref().map(|picture| picture.name);
    let diagram = match (picture, scene.table_name()) {
        (Some(PictureName::ItemBytes), Some(table)) => {
            Some(html! { <ItemBytesPicture scene={scene.clone()} table={table.to_owned()} /> })
        }
        (_, Some(_)) if scene.query.picture.is_some() => {
            Some(html! { <Part part={scene.page.parts.pictures()} scene={scene.still()} /> })
        }
        _ => None,
    };
    let Some(diagram) = diagram else {
        return html! { <div class="learn-frame learn-frame--items">{ tables(bench) }{ items_panel::view(scene) }</div> };
    };
    let shows_tables = bench.play.shows_tables;
    let row = TabRow {
        group: "learn",
        label: scene.text(words::LEARN_VIEWS),
        title: String::new(),
        tabs: vec![
            (DIAGRAM.to_owned(), scene.text(words::LEARN_DIAGRAM)),
            (TABLES.to_owned(), scene.text(words::LEARN_TABLES)),
        ],
        selected: if shows_tables { TABLES } else { DIAGRAM }.to_owned(),
        panel: Some("learn-view"),
    };
    let play = bench.play_setter.clone();
    let on_select = Callback::from(move |name: AttrValue| {
        play.dispatch(PlayAction::ShowTables(name == TABLES));
    });
    let caption = &bench.text().caption;
    html! {
        <div class="learn-frame">
            { row.view(on_select, html! {}) }
            <div id="learn-view" role="tabpanel" aria-labelledby={format!("learn-tab-{}", if shows_tables { TABLES } else { DIAGRAM })}>
                if shows_tables {
                    <div class="learn-frame learn-frame--items">{ tables(bench) }{ items_panel::view(scene) }</div>
                } else {
                    <div class="learn-frame learn-frame--picture" data-testid="learn-diagram">{ diagram }</div>
                    if !caption.is_empty() { <div class="learn-part">{ bench.html(caption, classes!("learn-body--small")) }</div> }
                }
            </div>
        </div>
    }
}

/// Renders the choice of the table whose items are shown. Nothing if the lesson has one table only.
fn tables(bench: &Bench) -> Html {
    let scene = &bench.scene;
    let Some(tables) = scene.app.definitions().as_ref().filter(|tables| tables.len() > 1) else {
        return html! {};
    };
    html! {
        <div class="choice learn-tables" role="group" aria-label={scene.text(sentences::workbench::TABLES)} data-testid="learn-tables">
            <div class="choice-set">{ for tables.iter().map(|table| {
                let is_shown = scene.table_name() == Some(table.name.as_str());
                let onclick = {
                    let (scene, name) = (scene.clone(), table.name.clone());
                    Callback::from(move |_: MouseEvent| scene.open_table(name.clone()))
                };
                html! {
                    <button
                        key={table.name.clone()} class="choice-option" type="button" aria-pressed={is_shown.to_string()}
                        data-testid={format!("learn-table-{}", table.name)} {onclick}
                    >
                        { &table.name }
                    </button>
                }
            }) }</div>
        </div>
    }
}
