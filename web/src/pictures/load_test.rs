//! Traffic on the user's own data: the access patterns of the history, sent to a copy of the tables, with a form and the result.

mod form;
mod result;

use std::collections::BTreeMap;

use dynalab_playground::views::load_test::report::Report;
use dynalab_playground::views::load_test::sources::{Edited, Sources};
use gloo::timers::callback::Interval;
use serde::de::IgnoredAny;
use serde_json::json;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::engine_reads::use_answer_as;
use super::{Canvas, figure};
use crate::sentences;

/// Milliseconds between two reads of a running load test.
const BEAT_MS: u32 = 500;

/// The input of the form. Access patterns without an entry have the measured shares.
#[derive(Clone, Debug, PartialEq)]
struct Draft {
    edited: BTreeMap<String, Edited>,
    per_second: u64,
    seconds: u64,
}

impl Default for Draft {
    fn default() -> Draft {
        Draft { edited: BTreeMap::new(), per_second: 500, seconds: 60 }
    }
}

impl Draft {
    fn share(&self, id: &str) -> Edited {
        self.edited.get(id).cloned().unwrap_or_default()
    }
}

#[derive(PartialEq, Properties)]
pub struct LoadTestProps {
    pub canvas: Canvas,
}

#[component]
pub fn LoadTest(props: &LoadTestProps) -> Html {
    let canvas = &props.canvas;
    let draft = use_state(Draft::default);
    let refusal = use_state(|| None::<String>);
    let (beat, next_beat) = use_beat();
    let place = &canvas.place;
    // The patterns change with the requests of the history only. Time alone is no reason to read them again.
    let moment = place
        .workspace
        .bytes()
        .fold(place.clock.shown_id, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let of_table = json!({ "TableName": place.table });
    let sources =
        use_answer_as::<Sources>(canvas, moment, ("Dynalab.DescribeLoadTestSources", of_table.to_string()));
    let report = use_answer_as::<Report>(canvas, beat, ("Dynalab.DescribeLoadTest", json!({}).to_string()));
    let is_running = report.as_ref().is_some_and(|report| matches!(&**report, Ok(report) if report.running));
    use_running(is_running, next_beat.clone());
    let (Some(sources), Some(report)) = (sources, report) else { return figure::waiting(canvas) };
    let (sources, report) = match (sources.as_ref(), report.as_ref()) {
        (Ok(sources), Ok(report)) => (sources, report),
        (Err(why), _) | (_, Err(why)) => return figure::refused(why),
    };
    let send = {
        let (page, refusal) = (canvas.page.clone(), refusal.setter());
        Callback::from(move |(operation, body): (&'static str, serde_json::Value)| {
            let (page, refusal, next_beat) = (page.clone(), refusal.clone(), next_beat.clone());
            refusal.set(None);
            spawn_local(async move {
                if let Err(why) = page.send::<IgnoredAny>((operation, &body.to_string())).await {
                    refusal.set(Some(why));
                }
                next_beat.emit(());
            });
        })
    };
    html! {
        <section class="load-test" aria-labelledby="load-test-title" data-testid="load-test">
            <h3 id="load-test-title">{ canvas.text(sentences::pictures::LOAD_TEST_TITLE) }</h3>
            <p class="picture-caption">{ canvas.text(sentences::pictures::LOAD_TEST_ABOUT) }</p>
            if sources.patterns.is_empty() {
                { empty(canvas) }
            } else {
                <form::LoadTestForm canvas={canvas.clone()} sources={sources.clone()} draft={(*draft).clone()} {is_running}
                    on_change={let draft = draft.setter(); Callback::from(move |changed| draft.set(changed))} on_send={send} />
            }
            if let Some(why) = refusal.as_ref() { { figure::refused(why) } }
            // Also without a result: on a phone, starting a load test scrolls here.
            <div class="load-test-result">{ result::drawn(canvas, report) }</div>
        </section>
    }
}

/// Returns a number that increases with each read, and the callback that increases it.
#[hook]
fn use_beat() -> (u64, Callback<()>) {
    let beat = use_state(|| 0_u64);
    let count = use_mut_ref(|| 0_u64);
    let setter = beat.setter();
    let next = use_callback((), move |(), ()| {
        *count.borrow_mut() += 1;
        setter.set(*count.borrow());
    });
    (*beat, next)
}

/// Reads the result again and again while the load test runs.
#[hook]
fn use_running(is_running: bool, next_beat: Callback<()>) {
    use_effect_with(is_running, move |is_running| {
        let timer = is_running.then(|| Interval::new(BEAT_MS, move || next_beat.emit(())));
        move || drop(timer)
    });
}

/// Says what is missing, with a button that puts a request into the editor.
fn empty(canvas: &Canvas) -> Html {
    let (page, table) = (canvas.page.clone(), canvas.place.table.clone());
    let onclick = Callback::from(move |_: MouseEvent| {
        page.edit("Scan", json!({ "TableName": table, "Limit": 25 }).to_string())
    });
    html! {
        <div class="picture-form">
            <p class="picture-caption" data-testid="load-test-empty">{ canvas.text(sentences::pictures::LOAD_TEST_EMPTY) }</p>
            <button class="button" type="button" data-testid="load-test-write" {onclick}>{ canvas.text(sentences::pictures::LOAD_TEST_WRITE) }</button>
        </div>
    }
}
