//! The time bar of the home page: pause, one step back and forward, and a slider over the last minutes.

use yew::prelude::*;

use super::demo::{Demo, DemoAction, DemoHandle, StateKind};
use crate::browser::field_events::written;
use crate::browser::figures;
use crate::components::icon::Icon;
use crate::page::messages::Messages;
use crate::page::sentences::shell;

pub fn view(demo: &DemoHandle, on_step: &Callback<()>, messages: &Messages) -> Html {
    let shown = demo.displayed_state();
    let (read, write) =
        (figures::grouped_decimal(shown.read_units), figures::grouped_decimal(shown.write_units));
    let sums = messages.text(shell::DemoSums {
        requests: shown.requests.into(),
        read: read.as_str().into(),
        write: write.as_str().into(),
    });
    html! {
        <div class="stage-controls" role="group" aria-label={messages.text(shell::DEMO_CONTROLS)}>
            { keys(demo, on_step, messages) }
            <div class="stage-track">{ marks(demo) }{ slider(demo, messages) }</div>
            <span class="stage-at" role="status" data-testid="demo-at">{ place_text(demo, messages) }</span>
            <span class="stage-sums">{ sums }</span>
        </div>
    }
}

fn place_text(demo: &Demo, messages: &Messages) -> String {
    match demo.states.past() {
        Some(past) => {
            messages.text(shell::DemoPast { number: past.requests.into(), last: demo.requests.into() })
        }
        None => messages.text(shell::DEMO_NOW),
    }
}

fn keys(demo: &DemoHandle, on_step: &Callback<()>, messages: &Messages) -> Html {
    let running = demo.running;
    let toggle = {
        let demo = demo.clone();
        Callback::from(move |_: MouseEvent| demo.dispatch(DemoAction::SetRunning(!running)))
    };
    let (place, is_past) = (demo.states.place(), demo.states.past().is_some());
    let back = {
        let demo = demo.clone();
        Callback::from(move |_: MouseEvent| demo.dispatch(DemoAction::LookAt(place.saturating_sub(1))))
    };
    // In the past the button goes to the next recorded point. At present it sends the next request.
    let forth = {
        let (demo, on_step) = (demo.clone(), on_step.clone());
        Callback::from(move |_: MouseEvent| match is_past {
            true => demo.dispatch(DemoAction::LookAt(place + 1)),
            false => on_step.emit(()),
        })
    };
    let (icon, label) =
        if running { (Icon::Pause, shell::DEMO_PAUSE) } else { (Icon::Run, shell::DEMO_RESUME) };
    html! {
        <>
            <button
                class="button button--quiet" type="button" title={messages.text(shell::DEMO_BACK)} aria-label={messages.text(shell::DEMO_BACK)}
                data-testid="demo-back" disabled={place == 0} onclick={back}
            >
                { Icon::Back.draw() }
            </button>
            <button class="button" type="button" data-testid="demo-toggle" onclick={toggle}>{ icon.draw() }{ messages.text(label) }</button>
            <button class="button" type="button" data-testid="demo-step" disabled={running} onclick={forth}>
                { Icon::Step.draw() }{ messages.text(shell::DEMO_STEP) }
            </button>
        </>
    }
}

fn slider(demo: &DemoHandle, messages: &Messages) -> Html {
    let oninput = {
        let demo = demo.clone();
        Callback::from(move |event: InputEvent| {
            if let Ok(place) = written(&event).parse() {
                demo.dispatch(DemoAction::LookAt(place));
            }
        })
    };
    let last = demo.states.len().saturating_sub(1);
    html! {
        <input class="range" type="range" data-testid="demo-slider" aria-label={messages.text(shell::DEMO_SLIDER)}
            aria-valuetext={place_text(demo, messages)} disabled={last == 0}
            min="0" max={last.to_string()} value={demo.states.place().to_string()} {oninput} />
    }
}

/// Draws the marks above the slider: high for a request, red if it failed or was throttled.
fn marks(demo: &Demo) -> Html {
    let span = demo.states.len().saturating_sub(1).max(1) as f64;
    let mark = |(place, kind): (usize, StateKind)| {
        let height = match kind {
            StateKind::Request | StateKind::Refused => 12,
            StateKind::Second | StateKind::Throttled => 5,
        };
        let class = match kind {
            StateKind::Refused | StateKind::Throttled => "stage-mark stage-mark--bad",
            StateKind::Request | StateKind::Second => "stage-mark",
        };
        let x = place as f64 / span * 1000.0 - 1.0;
        html! { <rect {class} x={(x as i32).to_string()} y={(12 - height).to_string()} width="2" height={height.to_string()} /> }
    };
    let kinds = demo.states.iter().map(|state| state.kind).enumerate();
    html! { <svg viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true">{ for kinds.map(mark) }</svg> }
}
