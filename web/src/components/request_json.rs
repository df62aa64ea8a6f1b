//! The request as JSON text, with its first problem.

use dynalab_app::request::json_text::{self, JsonProblem};
use yew::prelude::*;

use crate::browser::field_events::written;
use crate::page::messages::Messages;
use crate::page::scene::Scene;
use crate::page::sentences;

pub fn view(scene: &Scene) -> Html {
    let app = &scene.app;
    let messages = app.messages();
    let problem = json_text::problem(&app.draft().body);
    let oninput = {
        let scene = scene.clone();
        Callback::from(move |event: InputEvent| {
            scene.edit_request(&scene.now().app.draft().operation, written(&event));
        })
    };
    let tidy = {
        let scene = scene.clone();
        Callback::from(move |_| {
            let now = scene.now();
            let draft = now.app.draft();
            scene.edit_request(&draft.operation, json_text::pretty(&draft.body));
        })
    };
    html! {
        <div class="request-json">
            <textarea
                class="code code--edit"
                data-testid="request-json"
                aria-label={messages.text(sentences::workbench::REQUEST_JSON_LABEL)}
                aria-invalid={problem.is_some().to_string()}
                aria-describedby="request-problem"
                spellcheck="false"
                autocapitalize="off"
                value={app.draft().body.clone()}
                {oninput}
            />
            <div class="request-note">
                <p class="request-problem" id="request-problem" role="status">
                    { problem.as_ref().map(|problem| problem_sentence(problem, messages)).unwrap_or_default() }
                </p>
                <button class="button button--quiet" type="button" disabled={problem.is_some()} onclick={tidy}>
                    { messages.text(sentences::workbench::TIDY) }
                </button>
            </div>
        </div>
    }
}

pub fn problem_sentence(problem: &JsonProblem, messages: &Messages) -> String {
    if problem.unfinished {
        return messages.text(sentences::workbench::JSON_UNFINISHED);
    }
    messages.text(sentences::workbench::JsonProblem {
        line: (problem.line as u64).into(),
        column: (problem.column as u64).into(),
        detail: problem.detail.as_str().into(),
    })
}
