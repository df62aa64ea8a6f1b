//! The sample's access patterns. A click runs one.

use dynalab_app::request::json_text;
use dynalab_app::samples::Question;
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::engine::submit;
use crate::page::scene::Scene;

pub fn view(scene: &Scene, questions: &[Question]) -> Html {
    html! {
        <ol>
            { for questions.iter().enumerate().map(|(position, question)| one_question(scene, position + 1, question)) }
        </ol>
    }
}

fn one_question(scene: &Scene, number: usize, question: &Question) -> Html {
    let app = &scene.app;
    let body = json_text::pretty(question.request.get());
    let asked = app.draft().operation == question.operation && app.draft().body == body;
    let onclick = {
        let (scene, operation) = (scene.clone(), question.operation.clone());
        Callback::from(move |_| {
            scene.edit_request(&operation, body.clone());
            submit::send(&scene.page.engine, &scene.dispatcher(), operation.clone(), body.clone());
        })
    };
    html! {
        <li key={number} class="questions-entry">
            <button class="questions-ask" type="button" aria-pressed={asked.to_string()} data-testid={format!("question-{number}")} {onclick}>
                <span class="questions-number">{ number }</span>
                <span>{ question.title.pick(app.language()) }</span>
                <span class="chip">{ &question.operation }</span>
                { Icon::Run.draw() }
            </button>
            if asked { <p class="questions-why">{ question.why.pick(app.language()) }</p> }
        </li>
    }
}
