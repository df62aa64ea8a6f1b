//! The answer of the request that is shown: its items, its JSON, what happened, what it cost.

use yew::prelude::*;

use crate::app_context::{use_app, use_engine};
use crate::components::icon::Icon;
use crate::components::result_cost::ResultCost;
use crate::components::result_items::ResultItems;
use crate::components::result_trace::ResultTrace;
use crate::components::service_error_card::CardError;
use crate::components::tabs::{Tab, Tabs};
use crate::figures;
use crate::history::{Outcome, RequestCard};
use crate::json_text;
use crate::messages::Messages;
use crate::pages::play::PlayPlace;
use crate::request_form::RequestForm;
use crate::route::{PlayQuery, ResultTab};
use crate::state::Action;
use crate::submit;

#[derive(PartialEq, Properties)]
pub struct ResultPanelProps {
    pub place: PlayPlace,
    pub on_place: Callback<PlayPlace>,
}

#[component]
pub fn ResultPanel(props: &ResultPanelProps) -> Html {
    let app = use_app();
    let messages = &app.messages;
    let tab = props.place.query.result.unwrap_or_default();
    let on_select = {
        let (on_place, place) = (props.on_place.clone(), props.place.clone());
        Callback::from(move |name: AttrValue| {
            let result = ResultTab::of_name(&name);
            on_place.emit(PlayPlace { query: PlayQuery { result, ..place.query.clone() }, ..place.clone() });
        })
    };
    let tabs = ResultTab::ALL.map(|tab| Tab {
        name: tab.name().into(),
        label: messages.text(&format!("result-tab-{}", tab.name())).into(),
    });
    let shown = app.history.shown().cloned();
    html! {
        <section class="workbench-result" aria-label={messages.text("result")}>
            <Tabs group="result" label={messages.text("result")} title={html! { <h2 class="tabs-heading">{ messages.text("result") }</h2> }} tabs={tabs.to_vec()} selected={tab.name()} {on_select}>
                if let Some(card) = &shown { { status(card, messages) } }
            </Tabs>
            <div class="result" id={format!("result-panel-{}", tab.name())} role="tabpanel" aria-labelledby={format!("result-tab-{}", tab.name())} aria-busy={app.running.to_string()} tabindex="0">
                if let Some(card) = shown {
                    <CardError card={(*card).clone()} />
                    { panel(tab, &card) }
                } else {
                    <p class="items-waiting">{ messages.text("no-result") }</p>
                }
            </div>
        </section>
    }
}

fn status(card: &RequestCard, messages: &Messages) -> Html {
    let ms = figures::milliseconds(card.elapsed_ms);
    let elapsed = messages.fill("elapsed", [("ms", ms.as_str().into())]);
    let (class, icon, code, words) = match &card.outcome {
        Outcome::Refused(_) => ("chip chip--warn", Icon::Warning, 0, messages.text("not-sent")),
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
            <span class="result-operation">{ &card.operation }</span>
            <span {class} data-testid="result-status" data-status={code.to_string()} data-number={card.number.to_string()}>{ icon.draw() }{ words }</span>
            <span class="result-elapsed">{ elapsed }</span>
        </>
    }
}

fn panel(tab: ResultTab, card: &RequestCard) -> Html {
    let Outcome::Answered { body, trace, summary, .. } = &card.outcome else { return html! {} };
    match tab {
        ResultTab::Items if summary.error.is_some() => html! {},
        ResultTab::Items => {
            html! { <><ResultItems card={card.clone()} /><NextPage card={card.clone()} /></> }
        }
        ResultTab::Json => {
            html! { <pre class="code" data-testid="result-json">{ json_text::pretty(body) }</pre> }
        }
        ResultTab::Trace => html! { <ResultTrace trace={trace.clone()} /> },
        ResultTab::Cost => {
            html! { <ResultCost operation={card.operation.clone()} summary={summary.clone()} /> }
        }
    }
}

#[derive(PartialEq, Properties)]
struct NextPageProps {
    card: RequestCard,
}

/// The same request from where this answer ended.
#[component]
fn NextPage(props: &NextPageProps) -> Html {
    let app = use_app();
    let engine = use_engine();
    let next_key = props.card.summary().and_then(|summary| summary.next_key.clone());
    let Some((next_key, mut form)) = next_key.zip(RequestForm::read(&props.card.body)) else {
        return html! {};
    };
    form.set("ExclusiveStartKey", Some(next_key));
    let onclick = {
        let (dispatcher, operation) = (app.dispatcher(), props.card.operation.clone());
        Callback::from(move |_| {
            let body = form.write();
            dispatcher.dispatch(Action::Edit { operation: operation.clone(), body: body.clone() });
            submit::send(&engine, &dispatcher, operation.clone(), body);
        })
    };
    html! {
        <p class="items-foot">
            <button class="button" type="button" data-testid="next-page" {onclick}>{ app.messages.text("next-page") }</button>
            <span>{ app.messages.text("next-page-about") }</span>
        </p>
    }
}
