//! The error of a request: DynamoDB's type and message, and a plain explanation where one exists.

use dynalab_app::request::answer::ServiceError;
use dynalab_app::request::explanation;
use dynalab_app::request::history::{Outcome, RequestCard};
use yew::prelude::*;

use crate::address::site;
use crate::components::icon::Icon;
use crate::components::notices::refusal_sentence;
use crate::page::messages::Messages;
use crate::page::sentences;

/// Renders the error. Empty for a request that succeeded.
pub fn card_error(card: &RequestCard, messages: &Messages) -> Html {
    match &card.outcome {
        Outcome::Refused(refusal) => html! {
            <div class="finding finding--warn" role="alert">{ Icon::Warning.draw() }<div><p>{ refusal_sentence(refusal, messages) }</p></div></div>
        },
        Outcome::Answered { summary, .. } => match &summary.error {
            Some(error) => service_error(error, messages),
            None => html! {},
        },
    }
}

fn service_error(error: &ServiceError, messages: &Messages) -> Html {
    let short = error.shortened();
    let ServiceError { name, message, reasons } = error;
    let plain = explanation::of_error(name, message).map(|plain| messages.text(plain));
    html! {
        <div class="finding finding--bad">
            { Icon::Warning.draw() }
            <div>
                <p class="finding-name">{ name }</p>
                <p class="finding-message">{ short.as_ref().unwrap_or(message) }</p>
                if short.is_some() {
                    <details data-testid="error-whole">
                        <summary>{ messages.text(sentences::shell::ERROR_WHOLE) }</summary><p class="finding-message">{ message }</p>
                    </details>
                }
                if let Some(plain) = plain { <p>{ plain }</p> }
                <p><a href={site::error_page(name, messages.language)} target="_blank" rel="noopener">{ messages.text(sentences::shell::ERROR_PAGE) }</a></p>
                if !reasons.is_empty() {
                    <ol class="finding-reasons">{ for reasons.iter().map(|reason| html! { <li>{ reason }</li> }) }</ol>
                }
            </div>
        </div>
    }
}
