//! Why a request was not done: the service's type and sentence, and a plain one where we have it.

use yew::prelude::*;

use crate::answer::ServiceError;
use crate::app_context::use_app;
use crate::components::icon::Icon;
use crate::components::notices::refusal_sentence;
use crate::explanation;
use crate::history::{Outcome, RequestCard};

#[derive(PartialEq, Properties)]
pub struct CardErrorProps {
    pub card: RequestCard,
}

/// Nothing, when the request was done.
#[component]
pub fn CardError(props: &CardErrorProps) -> Html {
    let app = use_app();
    match &props.card.outcome {
        Outcome::Refused(refusal) => html! {
            <div class="finding finding--warn" role="alert">{ Icon::Warning.draw() }<div><p>{ refusal_sentence(refusal, &app.messages) }</p></div></div>
        },
        Outcome::Answered { summary, .. } => match &summary.error {
            Some(error) => html! { <ServiceErrorCard error={error.clone()} /> },
            None => html! {},
        },
    }
}

#[derive(PartialEq, Properties)]
pub struct ServiceErrorCardProps {
    pub error: ServiceError,
}

#[component]
pub fn ServiceErrorCard(props: &ServiceErrorCardProps) -> Html {
    let app = use_app();
    let ServiceError { name, message, reasons } = &props.error;
    let plain = explanation::of_error(name, message);
    html! {
        <div class="finding finding--bad">
            { Icon::Warning.draw() }
            <div>
                <p class="finding-name">{ name }</p>
                <p class="finding-message">{ message }</p>
                if let Some(plain) = plain { <p>{ app.messages.text(plain) }</p> }
                if !reasons.is_empty() {
                    <ol class="finding-reasons">{ for reasons.iter().map(|reason| html! { <li>{ reason }</li> }) }</ol>
                }
            </div>
        </div>
    }
}
