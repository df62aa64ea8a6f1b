//! The response of the shown request: items, JSON, trace, cost.

use dynalab_app::request::form::RequestForm;
use dynalab_app::request::history::{Outcome, RequestCard};
use dynalab_app::request::play_query::{PlayQuery, ResultTab};
use dynalab_app::shared::Shared;
use yew::prelude::*;

use crate::browser::figures;
use crate::components::icon::Icon;
use crate::components::long_code::JsonResponse;
use crate::components::result_trace::ResultTrace;
use crate::components::service_error_card::card_error;
use crate::components::tabs::TabRow;
use crate::components::{result_cost, result_items, result_summary, waits};
use crate::engine::submit;
use crate::page::messages::Messages;
use crate::page::scene::Scene;
use crate::page::sentences;

pub fn view(scene: &Scene) -> Html {
    let app = &scene.app;
    let messages = app.messages();
    let tab = scene.query.result.unwrap_or_default();
    let on_select = {
        let scene = scene.clone();
        Callback::from(move |name: AttrValue| {
            let result = ResultTab::of_name(&name);
            scene.navigate_to_query(PlayQuery { result, ..scene.query.clone() });
        })
    };
    let tabs = ResultTab::ALL.iter();
    let row = TabRow {
        group: "result",
        label: messages.text(sentences::workbench::RESULT),
        title: messages.text(sentences::workbench::RESULT),
        tabs: tabs
            .map(|tab| {
                (
                    tab.name().to_owned(),
                    messages.text_or(sentences::workbench::result_tab(tab.name()), tab.name()),
                )
            })
            .collect(),
        selected: tab.name().to_owned(),
        panel: None,
    };
    let shown = app.history().displayed_card();
    let side = shown.map(|card| status(card, messages)).unwrap_or_default();
    html! {
        <section class="workbench-result" aria-label={messages.text(sentences::workbench::RESULT)}>
            { row.view(on_select, side) }
            <div
                class="result" id={format!("result-panel-{}", tab.name())} role="tabpanel" aria-labelledby={format!("result-tab-{}", tab.name())}
                aria-busy={app.running().to_string()} tabindex="0"
            >
                if let Some(card) = shown {
                    { card_error(card, messages) }
                    { waits::rejection(scene, card) }
                    { panel(scene, tab, card) }
                } else {
                    <p class="items-waiting">{ messages.text(sentences::workbench::NO_RESULT) }</p>
                }
            </div>
        </section>
    }
}

fn status(card: &RequestCard, messages: &Messages) -> Html {
    let elapsed = card.elapsed_ms.map(|elapsed_ms| {
        let ms = figures::milliseconds(elapsed_ms);
        messages.text(sentences::workbench::Elapsed { ms: ms.as_str().into() })
    });
    let (class, icon, code, words) = match &card.outcome {
        Outcome::Refused(_) => {
            ("chip chip--warn", Icon::Warning, 0, messages.text(sentences::workbench::NOT_SENT))
        }
        Outcome::Answered { status, .. } if *status < 400 => {
            ("chip chip--ok", Icon::Check, *status, status.to_string())
        }
        Outcome::Answered { status, summary, .. } => {
            let name = summary.error.as_ref().map(|error| error.name.as_str()).unwrap_or_default();
            ("chip chip--bad", Icon::Cross, *status, format!("{status} {name}"))
        }
    };
    html! {
        <>
            <span class="result-operation" title={card.operation.clone()}>{ &card.operation }</span>
            <span {class} data-testid="result-status" data-status={code.to_string()} data-number={card.number.to_string()}>{ icon.draw() }{ words }</span>
            <span class="result-elapsed">{ elapsed }</span>
        </>
    }
}

fn panel(scene: &Scene, tab: ResultTab, card: &Shared<RequestCard>) -> Html {
    let Outcome::Answered { body, trace, summary, left_out, .. } = &card.outcome else { return html! {} };
    let messages = scene.app.messages();
    match tab {
        ResultTab::Items | ResultTab::Json if left_out.response => run_again(scene, card),
        ResultTab::Trace if left_out.trace => run_again(scene, card),
        ResultTab::Items if summary.error.is_some() => html! {},
        ResultTab::Items => {
            html! { <>{ result_summary::view(scene, card) }{ result_items::view(&scene.app, card) }{ next_page(scene, card) }</> }
        }
        ResultTab::Json => {
            html! { <JsonResponse body={body.clone()} /> }
        }
        ResultTab::Trace => html! { <ResultTrace trace={trace.clone()} messages={*messages} /> },
        ResultTab::Cost => result_cost::view(card.unit(), (summary, trace), messages),
    }
}

/// Renders what stands in the place of a response that neither the page nor the worker has any more.
fn run_again(scene: &Scene, card: &RequestCard) -> Html {
    let onclick = {
        let (scene, operation, body) = (scene.clone(), card.operation.clone(), card.body.clone());
        Callback::from(move |_| {
            submit::send(&scene.page.engine, &scene.dispatcher(), operation.clone(), body.clone());
        })
    };
    html! {
        <div class="items-waiting" data-testid="result-left-out">
            <p>{ scene.text(sentences::workbench::RESULT_LEFT_OUT) }</p>
            if !card.left_out().request {
                <p>
                    <button class="button" type="button" data-testid="result-run-again" {onclick}>
                        { scene.text(sentences::workbench::RESULT_RUN_AGAIN) }
                    </button>
                </p>
            }
        </div>
    }
}

/// Renders the button that requests the next results page.
fn next_page(scene: &Scene, card: &RequestCard) -> Html {
    let next_key = card.summary().and_then(|summary| summary.next_key.clone());
    let Some((next_key, mut form)) = next_key.zip(RequestForm::read(&card.body)) else { return html! {} };
    form.set("ExclusiveStartKey", Some(next_key));
    let onclick = {
        let (scene, operation) = (scene.clone(), card.operation.clone());
        Callback::from(move |_| {
            let body = form.write();
            scene.edit_request(&operation, body.clone());
            submit::send(&scene.page.engine, &scene.dispatcher(), operation.clone(), body);
        })
    };
    html! {
        <p class="items-foot">
            <button class="button" type="button" data-testid="next-page" {onclick}>{ scene.text(sentences::workbench::NEXT_PAGE) }</button>
            <span>{ scene.text(sentences::workbench::NEXT_PAGE_ABOUT) }</span>
        </p>
    }
}
