//! Announces the outcome of the last request to screen readers.

use dynalab_app::request::history::{Outcome, RequestCard};
use yew::prelude::*;

use crate::components::notices::refusal_sentence;
use crate::page::messages::Messages;
use crate::page::scene::Scene;
use crate::page::sentences;

pub fn view(scene: &Scene) -> Html {
    let app = &scene.app;
    let sentence =
        app.history().displayed_card().map(|card| outcome_sentence(card, app.messages())).unwrap_or_default();
    html! { <p class="visually-hidden" role="status" data-testid="live-region">{ sentence }</p> }
}

fn outcome_sentence(card: &RequestCard, messages: &Messages) -> String {
    let operation = card.operation.as_str();
    match &card.outcome {
        Outcome::Refused(refusal) => format!("{operation}: {}", refusal_sentence(refusal, messages)),
        Outcome::Answered { summary, .. } => match &summary.error {
            Some(error) => {
                let message = error.shortened().unwrap_or_else(|| error.message.clone());
                format!("{operation}: {}. {message}", error.name)
            }
            None => {
                let items = summary.count.unwrap_or(summary.items.len() as u64);
                messages
                    .text(sentences::shell::SpokenResult { operation: operation.into(), items: items.into() })
            }
        },
    }
}
