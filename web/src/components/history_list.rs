//! The requests of this visit, newest first. A click brings one back into the editor, and its answer with it.

use yew::prelude::*;

use crate::answer::CapacityUnit;
use crate::figures;
use crate::history::{CARDS_MAX, RequestCard};
use crate::scene::Scene;
use crate::state::Action;

pub fn view(scene: &Scene) -> Html {
    let app = &scene.app;
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
                    { for app.history.newest_first().map(|card| one_card(card, shown == Some(card.number), &on_select)) }
                </div>
            }
        </section>
    }
}

fn one_card(card: &RequestCard, current: bool, on_select: &Callback<u32>) -> Html {
    let number = card.number;
    let onclick = on_select.reform(move |_: MouseEvent| number);
    let cost = card.summary().and_then(|summary| summary.units_total());
    let unit = CapacityUnit::of(&card.operation).name();
    let failed = match card.summary().and_then(|summary| summary.error.as_ref()) {
        Some(error) => Some(error.name.clone()),
        None if !card.succeeded() => Some(String::new()),
        None => None,
    };
    html! {
        <button key={card.number} class={classes!("history-item", failed.is_some().then_some("history-item--bad"))} type="button" aria-current={current.then_some("true")} data-testid={format!("card-{}", card.number)} {onclick}>
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
