//! The trace of the engine's steps, as sentences. Of a long trace, the next lines are drawn when its end comes into view.

use dynalab_app::request::trace_text::{self, TraceMark};
use dynalab_app::shared::Shared;
use dynalab_playground::views::trace::TraceLine;
use yew::prelude::*;

use crate::components::when_in_view::WhenInView;
use crate::page::messages::Messages;
use crate::page::sentences;

/// The lines that are drawn at once.
const PART_LINES: usize = 200;

#[derive(PartialEq, Properties)]
pub struct ResultTraceProps {
    pub trace: Shared<Vec<TraceLine>>,
    pub messages: Messages,
}

#[component]
pub fn ResultTrace(props: &ResultTraceProps) -> Html {
    let ResultTraceProps { trace, messages } = props;
    if trace.is_empty() {
        return html! { <p class="items-waiting">{ messages.text(sentences::shell::NO_TRACE) }</p> };
    }
    html! {
        <ol class="trace" data-testid="result-trace">
            <TraceLines trace={trace.clone()} messages={*messages} from=0 />
        </ol>
    }
}

#[derive(PartialEq, Properties)]
struct TraceLinesProps {
    trace: Shared<Vec<TraceLine>>,
    messages: Messages,
    /// The position of the first line to draw.
    from: usize,
}

/// Some lines, and the lines after them once their place comes into view.
#[component]
fn TraceLines(props: &TraceLinesProps) -> Html {
    let TraceLinesProps { trace, messages, from } = props;
    let next = from + PART_LINES;
    let left = trace.len().saturating_sub(next);
    html! {
        <>
            { for trace.iter().skip(*from).take(PART_LINES).map(|line| html! {
                <li class={TraceMark::from_code(&line.code).class()} data-code={line.code.clone()}>{ trace_text::sentence(line, messages) }</li>
            }) }
            if left > 0 {
                <WhenInView
                    key={next}
                    tag="li"
                    before={html! { { messages.text(sentences::workbench::TraceLinesLeft { lines: (left as u64).into() }) } }}
                >
                    <TraceLines trace={trace.clone()} messages={*messages} from={next} />
                </WhenInView>
            }
        </>
    }
}
