//! What the engine did, step by step, as sentences.

use dynalab_playground::views::trace::TraceLine;
use yew::prelude::*;

use crate::app_context::use_app;
use crate::trace_text::{self, TraceMark};

#[derive(PartialEq, Properties)]
pub struct ResultTraceProps {
    pub trace: Vec<TraceLine>,
}

#[component]
pub fn ResultTrace(props: &ResultTraceProps) -> Html {
    let app = use_app();
    if props.trace.is_empty() {
        return html! { <p class="items-waiting">{ app.messages.text("no-trace") }</p> };
    }
    html! {
        <ol class="trace" data-testid="result-trace">
            { for props.trace.iter().map(|line| html! {
                <li class={TraceMark::of(&line.code).class()} data-code={line.code.clone()}>{ trace_text::sentence(line, &app.messages) }</li>
            }) }
        </ol>
    }
}
