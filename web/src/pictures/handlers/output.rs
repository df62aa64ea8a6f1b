//! The output and the results of invocations, the newest first.

use dynalab_app::pictures::handlers::answer::{InvocationEnd, timeout_sentence};
use yew::prelude::*;

use super::runner::Run;
use crate::page::sentences;
use crate::pictures::Canvas;

pub fn view(canvas: &Canvas, runs: &[Run]) -> Html {
    if runs.is_empty() {
        return html! {};
    }
    html! {
        <section class="handlers-output" aria-label={canvas.text(sentences::pictures::HANDLERS_OUTPUT)}>
            <h3>{ canvas.text(sentences::pictures::HANDLERS_OUTPUT) }</h3>
            <ol data-testid="handlers-output">{ for runs.iter().map(|run| entry(canvas, run)) }</ol>
        </section>
    }
}

fn entry(canvas: &Canvas, run: &Run) -> Html {
    let ran = &run.ran;
    let (mark, class) = match ran.ended.has_failed() {
        true => ("✕", "handlers-run handlers-run--bad"),
        false => ("✓", "handlers-run"),
    };
    let ended = match &ran.ended {
        InvocationEnd::Answered(answer) if answer == "null" => None,
        InvocationEnd::Answered(answer) => Some(answer.clone()),
        InvocationEnd::Threw(why) => Some(why.clone()),
        InvocationEnd::Timeout => Some(timeout_sentence(run.limit_ms)),
        InvocationEnd::Stopped => Some(canvas.text(sentences::pictures::HANDLERS_STOPPED)),
    };
    let head = canvas.messages.text(sentences::pictures::HandlersRunHead {
        batch: run.batch.into(),
        ms: ran.duration_ms.into(),
        calls: u64::from(ran.calls).into(),
    });
    html! {
        <li {class} key={run.batch}>
            <p class="handlers-run-head">{ format!("{mark} {head}") }</p>
            if !ran.lines.is_empty() || ended.is_some() {
                <pre tabindex="0" role="region" aria-label={head.clone()}>
                    { for ran.lines.iter().map(|line| html! {
                        <span class={format!("handlers-line handlers-line--{}", level(&line.level))}>{ &line.text }{ "\n" }</span>
                    }) }
                    if let Some(ended) = ended { <span class="handlers-line handlers-line--end">{ "→ " }{ ended }</span> }
                </pre>
            }
        </li>
    }
}

fn level(level: &str) -> &'static str {
    match level {
        "warn" => "warn",
        "error" => "error",
        _ => "log",
    }
}
