//! The form of a load test: the share of each access pattern, the share of its hottest key value, the rate and the duration.

use dynalab_app::pictures::load_test::{Draft, LoadTestAction};
use dynalab_playground::views::load_test::sources::{Edited, KeyShare, Pattern, PatternAction, Sources};
use serde_json::{Value, json};
use yew::prelude::*;

use crate::page::phone_scroll;
use crate::page::sentences;
use crate::pictures::draft_field::DraftField;
use crate::pictures::{Canvas, form};

const PER_SECOND_MAX: u64 = 20_000;
const SECONDS_MAX: u64 = 600;

#[derive(PartialEq, Properties)]
pub struct LoadTestFormProps {
    pub canvas: Canvas,
    pub sources: Sources,
    pub draft: Draft,
    pub is_running: bool,
    pub on_change: Callback<LoadTestAction>,
    pub on_send: Callback<(&'static str, Value)>,
}

#[component]
pub fn LoadTestForm(props: &LoadTestFormProps) -> Html {
    let LoadTestFormProps { canvas, sources, draft, is_running, on_change, on_send } = props;
    let change = |action: fn(u64) -> LoadTestAction| {
        let on_change = on_change.clone();
        Callback::from(move |text: String| {
            if let Ok(number) = text.parse() {
                on_change.emit(action(number));
            }
        })
    };
    let onsubmit = {
        let (sources, draft, on_send) = (sources.clone(), draft.clone(), on_send.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let start = draft.start(&sources);
            on_send.emit(("Dynalab.StartLoadTest", serde_json::to_value(start).unwrap_or_default()));
            phone_scroll::show_load_test();
        })
    };
    let onstop = {
        let on_send = on_send.clone();
        Callback::from(move |_: MouseEvent| on_send.emit(("Dynalab.StopLoadTest", json!({}))))
    };
    html! {
        <form {onsubmit}>
            <ul class="load-test-patterns">{ for sources.patterns.iter().map(|pattern| row(props, pattern)) }</ul>
            <div class="picture-form">
                { form::number(canvas, sentences::pictures::LOAD_TEST_PER_SECOND, draft.per_second, PER_SECOND_MAX, change(LoadTestAction::SetPerSecond)) }
                { form::number(canvas, sentences::pictures::LOAD_TEST_SECONDS, draft.seconds, SECONDS_MAX, change(LoadTestAction::SetSeconds)) }
                <button class="button button--go" type="submit" data-testid="load-test-start">{ canvas.text(sentences::pictures::LOAD_TEST_START) }</button>
                <button class="button" type="button" data-testid="load-test-stop" disabled={!is_running} onclick={onstop}>
                    { canvas.text(sentences::pictures::LOAD_TEST_STOP) }
                </button>
            </div>
            if !sources.limits_in_workspace {
                <p class="load-test-limits picture-caption" data-testid="load-test-limits">{ canvas.text(sentences::pictures::LOAD_TEST_LIMITS_OFF) }</p>
            }
        </form>
    }
}

/// One access pattern with its fields.
fn row(props: &LoadTestFormProps, pattern: &Pattern) -> Html {
    let canvas = &props.canvas;
    let edited = props.draft.share(&pattern.id);
    let share = edited.share_percent.unwrap_or_else(|| percent(pattern.permille));
    let hottest = pattern.varied();
    let hottest_percent =
        |edited: &Edited, hot: &KeyShare| edited.hottest_percent.unwrap_or_else(|| percent(hot.permille));
    let set_hottest = |pattern, percent| LoadTestAction::SetHottest { pattern, percent };
    html! {
        <li key={pattern.id.clone()} data-testid="load-test-pattern">
            { match pattern.actions.as_slice() {
                [action] => html! { <p class="load-test-request"><b>{ &pattern.operation }</b>{ " " }{ described(action) }</p> },
                actions => html! {
                    <div class="load-test-request">
                        <b>{ &pattern.operation }</b>
                        { for actions.iter().map(|action| html! { <p class="load-test-action"><b>{ &action.name }</b>{ " " }{ described(action) }</p> }) }
                    </div>
                },
            } }
            <label>
                { canvas.text(sentences::pictures::LOAD_TEST_SHARE) }
                { " " }
                { percent_field(props, pattern, "load-test-share", share, |pattern, percent| LoadTestAction::SetShare { pattern, percent }) }
            </label>
            if let Some((_, only)) = hottest.filter(|(key, _)| !key.can_vary) {
                <small data-testid="load-test-only">{ canvas.text(sentences::pictures::LoadTestOnlyValue { value: only.value.as_str().into() }) }</small>
            } else if let Some((key, hot)) = hottest {
                <label>{ canvas.text(sentences::pictures::LoadTestHottest { value: hot.value.as_str().into() }) }{ " " }
                    { percent_field(props, pattern, "load-test-hottest", hottest_percent(&edited, hot), set_hottest) }</label>
                <small>{ match key.measured_from.as_str() {
                    "items" => canvas.text(sentences::pictures::LoadTestMeasuredItems {
                        attribute: key.attribute.as_str().into(), count: key.count.into(), distinct: key.distinct.into() }),
                    _ => canvas.text(sentences::pictures::LoadTestMeasuredRequests {
                        attribute: key.attribute.as_str().into(), count: key.count.into(), distinct: key.distinct.into() }),
                } }</small>
            }
        </li>
    }
}

/// Names the table or index of an action, the kind of its keys, and its expression.
fn described(action: &PatternAction) -> Html {
    let kind = action.kind();
    html! {
        <>
            { action.index_name.as_ref().unwrap_or(&action.table_name) }
            if !kind.is_empty() { { " " }<code>{ kind }</code> }
            if !action.expression.is_empty() { <code class="load-test-expression">{ &action.expression }</code> }
        </>
    }
}

fn percent(permille: u64) -> u64 {
    (permille + 5) / 10
}

fn percent_field(
    props: &LoadTestFormProps,
    pattern: &Pattern,
    test_id: &'static str,
    value: u64,
    action: fn(String, Option<u64>) -> LoadTestAction,
) -> Html {
    let on_write = {
        let (on_change, id) = (props.on_change.clone(), pattern.id.clone());
        // An empty field is the measured share.
        Callback::from(move |text: String| on_change.emit(action(id.clone(), text.parse().ok())))
    };
    html! { <DraftField class="picture-number" kind="number" most={100} value={value.to_string()} {test_id} on_settle={on_write.clone()} {on_write} /> }
}
