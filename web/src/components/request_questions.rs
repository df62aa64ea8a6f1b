//! The sample's access patterns: one click asks one.

use yew::prelude::*;

use crate::app_context::{use_app, use_engine};
use crate::components::icon::Icon;
use crate::json_text;
use crate::samples::Question;
use crate::state::Action;
use crate::submit;

#[derive(PartialEq, Properties)]
pub struct RequestQuestionsProps {
    pub questions: Vec<Question>,
}

#[component]
pub fn RequestQuestions(props: &RequestQuestionsProps) -> Html {
    let app = use_app();
    let engine = use_engine();
    html! {
        <ol class="questions">
            { for props.questions.iter().enumerate().map(|(position, question)| {
                let body = json_text::pretty(question.request.get());
                let asked = app.draft.operation == question.operation && app.draft.body == body;
                let onclick = {
                    let (dispatcher, engine) = (app.dispatcher(), engine.clone());
                    let operation = question.operation.clone();
                    Callback::from(move |_| {
                        dispatcher.dispatch(Action::Edit { operation: operation.clone(), body: body.clone() });
                        submit::send(&engine, &dispatcher, operation.clone(), body.clone());
                    })
                };
                html! {
                    <li key={position} class="questions-entry">
                        <button class="questions-ask" type="button" aria-pressed={asked.to_string()} data-testid={format!("question-{}", position + 1)} {onclick}>
                            <span class="questions-number">{ position + 1 }</span>
                            <span class="questions-title">{ question.title.pick(app.language()) }</span>
                            <span class="chip">{ &question.operation }</span>
                            { Icon::Run.draw() }
                        </button>
                        if asked { <p class="questions-why">{ question.why.pick(app.language()) }</p> }
                    </li>
                }
            }) }
        </ol>
    }
}
