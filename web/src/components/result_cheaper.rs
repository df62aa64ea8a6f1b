//! The cheaper alternative of the shown request, as one line of the result. The engine finds it, runs it and compares it.

use dynalab_app::request::advice_sentences;
use dynalab_app::request::call_result::json_of;
use dynalab_app::request::history::RequestCard;
use dynalab_app::shared::Shared;
use dynalab_playground::contract::{Advise, Alternative};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::page::scene::Scene;
use crate::page::sentences::workbench;

/// Alternatives are executed, so requests that read more items than this are not checked automatically.
const READ_MAX: u64 = 20_000;

#[derive(PartialEq, Properties)]
pub struct CheaperWayProps {
    pub scene: Scene,
    pub card: Shared<RequestCard>,
}

#[component]
pub fn CheaperWay(props: &CheaperWayProps) -> Html {
    let CheaperWayProps { scene, card } = props;
    let found = use_state_eq(|| None::<Alternative>);
    // A response for a request that is no longer shown is dropped.
    let newest = use_mut_ref(|| 0_u32);
    {
        let read = card.summary().and_then(|summary| summary.scanned_count);
        let is_large = read.is_some_and(|read| read > READ_MAX);
        let (found, page, question) = (found.setter(), scene.page.clone(), question_of(card));
        use_effect_with((card.number, scene.app.language()), move |(number, _)| {
            *newest.borrow_mut() = *number;
            found.set(None);
            if is_large {
                return;
            }
            let (number, newest) = (*number, newest.clone());
            spawn_local(async move {
                // Without advice the line is empty. The diagram of the request path shows the reason.
                let Ok(advised) = page.look(&question).await else {
                    return;
                };
                if *newest.borrow() == number {
                    found.set(advised.advice.into_iter().find(Alternative::is_proved));
                }
            });
        });
    }
    match found.as_ref() {
        Some(way) => line(scene, way),
        None => html! {},
    }
}

fn question_of(card: &RequestCard) -> Advise {
    Advise {
        moment: card.entry,
        operation: Some(card.operation.clone()),
        request: Some(json_of(&serde_json::from_str(&card.body).unwrap_or_default())),
    }
}

fn line(scene: &Scene, way: &Alternative) -> Html {
    let (asked, otherwise) = (way.as_asked.units(), way.otherwise.units());
    let figures = scene.text(workbench::SummaryCheaper {
        otherwise: otherwise.as_str().into(),
        asked: asked.as_str().into(),
    });
    html! {
        <p class="summary-cheaper" data-testid="summary-cheaper">
            <span aria-hidden="true">{ "↓ " }</span><b>{ advice_sentences::title(way, scene.messages()) }</b>{ " " }<span>{ figures }</span>
        </p>
    }
}
