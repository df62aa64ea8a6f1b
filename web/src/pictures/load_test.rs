//! Traffic on the user's own data: the access patterns of the history, sent to a copy of the tables, with a form and the result.

mod form;
mod result;

use std::rc::Rc;

use dynalab_app::pictures::load_test::{LoadTest, LoadTestAction};
use dynalab_app::request::call_result::CallResult;
use dynalab_app::session::Step;
use dynalab_app::shared::Shared;
use dynalab_playground::views::load_test::report::Report;
use dynalab_playground::views::load_test::sources::Sources;
use gloo::timers::callback::Interval;
use serde::de::IgnoredAny;
use serde_json::json;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::engine_reads::use_answer_as;
use super::{Canvas, figure};
use crate::page::reduced::Reduced;
use crate::page::sentences;
use crate::page::session_record;

/// Milliseconds between two reads of a running load test.
const BEAT_MS: u32 = 500;

type LoadTestDispatcher = UseReducerDispatcher<Reduced<LoadTest>>;

#[derive(PartialEq, Properties)]
pub struct LoadTestProps {
    pub canvas: Canvas,
}

#[component]
pub fn LoadTestPanel(props: &LoadTestProps) -> Html {
    let canvas = &props.canvas;
    let test = use_reducer(|| {
        session_record::record(|| Step::OpenLoadTest);
        Reduced::new(LoadTest::default(), Step::from)
    });
    let place = &canvas.place;
    // The patterns change with the requests of the history only. Time alone is no reason to read them again.
    let entry = place
        .workspace
        .bytes()
        .fold(place.clock.shown_id, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let of_table = json!({ "TableName": place.table });
    let sources =
        use_answer_as::<Sources>(canvas, entry, ("Dynalab.DescribeLoadTestSources", of_table.to_string()));
    let report =
        use_answer_as::<Report>(canvas, test.reads, ("Dynalab.DescribeLoadTest", json!({}).to_string()));
    use_read(sources, test.dispatcher(), LoadTestAction::SourcesRead);
    use_read(report, test.dispatcher(), LoadTestAction::ReportRead);
    let is_running = test.is_running();
    use_running(is_running, test.dispatcher());
    let (Some(sources), Some(report)) = (&test.sources, &test.report) else { return figure::waiting(canvas) };
    let (sources, report) = match (&**sources, &**report) {
        (Ok(sources), Ok(report)) => (sources, report),
        (Err(why), _) | (_, Err(why)) => return figure::refused(why),
    };
    let send = {
        let (page, test) = (canvas.page.clone(), test.dispatcher());
        Callback::from(move |(operation, body): (&'static str, serde_json::Value)| {
            let (page, test) = (page.clone(), test.clone());
            test.dispatch(LoadTestAction::Sent);
            spawn_local(async move {
                let answer = page.send::<IgnoredAny>((operation, &body.to_string())).await;
                test.dispatch(LoadTestAction::Answered(answer.map(|_| ())));
            });
        })
    };
    let on_change = {
        let test = test.dispatcher();
        Callback::from(move |action| test.dispatch(action))
    };
    html! {
        <section class="load-test" aria-labelledby="load-test-title" data-testid="load-test">
            <h3 id="load-test-title">{ canvas.text(sentences::pictures::LOAD_TEST_TITLE) }</h3>
            <p class="picture-caption">{ canvas.text(sentences::pictures::LOAD_TEST_ABOUT) }</p>
            if sources.patterns.is_empty() {
                { empty(canvas) }
            } else {
                <form::LoadTestForm canvas={canvas.clone()} sources={sources.clone()} draft={test.draft.clone()} {is_running}
                    {on_change} on_send={send} />
            }
            if let Some(why) = &test.refusal { { figure::refused(why) } }
            // Also without a result: on a phone, starting a load test scrolls here.
            <div class="load-test-result">{ result::drawn(canvas, report) }</div>
        </section>
    }
}

/// Tells the state what was read.
#[hook]
fn use_read<T: PartialEq + 'static>(
    read: Option<Rc<CallResult<T>>>,
    test: LoadTestDispatcher,
    action: fn(Option<Shared<CallResult<T>>>) -> LoadTestAction,
) {
    use_effect_with(read, move |read| test.dispatch(action(read.clone().map(Shared::from))));
}

/// Reads the result again and again while the load test runs.
#[hook]
fn use_running(is_running: bool, test: LoadTestDispatcher) {
    use_effect_with(is_running, move |is_running| {
        let timer = is_running.then(|| Interval::new(BEAT_MS, move || test.dispatch(LoadTestAction::Beat)));
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
