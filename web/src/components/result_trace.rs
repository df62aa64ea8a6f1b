//! The trace of the engine's steps, as sentences.

use dynalab_app::request::trace_text::{self, TraceMark};
use dynalab_playground::views::trace::TraceLine;
use yew::prelude::*;

use crate::page::messages::Messages;
use crate::page::sentences;

pub fn view(trace: &[TraceLine], messages: &Messages) -> Html {
    if trace.is_empty() {
        return html! { <p class="items-waiting">{ messages.text(sentences::shell::NO_TRACE) }</p> };
    }
    html! {
        <ol class="trace" data-testid="result-trace">
            { for trace.iter().map(|line| html! {
                <li class={TraceMark::from_code(&line.code).class()} data-code={line.code.clone()}>{ trace_text::sentence(line, messages) }</li>
            }) }
        </ol>
    }
}
