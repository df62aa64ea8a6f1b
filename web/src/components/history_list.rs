//! The requests of this visit, newest first. A click brings one back into the editor, and its answer with it.

use std::rc::Rc;

use yew::prelude::*;

use crate::answer::CapacityUnit;
use crate::app_context::use_app;
use crate::figures;
use crate::history::{CARDS_MAX, RequestCard};
use crate::state::Action;

#[component]
pub fn HistoryList() -> Html {
    let app = use_app();
    let messages = &app.messages;
    let shown = app.history.shown().map(|card| card.number);
    let on_select = {
        let dispatcher = app.dispatcher();
        Callback::from(move |number: u32| dispatcher.dispatch(Action::SelectCard(number)))
    };
    html! {
        <section class="workbench-history" aria-label={messages.text("history")}>
            <div class="tabs"><h2 class="tabs-title">{ messages.text("history") }</h2>
                <span class="tabs-side">{ messages.fill("history-bound", [("cards", (CARDS_MAX as u64).into())]) }</span>
            </div>
            if app.history.is_empty() {
                <p class="items-waiting">{ messages.text("history-empty") }</p>
            } else {
                <div class="history-list" data-testid="history">
                    { for app.history.newest_first().map(|card| html! {
                        <HistoryCard key={card.number} card={card.clone()} current={shown == Some(card.number)} on_select={on_select.clone()} />
                    }) }
                </div>
            }
        </section>
    }
}

#[derive(PartialEq, Properties)]
struct HistoryCardProps {
    card: Rc<RequestCard>,
    current: bool,
    on_select: Callback<u32>,
}

/// A component of its own, so that a new card does not draw the other hundred and ninety-nine again.
#[component]
fn HistoryCard(props: &HistoryCardProps) -> Html {
    let card = &props.card;
    let onclick = {
        let (on_select, number) = (props.on_select.clone(), card.number);
        Callback::from(move |_| on_select.emit(number))
    };
    let cost = card.summary().and_then(|summary| summary.units_total());
    let unit = CapacityUnit::of(&card.operation).name();
    let failed = match card.summary().and_then(|summary| summary.error.as_ref()) {
        Some(error) => Some(error.name.clone()),
        None if !card.succeeded() => Some(String::new()),
        None => None,
    };
    html! {
        <button class={classes!("history-item", failed.is_some().then_some("history-item--bad"))} type="button" aria-current={props.current.then_some("true")} data-testid={format!("card-{}", card.number)} {onclick}>
            <span class="history-number">{ card.number }</span>
            <span class="history-name">{ &card.operation }</span>
            <span class="history-cost">{ match (&failed, cost) {
                (Some(_), _) => "✕".to_owned(),
                (None, Some(units)) => format!("{} {unit}", figures::grouped_decimal(units)),
                (None, None) => String::new(),
            } }</span>
            <span class="history-what">{ match failed { Some(name) if !name.is_empty() => name, _ => card.target() } }</span>
        </button>
    }
}
